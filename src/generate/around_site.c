/* SPDX-License-Identifier: MIT */
#include "generate/around_site.h"

void around_site_start(struct around_site *site, const struct generation *generation)
{
	site->map = generation->map;
	site->rooms = generation->rooms;
	site->draws = generation->draws;
	site->history = generation->history;
	site->watch = generation->watch;
	fit_start(&site->fit, site->map, site->rooms);
	neighbor_table_clear(&site->neighbors);
}

void around_site_clear(struct around_site *site)
{
	struct map *map = site->map;
	map->room_count = 0;
	map->tunnel_count = 0;
	map->leg_count = 0;
	overlap_start(site->rooms, map);
	fit_start(&site->fit, map, site->rooms);
	neighbor_table_clear(&site->neighbors);
}

bool around_site_add_room(struct around_site *site, struct area room)
{
	struct map *map = site->map;
	if (!map_add_room(map, room))
		return false;
	return overlap_add(site->rooms, map->rooms, map->room_count);
}

bool around_site_dig(struct around_site *site, uint32_t from, uint32_t to, struct path path)
{
	struct map *map = site->map;
	if (!map_add_tunnel(map, from, to, false))
		return false;
	if (!fit_add(&site->fit, path))
		return false;
	for (uint32_t i = 0; i < path.count; i++)
		if (!map_add_leg(map, path.legs[i].from, path.legs[i].to))
			return false;
	return true;
}

void around_site_free(struct around_site *site)
{
	fit_free(&site->fit);
	neighbor_table_free(&site->neighbors);
}
