/* SPDX-License-Identifier: MIT */
#include "dungeon/overlap.h"

#include "dungeon/memory.h"

#include <stdlib.h>
#include <string.h>

/* The room itself and not its place among the rooms: one miss of the cache less. */
struct overlap_entry {
	struct room room;
	uint32_t next; /* the next entry of the cell, as in `cells` */
};

/* How many cells a list of rooms may have for each room when it is made. */
enum { CELLS_PER_ROOM = 4 };

/* Without a branch for each comparison: which of them fails cannot be foretold. */
static bool meet(struct room a, struct room b)
{
	return (a.x1 <= b.x2) & (a.x2 >= b.x1) & (a.y1 <= b.y2) & (a.y2 >= b.y1);
}

/* The cells that a rectangle of tiles touches, first and last. */
struct span {
	uint32_t left, top, right, bottom;
};

static struct span cells_of(const struct overlap *overlap, struct room room)
{
	return (struct span){
		room.x1 >> overlap->shift,
		room.y1 >> overlap->shift,
		room.x2 >> overlap->shift,
		room.y2 >> overlap->shift,
	};
}

void overlap_start(struct overlap *overlap, const struct recipe *recipe, uint32_t few)
{
	overlap->recipe = *recipe;
	overlap->few = few;
	overlap->full = few;
	overlap->cell_count = 0;
	overlap->entry_count = 0;
	/* Rooms are of like size when the largest has at most four times the sides of the smallest. */
	bool alike = recipe->room_max / 4 <= recipe->room_min;
	overlap->reach = alike ? recipe->room_max : 0;
}

static bool meets_any(const struct room *rooms, uint32_t count, struct room room)
{
	for (uint32_t i = 0; i < count; i++)
		if (meet(rooms[i], room))
			return true;
	return false;
}

bool overlap_meets(const struct overlap *overlap, const struct room *rooms, uint32_t count, struct room room)
{
	if (overlap->cell_count == 0)
		return meets_any(rooms, count, room);

	struct room around = room;
	around.x1 -= around.x1 < overlap->reach ? around.x1 : overlap->reach;
	around.y1 -= around.y1 < overlap->reach ? around.y1 : overlap->reach;
	struct span span = cells_of(overlap, around);
	if ((uint64_t)(span.right - span.left + 1) * (span.bottom - span.top + 1) > count)
		return meets_any(rooms, count, room);

	for (size_t y = span.top; y <= span.bottom; y++)
		for (size_t x = span.left; x <= span.right; x++)
			for (uint32_t entry = overlap->cells[y * overlap->columns + x]; entry;) {
				const struct overlap_entry *listed = &overlap->entries[entry - 1];
				if (meet(listed->room, room))
					return true;
				entry = listed->next;
			}
	return false;
}

/* How many cells of 2^shift tiles a side it takes for the map. */
static uint64_t cells_for(const struct recipe *recipe, uint32_t shift)
{
	return (uint64_t)((recipe->width >> shift) + 1) * ((recipe->height >> shift) + 1);
}

/* Empties the lists and makes the cells as small as `count` rooms are worth. */
static bool divide(struct overlap *overlap, uint32_t count)
{
	const struct recipe *recipe = &overlap->recipe;
	uint64_t worth = (uint64_t)count * CELLS_PER_ROOM;
	uint32_t shift = 31;
	/* Cells smaller than the smallest room would gain nothing. */
	while (cells_for(recipe, shift - 1) <= worth && recipe->room_min >> (shift - 1) == 0)
		shift--;
	uint64_t cell_count = cells_for(recipe, shift);
	if (!memory_reserve(&overlap->cells, &overlap->cell_capacity, cell_count, sizeof *overlap->cells,
			    (uint64_t)recipe_most_rooms(recipe) * CELLS_PER_ROOM))
		return false;
	memset(overlap->cells, 0, (size_t)cell_count * sizeof *overlap->cells);
	overlap->shift = shift;
	overlap->columns = (recipe->width >> shift) + 1;
	overlap->cell_count = (size_t)cell_count;
	overlap->entry_count = 0;
	overlap->full = worth < UINT32_MAX ? (uint32_t)worth : UINT32_MAX;
	return true;
}

static bool list(struct overlap *overlap, const struct room *rooms, uint32_t index)
{
	struct room listed = rooms[index];
	if (overlap->reach) {
		listed.x2 = listed.x1;
		listed.y2 = listed.y1;
	}
	struct span span = cells_of(overlap, listed);
	uint64_t needed = (uint64_t)(span.right - span.left + 1) * (span.bottom - span.top + 1);
	needed += overlap->entry_count;
	if (needed > UINT32_MAX || !memory_reserve(&overlap->entries, &overlap->entry_capacity, needed,
						   sizeof *overlap->entries, recipe_most_rooms(&overlap->recipe)))
		return false;
	for (size_t y = span.top; y <= span.bottom; y++)
		for (size_t x = span.left; x <= span.right; x++) {
			uint32_t *cell = &overlap->cells[y * overlap->columns + x];
			overlap->entries[overlap->entry_count++] = (struct overlap_entry){rooms[index], *cell};
			*cell = (uint32_t)overlap->entry_count;
		}
	return true;
}

bool overlap_add(struct overlap *overlap, const struct room *rooms, uint32_t count)
{
	if (count <= overlap->few)
		return true;
	if (count <= overlap->full)
		return list(overlap, rooms, count - 1);
	if (!divide(overlap, count))
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (!list(overlap, rooms, i))
			return false;
	return true;
}

void overlap_free(struct overlap *overlap)
{
	free(overlap->cells);
	free(overlap->entries);
	*overlap = (struct overlap){0};
}
