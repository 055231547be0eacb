/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/output.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The tileset, the image that maps for Tiled refer to: a PNG with one row of square tiles and no
 * gaps.
 */

/* The tiles of the image, from left to right. */
enum tileset_tile { TILESET_WALL, TILESET_FLOOR, TILESET_DOOR, TILESET_STAIRS, TILESET_TILES };

enum { TILESET_SIZE_MAX = 256 }; /* pixels */

/*
 * Writes the image. The side of a tile has 1 to TILESET_SIZE_MAX pixels. Returns false if out of
 * memory. The output records write errors.
 */
bool tileset_write(struct output *output, uint32_t tile_size);
