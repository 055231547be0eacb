/* SPDX-License-Identifier: MIT */
#include "generate/fit.h"

#include <string.h>

/* A tunnel, or a part of it, and the index of those dug so far. */
struct part {
	const struct overlap *dug;
	struct area areas[AROUND_LEGS]; /* the tiles of its legs */
	uint32_t count, leg;            /* how many there are; the one that is looked at */
};

/* The tunnel without `cut` tiles at either end. */
static struct part cut_ends(const struct fit *fit, struct path path, uint32_t cut)
{
	struct part part = {.dug = &fit->dug, .count = path.count};
	for (uint32_t i = 0; i < path.count; i++) {
		struct leg leg = path.legs[i];
		for (uint32_t step = 0; step < cut && i == 0; step++)
			leg.from = step_toward(leg.from, leg.to);
		for (uint32_t step = 0; step < cut && i == path.count - 1; step++)
			leg.to = step_toward(leg.to, leg.from);
		part.areas[i] = area_between(leg.from, leg.to);
	}
	return part;
}

/* Whether a tile between walls is floor, of this tunnel or of another one. */
static bool is_floor(const struct part *part, uint32_t x, uint32_t y)
{
	const struct area tile = {x, y, x, y};
	for (uint32_t i = 0; i < part->count; i++)
		if (areas_meet(part->areas[i], tile))
			return true;
	return overlap_meets(part->dug, tile);
}

/* Whether two legs along the same row or column are in one line. */
static bool are_in_line(struct area a, struct area b)
{
	return (a.y1 == a.y2 && b.y1 == b.y2 && a.y1 == b.y1) ||
	       (a.x1 == a.x2 && b.x1 == b.x2 && a.x1 == b.x1);
}

/*
 * Whether a 2x2 block of floor has tiles of both the tunnel's leg and another one. A tunnel of up
 * to two bends makes no block by itself, and a block has tiles of legs that are not in one line, so
 * there are few places to look at.
 */
static bool makes_block(void *context, struct area b, uint32_t index)
{
	const struct part *part = context;
	const struct area a = part->areas[part->leg];
	(void)index;
	uint32_t left = greater(a.x1, b.x1) - 1, right = lesser(a.x2, b.x2);
	if (are_in_line(a, b))
		return false;
	/* Parallel legs farther apart have no block, and may share millions of rows. */
	for (uint32_t y = greater(a.y1, b.y1) - 1; left <= right && y <= lesser(a.y2, b.y2); y++)
		for (uint32_t x = left; x <= right; x++)
			if (is_floor(part, x, y) && is_floor(part, x + 1, y) &&
			    is_floor(part, x, y + 1) && is_floor(part, x + 1, y + 1))
				return true;
	return false;
}

void fit_start(struct fit *fit, const struct map *map, const struct overlap *rooms)
{
	fit->rooms = rooms;
	overlap_start(&fit->dug, map);
}

bool fit_test(const struct fit *fit, struct path path)
{
	struct part part = cut_ends(fit, path, 1), inner = cut_ends(fit, path, 2);
	const struct leg *end = path.legs + path.count - 1;
	const struct point first = step_toward(path.legs->from, path.legs->to),
			   last = step_toward(end->to, end->from);
	/* If the walls of the two rooms touch, no tile is between them. */
	for (uint32_t i = 0; i < path.count && path_steps(path) > 3; i++)
		if (overlap_meets(fit->rooms, inner.areas[i]))
			return false;
	/*
	 * Openings side by side need no check of their own: with the tiles outside of them, they
	 * are a block.
	 */
	if (overlap_meets(&fit->dug, area_between(first, first)) ||
	    overlap_meets(&fit->dug, area_between(last, last)))
		return false;
	for (; part.leg < path.count; part.leg++) {
		struct area leg = part.areas[part.leg];
		if (overlap_visit(&fit->dug,
				  (struct area){leg.x1 - 1, leg.y1 - 1, leg.x2 + 1, leg.y2 + 1},
				  makes_block, &part))
			return false;
	}
	return true;
}

bool fit_add(struct fit *fit, struct path path)
{
	const struct part part = cut_ends(fit, path, 1);
	for (uint32_t i = 0; i < path.count; i++) {
		uint32_t count = fit->dug.count;
		if (!array_reserve(fit, legs, (uint64_t)count + 1))
			return false;
		fit->legs[count] = part.areas[i];
		if (!overlap_add(&fit->dug, fit->legs, count + 1))
			return false;
	}
	return true;
}

/* Whether a leg that was dug is none of the tunnel. */
static bool is_other(void *context, struct area leg, uint32_t index)
{
	const struct part *part = context;
	uint32_t i = 0;
	(void)index;
	while (i < part->count && memcmp(&part->areas[i], &leg, sizeof leg) != 0)
		i++;
	return i == part->count;
}

bool fit_is_lone(const struct fit *fit, struct path path)
{
	struct part part = cut_ends(fit, path, 1);
	for (uint32_t i = 0; i < path.count; i++)
		if (path_steps(path) > 4 ||
		    overlap_visit(&fit->dug, part.areas[i], is_other, &part))
			return false;
	return true;
}

void fit_free(struct fit *fit)
{
	array_free(fit, legs);
	overlap_free(&fit->dug);
}
