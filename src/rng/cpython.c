/* SPDX-License-Identifier: MIT */
#include "rng/cpython.h"

/* What a seed adds at the even and at the odd steps: its words, each plus its index. */
static uint32_t even_key(uint64_t seed)
{
	return (uint32_t)seed;
}

static uint32_t odd_key(uint64_t seed)
{
	uint32_t high = (uint32_t)(seed >> 32);
	return high ? high + 1 : (uint32_t)seed;
}

/* One step of a pass; words and keys may be of one generator or of several side by side. */
#define MIX(word, before, factor) ((word) ^ ((before) ^ (before) >> 30) * (factor))

/*
 * init_by_array of mt19937ar.c, from the table `start` into `word`, with keys and words of `type`: a pass with the
 * key over the words 1 to 623 and 1 again, then one without it over 2 to 623 and 1.
 */
#define SEED(type, word, start, even, odd)                                                            \
	do {                                                                                          \
		type last = (type){0} + (start)[0];                                                   \
		for (uint32_t i = 1; i < MT19937_WORDS; i++)                                          \
			(word)[i] = last = MIX((start)[i], last, 1664525) + (i % 2 ? (even) : (odd)); \
		(word)[1] = last = MIX((word)[1], last, 1664525) + (odd);                             \
		for (uint32_t i = 2; i < MT19937_WORDS; i++)                                          \
			(word)[i] = last = MIX((word)[i], last, 1566083941) - i;                      \
		(word)[1] = MIX((word)[1], last, 1566083941) - 1;                                     \
		(word)[0] = (type){0} + 0x80000000;                                                   \
	} while (0)

enum { START = 19650218 };

void cpython_seed(void *state, uint64_t seed)
{
	struct cpython *python = state;
	uint32_t *word = python->mt.word;
	mt19937_fill(word, START);
	SEED(uint32_t, word, word, even_key(seed), odd_key(seed));
	mt19937_start(&python->mt);
	python->seed = seed;
	python->prepared = 0;
	python->tabled = false;
}

static void seed_ahead(struct cpython *python)
{
	if (!python->tabled)
		mt19937_fill(python->start, START);
	python->tabled = true;
	cpython_lanes even, odd;
	for (uint32_t lane = 0; lane < CPYTHON_LANES; lane++) {
		even[lane] = even_key(python->seed + 1 + lane);
		odd[lane] = odd_key(python->seed + 1 + lane);
	}
	SEED(cpython_lanes, python->ahead, python->start, even, odd);
	python->prepared = CPYTHON_LANES;
}

void cpython_seed_next(void *state)
{
	struct cpython *python = state;
	if (python->prepared == 0)
		seed_ahead(python);
	uint32_t lane = CPYTHON_LANES - python->prepared--;
	for (uint32_t i = 0; i < MT19937_WORDS; i++)
		python->mt.word[i] = python->ahead[i][lane];
	mt19937_start(&python->mt);
	python->seed++;
}

/* Random._randbelow: as many top bits as n has, drawn again until they are below n. */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi)
{
	struct cpython *python = state;
	struct mt19937 *mt = &python->mt;
	uint32_t n = hi - lo + 1;
	int unused = __builtin_clz(n);
	/* Which number is the first below n cannot be foretold, so four are looked at before there is a branch. */
	while (mt->ready - mt->next >= 4) {
		const uint32_t *number = mt->number + mt->next;
		unsigned fit = (unsigned)(number[0] >> unused < n) | (unsigned)(number[1] >> unused < n) << 1 |
			       (unsigned)(number[2] >> unused < n) << 2 | (unsigned)(number[3] >> unused < n) << 3;
		if (fit) {
			uint32_t skipped = (uint32_t)__builtin_ctz(fit);
			mt->next += skipped + 1;
			return lo + (number[skipped] >> unused);
		}
		mt->next += 4;
	}
	uint32_t bits;
	do
		bits = mt19937_next(mt) >> unused;
	while (bits >= n);
	return lo + bits;
}
