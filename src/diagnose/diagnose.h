/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"

/*
 * Finds out why input maps differ from the maps that their recipes make, for --compare. It
 * generates a map with every mistake of ports and with every pair of mistakes, and keeps the sets
 * that give the input map. Then it strikes each set that does not give the next input map, too. A
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
 *     look at diagnosis.sets: these sets explain all of the maps
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

/* The conclusion from all maps so far. Zero it before its first use. */
struct diagnosis {
	ARRAY(struct mistakes, sets); /* the sets that explain all maps so far, smallest first */
	uint64_t set_count;
	uint64_t map_count; /* number of maps so far */

	/* For the current map. */
	struct plain plain;    /* the generator */
	ARRAY(char, states);   /* the states of all rngs, one after the other */
	const struct rng *rng; /* the rng of the expected map; not owned */
	uint64_t floor_count;  /* number of floor tiles and doors of the actual map */
};

/*
 * Diagnoses one more map. If a set explains all maps so far, cause->mistakes is the smallest one;
 * otherwise it is the smallest set that explains this map. Of several sets of the same size, it is
 * the first in the order of enum mistake. If no set explains the map, and if the sizes are equal,
 * the rest of *cause says what is missing on the actual map.
 *
 * `compare` contains the tiles of both maps, which differ. This function overwrites the expected
 * tiles. If the expected map was read from a trace, it has attempts but no seed. The function then
 * takes rooms and coins from the trace instead of drawing them, and does not look for mistakes in
 * the draws.
 *
 * Finds nothing if the recipe uses options that the tutorials do not have, or if the search needs
 * too many steps. Steps are counted and not timed, so the result is the same on every machine.
 * Returns false if out of memory.
 */
bool diagnose(struct diagnosis *diagnosis, const struct rng *rng, const struct map *expected,
	      struct compare *compare, const struct recipe *actual, struct cause *cause);

/* Frees the memory. Safe on a zeroed struct. */
void diagnosis_free(struct diagnosis *diagnosis);
