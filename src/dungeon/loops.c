/* SPDX-License-Identifier: MIT */
#include "dungeon/loops.h"

#include <string.h>

enum {
	WATCH_EVERY = 1 << 12, /* loops: about a millisecond */
	LIKELY = 1 << 12,      /* elements reserved for the table, enough for the maps of most batches */
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

/* Enters all tunnels into a table for `most` of them. Returns false if out of memory. */
static bool enter_all(struct loops *loops, const struct dungeon *dungeon, uint64_t most)
{
	loops->slot_bits = 2;
	while (UINT64_C(1) << loops->slot_bits < 2 * most)
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
	    !array_reserve(loops, rooms, rooms, likely) || !enter_all(loops, dungeon, tunnels))
		return false;
	memset(loops->rooms, 0, rooms * sizeof *loops->rooms);
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		loops->rooms[dungeon->tunnels[i].from].joined++;
		loops->rooms[dungeon->tunnels[i].to].joined++;
	}
	return true;
}

/* Returns the nearest room that this one is not joined to. There must be one. */
static uint32_t find_nearest(struct loops *loops, const struct neighbors *neighbors, const struct dungeon *dungeon,
			     uint32_t index)
{
	struct loop_room *room = &loops->rooms[index];
	uint32_t nearest;
	do {
		if (room->next == room->listed) {
			uint32_t last = room->listed > 0 ? room->near[room->listed - 1] : index;
			room->listed = neighbors_list(neighbors, dungeon, index, last, NEIGHBORS_MOST, room->near);
			room->next = 0;
		}
		nearest = room->near[room->next++];
	} while (*find_slot(loops, dungeon, index, nearest) != 0);
	return nearest;
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
		uint32_t room = rng->range(state, 0, count - 1);
		while (loops->rooms[room].joined == count - 1)
			room = rng->range(state, 0, count - 1);
		uint32_t nearest = find_nearest(loops, neighbors, dungeon, room);
		/* start() has reserved memory for the tunnel and its slot. */
		(void)dungeon_add_tunnel(dungeon, room, nearest, rng->coin(state));
		loops->rooms[room].joined++;
		loops->rooms[nearest].joined++;
		enter_tunnel(loops, dungeon, dungeon->tunnel_count - 1);
	}
	return true;
}

void loops_free(struct loops *loops)
{
	array_free(loops, rooms);
	array_free(loops, slots);
}
