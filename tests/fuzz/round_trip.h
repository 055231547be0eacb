/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

#include <stdio.h>
#include <string.h>

/* Maps that are written, read, and written again, by the fuzzer of readers and unit/properties. */

struct bytes {
	ARRAY(char, at);
	size_t count;
};

/* Ways to write a map, each for the formats that support some option about looks. */
static const struct {
	unsigned needs; /* STYLE_ bits */
	struct style style;
} looks[] = {
#define LOOK(...) .tile_size = 16, .tileset = "tiles.png", .glyph = {__VA_ARGS__}
	{0, {LOOK("#", ".", "@", ">", "+")}},
	{STYLE_NO_TILES, {LOOK("#", ".", "@", ">", "+"), .no_tiles = true}},
	{STYLE_SHOW, {LOOK("#", ".", "@", ">", "+"), .show = SHOW_SPAWN}},
	{STYLE_SHOW, {LOOK("#", ".", "@", ">", "+"), .show = SHOW_SPAWN | SHOW_EXIT}},
	{STYLE_GLYPHS, {LOOK("\u2588", ".", "\u263a", "\U00010330", "\u00e9"), .show = SHOW_SPAWN | SHOW_EXIT}},
	{STYLE_GLYPHS, {LOOK(" ", "\u00b7", "S", "E", "D"), .show = SHOW_EXIT}},
};
enum { LOOKS = sizeof looks / sizeof *looks };

static inline bool has_look(const struct format *format, size_t look)
{
	bool has = (looks[look].needs & ~format->styles) == 0;
	for (size_t i = 0; i < GLYPHS && format->takes_glyph; i++)
		has = has && format->takes_glyph(looks[look].style.glyph[i]);
	return has;
}

/* Of the test: a descriptor to write to, what was written to it, and a descriptor to read bytes from. */
static int store_open(void);
static void store_take(struct bytes *bytes);
static int store_read(const struct bytes *bytes);

static inline struct output *start_output(void)
{
	static struct output output;
	output_start(&output, store_open(), "memory");
	return &output;
}

static inline void write_bytes(const struct format *format, const struct style *style, const struct dungeon *dungeon,
			       struct bytes *bytes)
{
	struct output *output = start_output();
	struct writer writer;
	if (!writer_open(&writer, format, style, output) || !format->write(&writer, dungeon) || !output_finish(output))
		abort();
	writer_close(&writer);
	store_take(bytes);
}

/*
 * Reads all maps that the bytes have in one format, and writes them in another. Returns NULL, or why a map is none; the
 * text is valid until the next call.
 */
static inline const char *rewrite(const struct format *from, const struct format *to, const struct style *style,
				  const struct bytes *bytes, struct bytes *written)
{
	static struct dungeon dungeon;
	static struct reader reader;
	static char fault[sizeof reader.fault];
	struct output *output = start_output();
	struct input input = {.name = "memory", .descriptor = store_read(bytes)};
	struct writer writer;
	enum read_result result;
	if (!reader_open(&reader, from, style, &input) || !writer_open(&writer, to, style, output))
		abort();
	while ((result = reader_next(&reader, &dungeon)) == READ_MAP)
		if (!to->write(&writer, &dungeon))
			abort();
	if (result == READ_NO_MEMORY)
		abort();
	(void)output_finish(output);
	store_take(written);
	memcpy(fault, reader.fault, sizeof fault);
	writer_close(&writer);
	reader_close(&reader);
	input_close(&input);
	return result == READ_END ? NULL : fault;
}

static inline bool is_same(const struct bytes *one, const struct bytes *other)
{
	return one->count == other->count && memcmp(one->at, other->at, one->count) == 0;
}
