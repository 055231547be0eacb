/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the generator and its rows against the plain reimplementation of plain.h, over seeds, rngs, sizes and
 * every option. Built with the sanitizers; a difference ends the process with the command line that shows it.
 */
#include "dungeon/generate.h"
#include "dungeon/rows.h"
#include "dungeon/rows_private.h"
/* What is to be explored is the program, and to trace every comparison of the plain one takes most of the time. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
#include "plain.h"

#include <inttypes.h>
#include <stdio.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct plain plain;
static uint64_t compared; /* maps */

/* The bytes of the input, one number after another; zeros where it has ended. */
struct input {
	const uint8_t *bytes;
	size_t size;
};

static uint64_t take(struct input *input, unsigned bytes)
{
	uint64_t number = 0;
	for (; bytes > 0 && input->size > 0; bytes--, input->size--)
		number = number << 8 | *input->bytes++;
	return number;
}

/* A number from lo to hi. */
static int choose(struct input *input, int lo, int hi)
{
	return lo + (int)(take(input, hi - lo < 256 ? 1 : 2) % (uint64_t)(hi - lo + 1));
}

_Noreturn static void differ(const struct plain_options *o, const char *rng, uint64_t seed, const char *what)
{
	fprintf(stderr, "%s: dungen --seed %" PRIu64 " --rng %s -W %d -H %d --max-rooms %d --room-min %d --room-max %d",
		what, seed, rng, o->width, o->height, o->max_rooms, o->room_min, o->room_max);
	fprintf(stderr, "%s%s%s", o->doors ? " --doors" : "", o->farthest ? " --exit farthest" : "",
		o->nearest ? " --connect nearest" : "");
	if (o->min_rooms)
		fprintf(stderr, " --min-rooms %d", o->min_rooms);
	if (o->loops)
		fprintf(stderr, " --loops %d", o->loops);
	fprintf(stderr, "\n");
	abort();
}

#define SAME(condition)                                                               \
	do {                                                                          \
		if (!(condition))                                                     \
			differ(options, rng->name, dungeon->recipe.seed, #condition); \
	} while (0)

/* The rows of the map are those of the plain one; `start` is the method that makes them. */
static void compare_rows(const struct plain_options *options, const struct rng *rng, const struct dungeon *dungeon,
			 bool (*start)(struct rows *, const struct rows_plan *))
{
	static struct rows rows;
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.glyphs = tile_glyphs,
		.glyph_count = TILE_KINDS,
	};
	if (!start(&rows, &plan))
		abort();
	int y = 0;
	size_t stride = (size_t)options->width + 1;
	for (struct band band; rows_next(&rows, &band);)
		for (uint32_t time = 0; time < band.times; time++)
			for (size_t at = 0; at < band.length; at += stride, y++) {
				SAME(y < options->height);
				SAME(memcmp(band.bytes + at, plain.tile[y], stride - 1) == 0);
				SAME(band.bytes[at + stride - 1] == '\n');
			}
	SAME(y == options->height);
	rows_free(&rows);
}

