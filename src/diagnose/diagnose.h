/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"

/*
 * Finds out why an input map differs from the map that its recipe makes, for --compare. It
 * generates the map with every set of up to three mistakes of ports until the result is the input
 * map. A port is another program that implements the generator of the tutorials.
 *
 * Usage:
 *
 *     struct diagnosis diagnosis = {0};
 *     struct cause cause = {0};
 *     compare_maps(&compare, expected, actual, &difference);
 *     if (!diagnose(&diagnosis, rng, expected, history, &compare, &actual->recipe, &cause))
 *             out of memory
 *     look at cause
 *     diagnosis_free(&diagnosis);
 */

/* Memory for the next diagnosis, and the state of a search. Zero it before its first use. */
struct diagnosis {
	struct plain plain;      /* the generator */
	ARRAY(uint64_t, states); /* the states of all rngs, one after the other */
	const struct rng *rng;   /* the rng of the expected map; not owned */
	uint64_t floor_count;    /* number of floor tiles and doors of the actual map */
};

/*
 * Finds the smallest set of up to three mistakes with which `expected` would be the actual map. Of
 * several sets of the same size, it finds the first in the order of enum mistake. If no set
 * explains the map, and if the sizes are equal, *cause names the first room or tunnel that the
 * actual map lacks. The caller zeroes *cause.
 *
 * `compare` contains the tiles of both maps, which differ. This function overwrites the expected
 * tiles. If the expected map was read from a trace, `history` has its attempts. The function then
 * takes rooms and coins from the trace instead of drawing them, and does not look for mistakes in
 * the draws. For other maps, `history` is NULL.
 *
 * Finds nothing if the recipe uses options that the tutorials do not have, or if the search needs
 * too many steps. Steps are counted and not timed, so the result is the same on every machine.
 * Returns false if out of memory.
 */
bool diagnose(struct diagnosis *diagnosis, const struct rng *rng, const struct map *expected,
	      const struct history *history, struct compare *compare, const struct recipe *actual,
	      struct cause *cause);

/* Frees the memory. Safe on a zeroed struct. */
void diagnosis_free(struct diagnosis *diagnosis);
