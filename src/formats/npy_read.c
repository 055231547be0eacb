/* SPDX-License-Identifier: MIT */
/* Reads the arrays of NumPy; npy.h describes the format. */
#include "formats/npy.h"

#include "formats/tiled.h"

#include <inttypes.h>
#include <string.h>

enum {
	HEADER_LENGTH_MAX = 4096, /* NumPy writes fewer than 200 bytes for such arrays */
	CHUNK_ELEMENTS = 1 << 13, /* number of elements that are read together */
};

/* Makes sure that the next `length` bytes of the input are in its buffer. */
static bool has_bytes(struct input *input, size_t length)
{
	while (input->end - input->start < length) {
		if (!input_more(input))
			return false;
	}
	return true;
}

/* Returns a number that is stored with its least significant byte first. */
static uint32_t get_little_endian(const char *bytes, uint32_t size)
{
	uint32_t number = 0;
	for (uint32_t i = 0; i < size; i++)
		number |= (uint32_t)(unsigned char)bytes[i] << 8 * i;
	return number;
}

static bool refuse_start(struct builder *builder)
{
	return build_refuse(builder, NULL,
			    "expected an array of NumPy in version 1.0, 2.0, or 3.0");
}

/* Reads the magic, the version, and the length of the header. Stores the length. */
static bool read_start(struct builder *builder, uint32_t *header_length)
{
	struct input *input = builder->reader->input;
	if (!has_bytes(input, NPY_HEADER_1_AT))
		return refuse_start(builder);
	const char *start = input->bytes + input->start;
	const uint32_t version = get_little_endian(start + NPY_VERSION_AT, 2);
	if (memcmp(start, NPY_MAGIC, strlen(NPY_MAGIC)) != 0 || version < 1 || version > 3)
		return refuse_start(builder);
	const uint32_t header_at = version == 1 ? NPY_HEADER_1_AT : NPY_HEADER_2_AT;
	if (!has_bytes(input, header_at))
		return refuse_start(builder);
	*header_length = get_little_endian(input->bytes + input->start + NPY_LENGTH_AT,
					   header_at - NPY_LENGTH_AT);
	input->start += header_at;
	return true;
}

/* Takes the size and the number of the maps from the shape of the array. */
static bool read_shape(struct builder *builder, struct npy_reader *npy)
{
	const struct npy_header *header = &npy->header;
	const uint64_t *sides = header->shape + header->dimension_count - 2;
	const bool has_map_index = header->dimension_count == NPY_DIMENSIONS_MAX;
	npy->map_count = has_map_index ? header->shape[0] : 1;
	if (npy->map_count == 0)
		return build_refuse(builder, NULL, "does not contain any maps");
	if (!build_size(builder, sides[1], sides[0]))
		return false;
	npy->width = builder->map->recipe.width;
	npy->height = builder->map->recipe.height;
	const uint64_t tile_count = recipe_tiles(&builder->map->recipe);
	const uint64_t maps_together = header->is_fortran_order ? npy->map_count : 1;
	if (maps_together <= READER_TILES_MAX / tile_count)
		return true;
	return build_refuse(builder, NULL, "must have at most %" PRIu32 " tiles", READER_TILES_MAX);
}

/* Reads everything before the elements. */
static bool read_header(struct builder *builder)
{
	struct npy_reader *npy = builder->reader->state;
	struct input *input = builder->reader->input;
	uint32_t length = 0;
	if (!read_start(builder, &length))
		return false;
	if (length > HEADER_LENGTH_MAX)
		return build_refuse(builder, NULL, "the header must have at most %d bytes",
				    HEADER_LENGTH_MAX);
	if (!has_bytes(input, length))
		return build_refuse(builder, NULL, "the header is incomplete");
	if (!npy_parse_header(builder, input->bytes + input->start, length, &npy->header))
		return false;
	input->start += length;
	return read_shape(builder, npy);
}

/*
 * Returns the tile of an element: 0 to 3 or, as in csv, -1 for wall. Returns NPY_WRONG for other
 * numbers.
 */
static uint8_t parse_element(const struct npy_header *header, const char *element)
{
	const uint32_t size = header->element_size;
	const uint32_t low_at = header->is_big_endian ? size - 1 : 0;
	const unsigned char low = (unsigned char)element[low_at];
	/* All other bytes are 0, or the whole number is -1. */
	const unsigned char other = header->is_signed && low == 0xff ? 0xff : 0;
	for (uint32_t i = 0; i < size; i++) {
		if (i != low_at && (unsigned char)element[i] != other)
			return NPY_WRONG;
	}
	if (other == 0xff)
		return TILESET_WALL;
	return low < TILESET_TILES ? low : NPY_WRONG;
}

