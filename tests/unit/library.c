/* SPDX-License-Identifier: MIT */
/*
 * The C library: what it refuses. With arguments, OPTION=VALUE by numbers and then seeds, it prints
 * maps, which docs/library compares with those of the program, after building this with the
 * installed library.
 */
#include <dungen.h>

#include "unit.h"

#include <string.h>

static unsigned char all[80 * 45]; /* the tiles of a map */

/* Whether the rows that come next are all of these tiles. */
static bool rows_are_all(struct dungen *map)
{
	size_t at = 0, width = dungen_size(map).x;
	const unsigned char *row;
	bool same = true;
	for (; dungen_row(map, &row) == DUNGEN_OK; at += width)
		same = same && at + width <= sizeof all && memcmp(row, all + at, width) == 0;
	return same && at == sizeof all;
}

static void check_empty(struct dungen *map)
{
	const unsigned char *tiles;
	struct dungen_room room = dungen_room(map, 0);
	struct dungen_tunnel tunnel = dungen_tunnel(map, 0);
	struct dungen_point corner = dungen_corner(map, 0, 0);
	struct dungen_door door = dungen_door(map, 0);
	struct dungen_point marks[] = {dungen_size(map), dungen_spawn(map), dungen_exit(map),
				       dungen_center(map, 0)};
	unsigned char tile;
	uint64_t value;
	CHECK(dungen_measure(map, DUNGEN_LOOPS_FOUND, &value) == DUNGEN_END &&
		      dungen_tiles(map, &tile) == DUNGEN_END && dungen_exit_distance(map) == 0,
	      "a map that was not made has no measures and tiles");
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		CHECK(marks[i].x + marks[i].y == 0,
		      "a map that was not made has no size and places: %zu", i);
	CHECK(dungen_rooms(map) + dungen_tunnels(map) + dungen_doors(map) == 0 &&
		      dungen_row(map, &tiles) == DUNGEN_END,
	      "a map that was not made has no rooms, tunnels, doors or rows");
	CHECK(room.x + room.width + tunnel.to + tunnel.corners + corner.x + door.x == 0,
	      "what has an index too large is all 0");
}

static void check_refused(struct dungen *map)
{
	static const struct {
		uint32_t option, value;
		enum dungen_result set, made; /* made: of dungen_make afterwards, if it was set */
		const char *why;
	} tried[] = {
		{DUNGEN_WIDTH, 2, DUNGEN_WRONG_OPTION, 0,
		 "width: takes a number from 3 to 2147483647, not 2"},
		{DUNGEN_WIDTH, UINT32_MAX, DUNGEN_WRONG_OPTION, 0,
		 "width: takes a number from 3 to 2147483647, not 4294967295"},
		{DUNGEN_MAX_ROOMS, 0, DUNGEN_WRONG_OPTION, 0,
		 "max_rooms: takes a number from 1 to 2147483647, not 0"},
		{DUNGEN_ROOM_MIN, 1, DUNGEN_WRONG_OPTION, 0,
		 "room_min: takes a number from 2 to 2147483646, not 1"},
		{DUNGEN_TUNNELS, 2, DUNGEN_WRONG_OPTION, 0,
		 "tunnels: takes a number from 0 to 1, not 2"},
		{DUNGEN_CONNECT, 2, DUNGEN_WRONG_OPTION, 0,
		 "connect: takes a number from 0 to 1, not 2"},
		{DUNGEN_EXIT, 2, DUNGEN_WRONG_OPTION, 0, "exit: takes a number from 0 to 1, not 2"},
		{DUNGEN_DOORS, 2, DUNGEN_WRONG_OPTION, 0,
		 "doors: takes a number from 0 to 1, not 2"},
		{DUNGEN_RNG, 5, DUNGEN_WRONG_OPTION, 0, "rng: takes a number from 0 to 4, not 5"},
		{DUNGEN_RNG + 1, 0, DUNGEN_WRONG_OPTION, 0,
		 "option 12: there is none of this number"},
		/* Wrong beside the others only; then one that is right. */
		{DUNGEN_WIDTH, 5, DUNGEN_OK, DUNGEN_WRONG_OPTIONS,
		 "room_max: rooms of 6 to 10 do not fit 5 columns"},
		{DUNGEN_WIDTH, 80, DUNGEN_OK, DUNGEN_OK, NULL},
		{DUNGEN_HEIGHT, 7, DUNGEN_OK, DUNGEN_WRONG_OPTIONS,
		 "room_max: rooms of 6 to 10 do not fit 7 rows"},
		{DUNGEN_HEIGHT, 45, DUNGEN_OK, DUNGEN_OK, NULL},
		{DUNGEN_ROOM_MIN, 11, DUNGEN_OK, DUNGEN_WRONG_OPTIONS,
		 "room_min: takes a number up to room_max, which is 10, not 11"},
		{DUNGEN_ROOM_MIN, 6, DUNGEN_OK, DUNGEN_OK, NULL},
		{DUNGEN_MIN_ROOMS, 67, DUNGEN_OK, DUNGEN_WRONG_OPTIONS,
		 "min_rooms: a map of 80x45 has space for 66 rooms at most, not 67"},
		{DUNGEN_MIN_ROOMS, 66, DUNGEN_OK, DUNGEN_TOO_FEW_ROOMS,
		 "min_rooms: only 34 rooms, not 66, fit after 66000 attempts with seed 1"},
		{DUNGEN_MIN_ROOMS, 0, DUNGEN_OK, DUNGEN_OK, NULL},
	};
	for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
		enum dungen_option option = (enum dungen_option)tried[i].option;
		uint32_t before = dungen_get(map, option);
		enum dungen_result set = dungen_set(map, option, tried[i].value);
		CHECK(set == tried[i].set && dungen_get(map, option) ==
						     (set == DUNGEN_OK ? tried[i].value : before),
		      "options are set or kept: %zu", i);
		CHECK(set != DUNGEN_OK || dungen_make(map, 1) == tried[i].made,
		      "maps are made or not: %zu", i);
		if (set == DUNGEN_OK && tried[i].made != DUNGEN_OK)
			check_empty(map);
		CHECK(!tried[i].why || strcmp(dungen_why(map), tried[i].why) == 0,
		      "a failure has its sentence: %s", dungen_why(map));
	}
	dungen_set(map, DUNGEN_RNG, DUNGEN_RNG_LIBTCOD);
	CHECK(dungen_make(map, UINT64_MAX) == DUNGEN_WRONG_SEED &&
		      strcmp(dungen_why(map),
			     "seed: rng libtcod takes a number from 0 to 4294967295, not "
			     "18446744073709551615") == 0,
	      "a large seed is refused: %s", dungen_why(map));
	CHECK(dungen_make(map, UINT32_MAX) == DUNGEN_OK, "a seed of 32 bits is taken");
	static const uint32_t sizes[][3] = {{INT32_MAX, INT32_MAX, INT32_MAX}, {80, 45, 30}};
	for (int i = 0; i < 2; i++) {
		for (unsigned option = DUNGEN_WIDTH; option <= DUNGEN_MAX_ROOMS; option++)
			dungen_set(map, (enum dungen_option)option, sizes[i][option]);
		CHECK(dungen_make(map, 1) == (i == 0 ? DUNGEN_WRONG_OPTIONS : DUNGEN_OK),
		      "too many rooms are refused");
	}
	CHECK(strcmp(dungen_why(map), "max_rooms, min_rooms: a map has at most 1431655765 rooms") ==
		      0,
	      "the last failure keeps its sentence: %s", dungen_why(map));
	CHECK(strcmp(dungen_why(NULL), "out of memory") == 0,
	      "there is a sentence for a map that is NULL");
}

