/* SPDX-License-Identifier: MIT */
#include "formats/marks.h"

#include <string.h>

static uint32_t center_row(const void *dungeon, uint32_t index)
{
	return room_center(((const struct dungeon *)dungeon)->rooms[index]).y;
}

const uint32_t *marks_sort_rooms(struct sort *sort, const struct dungeon *dungeon)
{
	return sort_indices(sort, dungeon->room_count, dungeon->recipe.height, center_row, dungeon);
}

static bool add_letters(struct marks *marks, const struct dungeon *dungeon)
{
	const uint32_t *order = marks_sort_rooms(&marks->sort, dungeon);
	if (!order)
		return false;
	for (; marks->count < dungeon->room_count; marks->count++) {
		uint32_t room = order[marks->count], symbol = lesser(SYMBOL_LETTER + room, SYMBOLS - 1);
		marks->list[marks->count] = (struct mark){room_center(dungeon->rooms[room]), symbol};
	}
	return true;
}

/* Inserts a mark after those in rows above it and in its own row. */
static void add_mark(struct marks *marks, struct mark mark)
{
	size_t place = marks->count++;
	for (; place > 0 && marks->list[place - 1].at.y > mark.at.y; place--)
		marks->list[place] = marks->list[place - 1];
	marks->list[place] = mark;
}

bool marks_start(struct marks *marks, const struct dungeon *dungeon, const struct style *style,
		 const char bytes[SYMBOLS], const char *end)
{
	unsigned show = style_shown(style, dungeon);
	bool letters = show & SHOW_LABELS;
	if (!array_reserve(marks, list, letters ? (uint64_t)dungeon->room_count + 2 : 2))
		return false;
	marks->count = 0;
	if (letters && !add_letters(marks, dungeon))
		return false;
	if (show & SHOW_EXIT)
		add_mark(marks, (struct mark){dungeon->exit, SYMBOL_EXIT});
	if (show & SHOW_SPAWN)
		add_mark(marks, (struct mark){dungeon->spawn, SYMBOL_SPAWN});

	struct row_bytes with = {.end = end};
	memcpy(with.kind, bytes, sizeof with.kind);
	marks->bytes = bytes;
	marks->rest.times = 0;
	marks->next = 0;
	marks->y = 0;
	return rows_start(&marks->rows, dungeon, &with);
}

bool marks_next(struct marks *marks, struct band *band)
{
	struct band *rest = &marks->rest;
	if (rest->times > 0) {
		/* More rows equal to the last one follow. Remove its marks, which are on floor: centers of rooms. */
		for (size_t i = marks->next; i > 0 && marks->list[i - 1].at.y == marks->y - 1; i--)
			rest->bytes[marks->list[i - 1].at.x] = marks->bytes[TILE_FLOOR];
	} else if (!rows_next(&marks->rows, rest)) {
		return false;
	}
	*band = *rest;
	/* A row with marks is a band by itself, also among equal rows. */
	if (band->times > 1 && marks->next < marks->count) {
		uint32_t above = marks->list[marks->next].at.y - marks->y;
		if (above < band->times)
			band->times = above > 0 ? above : 1;
	}
	for (; marks->next < marks->count; marks->next++) {
		struct mark mark = marks->list[marks->next];
		if (mark.at.y - marks->y >= band->rows)
			break;
		band->bytes[(mark.at.y - marks->y) * marks->rows.stride + mark.at.x] = marks->bytes[mark.symbol];
	}
	rest->times -= band->times;
	marks->y += band->rows * band->times;
	return true;
}

void marks_free(struct marks *marks)
{
	rows_free(&marks->rows);
	sort_free(&marks->sort);
	array_free(marks, list);
}
