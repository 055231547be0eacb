/* SPDX-License-Identifier: MIT */
/* The random number generators: known answers, seeding in any order, and bounds. @smoke @rng @clang @portable */
#include "rng/rng.h"
#include "unit.h"

#include <string.h>

enum { KNOWN, ORDER, CONSECUTIVE, INSIDE, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[KNOWN] = {.what = "numbers are those of CPython, of libtcod and of splitmix64, for bounds of all sizes, also "
			   "equal ones"},
	[ORDER] = {.what = "a seed gives the same numbers whichever came before"},
	[CONSECUTIVE] = {.what = "so does one that follows the one before it, also past the largest"},
	[INSIDE] = {.what = "draws stay within any bounds"},
};

/* Returns the random number generator of that name, or ends the test. */
static const struct rng *find_rng(const char *name)
{
	for (size_t i = 0; rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, name) == 0)
			return rng_table[i];
	printf("no rng %s\n", name);
	exit(1);
}

/* Chooses a seed of the rng, now and then near 2^32 or the largest. */
static uint64_t choose_seed(uint64_t *random, const struct rng *rng)
{
	uint64_t seed = unit_random(random);
	switch (unit_between(random, 0, 5)) {
	case 0:
		seed %= 1000;
		break;
	case 1:
		seed = UINT32_MAX - seed % 4;
		break;
	case 2:
		seed = rng->max_seed - seed % 4;
		break;
	case 3:
		seed = (UINT64_C(1) << 32) + seed % 4;
		break;
	default:
		break;
	}
	return rng->max_seed == UINT32_MAX ? (uint32_t)seed : seed;
}

/* Makes a state one that was never seeded; most of what it holds must not matter. */
static void renew_state(void *state, const struct rng *rng)
{
	memset(state, 0xa5, rng->state_size);
	memset(state, 0, sizeof(uint64_t));
}

/* Returns memory for a state, aligned as a uint64_t and no more. */
enum { STRICTER = 64 };

static void *new_state(const struct rng *rng)
{
	size_t size = (rng->state_size + sizeof(uint64_t) + STRICTER - 1) / STRICTER * STRICTER;
	uint64_t *memory = aligned_alloc(STRICTER, size);
	if (!memory)
		unit_no_memory();
	renew_state(memory + 1, rng);
	return memory + 1;
}

static void free_state(void *state)
{
	free((uint64_t *)state - 1);
}

/* Bounds of all sizes. */
static void choose_bounds(uint64_t *random, uint32_t *lo, uint32_t *hi)
{
	uint32_t bits = unit_between(random, 0, 31);
	uint32_t most = bits == 31 ? INT32_MAX : UINT32_C(1) << bits;
	uint32_t span = unit_between(random, 0, most);
	switch (unit_between(random, 0, 3)) {
	case 0: /* 2^k values */
		span = most == INT32_MAX ? most : most - 1;
		break;
	case 1: /* 2^k + 1 values, or 2^31 */
		span = most;
		break;
	default:
		break;
	}
	*lo = unit_between(random, 0, unit_once_in(random, 2) ? 0 : INT32_MAX - span);
	*hi = *lo + span;
}

/* range(0, largest(i)) for i from 0 to 4999 by the RNGS of tests/oracle/reference.py: the first, and the sum of all. */
static const struct {
	const char *name;
	uint64_t seed, first, sum;
} known[] = {
	{"python", 0, 827307999, 181270053523},
	{"python", 42, 239081663, 169966019997},
	{"python", UINT32_MAX, 436368544, 170214858056},
	{"python", UINT64_C(1) << 32, 242653419, 178279186100},
	{"python", (UINT64_C(1) << 53) + 1, 756243405, 174447501970},
	{"python", UINT64_C(1) << 63, 1188554884, 167165142801},
	{"python", UINT64_MAX, 46870335, 172139084096},
	{"libtcod", 0, 1245241678, 169205814875},
	{"libtcod", 42, 259323450, 163379368585},
	{"libtcod", UINT32_MAX, 495326877, 168013426560},
	{"libtcod-mt", 0, 1029918159, 163254606849},
	{"libtcod-mt", 42, 281419657, 170119344944},
	{"libtcod-mt", UINT32_MAX, 419326371, 165343454123},
	{"splitmix64", 0, 1172345902, 175805049487},
	{"splitmix64", 42, 984218169, 172516295510},
	{"splitmix64", UINT32_MAX, 599800434, 173434140859},
	{"splitmix64", UINT64_C(1) << 32, 1017049397, 172102091500},
	{"splitmix64", (UINT64_C(1) << 53) + 1, 27803163, 170015524418},
	{"splitmix64", UINT64_C(1) << 63, 373902821, 173721497714},
	{"splitmix64", UINT64_MAX, 1186457031, 178976629236},
};

