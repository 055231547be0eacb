/* SPDX-License-Identifier: MIT */
#include "dungeon/overlap.h"

/* The most cells there may be for each room: more take longer to clear than they save. */
enum { CELLS_PER_ROOM = 4 };

/* A copy of the room: an index into the rooms would cost a cache miss. */
struct overlap_entry {
	struct area room;
	uint32_t next; /* the next entry of the cell: index plus 1; 0: none */
};

/* The cells that a room touches, as a rectangle of cells. */
static struct area touched_cells(const struct overlap_lists *lists, struct area room)
{
	uint32_t shift = lists->shift;
	return (struct area){room.x1 >> shift, room.y1 >> shift, room.x2 >> shift, room.y2 >> shift};
}

/* How many cells of 2^shift tiles on a side the map takes. */
static uint64_t cell_count(const struct recipe *recipe, uint32_t shift)
{
	return (uint64_t)((recipe->width >> shift) + 1) * ((recipe->height >> shift) + 1);
}

/* Divides the map into the smallest cells that this many rooms are worth, all empty. Returns false if out of memory. */
static bool divide(struct overlap_lists *lists, uint32_t room_count)
{
	const struct recipe *recipe = &lists->recipe;
	uint64_t cells_most = (uint64_t)room_count * CELLS_PER_ROOM;
	uint32_t shift = 31;
	/* Cells smaller than the smallest room gain nothing. */
	while (cell_count(recipe, shift - 1) <= cells_most && recipe->room_min >> (shift - 1) == 0)
		shift--;
	uint64_t count = cell_count(recipe, shift);
	if (!array_reserve(lists, heads, count))
		return false;
	memset(lists->heads, 0, (size_t)count * sizeof *lists->heads);
	lists->columns = (recipe->width >> shift) + 1;
	lists->shift = shift;
	lists->room_most = cells_most;
	lists->entry_count = 0;
	return true;
}

static bool add(struct overlap_lists *lists, struct area room)
{
	struct area cells = touched_cells(lists, room);
	uint64_t needed = lists->entry_count + (uint64_t)(cells.x2 - cells.x1 + 1) * (cells.y2 - cells.y1 + 1);
	if (needed > UINT32_MAX || !array_reserve(lists, entries, needed))
		return false;
	for (size_t y = cells.y1; y <= cells.y2; y++)
		for (size_t x = cells.x1; x <= cells.x2; x++) {
			uint32_t *head = &lists->heads[y * lists->columns + x];
			lists->entries[lists->entry_count++] = (struct overlap_entry){room, *head};
			*head = (uint32_t)lists->entry_count;
		}
	return true;
}

void overlap_lists_start(struct overlap_lists *lists, const struct recipe *recipe)
{
	lists->recipe = *recipe;
	lists->room_most = 0;
}

bool overlap_lists_add(struct overlap_lists *lists, const struct area *rooms, uint32_t count)
{
	uint32_t first = count - 1;
	if (count > lists->room_most) {
		if (!divide(lists, count))
			return false;
		first = 0;
	}
	for (uint32_t i = first; i < count; i++)
		if (!add(lists, rooms[i]))
			return false;
	return true;
}

bool overlap_lists_visit(const struct overlap_lists *lists, struct area room, bool (*visit)(void *context, struct area),
			 void *context)
{
	if (lists->room_most == 0)
		return false;
	struct area cells = touched_cells(lists, room);
	for (size_t y = cells.y1; y <= cells.y2; y++)
		for (size_t x = cells.x1; x <= cells.x2; x++)
			for (uint32_t entry = lists->heads[y * lists->columns + x]; entry;) {
				const struct overlap_entry *listed = &lists->entries[entry - 1];
				if (areas_meet(listed->room, room) && (!visit || visit(context, listed->room)))
					return true;
				entry = listed->next;
			}
	return false;
}

bool overlap_lists_meet(const struct overlap_lists *lists, struct area room)
{
	return overlap_lists_visit(lists, room, NULL, NULL);
}

void overlap_lists_free(struct overlap_lists *lists)
{
	array_free(lists, heads);
	array_free(lists, entries);
}
