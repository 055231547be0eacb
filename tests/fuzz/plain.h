/* SPDX-License-Identifier: MIT */
#pragma once

#include "generate/generate.h"
#include "grid.h"

/*
 * What the searches of the generator are compared with: rooms placed one after the other, and the nearest by trying
 * all. tests/oracle has the whole generator in Python.
 */
enum { PLAIN_ROOMS = 4500 };

struct plain {
	uint64_t attempts;
	uint32_t rooms;
	struct area room[PLAIN_ROOMS];
	struct tunnel tunnel[PLAIN_ROOMS]; /* of --tunnels through, before loops: that of the room after it */
};

static inline bool plain_meets(const struct plain *plain, struct area room)
{
	bool meets = false;
	for (uint32_t i = 0; i < plain->rooms; i++)
		meets = meets || (room.x1 <= plain->room[i].x2 && room.x2 >= plain->room[i].x1 &&
				  room.y1 <= plain->room[i].y2 && room.y2 >= plain->room[i].y1);
	return meets;
}

/* The nearest of the first `count` rooms that none of the tunnels joins to this one, or UINT32_MAX. */
static inline uint32_t plain_nearest(const struct area *room, uint32_t count, const struct tunnel *tunnels,
				     uint32_t tunnel_count, uint32_t from)
{
	static bool joined[PLAIN_ROOMS];
	memset(joined, 0, count);
	for (uint32_t i = 0; i < tunnel_count; i++)
		if (tunnels[i].from == from || tunnels[i].to == from)
			joined[tunnels[i].from] = joined[tunnels[i].to] = true;
	struct point a = plain_center(room[from]);
	int64_t least = INT64_MAX;
	uint32_t nearest = UINT32_MAX;
	for (uint32_t i = 0; i < count; i++) {
		struct point b = plain_center(room[i]);
		int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
		bool nearer = i != from && !joined[i] && x * x + y * y < least;
		least = nearer ? x * x + y * y : least;
		nearest = nearer ? i : nearest;
	}
	return nearest;
}

/* Makes the rooms of a seed, and the tunnels that join them with --tunnels through. */
static inline void plain_make(struct plain *plain, const struct recipe *recipe, const struct rng *rng)
{
	struct draws draws = {rng, calloc(1, rng->state_size)};
	if (!draws.state)
		abort();
	rng->seed(draws.state, recipe->seed);
	plain->attempts = plain->rooms = 0;
	while (plain->attempts < recipe->max_rooms ||
	       (plain->rooms < recipe->min_rooms && plain->attempts < UINT64_C(1000) * recipe->min_rooms)) {
		plain->attempts++;
		uint32_t width = draws_range(&draws, recipe->room_min, recipe->room_max);
		uint32_t height = draws_range(&draws, recipe->room_min, recipe->room_max);
		uint32_t x = draws_range(&draws, 0, recipe->width - width - 1);
		uint32_t y = draws_range(&draws, 0, recipe->height - height - 1);
		uint32_t new = plain->rooms;
		plain->room[new] = (struct area){x, y, x + width, y + height};
		plain->rooms += !plain_meets(plain, plain->room[new]);
		if (plain->rooms == new || new == 0)
			continue;
		uint32_t from = recipe->connect == CONNECT_NEAREST ? plain_nearest(plain->room, new, NULL, 0, new)
								   : new - 1;
		plain->tunnel[new - 1] = (struct tunnel){from, new & 0x7fffffff, draws_coin(&draws), 0};
	}
	free(draws.state);
}
