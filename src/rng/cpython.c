/* SPDX-License-Identifier: MIT */
#include "rng/cpython.h"

#include <stdbool.h>

/* What a seed adds at the even and at the odd steps: its words, each plus its index. */
struct key {
	uint32_t even, odd;
};

static uint32_t mix(uint32_t word, uint32_t before, uint32_t factor)
{
	return word ^ (before ^ before >> 30) * factor;
}

/*
 * init_by_array of mt19937ar.c for `count` seeds side by side: the loops over `lane` have no order among
 * themselves, which is what makes them quick.
 */
static inline void seed_lanes(struct mt19937 *ahead, const uint32_t *start, uint64_t first, uint32_t count)
{
	struct key key[CPYTHON_AHEAD];
	uint32_t last[CPYTHON_AHEAD];
	for (uint32_t lane = 0; lane < count; lane++) {
		uint64_t seed = first + lane;
		uint32_t low = (uint32_t)seed, high = (uint32_t)(seed >> 32);
		key[lane] = (struct key){.even = low, .odd = high ? high + 1 : low};
		last[lane] = start[0];
	}
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		for (uint32_t lane = 0; lane < count; lane++)
			ahead[lane].word[i] = last[lane] =
				mix(start[i], last[lane], 1664525) + (i & 1 ? key[lane].even : key[lane].odd);
	for (uint32_t lane = 0; lane < count; lane++)
		ahead[lane].word[1] = last[lane] = mix(ahead[lane].word[1], last[lane], 1664525) + key[lane].odd;
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		for (uint32_t lane = 0; lane < count; lane++)
			ahead[lane].word[i] = last[lane] = mix(ahead[lane].word[i], last[lane], 1566083941) - i;
	for (uint32_t lane = 0; lane < count; lane++) {
		ahead[lane].word[1] = mix(ahead[lane].word[1], last[lane], 1566083941) - 1;
		ahead[lane].word[0] = 0x80000000;
	}
}

void cpython_seed(void *state, uint64_t seed)
{
	struct cpython *python = state;
	if (python->prepared == 0)
		mt19937_fill(python->start, 19650218);
	bool follows = python->prepared > 0 && seed == python->first + python->current + 1;
	if (follows && python->current + 1 < python->prepared) {
		python->current++;
	} else {
		if (follows) {
			seed_lanes(python->ahead, python->start, seed, CPYTHON_AHEAD);
			python->prepared = CPYTHON_AHEAD;
		} else {
			seed_lanes(python->ahead, python->start, seed, 1);
			python->prepared = 1;
		}
		python->first = seed;
		python->current = 0;
	}
	mt19937_start(&python->ahead[python->current]);
}

/* Random._randbelow: as many top bits as n has, drawn again until they are below n. */
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi)
{
	uint32_t n = hi - lo + 1;
	int unused = __builtin_clz(n);
	uint32_t bits;
	do
		bits = cpython_next(state) >> unused;
	while (bits >= n);
	return lo + bits;
}
