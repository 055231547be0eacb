/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/* Returns the hash of a text by FNV-1a in 64 bits, which dungen-generator(7) defines. */
static inline uint64_t hash_of(const char *text)
{
	uint64_t hash = UINT64_C(14695981039346656037);
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
	return hash;
}
