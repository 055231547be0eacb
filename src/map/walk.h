/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * Breadth-first searches over the floor of a map, doors included: from a tile to all that can be
 * reached by steps to tiles that share an edge. Takes a bit for each tile and each row, and memory
 * for the tiles at one distance.
 *
 * walk_start begins with a map, walk_from a search, and walk_to goes on with it. What no search has
 * reached is left for another one: walk_next finds where it can begin.
 */
struct walk {
	struct rows rows;
	struct watch *watch;    /* reports the tiles; not owned, may be NULL */
	uint64_t all;           /* how many tiles of floor the map has */
	uint64_t left;          /* how many tiles of floor no search has reached */
	uint64_t steps;         /* from the start of the search to the tiles reached last */
	size_t count;           /* how many tiles were reached last; 0: the search is over */
	uint64_t stride;        /* bits from a tile to the one below */
	uint64_t words;         /* of `floor` */
	uint64_t first;         /* index of a word; those before it have no floor left */
	ARRAY(uint64_t, floor); /* a bit for each tile of floor that is left, row by row, with wall
				   around the map */
	ARRAY(uint64_t, tiles); /* bit numbers of the tiles reached last */
	ARRAY(uint64_t, next);  /* memory for those of the next step */
};

/*
 * Starts a map, all floor of which is left. `watch` reports rows and tiles, and may be NULL.
 * Returns false if out of memory.
 */
bool walk_start(struct walk *walk, const struct map *map, struct watch *watch);

/* Starts a search at a tile of floor that is left. Returns false if out of memory. */
bool walk_from(struct walk *walk, struct point start);

/*
 * Takes steps until the target is reached, or the search is over; NULL: until it is over. Returns
 * false if out of memory.
 */
bool walk_to(struct walk *walk, const struct point *target);

/* The number of a tile's bit. */
static inline uint64_t walk_bit(const struct walk *walk, struct point at)
{
	return (at.y + UINT64_C(1)) * walk->stride + at.x;
}

/* Whether the tile of that bit is floor that no search has reached. */
static inline bool walk_has_bit(const struct walk *walk, uint64_t bit)
{
	return walk->floor[bit / 64] >> bit % 64 & 1;
}

/* The same for a tile. */
static inline bool walk_has_left(const struct walk *walk, struct point at)
{
	return walk_has_bit(walk, walk_bit(walk, at));
}

/* Whether there is this mark, on floor that no search has reached. */
static inline bool walk_has_mark(const struct walk *walk, struct mark mark)
{
	return mark.is_set && walk_has_left(walk, mark.at);
}

/*
 * Finds the first tile of floor that is left, from top to bottom and left to right. Returns false
 * if there is none.
 */
bool walk_next(struct walk *walk, struct point *at);

void walk_free(struct walk *walk);
