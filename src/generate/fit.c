/* SPDX-License-Identifier: MIT */
/*
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
#include "generate/fit.h"

#include <string.h>

/* A tunnel without some tiles at its ends, next to the tunnels dug so far. */
struct cut_tunnel {
	const struct overlap *dug;
	struct area areas[AROUND_LEGS]; /* tiles of each leg */
	uint32_t area_count;            /* number of legs */
	uint32_t current;               /* index of the leg that is looked at */
};

/* Returns the leg without `cut` tiles at its start. */
static struct leg cut_start(struct leg leg, uint32_t cut)
{
	for (uint32_t i = 0; i < cut; i++)
		leg.from = step_toward(leg.from, leg.to);
	return leg;
}

/* Returns the leg without `cut` tiles at its end. */
static struct leg cut_end(struct leg leg, uint32_t cut)
{
	for (uint32_t i = 0; i < cut; i++)
		leg.to = step_toward(leg.to, leg.from);
	return leg;
}

/* Returns the tunnel without `cut` tiles at both ends. */
static struct cut_tunnel cut_ends(const struct fit *fit, struct path path, uint32_t cut)
{
	struct cut_tunnel tunnel = {
		.dug = &fit->dug,
		.area_count = path.count,
	};
	for (uint32_t i = 0; i < path.count; i++) {
		struct leg leg = path.legs[i];
		if (i == 0)
			leg = cut_start(leg, cut);
		if (i == path.count - 1)
			leg = cut_end(leg, cut);
		tunnel.areas[i] = area_between(leg.from, leg.to);
	}
	return tunnel;
}

void fit_start(struct fit *fit, const struct map *map, const struct overlap *rooms)
{
	fit->rooms = rooms;
	overlap_start(&fit->dug, map);
}

/* Returns whether a tile between the two openings lies in a room or its walls. */
static bool meets_room_between(const struct fit *fit, struct path path)
{
	/* With fewer steps, the walls of the two rooms touch, and no tile is between them. */
	if (path_steps(path) <= 3)
		return false;
	const struct cut_tunnel tunnel = cut_ends(fit, path, 2);
	for (uint32_t i = 0; i < tunnel.area_count; i++)
		if (overlap_meets(fit->rooms, tunnel.areas[i]))
			return true;
	return false;
}

static bool is_dug(const struct overlap *dug, struct point tile)
{
	return overlap_meets(dug, area_between(tile, tile));
}

/*
 * Returns whether one of the two openings is an opening already. Openings side by side need no
 * check of their own: together with the tiles in front of them, they are a block of floor.
 */
static bool uses_opening(const struct fit *fit, struct path path)
{
	const struct leg first_leg = path.legs[0];
	const struct leg last_leg = path.legs[path.count - 1];
	if (is_dug(&fit->dug, step_toward(first_leg.from, first_leg.to)))
		return true;
	return is_dug(&fit->dug, step_toward(last_leg.to, last_leg.from));
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
	if (!is_floor(tunnel, x, y))
		return false;
	if (!is_floor(tunnel, x + 1, y))
		return false;
	if (!is_floor(tunnel, x, y + 1))
		return false;
	return is_floor(tunnel, x + 1, y + 1);
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

/* Returns whether the tunnel completes a 2x2 block of floor outside of rooms. */
static bool completes_block(const struct fit *fit, struct path path)
{
	struct cut_tunnel tunnel = cut_ends(fit, path, 1);
	for (uint32_t i = 0; i < tunnel.area_count; i++) {
		const struct area leg = tunnel.areas[i];
		const struct area surroundings = {
			.x1 = leg.x1 - 1,
			.y1 = leg.y1 - 1,
			.x2 = leg.x2 + 1,
			.y2 = leg.y2 + 1,
		};
		tunnel.current = i;
		if (overlap_visit(&fit->dug, surroundings, makes_block, &tunnel))
			return true;
	}
	return false;
}

bool fit_test(const struct fit *fit, struct path path)
{
	if (meets_room_between(fit, path))
		return false;
	if (uses_opening(fit, path))
		return false;
	return !completes_block(fit, path);
}

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

/*
 * Returns whether a leg that was dug belongs to another tunnel. Each leg of a tunnel this short
 * contains one of its openings, so no other tunnel has an equal leg. For overlap_visit.
 */
static bool is_other(void *context, struct area dug_leg, uint32_t index)
{
	const struct cut_tunnel *tunnel = context;
	(void)index;
	for (uint32_t i = 0; i < tunnel->area_count; i++)
		if (memcmp(&tunnel->areas[i], &dug_leg, sizeof dug_leg) == 0)
			return false;
	return true;
}

bool fit_is_lone(const struct fit *fit, struct path path)
{
	/* A tunnel of four steps has three tiles between the floors of its rooms. */
	if (path_steps(path) > 4)
		return false;
	struct cut_tunnel tunnel = cut_ends(fit, path, 1);
	for (uint32_t i = 0; i < tunnel.area_count; i++)
		if (overlap_visit(&fit->dug, tunnel.areas[i], is_other, &tunnel))
			return false;
	return true;
}

void fit_free(struct fit *fit)
{
	array_free(fit, legs);
	overlap_free(&fit->dug);
}
