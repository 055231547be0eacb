/* SPDX-License-Identifier: MIT */
/*
 * The C library: what it refuses. With arguments, OPTION=VALUE by numbers and then seeds, it prints maps, which
 * docs/library compares with those of the program, after building this with the installed library.
 */
#include <dungen.h>

#include "unit.h"

/* The sum of a map's tiles, each with its place as a factor. */
static uint64_t sum_of(struct dungen *map)
{
	uint64_t sum = 0, place = 1;
	const unsigned char *tiles;
	while (dungen_row(map, &tiles) == DUNGEN_OK)
		for (uint32_t x = 0; x < dungen_size(map).x; x++)
			sum += place++ * tiles[x];
	return sum;
}

static void check_empty(struct dungen *map)
{
	const unsigned char *tiles;
	struct dungen_room room = dungen_room(map, 0);
	struct dungen_tunnel tunnel = dungen_tunnel(map, 0);
	struct dungen_point corner = dungen_corner(map, 0, 0);
	struct dungen_door door = dungen_door(map, 0);
	CHECK(dungen_rooms(map) + dungen_tunnels(map) + dungen_doors(map) == 0 && dungen_row(map, &tiles) == DUNGEN_END,
	      "a map that was not made has no rooms, tunnels, doors or rows");
	CHECK(room.x + room.width + tunnel.to + tunnel.corners + corner.x + door.x == 0,
	      "what has an index too large is all 0");
}

static void check_refused(struct dungen *map)
{
	static const uint32_t wrong[][2] = {
		{DUNGEN_WIDTH, UINT32_C(1) << 31},
		{DUNGEN_MAX_ROOMS, 0},
		{DUNGEN_ROOM_MIN, 1},
		{DUNGEN_TUNNELS, 2},
		{DUNGEN_CONNECT, 2},
		{DUNGEN_EXIT, 2},
		{DUNGEN_DOORS, 2},
		{DUNGEN_RNG, 5},
		{DUNGEN_RNG + 1, 0},
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		CHECK(dungen_set(map, (enum dungen_option)wrong[i][0], wrong[i][1]) == DUNGEN_WRONG_OPTION,
		      "a wrong value is refused: option %" PRIu32, wrong[i][0]);
	/* Each is wrong beside the others only; then one that is right. */
	static const uint32_t beside[][3] = {
		{DUNGEN_WIDTH, 10, DUNGEN_WRONG_OPTIONS},
		{DUNGEN_WIDTH, 80, DUNGEN_OK},
		{DUNGEN_ROOM_MIN, 11, DUNGEN_WRONG_OPTIONS},
		{DUNGEN_ROOM_MIN, 6, DUNGEN_OK},
		{DUNGEN_MIN_ROOMS, 67, DUNGEN_WRONG_OPTIONS},
		{DUNGEN_MIN_ROOMS, 66, DUNGEN_TOO_FEW_ROOMS},
		{DUNGEN_MIN_ROOMS, 0, DUNGEN_OK},
	};
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		CHECK(dungen_set(map, (enum dungen_option)beside[i][0], beside[i][1]) == DUNGEN_OK &&
			      dungen_make(map, 1) == (enum dungen_result)beside[i][2],
		      "options that do not go together are refused: %zu", i);
		if (beside[i][2] != DUNGEN_OK)
			check_empty(map);
	}
	dungen_set(map, DUNGEN_RNG, DUNGEN_RNG_LIBTCOD);
	CHECK(dungen_make(map, UINT64_C(1) << 32) == DUNGEN_WRONG_SEED, "a seed of 33 bits is refused");
	CHECK(dungen_make(map, UINT32_MAX) == DUNGEN_OK, "a seed of 32 bits is taken");
}

static void check_rows(struct dungen *map)
{
	const unsigned char *tiles;
	dungen_make(map, 1);
	uint64_t sum = sum_of(map);
	CHECK(sum_of(map) == sum, "rows begin again after the last one");
	for (int i = 0; i < 7; i++)
		dungen_row(map, &tiles);
	dungen_make(map, 1);
	CHECK(sum_of(map) == sum, "rows begin again with each map");
}

/* Prints a map in lines: its marks, rooms, tunnels, doors and tiles. Returns how the last row ended. uint32_t is
 * unsigned on what has tests. */
static enum dungen_result print_map(struct dungen *map)
{
	struct dungen_point spawn = dungen_spawn(map), exit = dungen_exit(map);
	printf("%u %u %u %u %" PRIu64 "\n", spawn.x, spawn.y, exit.x, exit.y, dungen_exit_distance(map));
	for (uint32_t i = 0; i < dungen_rooms(map); i++) {
		struct dungen_room room = dungen_room(map, i);
		printf("%u %u %u %u\n", room.x, room.y, room.width, room.height);
	}
	for (uint32_t i = 0; i < dungen_tunnels(map); i++) {
		struct dungen_tunnel tunnel = dungen_tunnel(map, i);
		printf("%u %u", tunnel.from, tunnel.to);
		for (uint32_t j = 0; j < tunnel.corners; j++)
			printf(" %u %u", dungen_corner(map, i, j).x, dungen_corner(map, i, j).y);
		printf("\n");
	}
	for (uint32_t i = 0; i < dungen_doors(map); i++) {
		struct dungen_door door = dungen_door(map, i);
		printf("%u %u %u\n", door.x, door.y, door.room);
	}
	enum dungen_result result;
	for (const unsigned char *tiles; (result = dungen_row(map, &tiles)) == DUNGEN_OK;) {
		for (uint32_t x = 0; x < dungen_size(map).x; x++)
			putchar("#.+"[tiles[x]]);
		putchar('\n');
	}
	return result == DUNGEN_END ? DUNGEN_OK : result;
}

/* Returns the first result that is a failure, as the exit status. */
static int print_maps(int count, char **words)
{
	static char buffer[BUFSIZ]; /* so that no allocation is stdio's */
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	struct dungen *map = dungen_new();
	enum dungen_result result = map ? DUNGEN_OK : DUNGEN_NO_MEMORY;
	for (int i = 0; i < count && result == DUNGEN_OK; i++) {
		char *value;
		uint64_t number = strtoull(words[i], &value, 10);
		if (*value == '=')
			result = dungen_set(map, (enum dungen_option)number, (uint32_t)strtoull(value + 1, NULL, 10));
		else if ((result = dungen_make(map, number)) == DUNGEN_OK)
			result = print_map(map);
	}
	dungen_free(map);
	return (int)result;
}

_Static_assert(sizeof(struct dungen_point) == 8 && sizeof(struct dungen_room) == 16 &&
		       sizeof(struct dungen_tunnel) == 12 && sizeof(struct dungen_door) == 12,
	       "no struct has changed its size");

int main(int argc, char **argv)
{
	if (argc > 1)
		return print_maps(argc - 1, argv + 1);
	struct dungen *map = dungen_new();
	if (!map)
		unit_no_memory();
	RUN(check_empty(map));
	RUN(check_refused(map));
	RUN(check_rows(map));
	dungen_free(map);
	dungen_free(NULL);
	return unit_end();
}
