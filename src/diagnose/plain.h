/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/compare.h"
#include "rng/rng.h"

/*
 * The generator of the tutorials a second time, as plain as the tutorials write it. It can make the
 * mistakes that are common in ports, which are other programs with this generator. It tries to make
 * the actual map, which is an input map, and stops at the first tile that is not floor there.
 *
 * Usage, by diagnose.c only:
 *
 *     struct plain plain = {.makes[MISTAKE_H_FIRST] = true, ...};
 *     if (plain_generate(&plain))    for each set of mistakes
 *             the generated map is the actual map
 *     else
 *             plain.missing is the first part that the actual map lacks
 *     plain_free(&plain);
 */

/* The mistakes, in the order in which they are looked for. */
enum mistake {
#define X(name, concern, text) MISTAKE_##name,
#include "diagnose/mistakes.def"
#undef X
	MISTAKES, /* the next ones have no name: MISTAKES + i is the use of the rng rng_table[i] */
};

/* What a mistake concerns. */
enum mistake_concern {
	CONCERNS_ANY,   /* anything that a port can do wrong with any random numbers */
	CONCERNS_DRAWS, /* which random numbers are drawn, or what is dropped */
	CONCERNS_WORDS, /* how Python seeds a Mersenne Twister, or makes numbers from its words */
};

/* By mistake: what is wrong, and what is right. */
extern const char *const mistake_texts[MISTAKES];

extern const enum mistake_concern mistake_concerns[MISTAKES];

enum { MISTAKES_TOGETHER = 2 }; /* number of mistakes in a set, at most */

/* A set of mistakes, in the order of enum mistake. */
struct mistakes {
	uint8_t list[MISTAKES_TOGETHER];
	uint8_t count;
};

/* A room or tunnel that the actual map lacks. */
struct missing_part {
	enum difference_kind kind; /* DIFFERENCE_ROOM or DIFFERENCE_TUNNEL */
	uint32_t index;            /* index of this room or tunnel */
	uint64_t attempt;          /* number of the attempt that places the room, starting at 1; 0
				      if the map lacks no room or tunnel */
};

/* The work of a search, in units of about a nanosecond, after which it gives up. */
enum { PLAIN_WORK_MAX = 500000000 };

struct plain {
	/* The map to generate, set by the caller. */
	const struct recipe *recipe;    /* not owned */
	const struct map *expected;     /* not owned */
	const struct attempt *attempts; /* if `expected` was read from a trace, its attempts, which
					   replace the draws as its tunnels replace the coins;
					   otherwise NULL */
	const struct rng *rng;          /* the rng that the port uses */
	struct draws draws;             /* random numbers of the port, right after seeding */
	bool makes[MISTAKES];           /* by mistake: whether the port makes it */
	uint32_t gap_after;             /* number of rooms after which other numbers are drawn */
	uint32_t gap_length;            /* how many other numbers are drawn there, at least */
	const char *actual_tiles;       /* the kind of each tile of the actual map; not owned */
	char *dug_tiles;                /* 1 for each tile dug so far, otherwise 0; not owned */
	uint64_t undug_count;           /* number of floor tiles that are not dug yet */
	uint64_t work;                  /* work of the search so far; may not exceed the maximum */

	/* The map as far as it is generated. */
	ARRAY(struct area, rooms);
	uint32_t room_count;
	struct area last_attempt; /* the room of the attempt before this one */
	bool row_first;           /* the coin of the newest tunnel */

	struct missing_part missing; /* the first part that the actual map lacks */
	bool is_out_of_memory;       /* no search can continue */
};

/*
 * Generates a map. Returns whether it is the actual map. If it is not, sets plain->missing. If out
 * of memory, sets plain->is_out_of_memory and returns false.
 */
bool plain_generate(struct plain *plain);

/* Frees the memory. Safe on a zeroed struct. */
void plain_free(struct plain *plain);
