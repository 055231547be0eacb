/* SPDX-License-Identifier: MIT */
#include "dungeon/fit.h"

#include "dungeon/memory.h"

#include <stdlib.h>

/* Legs. */

static struct room leg_between(struct point a, struct point b)
{
	return (struct room){lesser(a.x, b.x), lesser(a.y, b.y), greater(a.x, b.x), greater(a.y, b.y)};
}

/* The leg and the tiles around it, but none outside the map. */
static struct room leg_widened(struct room leg)
{
	return (struct room){leg.x1 - (leg.x1 > 0), leg.y1 - (leg.y1 > 0), leg.x2 + 1, leg.y2 + 1};
}

static bool contains(struct room leg, uint32_t x, uint32_t y)
{
	return (leg.x1 <= x) & (x <= leg.x2) & (leg.y1 <= y) & (y <= leg.y2);
}

uint64_t course_length(const struct course *course)
{
	uint64_t length = 0;
	for (uint32_t i = 1; i < course->count; i++) {
		struct room leg = leg_between(course->corners[i - 1], course->corners[i]);
		length += (leg.x2 - leg.x1) + (leg.y2 - leg.y1);
	}
	return length;
}

/* Collects a leg nearby, for overlap_lists_visit. Returns true, to stop, if out of memory. */
static bool note(void *context, struct room leg)
{
	struct fit *fit = context;
	enum { LIKELY = 256 };
	if (!array_reserve(fit, near, (uint64_t)fit->near_count + 1, LIKELY))
		fit->out_of_memory = true;
	else
		fit->near[fit->near_count++] = leg;
	return fit->out_of_memory;
}

/* Finds the legs that have a tile on the course or next to it, also diagonally. */
static void find_near(struct fit *fit, const struct course *course)
{
	fit->near_count = 0;
	for (uint32_t i = 1; i < course->count; i++) {
		struct room around = leg_widened(leg_between(course->corners[i - 1], course->corners[i]));
		if (fit->leg_count > OVERLAP_FEW)
			overlap_lists_visit(&fit->lists, fit->legs, fit->leg_count, around, note, fit);
		else if (overlap_few_meet(&fit->few, around))
			for (uint32_t k = 0; k < fit->leg_count; k++)
				if (rooms_meet(fit->legs[k], around))
					note(fit, fit->legs[k]);
	}
}

/* Whether a tile is floor of the tunnels nearby. */
static bool is_dug(const struct fit *fit, uint32_t x, uint32_t y)
{
	for (uint32_t i = 0; i < fit->near_count; i++)
		if (contains(fit->near[i], x, y))
			return true;
	return false;
}

/* Whether the end of a tunnel and the tiles beside it in its wall are wall; `next` is the corner after it. */
static bool end_is_free(const struct fit *fit, struct point end, struct point next)
{
	uint32_t along_x = end.x == next.x, along_y = !along_x;
	return !is_dug(fit, end.x, end.y) && !is_dug(fit, end.x - along_x, end.y - along_y) &&
	       !is_dug(fit, end.x + along_x, end.y + along_y);
}

/* Whether a leg shares a tile with the rectangle of a room. */
static bool meets_room(const struct fit *fit, struct room leg)
{
	const struct dungeon *dungeon = fit->dungeon;
	/* The search by corners takes rectangles of up to the size of a room, so a leg is tested in parts. */
	uint32_t most = fit->overlap->method == OVERLAP_CORNERS ? dungeon->recipe.room_max : INT32_MAX;
	struct room part = leg;
	for (;;) {
		part.x2 = lesser(leg.x2, part.x1 + most);
		part.y2 = lesser(leg.y2, part.y1 + most);
		if (overlap_meets(fit->overlap, dungeon->rooms, dungeon->room_count, part))
			return true;
		if (part.x2 == leg.x2 && part.y2 == leg.y2)
			return false;
		part.x1 = part.x2 + (part.x2 < leg.x2);
		part.y1 = part.y2 + (part.y2 < leg.y2);
	}
}

/* Whether none of the tiles between the ends is in a room's rectangle. */
static bool avoids_rooms(const struct fit *fit, const struct course *course)
{
	struct course between = *course;
	uint32_t last = course->count - 1;
	between.corners[0] = step_toward(course->corners[0], course->corners[1]);
	between.corners[last] = step_toward(course->corners[last], course->corners[last - 1]);
	/* If the walls of the two rooms touch there is nothing between. */
	if (course->count == 2 && course_length(course) == 1)
		return true;
	for (uint32_t i = 1; i < course->count; i++)
		if (meets_room(fit, leg_between(between.corners[i - 1], between.corners[i])))
			return false;
	return true;
}

