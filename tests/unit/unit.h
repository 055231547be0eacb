/* SPDX-License-Identifier: MIT */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * A framework for unit tests. Each unit test is a program:
 *
 *     static void check_sums(void)
 *     {
 *             CHECK(1 + 1 == 2, "%d and %d are two", 1, 1);
 *     }
 *
 *     int main(void)
 *     {
 *             RUN(check_sums());
 *             return unit_end();
 *     }
 *
 * RUN prints a line for each test, and CHECK prints the first failures of a test. The tests choose
 * random cases with unit_between and unit_once_in, from a start that is always the same.
 */

enum { UNIT_FAILURES_SHOWN = 5 }; /* number of failures printed for each test */

static uint64_t unit_check_count;   /* number of checks of the current test */
static uint64_t unit_failure_count; /* number of failed checks of the current test */
static unsigned unit_tests_passed;
static unsigned unit_tests_failed;

/*
 * Checks a condition. The arguments after it are those of printf, and say what should hold in which
 * case.
 */
#define CHECK(condition, ...)                                               \
	do {                                                                \
		unit_check_count++;                                         \
		if (!(condition) && unit_count_failure()) {                 \
			printf("%s:%d: should hold: ", __FILE__, __LINE__); \
			printf(__VA_ARGS__);                                \
			printf("\n");                                       \
		}                                                           \
	} while (0)

/* Counts a failed check. Returns whether to print it. */
static inline bool unit_count_failure(void)
{
	return unit_failure_count++ < UNIT_FAILURES_SHOWN;
}

/* Runs a test, which is a call of a function. A test without checks fails. */
#define RUN(test)                       \
	do {                            \
		unit_check_count = 0;   \
		unit_failure_count = 0; \
		test;                   \
		unit_report(#test);     \
	} while (0)

/* Prints how the current test ended, and counts it. */
static inline void unit_report(const char *test)
{
	const bool has_passed = unit_check_count > 0 && unit_failure_count == 0;
	printf("%s: %s: %" PRIu64 " of %" PRIu64 " checks failed\n", has_passed ? "ok" : "FAILED",
	       test, unit_failure_count, unit_check_count);
	if (has_passed)
		unit_tests_passed++;
	else
		unit_tests_failed++;
}

/* Prints the summary. Returns the exit status of the program. */
static inline int unit_end(void)
{
	printf("%u passed, %u failed\n", unit_tests_passed, unit_tests_failed);
	return unit_tests_failed > 0;
}

/* Ends the program because it is out of memory. */
_Noreturn static inline void unit_no_memory(void)
{
	printf("no memory for the test\n");
	exit(1);
}

/*
 * Returns zeroed memory for `count` elements of `size` bytes, which the caller frees. Ends the
 * program if out of memory.
 */
static inline void *unit_memory(size_t count, size_t size)
{
	void *memory = calloc(count, size);
	if (!memory)
		unit_no_memory();
	return memory;
}

enum { UNIT_START = 20240607 }; /* the first state of unit_random */

/* Returns a random number of 64 bits, and advances *state. The algorithm is splitmix64. */
static inline uint64_t unit_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Returns a random number from `min` to `max`, both inclusive, almost evenly distributed. */
static inline uint32_t unit_between(uint64_t *state, uint32_t min, uint32_t max)
{
	return min + (uint32_t)(unit_random(state) % ((uint64_t)max - min + 1));
}

/* Returns true in one of `times` calls, on average. */
static inline bool unit_once_in(uint64_t *state, uint32_t times)
{
	return unit_between(state, 1, times) == 1;
}