static void compare(const struct plain_options *options, const struct rng *rng, const struct dungeon *dungeon)
{
	SAME(dungeon->room_count == (uint32_t)plain.rooms);
	for (int i = 0; i < plain.rooms; i++) {
		SAME(dungeon->rooms[i].x1 == (uint32_t)plain.room[i].x1);
		SAME(dungeon->rooms[i].y1 == (uint32_t)plain.room[i].y1);
		SAME(dungeon->rooms[i].x2 == (uint32_t)plain.room[i].x2);
		SAME(dungeon->rooms[i].y2 == (uint32_t)plain.room[i].y2);
	}
	SAME(dungeon->tunnel_count == (uint32_t)plain.tunnels);
	for (int i = 0; i < plain.tunnels; i++) {
		SAME(dungeon->tunnels[i].from == (uint32_t)plain.tunnel[i].from);
		SAME(dungeon->tunnels[i].to == (uint32_t)plain.tunnel[i].to);
		SAME(dungeon->tunnels[i].row_first == plain.tunnel[i].heads);
	}
	SAME(dungeon->spawn.x == (uint32_t)plain.room[0].cx && dungeon->spawn.y == (uint32_t)plain.room[0].cy);
	SAME(dungeon->exit.x == (uint32_t)plain.room[plain.exit].cx);
	SAME(dungeon->exit.y == (uint32_t)plain.room[plain.exit].cy);
	if (options->farthest)
		SAME(dungeon->exit_distance == (uint64_t)plain.exit_distance);
	SAME(dungeon->door_count == (uint32_t)plain.doors);
	for (int i = 0; i < plain.doors; i++) {
		const struct door *door = &dungeon->doors[dungeon->door_order[i]];
		SAME(door->at.x == (uint32_t)plain.door[i].x && door->at.y == (uint32_t)plain.door[i].y);
		SAME(door->room == (uint32_t)plain.door[i].room);
	}
	compare_rows(options, rng, dungeon, rows_start_whole);
	compare_rows(options, rng, dungeon, rows_start_swept);
}

static void choose_options(struct input *input, struct plain_options *options)
{
	bool large = take(input, 1) % 8 == 0;
	options->width = choose(input, 3, large ? PLAIN_SIDE : 40);
	options->height = choose(input, 3, large ? PLAIN_SIDE : 30);
	int side = (options->width < options->height ? options->width : options->height) - 1;
	options->room_min = choose(input, 2, side);
	options->room_max = choose(input, options->room_min, side);
	unsigned flags = (unsigned)take(input, 1);
	options->doors = flags & 1;
	options->farthest = flags & 2;
	options->nearest = flags & 32;
	options->loops = flags & 4 ? choose(input, 0, flags & 8 ? 300 : 12) : 0;
	options->min_rooms = flags & 16 ? choose(input, 1, 12) : 0;
	options->max_rooms = choose(input, 1, take(input, 1) % 8 == 0 ? PLAIN_ROOMS : 60);
}

static void tell_compared(void)
{
	fprintf(stderr, "stat::maps: %" PRIu64 "\n", compared);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	return atexit(tell_compared);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input input = {bytes, size};
	size_t rngs = 0;
	while (rng_table[rngs])
		rngs++;
	const struct rng *rng = rng_table[take(&input, 1) % rngs];
	struct plain_options options = {0};
	choose_options(&input, &options);
	/* Later maps of a generator may be made another way than its first, and from several seeds at once. */
	uint64_t maps = 1 + take(&input, 1) % 12, seed = take(&input, 8);
	if (rng->max_seed < UINT64_MAX)
		seed %= rng->max_seed + 1;
	if (maps - 1 > rng->max_seed - seed)
		maps = 1;

	struct recipe recipe = {
		.width = (uint32_t)options.width,
		.height = (uint32_t)options.height,
		.max_rooms = (uint32_t)options.max_rooms,
		.room_min = (uint32_t)options.room_min,
		.room_max = (uint32_t)options.room_max,
		.min_rooms = (uint32_t)options.min_rooms,
		.connect = options.nearest ? CONNECT_NEAREST : CONNECT_PREVIOUS,
		.loops = (uint32_t)options.loops,
		.doors = options.doors,
		.exit = options.farthest ? EXIT_FARTHEST : EXIT_LAST,
	};
	struct generator *generator = generator_new(rng, &recipe);
	struct dungeon dungeon = {0};
	if (!generator)
		abort();
	for (uint64_t i = 0; i < maps; i++) {
		plain_make(&plain, &options, rng, seed + i);
		enum generator_result result = generator_make(generator, seed + i, &dungeon);
		if (result == GENERATOR_NO_MEMORY || (result == GENERATOR_MADE) != plain.possible)
			abort();
		if (!plain.possible)
			continue;
		compare(&options, rng, &dungeon);
		compared++;
	}
	dungeon_free(&dungeon);
	generator_free(generator);
	return 0;
}

#pragma clang attribute pop
