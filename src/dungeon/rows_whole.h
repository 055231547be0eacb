/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_ROWS_WHOLE_H
#define DUNGEN_ROWS_WHOLE_H

#include "dungeon/dungeon.h"
#include "dungeon/tile.h"

/* Draws all rows of a map of few tiles. The memory has space for them, and for rows_whole_slack bytes more. */
void rows_draw_whole(const struct dungeon *dungeon, const struct row_bytes *with, char *bytes);

/* The bytes that drawing may overwrite behind the last row; `stride` is the length of a row with its end. */
size_t rows_whole_slack(size_t stride);

#endif
