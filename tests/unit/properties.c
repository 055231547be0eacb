/* SPDX-License-Identifier: MIT */
/* 25,000 random pairs of seed and options against the plain generator, and what holds for every map. */
#include "../fuzz/plain.h"
#include "maps.h"

enum { PAIRS = 25000, SIDE_MOST = 200, LARGE_WIDTH = 1000, LARGE_HEIGHT = 700 };

enum { SAME, RECIPE, SIZES, APART, PATHS, BORDER, REACHED, SHAPES, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[SAME] = {.what = "result, attempts, rooms, tunnels, spawn, exit, doors and tiles are those of the plain "
			  "generator"},
	[RECIPE] = {.what = "the map carries the recipe it was made from"},
	[SIZES] = {.what = "rooms lie inside the map, within the limits, and are no more than there is space for"},
	[APART] = {.what = "rectangles share no tile"},
	[PATHS] = {.what = "a path goes from center to center in straight legs: 2 points, or 3 with the right corner"},
	[BORDER] = {.what = "the border is wall"},
	[REACHED] = {.what = "all floor can be reached from the spawn"},
	[SHAPES] = {.what = "the smallest and the largest map, few attempts and many, maps refused and every rng "
			    "occurred"},
};

static struct {
	uint32_t smallest, largest, one_attempt, thousands, more_attempts, refused, fewer_loops;
	uint32_t nearest, loops, farthest, doors, all, swept_doors, door_count;
	uint32_t of_rng[16];
} seen;

static struct plain plain;
static uint8_t painted[PLAIN_TILES]; /* by rectangles */

static uint32_t choose_side(uint64_t *random)
{
	static const uint32_t most[] = {6, 20, 60, 120, SIDE_MOST};
	return unit_between(random, 3, most[unit_between(random, 0, 4)]);
}

static uint32_t choose_attempts(uint64_t *random)
{
	uint32_t kind = unit_between(random, 0, 19);
	if (kind == 0)
		return 1;
	return unit_between(random, 1, kind < 6 ? 300 : 60);
}

/* Any size and limits, the extreme ones now and then. */
static void choose_recipe(uint64_t *random, struct recipe *recipe)
{
	recipe->width = choose_side(random);
	recipe->height = choose_side(random);
	recipe->max_rooms = choose_attempts(random);
	uint32_t kind = unit_between(random, 0, 199);
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
	if (kind == 5 && unit_once_in(random, 4)) {
		/* So large that the passes over the tiles sweep them. */
		recipe->width = unit_between(random, SIDE_MOST, LARGE_WIDTH);
		recipe->height = LARGE_HEIGHT;
		recipe->max_rooms = unit_between(random, 1, 1000);
		recipe->room_min = unit_between(random, 2, 6);
		recipe->room_max = unit_between(random, recipe->room_min, 30);
	}
	if (unit_once_in(random, 4)) {
		/* Small maps up to the number that they have space for, which attempts hardly ever reach. */
		uint64_t space = recipe_space(recipe), most = space < 12 ? space : unit_once_in(random, 40) ? 60 : 12;
		recipe->min_rooms = unit_between(random, 1, (uint32_t)(most < space ? most : space));
	}
	recipe->connect = unit_once_in(random, 2) ? CONNECT_NEAREST : CONNECT_PREVIOUS;
	if (unit_once_in(random, 3))
		recipe->loops = unit_between(random, 1, unit_once_in(random, 10) ? 300 : 6);
	recipe->exit = unit_once_in(random, 3) ? EXIT_FARTHEST : EXIT_LAST;
	recipe->doors = unit_once_in(random, 2);
}

