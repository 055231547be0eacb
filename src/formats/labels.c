/* SPDX-License-Identifier: MIT */
#include "formats/labels.h"

#include <stdlib.h>

static uint32_t room_center_row(const void *context, uint32_t index)
{
	const struct map *map = context;
	return room_center(map->rooms[index]).y;
}

const uint32_t *labels_sort_rooms(struct memory *sort, const struct map *map)
{
	return sort_indices(sort, map->room_count, map->recipe.height, room_center_row, map);
}

uint32_t labels_row(const struct map *map, uint32_t room, unsigned show)
{
	const struct point center = room_center(map->rooms[room]);
	uint32_t row = center.y;
	/* Below one mark, the label may lie on the other, so look at each of them twice. */
	for (size_t i = 0; i < (size_t)2 * MARK_KINDS; i++) {
		const struct point mark = map->marks[i % MARK_KINDS].at;
		const bool is_shown = show & 1U << i % MARK_KINDS;
		const bool is_near = llabs((int64_t)mark.x - center.x) <= 1;
		if (is_shown && is_near && mark.y == row)
			row++;
	}
	return row;
}

int64_t labels_mark_reach(unsigned show)
{
	return show & SHOW_LABELS ? 55 : 70;
}
