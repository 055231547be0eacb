/* SPDX-License-Identifier: MIT */
/* What holds for every map, checked on 100,000 random pairs of seed and options. */
#include "dungeon/generate.h"
#include "dungeon/rows_private.h"
#include "maps.h"

enum { PAIRS = 100000, SIDE_MOST = 200, TILES_MOST = SIDE_MOST * SIDE_MOST };

enum {
	STEPS,
	POSSIBLE,
	RECIPE,
	FIRST,
	INSIDE,
	SIZES,
	APART,
	WALLS,
	CHAIN,
	PATHS,
	ENDS,
	WHOLE,
	SWEPT,
	BORDER,
	REACHED,
	SHAPES,
	PROPERTIES
};

static struct property properties[PROPERTIES] = {
	[STEPS] = {.what = "rooms and bends are those of the algorithm as described, draw by draw, from a fresh rng"},
	[POSSIBLE] = {.what = "a map is refused where 1000 attempts a room wanted do not place enough, and only there"},
	[RECIPE] = {.what = "the map carries the recipe it was made from"},
	[FIRST] = {.what = "there is a first room, and no more rooms than attempts or than there is space for"},
	[INSIDE] = {.what = "rooms lie inside the map"},
	[SIZES] = {.what = "rooms are within the limits, their floors one tile smaller on every side"},
	[APART] = {.what = "rectangles share no tile"},
	[WALLS] = {.what = "two tiles of wall separate the floors of two rooms, except where a tunnel passes"},
	[CHAIN] = {.what = "tunnel i joins room i to room i + 1, and there is no other"},
	[PATHS] = {.what = "a path goes from center to center in straight legs: 2 points, or 3 with the right corner"},
	[ENDS] = {.what = "spawn and exit are the centers of the first and the last room, and floor"},
	[WHOLE] = {.what = "tiles drawn whole are the union of rooms and tunnels"},
	[SWEPT] = {.what = "tiles swept are the union of rooms and tunnels"},
	[BORDER] = {.what = "the border is wall"},
	[REACHED] = {.what = "all floor can be reached from the spawn"},
	[SHAPES] = {.what = "the smallest and the largest map, few attempts and many, maps refused and every rng "
			    "occurred"},
};

static struct {
	uint32_t smallest, largest, one_attempt, thousands, more_attempts, refused;
	uint32_t of_rng[16];
} seen;

static uint8_t drawn[TILES_MOST];                           /* by draw_tiles */
static uint8_t painted[TILES_MOST];                         /* by rectangles */
static char tiles[TILES_MOST];                              /* what rows hands out */
static char flooded[(SIDE_MOST + 2) * (SIDE_MOST + 2)];     /* the tiles, in a frame of wall */
static uint32_t waiting[(SIDE_MOST + 2) * (SIDE_MOST + 2)]; /* indices into `flooded` */

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
	if (unit_once_in(random, 4)) {
		/* Small maps up to the number that they have space for, which attempts hardly ever reach. */
		uint64_t space = recipe_space(recipe), most = space < 12 ? space : unit_once_in(random, 40) ? 60 : 12;
		recipe->min_rooms = unit_between(random, 1, (uint32_t)(most < space ? most : space));
	}
}

static bool rectangles_meet(struct room a, struct room b)
{
	return a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
}

/* Follows the described algorithm step by step and compares. `state` is memory for the rng. */
static void check_steps(const struct dungeon *dungeon, enum generator_result result, const struct rng *rng, void *state)
{
	const struct recipe *recipe = &dungeon->recipe;
	/* What the memory holds must not matter. */
	memset(state, 0xa5, rng->state_size);
	rng->seed(state, recipe->seed);
	uint32_t count = 0;
	bool same = true;
	uint64_t attempts = 0, more = recipe->min_rooms * UINT64_C(1000);
	for (; same && (attempts < recipe->max_rooms || (attempts < more && count < recipe->min_rooms)); attempts++) {
		uint32_t w = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t h = rng->range(state, recipe->room_min, recipe->room_max);
		uint32_t x = rng->range(state, 0, recipe->width - w - 1);
		uint32_t y = rng->range(state, 0, recipe->height - h - 1);
		struct room room = {x, y, x + w, y + h};
		bool fails = false;
		for (uint32_t i = 0; !fails && i < count; i++)
			fails = rectangles_meet(room, dungeon->rooms[i]);
		if (fails)
			continue;
		same = count < dungeon->room_count && memcmp(&dungeon->rooms[count], &room, sizeof room) == 0;
		if (same && count > 0) {
			bool heads = rng->coin(state);
			same = count <= dungeon->tunnel_count && dungeon->tunnels[count - 1].row_first == heads;
		}
		count++;
	}
	same = same && count == dungeon->room_count && attempts == dungeon->attempts;
	CHECK(&properties[STEPS], same, "room %" PRIu32 ", %s", count, describe_recipe(recipe));
	bool enough = count >= recipe->min_rooms;
	CHECK(&properties[POSSIBLE], result == (enough ? GENERATOR_MADE : GENERATOR_TOO_FEW_ROOMS),
	      "%" PRIu32 " rooms of %" PRIu32 ", %s", count, recipe->min_rooms, describe_recipe(recipe));
	seen.more_attempts += enough && attempts > recipe->max_rooms;
	seen.refused += !enough;
}

