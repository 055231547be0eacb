/* SPDX-License-Identifier: MIT */
/*
 * The nearest rooms are found by looking at a square around the point. Every room outside the
 * square is farther than the square reaches. So if the square contains enough rooms within its
 * reach, these are the nearest ones. If it does not, the search goes on with a larger square.
 */
#include "generate/neighbors.h"

/* A search for the rooms that follow `after`, in the order of their nearness to a point. */
struct search {
	struct point point;
	struct nearness after;
	struct nearness *list; /* the nearest rooms so far, the nearest first */
	uint32_t list_count;   /* number of rooms in the list */
	uint32_t list_max;     /* number of rooms to list, at most */
};

/*
 * Adds a room that meets the square to the list, unless it is not among the nearest. If the list is
 * full, its last room leaves it. For overlap_visit, which goes on to the next room.
 */
static bool look_at_room(void *context, struct area area, uint32_t number)
{
	struct search *search = context;
	struct nearness *list = search->list;
	const struct nearness room = nearness_of(area, number, search->point);
	if (!is_nearer(search->after, room))
		return false;
	if (search->list_count < search->list_max)
		search->list_count++;
	else if (!is_nearer(room, list[search->list_max - 1]))
		return false;
	uint32_t place = search->list_count - 1;
	for (; place > 0 && is_nearer(room, list[place - 1]); place--)
		list[place] = list[place - 1];
	list[place] = room;
	return false;
}

/*
 * Returns the reach of the first square to look at. Apart from the rooms that precede the list,
 * this square contains about twice as many rooms as requested, so that enough of them are usually
 * within its reach. A few rooms are all looked at: their square covers the map.
 */
static uint64_t choose_reach(const struct search *search, const struct overlap *room_overlap,
			     uint64_t reach_max)
{
	if (room_overlap->count <= OVERLAP_LINEAR_MAX)
		return reach_max;
	const uint64_t tiles = recipe_tiles(&room_overlap->map->recipe);
	/* A square has about 4 * reach * reach tiles. `distance` is squared, too. */
	const uint64_t half_of_tiles_per_room = tiles / (room_overlap->count * UINT64_C(2));
	const uint64_t reach_squared_min = search->after.distance +
					   half_of_tiles_per_room * search->list_max;
	uint64_t reach = 1;
	while (reach < reach_max && reach * reach < reach_squared_min)
		reach += reach / 4 + 1;
	return reach;
}

uint32_t neighbors_list(const struct overlap *room_overlap, struct point point,
			struct nearness after, uint32_t list_max, struct nearness *list)
{
	const struct recipe *recipe = &room_overlap->map->recipe;
	const uint32_t reach_max = greater(recipe->width, recipe->height) - 1;
	struct search search = {
		.point = point,
		.after = after,
		.list = list,
		.list_max = list_max,
	};
	for (uint64_t reach = choose_reach(&search, room_overlap, reach_max);; reach *= 2) {
		const bool is_last = reach >= reach_max;
		const uint32_t side = is_last ? reach_max : (uint32_t)reach;
		const struct area square = {
			.x1 = point.x - lesser(point.x, side),
			.y1 = point.y - lesser(point.y, side),
			.x2 = lesser(point.x + side, recipe->width - 1),
			.y2 = lesser(point.y + side, recipe->height - 1),
		};
		search.list_count = 0;
		overlap_visit(room_overlap, square, look_at_room, &search);
		/* Every room outside the square is farther than its reach. */
		const bool is_full = search.list_count == list_max;
		if (is_last || (is_full && list[list_max - 1].distance <= reach * reach))
			return search.list_count;
	}
}

void neighbor_table_clear(struct neighbor_table *table)
{
	table->listed_count = 0;
	table->neighbor_count = 0;
}

bool neighbor_table_fill(struct neighbor_table *table, const struct map *map,
			 const struct overlap *room_overlap, uint32_t neighbors_max)
{
	const uint32_t room_count = map->room_count;
	const uint32_t neighbor_count = lesser(neighbors_max, room_count - 1);
	table->neighbor_count = neighbor_count;
	/* The table may list more neighbors of each room, but the nearest come first. */
	if (table->listed_count >= neighbor_count)
		return true;
	/*
	 * From top to bottom, because the cache then contains the rooms nearby. In any other order,
	 * a dense map of 10000x10000 tiles takes twice as long.
	 */
	const uint32_t *order = sort_indices(&table->sort, room_count, map->recipe.height,
					     map_area_row, map);
	if (!order)
		return false;
	if (!array_reserve(table, entries, (uint64_t)room_count * neighbor_count))
		return false;
	table->listed_count = neighbor_count;
	for (uint32_t i = 0; i < room_count; i++) {
		const uint32_t room = order[i];
		const struct nearness itself = {.distance = 0, .room = room};
		struct nearness neighbors[NEIGHBOR_TABLE_MAX];
		neighbors_list(room_overlap, room_center(map->rooms[room]), itself, neighbor_count,
			       neighbors);
		uint32_t *entries = table->entries + (size_t)room * neighbor_count;
		for (uint32_t k = 0; k < neighbor_count; k++)
			entries[k] = neighbors[k].room;
	}
	return true;
}

void neighbor_table_free(struct neighbor_table *table)
{
	array_free(table, entries);
	memory_free(&table->sort);
}
