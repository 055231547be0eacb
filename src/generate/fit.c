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
#include "generate/fit.h"

#include <string.h>

void fit_start(struct fit *fit, const struct map *map, const struct overlap *room_overlap)
{
	fit->room_overlap = room_overlap;
	fit->spacing = map->recipe.spacing;
	fit->avoids_corners = fit->spacing > 0;
	overlap_start(&fit->dug, map);
}

/*
 * Whether a tunnel fits.
 *
 * A path leads from floor to floor. Its first and its last tile belong to the rooms. The tiles next
 * to them are openings in the walls of the rooms. All tiles between the openings lie outside rooms.
 *
 *     ....#      o  openings
 *     ....o--+   .  floor of a room, #  its wall
 *     ....#  |
 *           #o#
 *           ...
 *
 * dungen never looks at a grid of tiles. The legs of all tunnels are rectangles, and an index finds
 * the legs near a tile.
 */

/* A tunnel without some tiles at its ends, next to the tunnels dug so far. */
struct cut_tunnel {
	const struct overlap *dug;
	struct area areas[AROUND_LEGS]; /* tiles of each leg */
	uint32_t area_count;            /* number of legs */
	uint32_t current;               /* index of the leg that is looked at */
};

/* Returns the tunnel without `cut` tiles at both ends. */
static struct cut_tunnel cut_ends(const struct fit *fit, struct path path, uint32_t cut)
{
	struct cut_tunnel tunnel = {
		.dug = &fit->dug,
		.area_count = path.count,
	};
	for (uint32_t i = 0; i < path.count; i++) {
		struct leg leg = path.legs[i];
		if (i == 0) {
			for (uint32_t k = 0; k < cut; k++)
				leg.from = step_toward(leg.from, leg.to);
		}
		if (i == path.count - 1) {
			for (uint32_t k = 0; k < cut; k++)
				leg.to = step_toward(leg.to, leg.from);
		}
		tunnel.areas[i] = area_between(leg.from, leg.to);
	}
	return tunnel;
}

/*
 * Returns the area of a leg, which may be cut, with `tiles` tiles on both sides of it, as far as
 * the map reaches.
 */
static struct area widen(const struct fit *fit, struct leg leg, struct area area, uint32_t tiles)
{
	const struct recipe *recipe = &fit->room_overlap->map->recipe;
	/* If a single tile is left of the leg, only the whole leg has a direction. */
	if (leg.from.y == leg.to.y) {
		area.y1 -= lesser(area.y1, tiles);
		area.y2 = lesser(area.y2 + tiles, recipe->height - 1);
	} else {
		area.x1 -= lesser(area.x1, tiles);
		area.x2 = lesser(area.x2 + tiles, recipe->width - 1);
	}
	return area;
}

/*
 * Returns whether a tile between the two openings lies in a room or its walls, or closer to them
 * than the spacing. The wall of the room is the first tile of the spacing.
 */
static bool meets_room_between(const struct fit *fit, struct path path)
{
	const uint32_t tiles_beside = fit->spacing - (fit->spacing > 0);
	/* With fewer steps, the walls of the two rooms touch, and no tile is between them. */
	if (path_steps(path) <= 3)
		return false;
	const struct cut_tunnel tunnel = cut_ends(fit, path, 2);
	for (uint32_t i = 0; i < tunnel.area_count; i++) {
		const struct area leg = widen(fit, path.legs[i], tunnel.areas[i], tiles_beside);
		if (overlap_meets(fit->room_overlap, leg))
			return true;
	}
	return false;
}

static bool is_dug(const struct overlap *dug, struct point tile)
{
	return overlap_meets(dug, area_between(tile, tile));
}

/* Returns whether a tile outside of rooms is floor, of this tunnel or of another one. */
static bool is_floor(const struct cut_tunnel *tunnel, uint32_t x, uint32_t y)
{
	const struct point tile = {x, y};
	for (uint32_t i = 0; i < tunnel->area_count; i++)
		if (areas_meet(tunnel->areas[i], area_between(tile, tile)))
			return true;
	return is_dug(tunnel->dug, tile);
}