static void check_rooms(const struct dungeon *dungeon, const struct recipe *asked)
{
	const struct recipe *recipe = &dungeon->recipe;
	CHECK(&properties[RECIPE],
	      recipe->width == asked->width && recipe->height == asked->height &&
		      recipe->max_rooms == asked->max_rooms && recipe->room_min == asked->room_min &&
		      recipe->room_max == asked->room_max && recipe->min_rooms == asked->min_rooms &&
		      recipe->seed == asked->seed && strcmp(recipe->rng, asked->rng) == 0 &&
		      strcmp(recipe->algorithm, "rooms-and-tunnels/1") == 0,
	      "%s", describe_recipe(asked));
	CHECK(&properties[FIRST],
	      dungeon->room_count >= 1 && dungeon->room_count <= recipe_most_rooms(recipe) &&
		      dungeon->room_count <= recipe_space(recipe) && dungeon->room_count <= dungeon->attempts,
	      "%" PRIu32 " rooms, %s", dungeon->room_count, describe_recipe(recipe));

	memset(painted, 0, (size_t)recipe->width * recipe->height);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room room = dungeon->rooms[i];
		struct area floor = room_floor(room);
		bool inside = room.x1 < room.x2 && room.x2 < recipe->width && room.y1 < room.y2 &&
			      room.y2 < recipe->height;
		CHECK(&properties[INSIDE], inside, "room %" PRIu32 ", %s", i, describe_recipe(recipe));
		if (!inside)
			continue;
		uint32_t w = room.x2 - room.x1, h = room.y2 - room.y1;
		CHECK(&properties[SIZES],
		      w >= recipe->room_min && w <= recipe->room_max && h >= recipe->room_min &&
			      h <= recipe->room_max && floor.x == room.x1 + 1 && floor.y == room.y1 + 1 &&
			      floor.width == w - 1 && floor.height == h - 1,
		      "room %" PRIu32 ", %s", i, describe_recipe(recipe));
		bool free_tiles = true;
		for (uint32_t y = room.y1; y <= room.y2; y++)
			for (uint32_t x = room.x1; x <= room.x2; x++) {
				free_tiles = free_tiles && !painted[y * recipe->width + x];
				painted[y * recipe->width + x] = 1;
			}
		CHECK(&properties[APART], free_tiles, "room %" PRIu32 ", %s", i, describe_recipe(recipe));
	}
}

static bool same_point(struct point a, struct point b)
{
	return a.x == b.x && a.y == b.y;
}

/* Whether the points differ and share a row or a column. */
static bool straight(struct point a, struct point b)
{
	return (a.x == b.x) != (a.y == b.y);
}

static void check_tunnels(const struct dungeon *dungeon)
{
	CHECK(&properties[CHAIN], dungeon->tunnel_count == dungeon->room_count - 1, "%" PRIu32 " tunnels, %s",
	      dungeon->tunnel_count, describe_recipe(&dungeon->recipe));
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		bool chained = tunnel.from == i && tunnel.to == i + 1 && tunnel.to < dungeon->room_count;
		CHECK(&properties[CHAIN], chained, "tunnel %" PRIu32 ", %s", i, describe_recipe(&dungeon->recipe));
		if (!chained)
			continue;
		struct point from = middle(dungeon->rooms[i]), to = middle(dungeon->rooms[i + 1]), path[3];
		unsigned count = tunnel_path(dungeon, tunnel, path);
		bool right = false;
		if (count == 2)
			right = same_point(path[0], from) && same_point(path[1], to) && straight(from, to);
		if (count == 3) {
			struct point corner = tunnel.row_first ? (struct point){to.x, from.y}
							       : (struct point){from.x, to.y};
			right = same_point(path[0], from) && same_point(path[1], corner) && same_point(path[2], to) &&
				straight(path[0], path[1]) && straight(path[1], path[2]);
		}
		CHECK(&properties[PATHS], right, "tunnel %" PRIu32 ", %s", i, describe_recipe(&dungeon->recipe));
	}
}

