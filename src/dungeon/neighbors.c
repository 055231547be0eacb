/* SPDX-License-Identifier: MIT */
#include "dungeon/neighbors.h"

#include <string.h>

/* The index. */

enum { LANES = 4 }; /* rooms that are compared at once; the arrays have memory for so many more */

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

static uint32_t pack(struct point center)
{
	return (center.x & 0xffff) | center.y << 16;
}

static bool reserve(struct neighbors *neighbors, const struct recipe *recipe, uint64_t cells, uint64_t count)
{
	/* There are no more cells than rooms, unless there are hardly any rooms. */
	uint64_t likely = (uint64_t)recipe_most_rooms(recipe) + LANES;
	return array_reserve(neighbors, firsts, cells + 2, likely) &&
	       array_reserve(neighbors, rooms, count + LANES, likely) &&
	       array_reserve(neighbors, centers, count + LANES, likely);
}

bool neighbors_index(struct neighbors *neighbors, const struct dungeon *dungeon, uint32_t count)
{
	const struct recipe *recipe = &dungeon->recipe;
	/* The smallest cells of which there are no more than rooms: most have one or two. A map has fewer rooms than
	 * tiles, so cells of one tile are too many, and the search ends before them. */
	uint32_t shift = 31;
	while (cell_count(recipe, shift - 1) <= count)
		shift--;
	uint64_t cells = cell_count(recipe, shift);
	if (!reserve(neighbors, recipe, cells, count))
		return false;
	neighbors->dungeon = dungeon;
	neighbors->shift = shift;
	neighbors->columns = (recipe->width >> shift) + 3;
	neighbors->rows = (recipe->height >> shift) + 3;

	/* firsts[cell + 2] counts; then firsts[cell + 1] is where the cell's next room goes, and at last its end. */
	uint32_t *firsts = neighbors->firsts;
	memset(firsts, 0, (size_t)(cells + 2) * sizeof *firsts);
	for (uint32_t i = 0; i < count; i++)
		firsts[cell_of(neighbors, room_center(dungeon->rooms[i])) + 2]++;
	for (size_t cell = 0; cell < cells; cell++)
		firsts[cell + 2] += firsts[cell + 1];
	for (uint32_t i = 0; i < count; i++) {
		struct point center = room_center(dungeon->rooms[i]);
		uint32_t place = firsts[cell_of(neighbors, center) + 1]++;
		neighbors->rooms[place] = i;
		neighbors->centers[place] = pack(center);
	}
	return true;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * The first search looks at the cell of a center and the eight around it: three runs of rooms, compared four at a time.
 * The cells have to be so small that the square of a distance along a row fits 16 bits.
 */

enum { BLOCK_SHIFT_MOST = 7 };

typedef uint32_t lanes __attribute__((vector_size(LANES * sizeof(uint32_t))));
typedef int32_t signed_lanes __attribute__((vector_size(LANES * sizeof(uint32_t))));
typedef uint16_t halves __attribute__((vector_size(LANES * sizeof(uint32_t))));

static inline lanes load(const uint32_t *numbers)
{
	lanes loaded;
	memcpy(&loaded, numbers, sizeof loaded);
	return loaded;
}

/*
 * Finds the room nearest to a packed center in that cell, of those before `end`. False where there is none, or a room
 * outside the nine cells may be as near.
 */
static inline bool search_block(const struct neighbors *neighbors, size_t cell, uint32_t center, uint32_t end,
				uint32_t *nearest)
{
	const lanes none = {0};
	const signed_lanes numbers = {0, 1, 2, 3};
	halves here = (halves)(none + center);
	signed_lanes distances = (signed_lanes)none + INT32_MAX, rooms = (signed_lanes)none;
	const uint32_t *firsts = neighbors->firsts + cell - neighbors->columns - 1;
	for (uint32_t row = 0; row < 3; row++, firsts += neighbors->columns)
		for (uint32_t i = firsts[0]; i < firsts[3]; i += LANES) {
			halves along = (halves)load(neighbors->centers + i) - here;
			lanes squares = (lanes)(along * along);
			signed_lanes distance = (signed_lanes)((squares & 0xffff) + (squares >> 16));
			signed_lanes room = (signed_lanes)load(neighbors->rooms + i);
			signed_lanes nearer = (distance < distances) | ((distance == distances) & (room < rooms));
			nearer &= (room < (int32_t)end) & (numbers < (int32_t)(firsts[3] - i));
			distances ^= (distances ^ distance) & nearer;
			rooms ^= (rooms ^ room) & nearer;
		}
	/* With the distance in the upper half, the least number is that of the nearest and, of several, the first. */
	uint64_t best = UINT64_MAX;
	for (uint32_t i = 0; i < LANES; i++) {
		uint64_t found = (uint64_t)(uint32_t)distances[i] << 32 | (uint32_t)rooms[i];
		best = found < best ? found : best;
	}
	*nearest = (uint32_t)best;
	uint32_t side = UINT32_C(1) << neighbors->shift, x = center % side, y = (center >> 16) % side;
	uint64_t outside = side + 1 + least(least(x, side - 1 - x), least(y, side - 1 - y));
	return best >> 32 < outside * outside;
}

/* The second search looks at rings of cells farther and farther out, until no other room can be as near. */

struct search {
	struct point point;
	uint32_t end;
	const uint8_t *skip;
	uint64_t distance; /* of the best so far, squared */
	uint32_t room;
};

static uint64_t squared_distance(struct point a, struct point b)
{
	int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
	return (uint64_t)(x * x + y * y);
}

/* Searches the cells from `left` to `right` of a row. */
static void search_cells(const struct neighbors *neighbors, struct search *search, int64_t row, int64_t left,
			 int64_t right)
{
	const uint32_t *firsts = neighbors->firsts + row * neighbors->columns;
	for (uint32_t i = firsts[left]; i < firsts[right + 1]; i++) {
		uint32_t room = neighbors->rooms[i];
		if (room >= search->end || (search->skip && search->skip[room]))
			continue;
		uint64_t distance = squared_distance(room_center(neighbors->dungeon->rooms[room]), search->point);
		if (distance < search->distance || (distance == search->distance && room < search->room)) {
			search->distance = distance;
			search->room = room;
		}
	}
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
		if (left == square.left)
			search_cells(neighbors, search, row, left, left);
		if (right == square.right)
			search_cells(neighbors, search, row, right, right);
	}
}

