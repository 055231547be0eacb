/* SPDX-License-Identifier: MIT */
/* One line a row: # wall, . floor, @ spawn, and on request a letter for each room. */
#include "dungeon/memory.h"
#include "dungeon/rows.h"
#include "dungeon/sort.h"
#include "formats/format.h"

#include <stdlib.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?";

/* The glyphs of marks, after those of the kinds of tile. */
enum { MARK_SPAWN = TILE_KINDS, MARK_LETTERS, LETTERS = sizeof letters - 1 };

/* Memory that the maps of a run share. */
struct state {
	struct rows rows;
	struct glyph glyphs[MARK_LETTERS + LETTERS];
	struct mark *marks;
	size_t mark_capacity;
	uint32_t *memory; /* of the sort of the marks */
	size_t memory_capacity;
};

/* Rooms in order of placing, then the spawn, which is drawn over its room's letter. */
static struct mark mark_at(const struct dungeon *dungeon, uint32_t index)
{
	if (index == dungeon->room_count)
		return (struct mark){dungeon->spawn, MARK_SPAWN};
	uint32_t letter = index < LETTERS ? index : LETTERS - 1;
	return (struct mark){room_center(dungeon->rooms[index]), MARK_LETTERS + letter};
}

static uint32_t mark_row(const void *dungeon, uint32_t index)
{
	return mark_at(dungeon, index).at.y;
}

/* Makes state->marks: all of them from top to bottom, or the spawn alone. */
static bool make_marks(const struct dungeon *dungeon, bool labels, struct state *state)
{
	uint32_t count = labels ? dungeon->room_count + 1 : 1;
	uint64_t likely = labels ? (uint64_t)recipe_most_rooms(&dungeon->recipe) + 1 : 1;
	if (!memory_reserve(&state->marks, &state->mark_capacity, count, sizeof *state->marks, likely))
		return false;
	if (!labels) {
		state->marks[0] = mark_at(dungeon, dungeon->room_count);
		return true;
	}
	uint32_t height = dungeon->recipe.height;
	if (!memory_reserve(&state->memory, &state->memory_capacity, sort_memory(count, height), sizeof *state->memory,
			    sort_memory((uint32_t)likely, height)))
		return false;
	const uint32_t *order = sort_indices(state->memory, count, height, mark_row, dungeon);
	for (uint32_t i = 0; i < count; i++)
		state->marks[i] = mark_at(dungeon, order[i]);
	return true;
}

static void make_glyphs(struct glyph *glyphs)
{
	memcpy(glyphs, tile_glyphs, sizeof tile_glyphs);
	glyphs[MARK_SPAWN] = glyph_of_byte('@');
	for (size_t i = 0; i < LETTERS; i++)
		glyphs[MARK_LETTERS + i] = glyph_of_byte(letters[i]);
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	bool labels = writer->style->show & SHOW_LABELS;
	if (!make_marks(dungeon, labels, state))
		return false;
	if (state->glyphs[0].length == 0)
		make_glyphs(state->glyphs);
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.glyphs = state->glyphs,
		.glyph_count = labels ? MARK_LETTERS + LETTERS : MARK_LETTERS,
		.marks = state->marks,
		.mark_count = labels ? (size_t)dungeon->room_count + 1 : 1,
	};
	if (!rows_start(&state->rows, &plan))
		return false;
	struct band band;
	while (!writer->output->error && rows_next(&state->rows, &band))
		output_repeat(writer->output, band.bytes, band.length, band.times);
	return true;
}

static void end(void *own)
{
	struct state *state = own;
	rows_free(&state->rows);
	free(state->marks);
	free(state->memory);
}

const struct format format_text = {
	.name = "text",
	.extensions = {{"txt", false}},
	.summary = "a line a row: # wall, . floor, @ spawn",
	.styles = STYLE_SHOW | STYLE_GLYPHS,
	.state_size = sizeof(struct state),
	.write = write_map,
	.end = end,
};
