/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/overlap.h"
#include "map/walk.h"

/*
 * Finds faults of input maps, for --check. Generated maps have none.
 *
 * Usage:
 *
 *     struct check check = {.report = report_fault, .context = sink};
 *     if (!check_map(&check, map))    any number of times
 *             out of memory
 *     check_free(&check);
 */

enum fault_kind {
	FAULT_UNREACHABLE, /* `count` of `floor_count` floor tiles cannot be reached from the spawn;
			      `at` is the first of them */
	FAULT_SEPARATE,    /* the same from the largest region, if no spawn is on floor */
	FAULT_EDGE,    /* `count` floor tiles are at the map's edge; `at` is the first of them */
	FAULT_DOOR,    /* the door at `at` is not between two walls and, in the other direction,
			  two floor tiles */
	FAULT_MARK,    /* `mark`, at `at`, is in the wall */
	FAULT_OVERLAP, /* the floor of rooms[room] overlaps the floor of an earlier room that has no
			  such fault itself */
	FAULT_KEY_IN_WALL, /* the key of `lock`, at `at`, is in the wall */
	FAULT_KEY,         /* the key of `lock`, at `at`, opens no door */
	FAULT_LOCK,        /* `lock` has no key */
	FAULT_KEY_SHUT,    /* the key of `lock`, at `at`, cannot be reached with the others */
	FAULT_SHUT,        /* the exit, at `at`, cannot be reached with the keys */
	FAULT_OPEN,        /* `lock` can be walked around: both sides of its door at `at` can be
			      reached without its key */
};

struct fault {
	enum fault_kind kind;
	struct point at;
	uint64_t count;
	uint64_t floor_count; /* number of walkable tiles of the map */
	uint32_t room;
	uint32_t lock; /* starting at 1 */
	enum mark_kind mark;
	const struct area *rooms; /* rooms of the map; not owned */
};

/* Set `report` and `context`, and zero the other fields before the first map. */
struct check {
	/* Called with each fault, which is valid until the function returns. */
	void (*report)(void *context, const struct fault *fault);
	void *context; /* first argument of `report`; not owned */

	/* Memory for the next map. */
	const struct map *map; /* the map that is checked; not owned */
	struct walk walk;
	struct overlap overlap;     /* index of `floors` */
	ARRAY(struct area, floors); /* floors of the rooms so far that have no FAULT_OVERLAP */
};

/* Calls check->report with each fault of the map. Returns false if out of memory. */
bool check_map(struct check *check, const struct map *map);

/* Frees the memory. Safe on a zeroed struct. */
void check_free(struct check *check);
