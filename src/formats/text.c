/* SPDX-License-Identifier: MIT */
/* One line a row: # wall, . floor, @ spawn, and on request a letter for each room. */
#include "dungeon/memory.h"
#include "dungeon/sort.h"
#include "formats/format.h"

/* Rooms in order of placing, then the spawn, which is drawn over its room's letter. */
static struct mark mark_at(const struct dungeon *dungeon, uint32_t index)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
	if (index == dungeon->room_count)
		return (struct mark){dungeon->spawn, '@'};
	char letter = index < sizeof letters - 1 ? letters[index] : '?';
	return (struct mark){room_center(dungeon->rooms[index]), letter};
}

static uint32_t mark_row(const void *dungeon, uint32_t index)
{
	return mark_at(dungeon, index).at.y;
}

/* Makes scratch->marks: all of them from top to bottom, or the spawn alone. */
static bool make_marks(const struct dungeon *dungeon, bool labels, struct scratch *scratch)
{
	uint32_t count = labels ? dungeon->room_count + 1 : 1;
	uint64_t likely = labels ? (uint64_t)recipe_most_rooms(&dungeon->recipe) + 1 : 1;
	if (!memory_reserve(&scratch->marks, &scratch->mark_capacity, count, sizeof *scratch->marks, likely))
		return false;
	if (!labels) {
		scratch->marks[0] = mark_at(dungeon, dungeon->room_count);
		return true;
	}
	uint32_t height = dungeon->recipe.height;
	if (!memory_reserve(&scratch->memory, &scratch->memory_capacity, sort_memory(count, height),
			    sizeof *scratch->memory, sort_memory((uint32_t)likely, height)))
		return false;
	const uint32_t *order = sort_indices(scratch->memory, count, height, mark_row, dungeon);
	for (uint32_t i = 0; i < count; i++)
		scratch->marks[i] = mark_at(dungeon, order[i]);
	return true;
}

static bool write_map(const struct dungeon *dungeon, const struct style *style, struct scratch *scratch,
		      struct output *output)
{
	if (!make_marks(dungeon, style->labels, scratch))
		return false;
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.marks = scratch->marks,
		.mark_count = style->labels ? (size_t)dungeon->room_count + 1 : 1,
	};
	if (!rows_start(&scratch->rows, &plan))
		return false;
	struct band band;
	while (!output->error && rows_next(&scratch->rows, &band))
		output_repeat(output, band.bytes, band.length, band.times);
	return true;
}

const struct format format_text = {
	.name = "text",
	.extension = "txt",
	.summary = "a line a row: # wall, . floor, @ spawn",
	.takes = {.labels = true},
	.write = write_map,
};
