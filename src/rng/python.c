/* SPDX-License-Identifier: MIT */
/*
 * CPython's random module: python, as part 3 of the tutorials in Python uses it after
 * random.seed(seed), and python-2020, with the coin of the tutorial's 2020 edition.
 */
#include "rng/mt19937.h"
#include "rng/rng.h"

#include <string.h>

/*
 * Seeding is a chain of 1247 dependent steps, so several seeds side by side take hardly longer than
 * one. Seeds of a batch are consecutive: each time, the next ones are prepared together, a lane
 * each.
 */
enum { LANES = 16, GROUPS = LANES / 4 };

/*
 * A word of four lanes, for arithmetic on all at once. Aligned like one word, as the state of an
 * rng is.
 */
typedef uint32_t lanes
	__attribute__((vector_size(4 * sizeof(uint32_t)), aligned(sizeof(uint32_t))));

struct python {
	uint64_t prepared; /* lanes: 0 or LANES */
	uint64_t first;    /* the seed of the first lane; the others follow it */
	struct mt19937 mt;
	/*
	 * Words i to i + 3 of lane 4 * k + j are side by side in ahead[k][i + j], for i divisible
	 * by 4.
	 */
	lanes ahead[GROUPS][MT19937_WORDS];
};

_Static_assert(_Alignof(struct python) <= _Alignof(uint64_t),
	       "the state of an rng is aligned as a uint64_t");

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (lanes){__VA_ARGS__})
#endif

/* Transposes the square of four words by four lanes, `word[0]` to `word[3]`. */
static inline void transpose(lanes word[4])
{
	lanes a = word[0], b = word[1], c = word[2], d = word[3];
	lanes ab = SHUFFLE(a, b, 0, 4, 1, 5), ab_high = SHUFFLE(a, b, 2, 6, 3, 7);
	lanes cd = SHUFFLE(c, d, 0, 4, 1, 5), cd_high = SHUFFLE(c, d, 2, 6, 3, 7);
	word[0] = SHUFFLE(ab, cd, 0, 1, 4, 5);
	word[1] = SHUFFLE(ab, cd, 2, 3, 6, 7);
	word[2] = SHUFFLE(ab_high, cd_high, 0, 1, 4, 5);
	word[3] = SHUFFLE(ab_high, cd_high, 2, 3, 6, 7);
}

/*
 * Seeds of CPython 3.2 and later are those of init_by_array in mt19937ar.c, with the 32-bit words
 * of the seed as its key. It starts from a table that is the same for every seed, makes a pass with
 * the key over the words 1 to 623 and 1 again, and then a pass without it over the words 2 to 623
 * and 1. Each step mixes a word with the one before it.
 */
#define MIX(word, before, factor) ((word) ^ ((before) ^ (before) >> 30) * (factor))

/*
 * What the pass with the key adds to even and to odd words: the words of each seed plus their
 * indices.
 */
static void set_keys(lanes key[2][GROUPS], uint64_t first_seed)
{
	for (uint32_t lane = 0; lane < LANES; lane++) {
		uint64_t own = first_seed + lane;
		uint32_t low = (uint32_t)own, high = (uint32_t)(own >> 32);
		key[0][lane / 4][lane % 4] = high ? high + 1 : low;
		key[1][lane / 4][lane % 4] = low;
	}
}

/* Prepares a lane for `first_seed` and each seed after it. */
static void seed_lanes(lanes word[GROUPS][MT19937_WORDS], uint64_t first_seed)
{
	enum { KEY_FACTOR = 1664525, LAST_FACTOR = 1566083941 };
	lanes key[2][GROUPS] = {0}, last[GROUPS];
	set_keys(key, first_seed);
	uint32_t start = 19650218;
	for (int k = 0; k < GROUPS; k++)
		last[k] = (lanes){0} + start;
	for (uint32_t i = 1; i < MT19937_WORDS; i++) {
		start = mt19937_fill_next(start, i);
		for (int k = 0; k < GROUPS; k++)
			word[k][i] = last[k] = MIX(start, last[k], KEY_FACTOR) + key[i % 2][k];
	}
	for (int k = 0; k < GROUPS; k++)
		word[k][1] = last[k] = MIX(word[k][1], last[k], KEY_FACTOR) + key[0][k];
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		for (int k = 0; k < GROUPS; k++)
			word[k][i] = last[k] = MIX(word[k][i], last[k], LAST_FACTOR) - i;
	for (int k = 0; k < GROUPS; k++) {
		word[k][1] = MIX(word[k][1], last[k], LAST_FACTOR) - 1;
		word[k][0] = (lanes){0} + 0x80000000;
		for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
			transpose(word[k] + i);
	}
}

static void seed(void *state, uint64_t seed)
{
	struct python *python = state;
	if (python->prepared == 0 || seed - python->first >= python->prepared) {
		seed_lanes(python->ahead, seed);
		python->first = seed;
		python->prepared = LANES;
	}
	uint64_t lane = seed - python->first;
	const lanes *word = python->ahead[lane / 4] + lane % 4;
	for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
		memcpy(python->mt.word + i, word + i, 4 * sizeof(uint32_t));
	mt19937_start(&python->mt);
}

/*
 * Which number is the first below n is unpredictable, so several are tested before there is a
 * branch: bit i is the sign of number i, shifted, less n. A comparison instead would become a
 * branch, too.
 */
enum { TESTED = 4 };

static inline unsigned test_numbers(const uint32_t *number, int unused, uint32_t n)
{
	unsigned below = 0;
	for (int i = 0; i < TESTED; i++)
		below |= ((number[i] >> unused) - n) >> 31 << i;
	return below;
}

/* Random._randbelow: as many top bits of a number as n has, drawn again until they are below n. */
static uint32_t randint(void *state, uint32_t lo, uint32_t hi)
{
	struct python *python = state;
	struct mt19937 *mt = &python->mt;
	uint32_t n = hi - lo + 1;
	int unused = __builtin_clz(n);
	if (mt->ready - mt->next >= TESTED) {
		const uint32_t *number = mt->number + mt->next;
		unsigned below = test_numbers(number, unused, n);
		if (below) {
			int skipped = __builtin_ctz(below);
			mt->next += (uint32_t)skipped + 1;
			return lo + (number[skipped] >> unused);
		}
	}
	uint32_t bits;
	do
		bits = mt19937_next(mt) >> unused;
	while (bits >= n);
	return lo + bits;
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
	.summary = "the same, but tunnels bend by random() < 0.5",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct python),
	.seed = seed,
	.range = randint,
	.coin = coin_2020,
	.word = python_word,
	.by_number = &rng_libtcod_mt,
};

const struct rng rng_python = {
	.name = "python",
	.summary = "random.seed(N) and randint of Python",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct python),
	.seed = seed,
	.range = randint,
	.word = python_word,
	.by_number = &rng_libtcod_mt,
};
