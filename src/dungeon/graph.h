/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_GRAPH_H
#define DUNGEN_GRAPH_H

#include "dungeon/dungeon.h"

/*
 * Rooms and the tunnels between them, as a list of tunnel ends for each room. Tunnel i has two ends: 2 * i in the room
 * it comes from, and 2 * i + 1 in the other. Zeroed before its first use, used again for the next map.
 */
struct graph {
	ARRAY(uint32_t, heads); /* by room: its first end plus 1, 0 for none */
	ARRAY(uint32_t, next);  /* by end: the next end of the same room plus 1, 0 for none */
};

/* Lists all tunnels of a dungeon, with space for `tunnels` in all. Returns false if out of memory. */
bool graph_start(struct graph *graph, const struct dungeon *dungeon, uint64_t tunnels);

/* Lists the newest tunnel of a dungeon, whose other tunnels are listed. Returns false if out of memory. */
bool graph_add_newest(struct graph *graph, const struct dungeon *dungeon);

/* The room at an end of a tunnel; the tunnel's other end is `end` ^ 1. */
static inline uint32_t graph_room(const struct dungeon *dungeon, uint32_t end)
{
	struct tunnel tunnel = dungeon->tunnels[end / 2];
	return end % 2 == 0 ? tunnel.from : tunnel.to;
}

/* Frees its memory. Safe on a zeroed struct. */
void graph_free(struct graph *graph);

#endif