/* Returns whether a tile and its neighbors to the right and below are a block of floor. */
static bool is_block(const struct cut_tunnel *tunnel, uint32_t x, uint32_t y)
{
	return is_floor(tunnel, x, y) && is_floor(tunnel, x + 1, y) && is_floor(tunnel, x, y + 1) &&
	       is_floor(tunnel, x + 1, y + 1);
}

/* Returns whether two legs lie along the same row or column. */
static bool are_in_line(struct area leg, struct area other)
{
	const bool are_rows = leg.y1 == leg.y2 && other.y1 == other.y2;
	if (are_rows && leg.y1 == other.y1)
		return true;
	const bool are_columns = leg.x1 == leg.x2 && other.x1 == other.x2;
	return are_columns && leg.x1 == other.x1;
}

/*
 * Returns whether a 2x2 block of floor has tiles of both the current leg and a leg that was dug. A
 * tunnel with up to two bends contains no block by itself. Legs in one line make no block. Other
 * legs share few rows and columns, unless they are side by side, and then the second place that the
 * loop looks at is a block. For overlap_visit, with the surroundings of the current leg.
 */
static bool makes_block(void *context, struct area dug_leg, uint32_t index)
{
	const struct cut_tunnel *tunnel = context;
	const struct area leg = tunnel->areas[tunnel->current];
	(void)index;
	if (are_in_line(leg, dug_leg))
		return false;
	const uint32_t left = greater(leg.x1, dug_leg.x1) - 1;
	const uint32_t right = lesser(leg.x2, dug_leg.x2);
	const uint32_t top = greater(leg.y1, dug_leg.y1) - 1;
	const uint32_t bottom = lesser(leg.y2, dug_leg.y2);
	for (uint32_t y = top; y <= bottom; y++)
		for (uint32_t x = left; x <= right; x++)
			if (is_block(tunnel, x, y))
				return true;
	return false;
}

/* Returns whether a leg that was dug is parallel to the current leg. For overlap_visit. */
static bool is_parallel(void *context, struct area dug_leg, uint32_t index)
{
	const struct cut_tunnel *tunnel = context;
	const struct area leg = tunnel->areas[tunnel->current];
	(void)index;
	if (are_in_line(leg, dug_leg))
		return false;
	return (leg.y1 == leg.y2) == (dug_leg.y1 == dug_leg.y2);
}

/*
 * Returns whether a leg of the tunnel is closer to a parallel leg than the spacing, or completes a
 * 2x2 block of floor outside of rooms.
 */
static bool meets_tunnel(const struct fit *fit, struct path path)
{
	struct cut_tunnel tunnel = cut_ends(fit, path, 1);
	/* The first leg is parallel to the third one. */
	if (path.count == 3 && steps_between(path.legs[1].from, path.legs[1].to) <= fit->spacing)
		return true;
	for (uint32_t i = 0; i < tunnel.area_count; i++) {
		const struct area leg = tunnel.areas[i];
		const struct area spaced = widen(fit, path.legs[i], leg, fit->spacing);
		const struct area surroundings = {
			.x1 = leg.x1 - 1,
			.y1 = leg.y1 - 1,
			.x2 = leg.x2 + 1,
			.y2 = leg.y2 + 1,
		};
		tunnel.current = i;
		if (fit->spacing > 0 && overlap_visit(&fit->dug, spaced, is_parallel, &tunnel))
			return true;
		if (overlap_visit(&fit->dug, surroundings, makes_block, &tunnel))
			return true;
	}
	return false;
}

/* Counts a room. For overlap_visit, which ends at the second room. */
static bool is_second(void *context, struct area room, uint32_t index)
{
	uint32_t *count = context;
	(void)room;
	(void)index;
	return ++*count == 2;
}

