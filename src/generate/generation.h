/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"
#include "rng/rng.h"

/* What the passes of the generator share while they generate one map. */
struct generation {
	struct map *map;              /* the map, as far as it is generated; not owned */
	struct overlap *room_overlap; /* index of its rooms; not owned */
	const struct draws *draws;    /* random numbers; not owned */
	bool keeps_attempts;          /* the map keeps its attempts to place a room */
	uint64_t floor_count;         /* number of tiles of floor in all rooms so far */
};
