/* SPDX-License-Identifier: MIT */
#include "formats/marks.h"

#include <string.h>

const uint8_t glyph_symbols[GLYPHS] = {TILE_WALL, TILE_FLOOR, SYMBOL_SPAWN, SYMBOL_EXIT, TILE_DOOR};

static uint32_t center_row(const void *dungeon, uint32_t index)
{
	return room_center(((const struct dungeon *)dungeon)->rooms[index]).y;
}

const uint32_t *marks_sort_rooms(struct sort *sort, const struct dungeon *dungeon)
{
	return sort_indices(sort, dungeon->room_count, dungeon->recipe.height, center_row, dungeon, dungeon->watch);
}

static bool add_letters(struct marks *marks, const struct dungeon *dungeon)
{
	const uint32_t *order = marks_sort_rooms(&marks->sort, dungeon);
	if (!order)
		return false;
	for (; marks->count < dungeon->room_count; marks->count++) {
		uint32_t room = order[marks->count];
		uint8_t symbol = (uint8_t)lesser(SYMBOL_LETTER + room, SYMBOLS - 1);
		marks->list[marks->count] = (struct mark){room_center(dungeon->rooms[room]), symbol, 0};
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

bool marks_start(struct marks *marks, const struct dungeon *dungeon, unsigned show, const char *bytes, const char *end)
{
	bool letters = show & SHOW_LABELS;
	if (!array_reserve(marks, list, letters ? (uint64_t)dungeon->room_count + 2 : 2))
		return false;
	marks->count = 0;
	if (letters && !add_letters(marks, dungeon))
		return false;
	if (show & SHOW_EXIT)
		add_mark(marks, (struct mark){dungeon->exit, SYMBOL_EXIT, 0});
	if (show & SHOW_SPAWN)
		add_mark(marks, (struct mark){dungeon->spawn, SYMBOL_SPAWN, 0});

	struct row_bytes with = row_kinds;
	with.end = end;
	if (bytes)
		memcpy(with.kind, bytes, sizeof with.kind);
	marks->bytes = bytes;
	marks->rest.times = 0;
	marks->drawn = marks->next = 0;
	marks->y = 0;
	return rows_start(&marks->rows, dungeon, &with);
}

/* Removes the marks of the last band, whose row comes again. */
static void uncover(struct marks *marks)
{
	for (size_t i = marks->next; i > marks->drawn; i--)
		marks->rest.bytes[marks->list[i - 1].at.x] = marks->list[i - 1].covered;
}

/* Draws the marks of a band that begins at marks->y. */
static void cover(struct marks *marks, const struct band *band)
{
	for (marks->drawn = marks->next; marks->next < marks->count; marks->next++) {
		struct mark *mark = &marks->list[marks->next];
		uint32_t row = mark->at.y - marks->y;
		if (row >= band->rows)
			return;
		char *tile = &band->bytes[row * band->stride + mark->at.x];
		mark->covered = *tile;
		*tile = marks->bytes ? marks->bytes[mark->symbol] : (char)mark->symbol;
	}
}

bool marks_next(struct marks *marks, struct band *band)
{
	struct band *rest = &marks->rest;
	if (rest->times > 0)
		uncover(marks);
	else if (!rows_next(&marks->rows, rest))
		return false;
	*band = *rest;
	/* Of rows that are equal, those above the next mark are a band, and the row with the mark is one. */
	if (marks->next < marks->count)
		band->times = lesser(band->times, greater(marks->list[marks->next].at.y - marks->y, 1));
	cover(marks, band);
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
