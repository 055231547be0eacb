/* SPDX-License-Identifier: MIT */
#pragma once

#include "model/dungeon.h"
#include "rng/rng.h"

/*
 * The generator of the tutorials a second time, as plain as they have it, and with the mistakes that ports of it make:
 * it finds those whose map is the one that was read.
 */
enum mistake {
#define X(name, text) MISTAKE_##name,
#include "generate/mistakes.def"
#undef X
	MISTAKES, /* MISTAKES + i is the use of rng_table[i] */
};

/* What a mistake is, and what is right. */
extern const char *const mistake_texts[MISTAKES];

/* Memory for the searches of a run, and the state of one. Zeroed before the first. */
struct plain {
	ARRAY(struct area, rooms);
	ARRAY(unsigned char, dug); /* `stamp` for the tiles dug so far */
	ARRAY(uint64_t, states);   /* of the rngs, one after the other */
	unsigned char stamp;       /* differs from one map to the next */
	bool no_memory, row_first; /* the last coin */
	const struct recipe *recipe;
	const struct dungeon *trace; /* has the numbers; NULL: they are drawn */
	const struct rng *own, *rng; /* the right one, and the one in use */
	struct draws source;         /* of its numbers */
	const char *tiles;           /* that were read */
	uint64_t floor;              /* count of them that are no wall */
	uint64_t left;               /* of that, not dug yet */
	uint64_t set;                /* of mistakes, a bit for each */
	uint64_t attempt;            /* from 1 */
	uint64_t work;               /* in steps of a search */
	uint32_t room_count;
};

/* Why a map is not what its recipe makes. */
struct cause {
	uint64_t mistakes; /* a bit for each; 0 if it is none of them */
	uint64_t attempt;  /* the first one, from 1, whose room or tunnel is not there */
};

/* Whether maps of the recipe are made as in the tutorials. */
bool plain_covers(const struct recipe *recipe);

/*
 * Finds the fewest mistakes, up to three, with which the recipe makes a map of these tiles, kinds row by row; of
 * equally many, the first in the order of the table. The tiles are not the map without mistakes. `exchanged`: their
 * width is the height of the recipe, which differs from its width, and their height its width. A search that takes too
 * many steps ends without mistakes: the maps alone decide that, not the time. With a trace, its numbers are used, and
 * only mistakes looked for that do not concern numbers. Returns false if out of memory.
 */
bool plain_explain(struct plain *plain, const struct rng *rng, const struct recipe *recipe, const struct dungeon *trace,
		   const char *tiles, bool exchanged, struct cause *cause);

void plain_free(struct plain *plain);
