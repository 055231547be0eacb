/* SPDX-License-Identifier: MIT */
#include "generate/fit.h"

/* Lists the tiles of a path's legs, after cutting some off both ends. Returns how many legs there are. */
static uint32_t list_legs(struct path path, uint32_t cut, struct area legs[AROUND_LEGS])
{
	for (uint32_t i = 0; i < path.count; i++) {
		struct leg leg = path.legs[i];
		for (uint32_t step = 0; step < cut; step++) {
			if (i == 0)
				leg.from = step_toward(leg.from, leg.to);
			if (i == path.count - 1)
				leg.to = step_toward(leg.to, leg.from);
		}
		legs[i] = area_between(leg.from, leg.to);
	}
	return path.count;
}

/* Steps from one end of these legs to the other. */
static uint64_t leg_steps(const struct area legs[], uint32_t count)
{
	uint64_t steps = 0;
	for (uint32_t i = 0; i < count; i++)
		steps += (legs[i].x2 - legs[i].x1) + (legs[i].y2 - legs[i].y1);
	return steps;
}

/* Adds a leg to those nearby. For overlap_visit, which stops if it returns true: out of memory. */
static bool note(void *context, struct area leg)
{
	struct fit *fit = context;
	if (!array_reserve(fit, near, (uint64_t)fit->near_count + 1))
		fit->out_of_memory = true;
	else
		fit->near[fit->near_count++] = leg;
	return fit->out_of_memory;
}

/* Finds the tunnels' legs that share a tile with one of these or touch it, even at a corner. */
static void find_near(struct fit *fit, const struct area legs[], uint32_t count)
{
	fit->near_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct area around = {legs[i].x1 - 1, legs[i].y1 - 1, legs[i].x2 + 1, legs[i].y2 + 1};
		overlap_visit(&fit->dug, around, note, fit);
	}
}

/* Whether one of the legs nearby has the tile (x, y). */
static bool is_dug(const struct fit *fit, uint32_t x, uint32_t y)
{
	for (uint32_t i = 0; i < fit->near_count; i++)
		if (areas_meet(fit->near[i], (struct area){x, y, x, y}))
			return true;
	return false;
}

/* Whether the tile of wall through which the way from `inside` a room to `next` leaves it is an opening already. */
static bool is_open(const struct fit *fit, struct point inside, struct point next)
{
	struct point at = step_toward(inside, next);
	return is_dug(fit, at.x, at.y);
}

/* Whether none of the tiles between the walls of the two rooms is in a room's rectangle. */
static bool avoids_rooms(const struct fit *fit, struct path path)
{
	struct area legs[AROUND_LEGS];
	uint32_t count = list_legs(path, 2, legs);
	for (uint32_t i = 0; i < count; i++)
		if (overlap_meets(fit->rooms, legs[i]))
			return false;
	return true;
}

/* Whether two legs along the same row or column are in one line. */
static bool are_in_line(struct area a, struct area b)
{
	return (a.y1 == a.y2 && b.y1 == b.y2 && a.y1 == b.y1) || (a.x1 == a.x2 && b.x1 == b.x2 && a.x1 == b.x1);
}

/* Whether a 2x2 block of floor has tiles of both legs. They are not in one line, so there are few places to look at. */
static bool makes_block(const struct fit *fit, struct area a, struct area b)
{
	uint32_t left = greater(a.x1, b.x1) - 1, right = lesser(a.x2, b.x2);
	/* Parallel legs farther apart have no block, and may share millions of rows. */
	for (uint32_t y = greater(a.y1, b.y1) - 1; left <= right && y <= lesser(a.y2, b.y2); y++)
		for (uint32_t x = left; x <= right; x++)
			if (is_dug(fit, x, y) && is_dug(fit, x + 1, y) && is_dug(fit, x, y + 1) &&
			    is_dug(fit, x + 1, y + 1))
				return true;
	return false;
}

/*
 * Whether one of these legs, which are among those nearby, makes a 2x2 block of floor. Such a block has tiles of
 * another leg that is not in line with it.
 */
static bool makes_any_block(const struct fit *fit, const struct area legs[], uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < fit->near_count; k++)
			if (!are_in_line(legs[i], fit->near[k]) && makes_block(fit, legs[i], fit->near[k]))
				return true;
	return false;
}

void fit_start(struct fit *fit, const struct dungeon *dungeon, const struct overlap *rooms)
{
	fit->rooms = rooms;
	fit->leg_count = 0;
	fit->out_of_memory = false;
	overlap_start(&fit->dug, dungeon);
}

bool fit_test(struct fit *fit, struct path path)
{
	struct area legs[AROUND_LEGS];
	uint32_t count = list_legs(path, 1, legs);
	/* If the walls of the two rooms touch, no tile is between them. */
	if (leg_steps(legs, count) > 1 && !avoids_rooms(fit, path))
		return false;
	find_near(fit, legs, count);
	/* A path of up to two bends makes no block by itself. */
	if (fit->near_count == 0)
		return !fit->out_of_memory;
	/* Openings side by side need no check of their own: with the tiles outside of them, they are a block. */
	if (is_open(fit, path.legs[0].from, path.legs[0].to) ||
	    is_open(fit, path.legs[count - 1].to, path.legs[count - 1].from))
		return false;
	for (uint32_t i = 0; i < count; i++)
		note(fit, legs[i]);
	return !fit->out_of_memory && !makes_any_block(fit, legs, count);
}

/* Adds a leg. Returns false if out of memory. */
static bool add_leg(struct fit *fit, struct area leg)
{
	if (!array_reserve(fit, legs, (uint64_t)fit->leg_count + 1))
		return false;
	fit->legs[fit->leg_count++] = leg;
	return overlap_add(&fit->dug, fit->legs, fit->leg_count);
}

void fit_add(struct fit *fit, struct path path)
{
	struct area legs[AROUND_LEGS];
	uint32_t count = list_legs(path, 1, legs);
	for (uint32_t i = 0; i < count; i++)
		if (!add_leg(fit, legs[i]))
			fit->out_of_memory = true;
}

static bool is_among(const struct area legs[], uint32_t count, struct area leg)
{
	uint32_t i = 0;
	while (i < count && memcmp(&legs[i], &leg, sizeof leg) != 0)
		i++;
	return i < count;
}

bool fit_is_lone(struct fit *fit, struct path path)
{
	struct area legs[AROUND_LEGS];
	uint32_t count = list_legs(path, 1, legs);
	if (leg_steps(legs, count) > 2)
		return false;
	find_near(fit, legs, count);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < fit->near_count; k++)
			if (areas_meet(legs[i], fit->near[k]) && !is_among(legs, count, fit->near[k]))
				return false;
	return true;
}

void fit_free(struct fit *fit)
{
	array_free(fit, legs);
	overlap_free(&fit->dug);
	array_free(fit, near);
}
