/* SPDX-License-Identifier: MIT */
/*
 * The C library: what it refuses. @option @rng
 *
 * With arguments, this program prints maps instead. An argument is OPTION=VALUE, both as numbers,
 * =PRESET, or a seed, which prints its map. docs/library builds this program with the installed
 * library, and compares the maps with those of the program.
 */
#include <dungen.h>

#include "unit.h"

#include <string.h>

enum { WIDTH = 80, HEIGHT = 45 }; /* size of a map with the default options */

static unsigned char all_tiles[WIDTH * HEIGHT];

/* Returns whether the next rows of a map, up to the last one, are all_tiles. */
static bool rows_are_all_tiles(struct dungen *map)
{
	const size_t width = dungen_size(map).x;
	const unsigned char *row;
	size_t offset = 0;
	bool is_same = true;
	while (dungen_row(map, &row) == DUNGEN_OK) {
		const bool fits = offset + width <= sizeof all_tiles;
		is_same = is_same && fits && memcmp(row, all_tiles + offset, width) == 0;
		offset += width;
	}
	return is_same && offset == sizeof all_tiles;
}

static void check_start(const struct dungen *map)
{
	CHECK(strcmp(dungen_why(map), "") == 0, "nothing has failed yet");
	CHECK(strcmp(dungen_version(), DUNGEN_VERSION) == 0, "library and header have one version");
}

static void check_empty_points(const struct dungen *map)
{
	const struct dungen_point points[] = {
		dungen_size(map),      dungen_spawn(map),        dungen_exit(map),
		dungen_center(map, 0), dungen_corner(map, 0, 0),
	};
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		CHECK(points[i].x + points[i].y == 0, "point %zu of an empty map is 0", i);
}

static void check_empty_parts(const struct dungen *map)
{
	const struct dungen_room room = dungen_room(map, 0);
	const struct dungen_tunnel tunnel = dungen_tunnel(map, 0);
	const struct dungen_door door = dungen_door(map, 0);
	CHECK(dungen_rooms(map) == 0, "an empty map does not have rooms");
	CHECK(dungen_tunnels(map) == 0, "an empty map does not have tunnels");
	CHECK(dungen_doors(map) == 0, "an empty map does not have doors");
	CHECK(room.x + room.width == 0, "a room with an index too large is 0");
	CHECK(tunnel.to + tunnel.corners == 0, "a tunnel with an index too large is 0");
	CHECK(door.x == 0, "a door with an index too large is 0");
	CHECK(dungen_distance(map, 0) + dungen_wing_of(map, 1) == 0, "so is what a room has");
	CHECK(dungen_door_lock(map, 0) == 0, "so is the lock of a door");
	CHECK(!dungen_door_is_secret(map, 0), "a door with an index too large is not secret");
	CHECK(dungen_locks(map) == 0 && dungen_key(map, 1).x == 0, "so is a key");
}

static void check_empty(struct dungen *map)
{
	const unsigned char *row;
	const char *text;
	const struct dungen_point *corners;
	const uint32_t *tunnels;
	unsigned char tile;
	uint64_t value;
	uint32_t count;
	CHECK(dungen_text(map, &text) == DUNGEN_END, "an empty map does not have a text");
	CHECK(dungen_json(map, &text) == DUNGEN_END, "an empty map does not have a document");
	CHECK(dungen_stat(map, "rooms", &value) == DUNGEN_END, "nor a measure with a name");
	CHECK(dungen_route(map, &corners, &count) == DUNGEN_END, "nor a route");
	CHECK(dungen_door_tunnels(map, 0, &tunnels, &count) == DUNGEN_END, "nor tunnels of a door");
	CHECK(dungen_row(map, &row) == DUNGEN_END, "an empty map does not have rows");
	CHECK(dungen_tiles(map, &tile) == DUNGEN_END, "an empty map does not have tiles");
	CHECK(dungen_measure(map, DUNGEN_LOOPS_FOUND, &value) == DUNGEN_END,
	      "an empty map does not have measures");
	CHECK(dungen_exit_distance(map) == 0, "an empty map does not have an exit distance");
	check_empty_points(map);
	check_empty_parts(map);
}