/* The least distance from the point to a tile of the map outside the square; UINT32_MAX where there is none. */
static uint32_t distance_outside(const struct neighbors *neighbors, struct square square, struct point point)
{
	uint32_t distance = UINT32_MAX, shift = neighbors->shift;
	if (square.left > 1)
		distance = least(distance, point.x + 1 - ((uint32_t)(square.left - 1) << shift));
	if (square.top > 1)
		distance = least(distance, point.y + 1 - ((uint32_t)(square.top - 1) << shift));
	if (square.right + 2 < neighbors->columns)
		distance = least(distance, ((uint32_t)square.right << shift) - point.x);
	if (square.bottom + 2 < neighbors->rows)
		distance = least(distance, ((uint32_t)square.bottom << shift) - point.y);
	return distance;
}

uint32_t neighbors_nearest(const struct neighbors *neighbors, struct point point, uint32_t end, const uint8_t *skip)
{
	struct search search = {point, end, skip, UINT64_MAX, UINT32_MAX};
	int64_t column = (point.x >> neighbors->shift) + 1, row = (point.y >> neighbors->shift) + 1;
	for (int64_t ring = 1;; ring++) {
		struct square square = {column - ring, row - ring, column + ring, row + ring};
		search_square(neighbors, &search, square, ring == 1);
		uint64_t outside = distance_outside(neighbors, square, point);
		/* A room farther out may be as near as the best and have been placed before it. */
		if (outside == UINT32_MAX || search.distance < outside * outside)
			return search.room;
	}
}

/* The tunnels. */

/* So few rooms are compared with each other; an index would take longer. */
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

/* Connects the rooms from `first` on, by an index that has them, in its order, so that it stays in the cache. */
static void connect_indexed(const struct neighbors *neighbors, struct dungeon *dungeon, uint32_t first)
{
	const uint32_t *firsts = neighbors->firsts;
	size_t cells = (size_t)neighbors->columns * neighbors->rows;
	bool small = neighbors->shift <= BLOCK_SHIFT_MOST;
	for (size_t cell = 0; cell < cells; cell++)
		for (uint32_t i = firsts[cell]; i < firsts[cell + 1]; i++) {
			uint32_t room = neighbors->rooms[i], nearest;
			if (room < first)
				continue;
			if (!small || !search_block(neighbors, cell, neighbors->centers[i], room, &nearest))
				nearest = neighbors_nearest(neighbors, room_center(dungeon->rooms[room]), room, NULL);
			dungeon->tunnels[room - 1].from = nearest;
		}
}

bool neighbors_connect(struct neighbors *neighbors, struct dungeon *dungeon)
{
	/* Of an index, at least half of the rooms count for those of its later half; others get an index of their own.
	 */
	uint32_t end = dungeon->room_count;
	for (; end > FEW; end /= 2) {
		if (!neighbors_index(neighbors, dungeon, end))
			return false;
		connect_indexed(neighbors, dungeon, end / 2);
	}
	for (uint32_t room = 1; room < end; room++)
		dungeon->tunnels[room - 1].from = nearest_of_few(dungeon, room);
	return true;
}

void neighbors_free(struct neighbors *neighbors)
{
	array_free(neighbors, firsts);
	array_free(neighbors, rooms);
	array_free(neighbors, centers);
	*neighbors = (struct neighbors){0};
}
