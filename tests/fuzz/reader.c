/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: bytes from anyone, read as each format. If they are maps, these are written in the same format, read and
 * written again, which gives the same bytes. Otherwise the fault has words. No memory is leaked.
 *
 * The first byte of an input chooses the format, the second how its maps look, and the third how many bytes are read at
 * once.
 */
#include "formats/format.h"
#include "output/system.h"
#include "world.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

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

static bool has_look(const struct format *format, size_t look)
{
	bool has = (looks[look].needs & ~format->styles) == 0;
	for (size_t i = 0; i < GLYPHS && format->takes_glyph; i++)
		has = has && format->takes_glyph(looks[look].style.glyph[i]);
	return has;
}

/*
 * Reads all maps that the bytes have in a format, and writes them to the world. Returns NULL, or why a map is none; the
 * text is valid until the next call.
 */
static const char *rewrite(const struct format *format, const struct style *style, const void *bytes, size_t size)
{
	static char written[2][WORLD_BYTES];
	static struct dungeon dungeon;
	static struct reader reader;
	static struct output output;
	static char fault[sizeof reader.fault];
	world.input = (struct world_input){NULL, bytes, size};
	world.written = 0;
	world.bytes = bytes == written[0] ? written[1] : written[0];
	output_start(&output, SYSTEM_STANDARD_OUTPUT, "memory");
	struct input input = {.name = "memory", .descriptor = system_open_input("memory")};
	struct writer writer;
	enum read_result result;
	if (!reader_open(&reader, format, style, &input) || !writer_open(&writer, format, style, &output))
		abort();
	while ((result = reader_next(&reader, &dungeon)) == READ_MAP)
		if (!format->write(&writer, &dungeon))
			abort();
	if (result == READ_NO_MEMORY)
		abort();
	(void)output_finish(&output);
	memcpy(fault, reader.fault, sizeof fault);
	writer_close(&writer);
	reader_close(&reader);
	input_close(&input);
	return result == READ_END ? NULL : fault;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	enum { CHOICES = 3 };
	size_t formats = 0;
	if (size < CHOICES)
		return -1;
	while (format_reading(formats))
		formats++;
	const struct format *format = format_reading(bytes[0] % formats);
	size_t look = bytes[1] % LOOKS;
	const struct style *style = &looks[look].style;
	if (!has_look(format, look))
		return -1;
	world = (struct world){.full_after = WORLD_BYTES, .read_most = bytes[2] + 1u};
	const char *fault = rewrite(format, style, bytes + CHOICES, size - CHOICES);
	SAME(!fault || *fault);
	/* A few bytes can make a map that has more than the world. */
	if (fault || world.failed)
		return world.failed ? -1 : 0;
	const char *written = world.bytes;
	size_t length = world.written;
	fault = rewrite(format, style, written, length);
	if (fault)
		fprintf(stderr, "%s\n", fault);
	SAME(!fault && world.written == length && memcmp(world.bytes, written, length) == 0);
	return 0;
}
