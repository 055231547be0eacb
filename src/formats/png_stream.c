/* SPDX-License-Identifier: MIT */
#include "formats/png_stream.h"

#include <string.h>

enum { BIT_DEPTH = 4, COLOR_INDEXED = 3, FILTER_UP = 2 };

static void put_big_endian(uint8_t *at, uint32_t number)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void write_chunk(struct output *output, const char *type, const uint8_t *bytes,
			size_t length)
{
	uint8_t before[8], after[4];
	put_big_endian(before, (uint32_t)length);
	memcpy(before + 4, type, 4);
	uLong crc = crc32(0, before + 4, 4);
	put_big_endian(after, (uint32_t)crc32(crc, bytes, (uInt)length));
	output_write(output, before, sizeof before);
	output_write(output, bytes, length);
	output_write(output, after, sizeof after);
}

/*
 * Compresses the filtered row, or for Z_FINISH no row and all that zlib still holds. Writes each
 * chunk that is full.
 */
static void compress_row(struct png *png, int flush)
{
	z_stream *stream = &png->stream;
	stream->next_in = png->filtered;
	stream->avail_in = flush == Z_FINISH ? 0 : (uInt)png->stride + 1;
	int status;
	do {
		status = deflate(stream, flush);
		if (stream->avail_out == 0 || status == Z_STREAM_END) {
			write_chunk(png->output, "IDAT", png->chunk, PNG_CHUNK - stream->avail_out);
			stream->next_out = png->chunk;
			stream->avail_out = PNG_CHUNK;
		}
	} while (stream->avail_in > 0 || (flush == Z_FINISH && status != Z_STREAM_END));
}

bool png_start(struct png *png, struct output *output, uint32_t width, uint32_t height,
	       const uint32_t *colors, size_t color_count)
{
	uint8_t header[13] = {[8] = BIT_DEPTH, COLOR_INDEXED}, palette[3 << BIT_DEPTH];
	png->output = output;
	png->width = width;
	png->stride = width / 2 + width % 2;
	if (!array_reserve(png, above, png->stride) ||
	    !array_reserve(png, filtered, png->stride + 1) ||
	    (png->stream.state ? deflateReset(&png->stream)
			       : deflateInit(&png->stream, Z_DEFAULT_COMPRESSION)) != Z_OK)
		return false;
	png->stream.next_out = png->chunk;
	png->stream.avail_out = PNG_CHUNK;
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
	return true;
}

void png_row(struct png *png, const uint8_t *pixels)
{
	uint8_t *filtered = memset(png->filtered + 1, 0, png->stride);
	for (size_t i = 0; pixels && i < png->stride; i++) {
		uint8_t right = 2 * i + 1 < png->width ? pixels[2 * i + 1] : 0;
		uint8_t both = (uint8_t)(pixels[2 * i] << BIT_DEPTH | right);
		filtered[i] = (uint8_t)(both - png->above[i]);
		png->above[i] = both;
	}
	compress_row(png, Z_NO_FLUSH);
}

void png_end(struct png *png)
{
	compress_row(png, Z_FINISH);
	write_chunk(png->output, "IEND", png->chunk, 0);
}

void png_free(struct png *png)
{
	deflateEnd(&png->stream);
	array_free(png, above);
	array_free(png, filtered);
}
