/* SPDX-License-Identifier: MIT */
#include "dungeon/loops.h"

#include <string.h>

enum {
	WATCH_EVERY = 1 << 12, /* loops: about a millisecond */
	LIKELY = 1 << 12,      /* elements of each array, enough for the maps of most batches */
};

/* The slot of the tunnel between two rooms, or the empty one where it belongs. */
static uint32_t *find_slot(const struct loops *loops, const struct dungeon *dungeon, uint32_t a, uint32_t b)
{
	uint64_t pair = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
	uint64_t last = (UINT64_C(1) << loops->slot_bits) - 1;
	/* Multiplicative hashing and linear probing: Knuth, The Art of Computer Programming, 6.4. */
	for (uint64_t i = pair * UINT64_C(0x9e3779b97f4a7c15) >> (64 - loops->slot_bits);; i = (i + 1) & last) {
		uint32_t *slot = loops->slots + i;
		if (*slot == 0)
			return slot;
		struct tunnel tunnel = dungeon->tunnels[*slot - 1];
		if ((tunnel.from == a && tunnel.to == b) || (tunnel.from == b && tunnel.to == a))
			return slot;
	}
}

static void enter_tunnel(struct loops *loops, const struct dungeon *dungeon, uint32_t index)
{
	struct tunnel tunnel = dungeon->tunnels[index];
	*find_slot(loops, dungeon, tunnel.from, tunnel.to) = index + 1;
}

/* Makes a table with slots for four times the tunnels there are. Returns false if out of memory. */
static bool enter_all(struct loops *loops, const struct dungeon *dungeon)
{
	loops->slot_bits = 2;
	while (UINT64_C(1) << loops->slot_bits < 4 * (uint64_t)dungeon->tunnel_count)
		loops->slot_bits++;
	uint64_t count = UINT64_C(1) << loops->slot_bits;
	if (!array_reserve(loops, slots, count, LIKELY))
		return false;
	memset(loops->slots, 0, (size_t)count * sizeof *loops->slots);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++)
		enter_tunnel(loops, dungeon, i);
	return true;
}

static bool start(struct loops *loops, struct dungeon *dungeon, uint32_t wanted)
{
	uint32_t rooms = dungeon->room_count;
	uint64_t tunnels = (uint64_t)dungeon->tunnel_count + wanted, likely = recipe_most_rooms(&dungeon->recipe);
	if (tunnels > DUNGEON_MOST_TUNNELS || !array_reserve(dungeon, tunnels, tunnels, likely + wanted) ||
	    !array_reserve(loops, rooms, rooms, likely) || !enter_all(loops, dungeon))
		return false;
	if (!array_reserve(loops, near, 1, LIKELY) || !array_reserve(loops, found, 1, LIKELY))
		return false;
	memset(loops->rooms, 0, rooms * sizeof *loops->rooms);
	loops->near_count = 0;
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		loops->rooms[dungeon->tunnels[i].from].joined++;
		loops->rooms[dungeon->tunnels[i].to].joined++;
	}
	return true;
}

static int compare_distances(const void *a, const void *b)
{
	const struct listed_room *first = a, *second = b;
	if (first->distance != second->distance)
		return first->distance < second->distance ? -1 : 1;
	return first->room < second->room ? -1 : 1;
}

/*
 * Finds the rooms in the cells up to `ring` cells around a point whose squared distance from it is greater than `from`,
 * and not so great that a room outside these cells could be nearer. Returns how many, or UINT64_MAX if out of memory.
 */
