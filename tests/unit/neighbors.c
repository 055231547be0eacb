/* SPDX-License-Identifier: MIT */
/* The search for the nearest room against a comparison with every room. */
#include "dungeon/neighbors.h"
#include "dungeon/generate.h"
#include "maps.h"

enum { ATTEMPTS = 20000, SEARCHES = 500 };

enum { CONNECTED, SAME, SEARCHED, NONE, PLACES, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[CONNECTED] =
		{.what = "every tunnel, of many rooms one in eight, begins at the nearest earlier room, found plainly"},
	[SAME] = {.what = "rooms and bends are those of --connect previous"},
	[SEARCHED] = {.what = "the room nearest to any point, of those before any room, is the one found plainly"},
	[NONE] = {.what = "where none counts, none is found"},
	[PLACES] =
		{.what = "among the searches are rooms equally near, far away, at the same center, and few and many"},
};

static struct {
	uint32_t ties, far, few, many;
} seen;

static struct dungeon dungeon;
static struct neighbors neighbors; /* used again for all shapes: nothing of one may show in the next */

/* A billion of these are computed, so the sanitizers skip it. */
__attribute__((no_sanitize("address", "undefined"))) static uint32_t nearest_plainly(struct point point, uint32_t end,
										     uint64_t *distance)
{
	uint32_t nearest = UINT32_MAX;
	*distance = UINT64_MAX;
	for (uint32_t i = 0; i < end; i++) {
		struct point center = plain_center(dungeon.rooms[i]);
		uint64_t x = center.x > point.x ? center.x - point.x : point.x - center.x;
		uint64_t y = center.y > point.y ? center.y - point.y : point.y - center.y;
		uint64_t here = x * x + y * y;
		if (here < *distance) {
			*distance = here;
			nearest = i;
		}
	}
	return nearest;
}

/* Whether a room after `nearest` is exactly as near. */
static bool tied(struct point point, uint32_t end, uint32_t nearest, uint64_t distance)
{
	for (uint32_t i = nearest + 1; i < end; i++) {
		struct point center = plain_center(dungeon.rooms[i]);
		uint64_t x = center.x > point.x ? center.x - point.x : point.x - center.x;
		uint64_t y = center.y > point.y ? center.y - point.y : point.y - center.y;
		if (x * x + y * y == distance)
			return true;
	}
	return false;
}

static struct point choose_point(uint64_t *random)
{
	const struct recipe *recipe = &dungeon.recipe;
	switch (unit_between(random, 0, 3)) {
	case 0:
		return plain_center(dungeon.rooms[unit_between(random, 0, dungeon.room_count - 1)]);
	case 1:
		return (struct point){unit_once_in(random, 2) ? 0 : recipe->width - 1,
				      unit_once_in(random, 2) ? 0 : recipe->height - 1};
	default:
		return (struct point){unit_between(random, 0, recipe->width - 1),
				      unit_between(random, 0, recipe->height - 1)};
	}
}

/* Searches the first `count` rooms of the dungeon, so many times. */
static void check_searches(uint64_t *random, uint32_t count, uint32_t searches)
{
	if (!neighbors_index(&neighbors, &dungeon, count))
		unit_no_memory();
	for (uint32_t i = 0; i < searches; i++) {
		struct point point = choose_point(random);
		uint32_t end = unit_once_in(random, 2) ? count : unit_between(random, 0, count);
		uint64_t distance;
		uint32_t plainly = nearest_plainly(point, end, &distance);
		uint32_t found = neighbors_nearest(&neighbors, point, end);
		CHECK(&properties[end ? SEARCHED : NONE], found == plainly,
		      "%" PRIu32 ", not %" PRIu32 ", %" PRIu32 " rooms, %s", found, plainly, end,
		      command_line(&dungeon.recipe));
		seen.ties += end && tied(point, end, plainly, distance);
		seen.far += end && distance > UINT64_C(1) << 40;
	}
}

/* Past ten thousand rooms, of one in eight: the plain search takes as long as there are rooms. */
static void check_connected(uint64_t *random)
{
	bool right = dungeon.tunnel_count == dungeon.room_count - 1;
	uint32_t i = 0;
	for (; right && i < dungeon.tunnel_count; i += i < 10000 ? 1 : unit_between(random, 1, 15)) {
		uint64_t distance;
		uint32_t plainly = nearest_plainly(plain_center(dungeon.rooms[i + 1]), i + 1, &distance);
		right = dungeon.tunnels[i].to == i + 1 && dungeon.tunnels[i].from == plainly;
	}
	CHECK(&properties[CONNECTED], right, "tunnel %" PRIu32 ", %s", i, command_line(&dungeon.recipe));
}

static void make(struct dungeon *made, struct recipe *recipe, enum connect connect, uint64_t seed)
{
	recipe->connect = connect;
	const struct rng *rng = find_rng("splitmix64");
	struct generator *generator = generator_new(rng, recipe);
	if (!generator || generator_make(generator, seed, made) != GENERATOR_MADE)
		unit_no_memory();
	generator_free(generator);
}

