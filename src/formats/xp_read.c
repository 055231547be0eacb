/* SPDX-License-Identifier: MIT */
/* Reads the format xp, which xp.c writes. */
#include "formats/xp_read.h"

#include "formats/glyphs.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

/* Sets what each character means. */
static void set_symbols(struct xp_reader *xp, const struct style *style)
{
	uint32_t ignored;
	unsigned number = 1;
	for (const char *at = code_page; *at; number++) {
		const size_t length = utf8_read(at, SIZE_MAX, &ignored);
		xp->symbols[number] = (uint8_t)glyphs_find(style, at, length);
		at += length;
	}
	xp->symbols[0] = xp->symbols[' '];
}

/*
 * Inflates input until there are `length` bytes, or no more. Returns the status of zlib, and stores
 * how many bytes are missing in *missing.
 */
static int inflate_bytes(struct reader *reader, uint8_t *bytes, size_t length, size_t *missing)
{
	z_stream *stream = &((struct xp_reader *)reader->state)->stream;
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
	*missing = stream->avail_out;
	return status;
}

static bool refuse_file(struct builder *builder, int status)
{
	build_need(builder, status != Z_MEM_ERROR);
	return build_refuse(builder, NULL, "is cut off, damaged, or no drawing of REXPaint");
}

/* Unpacks the next `length` bytes. Refuses a file that ends before. */
static bool unpack(struct builder *builder, uint8_t *bytes, size_t length)
{
	size_t missing;
	const int status = inflate_bytes(builder->reader, bytes, length, &missing);
	if (missing > 0)
		return refuse_file(builder, status);
	return true;
}

/* Refuses a file that has anything after the last cell. */
static bool check_end(struct builder *builder)
{
	struct input *input = builder->reader->input;
	uint8_t byte;
	size_t missing;
	const int status = inflate_bytes(builder->reader, &byte, 1, &missing);
	if (missing == 0 || status != Z_STREAM_END)
		return refuse_file(builder, status);
	if (input->start < input->end || input_more(input))
		return build_refuse(builder, NULL, "has data after its end; a file has one map");
	return true;
}

