/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/rows.h"

/* How a map that was read differs from the one that was made, and why. "There" is the map that was read. */

enum difference_kind {
	DIFFERENCE_NONE,
	DIFFERENCE_SIZE,
	DIFFERENCE_EXCHANGED, /* rows and columns */
	/* Of documents; `index` of the first that differs, or if one has more, of the first that only it has. */
	DIFFERENCE_ROOM,
	DIFFERENCE_TUNNEL,
	DIFFERENCE_DOOR,
	DIFFERENCE_MARK, /* `index` is an enum mark_kind */
	/* Of tiles, as the cause. */
	DIFFERENCE_DROPPED,   /* the floor of attempt `index` is dug, which was dropped */
	DIFFERENCE_FLOOR,     /* `count` of `of` tiles of the room of attempt `index` are wall, the first `at` */
	DIFFERENCE_TURNED,    /* the same, but there with width and height exchanged */
	DIFFERENCE_LARGE,     /* the room of attempt `index` has a column and a row too many */
	DIFFERENCE_RING,      /* the same on every side */
	DIFFERENCE_BEND,      /* tunnel `index` has the other bend */
	DIFFERENCE_FROM,      /* it begins in room `other` */
	DIFFERENCE_ROUNDED,   /* it runs between centers that are rounded up */
	DIFFERENCE_LAST_TILE, /* it lacks only a tile at the end of a leg, `at` */
	DIFFERENCE_PATH,      /* `count` of its `of` tiles are wall, the first `at` */
	DIFFERENCE_WALL,      /* there is floor `at`, in the wall of room `other` and of no tunnel */
	DIFFERENCE_EXTRA,     /* there is floor `at`, of no room or tunnel */
	DIFFERENCE_TILES,     /* without a cause */
};

struct difference {
	enum difference_kind kind;
	uint64_t index;
	uint32_t other;
	struct point at;
	uint64_t count, of;
	bool column, row;      /* DIFFERENCE_FLOOR: the last column, the last row or both were not dug */
	uint32_t rows;         /* that differ, in maps of one size */
	struct point first;    /* tile that differs, if any */
	enum tile here, there; /* its kinds */
};

/* Memory for the comparisons of a run. */
struct compare {
	struct rows rows;
	ARRAY(char, here); /* the kind of each tile, row by row */
	ARRAY(char, drawn);
	const char *there; /* `drawn`, or the tiles of a map that has its own */
	bool doors;        /* both maps can have doors; otherwise these are drawn as floor */
	/* Of a search for a cause. */
	const struct dungeon *ours;
	struct difference *found;
};

/*
 * Finds whether two maps differ: their tiles, spawn and exit if the one that was read has them, and of a document
 * rooms, tunnels and doors. Sets all of *found but the causes. Returns false if out of memory.
 */
bool compare_maps(struct compare *compare, const struct dungeon *ours, const struct dungeon *theirs,
		  struct difference *found);

/*
 * Compares only the tiles of the map that was read last with those of another one. compare_maps took a map of that size
 * before. Returns false if out of memory.
 */
bool compare_tiles(struct compare *compare, const struct dungeon *ours, bool *same);

/* Finds the cause of a difference in tiles. `ours` is the map compared last, by either function, with its attempts. */
void compare_find_cause(struct compare *compare, const struct dungeon *ours, struct difference *found);

void compare_free(struct compare *compare);
