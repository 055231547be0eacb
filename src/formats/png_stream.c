/* SPDX-License-Identifier: MIT */
#include "formats/png_stream.h"

#include <string.h>

enum { BIT_DEPTH = 4, COLOR_INDEXED = 3, FILTER_UP = 2, MATCH_LEAST = 4, MATCH_MOST = 258, WINDOW = 1 << 15 };

/* Containers. */

static void put_big_endian(uint8_t *at, uint32_t number)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* CRC-32, four bits at a time. */
static uint32_t add_to_crc(uint32_t crc, const void *bytes, size_t length)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
		0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	const uint8_t *next = bytes;
	for (size_t i = 0; i < length; i++) {
		crc ^= next[i];
		crc = table[crc & 15] ^ crc >> 4;
		crc = table[crc & 15] ^ crc >> 4;
	}
	return crc;
}

static void write_chunk(struct output *output, const char *type, const uint8_t *bytes, size_t length)
{
	uint8_t before[8], after[4];
	put_big_endian(before, (uint32_t)length);
	memcpy(before + 4, type, 4);
	put_big_endian(after, ~add_to_crc(add_to_crc(UINT32_MAX, type, 4), bytes, length));
	output_write(output, before, sizeof before);
	output_write(output, bytes, length);
	output_write(output, after, sizeof after);
}

static void write_data(struct png *png)
{
	write_chunk(png->output, "IDAT", png->chunk, png->chunk_length);
	png->chunk_length = 0;
}

/* Compression: blocks of fixed Huffman codes (RFC 1951, 3.2.6). Matches do not cross blocks. */

static void put_bits(struct png *png, uint32_t bits, unsigned count)
{
	png->bits |= (uint64_t)bits << png->bit_count;
	png->bit_count += count;
	for (; png->bit_count >= 8; png->bit_count -= 8) {
		png->chunk[png->chunk_length++] = (uint8_t)png->bits;
		png->bits >>= 8;
	}
}

/* A Huffman code, whose most significant bit comes first. */
static void put_code(struct png *png, uint32_t code, unsigned length)
{
	uint32_t reversed = 0;
	for (unsigned i = 0; i < length; i++)
		reversed |= (code >> i & 1) << (length - 1 - i);
	put_bits(png, reversed, length);
}

static void put_symbol(struct png *png, uint32_t symbol)
{
	if (symbol < 144)
		put_code(png, 0x30 + symbol, 8);
	else if (symbol < 256)
		put_code(png, 0x190 + symbol - 144, 9);
	else if (symbol < 280)
		put_code(png, symbol - 256, 7);
	else
		put_code(png, 0xc0 + symbol - 280, 8);
}

/*
 * A symbol stands for a range: there are four ranges of lengths and two of distances for each power of two. The bits
 * after it are the place in the range.
 */
static void put_match(struct png *png, uint32_t length, uint32_t distance)
{
	uint32_t rest = length - 3;
	unsigned extra = 0;
	while (length < MATCH_MOST && rest >> extra >= 8)
		extra++;
	put_symbol(png, length == MATCH_MOST ? 285 : 257 + 4 * extra + (rest >> extra));
	put_bits(png, rest & ((1U << extra) - 1), extra);
	rest = distance - 1;
	for (extra = 0; rest >> extra >= 4;)
		extra++;
	put_code(png, 2 * extra + (rest >> extra), 5);
	put_bits(png, rest & ((1U << extra) - 1), extra);
}

/* Notes where a string begins. Returns the place of the last one with the same hash, plus 1; 0: there is none. */
static uint32_t remember(struct png *png, size_t place)
{
	const uint8_t *at = png->block + place;
	uint64_t string = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
	uint32_t *seen = &png->seen[(string * 2654435761U >> 16) % PNG_HASHES], before = *seen;
	*seen = (uint32_t)place + 1;
	return before;
}

/* Returns how many bytes are the same at two places. */
static size_t match_length(const struct png *png, size_t before, size_t place)
{
	size_t most = png->block_length - place, length = 0;
	if (most > MATCH_MOST)
		most = MATCH_MOST;
	while (length < most && png->block[before + length] == png->block[place + length])
		length++;
	return length;
}