/* Fills `tiles` from rows that `start` begins, and compares with what was drawn. */
static void check_tiles(const struct dungeon *dungeon, struct rows *rows,
			bool (*start)(struct rows *, const struct rows_plan *), struct property *property)
{
	size_t size = (size_t)dungeon->recipe.width * dungeon->recipe.height, filled = 0;
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "",
		.glyphs = tile_glyphs,
		.glyph_count = TILE_KINDS,
	};
	bool fits = start(rows, &plan);
	struct band band;
	while (fits && rows_next(rows, &band))
		for (uint32_t time = 0; fits && time < band.times; time++) {
			fits = band.length <= size - filled;
			if (!fits)
				break;
			memcpy(tiles + filled, band.bytes, band.length);
			filled += band.length;
		}
	bool same = fits && filled == size;
	for (size_t i = 0; same && i < size; i++)
		same = tiles[i] == (drawn[i] == DRAWN_WALL ? '#' : '.');
	CHECK(property, same, "%s", describe_recipe(&dungeon->recipe));
}

/* Whether the ring around a floor has no floor of another room, and wall except for tunnels. */
static bool walled(const struct recipe *recipe, struct room room)
{
	bool good = true;
	for (uint32_t y = room.y1; y <= room.y2; y++)
		for (uint32_t x = room.x1; x <= room.x2; x++) {
			if (x > room.x1 && x < room.x2 && y > room.y1 && y < room.y2)
				continue;
			size_t place = (size_t)y * recipe->width + x;
			good = good && !(drawn[place] & DRAWN_ROOM) &&
			       (tiles[place] == '#' || drawn[place] & DRAWN_TUNNEL);
		}
	return good;
}

static void check_border(const struct recipe *recipe)
{
	size_t width = recipe->width, height = recipe->height;
	bool solid = true;
	for (size_t x = 0; x < width; x++)
		solid = solid && tiles[x] == '#' && tiles[(height - 1) * width + x] == '#';
	for (size_t y = 0; y < height; y++)
		solid = solid && tiles[y * width] == '#' && tiles[y * width + width - 1] == '#';
	CHECK(&properties[BORDER], solid, "%s", describe_recipe(recipe));
}

static void check_reached(const struct dungeon *dungeon)
{
	size_t width = dungeon->recipe.width, height = dungeon->recipe.height, stride = width + 2;
	memset(flooded, '#', stride * (height + 2));
	for (size_t y = 0; y < height; y++)
		memcpy(flooded + (y + 1) * stride + 1, tiles + y * width, width);

	/* Each tile waits once: it turns to wall when it starts waiting. */
	size_t count = 0;
	size_t spawn = (dungeon->spawn.y + (size_t)1) * stride + dungeon->spawn.x + 1;
	if (flooded[spawn] == '.') {
		flooded[spawn] = '#';
		waiting[count++] = (uint32_t)spawn;
	}
	while (count > 0) {
		size_t here = waiting[--count];
		size_t around[4] = {here - 1, here + 1, here - stride, here + stride};
		for (size_t i = 0; i < 4; i++)
			if (flooded[around[i]] == '.') {
				flooded[around[i]] = '#';
				waiting[count++] = (uint32_t)around[i];
			}
	}
	CHECK(&properties[REACHED], !memchr(flooded, '.', stride * (height + 2)), "%s",
	      describe_recipe(&dungeon->recipe));
}