/* Whether tile (x, y) is floor, with x and y exchanged if `swap`. */
static bool is_floor(const struct fit *fit, bool swap, uint32_t x, uint32_t y)
{
	return swap ? is_dug(fit, y, x) : is_dug(fit, x, y);
}

/*
 * Whether a leg along row leg.y1 forms a 2x2 block of floor with `row` in which `other`, a leg nearby, has a tile.
 * Coordinates are transposed if `swap`.
 */
static bool makes_block(const struct fit *fit, bool swap, struct room leg, struct room other, uint32_t row)
{
	if (other.y1 > row || other.y2 < row)
		return false;
	/* A block has columns of the leg, and perhaps one beyond its end. */
	uint32_t first = greater(other.x1, leg.x1 - (leg.x1 > 0)), last = lesser(other.x2, leg.x2 + 1);
	if (first <= last && lesser(last, leg.x2) > greater(first, leg.x1))
		return true; /* side by side for two columns or more */
	for (uint32_t x = first; x <= last; x++)
		for (uint32_t left = x - (x > leg.x1); left <= x && left <= leg.x2; left++)
			if (is_floor(fit, swap, left, row) && is_floor(fit, swap, left + 1, row) &&
			    is_floor(fit, swap, left, leg.y1) && is_floor(fit, swap, left + 1, leg.y1))
				return true;
	return false;
}

/* Whether the course, whose legs are among those nearby, makes a 2x2 block of floor. */
static bool makes_any_block(const struct fit *fit, const struct course *course)
{
	for (uint32_t i = 1; i < course->count; i++) {
		struct room leg = leg_between(course->corners[i - 1], course->corners[i]);
		bool swap = leg.x1 == leg.x2;
		leg = transposed_if(swap, leg);
		for (uint32_t k = 0; k < fit->near_count; k++) {
			struct room other = transposed_if(swap, fit->near[k]);
			if (makes_block(fit, swap, leg, other, leg.y1 - 1) ||
			    makes_block(fit, swap, leg, other, leg.y1 + 1))
				return true;
		}
	}
	return false;
}

void fit_start(struct fit *fit, const struct dungeon *dungeon, const struct overlap *overlap)
{
	fit->dungeon = dungeon;
	fit->overlap = overlap;
	fit->leg_count = 0;
	fit->out_of_memory = false;
	overlap_few_start(&fit->few);
	overlap_lists_start(&fit->lists, &dungeon->recipe);
}

bool fit_test(struct fit *fit, const struct course *course)
{
	if (!avoids_rooms(fit, course))
		return false;
	uint32_t last = course->count - 1;
	find_near(fit, course);
	/* A course of up to two bends makes no block by itself. */
	if (fit->near_count == 0)
		return !fit->out_of_memory;
	if (!end_is_free(fit, course->corners[0], course->corners[1]) ||
	    !end_is_free(fit, course->corners[last], course->corners[last - 1]))
		return false;
	for (uint32_t i = 1; i < course->count; i++)
		note(fit, leg_between(course->corners[i - 1], course->corners[i]));
	return !fit->out_of_memory && !makes_any_block(fit, course);
}

static bool add_leg(struct fit *fit, struct room leg)
{
	enum { LIKELY = 1 << 12 };
	if (!array_reserve(fit, legs, (uint64_t)fit->leg_count + 1, LIKELY))
		return false;
	fit->legs[fit->leg_count++] = leg;
	if (fit->leg_count > OVERLAP_FEW)
		return overlap_lists_add(&fit->lists, fit->legs, fit->leg_count);
	overlap_few_add(&fit->few, leg);
	return true;
}

void fit_add(struct fit *fit, const struct course *course)
{
	for (uint32_t i = 1; i < course->count; i++)
		if (!add_leg(fit, leg_between(course->corners[i - 1], course->corners[i])))
			fit->out_of_memory = true;
}

bool fit_is_met(struct fit *fit, const struct course *course)
{
	find_near(fit, course);
	for (uint32_t k = 0; k < fit->near_count; k++) {
		struct room other = fit->near[k];
		bool own = false, beside = false;
		for (uint32_t i = 1; i < course->count; i++) {
			struct room leg = leg_between(course->corners[i - 1], course->corners[i]);
			struct room wide = leg_widened(leg), high = wide;
			wide.y1 = leg.y1, wide.y2 = leg.y2;
			high.x1 = leg.x1, high.x2 = leg.x2;
			own |= (leg.x1 == other.x1) & (leg.y1 == other.y1) & (leg.x2 == other.x2) &
			       (leg.y2 == other.y2);
			beside |= rooms_meet(other, wide);
			beside |= rooms_meet(other, high);
		}
		if (beside && !own)
			return true;
	}
	return false;
}

void fit_free(struct fit *fit)
{
	array_free(fit, legs);
	overlap_lists_free(&fit->lists);
	array_free(fit, near);
}
