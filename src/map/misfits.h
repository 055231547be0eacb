/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Finds the parts of an input map that do not fit its tiles, because the tiles were edited, and
 * drops these parts from the map:
 *
 *     struct misfits misfits = {.count = 0};
 *     misfits_drop(&misfits, &map, difference);    for a map that stores tiles
 *     look at misfits.list
 *     misfits_free(&misfits);
 */

/* The kinds, in the order in which they are dropped. MISFIT_DOOR is the last kind of part. */
enum misfit_kind {
	MISFIT_ROOM,    /* all tiles of the room are wall; `at` is the first of them */
	MISFIT_TUNNEL,  /* the tunnel leaves the floor at `at`, or leads to a dropped room */
	MISFIT_DOOR,    /* the door, at `at`, is on another tile, or is a dropped room's */
	MISFIT_OPTIONS, /* the options do not make this map; the first difference is at `at` */
	MISFIT_EXIT_DISTANCE, /* the exit distance was counted on other tiles; the first difference
				 is at `at` */
};

struct misfit {
	enum misfit_kind kind;
	uint32_t index;  /* index of the room or tunnel in the file */
	uint32_t room;   /* index of the dropped room to which it leads or belongs, or NO_ROOM */
	struct point at; /* the place, unless `room` is set and the misfit is a tunnel */
};

/* The parts dropped from a map, and memory for the next map. Zero it before its first use. */
struct misfits {
	ARRAY(struct misfit, list); /* rooms, then tunnels, then doors, then facts */
	uint64_t count;

	ARRAY(uint32_t, room_indices); /* by its index in the file, the new index of each room, or
					  NO_ROOM if the room was dropped */
	ARRAY(uint32_t, floor_sums); /* a summed-area table: for each corner of tiles, the number of
					floor tiles above it and to its left */
};

/*
 * Drops what does not fit the tiles of a map, which stores them: rooms without floor, tunnels that
 * leave the floor, doors that are not on a door tile, and the tunnels and doors of dropped rooms.
 * The other rooms keep their order, and get new indices. Also drops the facts about the old
 * tiles: the options of the recipe, and the exit distance. `difference` is the first tile that
 * rooms, tunnels, and doors do not make. Returns false if out of memory; then the map is unusable.
 */
bool misfits_drop(struct misfits *misfits, struct map *map, struct point difference);

/* Returns whether a room, tunnel, or door was dropped. */
bool misfits_have_parts(const struct misfits *misfits);

/* Frees the memory. Safe on a zeroed struct. */
void misfits_free(struct misfits *misfits);
