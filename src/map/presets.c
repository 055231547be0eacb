/* SPDX-License-Identifier: MIT */
#include "map/presets.h"

/* clang-format off */
#define SET(name, value) {&recipe_options[RECIPE_OPTION_##name], value}

#define SET_RANGE(name, start, end) SET(name, start), SET(name##_to, end)
#define KEEP \
	SET(room_min, 4), SET_RANGE(room_max, 8, 17), SET(min_rooms, 2), SET_RANGE(fill, 20, 32), \
	SET(halls, 1), SET_RANGE(wings, 30, 80), SET(tunnels, TUNNELS_AROUND), SET(spacing, 2), \
	SET(loop_percent, 36), SET(loop_corners, true), SET(spawn, SPAWN_FARTHEST), \
	SET(exit, EXIT_FARTHEST), SET(doors, true), SET_RANGE(door_percent, 30, 65), \
	SET(door_gap, 8)

const struct preset preset_table[] = {
	{"tutorial", "the map of the tutorials", {{NULL, 0}}},
	{"level", "a level for a game", {
		SET(tunnels, TUNNELS_AROUND), SET(loops, 3), SET(doors, true),
		SET(exit, EXIT_FARTHEST)}},
	{"warren", "hundreds of small rooms", {
		SET(width, 160), SET(height, 90), SET(max_rooms, 2000), SET(room_min, 3),
		SET(room_max, 9), SET(tunnels, TUNNELS_AROUND), SET(loops, 30)}},
	{"dungeon", "a level with rooms of many shapes", {
		SET(room_min, 4), SET(room_max, 14), SET(fill, 26), SET(wings, 80),
		SET(tunnels, TUNNELS_AROUND), SET(spacing, 3), SET(loop_percent, 25),
		SET(doors, true), SET(spawn, SPAWN_FARTHEST), SET(exit, EXIT_FARTHEST)}},
	{"keep", "a level to remember, with a hall, few doors, and many loops", {KEEP}},
	{"quest", "the preset keep with locks, keys, and a hidden room", {
		KEEP, SET(locks, 2), SET(secrets, 1)}},
	{NULL, NULL, {{NULL, 0}}},
};
/* clang-format on */