static uint64_t find_rooms(struct loops *loops, const struct neighbors *neighbors, struct point point, uint32_t ring,
			   uint64_t from)
{
	int64_t column = (point.x >> neighbors->shift) + 1, row = (point.y >> neighbors->shift) + 1;
	int64_t last_column = (int64_t)neighbors->columns - 1, last_row = (int64_t)neighbors->rows - 1;
	int64_t left = column > ring ? column - ring : 0, top = row > ring ? row - ring : 0;
	int64_t right = column + ring < last_column ? column + ring : last_column;
	int64_t bottom = row + ring < last_row ? row + ring : last_row;
	bool all = left == 0 && top == 0 && right == last_column && bottom == last_row;
	uint64_t reach = (uint64_t)ring << neighbors->shift, to = all ? UINT64_MAX : reach * reach;
	uint64_t count = 0;
	for (row = top; row <= bottom; row++) {
		const uint32_t *firsts = neighbors->firsts + row * neighbors->columns;
		for (uint32_t i = firsts[left]; i < firsts[right + 1]; i++) {
			struct neighbor here = neighbors->list[i];
			int64_t x = (int64_t)here.center.x - point.x, y = (int64_t)here.center.y - point.y;
			uint64_t distance = (uint64_t)(x * x + y * y);
			if (distance <= from || distance > to)
				continue;
			if (!array_reserve(loops, found, count + 1, 0))
				return UINT64_MAX;
			loops->found[count++] = (struct listed_room){distance, here.room};
		}
	}
	return count;
}

/*
 * Gives a room a new list when its last one is used up: the next nearest rooms, in an area about twice as large. There
 * must be a room that it is not joined to. Returns false if out of memory.
 */
static bool list_more(struct loops *loops, const struct neighbors *neighbors, const struct dungeon *dungeon,
		      uint32_t index)
{
	struct loop_room *room = &loops->rooms[index];
	uint64_t reach = (uint64_t)room->ring << neighbors->shift, count;
	do {
		room->ring += room->ring / 2 + 1;
		count = find_rooms(loops, neighbors, room_center(dungeon->rooms[index]), room->ring, reach * reach);
	} while (count == 0);
	if (count == UINT64_MAX || !array_reserve(loops, near, loops->near_count + count, 0))
		return false;
	qsort(loops->found, (size_t)count, sizeof *loops->found, compare_distances);
	room->next = loops->near_count;
	for (uint64_t i = 0; i < count; i++)
		loops->near[loops->near_count++] = loops->found[i].room;
	room->end = loops->near_count;
	return true;
}

/* Sets *nearest to the nearest room that this one is not joined to. Returns false if out of memory. */
static bool find_nearest(struct loops *loops, const struct neighbors *neighbors, const struct dungeon *dungeon,
			 uint32_t index, uint32_t *nearest)
{
	struct loop_room *room = &loops->rooms[index];
	do {
		if (room->next == room->end && !list_more(loops, neighbors, dungeon, index))
			return false;
		*nearest = loops->near[room->next++];
	} while (*find_slot(loops, dungeon, index, *nearest) != 0);
	return true;
}

bool loops_add(struct loops *loops, struct neighbors *neighbors, const struct rng *rng, void *state,
	       const struct watch *watch, struct dungeon *dungeon)
{
	uint32_t count = dungeon->room_count;
	/* All pairs of rooms, less the tunnels that connect them. */
	uint64_t most = (uint64_t)count * (count - 1) / 2 - (count - 1);
	uint32_t wanted = dungeon->recipe.loops < most ? dungeon->recipe.loops : (uint32_t)most;
	if (!start(loops, dungeon, wanted) || !neighbors_index(neighbors, dungeon, count))
		return false;
	for (uint32_t i = 0; i < wanted; i++) {
		if (i % WATCH_EVERY == 0)
			watch_call(watch, "loops", i, wanted);
		uint32_t room = rng->range(state, 0, count - 1), nearest;
		while (loops->rooms[room].joined == count - 1)
			room = rng->range(state, 0, count - 1);
		if (!find_nearest(loops, neighbors, dungeon, room, &nearest))
			return false;
		/* start() has reserved memory for it. */
		(void)dungeon_add_tunnel(dungeon, room, nearest, rng->coin(state));
		loops->rooms[room].joined++;
		loops->rooms[nearest].joined++;
		if (2 * (uint64_t)dungeon->tunnel_count < UINT64_C(1) << loops->slot_bits)
			enter_tunnel(loops, dungeon, dungeon->tunnel_count - 1);
		else if (!enter_all(loops, dungeon))
			return false;
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, rooms);
	array_free(loops, near);
	array_free(loops, found);
	array_free(loops, slots);
	*loops = (struct loops){0};
}
