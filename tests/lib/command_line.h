/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

#include <inttypes.h>
#include <stdio.h>

/* Returns the options of a recipe that do not have a default value. */
static inline const char *command_line_flags(const struct recipe *recipe)
{
	const bool is_nearest = recipe->connect == CONNECT_NEAREST;
	if (is_nearest && recipe->doors)
		return " --connect nearest --doors";
	if (is_nearest)
		return " --connect nearest";
	return recipe->doors ? " --doors" : "";
}

/*
 * Returns the command line that generates the map of a recipe. It stays valid until the next call.
 */
static inline const char *command_line(const struct recipe *recipe)
{
	static char text[400];
	const char *rng = recipe->rng ? recipe->rng : "any";
	/* The option accepts 1 as its smallest value, and every map has 1 room. */
	const uint32_t min_rooms = recipe->min_rooms > 0 ? recipe->min_rooms : 1;
	snprintf(text, sizeof text,
		 "dungen --seed %" PRIu64 " --rng %s -W %" PRIu32 " -H %" PRIu32
		 " --max-rooms %" PRIu32 " --room-min %" PRIu32 " --room-max %" PRIu32
		 " --min-rooms %" PRIu32 " --tunnels %s --loops %" PRIu32 " --exit %s%s",
		 recipe->seed, rng, recipe->width, recipe->height, recipe->max_rooms,
		 recipe->room_min, recipe->room_max, min_rooms, tunnels_names[recipe->tunnels],
		 recipe->loops, exit_names[recipe->exit], command_line_flags(recipe));
	return text;
}
