/* SPDX-License-Identifier: MIT */
/*
 * The arrays of NumPy: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * dungen writes one byte per tile, row by row. One map is an array of two dimensions, and a batch
 * is an array of three. The header has the number of maps. If that is unknown before the first map,
 * the header is written again after the last one. dungen reads what numpy.save writes for booleans,
 * integers, and floats.
 *
 * A file begins with a magic, two bytes for the version, and the length of the header in two bytes,
 * least significant byte first. The header is a text that describes the array, then blanks and a
 * line feed:
 *
 *     {'descr': '|u1', 'fortran_order': False, 'shape': (45, 80), }
 *
 * The elements follow.
 */
#include "formats/format.h"
#include "formats/tile_values.h"
#include "formats/tiles.h"
#include "formats/writer.h"
#include "io/output_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NPY_MAGIC   "\x93NUMPY"
/* NumPy writes other versions only for arrays that are not of numbers. */
#define NPY_VERSION "\1\0"

enum {
	NPY_LENGTH_AT = 8,      /* where the length of the header is in the file, in bytes */
	NPY_HEADER_AT = 10,     /* where the header is in the file, in bytes */
	NPY_HEADER_SIZE = 256,  /* dungen writes and reads only headers that are shorter */
	NPY_DTYPE_SIZE = 16,    /* size of the text of a dtype such as '<f8' */
	NPY_DIMENSIONS_MAX = 3, /* maps, rows, columns */
	NPY_WIDTH_MIN = 3,      /* of the maps in an array of three dimensions */
	NPY_CHANNELS_MAX = 4,   /* such a width can also be the channels of a picture */
};

/* What the header of an array says. */
struct npy_header {
	char dtype[NPY_DTYPE_SIZE]; /* of the elements: byte order, kind, and size in bytes. The
				       kind is b for bool, i for int, u for unsigned, or f for
				       float. */
	uint32_t dimension_count;
	uint64_t shape[NPY_DIMENSIONS_MAX]; /* the first `dimension_count` are valid */
};

/* Prints the text of a header like numpy.save. Returns its length. */
static size_t print_header(char text[NPY_HEADER_SIZE], const struct npy_header *header)
{
	const uint64_t *shape = header->shape;
	char maps[sizeof "18446744073709551615, "] = "";
	if (header->dimension_count == NPY_DIMENSIONS_MAX)
		(void)snprintf(maps, sizeof maps, "%" PRIu64 ", ", *shape++);
	return (size_t)snprintf(text, NPY_HEADER_SIZE,
				"{'descr': '%s', 'fortran_order': False, 'shape': (%s%" PRIu64
				", %" PRIu64 "), }",
				header->dtype, maps, shape[0], shape[1]);
}

/* Writing. */

/* Memory of the writer. */
struct npy_writer {
	uint64_t written_count; /* number of maps in the current file */
	uint32_t width;         /* of these maps */
	uint32_t height;
};

/*
 * NumPy requires that the elements begin at a multiple of 64 bytes. The largest text is shorter
 * than this header.
 */
#define NPY_START NPY_MAGIC NPY_VERSION "\166\0"
enum { NPY_HEADER_LENGTH = 128 - NPY_HEADER_AT };
_Static_assert(NPY_HEADER_LENGTH == 0166, "the length in NPY_START");

enum { NPY_HEADER_END = NPY_HEADER_AT + NPY_HEADER_LENGTH };

/* Prints everything before the elements. */
static void print_start(char bytes[NPY_HEADER_END], const struct npy_writer *npy,
			uint64_t map_count)
{
	struct npy_header header = {"|u1", 2, {npy->height, npy->width}};
	if (map_count > 1)
		header = (struct npy_header){"|u1", 3, {map_count, npy->height, npy->width}};
	char text[NPY_HEADER_SIZE];
	const size_t length = print_header(text, &header);
	memset(text + length, ' ', sizeof text - length);
	text[NPY_HEADER_LENGTH - 1] = '\n';
	memcpy(bytes, NPY_START, NPY_HEADER_AT);
	memcpy(bytes + NPY_HEADER_AT, text, NPY_HEADER_LENGTH);
}

static bool npy_write(struct writer *writer, const struct map *map)
{
	struct npy_writer *npy = writer->state;
	const struct recipe *recipe = &map->recipe;
	unsigned show;
	/* Each file of a pattern has one map. */
	if (writer->map_count == 1)
		npy->written_count = 0;
	if (npy->written_count > 0 &&
	    (recipe->width != npy->width || recipe->height != npy->height))
		return writer_refuse(writer, "%s cannot be in one npy array with maps of %s",
				     size_text(recipe->width, recipe->height),
				     size_text(npy->width, npy->height));
	if (!writer_choose_shown(writer, map, &show))
		return false;
	if (npy->written_count == 0) {
		char start[NPY_HEADER_END];
		npy->width = recipe->width;
		npy->height = recipe->height;
		print_start(start, npy, writer->map_count);
		output_write(writer->output, start, sizeof start);
	}
	npy->written_count++;
	struct tile_spelling spelling = {.row_separator = ""};
	memcpy(spelling.bytes, writer->style->numbers, sizeof writer->style->numbers);
	return tiles_write(writer, map, show, &spelling);
}

