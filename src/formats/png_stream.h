/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_PNG_STREAM_H
#define DUNGEN_PNG_STREAM_H

#include "dungeon/memory.h"
#include "output/output.h"

/*
 * A PNG image of up to 16 colors, written row by row: portable network graphics, second edition (ISO/IEC 15948), with
 * data in zlib's format (RFC 1950, RFC 1951). It links no library: libpng makes each start of the program 15 % slower,
 * and the bytes of an image would depend on the release of zlib.
 */

enum {
	PNG_BLOCK = 1 << 16,  /* bytes that are compressed together */
	PNG_HASHES = 1 << 12, /* entries in the table of strings seen */
	PNG_SIDE = INT32_MAX, /* the largest width and height, in pixels */
	PNG_CODE_MOST = 9,    /* bits of the longest code */
	PNG_CHUNK = PNG_BLOCK / 8 * PNG_CODE_MOST + 16,
};

struct png {
	struct output *output;
	uint32_t width;
	size_t stride;             /* bytes of a row, two pixels in each */
	ARRAY(uint8_t, above);     /* the row before */
	ARRAY(uint8_t, filtered);  /* the filter's byte, then the row less the one above */
	uint8_t block[PNG_BLOCK];  /* waits to be compressed */
	uint32_t seen[PNG_HASHES]; /* by hash: where in the block the last such string began, plus 1; 0: none */
	uint8_t chunk[PNG_CHUNK];  /* the compressed block */
	size_t block_length, chunk_length;
	uint64_t bits; /* the least significant one comes first */
	unsigned bit_count;
	uint32_t sum_a, sum_b; /* Adler-32 of all rows */
};

/* Starts an image of 1 to PNG_SIDE pixels each way. A color is 0xRRGGBB. Returns false if out of memory. */
bool png_start(struct png *png, struct output *output, uint32_t width, uint32_t height, const uint32_t *colors,
	       size_t color_count);

/* Writes a row, a color's index for each pixel; or the row above again for NULL, which is much faster. */
void png_row(struct png *png, const uint8_t *pixels);

/* Writes what is left after the last row. */
void png_end(struct png *png);

void png_free(struct png *png);

#endif
