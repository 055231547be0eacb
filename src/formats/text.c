/* SPDX-License-Identifier: MIT */
/* One line a row, one character a tile: # wall, . floor; and the marks that the user wants to see. */
#include "formats/format.h"
#include "formats/marks.h"
#include "formats/tiles.h"

#include <string.h>

/* Memory that the maps of a run share. */
struct state {
	struct rows rows;
	struct marks marks;
	struct glyph glyphs[MARK_GLYPHS];
};

/* The glyph of the user's choice, or else the given one. */
static struct glyph glyph_or(const char *chosen, struct glyph own)
{
	size_t length = strlen(chosen);
	if (length == 0)
		return own;
	own.length = (uint8_t)length;
	memcpy(own.bytes, chosen, length);
	return own;
}

static void make_glyphs(struct glyph *glyphs, const struct style *style)
{
	memcpy(glyphs, tile_glyphs, sizeof tile_glyphs);
	for (size_t i = MARK_LETTER; i < MARK_GLYPHS; i++)
		glyphs[i] = glyph_of_byte(MARKS_LETTERS[i - MARK_LETTER]);
	glyphs[TILE_WALL] = glyph_or(style->glyph[GLYPH_WALL], glyphs[TILE_WALL]);
	glyphs[TILE_FLOOR] = glyph_or(style->glyph[GLYPH_FLOOR], glyphs[TILE_FLOOR]);
	glyphs[TILE_DOOR] = glyph_or(style->glyph[GLYPH_DOOR], glyphs[TILE_DOOR]);
	glyphs[MARK_SPAWN] = glyph_or(style->glyph[GLYPH_SPAWN], glyph_of_byte('@'));
	glyphs[MARK_EXIT] = glyph_or(style->glyph[GLYPH_EXIT], glyph_of_byte('>'));
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	if (!marks_make(&state->marks, dungeon, writer->style->show))
		return false;
	if (state->glyphs[0].length == 0)
		make_glyphs(state->glyphs, writer->style);
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.glyphs = state->glyphs,
		.glyph_count = state->marks.glyph_count,
		.marks = state->marks.list,
		.mark_count = state->marks.count,
	};
	return tiles_write(&state->rows, &plan, writer->output);
}

static void end(void *own)
{
	struct state *state = own;
	rows_free(&state->rows);
	marks_free(&state->marks);
}

const struct format format_text = {
	.name = "text",
	.extensions = {{"txt", false}},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.styles = STYLE_SHOW | STYLE_GLYPHS,
	.state_size = sizeof(struct state),
	.write = write_map,
	.end = end,
};
