/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/*
 * Arrays that grow.
 *
 * Usage, for a struct that is zeroed before its first use:
 *
 *     struct map {
 *             ARRAY(struct area, rooms);
 *             uint32_t room_count;
 *     };
 *
 *     if (!array_reserve(map, rooms, map->room_count + 1))
 *             out of memory
 *     map->rooms[map->room_count++] = room;
 *     array_free(map, rooms);
 *
 * An array keeps its memory until array_free, so the next map can use it again. A struct with
 * arrays has a function THING_free, which is safe on a zeroed struct.
 */

/* The memory of an array. */
struct memory {
	void *items;     /* owned; NULL if the capacity is 0 */
	size_t capacity; /* number of elements for which it has space */
};

/*
 * Declares an array as a member of a struct. Its elements are name[0], name[1], and so on; only the
 * macros below use name_array. The memory comes first, because {0} zeroes only the first member of
 * a union.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type in a declaration cannot have parentheses. */
#define ARRAY(type, name)                   \
	union {                             \
		struct memory name##_array; \
		type *name;                 \
	}
/* NOLINTEND(bugprone-macro-parentheses) */

/*
 * Makes space for at least `count` elements, and keeps the elements that the array has. If the
 * array grows, its space at least doubles. Evaluates `count` twice. Returns false if out of memory;
 * the array then does not change.
 */
#define array_reserve(owner, name, count)             \
	((count) <= (owner)->name##_array.capacity || \
	 memory_reserve(&(owner)->name##_array, count, sizeof *(owner)->name))

/* Frees the memory of an array. The array is then empty. */
#define array_free(owner, name) memory_free(&(owner)->name##_array)

/* Does the work of array_reserve. `size` is the size of an element in bytes. */
bool memory_reserve(struct memory *memory, uint64_t count, size_t size);

/* Does the work of array_free. */
void memory_free(struct memory *memory);
