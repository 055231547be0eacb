/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_RNG_H
#define DUNGEN_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A random number generator: where the draws of a map come from. How bounds are mapped belongs to it, so
 * that "the same rng" means the same tiles.
 *
 * The state is memory of the caller's: state_size bytes, aligned as malloc aligns, of any content
 * before the first seed. No function here fails, allocates or touches anything else.
 */
struct rng {
	const char *name;
	const char *summary; /* for --help, under 55 columns */
	uint64_t max_seed;   /* seeds are 0 to max_seed */
	size_t state_size;

	/* Starts the sequence of `seed`, whatever the state held. */
	void (*seed)(void *state, uint64_t seed);

	/*
	 * Starts the sequence of the seed after the one whose sequence was started last: what `seed` would do, for
	 * an rng that can do it in less time. NULL: it cannot.
	 */
	void (*seed_next)(void *state);

	/* A number from lo to hi, both included; lo <= hi < 2^31. */
	uint32_t (*range)(void *state, uint32_t lo, uint32_t hi);

	/* True for heads. */
	bool (*coin)(void *state);
};

/* Every rng, ending in NULL; the first is the default. */
extern const struct rng *const rng_table[];

/* The rng of that name, or NULL. */
const struct rng *rng_find(const char *name);

#endif
