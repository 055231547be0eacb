/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: bytes from anyone, read as each format. If they are maps, these are written in the same format, read and
 * written again, which gives the same bytes. Otherwise the fault has words. No memory is leaked.
 *
 * The first byte of an input chooses the format, the second how its maps look, and the third how many bytes are read at
 * once.
 */
#include "round_trip.h"
#include "output/system.h"
#include "world.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int store_open(void)
{
	static char written[WORLD_BYTES];
	world.bytes = written;
	world.written = 0;
	return SYSTEM_STANDARD_OUTPUT;
}

static void store_take(struct bytes *bytes)
{
	bytes->count = world.written;
	if (!array_reserve(bytes, at, bytes->count + 1))
		abort();
	memcpy(bytes->at, world.bytes, bytes->count);
}

static int store_read(const struct bytes *bytes)
{
	world.input = (const uint8_t *)bytes->at;
	world.input_length = bytes->count;
	world.taken = 0;
	return system_open_input("memory");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct bytes given, written, again;
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
	given.count = size - CHOICES;
	if (!array_reserve(&given, at, size))
		abort();
	memcpy(given.at, bytes + CHOICES, given.count);

	const char *fault = rewrite(format, format, style, &given, &written);
	SAME(!fault || *fault);
	/* A few bytes can make a map that has more than the world. */
	if (fault || world.failed)
		return world.failed ? -1 : 0;
	fault = rewrite(format, format, style, &written, &again);
	if (fault)
		fprintf(stderr, "%s\n", fault);
	SAME(!fault && is_same(&written, &again));
	return 0;
}
