/* SPDX-License-Identifier: MIT */
/* Writes the drawings of REXPaint; xp.h describes the format. */
#include "formats/xp.h"

#include <string.h>

enum {
	/* A version is negative, because older files begin with the number of layers instead. */
	VERSION = -1,

	LAYERS = 1,
	TILES_MAX = INT32_MAX, /* libtcod stores their number in an int */
	PACKED_SIZE = 1 << 15, /* bytes of compressed data to write at once */
	MEMORY_LEVEL = 8,      /* the default of zlib */
	SYSTEM_UNKNOWN = 255,  /* in the header of gzip, so that it is the same on every system */
};

/* By symbol, except for letters: the colors of ansi as red, green, and blue. */
static const uint8_t symbol_colors[SYMBOL_LETTER][3] = {
	[TILE_WALL] = {0x30, 0x30, 0x30},   [TILE_FLOOR] = {0xd7, 0xd7, 0xaf},
	[TILE_DOOR] = {0xaf, 0x5f, 0x00},   [SYMBOL_SPAWN] = {0x00, 0x87, 0x00},
	[SYMBOL_EXIT] = {0xd7, 0x00, 0x00}, [SYMBOL_ROUTE] = {0x5f, 0x87, 0xaf},
};

/* Memory that the maps of a run share. */
struct xp_writer {
	uint8_t cells[SYMBOLS][XP_CELL];      /* by symbol: its cell */
	uint8_t unpacked[XP_CELLS * XP_CELL]; /* bytes to compress next */
	size_t unpacked_count;                /* number of these bytes */
	uint8_t packed[PACKED_SIZE];
	z_stream stream; /* kept for the next drawing */
	gz_header header;
};

/* Sets the cell of a glyph, which has the color of its symbol on black. */
static void set_glyph_cell(struct xp_writer *xp, size_t symbol, const char *glyph)
{
	uint8_t *cell = xp->cells[symbol];
	cell[0] = (uint8_t)code_page_find(glyph);
	memcpy(cell + XP_FOREGROUND, symbol_colors[symbol], sizeof *symbol_colors);
}

/* Sets the cell of a letter, which is black on the color of floor. */
static void set_letter_cell(struct xp_writer *xp, size_t symbol)
{
	uint8_t *cell = xp->cells[symbol];
	cell[0] = (uint8_t)ROOM_LETTERS[symbol - SYMBOL_LETTER];
	memcpy(cell + XP_BACKGROUND, symbol_colors[TILE_FLOOR], sizeof *symbol_colors);
}

static void set_cells(struct xp_writer *xp, const struct style *style)
{
	for (size_t i = 0; i < GLYPHS; i++)
		set_glyph_cell(xp, glyph_symbols[i], style->glyph[i]);
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		set_letter_cell(xp, i);
}

/* Starts to compress a drawing. Returns false if out of memory. */
static bool start_stream(struct xp_writer *xp)
{
	z_stream *stream = &xp->stream;
	int status;
	if (stream->state)
		status = deflateReset(stream);
	else
		status = deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
				      MAX_WBITS + XP_GZIP, MEMORY_LEVEL, Z_DEFAULT_STRATEGY);
	if (status != Z_OK)
		return false;
	xp->header.os = SYSTEM_UNKNOWN;
	(void)deflateSetHeader(stream, &xp->header);
	xp->unpacked_count = 0;
	return true;
}

/* Compresses the unpacked bytes, and writes the output of zlib. */
static void compress_bytes(struct xp_writer *xp, int flush, struct output *output)
{
	z_stream *stream = &xp->stream;
	stream->next_in = xp->unpacked;
	stream->avail_in = (uInt)xp->unpacked_count;
	do {
		stream->next_out = xp->packed;
		stream->avail_out = PACKED_SIZE;
		(void)deflate(stream, flush);
		output_write(output, xp->packed, PACKED_SIZE - stream->avail_out);
	} while (stream->avail_out == 0);
	xp->unpacked_count = 0;
}

/* Adds a number to the unpacked bytes, which have space for it. */
static void add_number(struct xp_writer *xp, uint32_t number)
{
	for (unsigned i = 0; i < 4; i++)
		xp->unpacked[xp->unpacked_count++] = (uint8_t)(number >> 8 * i);
}

static void add_cell(struct xp_writer *xp, unsigned char symbol, struct output *output)
{
	if (xp->unpacked_count + XP_CELL > sizeof xp->unpacked)
		compress_bytes(xp, Z_NO_FLUSH, output);
	memcpy(xp->unpacked + xp->unpacked_count, xp->cells[symbol], XP_CELL);
	xp->unpacked_count += XP_CELL;
}

/* Copies the symbols of all rows to writer->scratch, which has space for them. */
static void copy_rows(struct writer *writer, size_t width)
{
	char *at = writer->scratch;
	const char *rows;
	uint32_t count;
	while ((rows = marks_next(&writer->marks, &count))) {
		memcpy(at, rows, width * count);
		at += width * count;
	}
}

static bool xp_write(struct writer *writer, const struct map *map)
{
	struct xp_writer *xp = writer->state;
	struct output *output = writer->output;
	const size_t width = map->recipe.width;
	const size_t height = map->recipe.height;
	unsigned show;
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = writer->style->glyph[i];
		if (code_page_find(glyph) == 0) {
			writer->message.place.option = "glyphs";
			return fail(&writer->message, STATUS_USAGE,
				    "xp cannot contain %s, only the characters of code page 437",
				    glyph);
		}
	}
	if ((uint64_t)width * height > TILES_MAX) {
		(void)writer_refuse(writer, "a map must have at most %d tiles for --format xp",
				    TILES_MAX);
		return advise(&writer->message, "choose a smaller map");
	}
	if (!writer_choose_shown(writer, map, SHOW_SPAWN | SHOW_EXIT, &show))
		return false;
	if (!array_reserve(writer, scratch, (uint64_t)width * height))
		return false;
	if (!marks_start(&writer->marks, map, show, writer->route, NULL, ""))
		return false;
	if (!start_stream(xp))
		return false;
	set_cells(xp, writer->style);
	/* The file has columns, so that all rows are needed first. */
	copy_rows(writer, width);
	add_number(xp, (uint32_t)VERSION);
	add_number(xp, LAYERS);
	add_number(xp, (uint32_t)width);
	add_number(xp, (uint32_t)height);
	for (size_t x = 0; x < width && !output->error; x++) {
		for (size_t y = 0; y < height; y++)
			add_cell(xp, (unsigned char)writer->scratch[y * width + x], output);
	}
	compress_bytes(xp, Z_FINISH, output);
	return true;
}

static void xp_writer_free(void *state)
{
	struct xp_writer *xp = state;
	deflateEnd(&xp->stream);
}

const struct format format_xp = {
	.name = "xp",
	.extensions = {"xp"},
	.summary = "drawing for REXPaint, which libtcod can load",
	.holds = HOLDS_ONE_MAP,
	.is_binary = true,
	.looks = LOOK_SHOW | LOOK_GLYPHS | LOOK_ROUTE,
	.writer_state_size = sizeof(struct xp_writer),
	.write = xp_write,
	.free_writer_state = xp_writer_free,
	.read = xp_read,
	.magics = {"\x1f\x8b"},
	.free_reader_state = xp_reader_free,
	.reader_state_size = sizeof(struct xp_reader),
};
