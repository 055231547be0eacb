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

static bool is_full(const struct search *search)
{
	return search->list_count == search->list_max;
}

/* Returns whether a room belongs in the list, as far as the search has come. */
static bool belongs_in_list(const struct search *search, struct nearness room)
{
	if (!is_nearer(search->after, room))
		return false;
	if (!is_full(search))
		return true;
	return is_nearer(room, search->list[search->list_max - 1]);
}

/* Adds a room to the list. If the list is full, its last room leaves it. */
static void add_to_list(struct search *search, struct nearness room)
{
	struct nearness *list = search->list;
	if (!is_full(search))
		search->list_count++;
	uint32_t place = search->list_count - 1;
	for (; place > 0 && is_nearer(room, list[place - 1]); place--)
		list[place] = list[place - 1];
	list[place] = room;
}

/* Looks at a room that meets the square. For overlap_visit, which goes on to the next room. */
static bool look_at_room(void *context, struct area area, uint32_t number)
{
	struct search *search = context;
	const struct nearness room = nearness_of(area, number, search->point);
	if (belongs_in_list(search, room))
		add_to_list(search, room);
	return false;
}

/* Returns the part of a square around a point that lies on the map. */
static struct area square_around(struct point center, uint32_t reach, const struct recipe *recipe)
{
	return (struct area){
		.x1 = center.x - lesser(center.x, reach),
		.y1 = center.y - lesser(center.y, reach),
		.x2 = lesser(center.x + reach, recipe->width - 1),
		.y2 = lesser(center.y + reach, recipe->height - 1),
	};
}

/*
 * Returns the reach of the first square to look at. Apart from the rooms that precede the list,
 * this square contains about twice as many rooms as requested, so that enough of them are usually
 * within its reach. A few rooms are all looked at: their square covers the map.
 */
static uint64_t choose_reach(const struct search *search, const struct overlap *rooms,
			     uint64_t reach_max)
{
	if (rooms->count <= OVERLAP_LINEAR_MAX)
		return reach_max;
	const uint64_t tiles = recipe_tiles(&rooms->map->recipe);
	/* A square has about 4 * reach * reach tiles. `distance` is squared, too. */
	const uint64_t half_of_tiles_per_room = tiles / (rooms->count * UINT64_C(2));
	const uint64_t reach_squared_min = search->after.distance +
					   half_of_tiles_per_room * search->list_max;
	uint64_t reach = 1;
	while (reach < reach_max && reach * reach < reach_squared_min)
		reach += reach / 4 + 1;
	return reach;
}

/* Returns whether no room outside a square of this reach is nearer than those in the list. */
static bool is_complete(const struct search *search, uint64_t reach)
{
	if (!is_full(search))
		return false;
	return search->list[search->list_max - 1].distance <= reach * reach;
}

uint32_t neighbors_list(const struct overlap *rooms, struct point point, struct nearness after,
			uint32_t list_max, struct nearness *list)
{
	const struct recipe *recipe = &rooms->map->recipe;
	const uint32_t reach_max = greater(recipe->width, recipe->height) - 1;
	struct search search = {
		.point = point,
		.after = after,
		.list = list,
		.list_max = list_max,
	};
	uint64_t reach = choose_reach(&search, rooms, reach_max);
	while (reach < reach_max) {
		const struct area square = square_around(point, (uint32_t)reach, recipe);
		overlap_visit(rooms, square, look_at_room, &search);
		if (is_complete(&search, reach))
			return search.list_count;
		search.list_count = 0;
		reach *= 2;
	}
	const struct area map = square_around(point, reach_max, recipe);
	overlap_visit(rooms, map, look_at_room, &search);
	return search.list_count;
}

void neighbor_table_clear(struct neighbor_table *table)
{
	table->listed_count = 0;
	table->neighbor_count = 0;
}

/* Lists the neighbors of a room in its part of the table. */
static void list_neighbors(struct neighbor_table *table, const struct map *map,
			   const struct overlap *rooms, uint32_t room)
{
	struct nearness neighbors[NEIGHBOR_TABLE_MAX];
	const uint32_t count = table->listed_count;
	const struct point center = room_center(map->rooms[room]);
	const struct nearness room_itself = {.distance = 0, .room = room};
	uint32_t *entries = table->entries + (size_t)room * count;
	neighbors_list(rooms, center, room_itself, count, neighbors);
	for (uint32_t i = 0; i < count; i++)
		entries[i] = neighbors[i].room;
}

bool neighbor_table_fill(struct neighbor_table *table, const struct map *map,
			 const struct overlap *rooms, uint32_t neighbors_max)
{
	const uint32_t room_count = map->room_count;
	const uint32_t neighbor_count = lesser(neighbors_max, room_count - 1);
	table->neighbor_count = neighbor_count;
	/* The table may list more neighbors of each room, but the nearest come first. */
	if (table->listed_count >= neighbor_count)
		return true;
	/* From top to bottom, because the cache then contains the rooms nearby. */
	const uint32_t *order = sort_indices(&table->sort, room_count, map->recipe.height,
					     map_area_row, map);
	if (!order)
		return false;
	if (!array_reserve(table, entries, (uint64_t)room_count * neighbor_count))
		return false;
	table->listed_count = neighbor_count;
	for (uint32_t i = 0; i < room_count; i++)
		list_neighbors(table, map, rooms, order[i]);
	return true;
}

void neighbor_table_free(struct neighbor_table *table)
{
	array_free(table, entries);
	memory_free(&table->sort);
}
