/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Draws a small map as a whole, instead of sweeping it row by row as rows.c does. The bytes are the
 * same.
 *
 * Usage, by rows.c only:
 *
 *     if (rows_small_suits(map, stride)) {
 *             reserve rows_small_length(map, stride) bytes
 *             rows_small_draw(map, kind, end, stride, bytes);
 *     }
 *
 * In all functions, `stride` is the length of a row with its end, in bytes. The map does not store
 * its tiles.
 */

/* Returns whether drawing a map as a whole is faster than sweeping it. */
bool rows_small_suits(const struct map *map, size_t stride);

/* Returns the number of bytes that rows_small_draw needs. It is larger than the map. */
uint64_t rows_small_length(const struct map *map, size_t stride);

/*
 * Draws all rows, one after the other. A row has the byte kind[k] for each tile of kind k, and then
 * the string `end`.
 */
void rows_small_draw(const struct map *map, const char kind[TILE_KINDS], const char *end,
		     size_t stride, char *bytes);
