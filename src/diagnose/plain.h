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
	CONCERNS_COINS, /* when coins are drawn */
	CONCERNS_WORDS, /* how Python seeds a Mersenne Twister, or makes numbers from its words */
	CONCERNS_FRACTION,  /* the coin of the rngs that flip it with random() */
	CONCERNS_DECISIONS, /* single rooms that are kept or dropped against the rule */
	CONCERNS,
};

struct mistake_kind {
	enum mistake_concern concern;
	const char *text; /* what is wrong, and what is right */
};

extern const struct mistake_kind mistake_kinds[MISTAKES];

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
	struct point wall;         /* a tile of it that is wall */
};

/* An attempt whose room is kept or dropped against the rule. */
struct decision {
	uint64_t attempt;    /* its number, starting at 1 */
	uint32_t room;       /* index that the room has or would have */
	bool is_room_kept;   /* what the port decided */
	bool shares_wall;    /* a kept room only shares a wall with an earlier one */
	uint32_t overlapped; /* index of the earlier room that a kept room overlaps */
};

/* The work of a search, in units of about a nanosecond, after which it gives up. */
enum { PLAIN_WORK_MAX = 500000000 };

enum { GAP_ROOMS = 64 }; /* number of rooms after which a port may draw other numbers */

struct plain {
	/* The map to generate, set by the caller. */
	const struct recipe *recipe;    /* not owned */
	const struct map *expected;     /* not owned */
	const struct attempt *attempts; /* if `expected` was read from a trace, its attempts, which
					   replace the draws as its tunnels replace the coins;
					   otherwise NULL */
	bool is_transposed;             /* width and height of the actual map are swapped */
	const struct rng *rng;          /* the rng that the port uses */
	struct draws draws;             /* random numbers of the port, right after seeding */
	bool makes[MISTAKES];           /* by mistake: whether the port makes it */
	uint8_t gaps[GAP_ROOMS];        /* by room: how many other numbers are drawn after it */
	const char *actual_tiles;       /* the kind of each tile of the actual map; not owned */
	char *dug_tiles;                /* 1 for each tile dug so far, otherwise 0; not owned */
	uint64_t undug_count;           /* number of floor tiles that are not dug yet */
	uint64_t work;                  /* work of the search so far; may not exceed the maximum */

	/* The map as far as it is generated. */
	ARRAY(struct area, rooms);
	uint32_t room_count;
	struct area last_attempt; /* the room of the attempt before this one */

	/* What the mistakes without a text mean on this map. */
	struct decision decision;     /* the first decision against the rule */
	uint32_t decision_count;      /* how many there are */
	uint32_t last_decision_count; /* how many of them drop a room after the last room */
	uint64_t attempt_count;       /* the port makes so many attempts at least */

	struct missing_part missing; /* the first part that the actual map lacks */
	bool is_out_of_memory;       /* no search can continue */
};

/*
 * Generates a map. Returns whether it is the actual map. If it is not, sets plain->missing. If out
 * of memory, sets plain->is_out_of_memory and returns false.
 */
bool plain_generate(struct plain *plain);

/* Returns how many tiles of an area are floor. `tiles` are those of a map with its size. */
uint32_t plain_count_floor(const struct plain *plain, const char *tiles, struct area area);

/* Frees the memory. Safe on a zeroed struct. */
void plain_free(struct plain *plain);
