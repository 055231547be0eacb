/* SPDX-License-Identifier: MIT */
/*
 * CPython's random module: python, as part 3 of the tutorials in Python uses it after
 * random.seed(seed), and python-2020, with the coin of the tutorial's 2020 edition.
 */
#include "rng/mt19937.h"
#include "rng/python_draw_many.h"
#include "rng/python_seed_many.h"
#include "rng/rng.h"

struct python {
	struct python_seeds seeds; /* not used until the state is seeded a second time */
	bool was_seeded;           /* the state has been seeded at least once */
	struct mt19937 mt;
};

_Static_assert(_Alignof(struct python) <= _Alignof(uint64_t),
	       "the state of an rng is aligned as a uint64_t");

static void python_seed(void *state, uint64_t seed)
{
	struct python *python = state;
	/*
	 * A run of one map needs only one seed, so prepare no others yet. A second seed is probably
	 * the start of a batch.
	 */
	if (!python->was_seeded) {
		/* CPython since 3.2 uses the 32-bit words of the seed as the key. */
		const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
		mt19937_seed_by_array(&python->mt, key, key[1] > 0 ? 2 : 1);
		python->was_seeded = true;
		return;
	}
	if (!python_seeds_have(&python->seeds, seed))
		python_seeds_prepare(&python->seeds, seed);
	python_seeds_start(&python->seeds, seed, &python->mt);
}

/*
 * Does what Random._randbelow does: takes the top bits of a number, the same number of bits that n
 * has, and draws again until they are below n.
 */
static uint32_t python_randint(void *state, uint32_t lo, uint32_t hi)
{
	struct python *python = state;
	const uint32_t n = hi - lo + 1;
	const int unused = __builtin_clz(n);
	uint32_t below;
	if (python_draw_many(&python->mt, n, unused, &below))
		return lo + below;
	do
		below = mt19937_next(&python->mt) >> unused;
	while (below >= n);
	return lo + below;
}

static uint32_t python_word(void *state)
{
	struct python *python = state;
	return mt19937_next(&python->mt);
}

/*
 * random() is (a * 2^26 + b) / 2^53, a being the top 27 bits of one output and b the top 26 of the
 * next. It is below one half exactly when the top bit of the first output is 0.
 */
static bool coin_2020(void *state)
{
	uint32_t high = python_word(state);
	(void)python_word(state);
	return high >> 31 == 0;
}

extern const struct rng rng_libtcod_mt;

const struct rng rng_python_2020 = {
	.name = "python-2020",
	.summary = "like python, but tunnels bend by random() < 0.5",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct python),
	.seed = python_seed,
	.range = python_randint,
	.coin = coin_2020,
	.word = python_word,
	.init_genrand_rng = &rng_libtcod_mt,
};

const struct rng rng_python = {
	.name = "python",
	.summary = "random.seed(N) and randint of Python",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct python),
	.seed = python_seed,
	.range = python_randint,
	.word = python_word,
	.init_genrand_rng = &rng_libtcod_mt,
};
