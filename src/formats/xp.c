/* SPDX-License-Identifier: MIT */
/*
 * The drawings of REXPaint, which libtcod loads: packed by gzip, numbers of 32 bits, least
 * significant byte first: version, layers, width and height. Then the cells, column by column: a
 * character of code page 437, its color and the color behind.
 */
#include "formats/grid.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

enum {
	VERSION = -1,
	CELL = 10,        /* bytes */
	CELLS = 1 << 10,  /* that are compressed together */
	PACKED = 1 << 15, /* bytes */
	GZIP = 16,  /* added to the window of 2^15 bytes: how zlib is asked for a gzip header */
	MEMORY = 8, /* its default */
	CHARACTERS = 256,
	SYSTEM_UNKNOWN = 255, /* in that header, instead of where the program runs */
};

/* The characters 1 to 255. */
static const char characters[] =
	u8"☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
	u8" !\"#$%&'()*+,-./"
	u8"0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~⌂"
	u8"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
	u8"└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/* The colors of ansi: red, green and blue. */
static const uint8_t colors[SYMBOL_LETTER][3] = {
	[TILE_WALL] = {0x30, 0x30, 0x30},   [TILE_FLOOR] = {0xd7, 0xd7, 0xaf},
	[TILE_DOOR] = {0xaf, 0x5f, 0x00},   [SYMBOL_SPAWN] = {0x00, 0x87, 0x00},
	[SYMBOL_EXIT] = {0xd7, 0x00, 0x00},
};

/* Memory that the maps of a run share; the maps are in files of their own. */
struct state {
	uint8_t cells[SYMBOLS][CELL]; /* how symbols look */
	uint8_t column[CELLS * CELL], packed[PACKED];
	z_stream stream;
	gz_header header;
};

/* Returns the number of a character in code page 437, or 0 if it has none. */
static unsigned find_character(const char *character)
{
	uint32_t ignored;
	unsigned number = 1;
	for (const char *at = characters; *at; at += utf8_read(at, SIZE_MAX, &ignored), number++)
		if (strncmp(at, character, strlen(character)) == 0)
			return number;
	return 0;
}

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
		make_cell(state, glyph_symbols[i], find_character(writer->style->glyph[i]));
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		make_cell(state, i, (unsigned char)MARKS_LETTERS[i - SYMBOL_LETTER]);
	state->header.os = SYSTEM_UNKNOWN;
	if (!array_reserve(writer, bytes, (uint64_t)width * height) ||
	    !marks_start(&writer->marks, map, style_shown(writer->style, map), NULL, "",
			 writer->watch) ||
	    (stream->state ? deflateReset(stream)
			   : deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
					  MAX_WBITS + GZIP, MEMORY, Z_DEFAULT_STRATEGY)) != Z_OK)
		return false;
	(void)deflateSetHeader(stream, &state->header);
	/* All rows are copied, since the file has columns. */
	const char *rows;
	uint32_t count;
	for (char *at = writer->bytes; (rows = marks_next(&writer->marks, &count));
	     at += width * count)
		memcpy(at, rows, width * count);
	const uint32_t head[] = {(uint32_t)VERSION, 1, (uint32_t)width, (uint32_t)height};
	size_t used = 0;
	for (; used < sizeof head; used++)
		state->column[used] = (uint8_t)(head[used / 4] >> used % 4 * 8);
	for (size_t x = 0; x < width && !writer->output->error; x++)
		for (size_t y = 0; y < height; y++, used += CELL) {
			if (used + CELL > sizeof state->column) {
				compress_bytes(state, state->column, used, Z_NO_FLUSH,
					       writer->output);
				used = 0;
			}
			memcpy(state->column + used,
			       state->cells[(unsigned char)writer->bytes[y * width + x]], CELL);
		}
	compress_bytes(state, state->column, used, Z_FINISH, writer->output);
	return true;
}

static void end(void *own)
{
	deflateEnd(&((struct state *)own)->stream);
}

/* Memory of a reader. */
struct unpacked {
	z_stream stream;
	uint8_t symbols[CHARACTERS]; /* what a character means; SYMBOLS: nothing */
	uint8_t cells[CELLS * CELL];
	ARRAY(char, tiles); /* column by column */
};

static void set_symbols(struct unpacked *unpacked, const struct style *style)
{
	uint32_t ignored;
	unsigned number = 1;
	for (const char *at = characters; *at; number++) {
		size_t length = utf8_read(at, SIZE_MAX, &ignored);
		unpacked->symbols[number] = (uint8_t)grid_symbol(style, at, length);
		at += length;
	}
	unpacked->symbols[0] = unpacked->symbols[' '];
}

/*
 * Unpacks the next `length` bytes. Refuses a file that ends before, or `at_end`, one that has a
 * byte more.
 */
static enum read_result unpack(struct reader *reader, uint8_t *bytes, size_t length, bool at_end)
{
	z_stream *stream = &((struct unpacked *)reader->state)->stream;
	struct input *input = reader->input;
	int status = Z_OK;
	stream->next_out = bytes;
	stream->avail_out = (uInt)length;
	while (status == Z_OK && stream->avail_out > 0) {
		/* Without more input, zlib may still hold output. */
		if (input->start < input->end || input_more(input))
			stream->next_in = (Bytef *)input->bytes + input->start;
		stream->avail_in = (uInt)(input->end - input->start);
		status = inflate(stream, Z_NO_FLUSH);
		input->start = input->end - stream->avail_in;
	}
	if (at_end ? stream->avail_out > 0 && status == Z_STREAM_END : stream->avail_out == 0)
		return READ_MAP;
	return status == Z_MEM_ERROR
		       ? READ_NO_MEMORY
		       : reader_refuse(reader, "is cut off, damaged, or no drawing of REXPaint");
}

