/* SPDX-License-Identifier: MIT */
/* 10,000 random maps and some of chosen shapes, compared with those of a plain generator. */
#include "../fuzz/compare.h"
#include "maps.h"

enum { MAPS = 10000, SIDE_MOST = 200, LARGE_WIDTH = 1000, LARGE_HEIGHT = 700 };

enum { RIGHT, SHAPES, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[RIGHT] = {.what = "maps are those of the plain generator; what the manual says of --tunnels around holds"},
	[SHAPES] = {.what = "every kind of map occurred, and every rng"},
};

enum {
	SMALLEST,
	LARGEST,
	ONE_ATTEMPT,
	THOUSANDS,
	NEAREST,
	LOOPS,
	FARTHEST,
	DOORS,
	DOORS_PLACED,
	ALL_OPTIONS,
	SWEPT,
	REFUSED,
	FEWER_LOOPS,
	MORE_ATTEMPTS,
	AROUND,
	AROUND_REFUSED,
	AROUND_DROPPED,
	AROUND_REFUSED_DROPPED,
	AROUND_LOOPS,
	AROUND_ALL_LOOPS,
	AROUND_FEWER_LOOPS,
	AROUND_SINGLE_DOORS,
	AROUND_STRAIGHT,
	AROUND_ONE_BEND,
	AROUND_TWO_BENDS,
	AROUND_SWEPT,
	KINDS
};

static struct {
	const char *what;
	uint64_t least, times;
} seen[KINDS] = {
	[SMALLEST] = {"smallest maps", 10, 0},
	[LARGEST] = {"largest maps that are drawn whole", 10, 0},
	[ONE_ATTEMPT] = {"maps of one attempt", 100, 0},
	[THOUSANDS] = {"maps of thousands of attempts", 10, 0},
	[NEAREST] = {"maps with the nearest rooms joined", 2000, 0},
	[LOOPS] = {"maps with loops", 1000, 0},
	[FARTHEST] = {"maps with the farthest exit", 2000, 0},
	[DOORS] = {"maps with doors", 2400, 0},
	[DOORS_PLACED] = {"doors", 10000, 0},
	[ALL_OPTIONS] = {"maps with every option", 24, 0},
	[SWEPT] = {"maps swept with doors", 5, 0},
	[REFUSED] = {"refused maps", 100, 0},
	[FEWER_LOOPS] = {"maps with fewer loops than asked for", 100, 0},
	[MORE_ATTEMPTS] = {"maps that took more attempts", 100, 0},
	[AROUND] = {"maps with tunnels around rooms", 1600, 0},
	[AROUND_REFUSED] = {"such maps refused", 40, 0},
	[AROUND_DROPPED] = {"rooms dropped", 40, 0},
	[AROUND_REFUSED_DROPPED] = {"such maps refused since rooms were dropped", 1, 0},
	[AROUND_LOOPS] = {"loops around rooms", 2000, 0},
	[AROUND_ALL_LOOPS] = {"maps around rooms with all loops asked for", 80, 0},
	[AROUND_FEWER_LOOPS] = {"maps with fewer than asked for", 200, 0},
	[AROUND_SINGLE_DOORS] = {"tunnels around rooms with one door", 400, 0},
	[AROUND_STRAIGHT] = {"straight tunnels around rooms", 4000, 0},
	[AROUND_ONE_BEND] = {"those with one bend", 400, 0},
	[AROUND_TWO_BENDS] = {"those with two bends", 400, 0},
	[AROUND_SWEPT] = {"swept maps with tunnels around rooms", 4, 0},
};

static uint64_t of_rng[16]; /* maps */

static uint32_t choose_side(uint64_t *random)
{
	static const uint32_t most[] = {6, 20, 60, 120, SIDE_MOST};
	return unit_between(random, 3, most[unit_between(random, 0, 4)]);
}