static void check_rooms(const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t count = dungeon->room_count;
	CHECK(&properties[SIZES], count >= 1 && count <= recipe_most_rooms(recipe) && count <= recipe_space(recipe),
	      "%" PRIu32 " rooms, %s", count, describe_recipe(recipe));
	memset(painted, 0, (size_t)recipe->width * recipe->height);
	for (uint32_t i = 0; i < count; i++) {
		struct room room = dungeon->rooms[i];
		struct area floor = room_floor(room);
		uint32_t w = room.x2 - room.x1, h = room.y2 - room.y1;
		CHECK(&properties[SIZES],
		      room.x2 < recipe->width && room.y2 < recipe->height && w >= recipe->room_min &&
			      w <= recipe->room_max && h >= recipe->room_min && h <= recipe->room_max &&
			      floor.x == room.x1 + 1 && floor.y == room.y1 + 1 && floor.width == w - 1 &&
			      floor.height == h - 1,
		      "room %" PRIu32 ", %s", i, describe_recipe(recipe));
		bool free_tiles = true;
		for (uint32_t y = room.y1; y <= room.y2; y++)
			for (uint32_t x = room.x1; x <= room.x2; x++)
				free_tiles = free_tiles && !painted[y * recipe->width + x]++;
		CHECK(&properties[APART], free_tiles, "room %" PRIu32 ", %s", i, describe_recipe(recipe));
	}
}

static bool same_point(struct point a, struct point b)
{
	return a.x == b.x && a.y == b.y;
}

static void check_paths(const struct dungeon *dungeon)
{
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct point from = middle(dungeon->rooms[tunnel.from]), to = middle(dungeon->rooms[tunnel.to]);
		struct point corner = tunnel.row_first ? (struct point){to.x, from.y} : (struct point){from.x, to.y};
		struct point path[PATH_POINTS];
		unsigned points = tunnel_path(dungeon, i, path);
		bool straight = from.x == to.x || from.y == to.y;
		CHECK(&properties[PATHS],
		      points == (straight ? 2 : 3) && same_point(path[0], from) && same_point(path[points - 1], to) &&
			      (straight || same_point(path[1], corner)),
		      "tunnel %" PRIu32 ", %s", i, describe_recipe(&dungeon->recipe));
	}
}

static void check_border(const struct recipe *recipe)
{
	size_t width = recipe->width, height = recipe->height;
	bool solid = true;
	for (size_t x = 0; x < width; x++)
		solid = solid && plain.tile[x] == '#' && plain.tile[(height - 1) * width + x] == '#';
	for (size_t y = 0; y < height; y++)
		solid = solid && plain.tile[y * width] == '#' && plain.tile[y * width + width - 1] == '#';
	CHECK(&properties[BORDER], solid, "%s", describe_recipe(recipe));
}

/* The same recipe, whatever parameters it names. */
static bool same_recipe(const struct recipe *a, const struct recipe *b)
{
	return a->width == b->width && a->height == b->height && a->max_rooms == b->max_rooms &&
	       a->room_min == b->room_min && a->room_max == b->room_max && a->min_rooms == b->min_rooms &&
	       a->connect == b->connect && a->loops == b->loops && a->exit == b->exit && a->doors == b->doors &&
	       a->seed == b->seed && strcmp(a->rng, b->rng) == 0 && strcmp(a->algorithm, "rooms-and-tunnels/1") == 0;
}

static void check_map(const struct dungeon *dungeon, enum generator_result result, const struct recipe *asked,
		      const struct rng *rng)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t unreached = plain_make(&plain, asked, rng, asked->seed);
	const char *difference = plain_difference(&plain, dungeon, result);
	CHECK(&properties[SAME], !difference, "%s, %s", difference, describe_recipe(asked));
	CHECK(&properties[RECIPE], same_recipe(recipe, asked), "%s", describe_recipe(asked));
	seen.refused += result == GENERATOR_TOO_FEW_ROOMS;
	if (result != GENERATOR_MADE || difference)
		return;
	check_rooms(dungeon);
	check_paths(dungeon);
	check_border(recipe);
	CHECK(&properties[REACHED], unreached == 0, "%" PRIu32 " tiles, %s", unreached, describe_recipe(recipe));
	seen.more_attempts += dungeon->attempts > recipe->max_rooms;
	seen.nearest += recipe->connect == CONNECT_NEAREST;
	seen.loops += recipe->loops > 0;
	seen.fewer_loops += dungeon->tunnel_count < dungeon->room_count - 1 + recipe->loops;
	seen.farthest += recipe->exit == EXIT_FARTHEST;
	seen.doors += recipe->doors;
	seen.door_count += dungeon->door_count;
	seen.swept_doors += recipe->doors && recipe->width > LARGE_WIDTH / 2 && recipe->height == LARGE_HEIGHT;
	seen.all += recipe->connect == CONNECT_NEAREST && recipe->loops > 0 && recipe->exit == EXIT_FARTHEST &&
		    recipe->doors && recipe->min_rooms > 0;
	seen.smallest += recipe->width == 3 && recipe->height == 3;
	seen.largest += recipe->width == SIDE_MOST && recipe->height == SIDE_MOST;
	seen.one_attempt += recipe->max_rooms == 1;
	seen.thousands += recipe->max_rooms >= 2000 && dungeon->room_count >= 500;
}