static void npy_complete(struct writer *writer)
{
	const struct npy_writer *npy = writer->state;
	char start[NPY_HEADER_END];
	/* Until now, the header says that the array is one map. */
	if (npy->written_count < 2)
		return;
	print_start(start, npy, npy->written_count);
	output_file_rewrite_start(writer->output, start, sizeof start);
}

/* Reading. */

/* Memory of the reader. */
struct npy_reader {
	struct tile_values values;
	struct npy_header header;
	uint32_t element_size; /* bytes of an element: 1, 2, 4, or 8 */
	uint64_t map_count;    /* number of maps in the array */
};

static bool refuse_header(struct reader *reader)
{
	return build_refuse(reader, NULL, "expected an array of numbers as numpy.save writes it");
}

/* Reads everything before the elements. */
static bool read_header(struct reader *reader)
{
	static const char dtypes[] = "|b1 |i1 <i2 <i4 <i8 |u1 <u2 <u4 <u8 <f2 <f4 <f8";
	struct npy_reader *npy = reader->state;
	struct input *input = reader->input;
	struct npy_header *header = &npy->header;
	char text[NPY_HEADER_SIZE] = "";
	if (!input_has(input, NPY_HEADER_AT) ||
	    memcmp(input->bytes + input->start, NPY_MAGIC NPY_VERSION, NPY_LENGTH_AT) != 0)
		return refuse_header(reader);
	const unsigned char *start = (const unsigned char *)input->bytes + input->start;
	const size_t length = start[NPY_LENGTH_AT] + 256u * start[NPY_LENGTH_AT + 1];
	if (length >= sizeof text || !input_has(input, NPY_HEADER_AT + length))
		return refuse_header(reader);
	memcpy(text, input->bytes + input->start + NPY_HEADER_AT, length);
	input->start += NPY_HEADER_AT + length;

	char order[sizeof "False"] = "";
	int shape_at = 0;
	uint64_t more_dimensions;
	/* NOLINTNEXTLINE(cert-err34-c): 18 digits fit into each number. */
	const int found = sscanf(text,
				 "{'descr': '%15[^']', 'fortran_order': %5[A-Za-z], 'shape': %n"
				 "(%18" SCNu64 ", %18" SCNu64 ", %18" SCNu64 ", %18" SCNu64,
				 header->dtype, order, &shape_at, &header->shape[0],
				 &header->shape[1], &header->shape[2], &more_dimensions);
	if (found < 2)
		return refuse_header(reader);
	const char *dtype = header->dtype;
	if (strlen(dtype) != 3 || strchr(dtype, ' ') || !strstr(dtypes, dtype)) {
		build_refuse(reader, NULL,
			     "cannot read dtype '%s', only booleans, integers, and floats", dtype);
		/* A number with its most significant byte first. */
		if (dtype[0] == '>' && strchr("iuf", dtype[1]))
			advise(&reader->message, "save a.astype('<%s')", dtype + 1);
		return false;
	}
	npy->element_size = (uint32_t)(dtype[2] - '0');
	if (strcmp(order, "True") == 0) {
		(void)build_refuse(reader, NULL, "cannot read an array in Fortran order");
		return advise(&reader->message, "save numpy.ascontiguousarray(a)");
	}
	header->dimension_count = (uint32_t)found - 2;
	const char *shape = text + shape_at;
	const int shape_length = (int)strcspn(shape, ")") + 1;
	const bool is_batch = header->dimension_count == NPY_DIMENSIONS_MAX;
	if (header->dimension_count != 2 && !is_batch)
		return build_refuse(reader, NULL, "expected 2 or 3 dimensions, found shape %.*s",
				    shape_length, shape);
	/* No map that dungen writes is so narrow: the last index is that of a channel. */
	if (is_batch && header->shape[2] < NPY_WIDTH_MIN) {
		build_refuse(reader, NULL, "shape %.*s has a third dimension", shape_length, shape);
		return advise(&reader->message, "save a[:, :, 0]");
	}
	npy->map_count = is_batch ? header->shape[0] : 1;
	if (is_batch && header->shape[2] <= NPY_CHANNELS_MAX)
		reader_note(reader,
			    "read as %" PRIu64 " maps of %" PRIu64 "x%" PRIu64
			    "; if the third dimension is a channel, save a[:, :, 0]",
			    header->shape[0], header->shape[2], header->shape[1]);
	/* The values are right if they give the same text. Only blanks and a line feed follow. */
	char expected[NPY_HEADER_SIZE];
	const size_t expected_length = print_header(expected, header);
	const size_t space = strspn(text + expected_length, " \n");
	if (memcmp(text, expected, expected_length) != 0 || expected_length + space != length)
		return refuse_header(reader);
	return true;
}

