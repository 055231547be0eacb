/* SPDX-License-Identifier: MIT */
/* The random number generators: known answers, seeding in any order, and bounds. @smoke @rng @clang @portable */
#include "rng/rng.h"
#include "unit.h"

#include <string.h>

enum { SPLITMIX_OWN, SPLITMIX_RANGE, PYTHON_KNOWN, LIBTCOD_KNOWN, ORDER, CONSECUTIVE, INSIDE, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[SPLITMIX_OWN] = {.what = "this test's own splitmix64 gives the published numbers, all 64 bits"},
	[SPLITMIX_RANGE] = {.what = "splitmix64 maps these numbers to any bounds as documented"},
	[PYTHON_KNOWN] = {.what = "the python rngs give CPython's numbers, for bounds of all sizes"},
	[LIBTCOD_KNOWN] = {.what = "the libtcod rngs give libtcod's numbers, and draw nothing if the bounds are equal"},
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

/* splitmix64: the five published numbers of seed 1234567, and the first of seed 0. */

static const struct {
	uint64_t seed, number[5];
	uint32_t count;
} published[] = {
	{1234567,
	 {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
	  UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)},
	 5},
	{0, {UINT64_C(16294208416658607535)}, 1},
};

static void check_splitmix_published(void)
{
	for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
		uint64_t state = published[i].seed;
		for (uint32_t k = 0; k < published[i].count; k++)
			CHECK(&properties[SPLITMIX_OWN], unit_random(&state) == published[i].number[k],
			      "number %" PRIu32, k);
	}
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

static void check_splitmix_range(uint64_t *random)
{
	const struct rng *rng = find_rng("splitmix64");
	void *state = new_state(rng);
	for (uint32_t i = 0; i < 1000; i++) {
		uint64_t seed = choose_seed(random, rng), own = seed;
		rng->seed(state, seed);
		for (uint32_t k = 0; k < 1000; k++) {
			uint32_t lo, hi;
			choose_bounds(random, &lo, &hi);
			uint64_t n = (uint64_t)hi - lo + 1, m;
			do
				m = (unit_random(&own) >> 32) * n;
			while (m % (UINT64_C(1) << 32) < (UINT64_C(1) << 32) % n);
			uint32_t drawn = rng->range(state, lo, hi);
			CHECK(&properties[SPLITMIX_RANGE], drawn == lo + (m >> 32),
			      "seed %" PRIu64 ", %" PRIu32 " to %" PRIu32, seed, lo, hi);
		}
	}
	free_state(state);
}

/* random.Random(seed).randint(0, largest(i)) for i from 0 to 1999: the first, and the sum of all. */
static const struct {
	uint64_t seed, first, sum;
} of_cpython[] = {
	{0, 827307999, 72491541687},
	{42, 239081663, 69524698898},
	{UINT32_MAX, 436368544, 64400664673},
	{UINT64_C(1) << 32, 242653419, 73235262067},
	{(UINT64_C(1) << 32) + 1, 495925058, 65249060355},
	{(UINT64_C(1) << 53) + 1, 756243405, 67176915972},
	{UINT64_C(1) << 63, 1188554884, 65713404236},
	{UINT64_MAX, 46870335, 70694008639},
};

static uint32_t largest(uint32_t i)
{
	return (uint32_t)(UINT64_C(2654435769) * (i + 1)) >> (1 + i % 31);
}

static void check_python_known(const char *name)
{
	const struct rng *rng = find_rng(name);
	void *state = new_state(rng);
	for (size_t i = 0; i < sizeof of_cpython / sizeof *of_cpython; i++) {
		rng->seed(state, of_cpython[i].seed);
		uint64_t first = rng->range(state, 0, largest(0)), sum = first;
		for (uint32_t k = 1; k < 2000; k++)
			sum += rng->range(state, 0, largest(k));
		CHECK(&properties[PYTHON_KNOWN], first == of_cpython[i].first && sum == of_cpython[i].sum,
		      "%s, seed %" PRIu64 ": %" PRIu64 ", %" PRIu64, name, of_cpython[i].seed, first, sum);
	}
	free_state(state);
}

/* TCOD_random_get_int(rng, 0, 999999999) from the real library: numbers 1, 624, 625, 4096, 4097 and 10000. */
static const struct {
	const char *name;
	uint32_t seed, number[6];
} of_libtcod[] = {
	{"libtcod-mt", 0, {357136044, 791854820, 341544762, 215659358, 302825220, 543171712}},
	{"libtcod-mt", 42, {608637542, 77437785, 108880612, 357244080, 334478864, 399405940}},
	{"libtcod-mt", UINT32_MAX, {419326371, 27084080, 860652269, 322988022, 935436355, 117955853}},
	{"libtcod", 0, {245241678, 325944123, 227842937, 63089999, 262692373, 436078074}},
	{"libtcod", 42, {586541335, 325838881, 492795322, 359739403, 63723880, 782423483}},
	{"libtcod", UINT32_MAX, {495326877, 737403311, 51451266, 774244619, 964710494, 209626934}},
};

static void check_libtcod(void)
{
	static const uint32_t places[] = {1, 624, 625, 4096, 4097, 10000};
	for (size_t i = 0; i < sizeof of_libtcod / sizeof *of_libtcod; i++) {
		const struct rng *rng = find_rng(of_libtcod[i].name);
		void *state = new_state(rng);
		rng->seed(state, of_libtcod[i].seed);
		uint32_t place = 0, number = 0;
		for (size_t k = 0; k < 6; k++) {
			for (; place < places[k]; place++) {
				number = rng->range(state, 0, 999999999);
				/* If this drew anything, the next number would be wrong. */
				CHECK(&properties[LIBTCOD_KNOWN], rng->range(state, place, place) == place, "%" PRIu32,
				      place);
			}
			CHECK(&properties[LIBTCOD_KNOWN], number == of_libtcod[i].number[k],
			      "%s, seed %" PRIu32 ", number %" PRIu32 ": %" PRIu32, rng->name, of_libtcod[i].seed,
			      place, number);
		}
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
	check_splitmix_published();
	check_splitmix_range(&random);
	check_python_known("python");
	check_python_known("python-2020");
	check_libtcod();
	for (size_t i = 0; rng_table[i]; i++) {
		check_order(&random, rng_table[i]);
		check_bounds(&random, rng_table[i]);
	}
	printf("seeds and bounds chosen from %d on\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
