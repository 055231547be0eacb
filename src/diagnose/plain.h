/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/compare.h"
#include "map/history.h"
#include "rng/rng.h"

/*
 * The generator of the tutorials a second time, as plain as the tutorials write it. It can make the
 * mistakes that are common in ports, which are other programs with this generator. It tries to make
 * the actual map, which is an input map, and stops at the first tile that is not floor there.
 *
 * Usage, by diagnose.c only:
 *
 *     struct plain plain = {.mistakes = MISTAKE_BIT(MISTAKE_H_FIRST), ...};
 *     if (plain_generate(&plain))    for each set of mistakes
 *             the generated map is the actual map
 *     else
 *             plain.failure is the first part that the actual map lacks
 *     plain_free(&plain);
 */

/* The mistakes, in the order in which they are looked for. */
enum mistake {
#define X(name, text) MISTAKE_##name,
#include "diagnose/mistakes.def"
#undef X
	MISTAKES, /* the next ones have no name: MISTAKES + i is the use of the rng rng_table[i] */
};

/* A set of mistakes has a bit for each. */
#define MISTAKE_BIT(mistake) (UINT64_C(1) << (mistake))

/* By mistake: what is wrong, and what is right. */
extern const char *const mistake_texts[MISTAKES];

/* The reason why a map differs from the map of its recipe. */
struct cause {
	uint64_t mistakes; /* set of mistakes that explain the map; 0 if no such set was found */
	/*
	 * Number of the first attempt whose room or tunnel the map lacks, starting at 1. It is 0 if
	 * the map lacks no room or tunnel, or if the attempt is unknown.
	 */
	uint64_t attempt;
	enum difference_kind kind; /* DIFFERENCE_ROOM or DIFFERENCE_TUNNEL */
	uint32_t index;            /* index of this room or tunnel */
};

/* The work of a search, in units of about a nanosecond, after which it gives up. */
enum { PLAIN_WORK_MAX = 500000000 };

struct plain {
	/* The map to generate, set by the caller. */
	const struct recipe *recipe;   /* not owned */
	const struct map *expected;    /* with a history, its tunnels have the coins; not owned */
	const struct history *history; /* the attempts of `expected`, used instead of all draws;
					  NULL if numbers are drawn */
	const struct rng *rng;         /* the rng that the port uses */
	struct draws draws;            /* random numbers of the port, right after seeding */
	uint64_t mistakes;             /* set of mistakes that the port makes */
	const char *actual_tiles;      /* the kind of each tile of the actual map; not owned */
	char *dug_tiles;               /* 1 for each tile dug so far, otherwise 0; not owned */
	uint64_t undug_count;          /* number of floor tiles that are not dug yet */
	uint64_t work;                 /* work of the search so far; may not exceed the maximum */

	/* The map as far as it is generated. */
	ARRAY(struct area, rooms);
	uint32_t room_count;
	bool row_first; /* the coin of the newest tunnel */

	struct cause failure;  /* the first part that the actual map lacks; `mistakes` in it is 0 */
	bool is_out_of_memory; /* no search can continue */
};

/*
 * Generates a map. Returns whether it is the actual map. If it is not, sets plain->failure. If out
 * of memory, sets plain->is_out_of_memory and returns false.
 */
bool plain_generate(struct plain *plain);

/* Frees the memory. Safe on a zeroed struct. */
void plain_free(struct plain *plain);
