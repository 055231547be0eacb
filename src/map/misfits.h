/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Finds the parts of an input map that do not fit its tiles, because the tiles were edited, and
 * drops these parts from the map:
 *
 *     struct misfits misfits = {0};
 *     misfits_drop(&misfits, &map);    for a map that stores tiles
 *     look at the counts
 *     misfits_free(&misfits);
 */

/* What was dropped from a map, and memory for the next map. Zero it before its first use. */
struct misfits {
	uint32_t room_count;        /* number of rooms */
	uint32_t tunnel_count;      /* number of tunnels */
	uint32_t door_count;        /* number of doors */
	bool include_options;       /* the options of the recipe were dropped */
	bool include_exit_distance; /* the exit distance was dropped */

	ARRAY(uint32_t, room_indices); /* by its index in the file, the new index of each room, or
					  NO_ROOM if the room was dropped */
	ARRAY(uint32_t, floor_sums); /* a summed-area table: for each corner of tiles, the number of
					floor tiles above it and to its left */
};

/*
 * Drops what does not fit the tiles of a map, which stores them: rooms without floor, tunnels that
 * leave the floor, doors that are not on a door tile, and the tunnels and doors of dropped rooms.
 * The other rooms keep their order, and get new indices. Also drops the facts about the old tiles:
 * the options of the recipe, and the exit distance, which only maps with EXIT_FARTHEST have.
 * Returns false if out of memory; then the map is unusable.
 */
bool misfits_drop(struct misfits *misfits, struct map *map);

/* Frees the memory. Safe on a zeroed struct. */
void misfits_free(struct misfits *misfits);
