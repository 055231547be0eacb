/* SPDX-License-Identifier: MIT */
#include "map/passages.h"

#include <stdlib.h>
#include <string.h>

enum {
	BUCKET_LEGS =
		16, /* number of legs for which there is a bucket of rows and one of columns */
	SCANNED_MAX = 48, /* up to this many legs are searched one by one, and need no order */
};

/*
 * Returns the bucket of the legs along a row, or of those down a column, that may contain a tile.
 */
static uint32_t find_bucket(const struct passages *passages, struct point at, bool is_along_row)
{
	if (is_along_row)
		return at.y >> passages->bucket_shift;
	return passages->bucket_count + (at.x >> passages->bucket_shift);
}

/* Returns the number of a tile on a leg along a row, or on a leg down a column. */
static uint64_t tile_number(struct point at, bool is_along_row)
{
	if (is_along_row)
		return (uint64_t)at.y << 32 | at.x;
	return (uint64_t)at.x << 32 | at.y;
}

/* Compares legs for qsort. Legs that begin at the same tile are in the order of the tunnels. */
static int compare_legs(const void *first, const void *second)
{
	const struct passage *a = first;
	const struct passage *b = second;
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->tunnel > b->tunnel) - (a->tunnel < b->tunnel);
}

/*
 * Makes a tree of sorted legs, from `begin` to before `end`. Returns the greatest number of a tile
 * of these legs. There is at least one leg.
 */
static uint64_t make_tree(struct passage *legs, uint32_t begin, uint32_t end)
{
	if (end - begin == 1)
		return legs[begin].first + legs[begin].steps;
	const uint32_t middle = begin + (end - begin) / 2;
	const uint64_t before = make_tree(legs, begin, middle);
	const uint64_t after = make_tree(legs, middle, end);
	legs[middle].last_max = before > after ? before : after;
	return legs[middle].last_max;
}

bool passages_load(struct passages *passages, const struct map *map)
{
	const uint32_t leg_count = map->leg_count;
	const uint32_t lane_max = greater(map->recipe.width, map->recipe.height) - 1;
	passages->bucket_shift = 0;
	while (lane_max >> passages->bucket_shift > leg_count / BUCKET_LEGS)
		passages->bucket_shift++;
	passages->bucket_count = (lane_max >> passages->bucket_shift) + 1;
	const uint64_t begin_count = (uint64_t)passages->bucket_count * 2 + 2;
	if (!array_reserve(passages, legs, leg_count))
		return false;
	if (!array_reserve(passages, bucket_begins, begin_count))
		return false;
	/*
	 * Count the legs of each bucket two places after it, and add them up. A bucket then begins
	 * at the number after its place, which increases with each leg, and ends where the next
	 * bucket begins.
	 */
	uint32_t *begins = passages->bucket_begins;
	memset(begins, 0, (size_t)begin_count * sizeof *begins);
	for (uint32_t i = 0; i < leg_count; i++) {
		const struct leg leg = map->legs[i];
		begins[find_bucket(passages, leg.from, leg.from.y == leg.to.y) + 2]++;
	}
	for (uint64_t i = 3; i < begin_count; i++)
		begins[i] += begins[i - 1];
	struct passage *legs = passages->legs;
	uint32_t tunnel = 0;
	for (uint32_t i = 0; i < leg_count; i++) {
		const struct area area = area_between(map->legs[i].from, map->legs[i].to);
		const struct point first = {area.x1, area.y1};
		const bool is_along_row = area.y1 == area.y2;
		while (map->tunnels[tunnel].legs_end <= i)
			tunnel++;
		legs[begins[find_bucket(passages, first, is_along_row) + 1]++] = (struct passage){
			.first = tile_number(first, is_along_row),
			.steps = area.x2 - area.x1 + (area.y2 - area.y1),
			.tunnel = tunnel,
		};
	}
	for (uint64_t i = 0; i + 2 < begin_count; i++) {
		if (begins[i + 1] - begins[i] <= SCANNED_MAX)
			continue;
		qsort(legs + begins[i], begins[i + 1] - begins[i], sizeof *legs, compare_legs);
		make_tree(legs, begins[i], begins[i + 1]);
	}
	return true;
}

/* Finds the tunnels with a leg that contains a tile, from leg `begin` to before leg `end`. */
static bool find(struct passages *passages, uint32_t begin, uint32_t end, uint64_t number)
{
	const struct passage *legs = passages->legs;
	while (end - begin > SCANNED_MAX) {
		const uint32_t middle = begin + (end - begin) / 2;
		if (legs[middle].last_max < number)
			return true;
		if (legs[middle].first > number) {
			end = middle;
			continue;
		}
		if (!find(passages, begin, middle, number))
			return false;
		begin = middle;
	}
	uint64_t count = passages->found_count;
	if (!array_reserve(passages, found, count + SCANNED_MAX))
		return false;
	for (uint32_t i = begin; i < end; i++) {
		/* Do not branch, because the branch would be mispredicted for every other door. */
		passages->found[count] = legs[i].tunnel;
		/* The difference is huge if the tile comes before the leg. */
		count += number - legs[i].first <= legs[i].steps;
	}
	passages->found_count = (uint32_t)count;
	return true;
}

static int compare_numbers(const void *first, const void *second)
{
	const uint32_t a = *(const uint32_t *)first;
	const uint32_t b = *(const uint32_t *)second;
	return (a > b) - (a < b);
}

bool passages_find(struct passages *passages, struct point at)
{
	passages->found_count = 0;
	for (int is_along_row = 0; is_along_row <= 1; is_along_row++) {
		const uint32_t *begin = passages->bucket_begins;
		begin += find_bucket(passages, at, is_along_row);
		if (!find(passages, begin[0], begin[1], tile_number(at, is_along_row)))
			return false;
	}
	if (passages->found_count < 2)
		return true;
	uint32_t *found = passages->found;
	uint32_t count = 1;
	qsort(found, passages->found_count, sizeof *found, compare_numbers);
	/* Two legs of a tunnel meet at its corner. */
	for (uint32_t i = 1; i < passages->found_count; i++)
		if (found[i] != found[count - 1])
			found[count++] = found[i];
	passages->found_count = count;
	return true;
}

void passages_free(struct passages *passages)
{
	array_free(passages, legs);
	array_free(passages, bucket_begins);
	array_free(passages, found);
}
