/* SPDX-License-Identifier: MIT */
#include "rng/cpython.h"

/*
 * Seeding is init_by_array of mt19937ar.c. It starts from a table that is the same for every seed, makes a pass with
 * the key over the words 1 to 623 and 1 again, and then a pass without it over the words 2 to 623 and 1.
 */
enum { START = 19650218, KEY_FACTOR = 1664525, LAST_FACTOR = 1566083941 };

/* What the key adds at the even and at the odd steps: a 32-bit word of the seed plus that word's index. */
static uint32_t even_key(uint64_t seed)
{
	return (uint32_t)seed;
}

static uint32_t odd_key(uint64_t seed)
{
	uint32_t high = (uint32_t)(seed >> 32);
	return high ? high + 1 : (uint32_t)seed;
}

/* One step of either pass, for the words of one generator or of several side by side. */
#define MIX(word, before, factor) ((word) ^ ((before) ^ (before) >> 30) * (factor))

void cpython_seed(void *state, uint64_t seed)
{
	struct cpython *python = state;
	uint32_t *word = python->mt.word, even = even_key(seed), odd = odd_key(seed);
	mt19937_fill(word, START);
	uint32_t last = word[0];
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		word[i] = last = MIX(word[i], last, KEY_FACTOR) + (i % 2 ? even : odd);
	word[1] = last = MIX(word[1], last, KEY_FACTOR) + odd;
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		word[i] = last = MIX(word[i], last, LAST_FACTOR) - i;
	word[1] = MIX(word[1], last, LAST_FACTOR) - 1;
	word[0] = 0x80000000;

	mt19937_start(&python->mt);
	python->seed = seed;
	python->prepared = 0;
	python->tabled = false;
}

/* The same for the next seeds, a lane each. */
static void seed_ahead(struct cpython *python)
{
	if (!python->tabled)
		mt19937_fill(python->start, START);
	python->tabled = true;
	const uint32_t *start = python->start;
	cpython_lanes *word = python->ahead, even, odd, last = (cpython_lanes){0} + start[0];
	for (uint32_t lane = 0; lane < CPYTHON_LANES; lane++) {
		even[lane] = even_key(python->seed + 1 + lane);
		odd[lane] = odd_key(python->seed + 1 + lane);
	}
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		word[i] = last = MIX(start[i], last, KEY_FACTOR) + (i % 2 ? even : odd);
	word[1] = last = MIX(word[1], last, KEY_FACTOR) + odd;
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		word[i] = last = MIX(word[i], last, LAST_FACTOR) - i;
	word[1] = MIX(word[1], last, LAST_FACTOR) - 1;
	word[0] = (cpython_lanes){0} + 0x80000000;
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

/* Random._randbelow: as many top bits of a number as n has, drawn again until they are below n. */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi)
{
	struct cpython *python = state;
	struct mt19937 *mt = &python->mt;
	uint32_t n = hi - lo + 1;
	int unused = __builtin_clz(n);
	/*
	 * Which number is the first below n is unpredictable, so four are tested before there is a branch: bit i of
	 * `fit` is the sign of number i less n. A comparison instead would become a branch too.
	 */
	while (mt->ready - mt->next >= 4) {
		const uint32_t *number = mt->number + mt->next;
		unsigned fit = 0;
		for (int i = 0; i < 4; i++)
			fit |= ((number[i] >> unused) - n) >> 31 << i;
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
