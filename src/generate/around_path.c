/* SPDX-License-Identifier: MIT */
/*
 * A tunnel between neighbors is short, and it has one of three shapes:
 *
 *     straight          one bend               two bends
 *
 *     +---+  +---+      +---+                  +---+
 *     |   +--+   |      |   +--+               |   +--+
 *     +---+  +---+      +---+  |               +---+  |  +---+
 *                            +-+-+                    +--+   |
 *                            |   |                       +---+
 *                            +---+
 *
 * dungen draws the rows and columns of such a tunnel at random, and asks whether the tunnel fits.
 * If it does not fit, dungen draws the next tunnel, and gives up after a number of tries. Straight
 * tunnels look best, so dungen tries them first, one after the other.
 *
 * Each shape also exists with x and y exchanged. The functions below know only one of the two
 * forms: a straight tunnel runs along a column, and a tunnel with bends leaves the first room along
 * a row. For the other form, dungen transposes the rooms first, and then each leg.
 */
#include "generate/around_path.h"

enum {
	STRAIGHT_TRIES = 32, /* straight tunnels in each direction, at most */
	BENT_TRIES = 24,     /* tunnels with bends */
};

/* The shapes of tunnels with bends, as they are drawn. */
enum shape { ONE_BEND, ONE_BEND_TRANSPOSED, TWO_BENDS, TWO_BENDS_TRANSPOSED, SHAPES };

/* A search for a tunnel between two rooms. */
struct search {
	const struct around_site *site;
	bool is_transposed; /* x and y of `from` and `to` are exchanged */
	struct area from;   /* the room where the tunnel starts */
	struct area to;     /* the room where it ends */
	struct leg *legs;   /* legs of the tunnel that is tried; never transposed */
	uint32_t leg_count;
};

static struct area transpose_area(struct area area)
{
	return (struct area){
		.x1 = area.y1,
		.y1 = area.x1,
		.x2 = area.y2,
		.y2 = area.x2,
	};
}

static struct point transpose_point(struct point point)
{
	return (struct point){
		.x = point.y,
		.y = point.x,
	};
}

/* Exchanges x and y of the rooms, unless they are as requested. */
static void set_transposed(struct search *search, bool is_transposed)
{
	if (search->is_transposed == is_transposed)
		return;
	search->from = transpose_area(search->from);
	search->to = transpose_area(search->to);
	search->is_transposed = is_transposed;
}

/* Adds a leg to the tunnel. Its ends are transposed if the rooms are. */
static void add_leg(struct search *search, struct point from, struct point to)
{
	struct leg *leg = &search->legs[search->leg_count++];
	if (search->is_transposed) {
		from = transpose_point(from);
		to = transpose_point(to);
	}
	leg->from = from;
	leg->to = to;
}

/* Returns the legs of the tunnel. */
static struct path search_path(const struct search *search)
{
	return (struct path){
		.legs = search->legs,
		.count = search->leg_count,
	};
}

static bool tunnel_fits(const struct search *search)
{
	return fit_test(&search->site->fit, search_path(search));
}

/* Draws a row or column between two walls. */
static uint32_t draw_between(const struct search *search, uint32_t wall, uint32_t next_wall)
{
	const uint32_t first = wall + 1;
	const uint32_t last = next_wall - 1;
	return draws_range(search->site->draws, first, last);
}

/*
 * Returns the row or column of a room's floor that is nearest to `target`, a row or column outside
 * the room. The room's walls are at `wall` and `far_wall`.
 */
static uint32_t nearest_floor(uint32_t wall, uint32_t far_wall, uint32_t target)
{
	if (target > far_wall)
		return far_wall - 1;
	return wall + 1;
}

/* Tries a straight tunnel along a column. Returns whether it fits. */
static bool try_column(struct search *search, uint32_t column)
{
	const struct area from = search->from;
	const struct area to = search->to;
	const uint32_t start_row = nearest_floor(from.y1, from.y2, to.y1);
	const uint32_t end_row = nearest_floor(to.y1, to.y2, from.y1);
	const struct point start = {column, start_row};
	const struct point end = {column, end_row};
	search->leg_count = 0;
	add_leg(search, start, end);
	return tunnel_fits(search);
}

