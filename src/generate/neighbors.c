/* SPDX-License-Identifier: MIT */
/*
 * The nearest rooms are found by looking at a square around the point. Every room outside the
 * square is farther than the square reaches. So if the square contains enough rooms within its
 * reach, these are the nearest ones. If it does not, the search goes on with a larger square.
 *
 * A table is filled when no more rooms follow, so it need not use the index of rooms, which takes
 * new rooms at any time and lists a room in several cells. It sorts the rooms by the cell of their
 * center instead. The cells of a square are then a few ranges of an array. With the index, the
 * preset dungeon needs a quarter more time at 512x512 tiles, and a dense map 38 % more.
 */
#include "generate/neighbors.h"

#include <string.h>

/* A search for the rooms that follow `after`, in the order of their nearness to a point. */
struct search {
	const struct recipe *recipe;
	uint32_t room_count;                /* number of rooms on the map */
	const struct overlap *room_overlap; /* finds all rooms, or NULL if `table` does */
	const struct neighbor_table *table;
	struct point point;
	struct nearness after;
	struct nearness *list; /* the nearest rooms so far, the nearest first */
	uint32_t list_count;   /* number of rooms in the list */
	uint32_t list_max;     /* number of rooms to list, at most */
};

/*
 * Adds a room near the point to the list, unless it is not among the nearest. If the list is full,
 * its last room leaves it.
 */
static inline void look_at_room(struct search *search, struct nearness room)
{
	struct nearness *list = search->list;
	if (!is_nearer(search->after, room))
		return;
	if (search->list_count < search->list_max)
		search->list_count++;
	else if (!is_nearer(room, list[search->list_max - 1]))
		return;
	uint32_t place = search->list_count - 1;
	for (; place > 0 && is_nearer(room, list[place - 1]); place--)
		list[place] = list[place - 1];
	list[place] = room;
}

/* Looks at a room. For overlap_visit, which goes on to the next room. */
static bool look_at_area(void *context, struct area area, uint32_t number)
{
	struct search *search = context;
	look_at_room(search, nearness_of(room_center(area), number, search->point));
	return false;
}

/* Looks at all rooms whose centers are in the square, and perhaps at some others. */
static void look_at_square(struct search *search, struct area square)
{
	const struct neighbor_table *table = search->table;
	if (search->room_overlap) {
		overlap_visit(search->room_overlap, square, look_at_area, search);
		return;
	}
	const uint32_t shift = table->shift;
	for (size_t row = square.y1 >> shift; row <= square.y2 >> shift; row++) {
		const uint32_t *starts = table->starts + row * table->columns;
		const uint32_t end = starts[(square.x2 >> shift) + 1];
		for (uint32_t i = starts[square.x1 >> shift]; i < end; i++) {
			const struct room_place place = table->places[i];
			look_at_room(search, nearness_of(place.center, place.room, search->point));
		}
	}
}

/*
 * Returns the reach of the first square to look at. Apart from the rooms that precede the list,
 * this square contains about twice as many rooms as requested, so that enough of them are usually
 * within its reach. A few rooms are all looked at: their square covers the map.
 */
static uint64_t choose_reach(const struct search *search, uint64_t reach_max)
{
	if (search->room_count <= OVERLAP_LINEAR_MAX)
		return reach_max;
	const uint64_t tiles = recipe_tiles(search->recipe);
	/* A square has about 4 * reach * reach tiles. `distance` is squared, too. */
	const uint64_t half_of_tiles_per_room = tiles / (search->room_count * UINT64_C(2));
	const uint64_t reach_squared_min = search->after.distance +
					   half_of_tiles_per_room * search->list_max;
	uint64_t reach = 1;
	while (reach < reach_max && reach * reach < reach_squared_min)
		reach += reach / 4 + 1;
	return reach;
}

/* Lists the rooms. Returns how many rooms it listed. */
static uint32_t list_rooms(struct search *search)
{
	const struct recipe *recipe = search->recipe;
	const struct point point = search->point;
	const uint32_t reach_max = greater(recipe->width, recipe->height) - 1;
	for (uint64_t reach = choose_reach(search, reach_max);; reach *= 2) {
		const bool is_last = reach >= reach_max;
		const uint32_t side = is_last ? reach_max : (uint32_t)reach;
		const struct area square = {
			.x1 = point.x - lesser(point.x, side),
			.y1 = point.y - lesser(point.y, side),
			.x2 = lesser(point.x + side, recipe->width - 1),
			.y2 = lesser(point.y + side, recipe->height - 1),
		};
		search->list_count = 0;
		look_at_square(search, square);
		/* Every room outside the square is farther than its reach. */
		const bool is_full = search->list_count == search->list_max;
		if (is_last ||
		    (is_full && search->list[search->list_max - 1].distance <= reach * reach))
			return search->list_count;
	}
}