static uint32_t largest(uint32_t i)
{
	return (uint32_t)(UINT64_C(2654435769) * (i + 1)) >> (1 + i % 31);
}

static void check_known(void)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct rng *rng = find_rng(known[i].name);
		void *state = new_state(rng);
		rng->seed(state, known[i].seed);
		uint64_t first = rng->range(state, 0, largest(0)), sum = first;
		for (uint32_t k = 1; k < 5000; k++)
			sum += rng->range(state, 0, largest(k));
		CHECK(&properties[KNOWN], first == known[i].first && sum == known[i].sum,
		      "%s, seed %" PRIu64 ": %" PRIu64 ", %" PRIu64, rng->name, known[i].seed, first, sum);
		free_state(state);
	}
}

/* Chooses the next seed: mostly the one that follows, sometimes the same, one nearby, or any. */
static uint64_t choose_next(uint64_t *random, const struct rng *rng, uint64_t seed)
{
	switch (unit_between(random, 0, 49)) {
	case 0:
		return choose_seed(random, rng);
	case 1:
		return seed;
	case 2:
		return (seed - unit_between(random, 1, 20)) & rng->max_seed;
	case 3:
		return (seed + unit_between(random, 2, 20)) & rng->max_seed;
	default: /* after the largest comes 0 */
		return (seed + 1) & rng->max_seed;
	}
}

/* Compares draws from a state that all seeds share with those from a fresh one. */
static void check_order(uint64_t *random, const struct rng *rng)
{
	/* Numbers drawn before the next seed; the Mersenne Twister has 624 words, libtcod's CMWC 4096. */
	static const uint32_t draws[] = {0, 1, 3, 100, 127, 128, 226, 227, 228, 623, 624, 625, 1300, 4096, 5000};
	enum { FEW_DRAWS = 6, ALL_DRAWS = sizeof draws / sizeof *draws };
	void *used = new_state(rng), *fresh = new_state(rng);
	uint64_t seed = 0;
	for (uint32_t i = 0; i < 15000; i++) {
		uint64_t before = seed;
		seed = choose_next(random, rng, seed);
		uint32_t count =
			draws[unit_between(random, 0, unit_once_in(random, 4) ? ALL_DRAWS - 1 : FEW_DRAWS - 1)];
		rng->seed(used, seed);
		renew_state(fresh, rng);
		rng->seed(fresh, seed);
		bool same = true;
		for (uint32_t k = 0; k < count; k++)
			same = rng->range(used, 0, INT32_MAX) == rng->range(fresh, 0, INT32_MAX) && same;
		CHECK(&properties[seed == before + 1 ? CONSECUTIVE : ORDER], same,
		      "%s, seed %" PRIu64 " after %" PRIu64, rng->name, seed, before);
	}
	free_state(used);
	free_state(fresh);
}

static void check_bounds(uint64_t *random, const struct rng *rng)
{
	void *state = new_state(rng);
	rng->seed(state, 2024);
	for (uint32_t i = 0; i < 200000; i++) {
		uint32_t lo, hi;
		choose_bounds(random, &lo, &hi);
		uint32_t drawn = rng->range(state, lo, hi);
		CHECK(&properties[INSIDE], drawn >= lo && drawn <= hi, "%s, %" PRIu32 " to %" PRIu32 ": %" PRIu32,
		      rng->name, lo, hi, drawn);
	}
	free_state(state);
}

int main(void)
{
	uint64_t random = UNIT_START;
	check_known();
	for (size_t i = 0; rng_table[i]; i++) {
		check_order(&random, rng_table[i]);
		check_bounds(&random, rng_table[i]);
	}
	printf("seeds and bounds chosen from %d on\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
