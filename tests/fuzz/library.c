/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: calls of the C library, in any order and with any arguments, for two maps.
 *
 * - A failure has a sentence, and an empty map has no parts.
 * - Text and tiles agree, and a document ends with its line.
 * - A key lies in the center of a room, distances are those of the route, and measures have names.
 * - The other map stays as it is.
 */
#include "dungen.h"
#include "numbers.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* The largest map has so many tiles that a run takes no longer than those of other fuzzers. */
enum { MAPS = 2, SIDE_MAX = 64, ROOMS_MAX = 99, CALLS_MAX = 64 };

static void require(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "not so: %s\n", what);
	abort();
}

/* Requires that a call succeeded, or failed with a sentence. Returns whether it succeeded. */
static bool judge_result(const struct dungen *map, enum dungen_result result)
{
	if (result == DUNGEN_OK)
		return true;
	if (result == DUNGEN_END)
		require(dungen_rooms(map) == 0, "only an empty map has no rows");
	else
		require(*dungen_why(map), "a failure has a sentence");
	return false;
}

/* Sets any option. Those that cost time and memory stay small. */
static void set_option(struct dungen *map, struct numbers *input)
{
	const uint32_t option = numbers_take(input) % (DUNGEN_SECRETS + 2);
	uint32_t value = numbers_take(input);
	if (option <= DUNGEN_HEIGHT)
		value %= SIDE_MAX;
	else if (option <= DUNGEN_MIN_ROOMS || option == DUNGEN_LOOPS || option == DUNGEN_HALLS)
		value %= ROOMS_MAX;
	else if (value == 255)
		value = UINT32_MAX;
	const uint32_t old_value = dungen_get(map, (enum dungen_option)option);
	const bool is_set = judge_result(map, dungen_set(map, (enum dungen_option)option, value));
	require(dungen_get(map, (enum dungen_option)option) == (is_set ? value : old_value),
		"an option has the value that was accepted last");
}

static void set_preset(struct dungen *map, struct numbers *input)
{
	static const char *const names[] = {"tutorial", "level", "dungeon", "keep", "quest", ""};
	const char *name = names[numbers_take(input) % (sizeof names / sizeof *names)];
	require(judge_result(map, dungen_preset(map, name)) == (*name != '\0'),
		"all presets but one are known");
}

/* Requires that the characters of a text are the tiles, except its marks. */
static void judge_text(struct dungen *map, const char *text)
{
	const unsigned char *row;
	const size_t width = dungen_size(map).x;
	while (dungen_row(map, &row) == DUNGEN_OK) {
		for (size_t x = 0; x < width; x++, text++)
			require(*text == "#.+"[row[x]] ||
					(row[x] == DUNGEN_FLOOR && strchr("@>", *text)),
				"text and tiles agree");
		require(*text++ == '\n', "a line is a row");
	}
	require(*text == '\0', "a text has no other lines");
}

static bool points_are_equal(struct dungen_point a, struct dungen_point b)
{
	return a.x == b.x && a.y == b.y;
}

/* Requires that a point is the center of a room. Returns the index of the room. */
static uint32_t find_room(const struct dungen *map, struct dungen_point center)
{
	uint32_t index = 0;
	while (index < dungen_rooms(map) && !points_are_equal(dungen_center(map, index), center))
		index++;
	require(index < dungen_rooms(map), "the tile is the center of a room");
	return index;
}

/* Requires that locks have doors and keys, and that what is no part of the map is empty. */
static void judge_locks(const struct dungen *map)
{
	const uint32_t locks = dungen_locks(map);
	const struct dungen_point nothing = {0, 0};
	require(locks <= dungen_get(map, DUNGEN_LOCKS), "there are no more locks than wanted");
	for (uint32_t lock = 1; lock <= locks; lock++) {
		uint32_t door = 0;
		while (door < dungen_doors(map) && dungen_door_lock(map, door) != lock)
			door++;
		require(door < dungen_doors(map), "each lock has a door");
		(void)find_room(map, dungen_key(map, lock));
	}
	require(points_are_equal(dungen_key(map, 0), nothing) &&
			points_are_equal(dungen_key(map, locks + 1), nothing),
		"there are no other keys");
	require(!dungen_door_lock(map, dungen_doors(map)) &&
			!dungen_door_is_secret(map, dungen_doors(map)) &&
			dungen_distance(map, dungen_rooms(map)) == 0 &&
			dungen_wing_of(map, UINT32_MAX) == 0,
		"an index that is too large has no part");
}

