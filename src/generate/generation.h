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
	uint32_t first_hall;  /* index of the first hall: 1 after the room of a given spawn */
	uint32_t hall_count;  /* number of halls, which follow each other */
	uint64_t floor_count; /* number of tiles of floor in all rooms but halls so far */
};

/* Returns whether a room is a hall. */
static inline bool generation_is_hall(const struct generation *generation, uint32_t room)
{
	const uint32_t first_hall = generation->first_hall;
	return first_hall <= room && room < first_hall + generation->hall_count;
}
