/* SPDX-License-Identifier: MIT */
/* Thousands of random maps, and some of chosen shapes, compared with plain searches and drawings. @smoke @clang */
#include "../fuzz/compare.h"
#include "unit.h"

enum { BATCHES = 500, BATCHES_OF_SHAPE = 14, INPUT_BYTES = 32 };

/* How often the rarer cases occurred. */
static struct {
	uint64_t refused, more_attempts, fewer_loops, doors, dropped, refused_dropped, single_doors, two_bends;
} seen;

static void count_map(const struct dungeon *dungeon, enum generator_result result)
{
	const struct recipe *recipe = &dungeon->recipe;
	bool around = recipe->tunnels == TUNNELS_AROUND, refused = result != GENERATOR_MADE;
	seen.refused += refused && !around;
	seen.refused_dropped += refused && plain.rooms >= recipe->min_rooms;
	if (refused)
		return;
	seen.more_attempts += dungeon->attempts > recipe->max_rooms;
	seen.fewer_loops += dungeon->tunnel_count < dungeon->room_count - 1 + recipe->loops;
	seen.doors += !around && dungeon->door_count > 0;
	seen.dropped += dungeon->room_count < plain.rooms;
	seen.single_doors += around && recipe->doors && dungeon->door_count < 2 * dungeon->tunnel_count;
	for (uint32_t i = 0; around && i < dungeon->tunnel_count; i++)
		seen.two_bends += tunnel_path(dungeon, i).count == AROUND_LEGS;
}

static void check_seen(void)
{
	CHECK(seen.refused > 0, "maps were refused");
	CHECK(seen.more_attempts > 0, "maps took more attempts than --max-rooms");
	CHECK(seen.fewer_loops > 0, "maps had fewer loops than asked for");
	CHECK(seen.doors > 0, "maps had doors and tunnels through rooms");
	CHECK(seen.dropped > 0, "maps dropped rooms");
	CHECK(seen.refused_dropped > 0, "maps were refused since rooms were dropped");
	CHECK(seen.single_doors > 0, "maps had tunnels with one door");
	CHECK(seen.two_bends > 0, "tunnels around rooms had two bends");
}

/* Chooses the next batch. */
static struct batch random_batch(void)
{
	static uint64_t random = UNIT_START;
	uint8_t bytes[INPUT_BYTES];
	for (size_t k = 0; k < sizeof bytes; k++)
		bytes[k] = (uint8_t)unit_random(&random);
	return choose_batch(bytes, sizeof bytes);
}

static void check_batch(struct batch batch)
{
	const char *difference = compare_batch(&batch, count_map);
	CHECK(!difference, "%s, %s", difference, command_line(&batch.recipe));
}

static void check_batches(void)
{
	for (uint32_t i = 0; i < BATCHES; i++)
		check_batch(random_batch());
}

/* Maps of this shape with random options. */
static void check_shape(uint32_t width, uint32_t height, uint32_t max_rooms, uint32_t room_min, uint32_t room_max,
			uint64_t most)
{
	for (uint32_t i = 0; i < BATCHES_OF_SHAPE; i++) {
		struct batch batch = random_batch();
		batch.recipe.width = width, batch.recipe.height = height, batch.recipe.max_rooms = max_rooms;
		batch.recipe.room_min = room_min, batch.recipe.room_max = room_max;
		batch.count = batch.count < most ? batch.count : most;
		check_batch(batch);
	}
}

int main(void)
{
	RUN(check_batches());
	RUN(check_shape(3, 3, 30, 2, 2, 3));        /* the smallest */
	RUN(check_shape(4, 9, 30, 2, 3, 5));        /* a few */
	RUN(check_shape(80, 45, 1, 6, 10, 3));      /* one room */
	RUN(check_shape(80, 45, 30, 6, 10, 12));    /* the default */
	RUN(check_shape(60, 40, 1000, 2, 4, 8));    /* crowded, which drops rooms */
	RUN(check_shape(60, 40, 1000, 2, 2, 8));    /* the same, with floors of one tile */
	RUN(check_shape(400, 9, 300, 2, 7, 5));     /* wide and flat */
	RUN(check_shape(9, 400, 300, 2, 7, 5));     /* tall */
	RUN(check_shape(3, 500, 300, 2, 2, 3));     /* a column */
	RUN(check_shape(64, 64, 30, 63, 63, 3));    /* one as large as the map */
	RUN(check_shape(150, 120, 100, 5, 100, 4)); /* large rooms */
	RUN(check_shape(300, 300, 2000, 3, 12, 1)); /* many rooms */
	RUN(check_shape(90, 90, 500, 4, 6, 5));     /* dense */
	RUN(check_shape(620, 430, 1000, 4, 20, 1)); /* swept */
	RUN(check_shape(200, 150, 60, 2, 12, 5));   /* sparse */
	RUN(check_seen());
	return unit_end();
}
