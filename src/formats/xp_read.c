/* SPDX-License-Identifier: MIT */
/* Reads the drawings of REXPaint; xp.h describes the format. */
#include "formats/xp.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

/*
 * Unpacks the next `length` bytes, or fewer if the data ends: xp->stream.avail_out is the number of
 * missing bytes. Returns the status of zlib.
 */
static int inflate_bytes(struct reader *reader, uint8_t *bytes, size_t length)
{
	struct xp_reader *xp = reader->state;
	z_stream *stream = &xp->stream;
	struct input *input = reader->input;
	int status = Z_OK;
	stream->next_out = bytes;
	stream->avail_out = (uInt)length;
	while (status == Z_OK && stream->avail_out > 0) {
		/*
		 * Even at the end of the input, zlib may still hold bytes that it has unpacked. It
		 * gets 0 bytes then, and does not use next_in.
		 */
		if (input->start < input->end || input_more(input))
			stream->next_in = (Bytef *)input->bytes + input->start;
		stream->avail_in = (uInt)(input->end - input->start);
		status = inflate(stream, Z_NO_FLUSH);
		input->start = input->end - stream->avail_in;
	}
	return status;
}

/* Refuses the file because of the status of zlib, which may be that it is out of memory. */
static bool refuse_file(struct reader *reader, int status)
{
	build_need(reader, status != Z_MEM_ERROR);
	return build_refuse(
		reader, NULL,
		"expected a drawing of REXPaint, found an incomplete, damaged, or different file");
}

/* Unpacks the next `length` bytes. Refuses a file that ends before them. */
static bool unpack_bytes(struct reader *reader, uint8_t *bytes, size_t length)
{
	const struct xp_reader *xp = reader->state;
	const int status = inflate_bytes(reader, bytes, length);
	return xp->stream.avail_out == 0 || refuse_file(reader, status);
}

static uint32_t get_little_endian(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Refuses the character of a cell, which stands for `value`. */
static bool refuse_cell(struct reader *reader, struct point at, uint32_t character, double value)
{
	const struct xp_reader *xp = reader->state;
	const char *name = xp_characters;
	uint32_t ignored_code;
	struct message *message;
	if (character == 0 || character >= XP_CHARACTERS) {
		message = tile_values_refuse(&xp->values, reader, value, "%" PRIu32, character);
	} else {
		for (uint32_t number = 1; number < character; number++)
			name += utf8_read(name, SIZE_MAX, &ignored_code);
		const int length = (int)utf8_read(name, SIZE_MAX, &ignored_code);
		message = tile_values_refuse(&xp->values, reader, value, "'%.*s'", length, name);
	}
	place_set_element(&message->place, "cell %" PRIu32 ",%" PRIu32, at.x, at.y);
	return false;
}

/*
 * Reads `count` cells in xp->cells, which begin with cell `index` of the layer. Stores the kinds of
 * their tiles, and sets the marks on them, if any.
 */
static bool read_cells(struct reader *reader, uint64_t index, size_t count)
{
	struct xp_reader *xp = reader->state;
	const uint32_t height = reader->map->recipe.height;
	if (!build_need(reader, array_reserve(xp, tiles, index + count)))
		return false;
	for (uint64_t tile = index; tile < index + count; tile++) {
		const uint8_t *cell = &xp->cells[(tile - index) * XP_CELL];
		const uint32_t character = get_little_endian(cell);
		/* This background means that REXPaint left the cell transparent. */
		const bool is_transparent = memcmp(cell + XP_BACKGROUND, "\xff\0\xff", 3) == 0;
		/* No list contains the characters that the code page lacks. */
		const uint32_t code = character < XP_CHARACTERS ? xp->code_points[character]
								: UINT32_MAX;
		if (is_transparent) {
			xp->tiles[tile] = TILE_WALL;
			continue;
		}
		/* Nearly all cells are a wall or a floor. */
		if (code < SMALL_VALUES && xp->values.symbols[code] < TILE_KINDS) {
			xp->tiles[tile] = (char)xp->values.symbols[code];
			continue;
		}
		const struct point at = {(uint32_t)(tile / height), (uint32_t)(tile % height)};
		if (!tile_values_read(&xp->values, reader, code, at, &xp->tiles[tile]))
			return refuse_cell(reader, at, character, code);
	}
	return true;
}

/* Reads the head, which contains the size of the map. Stores the number of layers. */
static bool read_head(struct reader *reader, uint32_t *layer_count)
{
	uint8_t head[XP_HEAD] = {0};
	if (!unpack_bytes(reader, head, sizeof head))
		return false;
	*layer_count = get_little_endian(head + 4);
	const uint32_t width = get_little_endian(head + 8);
	const uint32_t height = get_little_endian(head + 12);
	if (*layer_count == 0)
		return refuse_file(reader, Z_DATA_ERROR);
	return build_size(reader, width, height);
}

static bool read_drawing(struct reader *reader)
{
	struct xp_reader *xp = reader->state;
	uint32_t layer_count;
	const char *character = xp_characters;
	/* Number 0 looks like a blank. */
	xp->code_points[0] = ' ';
	for (unsigned number = 1; number < XP_CHARACTERS; number++)
		character += utf8_read(character, SIZE_MAX, &xp->code_points[number]);
	if (!tile_values_start(&xp->values, reader, VALUES_ARE_CHARACTERS))
		return false;
	if (!build_need(reader, inflateInit2(&xp->stream, MAX_WBITS + XP_GZIP) == Z_OK))
		return false;
	if (!read_head(reader, &layer_count))
		return false;
	const struct recipe *recipe = &reader->map->recipe;
	uint64_t cells_left = recipe_tiles(recipe);
	while (cells_left > 0) {
		const size_t count = cells_left < XP_CELLS ? (size_t)cells_left : XP_CELLS;
		if (!unpack_bytes(reader, xp->cells, count * XP_CELL))
			return false;
		if (!read_cells(reader, recipe_tiles(recipe) - cells_left, count))
			return false;
		cells_left -= count;
	}
	/* The checksum of gzip follows the other layers. */
	int status = Z_OK;
	do
		status = inflate_bytes(reader, xp->cells, sizeof xp->cells);
	while (status == Z_OK && xp->stream.avail_out == 0);
	if (status != Z_STREAM_END)
		return refuse_file(reader, status);
	if (reader->input->start < reader->input->end || input_more(reader->input))
		return build_refuse(reader, NULL, "unexpected data after the end of the map");
	reader->loses = layer_count > 1;
	if (reader->loses)
		reader_note(reader, "not kept: the layers above the first");

	/* Turn the columns of the file into the rows of the map. */
	const char *tile = xp->tiles;
	char *tiles = build_tiles(reader);
	if (!tiles)
		return false;
	for (size_t x = 0; x < recipe->width; x++) {
		for (size_t y = 0; y < recipe->height; y++)
			tiles[y * recipe->width + x] = *tile++;
	}
	return build_tiles_end(reader);
}

void xp_read(struct reader *reader)
{
	const struct xp_reader *xp = reader->state;
	read_drawing(reader);
	tile_values_end(&xp->values, reader);
}

void xp_reader_free(void *state)
{
	struct xp_reader *xp = state;
	inflateEnd(&xp->stream);
	array_free(xp, tiles);
}
