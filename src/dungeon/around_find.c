/* SPDX-License-Identifier: MIT */
#include "dungeon/around.h"

enum {
	STRAIGHT = 32, /* straight tunnels tried between two rooms */
	BENT = 24,     /* tunnels with bends tried between two rooms */
};

/* Exchanges x and y, if asked to. */
static struct area area_transposed_if(bool turned, struct area area)
{
	return turned ? (struct area){area.y1, area.x1, area.y2, area.x2} : area;
}

static struct point point_transposed_if(bool turned, struct point point)
{
	return turned ? (struct point){point.y, point.x} : point;
}

/* Tries the straight tunnels along columns that the floors of two rooms share, starting at a random one. */
static bool try_straight(struct fit *fit, const struct draws *draws, bool turned, struct area a, struct area b,
			 struct route *route)
{
	uint32_t first = greater(a.x1, b.x1) + 1, end = lesser(a.x2, b.x2);
	if (first >= end)
		return false;
	uint32_t count = end - first, drawn = draws_range(draws, 0, count - 1);
	uint32_t from = a.y2 < b.y1 ? a.y2 - 1 : a.y1 + 1, to = a.y2 < b.y1 ? b.y1 + 1 : b.y2 - 1;
	for (uint32_t i = 0; i < count && i < STRAIGHT; i++) {
		uint32_t x = first + (uint32_t)(((uint64_t)drawn + i) % count);
		*route = (struct route){
			.corners = {point_transposed_if(turned, (struct point){x, from}),
				    point_transposed_if(turned, (struct point){x, to})},
			.count = 2,
		};
		if (fit_test(fit, route))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves room a along a row and enters room b along a column. Returns false if the row and the
 * column drawn allow none.
 */
static bool draw_one_bend(const struct draws *draws, struct area a, struct area b, struct route *route)
{
	uint32_t row = draws_range(draws, a.y1 + 1, a.y2 - 1);
	uint32_t column = draws_range(draws, b.x1 + 1, b.x2 - 1);
	if ((a.x1 <= column && column <= a.x2) || (b.y1 <= row && row <= b.y2))
		return false;
	*route = (struct route){
		.corners = {{column > a.x2 ? a.x2 - 1 : a.x1 + 1, row},
			    {column, row},
			    {column, row > b.y2 ? b.y2 - 1 : b.y1 + 1}},
		.count = 3,
	};
	return true;
}

/* Draws a tunnel that leaves along a row, follows a column between the rooms, and enters along another row. */
static bool draw_two_bends(const struct draws *draws, struct area a, struct area b, struct route *route)
{
	uint32_t row = draws_range(draws, a.y1 + 1, a.y2 - 1);
	uint32_t end_row = draws_range(draws, b.y1 + 1, b.y2 - 1);
	bool right = a.x2 < b.x1;
	uint32_t left_wall = right ? a.x2 : b.x2, right_wall = right ? b.x1 : a.x1;
	if (row == end_row || left_wall + 1 >= right_wall)
		return false;
	uint32_t column = draws_range(draws, left_wall + 1, right_wall - 1);
	*route = (struct route){
		.corners = {{right ? a.x2 - 1 : a.x1 + 1, row},
			    {column, row},
			    {column, end_row},
			    {right ? b.x1 + 1 : b.x2 - 1, end_row}},
		.count = 4,
	};
	return true;
}

bool around_find(struct around *around, const struct draws *draws, const struct dungeon *dungeon, uint32_t from,
		 uint32_t to, struct route *route)
{
	struct fit *fit = &around->fit;
	struct area a = dungeon->rooms[from], b = dungeon->rooms[to];
	for (unsigned turned = 0; turned < 2; turned++)
		if (try_straight(fit, draws, turned, area_transposed_if(turned, a), area_transposed_if(turned, b),
				 route))
			return true;
	for (uint32_t i = 0; i < BENT; i++) {
		uint32_t shape = draws_range(draws, 0, 3);
		bool turned = shape % 2;
		struct area start = area_transposed_if(turned, a), goal = area_transposed_if(turned, b);
		if (!(shape < 2 ? draw_one_bend : draw_two_bends)(draws, start, goal, route))
			continue;
		for (uint32_t k = 0; k < route->count; k++)
			route->corners[k] = point_transposed_if(turned, route->corners[k]);
		if (fit_test(fit, route))
			return true;
	}
	return false;
}
