/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILESET_H
#define DUNGEN_TILESET_H

#include <stddef.h>

/*
 * The tileset image, which maps for Tiled refer to: a PNG with one row of square tiles and no gaps. tileset.py
 * draws it.
 */

/* The tiles of the image, from left to right. */
enum tileset_tile { TILESET_WALL, TILESET_FLOOR, TILESET_DOOR, TILESET_STAIRS, TILESET_TILES };

enum { TILESET_PIXELS = 16 }; /* width and height of a tile */

extern const unsigned char tileset_image[];
extern const size_t tileset_image_length; /* bytes */

#endif
