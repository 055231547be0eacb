/* SPDX-License-Identifier: MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * The input of a fuzzer as a list of numbers, one a byte, followed by any number of zeros. A fuzzer
 * makes each of its choices by the next number:
 *
 *     struct numbers numbers = {bytes, size};
 *     bool has_doors = numbers_take(&numbers) % 2;
 */
struct numbers {
	const uint8_t *bytes; /* the numbers that have not been taken yet; not owned */
	size_t size;          /* number of these bytes */
};

/* Returns the next number, and removes it from the list. */
static inline unsigned numbers_take(struct numbers *numbers)
{
	if (numbers->size == 0)
		return 0;
	numbers->size--;
	return *numbers->bytes++;
}
