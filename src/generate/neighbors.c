/* SPDX-License-Identifier: MIT */
#include "generate/neighbors.h"

struct search {
	struct point point;
	struct nearness after; /* only rooms that come after this one */
	struct nearness *list; /* the best so far, the nearest first */
	uint32_t count, most;  /* of the list */
};

/* Adds a room to the list, if it is among the best. For overlap_visit, which goes on. */
static bool note(void *context, struct area area, uint32_t room)
{
	struct search *search = context;
	struct nearness here = nearness_of(area, room, search->point), *list = search->list;
	const bool full = search->count == search->most;
	if (!is_nearer(search->after, here) || (full && !is_nearer(here, list[search->most - 1])))
		return false;
	uint32_t place = full ? search->most - 1 : search->count++;
	for (; place > 0 && is_nearer(here, list[place - 1]); place--)
		list[place] = list[place - 1];
	list[place] = here;
	return false;
}

uint32_t neighbors_list(const struct overlap *rooms, struct point point, struct nearness after,
			uint32_t most, struct nearness *list)
{
	struct search search = {point, after, list, 0, most};
	const struct recipe *recipe = &rooms->map->recipe;
	const uint32_t right = recipe->width - 1, below = recipe->height - 1;
	const uint64_t tiles = recipe_tiles(recipe), farthest = greater(right, below);
	/*
	 * Searches a square that has about as many rooms, then larger ones, until no room outside
	 * can be nearer. Few rooms are all looked at.
	 */
	uint64_t radius = rooms->count <= OVERLAP_FEW ? farthest : 1;
	while (radius < farthest &&
	       radius * radius < after.distance + tiles / (rooms->count * UINT64_C(2)) * most)
		radius += radius / 4 + 1;
	for (;; radius *= 2) {
		const uint32_t reach = (uint32_t)(radius < farthest ? radius : farthest);
		search.count = 0;
		overlap_visit(rooms,
			      (struct area){point.x - lesser(point.x, reach),
					    point.y - lesser(point.y, reach),
					    lesser(point.x + reach, right),
					    lesser(point.y + reach, below)},
			      note, &search);
		if (reach == farthest ||
		    (search.count == most && list[most - 1].distance <= radius * radius))
			return search.count;
	}
}