/* A result of a function that failed, and the sentence that follows it. */
static void check_failure(const struct dungen *map, enum dungen_result result,
			  enum dungen_result expected, const char *sentence)
{
	CHECK(result == expected, "the result is %d, not %d", (int)expected, (int)result);
	CHECK(strcmp(dungen_why(map), sentence) == 0, "the sentence is: %s; not: %s", sentence,
	      dungen_why(map));
}

static const char why_option[] =
	"unknown option, measure, or preset, or a value that the option rejects";
static const char why_options[] =
	"the rooms or the spawn do not fit on the map, or room_min is larger than room_max";
static const char why_seed[] = "the seed is too large for the random number generator";
static const char why_rooms[] = "fewer rooms than min_rooms fit; try another seed";

/* Values that dungen_set rejects. */
static void check_wrong_values(struct dungen *map)
{
	static const struct {
		uint32_t option;
		uint32_t value;
	} cases[] = {
		{DUNGEN_WIDTH, 2},    {DUNGEN_WIDTH, UINT32_MAX}, {DUNGEN_MAX_ROOMS, 0},
		{DUNGEN_ROOM_MIN, 1}, {DUNGEN_TUNNELS, 2},        {DUNGEN_CONNECT, 2},
		{DUNGEN_EXIT, 2},     {DUNGEN_DOORS, 2},          {DUNGEN_RNG, 5},
		{DUNGEN_FILL, 101},   {DUNGEN_LOOP_PERCENT, 101}, {DUNGEN_WINGS, 101},
		{DUNGEN_SPAWN, 2},    {DUNGEN_DOOR_PERCENT, 101}, {DUNGEN_DOOR_GAP, 0},
		{DUNGEN_LOCKS, 19},   {DUNGEN_SECRETS + 1, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const enum dungen_option option = (enum dungen_option)cases[i].option;
		const uint32_t old_value = dungen_get(map, option);
		const enum dungen_result result = dungen_set(map, option, cases[i].value);
		check_failure(map, result, DUNGEN_WRONG_OPTION, why_option);
		CHECK(dungen_get(map, option) == old_value, "option %" PRIu32 " keeps its value",
		      cases[i].option);
	}
}

static void set_option(struct dungen *map, uint32_t option, uint32_t value)
{
	CHECK(dungen_set(map, (enum dungen_option)option, value) == DUNGEN_OK,
	      "option %" PRIu32 " accepts %" PRIu32, option, value);
	CHECK(dungen_get(map, (enum dungen_option)option) == value,
	      "option %" PRIu32 " is now %" PRIu32, option, value);
}

/* Values with which dungen_make fails, and values of the same options with which it succeeds. */
static void check_wrong_maps(struct dungen *map)
{
	static const struct {
		uint32_t option;
		uint32_t wrong_value;
		uint32_t right_value;
		enum dungen_result result;
		const char *sentence;
	} cases[] = {
		{DUNGEN_ROOM_MIN, HEIGHT, 6, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_ROOM_MAX, HEIGHT, 10, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_ROOM_MIN, 11, 6, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_WIDTH, 5, WIDTH, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_MIN_ROOMS, 67, 0, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_SPAWN_X, 40, 0, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_SPAWN_Y, 22, 0, DUNGEN_WRONG_OPTIONS, why_options},
		{DUNGEN_MIN_ROOMS, 66, 0, DUNGEN_TOO_FEW_ROOMS, why_rooms},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		set_option(map, cases[i].option, cases[i].wrong_value);
		check_failure(map, dungen_make(map, 1), cases[i].result, cases[i].sentence);
		check_empty(map);
		set_option(map, cases[i].option, cases[i].right_value);
		CHECK(dungen_make(map, 1) == DUNGEN_OK, "the same map can be made afterwards");
	}
}

static void check_seeds(struct dungen *map)
{
	set_option(map, DUNGEN_RNG, DUNGEN_RNG_LIBTCOD);
	check_failure(map, dungen_make(map, UINT64_MAX), DUNGEN_WRONG_SEED, why_seed);
	CHECK(dungen_make(map, UINT32_MAX) == DUNGEN_OK, "a seed of 32 bits is accepted");
	set_option(map, DUNGEN_RNG, DUNGEN_RNG_PYTHON);
}

static void check_too_many_rooms(struct dungen *map)
{
	set_option(map, DUNGEN_WIDTH, INT32_MAX);
	set_option(map, DUNGEN_HEIGHT, INT32_MAX);
	set_option(map, DUNGEN_MAX_ROOMS, INT32_MAX);
	check_failure(map, dungen_make(map, 1), DUNGEN_WRONG_OPTIONS, why_options);
	set_option(map, DUNGEN_WIDTH, WIDTH);
	set_option(map, DUNGEN_HEIGHT, HEIGHT);
	set_option(map, DUNGEN_MAX_ROOMS, 30);
	CHECK(dungen_make(map, 1) == DUNGEN_OK, "a map can be made afterwards");
	CHECK(strcmp(dungen_why(map), why_options) == 0, "a success keeps the sentence, not: %s",
	      dungen_why(map));
}

static void check_wrong_measure(struct dungen *map)
{
	const enum dungen_measure measure = (enum dungen_measure)(DUNGEN_WALK_STEPS + 1);
	uint64_t value;
	check_failure(map, dungen_measure(map, measure, &value), DUNGEN_WRONG_OPTION, why_option);
	check_failure(map, dungen_stat(map, "room", &value), DUNGEN_WRONG_OPTION, why_option);
}

static void check_presets(struct dungen *map)
{
	const char *text;
	CHECK(dungen_preset(map, "quest") == DUNGEN_OK, "a preset with an exit is known");
	CHECK(dungen_make(map, 1) == DUNGEN_OK, "and makes a map");
	CHECK(dungen_preset(map, "tutorial") == DUNGEN_OK, "a preset without an exit is known");
	CHECK(dungen_text(map, &text) == DUNGEN_OK && strchr(text, '>'),
	      "a preset changes only the next map, so this one still shows its exit");
	CHECK(dungen_make(map, 1) == DUNGEN_OK && dungen_text(map, &text) == DUNGEN_OK &&
		      !strchr(text, '>'),
	      "the next map shows only the spawn");
	check_failure(map, dungen_preset(map, NULL), DUNGEN_WRONG_OPTION, why_option);
	set_option(map, DUNGEN_RNG, DUNGEN_RNG_SPLITMIX64);
	set_option(map, DUNGEN_FILL, 7);
	check_failure(map, dungen_preset(map, "kee"), DUNGEN_WRONG_OPTION, why_option);
	CHECK(dungen_get(map, DUNGEN_FILL) == 7, "an unknown preset changes nothing");
	CHECK(dungen_preset(map, "keep") == DUNGEN_OK, "a preset is known");
	CHECK(dungen_get(map, DUNGEN_FILL) == 20, "a range has its start as value");
	set_option(map, DUNGEN_FILL, 26);
	CHECK(dungen_preset(map, "tutorial") == DUNGEN_OK, "another preset is known");
	CHECK(dungen_get(map, DUNGEN_FILL) == 0, "a preset replaces all options");
	CHECK(dungen_get(map, DUNGEN_RNG) == DUNGEN_RNG_SPLITMIX64, "but not the rng");
	set_option(map, DUNGEN_RNG, DUNGEN_RNG_PYTHON);
}

static void check_refused(struct dungen *map)
{
	check_wrong_measure(map);
	check_presets(map);
	check_wrong_values(map);
	check_wrong_maps(map);
	check_seeds(map);
	check_too_many_rooms(map);
	CHECK(strcmp(dungen_why(NULL), "out of memory") == 0, "NULL also has a sentence");
}

static void check_rows(struct dungen *map)
{
	const unsigned char *row;
	dungen_make(map, 1);
	CHECK(dungen_tiles(map, all_tiles) == DUNGEN_OK, "all tiles are written");
	CHECK(rows_are_all_tiles(map), "the rows are all tiles");
	CHECK(rows_are_all_tiles(map), "rows start again after the last one");
	for (int i = 0; i < 7; i++)
		dungen_row(map, &row);
	dungen_make(map, 1);
	CHECK(rows_are_all_tiles(map), "rows start again with each map");
	dungen_row(map, &row);
	CHECK(dungen_tiles(map, all_tiles) == DUNGEN_OK, "all tiles are written between rows");
	CHECK(rows_are_all_tiles(map), "rows start again after all tiles");
}

/* What the program prints. The C library of every system with tests has uint32_t as unsigned. */

static void print_marks(const struct dungen *map)
{
	const struct dungen_point spawn = dungen_spawn(map);
	const struct dungen_point exit = dungen_exit(map);
	printf("%u %u %u %u %" PRIu64 "\n", spawn.x, spawn.y, exit.x, exit.y,
	       dungen_exit_distance(map));
}

static enum dungen_result print_measures(struct dungen *map)
{
	static const char *const names[] = {"walk", "rooms", "loops", "spawn_x", "regions"};
	uint64_t value;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const enum dungen_result result = dungen_stat(map, names[i], &value);
		if (result != DUNGEN_OK)
			return result;
		printf("%" PRIu64 "\n", value);
	}
	for (int i = DUNGEN_FLOOR_TILES; i <= DUNGEN_WALK_STEPS; i++) {
		const enum dungen_result result = dungen_measure(map, (enum dungen_measure)i,
								 &value);
		if (result != DUNGEN_OK)
			return result;
		printf("%" PRIu64 "\n", value);
	}
	return DUNGEN_OK;
}