/* Mostly the next seed, as in a batch; sometimes the same, or any. */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	uint32_t kind = unit_between(random, 0, 19);
	if (kind == 0)
		return choose_seed(random, rng);
	return kind == 1 ? seed : (seed + 1) & rng->max_seed; /* 0 follows the largest */
}

/* A few maps of one generator; returns how many. */
static uint32_t check_batch(uint64_t *random, struct dungeon *dungeon)
{
	const struct rng *rng = choose_rng(random);
	struct recipe recipe = {.rng = rng->name};
	choose_recipe(random, &recipe);
	recipe.seed = choose_seed(random, rng);
	struct generator *generator = generator_new(rng, &recipe);
	if (!generator)
		unit_no_memory();
	uint32_t batch = unit_between(random, 1, unit_once_in(random, 10) ? 40 : 4);
	for (uint32_t i = 0; i < batch; i++) {
		enum generator_result result = generator_make(generator, recipe.seed, dungeon);
		check_map(dungeon, result, &recipe, rng);
		recipe.seed = choose_next(random, rng, recipe.seed);
	}
	for (size_t i = 0; rng_table[i]; i++)
		seen.of_rng[i] += rng_table[i] == rng ? batch : 0;
	generator_free(generator);
	return batch;
}

int main(void)
{
	uint64_t random = UNIT_START, pairs = 0;
	struct dungeon dungeon = {0};
	while (pairs < PAIRS)
		pairs += check_batch(&random, &dungeon);
	dungeon_free(&dungeon);

	const struct {
		const char *what;
		uint32_t times, least;
	} needed[] = {
		{"smallest", seen.smallest, PAIRS / 1000},
		{"largest", seen.largest, PAIRS / 1000},
		{"one attempt", seen.one_attempt, PAIRS / 100},
		{"thousands", seen.thousands, PAIRS / 1000},
		{"nearest", seen.nearest, PAIRS / 4},
		{"loops", seen.loops, PAIRS / 10},
		{"farthest", seen.farthest, PAIRS / 5},
		{"doors", seen.doors, PAIRS / 4},
		{"all", seen.all, PAIRS / 400},
		{"swept with doors", seen.swept_doors, 5},
		{"refused", seen.refused, PAIRS / 100},
		{"fewer loops than asked for", seen.fewer_loops, PAIRS / 100},
		{"doors placed", seen.door_count, PAIRS},
		{"more attempts", seen.more_attempts, PAIRS / 100},
	};
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
		CHECK(&properties[SHAPES], needed[i].times >= needed[i].least, "%s: %" PRIu32, needed[i].what,
		      needed[i].times);
	for (size_t i = 0; rng_table[i]; i++)
		CHECK(&properties[SHAPES], seen.of_rng[i] > PAIRS / 10, "%s: %" PRIu32, rng_table[i]->name,
		      seen.of_rng[i]);
	printf("%" PRIu64 " pairs of seed and options, chosen with %d\n", pairs, UNIT_START);
	return unit_report(properties, PROPERTIES);
}