static void compress_block(struct png *png)
{
	memset(png->seen, 0, sizeof png->seen);
	put_bits(png, 2, 3); /* not the last block; fixed codes */
	for (size_t place = 0; place < png->block_length;) {
		uint32_t before = place + MATCH_LEAST <= png->block_length ? remember(png, place) : 0;
		size_t length = before > 0 && place + 1 - before <= WINDOW ? match_length(png, before - 1, place) : 0;
		if (length < MATCH_LEAST) {
			put_symbol(png, png->block[place++]);
			continue;
		}
		put_match(png, (uint32_t)length, (uint32_t)(place + 1 - before));
		place += length;
	}
	put_symbol(png, 256);
	png->block_length = 0;
	write_data(png);
}

/* Adler-32. */
static void add_to_sums(struct png *png, const uint8_t *bytes, size_t length)
{
	enum { PRIME = 65521, UNREDUCED_MOST = 5552 };
	for (size_t i = 0; i < length;) {
		size_t end = length - i < UNREDUCED_MOST ? length : i + UNREDUCED_MOST;
		for (; i < end; i++) {
			png->sum_a += bytes[i];
			png->sum_b += png->sum_a;
		}
		png->sum_a %= PRIME;
		png->sum_b %= PRIME;
	}
}

/* The image. */

bool png_start(struct png *png, struct output *output, uint32_t width, uint32_t height, const uint32_t *colors,
	       size_t color_count)
{
	uint8_t header[13] = {[8] = BIT_DEPTH, COLOR_INDEXED}, palette[3 << BIT_DEPTH];
	png->output = output;
	png->width = width;
	png->stride = width / 2 + width % 2;
	png->block_length = png->chunk_length = 0;
	png->bits = 0;
	png->bit_count = 0;
	png->sum_a = 1;
	png->sum_b = 0;
	if (!array_reserve(png, above, png->stride) || !array_reserve(png, filtered, png->stride + 1))
		return false;
	memset(png->above, 0, png->stride);
	png->filtered[0] = FILTER_UP;
	put_big_endian(header, width);
	put_big_endian(header + 4, height);
	for (size_t i = 0; i < color_count; i++)
		for (size_t part = 0; part < 3; part++)
			palette[3 * i + part] = (uint8_t)(colors[i] >> (16 - 8 * part));
	output_write(output, "\x89PNG\r\n\x1a\n", 8);
	write_chunk(output, "IHDR", header, sizeof header);
	write_chunk(output, "PLTE", palette, 3 * color_count);
	put_bits(png, 0x0178, 16); /* zlib's header: deflate, a window of 32 KiB */
	return true;
}

void png_row(struct png *png, const uint8_t *pixels)
{
	uint8_t *filtered = png->filtered;
	if (pixels) {
		for (size_t i = 0; i < png->stride; i++) {
			uint8_t right = 2 * i + 1 < png->width ? pixels[2 * i + 1] : 0;
			uint8_t both = (uint8_t)(pixels[2 * i] << BIT_DEPTH | right);
			filtered[1 + i] = (uint8_t)(both - png->above[i]);
			png->above[i] = both;
		}
	} else {
		memset(filtered + 1, 0, png->stride);
	}
	add_to_sums(png, filtered, png->stride + 1);
	for (size_t left = png->stride + 1, part; left > 0; left -= part, filtered += part) {
		if (png->block_length == PNG_BLOCK)
			compress_block(png);
		part = left < PNG_BLOCK - png->block_length ? left : PNG_BLOCK - png->block_length;
		memcpy(png->block + png->block_length, filtered, part);
		png->block_length += part;
	}
}

void png_end(struct png *png)
{
	compress_block(png);
	put_bits(png, 3, 3); /* the last block, an empty one */
	put_symbol(png, 256);
	put_bits(png, 0, (8 - png->bit_count) % 8); /* up to a whole byte */
	put_big_endian(png->chunk + png->chunk_length, png->sum_b << 16 | png->sum_a);
	png->chunk_length += 4;
	write_data(png);
	write_chunk(png->output, "IEND", png->chunk, 0);
}

void png_free(struct png *png)
{
	array_free(png, above);
	array_free(png, filtered);
}
