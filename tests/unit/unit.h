/* SPDX-License-Identifier: MIT */
#pragma once

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Shared by the unit tests. Each is a program whose main runs tests, and returns unit_end(). */

enum { UNIT_TOLD = 5 }; /* failures printed for each test */

static uint64_t unit_checks, unit_failures; /* of one test */
static unsigned unit_passed, unit_failed;   /* tests */

/* What comes after the condition says what should hold, and in which case, as for printf. */
#define CHECK(condition, ...)                                               \
	do {                                                                \
		unit_checks++;                                              \
		if (!(condition) && unit_failures++ < UNIT_TOLD) {          \
			printf("%s:%d: should hold: ", __FILE__, __LINE__); \
			printf(__VA_ARGS__);                                \
			printf("\n");                                       \
		}                                                           \
	} while (0)

/* Runs a test, a call of a function. One that checks nothing fails. */
#define RUN(test)                                \
	do {                                     \
		unit_checks = unit_failures = 0; \
		test;                            \
		unit_ran(#test);                 \
	} while (0)

static inline void unit_ran(const char *test)
{
	bool held = unit_checks > 0 && unit_failures == 0;
	printf("%s: %s: %" PRIu64 " of %" PRIu64 " checks failed\n", held ? "ok" : "FAILED", test,
	       unit_failures, unit_checks);
	unit_passed += held;
	unit_failed += !held;
}

/* Prints the summary. Returns the exit status. */
static inline int unit_end(void)
{
	printf("%u passed, %u failed\n", unit_passed, unit_failed);
	return unit_failed > 0;
}

_Noreturn static inline void unit_no_memory(void)
{
	printf("no memory for the test\n");
	exit(1);
}

/* Returns zeroed memory, or ends the test. */
static inline void *unit_memory(size_t count, size_t size)
{
	void *memory = calloc(count, size);
	if (!memory)
		unit_no_memory();
	return memory;
}

/* The tests choose cases with a splitmix64 of their own, from a start that is always the same. */
enum { UNIT_START = 20240607 };

static inline uint64_t unit_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* A number from lo to hi, both included, almost evenly distributed. */
static inline uint32_t unit_between(uint64_t *state, uint32_t lo, uint32_t hi)
{
	return lo + (uint32_t)(unit_random(state) % ((uint64_t)hi - lo + 1));
}

/* True once in `times`. */
static inline bool unit_once_in(uint64_t *state, uint32_t times)
{
	return unit_between(state, 1, times) == 1;
}
