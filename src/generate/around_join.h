/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/around_site.h"

/*
 * Joins the rooms of a map. Two rooms are joined if a way leads from one to the other through
 * tunnels and rooms.
 *
 * Usage:
 *
 *     struct around_join join = {0};
 *     around_join_rooms(&join, &site);        digs tunnels; some rooms may remain unjoined
 *     around_drop_unjoined(&join, &site);     drops these rooms
 *     around_join_free(&join);
 */
struct around_join {
	/*
	 * Groups of joined rooms, as trees. By room: an earlier room of its group, or the room
	 * itself if it is the first of its group.
	 */
	ARRAY(uint32_t, parents);
	/* By old number of a room: its new number, or NO_ROOM if the room was dropped. */
	ARRAY(uint32_t, new_numbers);
};

/*
 * Digs tunnels between neighbors until all rooms are joined, or until no further tunnel is found.
 * Returns false if out of memory.
 */
bool around_join_rooms(struct around_join *join, struct around_site *site);

/*
 * Keeps the largest group of joined rooms, and drops all other rooms and their tunnels. If several
 * groups are the largest, it keeps the group with the earliest room. The rooms that stay are
 * numbered again, in the same order. Returns false if out of memory.
 */
bool around_drop_unjoined(struct around_join *join, struct around_site *site);

void around_join_free(struct around_join *join);
