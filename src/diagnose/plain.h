/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/compare.h"
#include "map/history.h"
#include "rng/rng.h"

/*
 * The generator of the tutorials a second time, as plain as they have it, and with the mistakes
 * that ports of it make: it finds those whose map is the one that was read.
 */
enum mistake {
#define X(name, text) MISTAKE_##name,
#include "diagnose/mistakes.def"
#undef X
	MISTAKES, /* MISTAKES + i is the use of rng_table[i] */
};

/* What a mistake is, and what is right. */
extern const char *const mistake_texts[MISTAKES];

/* Why a map is not what its recipe makes. */
struct cause {
	uint64_t mistakes; /* a bit for each; 0 if it is none of them */
	/*
	 * The first attempt, from 1, whose room or tunnel is not there, or 0 if all are, or if that
	 * is not known.
	 */
	uint64_t attempt;
	enum difference_kind kind; /* DIFFERENCE_ROOM or DIFFERENCE_TUNNEL */
	uint32_t index;
};

/* Memory for the searches of a run, and the state of one. Zeroed before the first. */
struct plain {
	ARRAY(struct area, rooms);
	ARRAY(uint64_t, states); /* of the rngs, one after the other */
	uint32_t room_count;
	bool no_memory, row_first; /* the last coin */
	const struct recipe *recipe;
	const struct map *ours;        /* with a history, it has the coins */
	const struct history *history; /* has the other numbers; NULL: all are drawn */
	const struct rng *own, *rng;   /* the right one, and the one in use */
	struct draws source;           /* of its numbers */
	struct compare *compare; /* `there` is read, and `here` is true for the tiles dug so far */
	uint64_t floor, left; /* tiles there that are no wall; those of them that are not dug yet */
	uint64_t set;         /* of mistakes, a bit for each */
	uint64_t work;        /* in steps of a search */
	struct cause failed;  /* the place at which the last map differs, if any */
};

/*
 * Finds the fewest mistakes, up to three, with which the map `ours` would be `theirs`; of equally
 * many, the first in the order of the table. The maps were compared last, with `compare`, and their
 * tiles or sizes differ. There is no cause for options that the tutorials do not have, and for a
 * search that takes too many steps: the maps alone decide that, not the time. With a history
 * of `ours`, its numbers are used, and no mistake looked for that concerns numbers. NULL: they are
 * drawn. *cause is zeroed before. Returns false if out of memory.
 */
bool plain_explain(struct plain *plain, const struct rng *rng, const struct map *ours,
		   const struct history *history, struct compare *compare,
		   const struct recipe *theirs, struct cause *cause);

void plain_free(struct plain *plain);