static void check_map(const struct dungeon *dungeon, const struct recipe *asked, struct rows *rows)
{
	const struct recipe *recipe = &dungeon->recipe;
	check_rooms(dungeon, asked);
	check_tunnels(dungeon);

	/* A room outside the map has no tiles to check. */
	if (properties[INSIDE].failures > 0 || properties[CHAIN].failures > 0)
		return;
	draw_tiles(dungeon, drawn);
	check_tiles(dungeon, rows, rows_start_whole, &properties[WHOLE]);
	check_tiles(dungeon, rows, rows_start_swept, &properties[SWEPT]);
	for (uint32_t i = 0; i < dungeon->room_count; i++)
		CHECK(&properties[WALLS], walled(recipe, dungeon->rooms[i]), "room %" PRIu32 ", %s", i,
		      describe_recipe(recipe));
	struct point first = middle(dungeon->rooms[0]), last = middle(dungeon->rooms[dungeon->room_count - 1]);
	CHECK(&properties[ENDS],
	      same_point(dungeon->spawn, first) && same_point(dungeon->exit, last) &&
		      tiles[first.y * recipe->width + first.x] == '.' && tiles[last.y * recipe->width + last.x] == '.',
	      "%s", describe_recipe(recipe));
	check_border(recipe);
	check_reached(dungeon);
}

/* Mostly the next seed, as in a batch; sometimes the same, or any. */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	switch (unit_between(random, 0, 19)) {
	case 0:
		return choose_seed(random, rng);
	case 1:
		return seed;
	default: /* 0 follows the largest */
		return (seed + 1) & rng->max_seed;
	}
}

/* A few maps of one generator; returns how many. */
static uint32_t check_batch(uint64_t *random, struct dungeon *dungeon, struct rows *rows)
{
	const struct rng *rng = choose_rng(random);
	struct recipe recipe = {.rng = rng->name};
	choose_recipe(random, &recipe);
	recipe.seed = choose_seed(random, rng);

	struct generator *generator = generator_new(rng, &recipe);
	if (!generator) {
		printf("out of memory for a generator\n");
		exit(1);
	}
	void *state = unit_memory(1, rng->state_size);
	uint32_t batch = unit_between(random, 1, unit_once_in(random, 10) ? 40 : 4);
	for (uint32_t i = 0; i < batch; i++) {
		enum generator_result result = generator_make(generator, recipe.seed, dungeon);
		if (result == GENERATOR_NO_MEMORY) {
			printf("out of memory for a map\n");
			exit(1);
		}
		if (result == GENERATOR_MADE)
			check_map(dungeon, &recipe, rows);
		check_steps(dungeon, result, rng, state);
		seen.smallest += recipe.width == 3 && recipe.height == 3;
		seen.largest += recipe.width == SIDE_MOST && recipe.height == SIDE_MOST;
		seen.one_attempt += recipe.max_rooms == 1;
		seen.thousands += recipe.max_rooms >= 2000 && dungeon->room_count >= 500;
		recipe.seed = choose_next(random, rng, recipe.seed);
	}
	for (size_t i = 0; rng_table[i]; i++)
		seen.of_rng[i] += rng_table[i] == rng ? batch : 0;
	free(state);
	generator_free(generator);
	return batch;
}

int main(void)
{
	uint64_t random = UNIT_START, pairs = 0;
	struct dungeon dungeon = {0};
	struct rows rows = {0};
	while (pairs < PAIRS)
		pairs += check_batch(&random, &dungeon, &rows);
	rows_free(&rows);
	dungeon_free(&dungeon);

	CHECK(&properties[SHAPES], seen.smallest >= 100, "%" PRIu32 " smallest", seen.smallest);
	CHECK(&properties[SHAPES], seen.largest >= 100, "%" PRIu32 " largest", seen.largest);
	CHECK(&properties[SHAPES], seen.one_attempt > 1000 && seen.thousands > 100,
	      "one attempt %" PRIu32 ", thousands %" PRIu32, seen.one_attempt, seen.thousands);
	CHECK(&properties[SHAPES], seen.more_attempts > 1000 && seen.refused > 1000,
	      "more attempts %" PRIu32 ", refused %" PRIu32, seen.more_attempts, seen.refused);
	for (size_t i = 0; rng_table[i]; i++)
		CHECK(&properties[SHAPES], seen.of_rng[i] > PAIRS / 10, "%s: %" PRIu32, rng_table[i]->name,
		      seen.of_rng[i]);
	printf("%" PRIu64 " pairs of seed and options, chosen with %d\n", pairs, UNIT_START);
	return unit_report(properties, PROPERTIES);
}