static void check_rows(struct dungen *map)
{
	const unsigned char *row;
	dungen_make(map, 1);
	CHECK(dungen_tiles(map, all) == DUNGEN_OK && rows_are_all(map),
	      "all tiles are those of the rows");
	CHECK(rows_are_all(map), "rows begin again after the last one");
	for (int i = 0; i < 7; i++)
		dungen_row(map, &row);
	dungen_make(map, 1);
	CHECK(rows_are_all(map), "rows begin again with each map");
	dungen_row(map, &row);
	CHECK(dungen_tiles(map, all) == DUNGEN_OK && rows_are_all(map),
	      "all tiles are written, and rows begin again");
}

/*
 * Prints a map in lines: its marks, measures, rooms with centers, tunnels, doors and tiles. Returns
 * how the last row ended. uint32_t is unsigned on what has tests.
 */
static enum dungen_result print_map(struct dungen *map)
{
	struct dungen_point spawn = dungen_spawn(map), exit = dungen_exit(map);
	printf("%u %u %u %u %" PRIu64 "\n", spawn.x, spawn.y, exit.x, exit.y,
	       dungen_exit_distance(map));
	enum dungen_result result;
	uint64_t value;
	for (int i = 0; (result = dungen_measure(map, (enum dungen_measure)i, &value)) == DUNGEN_OK;
	     i++)
		printf("%" PRIu64 "\n", value);
	if (result != DUNGEN_WRONG_OPTION)
		return result;
	for (uint32_t i = 0; i < dungen_rooms(map); i++) {
		struct dungen_room room = dungen_room(map, i);
		struct dungen_point center = dungen_center(map, i);
		printf("%u %u %u %u %u %u\n", room.x, room.y, room.width, room.height, center.x,
		       center.y);
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
			result = dungen_set(map, (enum dungen_option)number,
					    (uint32_t)strtoull(value + 1, NULL, 10));
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
	CHECK(strcmp(dungen_why(map), "") == 0 && strcmp(dungen_version(), DUNGEN_VERSION) == 0,
	      "nothing failed yet");
	RUN(check_empty(map));
	RUN(check_refused(map));
	RUN(check_rows(map));
	dungen_free(map);
	dungen_free(NULL);
	return unit_end();
}
