/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/* lesser() returns the smaller of two numbers, and greater() the greater. */

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static inline uint32_t greater(uint32_t a, uint32_t b)
{
	return a < b ? b : a;
}
