/* SPDX-License-Identifier: MIT */
#include "map/passages.h"

enum { NO_LEG = UINT32_MAX };

/* Returns the place in the hash table of the legs along the row, or down the column, of a tile. */
static uint32_t hash_line(const struct passages *passages, struct point at, bool is_along_row)
{
	/* The number can wrap around. Then a row shares its place with a column. */
	const uint32_t line = is_along_row ? at.y * 2 + 1 : at.x * 2;
	return line % passages->map->leg_count;
}

bool passages_load(struct passages *passages, const struct map *map)
{
	const uint32_t leg_count = map->leg_count;
	passages->map = map;
	if (!array_reserve(passages, first_legs, leg_count) ||
	    !array_reserve(passages, next_legs, leg_count) ||
	    !array_reserve(passages, tunnels, leg_count))
		return false;
	for (uint32_t i = 0; i < leg_count; i++)
		passages->first_legs[i] = NO_LEG;
	/* From the last leg to the first one, so that the legs of a chain are in order. */
	uint32_t tunnel = map->tunnel_count;
	for (uint32_t i = leg_count; i-- > 0;) {
		while (tunnel > 0 && map->tunnels[tunnel - 1].legs_end > i)
			tunnel--;
		const struct leg leg = map->legs[i];
		const uint32_t hash = hash_line(passages, leg.from, leg.from.y == leg.to.y);
		passages->tunnels[i] = tunnel;
		passages->next_legs[i] = passages->first_legs[hash];
		passages->first_legs[hash] = i;
	}
	return true;
}

bool passages_find(struct passages *passages, struct point at)
{
	const struct map *map = passages->map;
	passages->found_count = 0;
	for (int is_along_row = 0; is_along_row <= 1 && map->leg_count > 0; is_along_row++) {
		uint32_t i = passages->first_legs[hash_line(passages, at, is_along_row)];
		for (; i != NO_LEG; i = passages->next_legs[i]) {
			const struct area area = area_between(map->legs[i].from, map->legs[i].to);
			if (at.x < area.x1 || at.x > area.x2 || at.y < area.y1 || at.y > area.y2)
				continue;
			if (!array_reserve(passages, found, passages->found_count + UINT64_C(1)))
				return false;
			/* Insert the tunnel. Two legs of a tunnel can contain the tile. */
			uint32_t place = passages->found_count;
			while (place > 0 && passages->found[place - 1] > passages->tunnels[i])
				place--;
			if (place > 0 && passages->found[place - 1] == passages->tunnels[i])
				continue;
			for (uint32_t k = passages->found_count; k > place; k--)
				passages->found[k] = passages->found[k - 1];
			passages->found[place] = passages->tunnels[i];
			passages->found_count++;
		}
	}
	return true;
}

void passages_free(struct passages *passages)
{
	array_free(passages, first_legs);
	array_free(passages, next_legs);
	array_free(passages, tunnels);
	array_free(passages, found);
}
