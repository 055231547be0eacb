/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Draws a small map whole, instead of sweeping it row by row as rows.c does. The bytes are the
 * same. In all functions, `stride` is the length of a row and its end, in bytes. The map has its
 * rooms.
 *
 * Usage, by rows.c only:
 *
 *     if (rows_small_suits(map, stride)) {
 *             reserve rows_small_length(map, stride) bytes
 *             rows_small_draw(map, kind, end, stride, bytes);
 *     }
 */

/* Returns whether drawing a map whole is faster than sweeping it. */
bool rows_small_suits(const struct map *map, size_t stride);

/* Returns how many bytes rows_small_draw needs: those of the rows, and some that it uses. */
uint64_t rows_small_length(const struct map *map, size_t stride);

/* Draws all rows, one after the other: a byte of `kind` for each tile, then `end`. */
void rows_small_draw(const struct map *map, const char kind[TILE_KINDS], const char *end,
		     size_t stride, char *bytes);
