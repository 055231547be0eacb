/* SPDX-License-Identifier: MIT */
/*
 * CPython's random module: python, as part 3 of the tutorials in Python uses it after random.seed(seed), and
 * python-2020, with the coin of the tutorial's 2020 edition.
 */
#include "rng/mt19937.h"
#include "rng/rng.h"

#include <string.h>
#if defined __x86_64__ && !defined DUNGEN_PORTABLE
#include <cpuid.h>
#include <emmintrin.h>
#endif

/*
 * Seeding is a chain of 1247 dependent steps, so several seeds side by side take hardly longer than one. In a batch,
 * whose seeds are consecutive, the next ones are prepared together, a lane each. Any other seed prepares one group of
 * four, which saves a single map time and memory.
 */
enum { LANES = 24, GROUPS = LANES / 4 };

/* A word of four lanes, for arithmetic on all at once. Aligned like one word, as the state of an rng is. */
typedef uint32_t lanes __attribute__((vector_size(4 * sizeof(uint32_t)), aligned(sizeof(uint32_t))));

struct python {
	uint32_t prepared; /* lanes that are prepared; 0 before the first seed */
	uint32_t lane;     /* of `next`; equal to `prepared` if all are used */
	uint64_t next;     /* the seed after that of mt */
	bool asked, sse41; /* whether the processor was asked for SSE 4.1, and has it */
	struct mt19937 mt;
	/*
	 * The words of the lanes, with every square of four words by four lanes transposed: words i to i + 3 of a lane
	 * are side by side in ahead[lane / 4][i + lane % 4], for i divisible by 4.
	 */
	lanes ahead[GROUPS][MT19937_WORDS];
};

_Static_assert(_Alignof(struct python) <= _Alignof(uint64_t), "the state of an rng is aligned as a uint64_t");

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
 * Seeds of CPython 3.2 and later are those of init_by_array in mt19937ar.c, with the 32-bit words of the seed as its
 * key. It starts from a table that is the same for every seed, makes a pass with the key over the words 1 to 623 and 1
 * again, and then a pass without it over the words 2 to 623 and 1. Each step mixes a word with the one before it.
 */
#define MIX(word, before, factor) ((word) ^ ((before) ^ (before) >> 30) * (factor))

/* Prepares `next` and the seeds after it, 4 * groups in all. */
static inline __attribute__((always_inline)) void seed_lanes(struct python *python, uint32_t groups)
{
	enum { KEY_FACTOR = 1664525, LAST_FACTOR = 1566083941 };
	lanes(*word)[MT19937_WORDS] = python->ahead, key[2][GROUPS], last[GROUPS];
	for (uint32_t lane = 0; lane < 4 * groups; lane++) {
		/* The words of the key plus their indices, for odd and even words of the table. */
		uint64_t lane_seed = python->next + lane;
		uint32_t low = (uint32_t)lane_seed, high = (uint32_t)(lane_seed >> 32);
		key[1][lane / 4][lane % 4] = low;
		key[0][lane / 4][lane % 4] = high ? high + 1 : low;
	}
	uint32_t start = 19650218;
	for (uint32_t k = 0; k < groups; k++)
		last[k] = (lanes){0} + start;
	for (uint32_t i = 1; i < MT19937_WORDS; i++) {
		start = mt19937_fill_next(start, i);
		for (uint32_t k = 0; k < groups; k++)
			word[k][i] = last[k] = MIX(start, last[k], KEY_FACTOR) + key[i % 2][k];
	}
	for (uint32_t k = 0; k < groups; k++)
		word[k][1] = last[k] = MIX(word[k][1], last[k], KEY_FACTOR) + key[0][k];
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		for (uint32_t k = 0; k < groups; k++)
			word[k][i] = last[k] = MIX(word[k][i], last[k], LAST_FACTOR) - i;
	for (uint32_t k = 0; k < groups; k++) {
		word[k][1] = MIX(word[k][1], last[k], LAST_FACTOR) - 1;
		word[k][0] = (lanes){0} + 0x80000000;
		for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
			transpose(word[k] + i);
	}
	python->lane = 0;
	python->prepared = 4 * groups;
}

