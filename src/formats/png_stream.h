/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"
#include "io/output.h"

#include <zlib.h>

/*
 * Writes a PNG image of up to 16 colors row by row: portable network graphics, second edition
 * (ISO/IEC 15948). A text can contain the image in base64 (RFC 4648, section 4).
 *
 * Usage:
 *
 *     struct png png = {0};
 *     png.is_base64 = true;                                                if a text contains it
 *     if (!png_start(&png, output, width, height, colors, color_count))    once for each image
 *             out of memory
 *     for each row
 *             png_row(&png, pixels);
 *     png_end(&png);
 *     png_free(&png);
 *
 * zlib compresses the data, so that another release of zlib may write other bytes for the same
 * pixels.
 */

enum {
	PNG_SIDE_MAX = INT32_MAX, /* largest width and height, in pixels */
	PNG_CHUNK = 1 << 15,      /* bytes of compressed data in a chunk */
};

/* Must not move between png_start and png_free, because zlib points into it. */
struct png {
	struct output *output;    /* not owned */
	uint32_t dpi;             /* pixels in an inch, or 0; set by the caller */
	bool is_base64;           /* write the image in base64; set by the caller */
	uint8_t group[3];         /* bytes that base64 encodes together */
	size_t group_size;        /* number of these bytes that are known; the others are 0 */
	uint32_t width;           /* pixels in a row */
	size_t stride;            /* bytes of a row; each has two pixels */
	ARRAY(uint8_t, previous); /* the pixels of the row before */
	ARRAY(uint8_t, filtered); /* the byte of the filter, then the row minus the row before */
	z_stream stream;          /* kept for the next image */
	uint8_t chunk[PNG_CHUNK]; /* compressed data to be written */
};

/*
 * Starts an image of 1 to PNG_SIDE_MAX pixels in each direction, with up to 16 colors, each
 * 0xRRGGBB. Keeps the memory of the image before. Returns false if out of memory. The output
 * records write errors.
 */
bool png_start(struct png *png, struct output *output, uint32_t width, uint32_t height,
	       const uint32_t *colors, size_t color_count);

/* Writes a row. `pixels` has the index of a color for each pixel. */
void png_row(struct png *png, const uint8_t *pixels);

/* Ends the image after its last row. */
void png_end(struct png *png);

/* Frees the memory. Safe on a zeroed struct. */
void png_free(struct png *png);
