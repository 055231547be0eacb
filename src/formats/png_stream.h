/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/memory.h"
#include "io/output.h"

#include <zlib.h>

/*
 * A PNG image of up to 16 colors, written row by row: portable network graphics, second edition
 * (ISO/IEC 15948). zlib compresses the data, so other releases of it make other bytes of the same
 * pixels.
 */

enum {
	PNG_SIDE = INT32_MAX, /* the largest width and height, in pixels */
	PNG_CHUNK = 1 << 15,  /* bytes of compressed data in a chunk */
};

struct png {
	struct output *output;
	uint32_t width;
	size_t stride;            /* bytes of a row, two pixels in each */
	ARRAY(uint8_t, above);    /* the row before */
	ARRAY(uint8_t, filtered); /* the filter's byte, then the row less the one above */
	z_stream stream;          /* kept for the next image */
	uint8_t chunk[PNG_CHUNK]; /* compressed data to be written */
};

/*
 * Starts an image of 1 to PNG_SIDE pixels each way. A color is 0xRRGGBB. The struct is zeroed
 * before its first image, and must not move before png_free, because zlib points into it. Returns
 * false if out of memory.
 */
bool png_start(struct png *png, struct output *output, uint32_t width, uint32_t height,
	       const uint32_t *colors, size_t color_count);

/*
 * Writes a row, a color's index for each pixel; or the row above again for NULL, which is much
 * faster.
 */
void png_row(struct png *png, const uint8_t *pixels);

/* Writes what is left after the last row. */
void png_end(struct png *png);

void png_free(struct png *png);
