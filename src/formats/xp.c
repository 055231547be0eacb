/* SPDX-License-Identifier: MIT */
/* Writes the drawings of REXPaint; xp.h describes the format. */
#include "formats/xp.h"

#include "base/utf8.h"
#include "formats/format.h"
#include "formats/writer.h"

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
	uint8_t symbol_cells[SYMBOLS][XP_CELL]; /* by symbol: its cell */
	uint8_t cells[XP_CELLS][XP_CELL];       /* cells to compress next */
	uint8_t packed[PACKED_SIZE];
	z_stream stream; /* kept for the next drawing */
	gz_header header;
};

const char xp_characters[] =
	u8"☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
	u8" !\"#$%&'()*+,-./"
	u8"0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂"
	u8"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
	u8"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/* Returns the number of a character, or 0 if the code page lacks it. */
static uint8_t find_character(const char *character)
{
	const size_t length = strlen(character);
	const char *found = xp_characters;
	uint32_t ignored_code;
	for (uint32_t number = 1; *found; number++) {
		if (strncmp(found, character, length) == 0)
			return (uint8_t)number;
		found += utf8_read(found, SIZE_MAX, &ignored_code);
	}
	return 0;
}

/*
 * Sets the cells of all symbols. A glyph has the color of its symbol on black, and a letter is
 * black on the color of floor. Refuses a glyph that the code page lacks.
 */
static bool set_symbol_cells(struct xp_writer *xp, struct writer *writer)
{
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = writer->style->glyph[i];
		uint8_t *cell = xp->symbol_cells[glyph_symbols[i]];
		cell[0] = find_character(glyph);
		if (cell[0] == 0) {
			writer->message.place.option = "glyphs";
			return fail(&writer->message, STATUS_USAGE,
				    "xp cannot contain %s, only the characters of code page 437",
				    glyph);
		}
		memcpy(cell + XP_FOREGROUND, symbol_colors[glyph_symbols[i]],
		       sizeof *symbol_colors);
	}
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++) {
		uint8_t *cell = xp->symbol_cells[i];
		cell[0] = (uint8_t)ROOM_LETTERS[i - SYMBOL_LETTER];
		memcpy(cell + XP_BACKGROUND, symbol_colors[TILE_FLOOR], sizeof *symbol_colors);
	}
	return true;
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
	return true;
}

/* Compresses bytes, and writes the output of zlib. */
static void compress_bytes(struct xp_writer *xp, uint8_t *bytes, size_t length, int flush,
			   struct output *output)
{
	z_stream *stream = &xp->stream;
	stream->next_in = bytes;
	stream->avail_in = (uInt)length;
	do {
		stream->next_out = xp->packed;
		stream->avail_out = PACKED_SIZE;
		(void)deflate(stream, flush);
		output_write(output, xp->packed, PACKED_SIZE - stream->avail_out);
	} while (stream->avail_out == 0);
}

static bool xp_write(struct writer *writer, const struct map *map)
{
	struct xp_writer *xp = writer->state;
	struct output *output = writer->output;
	const size_t width = map->recipe.width;
	const size_t height = map->recipe.height;
	unsigned show;
	if (!set_symbol_cells(xp, writer))
		return false;
	if ((uint64_t)width * height > TILES_MAX) {
		(void)writer_refuse(writer, "a map must have at most %d tiles for --format xp",
				    TILES_MAX);
		return advise(&writer->message, "choose a smaller map");
	}
	if (!writer_choose_shown(writer, map, &show))
		return false;
	if (!array_reserve(writer, scratch, (uint64_t)width * height))
		return false;
	if (!painted_rows_start(&writer->rows, map, show, writer->route, NULL, ""))
		return false;
	if (!start_stream(xp))
		return false;

	/* The file has columns, so that all rows are needed first. */
	char *at = writer->scratch;
	const char *rows;
	uint32_t row_count;
	while ((rows = painted_rows_next(&writer->rows, &row_count))) {
		memcpy(at, rows, width * row_count);
		at += width * row_count;
	}

	const uint32_t numbers[] = {(uint32_t)VERSION, LAYERS, (uint32_t)width, (uint32_t)height};
	uint8_t head[XP_HEAD];
	for (size_t i = 0; i < sizeof head; i++)
		head[i] = (uint8_t)(numbers[i / 4] >> i % 4 * 8);
	compress_bytes(xp, head, sizeof head, Z_NO_FLUSH, output);
	size_t cell_count = 0;
	for (size_t x = 0; x < width && !output->error; x++) {
		for (size_t y = 0; y < height; y++) {
			const unsigned char symbol = (unsigned char)writer->scratch[y * width + x];
			memcpy(xp->cells[cell_count++], xp->symbol_cells[symbol], XP_CELL);
			if (cell_count < XP_CELLS)
				continue;
			compress_bytes(xp, *xp->cells, sizeof xp->cells, Z_NO_FLUSH, output);
			cell_count = 0;
		}
	}
	compress_bytes(xp, *xp->cells, cell_count * XP_CELL, Z_FINISH, output);
	return true;
}

static void xp_writer_free(void *state)
{
	struct xp_writer *xp = state;
	deflateEnd(&xp->stream);
}

const struct format format_xp = {
	.name = "xp",
	.group = "game",
	.extensions = {"xp"},
	.summary = "drawing for REXPaint, which libtcod can load",
	.holds = HOLDS_ONE_MAP,
	.is_binary = true,
	.looks = LOOK_SHOW | LOOK_GLYPHS | LOOK_ROUTE,
	.cannot_show = SHOW_LOCKS | SHOW_SECRETS,
	.writer_state_size = sizeof(struct xp_writer),
	.write = xp_write,
	.free_writer_state = xp_writer_free,
	.read = xp_read,
	.reads_lists = true,
	.magics = {"\x1f\x8b"},
	.free_reader_state = xp_reader_free,
	.reader_state_size = sizeof(struct xp_reader),
};
