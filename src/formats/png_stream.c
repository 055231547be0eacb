/* SPDX-License-Identifier: MIT */
#include "formats/png_stream.h"

#include <string.h>

enum { BIT_DEPTH = 4, COLOR_INDEXED = 3, FILTER_UP = 2 };

static void write_to_output(void *context, const void *bytes, size_t length)
{
	output_write(context, bytes, length);
}

struct png_target png_to_output(struct output *output)
{
	return (struct png_target){.write = write_to_output, .context = output};
}

static void set_big_endian(uint8_t *at, uint32_t number)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void write_chunk(struct png_target target, const char *type, const uint8_t *bytes,
			size_t length)
{
	uint8_t head[8];
	uint8_t checksum[4];
	set_big_endian(head, (uint32_t)length);
	memcpy(head + 4, type, 4);
	uLong crc = crc32(0, head + 4, 4);
	crc = crc32(crc, bytes, (uInt)length);
	set_big_endian(checksum, (uint32_t)crc);
	target.write(target.context, head, sizeof head);
	target.write(target.context, bytes, length);
	target.write(target.context, checksum, sizeof checksum);
}

static void write_header(struct png_target target, uint32_t width, uint32_t height)
{
	uint8_t header[13] = {[8] = BIT_DEPTH, [9] = COLOR_INDEXED};
	set_big_endian(header, width);
	set_big_endian(header + 4, height);
	write_chunk(target, "IHDR", header, sizeof header);
}

static void write_palette(struct png_target target, const uint32_t *colors, size_t color_count)
{
	uint8_t palette[3 << BIT_DEPTH];
	for (size_t i = 0; i < color_count; i++) {
		palette[3 * i] = (uint8_t)(colors[i] >> 16);
		palette[3 * i + 1] = (uint8_t)(colors[i] >> 8);
		palette[3 * i + 2] = (uint8_t)colors[i];
	}
	write_chunk(target, "PLTE", palette, 3 * color_count);
}

/* Compresses the bytes that the stream was given. Writes each chunk that is full. */
static void compress_bytes(struct png *png, int flush)
{
	z_stream *stream = &png->stream;
	bool is_done = false;
	while (!is_done) {
		const int status = deflate(stream, flush);
		if (stream->avail_out == 0 || status == Z_STREAM_END) {
			write_chunk(png->target, "IDAT", png->chunk, PNG_CHUNK - stream->avail_out);
			stream->next_out = png->chunk;
			stream->avail_out = PNG_CHUNK;
		}
		if (flush == Z_FINISH)
			is_done = status == Z_STREAM_END;
		else
			is_done = stream->avail_in == 0;
	}
}

/* Starts to compress an image. Returns false if out of memory. */
static bool start_stream(z_stream *stream)
{
	if (stream->state)
		return deflateReset(stream) == Z_OK;
	return deflateInit(stream, Z_DEFAULT_COMPRESSION) == Z_OK;
}

bool png_start(struct png *png, struct png_target target, uint32_t width, uint32_t height,
	       const uint32_t *colors, size_t color_count)
{
	png->target = target;
	png->width = width;
	png->stride = width / 2 + width % 2;
	if (!array_reserve(png, previous, (size_t)width))
		return false;
	if (!array_reserve(png, filtered, png->stride + 1))
		return false;
	if (!start_stream(&png->stream))
		return false;
	png->stream.next_out = png->chunk;
	png->stream.avail_out = PNG_CHUNK;
	memset(png->previous, 0, width);
	png->filtered[0] = FILTER_UP;
	target.write(target.context, "\x89PNG\r\n\x1a\n", 8);
	write_header(target, width, height);
	write_palette(target, colors, color_count);
	return true;
}

/* Returns two pixels of a row as one byte, beginning at pixel 2 * index. */
static uint8_t pack_pixels(const struct png *png, const uint8_t *pixels, size_t index)
{
	const uint8_t left = pixels[2 * index];
	const uint8_t right = 2 * index + 1 < png->width ? pixels[2 * index + 1] : 0;
	return (uint8_t)(left << BIT_DEPTH | right);
}

/* Sets the filtered row: what has to be added to the row before. */
static void filter_row(struct png *png, const uint8_t *pixels)
{
	uint8_t *filtered = png->filtered + 1;
	/* Most rows of a picture of tiles equal the row before. */
	if (memcmp(pixels, png->previous, png->width) == 0) {
		memset(filtered, 0, png->stride);
		return;
	}
	for (size_t i = 0; i < png->stride; i++)
		filtered[i] = (uint8_t)(pack_pixels(png, pixels, i) -
					pack_pixels(png, png->previous, i));
	memcpy(png->previous, pixels, png->width);
}

void png_row(struct png *png, const uint8_t *pixels)
{
	filter_row(png, pixels);
	png->stream.next_in = png->filtered;
	png->stream.avail_in = (uInt)png->stride + 1;
	compress_bytes(png, Z_NO_FLUSH);
}

void png_end(struct png *png)
{
	png->stream.avail_in = 0;
	compress_bytes(png, Z_FINISH);
	write_chunk(png->target, "IEND", png->chunk, 0);
}

void png_free(struct png *png)
{
	deflateEnd(&png->stream);
	array_free(png, previous);
	array_free(png, filtered);
}
