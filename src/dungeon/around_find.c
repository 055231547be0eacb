/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

enum {
	STRAIGHT = 32, /* straight tunnels tried between two rooms */
	BENT = 24,     /* tunnels with bends tried between two rooms */
};

static struct point point_transposed_if(bool turned, struct point point)
{
	return turned ? (struct point){point.y, point.x} : point;
}

/* Tries the straight tunnels along columns that the floors of two rooms share, starting at a random one. */
static bool try_straight(struct fit *fit, const struct rng *rng, void *state, bool turned, struct room a, struct room b,
			 struct course *course)
{
	uint32_t first = greater(a.x1, b.x1) + 1, end = lesser(a.x2, b.x2);
	if (first >= end)
		return false;
	uint32_t count = end - first, drawn = rng->range(state, 0, count - 1);
	uint32_t from = a.y2 < b.y1 ? a.y2 : a.y1, to = a.y2 < b.y1 ? b.y1 : b.y2;
	for (uint32_t i = 0; i < count && i < STRAIGHT; i++) {
		uint32_t x = first + (uint32_t)(((uint64_t)drawn + i) % count);
		*course = (struct course){
			.corners = {point_transposed_if(turned, (struct point){x, from}),
				    point_transposed_if(turned, (struct point){x, to})},
			.count = 2,
		};
		if (fit_test(fit, course))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves room a along a row and enters room b along a column. Returns false if the row and the
 * column drawn allow none.
 */
static bool draw_one_bend(const struct rng *rng, void *state, struct room a, struct room b, struct course *course)
{
	uint32_t row = rng->range(state, a.y1 + 1, a.y2 - 1);
	uint32_t column = rng->range(state, b.x1 + 1, b.x2 - 1);
	if ((a.x1 <= column && column <= a.x2) || (b.y1 <= row && row <= b.y2))
		return false;
	*course = (struct course){
		.corners = {{column > a.x2 ? a.x2 : a.x1, row}, {column, row}, {column, row > b.y2 ? b.y2 : b.y1}},
		.count = 3,
	};
	return true;
}

/* Draws a tunnel that leaves along a row, follows a column between the rooms, and enters along another row. */
static bool draw_two_bends(const struct rng *rng, void *state, struct room a, struct room b, struct course *course)
{
	uint32_t row = rng->range(state, a.y1 + 1, a.y2 - 1);
	uint32_t end_row = rng->range(state, b.y1 + 1, b.y2 - 1);
	bool right = a.x2 < b.x1;
	uint32_t left_wall = right ? a.x2 : b.x2, right_wall = right ? b.x1 : a.x1;
	if (row == end_row || left_wall + 1 >= right_wall)
		return false;
	uint32_t column = rng->range(state, left_wall + 1, right_wall - 1);
	*course = (struct course){
		.corners = {{right ? a.x2 : a.x1, row},
			    {column, row},
			    {column, end_row},
			    {right ? b.x1 : b.x2, end_row}},
		.count = 4,
	};
	return true;
}

bool around_find(struct around *around, const struct rng *rng, void *state, const struct dungeon *dungeon,
		 uint32_t from, uint32_t to, struct course *course)
{
	struct fit *fit = &around->fit;
	struct room a = dungeon->rooms[from], b = dungeon->rooms[to];
	for (unsigned turned = 0; turned < 2; turned++)
		if (try_straight(fit, rng, state, turned, transposed_if(turned, a), transposed_if(turned, b), course))
			return true;
	for (uint32_t i = 0; i < BENT; i++) {
		uint32_t shape = rng->range(state, 0, 3);
		bool turned = shape % 2;
		struct room start = transposed_if(turned, a), goal = transposed_if(turned, b);
		if (!(shape < 2 ? draw_one_bend : draw_two_bends)(rng, state, start, goal, course))
			continue;
		for (uint32_t k = 0; k < course->count; k++)
			course->corners[k] = point_transposed_if(turned, course->corners[k]);
		if (fit_test(fit, course))
			return true;
	}
	return false;
}