/*
 * Returns whether a tunnel can leave a room through the wall between a floor tile and the next
 * corner of the tunnel. Openings side by side need no check of their own: together with the tiles
 * in front of them, they are a block of floor.
 */
static bool can_open(const struct fit *fit, struct point floor, struct point corner)
{
	const struct point opening = step_toward(floor, corner);
	const bool is_along_row = opening.y != floor.y;
	/* The opening, and the tiles beside it along the edge of the room. */
	const struct area tiles = {
		.x1 = opening.x - is_along_row,
		.y1 = opening.y - !is_along_row,
		.x2 = opening.x + is_along_row,
		.y2 = opening.y + !is_along_row,
	};
	uint32_t room_count = 0;
	if (is_dug(&fit->dug, opening))
		return false;
	/* Only wings share tiles with other rooms. */
	return fit->room_overlap->map->recipe.wings == 0 ||
	       !overlap_visit(fit->room_overlap, tiles, is_second, &room_count);
}

/*
 * Returns whether a tunnel may be dug. It may cross other tunnels, and must follow these rules:
 *
 * 1. All tiles between its two openings lie outside the rectangles of all rooms, and keep the
 *    spacing from them.
 * 2. It leaves each of its two rooms through a tile of wall that has wall on both sides along the
 *    edge of the room. A wing is never beside it.
 * 3. It keeps the spacing from parallel legs, and completes no 2x2 block of floor.
 */
static bool fits(const struct fit *fit, struct path path)
{
	const struct leg first_leg = path.legs[0];
	const struct leg last_leg = path.legs[path.count - 1];
	return !meets_room_between(fit, path) && can_open(fit, first_leg.from, first_leg.to) &&
	       can_open(fit, last_leg.to, last_leg.from) && !meets_tunnel(fit, path);
}

/* Finding a tunnel that fits. */

enum {
	STRAIGHT_TRIES = 32,   /* straight tunnels in each direction, at most */
	BENT_TRIES = 24,       /* tunnels with bends that are tried between two rooms */
	SPACED_BENT_TRIES = 8, /* the same with --spacing, because they seldom fit then */
};

/* The shapes of tunnels with bends, as they are drawn. */
enum shape { ONE_BEND, ONE_BEND_TRANSPOSED, TWO_BENDS, TWO_BENDS_TRANSPOSED, SHAPES };