/* Chooses any size and limits, now and then extreme ones. */
static void choose_recipe(uint64_t *random, struct recipe *recipe)
{
	bool around = unit_once_in(random, 6);
	recipe->tunnels = around ? TUNNELS_AROUND : TUNNELS_THROUGH;
	recipe->width = choose_side(random);
	recipe->height = choose_side(random);
	uint32_t attempts = unit_once_in(random, 4) ? around ? 600 : 300 : 60, kind = unit_between(random, 0, 199);
	recipe->max_rooms = unit_once_in(random, 20) ? 1 : unit_between(random, 1, attempts);
	if (kind < 4)
		recipe->width = recipe->height = kind < 2 ? 3 : SIDE_MOST;
	choose_rooms(random, recipe);
	if (kind == 4) {
		/* As many rooms as there is space for. */
		recipe->width = recipe->height = SIDE_MOST;
		recipe->max_rooms = unit_between(random, 2000, 4000);
		recipe->room_min = 2;
		recipe->room_max = unit_between(random, 2, 5);
	}
	if (kind == 5 || kind == 6) {
		/* So large that the passes over the tiles sweep them. */
		recipe->width = unit_between(random, SIDE_MOST, LARGE_WIDTH);
		recipe->height = LARGE_HEIGHT;
		recipe->max_rooms = unit_between(random, 1, 1000);
		recipe->room_min = unit_between(random, 2, 6);
		recipe->room_max = unit_between(random, recipe->room_min, 30);
	}
	if (unit_once_in(random, 4)) {
		/* On small maps up to as many as there is space for, which attempts hardly ever reach. */
		uint64_t space = recipe_space(recipe), most = unit_once_in(random, around ? 2 : 40) ? 60 : 12;
		recipe->min_rooms = unit_between(random, 1, (uint32_t)(most < space ? most : space));
	}
	if (!around && unit_once_in(random, 2))
		recipe->connect = CONNECT_NEAREST;
	if (unit_once_in(random, 3))
		recipe->loops = unit_between(random, 1, unit_once_in(random, 10) ? 300 : 6);
	recipe->exit = unit_once_in(random, 3) ? EXIT_FARTHEST : EXIT_LAST;
	recipe->doors = unit_once_in(random, 2);
}

static void count_around(const struct dungeon *dungeon, bool refused)
{
	const struct recipe *recipe = &dungeon->recipe;
	seen[AROUND].times++;
	seen[AROUND_REFUSED].times += refused;
	seen[AROUND_REFUSED_DROPPED].times += refused && plain.rooms >= recipe->min_rooms;
	if (refused)
		return;
	uint32_t loops = dungeon->tunnel_count - (dungeon->room_count - 1);
	seen[AROUND_DROPPED].times += plain.rooms - dungeon->room_count;
	seen[AROUND_LOOPS].times += loops;
	seen[AROUND_ALL_LOOPS].times += recipe->loops > 0 && loops == recipe->loops;
	seen[AROUND_FEWER_LOOPS].times += loops < recipe->loops;
	seen[AROUND_SINGLE_DOORS].times += recipe->doors ? 2 * dungeon->tunnel_count - dungeon->door_count : 0;
	seen[AROUND_SWEPT].times += (uint64_t)recipe->width * recipe->height > 1 << 18;
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct point path[PATH_POINTS];
		seen[AROUND_STRAIGHT + tunnel_path(dungeon, i, path) - 2].times++;
	}
}

static void count_map(const struct dungeon *dungeon, bool refused)
{
	const struct recipe *recipe = &dungeon->recipe;
	seen[REFUSED].times += refused;
	if (refused)
		return;
	seen[MORE_ATTEMPTS].times += dungeon->attempts > recipe->max_rooms;
	seen[NEAREST].times += recipe->connect == CONNECT_NEAREST;
	seen[LOOPS].times += recipe->loops > 0;
	seen[FEWER_LOOPS].times += dungeon->tunnel_count < dungeon->room_count - 1 + recipe->loops;
	seen[FARTHEST].times += recipe->exit == EXIT_FARTHEST;
	seen[DOORS].times += recipe->doors;
	seen[DOORS_PLACED].times += dungeon->door_count;
	seen[SWEPT].times += recipe->doors && recipe->width > LARGE_WIDTH / 2 && recipe->height == LARGE_HEIGHT;
	seen[ALL_OPTIONS].times += recipe->connect == CONNECT_NEAREST && recipe->loops > 0 &&
				   recipe->exit == EXIT_FARTHEST && recipe->doors && recipe->min_rooms > 0;
	seen[SMALLEST].times += recipe->width == 3 && recipe->height == 3;
	seen[LARGEST].times += recipe->width == SIDE_MOST && recipe->height == SIDE_MOST;
	seen[ONE_ATTEMPT].times += recipe->max_rooms == 1;
	seen[THOUSANDS].times += recipe->max_rooms >= 2000 && dungeon->room_count >= 500;
}