/* Refuses an array that ends before the next `missing_count` elements. */
static bool refuse_end(struct builder *builder, uint64_t missing_count)
{
	const struct npy_reader *npy = builder->reader->state;
	const struct input *input = builder->reader->input;
	const uint64_t byte_count = input->end - input->start;
	return build_refuse(builder, NULL, "expected %" PRIu64 " elements, found %" PRIu64,
			    npy->elements_read + missing_count,
			    npy->elements_read + byte_count / npy->header.element_size);
}

/* Reads the next `count` elements to the start of npy->elements. */
static bool read_elements(struct builder *builder, uint64_t count)
{
	struct npy_reader *npy = builder->reader->state;
	struct input *input = builder->reader->input;
	const uint32_t size = npy->header.element_size;
	uint64_t done = 0;
	while (done < count) {
		size_t chunk = CHUNK_ELEMENTS;
		if (count - done < CHUNK_ELEMENTS)
			chunk = (size_t)(count - done);
		if (!has_bytes(input, chunk * size))
			return refuse_end(builder, count - done);
		/* The memory grows with the input, whatever the header claims. */
		if (!build_need(builder, array_reserve(npy, elements, done + chunk)))
			return false;
		const char *bytes = input->bytes + input->start;
		for (size_t i = 0; i < chunk; i++)
			npy->elements[done + i] = parse_element(&npy->header, bytes + i * size);
		input->start += chunk * size;
		npy->elements_read += chunk;
		done += chunk;
	}
	return true;
}

/* Refuses the element of a tile of the current map. */
static bool refuse_element(struct builder *builder, uint32_t x, uint32_t y, const char *problem)
{
	const struct npy_reader *npy = builder->reader->state;
	struct message *message = build_refusal(builder, NULL);
	if (npy->header.dimension_count == NPY_DIMENSIONS_MAX)
		place_set_element(&message->place, "[%" PRIu64 ", %" PRIu32 ", %" PRIu32 "]",
				  npy->maps_read, y, x);
	else
		place_set_element(&message->place, "[%" PRIu32 ", %" PRIu32 "]", y, x);
	place_set_tile(&message->place, x, y);
	return fail(message, STATUS_NO_MAP, "%s", problem);
}

/* Returns the index in npy->elements of a tile of the current map. */
static uint64_t element_index(const struct npy_reader *npy, uint32_t x, uint32_t y)
{
	if (!npy->header.is_fortran_order)
		return (uint64_t)y * npy->width + x;
	return npy->maps_read + npy->map_count * (y + (uint64_t)npy->height * x);
}

/* Turns elements into the tiles of the current map. */
static bool read_tiles(struct builder *builder)
{
	const struct npy_reader *npy = builder->reader->state;
	char *tiles = build_tiles(builder);
	if (!tiles)
		return false;
	for (uint32_t y = 0; y < npy->height; y++) {
		for (uint32_t x = 0; x < npy->width; x++) {
			const uint8_t tile = npy->elements[element_index(npy, x, y)];
			const bool is_exit = tile == TILESET_STAIRS;
			if (tile == NPY_WRONG)
				return refuse_element(builder, x, y,
						      "must be a number from 0 to 3 for wall, "
						      "floor, door, or exit");
			if (is_exit && !build_drawn_mark(builder, MARK_EXIT, (struct point){x, y}))
				return refuse_element(builder, x, y, "duplicate exit");
			*tiles++ = is_exit ? TILE_FLOOR : (char)tile;
		}
	}
	return build_tiles_end(builder);
}

/* Refuses a file that continues after the last map. */
static bool check_end(struct builder *builder)
{
	const struct npy_reader *npy = builder->reader->state;
	if (npy->maps_read + 1 < npy->map_count || !has_bytes(builder->reader->input, 1))
		return true;
	return build_refuse(builder, NULL, "unexpected data after the end of the array");
}

/* Reads the next map. */
static bool read_map(struct builder *builder)
{
	struct npy_reader *npy = builder->reader->state;
	const bool is_first = npy->maps_read == 0;
	if (is_first && !read_header(builder))
		return false;
	if (!is_first && !build_size(builder, npy->width, npy->height))
		return false;
	const uint64_t tile_count = recipe_tiles(&builder->map->recipe);
	if (!npy->header.is_fortran_order && !read_elements(builder, tile_count))
		return false;
	if (npy->header.is_fortran_order && is_first &&
	    !read_elements(builder, tile_count * npy->map_count))
		return false;
	return check_end(builder) && read_tiles(builder);
}

enum read_result npy_read(struct reader *reader)
{
	struct npy_reader *npy = reader->state;
	struct builder builder = {0};
	if (npy->maps_read > 0 && !npy_reader_has_more(reader))
		return READ_END;
	build_start(&builder, reader);
	read_map(&builder);
	build_free(&builder);
	npy->maps_read++;
	return builder.result;
}

bool npy_reader_has_more(const struct reader *reader)
{
	const struct npy_reader *npy = reader->state;
	return npy->maps_read < npy->map_count;
}

void npy_reader_free(void *state)
{
	struct npy_reader *npy = state;
	array_free(npy, elements);
}
