/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"

/*
 * Finds out why input maps differ from the maps that their recipes make, for --compare. It
 * generates a map with every mistake of ports and with every pair of mistakes, and keeps the sets
 * that give the input map. Then it judges each set by the other input maps, too. A
 * port is another program that implements the generator of the tutorials.
 *
 * Usage:
 *
 *     struct diagnosis diagnosis = {0};
 *     for each map that differs
 *             compare_maps(&compare, expected, actual, &difference);
 *             if (!diagnose(&diagnosis, rng, expected, &compare, &actual->recipe, &cause))
 *                     out of memory
 *             look at cause
 *     for each other map
 *             if (diagnosis_wants_right_map(&diagnosis, &expected->recipe))
 *                     compare_draw(&compare, expected, actual),
 *                     diagnosis_add_right_map(&diagnosis, rng, expected, &compare);
 *     look at diagnosis_best(&diagnosis)
 *     diagnosis_free(&diagnosis);
 */

enum cause_kind {
	CAUSE_UNKNOWN,
	CAUSE_MISTAKES, /* a port with these mistakes makes the map */
	CAUSE_GAP,      /* the port draws other numbers between two rooms */
	CAUSE_PART,     /* a room or tunnel has tiles of wall */
};

/* What is known about one map. */
struct cause {
	enum cause_kind kind;
	struct mistakes mistakes;
	const struct plain *plain; /* what the mistakes without a text mean, or where the gap is */
	struct missing_part missing; /* the part */
	uint32_t right_room_count;   /* so many rooms are right, except for some of their tiles */
	bool has_rooms;              /* these are nearly all */
};

/* A map of the port. */
struct known_map {
	struct recipe recipe;  /* of the expected map */
	const struct rng *rng; /* of the expected map; not owned */
	const char *tiles;     /* the kind of each of its tiles; not owned, or `copy` */
	ARRAY(char, copy);
	uint64_t floor_count; /* number of its floor tiles and doors */
	bool is_transposed;   /* its width and height are swapped */
	bool is_right;        /* it is the expected map */
};

/* A set of mistakes that explains at least one map. */
struct candidate {
	struct mistakes mistakes;
	uint64_t explained_count; /* number of wrong maps that it explains */
	bool explains_all;        /* it gives all maps so far, also those that are right */
	bool explains_map;        /* it gives the current map */
};

enum { PAST_MAPS_MAX = 64 }; /* number of maps that are remembered */

/* The conclusion from all maps so far. Zero it before its first use. */
struct diagnosis {
	ARRAY(struct candidate, sets);
	uint64_t set_count;
	uint64_t map_count; /* number of wrong maps so far */
	bool has_named;     /* the cause of a map was a set of mistakes */

	/* For the search. */
	uint32_t search_count;  /* number of maps for which sets were searched */
	uint64_t new_set_count; /* number of sets that the current map added */
	bool has_forgotten;     /* not all wrong maps are in `past` */
	uint32_t past_count;    /* number of maps in `past` */
	struct known_map past[PAST_MAPS_MAX];
	struct known_map current;
	struct plain plain;    /* the generator */
	ARRAY(char, states);   /* the states of all rngs, one after the other */
	const struct rng *rng; /* the rng of the map that is loaded; not owned */
	uint64_t floor_count;  /* number of its floor tiles and doors */
};

/*
 * Diagnoses one more map. cause->mistakes is a set that explains all maps so far. If none does, it
 * is the set that explains this map and the most others, but at least one. Of several sets, it is
 * the smallest, and of the same size, the first in the order of enum mistake. If there is no such
 * set, and if the sizes are equal, the rest of *cause says what is missing on the actual map.
 *
 * `compare` contains the tiles of both maps, which differ. This function overwrites the expected
 * tiles. If the expected map was read from a trace, it has attempts but no seed. The function then
 * takes rooms and coins from the trace instead of drawing them, and does not look for mistakes in
 * the draws.
 *
 * Finds nothing if the recipe uses options that the tutorials do not have, or if the search needs
 * too many steps. Steps are counted and not timed, so the result is the same on every machine.
 * After three searches, a map only judges sets. Returns false if out of memory.
 */
bool diagnose(struct diagnosis *diagnosis, const struct rng *rng, const struct map *expected,
	      struct compare *compare, const struct recipe *actual, struct cause *cause);

/*
 * Returns whether a map of this recipe that is right can refute a set now or later. A large one is
 * not worth its tiles.
 */
bool diagnosis_wants_right_map(const struct diagnosis *diagnosis, const struct recipe *recipe);

/*
 * Judges the sets by a map that the port made right. `compare` contains the
 * tiles of the map twice, as compare_draw stores them. Returns false if out of memory.
 */
bool diagnosis_add_right_map(struct diagnosis *diagnosis, const struct rng *rng,
			     const struct map *expected, struct compare *compare);

/*
 * Returns the set that explains all maps so far, or if there is none, the one that explains the
 * most, but at least two. Returns NULL if there is none.
 */
const struct candidate *diagnosis_best(const struct diagnosis *diagnosis);

/* Frees the memory. Safe on a zeroed struct. */
void diagnosis_free(struct diagnosis *diagnosis);
