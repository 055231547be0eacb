/* SPDX-License-Identifier: MIT */
#include "generate/neighbors.h"

#include <string.h>

/* The index. */

/* How many cells there are, those at the border included. */
static uint64_t cell_count(const struct recipe *recipe, uint32_t shift)
{
	return (uint64_t)((recipe->width >> shift) + 3) * ((recipe->height >> shift) + 3);
}

static size_t cell_of(const struct neighbors *neighbors, struct point point)
{
	uint32_t column = (point.x >> neighbors->shift) + 1, row = (point.y >> neighbors->shift) + 1;
	return (size_t)row * neighbors->columns + column;
}

bool neighbors_index(struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t count, uint32_t most)
{
	const struct recipe *recipe = &dungeon->recipe;
	/* The smallest cells of which there are at most two for each room: then most have one room or none. */
	uint32_t shift = 31;
	while (cell_count(recipe, shift - 1) <= (uint64_t)count * 2)
		shift--;
	uint64_t cells = cell_count(recipe, shift);
	if (!array_reserve(neighbors, firsts, cells + 2) || !array_reserve(neighbors, list, count) ||
	    !array_reserve(neighbors, nearest, most))
		return false;
	neighbors->shift = shift;
	neighbors->columns = (recipe->width >> shift) + 3;
	neighbors->rows = (recipe->height >> shift) + 3;

	/* A counting sort. firsts[cell + 2] is the number of rooms in the cell, then firsts[cell + 1] the place of the
	 * cell's next room, which ends up as the place after its last one. */
	uint32_t *firsts = neighbors->firsts;
	memset(firsts, 0, (size_t)(cells + 2) * sizeof *firsts);
	for (uint32_t i = 0; i < count; i++)
		firsts[cell_of(neighbors, room_center(dungeon->rooms[i])) + 2]++;
	for (size_t cell = 0; cell < cells; cell++)
		firsts[cell + 2] += firsts[cell + 1];
	for (uint32_t i = 0; i < count; i++) {
		struct point center = room_center(dungeon->rooms[i]);
		watch_work(dungeon->watch, 1, "rooms indexed", i, count);
		neighbors->list[firsts[cell_of(neighbors, center) + 1]++] = (struct neighbor){center, i};
	}
	return true;
}

/* The search goes through rings of cells, farther and farther out, until no other room can be as near. */

struct search {
	struct point point;
	uint32_t end;          /* only rooms before this one */
	struct nearness after; /* only rooms that come after this one */
	uint64_t distance;     /* squared: of the last in a full list, or UINT64_MAX */
	struct nearness *list; /* the best so far, the nearest first */
	uint32_t count, most;  /* of the list */
};

/* Searches the cells from `left` to `right` of a row. Cells nearer to the point come first, so that a room seldom moves
 * far in the list. */
static void search_cells(const struct neighbors *neighbors, struct search *search, int64_t row, int64_t left,
			 int64_t right)
{
	const uint32_t *firsts = neighbors->firsts + row * neighbors->columns;
	struct nearness *list = search->list;
	for (uint32_t i = firsts[left]; i < firsts[right + 1]; i++) {
		struct nearness here = {squared_distance(neighbors->list[i].center, search->point),
					neighbors->list[i].room};
		bool full = search->count == search->most;
		if (here.room >= search->end || !is_nearer(search->after, here) ||
		    (full && !is_nearer(here, list[search->count - 1])))
			continue;
		uint32_t place = full ? search->count - 1 : search->count++;
		for (; place > 0 && is_nearer(here, list[place - 1]); place--)
			list[place] = list[place - 1];
		list[place] = here;
	}
	if (search->count == search->most)
		search->distance = list[search->count - 1].distance;
}

/* A square of cells; parts of it may be outside the grid. */
struct square {
	int64_t left, top, right, bottom;
};

/* Searches the cells on the edge of the square, or all of them. */
static void search_square(const struct neighbors *neighbors, struct search *search, struct square square, bool all)
{
	int64_t last_column = (int64_t)neighbors->columns - 1, last_row = (int64_t)neighbors->rows - 1;
	int64_t left = square.left > 0 ? square.left : 0;
	int64_t right = square.right < last_column ? square.right : last_column;
	for (int64_t row = square.top > 0 ? square.top : 0; row <= square.bottom && row <= last_row; row++) {
		if (all || row == square.top || row == square.bottom) {
			search_cells(neighbors, search, row, left, right);
			continue;
		}
		if (square.left >= 0)
			search_cells(neighbors, search, row, left, left);
		if (square.right <= last_column)
			search_cells(neighbors, search, row, right, right);
	}
}

