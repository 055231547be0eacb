/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * The rows of a map with their neighbors: a window of three rows that moves from top to bottom.
 * Everything outside of the map is wall.
 *
 * Usage:
 *
 *     struct row_window window = {0};
 *     if (!row_window_start(&window, map))    once for each map
 *             out of memory
 *     while (row_window_next(&window))
 *             use window.above, window.current, and window.below
 *     row_window_free(&window);
 */
struct row_window {
	struct rows rows;   /* the rows of the map */
	ARRAY(char, tiles); /* memory for three rows, with a wall at both ends of each */
	uint32_t next_y;    /* number of the row that row_window_next makes the current row */

	/* Rows of enum tile. Index 1 is column 0, and index 0 is the wall beside it. */
	const char *above;
	const char *current;
	const char *below;
};

/* Starts above the first row. */
bool row_window_start(struct row_window *window, const struct map *map);

/* Moves the window to the next row. Returns false after the last row. */
bool row_window_next(struct row_window *window);

/*
 * Finds the next run of floor and doors in a row of the window, from column *start to the column
 * before *end. Begins to look at *end, which is 0 for the first run. Returns false if there is
 * none.
 */
bool row_window_find_run(const char *row, uint32_t width, uint32_t *start, uint32_t *end);

/* Frees the memory. Safe on a zeroed struct. */
void row_window_free(struct row_window *window);
