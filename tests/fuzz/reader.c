/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: bytes from anyone, read as each format by the whole program. If they are maps, these
 * are written in the same format, read and written again, which gives the same bytes. Otherwise the
 * program ends as program.h says.
 *
 * The first byte of an input chooses the format, the second how its maps look, and the third how
 * many bytes are read at once.
 */
#include "program.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Looks of a map, each for the formats that support some option. */
static const struct {
	unsigned needs; /* STYLE_ bits */
	const char *show, *option;
} looks[] = {
	{0, "none", NULL},
	{STYLE_NO_TILES, "none", "--no-tiles"},
	{STYLE_SHOW, "spawn", NULL},
	{STYLE_SHOW, "spawn,exit", NULL},
	{STYLE_GLYPHS, "spawn,exit", "--glyphs=\u2588.\u263a\U00010330\u00e9"},
	{STYLE_GLYPHS, "exit", "--glyphs= \u00b7SED"},
};
enum { LOOKS = sizeof looks / sizeof *looks, CHOICES = 3 };

/* Reads a file in a format and writes its maps in the same. */
static enum status rewrite(const struct format *format, size_t look, const char *in, int number,
			   struct world_input *written)
{
	begin(in, "--input-format=", format->name);
	say("--format=%s", format->name);
	if (format->styles & STYLE_SHOW)
		say("--show=%s", looks[look].show);
	if (looks[look].option)
		say("%s", looks[look].option);
	return judge(number, written);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	size_t formats = 0;
	if (size < CHOICES)
		return -1;
	while (format_reading(formats))
		formats++;
	const struct format *format = format_reading(bytes[0] % formats);
	size_t look = bytes[1] % LOOKS;
	if (looks[look].needs & ~format->styles)
		return -1;
	world = (struct world){.error = EIO,
			       .full_after = WORLD_BYTES,
			       .read_most = bytes[2] + 1u,
			       .input = {"a", bytes + CHOICES, size - CHOICES}};
	enum status status = rewrite(format, look, "-qia", 0, &world.other);
	/*
	 * The format may not have these glyphs; and a few bytes can make a map that has more than
	 * the world.
	 */
	if (status != STATUS_DONE)
		return status == STATUS_NO_MAP ? 0 : -1;
	struct world_input again;
	SAME(rewrite(format, look, "-qib", 1, &again) == STATUS_DONE);
	SAME(again.length == world.other.length &&
	     memcmp(again.bytes, world.other.bytes, again.length) == 0);
	return 0;
}