static void print_rooms(const struct dungen *map)
{
	for (uint32_t i = 0; i < dungen_rooms(map); i++) {
		const struct dungen_room room = dungen_room(map, i);
		const struct dungen_point center = dungen_center(map, i);
		printf("%u %u %u %u %u %u %" PRIu64 " %u\n", room.x, room.y, room.width,
		       room.height, center.x, center.y, dungen_distance(map, i),
		       dungen_wing_of(map, i));
	}
}

static void print_tunnels(const struct dungen *map)
{
	for (uint32_t i = 0; i < dungen_tunnels(map); i++) {
		const struct dungen_tunnel tunnel = dungen_tunnel(map, i);
		printf("%u %u", tunnel.from, tunnel.to);
		for (uint32_t k = 0; k < tunnel.corners; k++) {
			const struct dungen_point corner = dungen_corner(map, i, k);
			printf(" %u %u", corner.x, corner.y);
		}
		printf("\n");
	}
}

static enum dungen_result print_doors(struct dungen *map)
{
	for (uint32_t i = 0; i < dungen_doors(map); i++) {
		const struct dungen_door door = dungen_door(map, i);
		const uint32_t *tunnels;
		uint32_t count;
		const enum dungen_result result = dungen_door_tunnels(map, i, &tunnels, &count);
		if (result != DUNGEN_OK)
			return result;
		printf("%u %u %u %u %d", door.x, door.y, door.room, dungen_door_lock(map, i),
		       dungen_door_is_secret(map, i));
		for (uint32_t k = 0; k < count; k++)
			printf(" %u", tunnels[k]);
		printf("\n");
	}
	return DUNGEN_OK;
}

