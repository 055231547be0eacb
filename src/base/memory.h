/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The memory of an array, which has space for `capacity` elements; NULL if that is 0. */
struct memory {
	void *items;
	size_t capacity;
};

/*
 * Declares an array `name` as a member of a struct, with its memory beside it, to be read and
 * written like any array. The struct is zeroed before its first use, keeps its memory for the next
 * map, and has a function THING_free, which is safe on a zeroed struct. The memory comes first,
 * because {0} zeroes only the first member of a union.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): there are none around the type in a declaration. */
#define ARRAY(type, name)                   \
	union {                             \
		struct memory name##_array; \
		type *name;                 \
	}
/* NOLINTEND(bugprone-macro-parentheses) */

/*
 * Makes space for at least `count` elements, which is evaluated twice, and keeps the old ones.
 * Growing at least doubles the space. Returns false if out of memory; the array is then unchanged.
 */
#define array_reserve(owner, name, count)             \
	((count) <= (owner)->name##_array.capacity || \
	 memory_reserve(&(owner)->name##_array, count, sizeof *(owner)->name))

/* Frees an array, which is empty then. */
#define array_free(owner, name) memory_free(&(owner)->name##_array)

/* Called by these macros and by sort_indices. `size` is that of an element in bytes. */
bool memory_reserve(struct memory *memory, uint64_t count, size_t size);
void memory_free(struct memory *memory);
