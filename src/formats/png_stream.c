/* SPDX-License-Identifier: MIT */
#include "formats/png_stream.h"

#include <string.h>

enum { BIT_DEPTH = 4, COLOR_INDEXED = 3, FILTER_UP = 2, METERS = 1 };

/* Writes a group of bytes in base64. Padding replaces the digits that the group does not need. */
static void write_group(struct png *png)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint8_t *group = png->group;
	const uint32_t bits = (uint32_t)group[0] << 16 | (uint32_t)group[1] << 8 | group[2];
	char text[4];
	for (size_t i = 0; i < sizeof text; i++)
		text[i] = i <= png->group_size ? digits[bits >> (18 - 6 * i) & 63] : '=';
	output_write(png->output, text, sizeof text);
	memset(png->group, 0, sizeof png->group);
	png->group_size = 0;
}

static void write_bytes(struct png *png, const uint8_t *bytes, size_t length)
{
	if (!png->is_base64) {
		output_write(png->output, bytes, length);
		return;
	}
	for (size_t i = 0; i < length; i++) {
		png->group[png->group_size++] = bytes[i];
		if (png->group_size == sizeof png->group)
			write_group(png);
	}
}

static void set_big_endian(uint8_t *at, uint32_t number)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void write_chunk(struct png *png, const char *type, const uint8_t *bytes, size_t length)
{
	uint8_t head[8];
	uint8_t checksum[4];
	set_big_endian(head, (uint32_t)length);
	memcpy(head + 4, type, 4);
	uLong crc = crc32(0, head + 4, 4);
	crc = crc32(crc, bytes, (uInt)length);
	set_big_endian(checksum, (uint32_t)crc);
	write_bytes(png, head, sizeof head);
	write_bytes(png, bytes, length);
	write_bytes(png, checksum, sizeof checksum);
}

/* Compresses the bytes that the stream was given. Writes each chunk that is full. */
static void compress_bytes(struct png *png, int flush)
{
	z_stream *stream = &png->stream;
	int status;
	do {
		status = deflate(stream, flush);
		if (stream->avail_out == 0 || status == Z_STREAM_END) {
			write_chunk(png, "IDAT", png->chunk, PNG_CHUNK - stream->avail_out);
			stream->next_out = png->chunk;
			stream->avail_out = PNG_CHUNK;
		}
	} while (stream->avail_in > 0 || (flush == Z_FINISH && status != Z_STREAM_END));
}

bool png_start(struct png *png, struct output *output, uint32_t width, uint32_t height,
	       const uint32_t *colors, size_t color_count)
{
	static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	uint8_t header[13] = {[8] = BIT_DEPTH, [9] = COLOR_INDEXED};
	uint8_t palette[3 << BIT_DEPTH];
	z_stream *stream = &png->stream;
	png->output = output;
	png->width = width;
	png->stride = width / 2 + width % 2;
	if (!array_reserve(png, previous, (size_t)width))
		return false;
	if (!array_reserve(png, filtered, png->stride + 1))
		return false;
	const int status = stream->state ? deflateReset(stream)
					 : deflateInit(stream, Z_DEFAULT_COMPRESSION);
	if (status != Z_OK)
		return false;
	stream->next_out = png->chunk;
	stream->avail_out = PNG_CHUNK;
	memset(png->previous, 0, width);
	png->filtered[0] = FILTER_UP;
	set_big_endian(header, width);
	set_big_endian(header + 4, height);
	for (size_t i = 0; i < color_count; i++) {
		palette[3 * i] = (uint8_t)(colors[i] >> 16);
		palette[3 * i + 1] = (uint8_t)(colors[i] >> 8);
		palette[3 * i + 2] = (uint8_t)colors[i];
	}
	write_bytes(png, signature, sizeof signature);
	write_chunk(png, "IHDR", header, sizeof header);
	write_chunk(png, "PLTE", palette, 3 * color_count);
	if (png->dpi > 0) {
		/* Pixels in a meter, in both directions. An inch has 25.4 millimeters. */
		const uint32_t density = (png->dpi * 10000 + 127) / 254;
		uint8_t size[9] = {[8] = METERS};
		set_big_endian(size, density);
		set_big_endian(size + 4, density);
		write_chunk(png, "pHYs", size, sizeof size);
	}
	return true;
}

void png_row(struct png *png, const uint8_t *pixels)
{
	uint8_t *filtered = png->filtered + 1;
	uint8_t *previous = png->previous;
	const size_t width = png->width;
	memset(filtered, 0, png->stride);
	/* Most rows of a picture of tiles equal the row before. */
	if (memcmp(pixels, previous, width) != 0) {
		/* The left pixel of a byte is in its high bits. */
		const int left_factor = 1 << BIT_DEPTH;
		for (size_t x = 0; x + 1 < width; x += 2) {
			const int left = pixels[x] - previous[x];
			const int right = pixels[x + 1] - previous[x + 1];
			filtered[x / 2] = (uint8_t)(left * left_factor + right);
		}
		if (width % 2 == 1) {
			const int left = pixels[width - 1] - previous[width - 1];
			filtered[width / 2] = (uint8_t)(left * left_factor);
		}
		memcpy(previous, pixels, width);
	}
	png->stream.next_in = png->filtered;
	png->stream.avail_in = (uInt)png->stride + 1;
	compress_bytes(png, Z_NO_FLUSH);
}

void png_end(struct png *png)
{
	png->stream.avail_in = 0;
	compress_bytes(png, Z_FINISH);
	write_chunk(png, "IEND", png->chunk, 0);
	if (png->group_size > 0)
		write_group(png);
}

void png_free(struct png *png)
{
	deflateEnd(&png->stream);
	array_free(png, previous);
	array_free(png, filtered);
}