static uint32_t get_little_endian(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Reads `count` cells from the one of that index on. */
static enum read_result read_cells(struct reader *reader, uint64_t index, size_t count)
{
	struct map *map = reader->map;
	struct unpacked *unpacked = reader->state;
	if (!array_reserve(unpacked, tiles, index + count))
		return READ_NO_MEMORY;
	for (size_t i = 0; i < count; i++, index++) {
		const uint8_t *cell = &unpacked->cells[i * CELL];
		uint32_t number = get_little_endian(cell), height = map->recipe.height;
		struct point at = {(uint32_t)(index / height), (uint32_t)(index % height)};
		bool transparent = memcmp(cell + 7, "\xff\0\xff", 3) == 0;
		uint8_t symbol = transparent           ? TILE_WALL
				 : number < CHARACTERS ? unpacked->symbols[number]
						       : SYMBOLS;
		if (symbol == SYMBOLS)
			return reader_refuse(reader,
					     "cell %" PRIu32 ",%" PRIu32
					     ": no tile looks like character %" PRIu32
					     "; name the characters with --glyphs",
					     at.x, at.y, number);
		if (symbol == SYMBOL_LETTER)
			reader->grid.letter_count++;
		else if (symbol >= SYMBOL_MARK &&
			 !grid_mark(map, (enum mark_kind)(symbol - SYMBOL_MARK), at))
			return reader_refuse(
				reader, "cell %" PRIu32 ",%" PRIu32 ": a second %s; a map has one",
				at.x, at.y, mark_names[symbol - SYMBOL_MARK]);
		unpacked->tiles[index] = symbol >= TILE_KINDS ? TILE_FLOOR : (char)symbol;
	}
	return READ_MAP;
}

static enum read_result read_map(struct reader *reader)
{
	struct map *map = reader->map;
	struct unpacked *unpacked = reader->state;
	struct recipe *recipe = &map->recipe;
	uint8_t head[16] = {0};
	set_symbols(unpacked, reader->style);
	if (inflateInit2(&unpacked->stream, MAX_WBITS + GZIP) != Z_OK)
		return READ_NO_MEMORY;
	enum read_result result = unpack(reader, head, sizeof head, false);
	if (result != READ_MAP)
		return result;
	uint32_t layers = get_little_endian(head + 4);
	recipe->width = get_little_endian(head + 8);
	recipe->height = get_little_endian(head + 12);
	uint64_t total = (uint64_t)recipe->width * recipe->height;
	if (layers == 0 || total == 0 || recipe->width > INT32_MAX || recipe->height > INT32_MAX ||
	    total > READER_TILES_MAX)
		return reader_refuse(reader,
				     "is no drawing of REXPaint, or too large: %" PRIu32 "x%" PRIu32
				     "; a map has up to %" PRIu32 " tiles",
				     recipe->width, recipe->height, READER_TILES_MAX);
	/* Every layer has its size before its cells. Only the first is kept. */
	for (uint32_t layer = 0; layer < layers && result == READ_MAP; layer++) {
		result = layer > 0 ? unpack(reader, head, 8, false) : READ_MAP;
		for (uint64_t index = 0; index < total && result == READ_MAP; index += CELLS) {
			size_t count = total - index < CELLS ? (size_t)(total - index) : CELLS;
			result = unpack(reader, unpacked->cells, count * CELL, false);
			if (result == READ_MAP && layer == 0)
				result = read_cells(reader, index, count);
		}
	}
	if (result == READ_MAP)
		result = unpack(reader, unpacked->cells, 1, true);
	if (result != READ_MAP)
		return result;
	if (reader->input->start < reader->input->end || input_more(reader->input))
		return reader_refuse(reader, "has data after its end; a file has one map");
	grid_note_letters(reader);
	if (layers > 1) {
		reader->loses = true;
		reader_note(reader, "; ", "not kept: the layers above the first");
	}
	if (!array_reserve(map, tiles, total))
		return READ_NO_MEMORY;
	const char *from = unpacked->tiles;
	for (size_t x = 0; x < recipe->width; x++)
		for (size_t y = 0; y < recipe->height; y++)
			map->tiles[y * recipe->width + x] = *from++;
	recipe->doors = memchr(map->tiles, TILE_DOOR, (size_t)total) != NULL;
	return READ_MAP;
}

static void read_end(void *own)
{
	struct unpacked *unpacked = own;
	inflateEnd(&unpacked->stream);
	array_free(unpacked, tiles);
}

static unsigned find_style_fault(const struct style *style, struct text *fault)
{
	for (size_t i = 0; i < GLYPHS; i++) {
		if (find_character(style->glyph[i]))
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
	.state_size = sizeof(struct state),
	.write = write_map,
	.end = end,
	.read = read_map,
	.magic = "\x1f\x8b",
	.read_end = read_end,
	.reader_size = sizeof(struct unpacked),
};