/*
 * Tries straight tunnels along the columns that the floors of both rooms have in common. Starts at
 * a random column and goes on to the right. After the last column follows the first. Returns
 * whether a tunnel fits.
 */
static bool try_straight(struct search *search)
{
	const struct area from = search->from;
	const struct area to = search->to;
	const uint32_t first_column = greater(from.x1, to.x1) + 1;
	const uint32_t next_wall = lesser(from.x2, to.x2); /* the column after the last one */
	if (first_column >= next_wall)
		return false;

	const uint32_t column_count = next_wall - first_column;
	const uint32_t tries = lesser(column_count, STRAIGHT_TRIES);
	const uint64_t drawn = draws_range(search->site->draws, 0, column_count - 1);
	for (uint32_t i = 0; i < tries; i++) {
		const uint32_t index = (uint32_t)((drawn + i) % column_count);
		if (try_column(search, first_column + index))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves the first room along a row, bends, and enters the other room along a
 * column. Adds no leg if the column crosses the first room or the row crosses the other.
 */
static void draw_one_bend(struct search *search)
{
	const struct area from = search->from;
	const struct area to = search->to;
	const uint32_t row = draw_between(search, from.y1, from.y2);
	const uint32_t column = draw_between(search, to.x1, to.x2);
	if (from.x1 <= column && column <= from.x2)
		return;
	if (to.y1 <= row && row <= to.y2)
		return;

	const uint32_t start_column = nearest_floor(from.x1, from.x2, column);
	const uint32_t end_row = nearest_floor(to.y1, to.y2, row);
	const struct point start = {start_column, row};
	const struct point bend = {column, row};
	const struct point end = {column, end_row};
	add_leg(search, start, bend);
	add_leg(search, bend, end);
}

/*
 * Draws a tunnel that leaves the first room along a row, follows a column between the two rooms,
 * and enters the other room along another row. Adds no leg if the rooms have no column between
 * them, or if both rows are the same.
 */
static void draw_two_bends(struct search *search)
{
	const struct area from = search->from;
	const struct area to = search->to;
	const uint32_t row = draw_between(search, from.y1, from.y2);
	const uint32_t last_row = draw_between(search, to.y1, to.y2);
	uint32_t left_wall = from.x2;
	uint32_t right_wall = to.x1;
	if (from.x2 >= to.x1) {
		left_wall = to.x2;
		right_wall = from.x1;
	}
	if (row == last_row)
		return;
	if (left_wall + 1 >= right_wall)
		return;

	const uint32_t column = draw_between(search, left_wall, right_wall);
	const uint32_t start_column = nearest_floor(from.x1, from.x2, column);
	const uint32_t end_column = nearest_floor(to.x1, to.x2, column);
	const struct point start = {start_column, row};
	const struct point bend = {column, row};
	const struct point last_bend = {column, last_row};
	const struct point end = {end_column, last_row};
	add_leg(search, start, bend);
	add_leg(search, bend, last_bend);
	add_leg(search, last_bend, end);
}

/* Draws a tunnel with one or two bends. Returns whether there is one and it fits. */
static bool try_bent(struct search *search)
{
	const uint32_t shape = draws_range(search->site->draws, 0, SHAPES - 1);
	set_transposed(search, shape == ONE_BEND_TRANSPOSED || shape == TWO_BENDS_TRANSPOSED);
	search->leg_count = 0;
	if (shape < TWO_BENDS)
		draw_one_bend(search);
	else
		draw_two_bends(search);
	if (search->leg_count == 0)
		return false;
	return tunnel_fits(search);
}

/* Tries tunnels of all shapes. Returns whether one fits. */
static bool try_all(struct search *search)
{
	if (try_straight(search))
		return true;
	set_transposed(search, true);
	if (try_straight(search))
		return true;
	for (int i = 0; i < BENT_TRIES; i++)
		if (try_bent(search))
			return true;
	return false;
}

struct path around_path_find(const struct around_site *site, uint32_t from, uint32_t to,
			     struct leg legs[AROUND_LEGS])
{
	struct search search = {
		.site = site,
		.from = site->map->rooms[from],
		.to = site->map->rooms[to],
		.legs = legs,
	};
	if (!try_all(&search))
		search.leg_count = 0;
	return search_path(&search);
}