#if defined __x86_64__ && !defined DUNGEN_PORTABLE
/* SSE 4.1 multiplies lanes in one instruction. SSE2, which every x86-64 has, needs several. */
__attribute__((target("sse4.1"))) static void seed_all_sse41(struct python *python)
{
	seed_lanes(python, GROUPS);
}

static bool has_sse41(struct python *python)
{
	if (!python->asked) {
		unsigned eax, ebx, ecx, edx;
		__cpuid(1, eax, ebx, ecx, edx); /* every x86-64 has leaf 1 */
		python->sse41 = ecx & bit_SSE4_1;
		python->asked = true;
	}
	return python->sse41;
}
#endif

static void seed_all(struct python *python)
{
#if defined __x86_64__ && !defined DUNGEN_PORTABLE
	if (has_sse41(python)) {
		seed_all_sse41(python);
		return;
	}
#endif
	seed_lanes(python, GROUPS);
}

static void seed(void *state, uint64_t seed)
{
	struct python *python = state;
	if (python->prepared == 0 || seed != python->next) {
		python->next = seed;
		python->asked = false;
		seed_lanes(python, 1);
	} else if (python->lane == python->prepared) {
		seed_all(python);
	}
	const lanes *word = python->ahead[python->lane / 4] + python->lane % 4;
	for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
		memcpy(python->mt.word + i, word + i, 4 * sizeof(uint32_t));
	mt19937_start(&python->mt);
	python->lane++;
	python->next++;
}

/*
 * Which number is the first below n is unpredictable, so several are tested before there is a branch: bit i is the sign
 * of number i, shifted, less n. A comparison instead would become a branch, too.
 */
enum { TESTED = 8 };

static inline unsigned test_numbers(const uint32_t *number, int unused, uint32_t n)
{
	unsigned below = 0;
#if defined __x86_64__ && !defined DUNGEN_PORTABLE
	for (int i = 0; i < TESTED; i += 4) {
		lanes four;
		memcpy(&four, number + i, sizeof four);
		four = (four >> unused) - n;
		below |= (unsigned)_mm_movemask_ps((__m128)four) << i;
	}
#else
	for (int i = 0; i < TESTED; i++)
		below |= ((number[i] >> unused) - n) >> 31 << i;
#endif
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

/*
 * Where the numbers of a draw begin is known only when the draw before it has ended. Testing the numbers of two draws
 * at once waits for that once.
 */
static struct rng_pair randint_pair(void *state, uint32_t lo, uint32_t first_hi, uint32_t second_hi)
{
	struct python *python = state;
	struct mt19937 *mt = &python->mt;
	if (mt->ready - mt->next >= TESTED) {
		const uint32_t *number = mt->number + mt->next;
		uint32_t first_n = first_hi - lo + 1, second_n = second_hi - lo + 1;
		int first_unused = __builtin_clz(first_n), second_unused = __builtin_clz(second_n);
		unsigned first = test_numbers(number, first_unused, first_n);
		/* After the first one below. */
		unsigned second = test_numbers(number, second_unused, second_n) & ~(first ^ (first - 1));
		if (second) {
			int i = __builtin_ctz(first), j = __builtin_ctz(second);
			mt->next += (uint32_t)j + 1;
			return (struct rng_pair){lo + (number[i] >> first_unused), lo + (number[j] >> second_unused)};
		}
	}
	uint32_t first = randint(state, lo, first_hi);
	return (struct rng_pair){first, randint(state, lo, second_hi)};
}

/*
 * random() is (a * 2^26 + b) / 2^53, a being the top 27 bits of one output and b the top 26 of the next. It is
 * below one half exactly when the top bit of the first output is 0.
 */
static bool coin_2020(void *state)
{
	struct python *python = state;
	uint32_t high = mt19937_next(&python->mt);
	(void)mt19937_next(&python->mt);
	return high >> 31 == 0;
}

const struct rng rng_python_2020 = {
	.name = "python-2020",
	.summary = "the same, but tunnels bend by random() < 0.5",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct python),
	.seed = seed,
	.range = randint,
	.range_pair = randint_pair,
	.coin = coin_2020,
};

const struct rng rng_python = {
	.name = "python",
	.summary = "Python's random.seed(N) and randint",
	.max_seed = UINT64_MAX,
	.state_size = sizeof(struct python),
	.seed = seed,
	.range = randint,
	.range_pair = randint_pair,
};
