/* SPDX-License-Identifier: MIT */
#pragma once

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * Shared by the unit tests. A test has properties, checks each of them many times, and prints a line for each, then
 * how many held. A property that was never checked counts as failed.
 */

struct property {
	const char *what; /* what holds */
	uint64_t checks, failures;
};

enum { UNIT_TOLD = 3 }; /* failures printed for each property */

__attribute__((format(printf, 4, 5))) static inline void unit_fail(struct property *property, const char *file,
								   int line, const char *format, ...)
{
	if (property->failures++ >= UNIT_TOLD)
		return;
	printf("%s:%d: not so: %s: ", file, line, property->what);
	va_list arguments;
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
}

/* Checks a property once. The arguments after the condition describe the case, as for printf. */
#define CHECK(property, condition, ...)                                       \
	do {                                                                  \
		(property)->checks++;                                         \
		if (!(condition))                                             \
			unit_fail(property, __FILE__, __LINE__, __VA_ARGS__); \
	} while (0)

/* Prints the results. Returns the exit status of the test. */
static inline int unit_report(const struct property *properties, size_t count)
{
	unsigned failed = 0;
	for (size_t i = 0; i < count; i++) {
		const struct property *property = &properties[i];
		bool held = property->failures == 0 && property->checks > 0;
		if (held)
			printf("ok: %s (%" PRIu64 ")\n", property->what, property->checks);
		else
			printf("FAILED: %s (%" PRIu64 " of %" PRIu64 ")\n", property->what, property->failures,
			       property->checks);
		failed += !held;
	}
	printf("%zu passed, %u failed\n", count - failed, failed);
	return failed > 0;
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
