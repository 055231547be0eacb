/* SPDX-License-Identifier: MIT */
/* One line per row, one character per tile: # wall, . floor; and the marks that the user wants to see. */
#include "formats/format.h"
#include "formats/marks.h"

#include <string.h>

/* A character of UTF-8. */
struct glyph {
	char bytes[7];
	uint8_t length; /* 0: not made yet */
};

/* Memory that the maps of a run share. */
struct state {
	struct marks marks;
	struct glyph glyphs[SYMBOLS];
	char bytes[SYMBOLS]; /* what rows are drawn with: the glyphs, or their indices if one has several bytes */
	bool spelled;        /* bytes are indices */
};

static void set_glyph(struct state *state, size_t symbol, const char *text, size_t length)
{
	struct glyph *glyph = &state->glyphs[symbol];
	memcpy(glyph->bytes, text, length);
	glyph->length = (uint8_t)length;
	state->spelled = state->spelled || length > 1;
}

static void make_glyphs(struct state *state, const struct style *style)
{
	static const size_t symbols[GLYPHS] = {TILE_WALL, TILE_FLOOR, SYMBOL_SPAWN, SYMBOL_EXIT, TILE_DOOR};
	for (size_t i = 0; i < GLYPHS; i++)
		set_glyph(state, symbols[i], style->glyph[i], strlen(style->glyph[i]));
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		set_glyph(state, i, &MARKS_LETTERS[i - SYMBOL_LETTER], 1);
	for (size_t i = 0; i < SYMBOLS; i++)
		state->bytes[i] = state->spelled ? (char)i : state->glyphs[i].bytes[0];
}

/* Writes rows of indices of glyphs. Returns false if out of memory. */
static bool write_spelled(struct state *state, const struct band *band, struct output *output)
{
	struct rows *rows = &state->marks.rows;
	size_t width = rows->stride;
	if (!array_reserve(rows, text, band->rows * (width * (uint64_t)sizeof(struct glyph) + 1)))
		return false;
	char *at = rows->text;
	const char *tiles = band->bytes;
	for (uint32_t row = 0; row < band->rows; row++, tiles += width) {
		for (size_t x = 0; x < width; x++) {
			/* A copy of constant size is a single store; the next one overwrites its excess. */
			const struct glyph *glyph = &state->glyphs[(unsigned char)tiles[x]];
			memcpy(at, glyph->bytes, sizeof *glyph);
			at += glyph->length;
		}
		*at++ = '\n';
	}
	output_repeat(output, rows->text, (size_t)(at - rows->text), band->times);
	return true;
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	struct output *output = writer->output;
	if (state->glyphs[0].length == 0)
		make_glyphs(state, writer->style);
	if (!marks_start(&state->marks, dungeon, writer->style->show, state->bytes, state->spelled ? "" : "\n"))
		return false;
	struct band band;
	while (!output->error && marks_next(&state->marks, &band)) {
		if (!state->spelled)
			output_repeat(output, band.bytes, band.rows * state->marks.rows.stride, band.times);
		else if (!write_spelled(state, &band, output))
			return false;
	}
	return true;
}

static void end(void *own)
{
	struct state *state = own;
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
