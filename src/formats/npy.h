/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

/*
 * The arrays of NumPy: numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * A file begins with "\x93NUMPY", a byte each for the major and the minor version, and the length
 * of the header: 16 bits in version 1, and 32 bits in versions 2 and 3, least significant byte
 * first. The header is text, a dictionary of Python with three keys:
 *
 *     {'descr': '|u1', 'fortran_order': False, 'shape': (45, 80), }
 *
 * The elements follow. npy.c writes arrays, and npy_read.c reads them with the help of
 * npy_header.c.
 */

#define NPY_MAGIC "\x93NUMPY"

/* Where a number is in a file, in bytes. */
enum {
	NPY_VERSION_AT = 6,     /* the major version */
	NPY_LENGTH_AT = 8,      /* the length of the header */
	NPY_HEADER_1_AT = 10,   /* the header in version 1 */
	NPY_HEADER_2_AT = 12,   /* the header in versions 2 and 3 */
	NPY_DIMENSIONS_MAX = 3, /* maps, rows, columns */
};

/* What the header of an array says. */
struct npy_header {
	uint32_t element_size; /* bytes of an element: 1, 2, 4, or 8 */
	bool is_signed;
	bool is_big_endian;
	bool is_fortran_order; /* the first index changes fastest, instead of the last */
	uint32_t dimension_count;
	uint64_t shape[NPY_DIMENSIONS_MAX]; /* the first `dimension_count` are valid */
};

/*
 * Parses a header of `length` bytes. Accepts exactly the three keys, in any order. Accepts booleans
 * and integers, in two or three dimensions. Refuses everything else.
 */
bool npy_parse_header(struct builder *builder, const char *text, size_t length,
		      struct npy_header *header);

/* Memory of the reader. */
struct npy_reader {
	struct npy_header header;
	uint32_t width;
	uint32_t height;
	uint64_t map_count;     /* number of maps in the array */
	uint64_t maps_read;     /* number of maps that the caller has got */
	uint64_t elements_read; /* number of elements read so far, of all maps */

	/*
	 * The elements of the current map or, in Fortran order, of all maps, in the order of the
	 * file. Each is a value of enum tileset_tile, or NPY_WRONG.
	 */
	ARRAY(uint8_t, elements);
};

/* An element that is not a tile. */
enum { NPY_WRONG = 255 };

/* The `read`, `has_more`, and `free_reader_state` of the format. The state is a struct npy_reader.
 */
enum read_result npy_read(struct reader *reader);
bool npy_reader_has_more(const struct reader *reader);
void npy_reader_free(void *state);