static void check_shape(uint64_t *random, struct recipe recipe)
{
	static struct dungeon previous;
	uint64_t seed = unit_random(random);
	make(&previous, &recipe, CONNECT_PREVIOUS, seed);
	make(&dungeon, &recipe, CONNECT_NEAREST, seed);
	printf("%s: %" PRIu32 " rooms\n", command_line(&dungeon.recipe), dungeon.room_count);

	bool same = dungeon.room_count == previous.room_count && dungeon.tunnel_count == previous.tunnel_count &&
		    memcmp(dungeon.rooms, previous.rooms, dungeon.room_count * sizeof *dungeon.rooms) == 0;
	for (uint32_t i = 0; same && i < dungeon.tunnel_count; i++)
		same = dungeon.tunnels[i].row_first == previous.tunnels[i].row_first;
	CHECK(&properties[SAME], same, "%s", command_line(&recipe));
	check_connected(random);
	seen.few += dungeon.room_count < 32;
	seen.many += dungeon.room_count > 10000;

	check_searches(random, dungeon.room_count, SEARCHES);
	check_searches(random, unit_between(random, 1, dungeon.room_count), SEARCHES);
	dungeon_free(&previous);
}

/*
 * Centers as no generator places them, half of them in a corner of `crowd` tiles on a side: the search does not rely on
 * rooms that keep apart.
 */
static void check_arbitrary(uint64_t *random, uint32_t width, uint32_t height, uint32_t count, uint32_t crowd,
			    uint32_t searches)
{
	dungeon_free(&dungeon);
	dungeon.recipe = (struct recipe){.width = width, .height = height, .max_rooms = count, .rng = "none"};
	for (uint32_t i = 0; i < count; i++) {
		struct point near = {unit_between(random, 0, width - 1), unit_between(random, 0, height - 1)};
		if (unit_once_in(random, 2)) {
			near.x %= crowd;
			near.y %= crowd;
		}
		if (!dungeon_add_room(&dungeon, (struct room){near.x, near.y, near.x, near.y}) ||
		    (i > 0 && !dungeon_add_tunnel(&dungeon, i - 1, i, false)))
			unit_no_memory();
	}
	if (!neighbors_connect(&neighbors, &dungeon))
		unit_no_memory();
	check_connected(random);
	check_searches(random, count, searches);
}

int main(void)
{
	static const struct recipe shapes[] = {
		{.width = 2000, .height = 2000, .room_min = 6, .room_max = 10, .max_rooms = ATTEMPTS},
		{.width = 700, .height = 900, .room_min = 2, .room_max = 2, .max_rooms = ATTEMPTS},
		{.width = 80, .height = 45, .room_min = 6, .room_max = 10, .max_rooms = 30},
		{.width = 20000, .height = 20000, .room_min = 2, .room_max = 40, .max_rooms = ATTEMPTS},
		{.width = 20000, .height = 20000, .room_min = 2, .room_max = 1000, .max_rooms = ATTEMPTS},
		{.width = 200, .height = 1000000, .room_min = 6, .room_max = 10, .max_rooms = ATTEMPTS},
		{.width = 1000000, .height = 200, .room_min = 6, .room_max = 10, .max_rooms = ATTEMPTS},
		{.width = 3, .height = INT32_MAX, .room_min = 2, .room_max = 2, .max_rooms = 20000},
		{.width = INT32_MAX, .height = INT32_MAX, .room_min = 6, .room_max = 10, .max_rooms = ATTEMPTS},
		{.width = INT32_MAX, .height = INT32_MAX, .room_min = 2, .room_max = INT32_MAX - 1, .max_rooms = 1000},
		{.width = 3, .height = 3, .room_min = 2, .room_max = 2, .max_rooms = 30},
	};
	uint64_t random = UNIT_START;
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		check_shape(&random, shapes[i]);
	/* Around the number of rooms up to which there is no index, and its multiples by halving. */
	for (uint32_t count = 1; count <= 140; count++) {
		uint32_t width = unit_between(&random, 1, 300), fewest = count / width + 1; /* a tile for each */
		check_arbitrary(&random, width, unit_between(&random, fewest, 300), count, 64, SEARCHES);
	}
	check_arbitrary(&random, INT32_MAX, INT32_MAX, 5000, 64, SEARCHES);
	/* Most rooms on one tile, and the others as far apart as cells: some are equally near within and outside. */
	for (uint32_t i = 0; i < 5000; i++)
		check_arbitrary(&random, unit_between(&random, 30, 120), unit_between(&random, 1, 2), 40, 1, 5);
	neighbors_free(&neighbors);
	dungeon_free(&dungeon);
	CHECK(&properties[PLACES], seen.ties > 5000 && seen.far > 100 && seen.few > 1 && seen.many > 4,
	      "%" PRIu32 " ties, %" PRIu32 " far, %" PRIu32 " with few and %" PRIu32 " with many rooms", seen.ties,
	      seen.far, seen.few, seen.many);
	return unit_report(properties, PROPERTIES);
}
