/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

#include <inttypes.h>
#include <stdio.h>

/* The command line that makes the map of a recipe, in memory that the next call overwrites. */
static inline const char *command_line(const struct recipe *recipe)
{
	static char text[400];
	snprintf(text, sizeof text,
		 "dungen --seed %" PRIu64 " --rng %s -W %" PRIu32 " -H %" PRIu32
		 " --max-rooms %" PRIu32 " --room-min %" PRIu32 " --room-max %" PRIu32
		 " --min-rooms %" PRIu32 " --tunnels %s%s --loops %" PRIu32 " --exit %s%s",
		 recipe->seed, recipe->rng ? recipe->rng : "any", recipe->width, recipe->height,
		 recipe->max_rooms, recipe->room_min, recipe->room_max,
		 recipe->min_rooms > 0 ? recipe->min_rooms : 1, tunnels_names[recipe->tunnels],
		 recipe->connect == CONNECT_NEAREST ? " --connect nearest" : "", recipe->loops,
		 exit_names[recipe->exit], recipe->doors ? " --doors" : "");
	return text;
}