/* A search for a tunnel between two rooms. */
struct search {
	const struct fit *fit;
	const struct draws *draws;
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

/* Draws a row or column between two walls. */
static uint32_t draw_between(const struct search *search, uint32_t wall, uint32_t next_wall)
{
	const uint32_t first = wall + 1;
	const uint32_t last = next_wall - 1;
	return draws_range(search->draws, first, last);
}

/*
 * Returns whether a tunnel along a row or column would leave a room too close to a corner: with
 * spacing, an opening is not beside a corner, unless the wall has only one or two tiles between its
 * corners. The room's walls along the tunnel are at `wall` and `next_wall`.
 */
static bool is_beside_corner(const struct search *search, uint32_t line, uint32_t wall,
			     uint32_t next_wall)
{
	if (!search->fit->avoids_corners || next_wall - wall <= 3)
		return false;
	return line == wall + 1 || line == next_wall - 1;
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
	const uint64_t drawn = draws_range(search->draws, 0, column_count - 1);
	for (uint32_t i = 0; i < tries; i++) {
		const uint32_t column = first_column + (uint32_t)((drawn + i) % column_count);
		const struct point start = {column, nearest_floor(from.y1, from.y2, to.y1)};
		const struct point end = {column, nearest_floor(to.y1, to.y2, from.y1)};
		if (is_beside_corner(search, column, from.x1, from.x2) ||
		    is_beside_corner(search, column, to.x1, to.x2))
			continue;
		search->leg_count = 0;
		add_leg(search, start, end);
		if (fits(search->fit, search_path(search)))
			return true;
	}
	return false;
}

/*
 * Draws a tunnel that leaves the first room along a row, bends, and enters the other room along a
 * column. Adds no leg if the column crosses the first room, if the row crosses the other, or if an
 * opening is beside a corner.
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
	if (is_beside_corner(search, row, from.y1, from.y2))
		return;
	if (is_beside_corner(search, column, to.x1, to.x2))
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
 * them, if both rows are the same, or if an opening is beside a corner.
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
	if (is_beside_corner(search, row, from.y1, from.y2))
		return;
	if (is_beside_corner(search, last_row, to.y1, to.y2))
		return;
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
	const uint32_t shape = draws_range(search->draws, 0, SHAPES - 1);
	set_transposed(search, shape == ONE_BEND_TRANSPOSED || shape == TWO_BENDS_TRANSPOSED);
	search->leg_count = 0;
	if (shape < TWO_BENDS)
		draw_one_bend(search);
	else
		draw_two_bends(search);
	if (search->leg_count == 0)
		return false;
	return fits(search->fit, search_path(search));
}

struct path fit_find(const struct fit *fit, const struct draws *draws, struct area from,
		     struct area to, struct leg legs[AROUND_LEGS])
{
	const bool is_spaced = fit->room_overlap->map->recipe.spacing > 0;
	const uint32_t bent_tries = is_spaced ? SPACED_BENT_TRIES : BENT_TRIES;
	struct search search = {
		.fit = fit,
		.draws = draws,
		.from = from,
		.to = to,
		.legs = legs,
	};
	bool is_found = try_straight(&search);
	if (!is_found) {
		set_transposed(&search, true);
		is_found = try_straight(&search);
	}
	for (uint32_t i = 0; i < bent_tries && !is_found; i++)
		is_found = try_bent(&search);
	if (!is_found)
		search.leg_count = 0;
	return search_path(&search);
}

/* Tunnels that were dug. */

bool fit_add(struct fit *fit, struct path path)
{
	const struct cut_tunnel tunnel = cut_ends(fit, path, 1);
	for (uint32_t i = 0; i < tunnel.area_count; i++) {
		const uint32_t leg_count = fit->dug.count;
		if (!array_reserve(fit, legs, (uint64_t)leg_count + 1))
			return false;
		fit->legs[leg_count] = tunnel.areas[i];
		if (!overlap_add(&fit->dug, fit->legs, leg_count + 1))
			return false;
	}
	return true;
}

/* A tunnel that was added, as a range of legs. */
struct own_legs {
	uint32_t first;
	uint32_t count;
};

/* Returns whether a leg that was dug belongs to another tunnel. For overlap_visit. */
static bool is_other(void *context, struct area dug_leg, uint32_t index)
{
	const struct own_legs *own_legs = context;
	(void)dug_leg;
	return index < own_legs->first || index - own_legs->first >= own_legs->count;
}

bool fit_is_lone(const struct fit *fit, struct path path, uint32_t first_leg)
{
	const struct cut_tunnel tunnel = cut_ends(fit, path, 1);
	struct own_legs own_legs = {first_leg, path.count};
	for (uint32_t i = 0; i < tunnel.area_count; i++) {
		const struct area leg = tunnel.areas[i];
		/* Together, these are the tiles of the leg, and the tiles that share an edge with
		 * one of them. */
		const struct area longer = {leg.x1 - 1, leg.y1, leg.x2 + 1, leg.y2};
		const struct area higher = {leg.x1, leg.y1 - 1, leg.x2, leg.y2 + 1};
		if (overlap_visit(&fit->dug, longer, is_other, &own_legs) ||
		    overlap_visit(&fit->dug, higher, is_other, &own_legs))
			return false;
	}
	return true;
}

void fit_free(struct fit *fit)
{
	array_free(fit, legs);
	overlap_free(&fit->dug);
}
