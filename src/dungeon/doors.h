/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DOORS_H
#define DUNGEN_DOORS_H

#include "dungeon/dungeon.h"
#include "dungeon/row_reader.h"

/*
 * The pass that places doors: where a tunnel goes through the wall of a room. The wall is the edge of the room's
 * rectangle without its corners; a door stands on a tile of it that is floor, between two tiles of wall along the
 * edge, with floor on its inner and its outer side. Of two such tiles that share an edge, only the one of the room
 * placed first is a door.
 */
struct doors {
	struct row_reader reader;
	char *tiles; /* three rows: before, at and after the one that is looked at */
	size_t tile_capacity;
	uint32_t *newest; /* by column: index into the dungeon's doors plus 1 of the last doorway found; 0: none */
	size_t newest_capacity;
	uint32_t *memory; /* of the sort of the rooms */
	size_t memory_capacity;
	uint32_t *active; /* the rooms whose rectangles the row crosses */
	size_t active_capacity;
};

/*
 * Places the doors of a dungeon whose rooms and tunnels are complete; nothing else in it changes. Zeroed doors are
 * legal; memory from the map before is used again. False when out of memory.
 */
bool doors_place(struct doors *doors, struct dungeon *dungeon);

bool doors_order(struct dungeon *dungeon);

/* Frees what it owns; zeroed doors are legal. */
void doors_free(struct doors *doors);

#endif
