/* SPDX-License-Identifier: MIT */
/*
 * The legs are in a hash table: there are as many buckets as legs, and all legs of a line are in
 * the same bucket. They lie next to each other in memory, because a map of a million rooms has
 * dozens of legs in a line, and three times as many doors as rooms.
 */
#include "map/passages.h"

#include <string.h>

/* Returns the line of a row or a column. The number can wrap around, which only delays a search. */
static uint32_t line_of(struct point at, bool is_along_row)
{
	return is_along_row ? at.y * 2 + 1 : at.x * 2;
}

bool passages_load(struct passages *passages, const struct map *map)
{
	const uint32_t leg_count = map->leg_count;
	passages->leg_count = leg_count;
	if (!array_reserve(passages, legs, leg_count))
		return false;
	if (!array_reserve(passages, bucket_ends, leg_count + UINT64_C(1)))
		return false;
	/* Count the legs of each bucket one place after it, and add them up: its first leg. */
	uint32_t *ends = passages->bucket_ends;
	memset(ends, 0, (leg_count + (size_t)1) * sizeof *ends);
	for (uint32_t i = 0; i < leg_count; i++) {
		const struct leg leg = map->legs[i];
		ends[line_of(leg.from, leg.from.y == leg.to.y) % leg_count + 1]++;
	}
	for (uint32_t i = 1; i < leg_count; i++)
		ends[i] += ends[i - 1];
	uint32_t tunnel = 0;
	for (uint32_t i = 0; i < leg_count; i++) {
		const struct area area = area_between(map->legs[i].from, map->legs[i].to);
		const struct point first = {area.x1, area.y1};
		const bool is_along_row = area.y1 == area.y2;
		const uint32_t line = line_of(first, is_along_row);
		while (map->tunnels[tunnel].legs_end <= i)
			tunnel++;
		/* After the last leg of a bucket, this is its end. */
		struct passage *leg = &passages->legs[ends[line % leg_count]++];
		leg->line = line;
		leg->tunnel = tunnel;
		leg->first = area.y1;
		leg->last = area.y2;
		if (is_along_row) {
			leg->first = area.x1;
			leg->last = area.x2;
		}
	}
	return true;
}

/* Inserts a tunnel in the tunnels found, unless it is one of them. Returns false if out of memory.
 */
static bool add_found(struct passages *passages, uint32_t tunnel)
{
	uint32_t place = passages->found_count;
	if (!array_reserve(passages, found, place + UINT64_C(1)))
		return false;
	while (place > 0 && passages->found[place - 1] > tunnel)
		place--;
	if (place > 0 && passages->found[place - 1] == tunnel)
		return true;
	uint32_t *found = passages->found + place;
	memmove(found + 1, found, (passages->found_count - place) * sizeof *found);
	*found = tunnel;
	passages->found_count++;
	return true;
}

bool passages_find(struct passages *passages, struct point at)
{
	passages->found_count = 0;
	if (passages->leg_count == 0)
		return true;
	for (int is_along_row = 0; is_along_row <= 1; is_along_row++) {
		const uint32_t line = line_of(at, is_along_row);
		const uint32_t position = is_along_row ? at.x : at.y;
		const uint32_t bucket = line % passages->leg_count;
		uint32_t i = bucket > 0 ? passages->bucket_ends[bucket - 1] : 0;
		for (; i < passages->bucket_ends[bucket]; i++) {
			const struct passage leg = passages->legs[i];
			if (leg.line == line && leg.first <= position && position <= leg.last &&
			    !add_found(passages, leg.tunnel))
				return false;
		}
	}
	return true;
}

void passages_free(struct passages *passages)
{
	array_free(passages, legs);
	array_free(passages, bucket_ends);
	array_free(passages, found);
}
