/* SPDX-License-Identifier: MIT */
/*
 * The drawings of REXPaint, which libtcod loads: packed by gzip, numbers of 32 bits, least
 * significant byte first: version, layers, width and height. Then the cells, column by column: a
 * character of code page 437, its color and the color behind.
 */
#include "formats/code_page.h"
#include "formats/xp_read.h"

#include <string.h>

enum {
	VERSION = -1,
	PACKED = 1 << 15,     /* bytes */
	MEMORY = 8,           /* how much of it zlib takes, its default */
	SYSTEM_UNKNOWN = 255, /* in the header of gzip, instead of where the program runs */
};

/* The colors of ansi: red, green and blue. */
static const uint8_t colors[SYMBOL_LETTER][3] = {
	[TILE_WALL] = {0x30, 0x30, 0x30},   [TILE_FLOOR] = {0xd7, 0xd7, 0xaf},
	[TILE_DOOR] = {0xaf, 0x5f, 0x00},   [SYMBOL_SPAWN] = {0x00, 0x87, 0x00},
	[SYMBOL_EXIT] = {0xd7, 0x00, 0x00},
};

/* Memory that the maps of a run share; the maps are in files of their own. */
struct state {
	uint8_t cells[SYMBOLS][XP_CELL]; /* how symbols look */
	uint8_t column[XP_CELLS * XP_CELL], packed[PACKED];
	z_stream stream;
	gz_header header;
};

static void make_cell(struct state *state, size_t symbol, unsigned character)
{
	uint8_t *cell = state->cells[symbol];
	cell[0] = (uint8_t)character;
	/* A letter is black on the color of floor, the others have their color on black. */
	const bool is_letter = symbol >= SYMBOL_LETTER;
	memcpy(cell + (is_letter ? 7 : 4), colors[is_letter ? TILE_FLOOR : symbol], sizeof *colors);
}

static void compress_bytes(struct state *state, uint8_t *bytes, size_t length, int flush,
			   struct output *output)
{
	z_stream *stream = &state->stream;
	stream->next_in = bytes;
	stream->avail_in = (uInt)length;
	do {
		stream->next_out = state->packed;
		stream->avail_out = PACKED;
		(void)deflate(stream, flush);
		output_write(output, state->packed, PACKED - stream->avail_out);
	} while (stream->avail_out == 0);
}

static bool write_map(struct writer *writer, const struct map *map)
{
	struct state *state = writer->state;
	z_stream *stream = &state->stream;
	const size_t width = map->recipe.width, height = map->recipe.height;
	for (size_t i = 0; i < GLYPHS; i++)
		make_cell(state, glyph_symbols[i], code_page_find(writer->style->glyph[i]));
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		make_cell(state, i, (unsigned char)ROOM_LETTERS[i - SYMBOL_LETTER]);
	state->header.os = SYSTEM_UNKNOWN;
	if (!array_reserve(writer, scratch, (uint64_t)width * height) ||
	    !marks_start(&writer->marks, map, style_shown(writer->style, map), NULL, "",
			 writer->watch) ||
	    (stream->state ? deflateReset(stream)
			   : deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
					  MAX_WBITS + XP_GZIP, MEMORY, Z_DEFAULT_STRATEGY)) != Z_OK)
		return false;
	(void)deflateSetHeader(stream, &state->header);
	/* All rows are copied, since the file has columns. */
	const char *rows;
	uint32_t count;
	for (char *at = writer->scratch; (rows = marks_next(&writer->marks, &count));
	     at += width * count)
		memcpy(at, rows, width * count);
	const uint32_t head[] = {(uint32_t)VERSION, 1, (uint32_t)width, (uint32_t)height};
	size_t used = 0;
	for (; used < sizeof head; used++)
		state->column[used] = (uint8_t)(head[used / 4] >> used % 4 * 8);
	for (size_t x = 0; x < width && !writer->output->error; x++)
		for (size_t y = 0; y < height; y++, used += XP_CELL) {
			if (used + XP_CELL > sizeof state->column) {
				compress_bytes(state, state->column, used, Z_NO_FLUSH,
					       writer->output);
				used = 0;
			}
			memcpy(state->column + used,
			       state->cells[(unsigned char)writer->scratch[y * width + x]],
			       XP_CELL);
		}
	compress_bytes(state, state->column, used, Z_FINISH, writer->output);
	return true;
}

static void end(void *own)
{
	deflateEnd(&((struct state *)own)->stream);
}

static unsigned find_style_fault(const struct style *style, struct text *fault)
{
	for (size_t i = 0; i < GLYPHS; i++) {
		if (code_page_find(style->glyph[i]))
			continue;
		text_add(fault, "xp has no %s, only the characters of code page 437",
			 style->glyph[i]);
		return STYLE_GLYPHS;
	}
	return 0;
}

static void find_map_fault(const struct style *style, const struct map *map,
			   const struct label *label, struct text *fault)
{
	(void)label;
	style_find_covered_tile(style, map, SHOW_SPAWN | SHOW_EXIT, "xp", fault);
}

const struct format format_xp = {
	.name = "xp",
	.extensions = {{"xp", true}},
	.summary = "a drawing for REXPaint, which libtcod loads",
	.one_map = true,
	.binary = true,
	.styles = STYLE_SHOW | STYLE_GLYPHS,
	.find_style_fault = find_style_fault,
	.find_map_fault = find_map_fault,
	.tiles_max = INT32_MAX, /* libtcod counts them in an int */
	.writer_state_size = sizeof(struct state),
	.write = write_map,
	.free_writer_state = end,
	.read = xp_read,
	.magic = "\x1f\x8b",
	.free_reader_state = xp_read_end,
	.reader_state_size = sizeof(struct xp_reader),
};
