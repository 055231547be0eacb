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
 * a row. For the other form, dungen transposes the rooms first, and the legs afterward.
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
	struct area from;
	struct area to;
	struct leg *legs;
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

static struct leg transpose_leg(struct leg leg)
{
	return (struct leg){
		.from = {.x = leg.from.y, .y = leg.from.x},
		.to = {.x = leg.to.y, .y = leg.to.x},
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

/*
 * Returns whether the tunnel of the first `leg_count` legs fits. If the rooms are transposed, it
 * first turns the legs back.
 */
static bool search_fits(const struct search *search, uint32_t leg_count)
{
	struct leg *legs = search->legs;
	const struct path path = {
		.legs = legs,
		.count = leg_count,
	};
	for (uint32_t i = 0; i < leg_count; i++)
		if (search->is_transposed)
			legs[i] = transpose_leg(legs[i]);
	return fit_test(&search->site->fit, path);
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

/*
 * Tries straight tunnels along the columns that the floors of both rooms have in common. Starts at
 * a random column and goes on to the right. After the last column follows the first. Returns
 * whether a tunnel fits.
 */
static bool try_straight(const struct search *search)
{
	const struct area from = search->from;
	const struct area to = search->to;
	const uint32_t first_column = greater(from.x1, to.x1) + 1;
	const uint32_t end_column = lesser(from.x2, to.x2);
	if (first_column >= end_column)
		return false;

	const uint32_t column_count = end_column - first_column;
	const uint32_t tries = lesser(column_count, STRAIGHT_TRIES);
	const uint32_t start_row = nearest_floor(from.y1, from.y2, to.y1);
	const uint32_t end_row = nearest_floor(to.y1, to.y2, from.y1);
	const uint64_t drawn = draws_range(search->site->draws, 0, column_count - 1);
	for (uint32_t i = 0; i < tries; i++) {
		const uint32_t column = first_column + (uint32_t)((drawn + i) % column_count);
		search->legs[0].from = (struct point){column, start_row};
		search->legs[0].to = (struct point){column, end_row};
		if (search_fits(search, 1))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves the first room along a row, bends, and enters the other room along a
 * column. Returns the number of its legs, or 0 if the column crosses the first room or the
 * row crosses the other.
 */
static uint32_t draw_one_bend(const struct search *search)
{
	const struct area from = search->from;
	const struct area to = search->to;
	const uint32_t row = draw_between(search, from.y1, from.y2);
	const uint32_t column = draw_between(search, to.x1, to.x2);
	const bool is_column_outside = column < from.x1 || column > from.x2;
	const bool is_row_outside = row < to.y1 || row > to.y2;
	if (!is_column_outside || !is_row_outside)
		return 0;

	const struct point start = {nearest_floor(from.x1, from.x2, column), row};
	const struct point bend = {column, row};
	const struct point end = {column, nearest_floor(to.y1, to.y2, row)};
	search->legs[0] = (struct leg){start, bend};
	search->legs[1] = (struct leg){bend, end};
	return 2;
}

/*
 * Draws a tunnel that leaves the first room along a row, follows a column between the two rooms,
 * and enters the other room along another row. Returns the number of its legs, or 0 if the rooms
 * have no column between them, or if both rows are the same.
 */
static uint32_t draw_two_bends(const struct search *search)
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
	if (row == last_row || left_wall + 1 >= right_wall)
		return 0;

	const uint32_t column = draw_between(search, left_wall, right_wall);
	const struct point start = {nearest_floor(from.x1, from.x2, column), row};
	const struct point bend = {column, row};
	const struct point last_bend = {column, last_row};
	const struct point end = {nearest_floor(to.x1, to.x2, column), last_row};
	search->legs[0] = (struct leg){start, bend};
	search->legs[1] = (struct leg){bend, last_bend};
	search->legs[2] = (struct leg){last_bend, end};
	return 3;
}

/* Draws a tunnel with one or two bends. Returns the number of its legs, or 0. */
static uint32_t draw_bent(struct search *search)
{
	const uint32_t shape = draws_range(search->site->draws, 0, SHAPES - 1);
	set_transposed(search, shape == ONE_BEND_TRANSPOSED || shape == TWO_BENDS_TRANSPOSED);
	if (shape < TWO_BENDS)
		return draw_one_bend(search);
	return draw_two_bends(search);
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
	if (try_straight(&search))
		return (struct path){legs, 1};
	set_transposed(&search, true);
	if (try_straight(&search))
		return (struct path){legs, 1};
	for (int i = 0; i < BENT_TRIES; i++) {
		const uint32_t leg_count = draw_bent(&search);
		if (leg_count > 0 && search_fits(&search, leg_count))
			return (struct path){legs, leg_count};
	}
	return (struct path){NULL, 0};
}
