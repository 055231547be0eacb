/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"

/*
 * Breadth-first search over the walkable tiles of a map, which are floor and doors. A step leads to
 * a tile that shares an edge.
 *
 * Usage:
 *
 *     struct walk walk = {0};
 *     walk_load(&walk, map);                   loads a map; no tile has been reached yet
 *     walk_begin(&walk, spawn);                starts a search at a walkable tile
 *     walk_advance_to(&walk, &exit);           searches until this tile has been reached
 *     walk_advance_to(&walk, NULL);            searches until nothing is left to reach
 *     while (walk_find_unreached(&walk, &tile)) {
 *             walk_begin(&walk, tile);         further searches find the other regions
 *             walk_advance_to(&walk, NULL);
 *     }
 *     walk_reset(&walk);                       no tile of the map has been reached
 *     walk_reset_doors(&walk, map, 0);         the same, with all locked and secret doors shut
 *     walk_free(&walk);
 *
 * A walk can be reused for any number of maps. It needs two bits for each tile and each row, and
 * memory for the tiles at one distance. Functions that return a bool return false if out of memory,
 * unless they say otherwise.
 */
struct walk {
	struct rows rows;         /* draws the map */
	uint64_t walkable_count;  /* number of walkable tiles on the map */
	uint64_t unreached_count; /* how many of them no search has reached yet */
	uint64_t steps;           /* steps from the start of the search to the newest tiles */
	uint64_t stride;          /* bits from a tile to the tile below it */
	uint64_t word_count;      /* number of words of `unreached` */
	uint64_t first_word;      /* all words of `unreached` before this one are 0 */

	/*
	 * A bit for each tile, row by row, with a border of wall. It is set if the tile is walkable
	 * and no search has reached it.
	 */
	ARRAY(uint64_t, unreached);
	ARRAY(uint64_t, walkable); /* the same, set if the tile is walkable */

	ARRAY(uint64_t, newest); /* bit numbers of the tiles that the last step reached */
	size_t newest_count;     /* number of these tiles; 0 after the end of a search */
	ARRAY(uint64_t, next);   /* memory for the tiles that the next step reaches */
};

/* Loads a map. */
bool walk_load(struct walk *walk, const struct map *map);

/*
 * Makes all walkable tiles of the map unreached again, faster than walk_load: this saves 3 % of the
 * instructions of a batch of the preset dungeon.
 */
void walk_reset(struct walk *walk);

/*
 * Does the same, except that doors are wall unless they are in the set `opened`: DOORS_SECRET, and
 * DOORS_OF_LOCK for each lock. All other doors stay open.
 */
void walk_reset_doors(struct walk *walk, const struct map *map, uint32_t opened);

#define DOORS_SECRET        UINT32_C(1)
#define DOORS_OF_LOCK(lock) (UINT32_C(1) << (lock)) /* starting at lock 1 */
_Static_assert(LOCKS_MAX < 32, "a set of doors fits a uint32_t");

/* Starts a search at a walkable tile that has not been reached. */
bool walk_begin(struct walk *walk, struct point start);

/*
 * Takes a step: the tiles next to the newest tiles become the newest tiles, as far as they are
 * walkable and unreached. If there are none, the search ends, and walk->steps does not change.
 */
bool walk_step(struct walk *walk);

/*
 * Continues the search until it has reached the target, or until nothing is left to reach. If
 * `target` is NULL, it always continues to the end. walk->steps is then the distance of the tiles
 * that were reached last.
 */
bool walk_advance_to(struct walk *walk, const struct point *target);

/*
 * Searches like a player whom only some doors stop, as in walk_reset_doors: from `start` to the
 * target, or until nothing is left to reach if `target` is NULL. Afterward, exactly the tiles that
 * the search has not reached are unreached. From a wall or a shut door, it reaches nothing.
 */
bool walk_with_keys(struct walk *walk, const struct map *map, uint32_t opened, struct point start,
		    const struct point *target);

/* Returns the bit number of a tile. */
static inline uint64_t walk_bit(const struct walk *walk, struct point tile)
{
	return (tile.y + UINT64_C(1)) * walk->stride + tile.x;
}

/* Returns the tile with a bit number. */
static inline struct point walk_tile(const struct walk *walk, uint64_t bit)
{
	return (struct point){
		.x = (uint32_t)(bit % walk->stride),
		.y = (uint32_t)(bit / walk->stride - 1),
	};
}

/* Returns whether the bit with a number is set. */
static inline bool bit_is_set(const uint64_t *bits, uint64_t bit)
{
	return bits[bit / 64] >> bit % 64 & 1;
}

/* Sets the bit with a number. */
static inline void bit_set(uint64_t *bits, uint64_t bit)
{
	bits[bit / 64] |= UINT64_C(1) << bit % 64;
}

/* Clears the bit with a number. Returns whether it was set. */
static inline bool bit_clear(uint64_t *bits, uint64_t bit)
{
	uint64_t *word = &bits[bit / 64];
	const uint64_t mask = UINT64_C(1) << bit % 64;
	const bool was_set = *word & mask;
	*word &= ~mask;
	return was_set;
}

/* Returns whether a tile is walkable. */
static inline bool walk_is_walkable(const struct walk *walk, struct point tile)
{
	return bit_is_set(walk->walkable, walk_bit(walk, tile));
}

/* Returns whether a tile is walkable and no search has reached it. */
static inline bool walk_is_unreached(const struct walk *walk, struct point tile)
{
	return bit_is_set(walk->unreached, walk_bit(walk, tile));
}

/* Returns whether a tile is walkable and a search has reached it. */
static inline bool walk_has_reached(const struct walk *walk, struct point tile)
{
	return walk_is_walkable(walk, tile) && !walk_is_unreached(walk, tile);
}

/* Returns whether a mark is set on a walkable tile. */
static inline bool walk_has_mark(const struct walk *walk, struct mark mark)
{
	return mark.is_set && walk_is_walkable(walk, mark.at);
}

/*
 * Finds the first walkable tile that no search has reached, from top to bottom and from left to
 * right. Returns false if every walkable tile was reached.
 */
bool walk_find_unreached(struct walk *walk, struct point *tile);

/*
 * Searches the region of the spawn, or if the spawn is not on a walkable tile, the largest region.
 * Of regions that are equally large, it is the one with the first tile. All other walkable tiles
 * are unreached afterward. The map must be the one that was loaded.
 */
bool walk_main_region(struct walk *walk, const struct map *map);

/* Frees the memory. Safe on a zeroed struct. */
void walk_free(struct walk *walk);
