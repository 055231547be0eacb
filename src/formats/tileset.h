/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILESET_H
#define DUNGEN_TILESET_H

#include "output/output.h"

/* The tileset image, which maps for Tiled refer to: a PNG with one row of square tiles and no gaps. */

/* The tiles of the image, from left to right. */
enum tileset_tile { TILESET_WALL, TILESET_FLOOR, TILESET_DOOR, TILESET_STAIRS, TILESET_TILES };

enum { TILESET_SIZE_MOST = 64 };

/* Writes the image with tiles of 1 to TILESET_SIZE_MOST pixels a side. Returns false if out of memory. */
bool tileset_write(struct output *output, uint32_t tile_size);

#endif