static void print_keys(const struct dungen *map)
{
	for (uint32_t lock = 1; lock <= dungen_locks(map); lock++) {
		const struct dungen_point key = dungen_key(map, lock);
		printf("%u %u\n", key.x, key.y);
	}
}

static enum dungen_result print_route(struct dungen *map)
{
	const struct dungen_point *corners;
	uint32_t count;
	const enum dungen_result result = dungen_route(map, &corners, &count);
	for (uint32_t i = 0; i < count && result == DUNGEN_OK; i++)
		printf("%u %u\n", corners[i].x, corners[i].y);
	return result;
}

/* Prints what the program prints, too. */
static enum dungen_result print_scripts(struct dungen *map)
{
	const char *text;
	enum dungen_result result = dungen_text(map, &text);
	if (result != DUNGEN_OK)
		return result;
	fputs(text, stdout);
	result = dungen_json(map, &text);
	if (result == DUNGEN_OK)
		fputs(text, stdout);
	return result;
}

static enum dungen_result print_tiles(struct dungen *map)
{
	const unsigned char *tiles;
	enum dungen_result result;
	while ((result = dungen_row(map, &tiles)) == DUNGEN_OK) {
		for (uint32_t x = 0; x < dungen_size(map).x; x++)
			putchar("#.+"[tiles[x]]);
		putchar('\n');
	}
	return result == DUNGEN_END ? DUNGEN_OK : result;
}

