/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/rows.h"

/*
 * Draws a small map whole, instead of sweeping it row by row as rows.c does. The bytes are the
 * same.
 *
 * Usage, by rows.c only:
 *
 *     if (rows_small_suits(dungeon, with)) {
 *             reserve rows_small_length(dungeon, with) bytes
 *             rows_small_draw(dungeon, with, bytes);
 *     }
 */

/* Returns whether drawing a map whole is faster than sweeping it. The map has its rooms. */
bool rows_small_suits(const struct dungeon *dungeon, const struct row_bytes *with);

/* Returns how many bytes rows_small_draw needs: those of the rows, and some that it uses. */
uint64_t rows_small_length(const struct dungeon *dungeon, const struct row_bytes *with);

/* Draws all rows, one after the other, each with its end. */
void rows_small_draw(const struct dungeon *dungeon, const struct row_bytes *with, char *bytes);