/* Makes `count` maps with one generator. Most seeds follow the one before, as in a batch. */
static void check_maps(uint64_t *random, const struct rng *rng, struct recipe recipe, uint64_t seed, uint32_t count)
{
	static struct dungeon dungeon;
	struct generator *generator = generator_new(rng, &recipe);
	if (!generator)
		unit_no_memory();
	recipe.rng = rng->name;
	recipe.seed = seed;
	for (uint32_t i = 0; i < count; i++) {
		enum generator_result result;
		const char *difference = compare_map(generator, rng, &recipe, &dungeon, &result);
		CHECK(&properties[RIGHT], !difference, "%s, %s", difference, command_line(&recipe));
		if (!difference)
			(recipe.tunnels == TUNNELS_AROUND ? count_around : count_map)(&dungeon,
										      result != GENERATOR_MADE);
		uint32_t kind = unit_between(random, 0, 19);
		if (kind > 1)
			recipe.seed = recipe.seed < rng->max_seed ? recipe.seed + 1 : 0;
		else if (kind == 1)
			recipe.seed = choose_seed(random, rng);
	}
	for (size_t i = 0; rng_table[i]; i++)
		of_rng[i] += rng_table[i] == rng ? count : 0;
	generator_free(generator);
}

/* Makes maps with tunnels around rooms, without and with doors and loops, by each rng in turn. */
static void check_around(uint64_t *random)
{
	static const struct {
		uint32_t width, height, max_rooms, room_min, room_max, maps;
	} shapes[] = {
		{3, 3, 30, 2, 2, 3},         /* the smallest */
		{4, 9, 30, 2, 3, 10},        /* a few */
		{80, 45, 1, 6, 10, 5},       /* one room */
		{80, 45, 30, 6, 10, 30},     /* the default */
		{60, 40, 1000, 2, 4, 15},    /* crowded, which drops rooms */
		{60, 40, 1000, 2, 2, 15},    /* the same, with floors of one tile */
		{400, 9, 300, 2, 7, 10},     /* wide and flat */
		{9, 400, 300, 2, 7, 10},     /* tall */
		{3, 500, 300, 2, 2, 3},      /* a column */
		{64, 64, 30, 63, 63, 3},     /* one as large as the map */
		{150, 120, 100, 5, 100, 10}, /* large rooms */
		{300, 300, 2000, 3, 12, 1},  /* many rooms */
		{90, 90, 500, 4, 6, 10},     /* dense */
		{620, 430, 1000, 4, 20, 1},  /* swept */
		{200, 150, 60, 2, 12, 10},   /* sparse */
	};
	static const uint32_t loops[] = {0, 3, 1000};
	for (size_t i = 0, r = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned k = 0; k < 6; k++) {
			struct recipe recipe = {
				.width = shapes[i].width,
				.height = shapes[i].height,
				.max_rooms = shapes[i].max_rooms,
				.room_min = shapes[i].room_min,
				.room_max = shapes[i].room_max,
				.tunnels = TUNNELS_AROUND,
				.loops = loops[k / 2],
				.doors = k % 2,
				.exit = k % 3 == 1 ? EXIT_FARTHEST : EXIT_LAST,
			};
			r = rng_table[r + 1] ? r + 1 : 0;
			check_maps(random, rng_table[r], recipe, 100 * k, shapes[i].maps);
		}
}

int main(void)
{
	uint64_t random = UNIT_START;
	for (uint32_t made = 0; made < MAPS;) {
		const struct rng *rng = choose_rng(&random);
		struct recipe recipe = {0};
		choose_recipe(&random, &recipe);
		uint32_t count = unit_between(&random, 1, unit_once_in(&random, 10) ? 40 : 4);
		check_maps(&random, rng, recipe, choose_seed(&random, rng), count);
		made += count;
	}
	check_around(&random);
	for (size_t i = 0; i < KINDS; i++) {
		CHECK(&properties[SHAPES], seen[i].times >= seen[i].least, "%s: %" PRIu64, seen[i].what, seen[i].times);
		printf("%s: %" PRIu64 "\n", seen[i].what, seen[i].times);
	}
	for (size_t i = 0; rng_table[i]; i++)
		CHECK(&properties[SHAPES], of_rng[i] > MAPS / 10, "%s: %" PRIu64, rng_table[i]->name, of_rng[i]);
	printf("%d random maps and more, chosen with %d\n", MAPS, UNIT_START);
	return unit_report(properties, PROPERTIES);
}
