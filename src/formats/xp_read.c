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
	build_refuse(
		reader, NULL,
		"expected a drawing of REXPaint, found an incomplete, damaged, or different file");
	return advise(&reader->message,
		      "if it is another packed file, unpack it, as with gunzip -c FILE | dungen -");
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
 * Adds `count` cells in xp->cells, which begin with cell `index` of a layer, to the characters of
 * the map. A transparent cell shows the cell below it.
 */
static void add_cells(struct xp_reader *xp, uint64_t index, size_t count)
{
	for (const uint8_t *cell = xp->cells; cell < xp->cells + count * XP_CELL; cell += XP_CELL) {
		/* This background means that REXPaint left the cell transparent. */
		const bool is_transparent = memcmp(cell + XP_BACKGROUND, "\xff\0\xff", 3) == 0;
		const uint32_t character = get_little_endian(cell);
		if (!is_transparent)
			xp->characters[index] = (uint16_t)lesser(character, XP_UNKNOWN);
		index++;
	}
}

/* Stores the kind of tile of a character, and sets the mark on it, if any. */
static bool read_cell(struct reader *reader, struct point at, uint32_t character, char *tile)
{
	struct xp_reader *xp = reader->state;
	/* No list contains the characters that the code page lacks. */
	const uint32_t code = character < XP_CHARACTERS ? xp->code_points[character] : UINT32_MAX;
	if (character == XP_NO_CELL) {
		*tile = TILE_WALL;
		return true;
	}
	/* Nearly all cells are a wall or a floor. */
	if (code < SMALL_VALUES && xp->values.symbols[code] < TILE_KINDS) {
		*tile = (char)xp->values.symbols[code];
		return true;
	}
	return tile_values_read(&xp->values, reader, code, at, tile) ||
	       refuse_cell(reader, at, character, code);
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

/* Reads the size of a layer above the first, which must be the same. */
static bool read_layer_size(struct reader *reader)
{
	const struct recipe *recipe = &reader->map->recipe;
	uint8_t size[8] = {0};
	if (!unpack_bytes(reader, size, sizeof size))
		return false;
	if (get_little_endian(size) == recipe->width &&
	    get_little_endian(size + 4) == recipe->height)
		return true;
	return refuse_file(reader, Z_DATA_ERROR);
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
	const uint64_t cell_count = recipe_tiles(recipe);
	for (uint32_t layer = 0; layer < layer_count; layer++) {
		if (layer > 0 && !read_layer_size(reader))
			return false;
		for (uint64_t index = 0; index < cell_count; index += XP_CELLS) {
			const uint64_t cells_left = cell_count - index;
			const size_t count = cells_left < XP_CELLS ? (size_t)cells_left : XP_CELLS;
			if (!unpack_bytes(reader, xp->cells, count * XP_CELL))
				return false;
			/* Memory grows with the file, whatever its head claims. */
			if (!build_need(reader, array_reserve(xp, characters, index + count)))
				return false;
			if (layer == 0)
				memset(xp->characters + index, 0xff, count * sizeof(uint16_t));
			add_cells(xp, index, count);
		}
	}
	/* The checksum of gzip follows. */
	const int status = inflate_bytes(reader, xp->cells, 1);
	if (status != Z_STREAM_END)
		return refuse_file(reader, status == Z_OK ? Z_DATA_ERROR : status);
	if (reader->input->start < reader->input->end || input_more(reader->input))
		return build_refuse(reader, NULL, "unexpected data after the end of the map");

	/* Turn the columns of the file into the rows of the map. */
	char *tiles = build_tiles(reader);
	if (!tiles)
		return false;
	for (uint32_t y = 0; y < recipe->height; y++) {
		for (uint32_t x = 0; x < recipe->width; x++) {
			const uint16_t number = xp->characters[(size_t)x * recipe->height + y];
			if (!read_cell(reader, (struct point){x, y}, number, tiles++))
				return false;
		}
	}
	return true;
}

void xp_read(struct reader *reader)
{
	struct xp_reader *xp = reader->state;
	read_drawing(reader);
	tile_values_end(&xp->values, reader);
}

void xp_reader_free(void *state)
{
	struct xp_reader *xp = state;
	inflateEnd(&xp->stream);
	array_free(xp, characters);
}
