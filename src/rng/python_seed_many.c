/* SPDX-License-Identifier: MIT */
/*
 * Why this exists: seeding as CPython does is a chain of 1247 steps, each of which needs the result
 * of the one before, so the processor mostly waits. Sixteen seeds side by side need hardly more
 * time than one, and the seeds of a batch are consecutive. A batch of 100,000 maps needs 0.33 s
 * instead of 0.70 s with mt19937_seed_by_array, the plain way, measured with tests/bench/bench.py.
 */
#include "rng/python_seed_many.h"

#include <string.h>

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (python_lanes){__VA_ARGS__})
#endif

/* Transposes four words of four seeds, so that the words of each seed are side by side. */
static inline void transpose_lanes(python_lanes word[4])
{
	const python_lanes ab_low = SHUFFLE(word[0], word[1], 0, 4, 1, 5);
	const python_lanes ab_high = SHUFFLE(word[0], word[1], 2, 6, 3, 7);
	const python_lanes cd_low = SHUFFLE(word[2], word[3], 0, 4, 1, 5);
	const python_lanes cd_high = SHUFFLE(word[2], word[3], 2, 6, 3, 7);
	word[0] = SHUFFLE(ab_low, cd_low, 0, 1, 4, 5);
	word[1] = SHUFFLE(ab_low, cd_low, 2, 3, 6, 7);
	word[2] = SHUFFLE(ab_high, cd_high, 0, 1, 4, 5);
	word[3] = SHUFFLE(ab_high, cd_high, 2, 3, 6, 7);
}

/*
 * Sets what the pass with the key adds in its even steps, and what it adds in its odd steps. The
 * key of a seed is its low word, or its low and high word if the seed is 2^32 or more. The steps
 * take the words of the key in turn, and add each word plus its index in the key.
 */
static void set_keys(python_lanes added[2][PYTHON_SEED_GROUPS], uint64_t first_seed)
{
	for (uint32_t i = 0; i < PYTHON_SEEDS; i++) {
		const uint64_t seed = first_seed + i;
		const uint32_t low = (uint32_t)seed;
		const uint32_t high = (uint32_t)(seed >> 32);
		added[0][i / 4][i % 4] = low;
		added[1][i / 4][i % 4] = high ? high + 1 : low;
	}
}

/* The first word that init_by_array fills the table with. */
enum { FILL_SEED = 19650218 };

/* The factors of the pass with the key, and of the pass without it. */
enum { KEY_FACTOR = 1664525, LAST_FACTOR = 1566083941 };

/* Mixes a word with the word before it, as both passes of init_by_array do. */
#define MIX(word, before, factor) ((word) ^ ((before) ^ (before) >> 30) * (factor))

/*
 * Runs the pass with the key. Step 0 is for word 1, step 1 for word 2, and so on, and the last
 * step, which is odd, is for word 1 again. Leaves the last word of each group in `before`.
 */
static inline void mix_with_key(struct python_seeds *seeds,
				python_lanes added[2][PYTHON_SEED_GROUPS],
				python_lanes before[PYTHON_SEED_GROUPS])
{
	uint32_t filled = FILL_SEED;
	for (int g = 0; g < PYTHON_SEED_GROUPS; g++)
		before[g] = (python_lanes){0} + filled;
	for (uint32_t i = 1; i < MT19937_WORDS; i++) {
		filled = mt19937_fill_next(filled, i);
		for (int g = 0; g < PYTHON_SEED_GROUPS; g++) {
			before[g] = MIX(filled, before[g], KEY_FACTOR) + added[(i - 1) % 2][g];
			seeds->word[g][i] = before[g];
		}
	}
	for (int g = 0; g < PYTHON_SEED_GROUPS; g++) {
		before[g] = MIX(seeds->word[g][1], before[g], KEY_FACTOR) + added[1][g];
		seeds->word[g][1] = before[g];
	}
}

/* Runs the pass without the key, over the words 2 to 623 and 1 again. */
static inline void mix_without_key(struct python_seeds *seeds,
				   python_lanes before[PYTHON_SEED_GROUPS])
{
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		for (int g = 0; g < PYTHON_SEED_GROUPS; g++) {
			before[g] = MIX(seeds->word[g][i], before[g], LAST_FACTOR) - i;
			seeds->word[g][i] = before[g];
		}
	for (int g = 0; g < PYTHON_SEED_GROUPS; g++)
		seeds->word[g][1] = MIX(seeds->word[g][1], before[g], LAST_FACTOR) - 1;
}

void python_seeds_prepare(struct python_seeds *seeds, uint64_t first_seed)
{
	python_lanes added[2][PYTHON_SEED_GROUPS] = {0};
	python_lanes before[PYTHON_SEED_GROUPS];
	set_keys(added, first_seed);
	mix_with_key(seeds, added, before);
	mix_without_key(seeds, before);
	for (int g = 0; g < PYTHON_SEED_GROUPS; g++) {
		seeds->word[g][0] = (python_lanes){0} + 0x80000000;
		for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
			transpose_lanes(seeds->word[g] + i);
	}
	seeds->first_seed = first_seed;
	seeds->is_prepared = true;
}

void python_seeds_start(const struct python_seeds *seeds, uint64_t seed, struct mt19937 *mt)
{
	const uint64_t index = seed - seeds->first_seed;
	const python_lanes *word = seeds->word[index / 4] + index % 4;
	for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
		memcpy(mt->word + i, word + i, 4 * sizeof(uint32_t));
	mt19937_start(mt);
}
