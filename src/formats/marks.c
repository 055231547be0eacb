/* SPDX-License-Identifier: MIT */
#include "formats/marks.h"

#include "dungeon/memory.h"
#include "dungeon/sort.h"

#include <stdlib.h>

static struct mark letter_of(const struct dungeon *dungeon, uint32_t index)
{
	uint32_t last = MARK_GLYPHS - MARK_LETTER - 1;
	return (struct mark){room_center(dungeon->rooms[index]), MARK_LETTER + (index < last ? index : last)};
}

static uint32_t letter_row(const void *dungeon, uint32_t index)
{
	return letter_of(dungeon, index).at.y;
}

static bool add_letters(struct marks *marks, const struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count, height = dungeon->recipe.height;
	uint32_t likely = recipe_most_rooms(&dungeon->recipe);
	if (!memory_reserve(&marks->memory, &marks->memory_capacity, sort_memory(count, height), sizeof *marks->memory,
			    sort_memory(likely, height)))
		return false;
	const uint32_t *order = sort_indices(marks->memory, count, height, letter_row, dungeon);
	for (uint32_t i = 0; i < count; i++)
		marks->list[i] = letter_of(dungeon, order[i]);
	marks->count = count;
	return true;
}

/* Puts a mark behind those that are above it, and those on its row. */
static void add_mark(struct marks *marks, struct mark mark)
{
	size_t place = marks->count++;
	for (; place > 0 && marks->list[place - 1].at.y > mark.at.y; place--)
		marks->list[place] = marks->list[place - 1];
	marks->list[place] = mark;
}

bool marks_make(struct marks *marks, const struct dungeon *dungeon, unsigned show)
{
	bool letters = show & SHOW_LABELS;
	uint64_t most = letters ? (uint64_t)dungeon->room_count + 2 : 2;
	uint64_t likely = letters ? (uint64_t)recipe_most_rooms(&dungeon->recipe) + 2 : 2;
	if (!memory_reserve(&marks->list, &marks->capacity, most, sizeof *marks->list, likely))
		return false;
	marks->count = 0;
	marks->glyph_count = letters ? MARK_GLYPHS : MARK_LETTER;
	if (letters && !add_letters(marks, dungeon))
		return false;
	if (show & SHOW_EXIT)
		add_mark(marks, (struct mark){dungeon->exit, MARK_EXIT});
	if (show & SHOW_SPAWN)
		add_mark(marks, (struct mark){dungeon->spawn, MARK_SPAWN});
	return true;
}

void marks_free(struct marks *marks)
{
	free(marks->list);
	free(marks->memory);
	*marks = (struct marks){0};
}
