/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/fit.h"
#include "generate/generation.h"
#include "generate/neighbors.h"

/*
 * The site on which the passes of --tunnels around dig: a map that has its rooms, the indexes
 * of its rooms and tunnels, and the random numbers.
 *
 * Usage:
 *
 *     struct around_site site = {0};
 *     around_site_start(&site, generation);      once for each map
 *     around_site_dig(&site, from, to, path);    for each tunnel that fits
 *     around_site_free(&site);
 *
 * To drop rooms, clear the site, then add the rooms that stay, and dig their tunnels again.
 */
struct around_site {
	struct map *map;                 /* the map that the passes change; not owned */
	struct overlap *rooms;           /* finds its rooms; not owned */
	const struct draws *draws;       /* random numbers; not owned */
	struct history *history;         /* attempts to place rooms; not owned, may be NULL */
	struct watch *watch;             /* reports all passes; not owned, may be NULL */
	struct fit fit;                  /* its tunnels; tells whether another one fits */
	struct neighbor_table neighbors; /* the nearest neighbors of each room */
};

/*
 * Starts with a map that has its rooms but no tunnels. The caller keeps everything that the
 * generation refers to until the last pass.
 */
void around_site_start(struct around_site *site, const struct generation *generation);

/*
 * Removes all rooms and tunnels from the map and from the site, but leaves their memory as it is.
 * The caller can therefore add some of them again, in the same order.
 */
void around_site_clear(struct around_site *site);

/* Adds a room to the map and to the index. Returns false if out of memory. */
bool around_site_add_room(struct around_site *site, struct area room);

/* Digs a tunnel that fits from one room to another. Returns false if out of memory. */
bool around_site_dig(struct around_site *site, uint32_t from, uint32_t to, struct path path);

void around_site_free(struct around_site *site);