/* The least distance from the point to a tile of the map outside the square; UINT32_MAX if there is no such tile. */
static uint32_t distance_outside(const struct neighbors *neighbors, struct square square, struct point point)
{
	uint32_t distance = UINT32_MAX, shift = neighbors->shift;
	if (square.left > 1)
		distance = lesser(distance, point.x + 1 - ((uint32_t)(square.left - 1) << shift));
	if (square.top > 1)
		distance = lesser(distance, point.y + 1 - ((uint32_t)(square.top - 1) << shift));
	if (square.right + 2 < neighbors->columns)
		distance = lesser(distance, ((uint32_t)square.right << shift) - point.x);
	if (square.bottom + 2 < neighbors->rows)
		distance = lesser(distance, ((uint32_t)square.bottom << shift) - point.y);
	return distance;
}

/* Searches ring after ring, until all rooms left are farther away than search->distance. */
static void search_rings(const struct neighbors *neighbors, struct search *search)
{
	struct point point = search->point;
	int64_t column = (point.x >> neighbors->shift) + 1, row = (point.y >> neighbors->shift) + 1;
	for (int64_t ring = 1;; ring++) {
		struct square square = {column - ring, row - ring, column + ring, row + ring};
		search_square(neighbors, search, square, ring == 1);
		uint64_t outside = distance_outside(neighbors, square, point);
		/* A room farther out may be as near as the best and have been placed before it. */
		if (outside == UINT32_MAX || search->distance < outside * outside)
			return;
	}
}

uint32_t neighbors_nearest(const struct neighbors *neighbors, struct point center, uint32_t end)
{
	struct nearness nearest = {0, UINT32_MAX};
	struct search search = {
		.point = center,
		.end = end,
		.after = {0, end},
		.distance = UINT64_MAX,
		.list = &nearest,
		.most = 1,
	};
	search_rings(neighbors, &search);
	return nearest.room;
}

uint32_t neighbors_list(const struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t room,
			struct nearness after, uint32_t most, uint32_t *list)
{
	struct search search = {
		.point = room_center(dungeon->rooms[room]),
		.end = UINT32_MAX,
		.after = after,
		.distance = UINT64_MAX,
		.list = neighbors->nearest,
		.most = most,
	};
	search_rings(neighbors, &search);
	for (uint32_t i = 0; i < search.count; i++)
		list[i] = search.list[i].room;
	return search.count;
}

/* Connecting. */

/* Up to so many rooms are compared with each other; an index would take longer. */
enum { FEW = 32 };

static uint32_t nearest_of_few(const struct dungeon *dungeon, uint32_t room)
{
	struct point center = room_center(dungeon->rooms[room]);
	uint64_t distance = UINT64_MAX;
	uint32_t nearest = 0;
	for (uint32_t i = 0; i < room; i++) {
		uint64_t to_room = squared_distance(center, room_center(dungeon->rooms[i]));
		nearest = to_room < distance ? i : nearest;
		distance = to_room < distance ? to_room : distance;
	}
	return nearest;
}

bool neighbors_connect(struct neighbors *neighbors, struct dungeon *dungeon)
{
	/*
	 * A room may only find rooms placed before it, but an index has all rooms before some `end`. So each pass takes
	 * the later half of the rooms left, end/2 to end-1: of the rooms indexed, at least half were placed before each
	 * of these. The earlier half is left to the next pass, with a smaller index, and the last few rooms are
	 * compared one by one. Rooms search in the order of the index, so that it stays in the cache.
	 */
	uint32_t end = dungeon->room_count, done = 0;
	for (; end > FEW; end /= 2) {
		if (!neighbors_index(neighbors, dungeon, end, 0))
			return false;
		for (uint32_t i = 0; i < end; i++) {
			struct neighbor here = neighbors->list[i];
			if (here.room < end / 2)
				continue;
			watch_work(dungeon->watch, 1, "tunnels", done++, dungeon->tunnel_count);
			dungeon->tunnels[here.room - 1].from = neighbors_nearest(neighbors, here.center, here.room);
		}
	}
	for (uint32_t room = 1; room < end; room++)
		dungeon->tunnels[room - 1].from = nearest_of_few(dungeon, room);
	return true;
}

void neighbors_free(struct neighbors *neighbors)
{
	array_free(neighbors, firsts);
	array_free(neighbors, list);
	array_free(neighbors, nearest);
}
