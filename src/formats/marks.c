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
		marks->list[marks->count] = (struct drawn){room_center(dungeon->rooms[room]), symbol};
	}
	return true;
}

/* Inserts a mark after those in rows above it and in its own row. */
static void add_mark(struct marks *marks, struct drawn mark)
{
	size_t place = marks->count++;
	for (; place > 0 && marks->list[place - 1].at.y > mark.at.y; place--)
		marks->list[place] = marks->list[place - 1];
	marks->list[place] = mark;
}

bool marks_start(struct marks *marks, const struct dungeon *dungeon, unsigned show, const char *bytes, const char *end)
{
	bool letters = show & SHOW_LABELS;
	if (!array_reserve(marks, list, letters ? (uint64_t)dungeon->room_count + MARK_KINDS : MARK_KINDS))
		return false;
	marks->count = 0;
	if (letters && !add_letters(marks, dungeon))
		return false;
	/* The spawn comes last, since it is drawn over the exit. */
	for (unsigned left = MARK_KINDS; left > 0; left--)
		if (show & 1u << (left - 1))
			add_mark(marks, (struct drawn){dungeon->marks[left - 1].at, (uint8_t)(SYMBOL_MARK + left - 1)});

	struct row_bytes with = row_kinds;
	with.end = end;
	if (bytes)
		memcpy(with.kind, bytes, sizeof with.kind);
	marks->bytes = bytes;
	marks->next = 0;
	if (!rows_start(&marks->rows, dungeon, &with))
		return false;
	uint64_t several = marks->rows.whole ? dungeon->recipe.height : 1;
	return marks->count == 0 || array_reserve(marks, marked, several * marks->rows.stride);
}

const char *marks_next(struct marks *marks, uint32_t *count)
{
	const uint32_t first = marks->rows.y;
	const char *rows = rows_next_several(&marks->rows, count);
	if (marks->next == marks->count || marks->list[marks->next].at.y >= marks->rows.y)
		return rows;
	/* A copy, since a row may come several times. */
	size_t stride = marks->rows.stride;
	memcpy(marks->marked, rows, *count * stride);
	const char door = marks->bytes ? marks->bytes[TILE_DOOR] : TILE_DOOR;
	for (; marks->next < marks->count && marks->list[marks->next].at.y < marks->rows.y; marks->next++) {
		const struct drawn *mark = &marks->list[marks->next];
		char *tile = &marks->marked[(mark->at.y - first) * stride + mark->at.x];
		/* A letter is read as floor. */
		if (mark->symbol < SYMBOL_LETTER || *tile != door)
			*tile = marks->bytes ? marks->bytes[mark->symbol] : (char)mark->symbol;
	}
	return marks->marked;
}

void marks_free(struct marks *marks)
{
	rows_free(&marks->rows);
	sort_free(&marks->sort);
	array_free(marks, list);
	array_free(marks, marked);
}
