/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/symbols.h"

/*
 * Where the labels of rooms are drawn, with --show labels. Text has a letter on the center of a
 * room (see painted_rows.h). Pictures have numbers: 1 for the first room, 2 for the next one, and
 * so on. They do not lie on marks.
 */

/*
 * Returns the indices of all rooms, sorted by the rows of their centers and then by index. They are
 * in the memory `sort`, and valid until its next use. Returns NULL if out of memory.
 */
const uint32_t *labels_sort_rooms(struct memory *sort, const struct map *map);

/*
 * Returns the row of tiles in which the label of a room is drawn in a picture. It is the row of the
 * room's center, or the next row without a mark in the column of the center and in the two columns
 * beside it. `show` has the SHOW_ bits of the marks. The row is at most 2 below the center.
 */
uint32_t labels_row(const struct map *map, uint32_t room, unsigned show);

/*
 * Returns how far the marks of a picture reach from the middle of their tile, in hundredths of a
 * tile. Small pictures need large marks. Beside labels, marks must not reach the digits in the next
 * row.
 */
int64_t labels_mark_reach(unsigned show);