/* Requires that measures are those of their names, and agree with the parts. */
static void judge_measures(struct dungen *map)
{
	static const char *const names[] = {"floor",         "corridor", "loops",   "dead_ends",
					    "exit_distance", "farthest", "secrets", "walk"};
	uint64_t value = 0;
	uint64_t same = 0;
	for (int i = 0; i <= DUNGEN_WALK_STEPS; i++)
		if (judge_result(map, dungen_measure(map, (enum dungen_measure)i, &value)))
			require(dungen_stat(map, names[i], &same) == DUNGEN_OK && same == value,
				"a measure has a name");
	require(!judge_result(map, dungen_stat(map, "no measure", &value)), "a measure is known");
	if (dungen_rooms(map) == 0)
		return;
	const bool has_distances = dungen_get(map, DUNGEN_EXIT) == DUNGEN_EXIT_FARTHEST;
	const uint64_t distance = dungen_distance(map, find_room(map, dungen_exit(map)));
	require(dungen_stat(map, "exit_distance", &value) == DUNGEN_OK &&
			dungen_exit_distance(map) == (has_distances ? value : 0) &&
			distance == dungen_exit_distance(map),
		"the exit is as far as its room");
	require(dungen_stat(map, "locks", &value) == DUNGEN_OK && value == dungen_locks(map),
		"the measure of locks is their number");
}

static void judge_parts(struct dungen *map)
{
	const struct dungen_point *corners;
	const uint32_t *tunnels;
	const char *text;
	uint64_t walk;
	uint64_t steps;
	uint32_t count;
	for (uint32_t i = 0; i <= dungen_rooms(map); i++)
		require(dungen_wing_of(map, i) <= i, "a wing is later than its room");
	for (uint32_t i = 0; i < dungen_doors(map); i++) {
		require(dungen_door_lock(map, i) <= dungen_locks(map), "each lock has a key");
		if (!judge_result(map, dungen_door_tunnels(map, i, &tunnels, &count)))
			return;
		for (uint32_t k = 0; k < count; k++)
			require(tunnels[k] < dungen_tunnels(map), "a door is in a tunnel");
	}
	if (judge_result(map, dungen_text(map, &text)))
		judge_text(map, text);
	if (judge_result(map, dungen_json(map, &text)))
		require(*text == '{' && strcmp(text + strlen(text) - 2, "}\n") == 0,
			"a document is a line");
	if (judge_result(map, dungen_measure(map, DUNGEN_WALK_STEPS, &walk)) &&
	    judge_result(map, dungen_stat(map, "exit_distance", &steps)))
		require(walk >= steps, "no walk is shorter than that with all doors open");
	judge_locks(map);
	judge_measures(map);
	if (!judge_result(map, dungen_route(map, &corners, &count)))
		return;
	const struct dungen_point spawn = dungen_spawn(map);
	for (uint32_t i = 1; i < count; i++)
		require((corners[i].x == corners[i - 1].x) != (corners[i].y == corners[i - 1].y),
			"the route is straight between its corners");
	require(points_are_equal(*corners, spawn), "the route begins at the spawn");
	const struct dungen_point exit = dungen_exit(map);
	require(points_are_equal(corners[count - 1], exit), "the route leads to the exit");
}

static void make_map(struct dungen *map, struct numbers *input)
{
	uint64_t seed = numbers_take(input);
	if (seed == 255)
		seed = UINT64_MAX;
	const bool is_made = judge_result(map, dungen_make(map, seed));
	require(is_made == (dungen_rooms(map) > 0), "only a map that was made has rooms");
	judge_parts(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct numbers input = {bytes, size};
	struct dungen *maps[MAPS] = {dungen_new(), dungen_new()};
	require(maps[0] && maps[1], "there is memory for maps");
	for (int i = 0; i < CALLS_MAX && input.size > 0; i++) {
		const unsigned choice = numbers_take(&input);
		struct dungen *map = maps[choice % MAPS];
		const struct dungen_point other_exit = dungen_exit(maps[1 - choice % MAPS]);
		switch (choice / MAPS % 4) {
		case 0:
			set_preset(map, &input);
			break;
		case 1:
			make_map(map, &input);
			break;
		default:
			set_option(map, &input);
		}
		const struct dungen_point exit = dungen_exit(maps[1 - choice % MAPS]);
		require(points_are_equal(exit, other_exit), "maps share nothing");
	}
	for (int i = 0; i < MAPS; i++)
		dungen_free(maps[i]);
	return 0;
}
