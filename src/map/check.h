/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"
#include "map/walk.h"

/* Looks for what a map that was made never has, and one that was read may have. */

enum fault_kind {
	FAULT_UNREACHABLE, /* `count` of `of` tiles of floor cannot be reached from the spawn; `at`
			      is the first */
	FAULT_SEPARATE,    /* the same from the largest region, in a map without a spawn on floor */
	FAULT_EDGE,        /* `count` tiles of floor are at the map's edge; `at` is the first */
	FAULT_DOOR,    /* a door is not between two walls and, the other way, two tiles of floor */
	FAULT_MARK,    /* `mark` is in the wall */
	FAULT_OVERLAP, /* the floor of rooms[`room`] shares a tile with that of an earlier room */
};

struct fault {
	enum fault_kind kind;
	struct point at;
	uint64_t count, of;
	uint32_t room;
	enum mark_kind mark;
	const struct area *rooms; /* the map's */
};

/*
 * Set `report`, `context` and `watch`, and zero the rest before the first map; it is memory for all
 * maps of a run.
 */
struct check {
	void (*report)(void *context, const struct fault *); /* called with each fault */
	void *context;
	struct watch *watch;   /* reports the search for faults; not owned, may be NULL */
	const struct map *map; /* the map that is checked */
	struct walk walk;
	struct overlap overlap;
	ARRAY(struct area, floors); /* of rooms that overlap no earlier one */
};

/* Calls check->report with each fault of the map. Returns false if out of memory. */
bool check_map(struct check *check, const struct map *map);

void check_free(struct check *check);