/* Returns the number that is an element. */
static double parse_element(const struct npy_reader *npy, const char *element)
{
	const uint32_t size = npy->element_size;
	const char kind = npy->header.dtype[1];
	const uint64_t sign = UINT64_C(1) << (8 * size - 1);
	uint64_t bits = 0;
	for (uint32_t i = size; i > 0; i--)
		bits = bits << 8 | (unsigned char)element[i - 1];
	if (kind == 'i' && bits & sign)
		return -(double)((sign << 1) - bits);
	if (kind != 'f')
		return (double)bits;
	if (size == 8) {
		double number;
		memcpy(&number, &bits, sizeof number);
		return number;
	}
	/* Move sign, exponent, and fraction of a half to those of a float. Their exponents differ.
	 */
	uint32_t bits_of_float = (uint32_t)bits;
	if (size == 2)
		bits_of_float = (uint32_t)((bits & sign) << 16 | (bits & ~sign) << 13);
	float number;
	memcpy(&number, &bits_of_float, sizeof number);
	return size == 2 ? number * 0x1p112 : number;
}

/* Reads a row, which is in the buffer of the input. */
static bool read_row(struct reader *reader, uint32_t width)
{
	struct npy_reader *npy = reader->state;
	struct input *input = reader->input;
	static const char zeros[sizeof(uint64_t)];
	const uint32_t y = reader->row_count;
	const uint32_t size = npy->element_size;
	const bool is_whole = npy->header.dtype[1] != 'f';
	char *tiles = build_row(reader, width);
	if (!tiles)
		return false;
	for (uint32_t x = 0; x < width; x++) {
		const char *element = input->bytes + input->start;
		const unsigned char byte = (unsigned char)*element;
		/* Nearly all elements are a wall or a floor: a byte, and zeros after it. */
		if (is_whole && byte <= INT8_MAX && npy->values.symbols[byte] < TILE_KINDS &&
		    (size == 1 || memcmp(element + 1, zeros, size - 1) == 0)) {
			tiles[x] = (char)npy->values.symbols[byte];
			input->start += size;
			continue;
		}
		const double number = parse_element(npy, element);
		const struct point at = {x, y};
		if (!tile_values_read(&npy->values, reader, number, at, &tiles[x])) {
			struct message *message = tile_values_refuse(&npy->values, reader, number,
								     "%.15g", number);
			if (npy->header.dimension_count == NPY_DIMENSIONS_MAX)
				place_set_element(&message->place,
						  "[%" PRIu64 ", %" PRIu32 ", %" PRIu32 "]",
						  reader->map_number - 1, y, x);
			else
				place_set_element(&message->place, "[%" PRIu32 ", %" PRIu32 "]", y,
						  x);
			place_set_tile(&message->place, x, y);
			return false;
		}
		input->start += size;
	}
	build_row_end(reader, width);
	return true;
}

/* Reads the next map. */
static void read_map(struct reader *reader)
{
	struct npy_reader *npy = reader->state;
	struct input *input = reader->input;
	if (reader->map_number == 1 && !read_header(reader))
		return;
	const uint64_t *sides = npy->header.shape + npy->header.dimension_count - 2;
	if (!build_size(reader, sides[1], sides[0]))
		return;
	/* Memory grows with the input, whatever the header claims. */
	while (reader->row_count < sides[0] && input_has(input, sides[1] * npy->element_size)) {
		if (!read_row(reader, (uint32_t)sides[1]))
			return;
	}
	const bool is_last = reader->map_number == npy->map_count;
	if (reader->row_count == sides[0] && is_last && input_has(input, 1))
		build_refuse(reader, NULL, "unexpected data after the end of the array");
	build_rows_end(reader);
}

static void npy_read(struct reader *reader)
{
	struct npy_reader *npy = reader->state;
	const uint64_t map_number = reader->map_number;
	/* The first map is read with the header. */
	if (map_number > 1 && map_number > npy->map_count) {
		reader->result = READ_END;
		return;
	}
	if (tile_values_start(&npy->values, reader, VALUES_ARE_NUMBERS))
		read_map(reader);
	tile_values_end(&npy->values, reader);
}

const struct format format_npy = {
	.name = "npy",
	.group = "data",
	.extensions = {"npy"},
	.summary = "array for NumPy: 0 wall, 1 floor, 2 door",
	.holds = HOLDS_COUNTED_MAPS,
	.is_binary = true,
	.looks = LOOK_SHOW | LOOK_TILES,
	.cannot_show = SHOW_LABELS | SHOW_LOCKS | SHOW_SECRETS,
	.shows_on_request = true,
	.writer_state_size = sizeof(struct npy_writer),
	.write = npy_write,
	.complete = npy_complete,
	.read = npy_read,
	.reads_several_maps = true,
	.reads_lists = true,
	.reader_state_size = sizeof(struct npy_reader),
	.magics = {NPY_MAGIC},
};
