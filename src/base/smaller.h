/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/* Return the smaller and the greater of two numbers. */

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static inline uint32_t greater(uint32_t a, uint32_t b)
{
	return a < b ? b : a;
}