uint32_t neighbors_list(const struct overlap *room_overlap, struct point point,
			struct nearness after, uint32_t list_max, struct nearness *list)
{
	struct search search = {
		.recipe = &room_overlap->map->recipe,
		.room_count = room_overlap->count,
		.room_overlap = room_overlap,
		.point = point,
		.after = after,
		.list = list,
		.list_max = list_max,
	};
	return list_rooms(&search);
}

void neighbor_table_clear(struct neighbor_table *table)
{
	table->listed_count = 0;
	table->neighbor_count = 0;
}

/* Returns the index of the cell that contains the center of a room. */
static size_t cell_of(const struct neighbor_table *table, struct point center)
{
	const size_t row = center.y >> table->shift;
	return row * table->columns + (center.x >> table->shift);
}

/*
 * Divides the map into at most as many cells as it has rooms, or into one cell if it has few, and
 * sorts the rooms by cell. Returns false if out of memory.
 */
static bool sort_rooms(struct neighbor_table *table, const struct map *map)
{
	const uint32_t room_count = map->room_count;
	uint32_t shift = 31;
	uint64_t cell_count = 1;
	while (shift > 0 && room_count > OVERLAP_LINEAR_MAX) {
		const uint64_t columns = (map->recipe.width >> (shift - 1)) + 1;
		const uint64_t rows = (map->recipe.height >> (shift - 1)) + 1;
		if (columns * rows > room_count)
			break;
		cell_count = columns * rows;
		shift--;
	}
	table->shift = shift;
	table->columns = (map->recipe.width >> shift) + 1;
	if (!array_reserve(table, starts, cell_count + 1))
		return false;
	if (!array_reserve(table, places, room_count))
		return false;
	uint32_t *starts = table->starts;
	memset(starts, 0, (size_t)(cell_count + 1) * sizeof *starts);
	for (uint32_t room = 0; room < room_count; room++)
		starts[cell_of(table, room_center(map->rooms[room]))]++;
	/* At first, each cell starts where it ends. Each room moves the start back by one. */
	for (uint64_t cell = 1; cell <= cell_count; cell++)
		starts[cell] += starts[cell - 1];
	for (uint32_t room = 0; room < room_count; room++) {
		const struct point center = room_center(map->rooms[room]);
		const uint32_t place = --starts[cell_of(table, center)];
		table->places[place] = (struct room_place){center, room};
	}
	return true;
}

bool neighbor_table_fill(struct neighbor_table *table, const struct map *map,
			 uint32_t neighbors_max)
{
	const uint32_t room_count = map->room_count;
	const uint32_t neighbor_count = lesser(neighbors_max, room_count - 1);
	table->neighbor_count = neighbor_count;
	/* The table may list more neighbors of each room, but the nearest come first. */
	if (table->listed_count >= neighbor_count)
		return true;
	if (!sort_rooms(table, map))
		return false;
	if (!array_reserve(table, entries, (uint64_t)room_count * neighbor_count))
		return false;
	table->listed_count = neighbor_count;
	/* By cell, because the cache then contains the rooms nearby. */
	for (uint32_t i = 0; i < room_count; i++) {
		const struct room_place place = table->places[i];
		struct nearness neighbors[NEIGHBOR_TABLE_MAX];
		struct search search = {
			.recipe = &map->recipe,
			.room_count = room_count,
			.table = table,
			.point = place.center,
			.after = {.distance = 0, .room = place.room},
			.list = neighbors,
			.list_max = neighbor_count,
		};
		uint32_t *entries = table->entries + (size_t)place.room * neighbor_count;
		/* There are enough rooms for the whole list. */
		const uint32_t count = list_rooms(&search);
		for (uint32_t k = 0; k < count; k++)
			/* cppcheck-suppress uninitvar; list_rooms stores `count` of them */
			entries[k] = neighbors[k].room;
	}
	return true;
}

void neighbor_table_free(struct neighbor_table *table)
{
	array_free(table, entries);
	array_free(table, starts);
	array_free(table, places);
}
