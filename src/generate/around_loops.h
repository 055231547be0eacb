/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/around_graph.h"
#include "generate/around_site.h"

/*
 * Digs loops: tunnels between rooms that are joined already. Each loop at least halves the walk
 * between its two rooms.
 *
 * Usage:
 *
 *     struct around_loops loops = {0};
 *     around_dig_loops(&loops, &site);    after all rooms were joined
 *     around_loops_free(&loops);
 */
struct around_loops {
	struct around_graph graph;
	ARRAY(uint32_t, starts); /* rooms at which a loop may still begin */
};

/*
 * Digs the loops that the recipe requests, or fewer if it finds no more. Returns false if out of
 * memory.
 */
bool around_dig_loops(struct around_loops *loops, struct around_site *site);

void around_loops_free(struct around_loops *loops);