/* Prints a map, one item a line. Returns the first failure, or DUNGEN_OK. */
static enum dungen_result print_map(struct dungen *map)
{
	static enum dungen_result (*const printers[])(struct dungen *) = {
		print_measures, print_doors, print_route, print_tiles, print_scripts,
	};
	enum dungen_result result = DUNGEN_OK;
	print_marks(map);
	print_rooms(map);
	print_tunnels(map);
	print_keys(map);
	for (size_t i = 0; i < sizeof printers / sizeof *printers && result == DUNGEN_OK; i++)
		result = printers[i](map);
	return result;
}

/* Follows an argument: sets an option, or makes and prints a map. */
static enum dungen_result follow_argument(struct dungen *map, const char *argument)
{
	char *end;
	if (argument[0] == '=')
		return dungen_preset(map, argument + 1);
	const uint64_t number = strtoull(argument, &end, 10);
	if (*end == '=') {
		const uint32_t value = (uint32_t)strtoull(end + 1, NULL, 10);
		return dungen_set(map, (enum dungen_option)number, value);
	}
	const enum dungen_result result = dungen_make(map, number);
	return result == DUNGEN_OK ? print_map(map) : result;
}

/* Returns the first failure, as the exit status. */
static int print_maps(int count, char **arguments)
{
	/* The tests count allocations, so stdio must not allocate a buffer. */
	static char buffer[BUFSIZ];
	setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
	struct dungen *map = dungen_new();
	enum dungen_result result = map ? DUNGEN_OK : DUNGEN_NO_MEMORY;
	for (int i = 0; i < count && result == DUNGEN_OK; i++)
		result = follow_argument(map, arguments[i]);
	dungen_free(map);
	return (int)result;
}

_Static_assert(sizeof(struct dungen_point) == 8, "a point keeps its size");
_Static_assert(sizeof(struct dungen_room) == 16, "a room keeps its size");
_Static_assert(sizeof(struct dungen_tunnel) == 12, "a tunnel keeps its size");
_Static_assert(sizeof(struct dungen_door) == 12, "a door keeps its size");

int main(int argc, char **argv)
{
	if (argc > 1)
		return print_maps(argc - 1, argv + 1);
	struct dungen *map = dungen_new();
	if (!map)
		unit_no_memory();
	RUN(check_start(map));
	RUN(check_empty(map));
	RUN(check_refused(map));
	RUN(check_rows(map));
	dungen_free(map);
	dungen_free(NULL);
	return unit_end();
}
