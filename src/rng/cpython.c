/* SPDX-License-Identifier: MIT */
#include "rng/cpython.h"

#include <string.h>
#if defined __x86_64__ && !defined DUNGEN_PORTABLE
#include <cpuid.h>
#endif
#if defined __SSE2__ && !defined DUNGEN_PORTABLE
#include <emmintrin.h>
#endif

/*
 * Seeding is init_by_array of mt19937ar.c. It starts from a table that is the same for every seed, makes a pass with
 * the key over the words 1 to 623 and 1 again, and then a pass without it over the words 2 to 623 and 1.
 */
enum { START = 19650218, KEY_FACTOR = 1664525, LAST_FACTOR = 1566083941 };

enum { GROUPS = CPYTHON_LANES / 4 };

/* The key's summands for even and odd words of the table: a 32-bit word of the seed plus the index of that word. */
static uint32_t low_key(uint64_t seed)
{
	return (uint32_t)seed;
}

static uint32_t high_key(uint64_t seed)
{
	uint32_t high = (uint32_t)(seed >> 32);
	return high ? high + 1 : (uint32_t)seed;
}

/* One step of either pass, for the words of one generator or of several side by side. */
#define MIX(word, before, factor) ((word) ^ ((before) ^ (before) >> 30) * (factor))

void cpython_seed(void *state, uint64_t seed)
{
	struct cpython *python = state;
	uint32_t *word = python->mt.word, low = low_key(seed), high = high_key(seed);
	mt19937_fill(word, START);
	uint32_t last = word[0];
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		word[i] = last = MIX(word[i], last, KEY_FACTOR) + (i % 2 ? low : high);
	word[1] = last = MIX(word[1], last, KEY_FACTOR) + high;
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		word[i] = last = MIX(word[i], last, LAST_FACTOR) - i;
	word[1] = MIX(word[1], last, LAST_FACTOR) - 1;
	word[0] = 0x80000000;

	mt19937_start(&python->mt);
	python->seed = seed;
	python->prepared = 0;
	python->started = false;
}

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (cpython_lanes){__VA_ARGS__})
#endif

/* Transposes the square of four words by four lanes, `word[0]` to `word[3]`. */
static inline void transpose(cpython_lanes word[][GROUPS], uint32_t group)
{
	cpython_lanes a = word[0][group], b = word[1][group], c = word[2][group], d = word[3][group];
	cpython_lanes ab = SHUFFLE(a, b, 0, 4, 1, 5), ab_high = SHUFFLE(a, b, 2, 6, 3, 7);
	cpython_lanes cd = SHUFFLE(c, d, 0, 4, 1, 5), cd_high = SHUFFLE(c, d, 2, 6, 3, 7);
	word[0][group] = SHUFFLE(ab, cd, 0, 1, 4, 5);
	word[1][group] = SHUFFLE(ab, cd, 2, 3, 6, 7);
	word[2][group] = SHUFFLE(ab_high, cd_high, 0, 1, 4, 5);
	word[3][group] = SHUFFLE(ab_high, cd_high, 2, 3, 6, 7);
}

/* cpython_seed for the next seeds side by side, a lane each. */
static inline __attribute__((always_inline)) void seed_lanes(struct cpython *python)
{
	const uint32_t *start = python->start;
	cpython_lanes(*word)[GROUPS] = python->ahead, key[2][GROUPS], last[GROUPS];
	for (uint32_t lane = 0; lane < CPYTHON_LANES; lane++) {
		key[0][lane / 4][lane % 4] = high_key(python->seed + 1 + lane);
		key[1][lane / 4][lane % 4] = low_key(python->seed + 1 + lane);
	}
	for (uint32_t k = 0; k < GROUPS; k++)
		last[k] = (cpython_lanes){0} + start[0];
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		for (uint32_t k = 0; k < GROUPS; k++)
			word[i][k] = last[k] = MIX(start[i], last[k], KEY_FACTOR) + key[i % 2][k];
	for (uint32_t k = 0; k < GROUPS; k++)
		word[1][k] = last[k] = MIX(word[1][k], last[k], KEY_FACTOR) + key[0][k];
	for (uint32_t i = 2; i < MT19937_WORDS; i++)
		for (uint32_t k = 0; k < GROUPS; k++)
			word[i][k] = last[k] = MIX(word[i][k], last[k], LAST_FACTOR) - i;
	for (uint32_t k = 0; k < GROUPS; k++) {
		word[1][k] = MIX(word[1][k], last[k], LAST_FACTOR) - 1;
		word[0][k] = (cpython_lanes){0} + 0x80000000;
	}
	for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
		for (uint32_t k = 0; k < GROUPS; k++)
			transpose(word + i, k);
}

#if defined __x86_64__ && !defined DUNGEN_PORTABLE
/* SSE 4.1 multiplies lanes in one instruction. SSE2, which every x86-64 has, needs several. */
__attribute__((target("sse4.1"))) static void seed_lanes_sse41(struct cpython *python)
{
	seed_lanes(python);
}

static bool has_sse41(void)
{
	/* Every x86-64 has this leaf. */
	unsigned eax, ebx, ecx, edx;
	__cpuid(1, eax, ebx, ecx, edx);
	return ecx & bit_SSE4_1;
}
#else
#define seed_lanes_sse41 seed_lanes
static bool has_sse41(void)
{
	return false;
}
#endif

static void seed_ahead(struct cpython *python)
{
	if (!python->started) {
		mt19937_fill(python->start, START);
		python->sse41 = has_sse41();
		python->started = true;
	}
	if (python->sse41)
		seed_lanes_sse41(python);
	else
		seed_lanes(python);
	python->prepared = CPYTHON_LANES;
}

void cpython_seed_next(void *state)
{
	struct cpython *python = state;
	if (python->prepared == 0)
		seed_ahead(python);
	uint32_t lane = CPYTHON_LANES - python->prepared--;
	for (uint32_t i = 0; i < MT19937_WORDS; i += 4)
		memcpy(python->mt.word + i, &python->ahead[i + lane % 4][lane / 4], 4 * sizeof(uint32_t));
	mt19937_start(&python->mt);
	python->seed++;
}

/*
 * Which number is the first below n is unpredictable, so several are tested before there is a branch: bit i is the sign
 * of number i, shifted, less n. A comparison instead would become a branch, too.
 */
enum { TESTED = 8 };

static inline unsigned test_numbers(const uint32_t *number, int unused, uint32_t n)
{
	unsigned below = 0;
#if defined __SSE2__ && !defined DUNGEN_PORTABLE
	for (int i = 0; i < TESTED; i += 4) {
		cpython_lanes four;
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
uint32_t cpython_randint(void *state, uint32_t lo, uint32_t hi)
{
	struct cpython *python = state;
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
struct rng_pair cpython_randint_pair(void *state, uint32_t lo, uint32_t first_hi, uint32_t second_hi)
{
	struct cpython *python = state;
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
	uint32_t first = cpython_randint(state, lo, first_hi);
	return (struct rng_pair){first, cpython_randint(state, lo, second_hi)};
}