static uint32_t get_little_endian(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Returns what a character means on a tile with these colors; SYMBOLS: nothing. */
static uint8_t find_symbol(const struct xp_reader *xp, const uint8_t *cell, uint32_t number)
{
	/* Cells that REXPaint leaves transparent have this color behind. */
	const bool is_transparent = memcmp(cell + 7, "\xff\0\xff", 3) == 0;
	if (is_transparent)
		return TILE_WALL;
	if (number >= CODE_PAGE_CHARACTERS)
		return SYMBOLS;
	return xp->symbols[number];
}

/* Reads the cell of a tile. Stores the kind of the tile, and sets the mark that is on it. */
static bool read_cell(struct builder *builder, const uint8_t *cell, struct point at, char *tile)
{
	struct xp_reader *xp = builder->reader->state;
	const uint32_t number = get_little_endian(cell);
	const uint8_t symbol = find_symbol(xp, cell, number);
	if (symbol == SYMBOLS)
		return build_refuse(builder, NULL,
				    "cell %" PRIu32 ",%" PRIu32
				    ": no tile looks like character %" PRIu32
				    "; name the characters with --glyphs",
				    at.x, at.y, number);
	*tile = symbol < TILE_KINDS ? (char)symbol : TILE_FLOOR;
	if (symbol == SYMBOL_LETTER)
		xp->letter_count++;
	if (symbol < SYMBOL_MARK || symbol == SYMBOL_LETTER)
		return true;
	const enum mark_kind kind = (enum mark_kind)(symbol - SYMBOL_MARK);
	if (build_drawn_mark(builder, kind, at))
		return true;
	return build_refuse(builder, NULL,
			    "cell %" PRIu32 ",%" PRIu32 ": a second %s; a map has one", at.x, at.y,
			    mark_names[kind]);
}

/* Reads `count` cells, the first of them at `index`. */
static bool read_cells(struct builder *builder, uint64_t index, size_t count)
{
	struct xp_reader *xp = builder->reader->state;
	const uint32_t height = builder->map->recipe.height;
	if (!build_need(builder, array_reserve(xp, tiles, index + count)))
		return false;
	for (size_t i = 0; i < count; i++, index++) {
		const struct point at = {(uint32_t)(index / height), (uint32_t)(index % height)};
		const uint8_t *cell = &xp->cells[i * XP_CELL];
		if (!read_cell(builder, cell, at, &xp->tiles[index]))
			return false;
	}
	return true;
}

/* Reads all cells of a layer. Only those of the first layer are kept. */
static bool read_layer(struct builder *builder, uint32_t layer)
{
	struct xp_reader *xp = builder->reader->state;
	const uint64_t total = recipe_tiles(&builder->map->recipe);
	uint8_t size[8];
	/* Every layer has its size before its cells. That of the first was in the head. */
	if (layer > 0 && !unpack(builder, size, sizeof size))
		return false;
	for (uint64_t index = 0; index < total; index += XP_CELLS) {
		const size_t count = total - index < XP_CELLS ? (size_t)(total - index) : XP_CELLS;
		if (!unpack(builder, xp->cells, count * XP_CELL))
			return false;
		if (layer == 0 && !read_cells(builder, index, count))
			return false;
	}
	return true;
}

/* Reads the head, with the size of the map, and stores the number of layers. */
static bool read_head(struct builder *builder, uint32_t *layers)
{
	uint8_t head[16] = {0};
	if (!unpack(builder, head, sizeof head))
		return false;
	*layers = get_little_endian(head + 4);
	const uint32_t width = get_little_endian(head + 8);
	const uint32_t height = get_little_endian(head + 12);
	const uint64_t total = (uint64_t)width * height;
	const bool is_too_large = width > INT32_MAX || height > INT32_MAX;
	if (*layers == 0 || total == 0 || total > READER_TILES_MAX || is_too_large)
		return build_refuse(builder, NULL,
				    "is no drawing of REXPaint, or too large: %" PRIu32 "x%" PRIu32
				    "; a map has up to %" PRIu32 " tiles",
				    width, height, READER_TILES_MAX);
	return build_size(builder, width, height);
}

/* Turns the columns of the file into the rows of the map. */
static bool turn_tiles(struct builder *builder)
{
	const struct xp_reader *xp = builder->reader->state;
	const struct recipe *recipe = &builder->map->recipe;
	const char *from = xp->tiles;
	char *tiles = build_tiles(builder);
	if (!tiles)
		return false;
	for (size_t x = 0; x < recipe->width; x++) {
		for (size_t y = 0; y < recipe->height; y++)
			tiles[y * recipe->width + x] = *from++;
	}
	return build_tiles_end(builder);
}

/* Says in the note of the reader what of the drawing is not kept. */
static void note_losses(struct reader *reader, uint32_t layers)
{
	const struct xp_reader *xp = reader->state;
	glyphs_note_letters(reader, xp->letter_count);
	if (layers == 1)
		return;
	reader->loses = true;
	reader_note(reader, "; ", "not kept: the layers above the first");
}

static bool read_drawing(struct builder *builder)
{
	struct xp_reader *xp = builder->reader->state;
	uint32_t layers;
	set_symbols(xp, builder->reader->style);
	if (!build_need(builder, inflateInit2(&xp->stream, MAX_WBITS + XP_GZIP) == Z_OK))
		return false;
	if (!read_head(builder, &layers))
		return false;
	for (uint32_t layer = 0; layer < layers; layer++) {
		if (!read_layer(builder, layer))
			return false;
	}
	if (!check_end(builder))
		return false;
	note_losses(builder->reader, layers);
	return turn_tiles(builder);
}

enum read_result xp_read(struct reader *reader)
{
	struct builder builder = {0};
	build_start(&builder, reader);
	read_drawing(&builder);
	build_free(&builder);
	return builder.result;
}

void xp_read_end(void *own)
{
	struct xp_reader *xp = own;
	inflateEnd(&xp->stream);
	array_free(xp, tiles);
}
