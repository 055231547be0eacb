/* SPDX-License-Identifier: MIT */
/*
 * At first, every room is a group of its own. The rooms take turns. A room whose turn it is looks
 * for the nearest neighbor outside its group, and digs a tunnel to it. The two groups become one.
 * After the last room, the next round begins. In this way, groups grow at the same speed
 * everywhere, and most tunnels are short.
 *
 * A room may find no tunnel that fits, because other rooms and tunnels are in the way. It is enough
 * if another room of its group finds one. If the rounds end with several groups, the rooms look at
 * more neighbors. If several groups remain even then, dungen keeps the largest group and drops the
 * others.
 *
 * Joining n rooms requires exactly n - 1 tunnels, because no tunnel leads from a group to itself.
 * So the number of tunnels shows whether all rooms are joined.
 */
#include "generate/around_join.h"

#include <string.h>

enum {
	NEIGHBORS = 8,       /* neighbors that a room looks at */
	MORE_NEIGHBORS = 16, /* the same if some rooms are still unjoined */
};

/* Groups of rooms: a disjoint-set forest (Tarjan 1975). */

/* Puts each room into a group of its own. Returns false if out of memory. */
static bool start_groups(struct around_join *join, uint32_t room_count)
{
	if (!array_reserve(join, parents, room_count))
		return false;
	for (uint32_t room = 0; room < room_count; room++)
		join->parents[room] = room;
	return true;
}

/* Returns the first room of a room's group. Halves the way to it for later calls. */
static uint32_t find_group(struct around_join *join, uint32_t room)
{
	uint32_t *parents = join->parents;
	while (parents[room] != room) {
		parents[room] = parents[parents[room]];
		room = parents[room];
	}
	return room;
}

/* Makes one group out of two. Each is named by its first room. */
static void merge_groups(struct around_join *join, uint32_t group, uint32_t other)
{
	join->parents[greater(group, other)] = lesser(group, other);
}

/* Joining. */

/* Returns how many tunnels join all rooms of the map. */
static uint32_t tunnels_needed(const struct around_site *site)
{
	return site->map->room_count - 1;
}

static bool all_are_joined(const struct around_site *site)
{
	return site->map->tunnel_count == tunnels_needed(site);
}

/*
 * Digs a tunnel from a room to its nearest neighbor outside its group, or to the next one if no
 * tunnel to the nearest is found, and so on. May end without a tunnel. Returns false if out of
 * memory.
 */
static bool join_room(struct around_join *join, struct around_site *site, uint32_t room)
{
	const uint32_t group = find_group(join, room);
	const struct neighbor_table *neighbors = &site->neighbors;
	const struct map *map = site->map;
	struct leg legs[AROUND_LEGS];
	for (uint32_t i = 0; i < neighbors->neighbor_count; i++) {
		const uint32_t neighbor = neighbor_table_get(neighbors, room, i);
		const uint32_t other = find_group(join, neighbor);
		if (other == group)
			continue;
		const struct path path = fit_find(&site->fit, site->draws, map->rooms[room],
						  map->rooms[neighbor], legs);
		if (path.count == 0)
			continue;
		merge_groups(join, group, other);
		return around_site_dig(site, room, neighbor, path);
	}
	return true;
}

/* Gives each room a turn, up to the last tunnel needed. Returns false if out of memory. */
static bool dig_round(struct around_join *join, struct around_site *site)
{
	const struct map *map = site->map;
	for (uint32_t room = 0; room < map->room_count; room++) {
		if (all_are_joined(site))
			return true;
		watch_work(site->watch, 64, "tunnels", map->tunnel_count, tunnels_needed(site));
		if (!join_room(join, site, room))
			return false;
	}
	return true;
}

/*
 * Digs rounds of tunnels until all rooms are joined, or until a round digs no tunnel. Each room
 * looks at its `neighbors_max` nearest neighbors. Returns false if out of memory.
 */
static bool dig_rounds(struct around_join *join, struct around_site *site, uint32_t neighbors_max)
{
	const struct map *map = site->map;
	uint32_t tunnels_before = UINT32_MAX;
	if (all_are_joined(site))
		return true;
	if (!neighbor_table_fill(&site->neighbors, map, site->rooms, neighbors_max, site->watch))
		return false;
	while (!all_are_joined(site) && map->tunnel_count != tunnels_before) {
		tunnels_before = map->tunnel_count;
		if (!dig_round(join, site))
			return false;
	}
	return true;
}

bool around_join_rooms(struct around_join *join, struct around_site *site)
{
	if (!start_groups(join, site->map->room_count))
		return false;
	if (!dig_rounds(join, site, NEIGHBORS))
		return false;
	return dig_rounds(join, site, MORE_NEIGHBORS);
}

/* Dropping the rooms that could not be joined. */

/*
 * Returns the first room of the largest group. Uses new_numbers to count the rooms of each group.
 */
static uint32_t find_largest_group(struct around_join *join, uint32_t room_count)
{
	uint32_t *sizes = join->new_numbers;
	uint32_t largest = 0;
	memset(sizes, 0, room_count * sizeof *sizes);
	for (uint32_t room = 0; room < room_count; room++)
		sizes[find_group(join, room)]++;
	for (uint32_t room = 0; room < room_count; room++)
		if (sizes[room] > sizes[largest])
			largest = room;
	return largest;
}

/*
 * Adds the rooms of a group to the site, which was cleared. The map's memory still contains their
 * areas, each at its new place or after it. Sets all new_numbers. Returns false if out of memory.
 */
static bool keep_rooms(struct around_join *join, struct around_site *site, uint32_t group,
		       uint32_t room_count)
{
	const struct map *map = site->map;
	for (uint32_t room = 0; room < room_count; room++) {
		watch_work(site->watch, 1, "rooms kept", room, room_count);
		join->new_numbers[room] = NO_ROOM;
		if (find_group(join, room) != group)
			continue;
		join->new_numbers[room] = map->room_count;
		if (!around_site_add_room(site, map->rooms[room]))
			return false;
	}
	return true;
}

/*
 * Digs the tunnels between the kept rooms again. The map's memory still contains all old tunnels
 * and their legs. A tunnel moves to its old place or before it, so this overwrites only tunnels
 * that it has read already. Returns false if out of memory.
 */
static bool keep_tunnels(struct around_join *join, struct around_site *site, uint32_t tunnel_count)
{
	const struct map *map = site->map;
	for (uint32_t i = 0; i < tunnel_count; i++) {
		const struct tunnel tunnel = map->tunnels[i];
		const uint32_t from = join->new_numbers[tunnel.from];
		const uint32_t to = join->new_numbers[tunnel.to];
		watch_work(site->watch, 1, "tunnels kept", i, tunnel_count);
		if (from == NO_ROOM)
			continue;
		if (!around_site_dig(site, from, to, tunnel_path(map, i)))
			return false;
	}
	return true;
}

bool around_drop_unjoined(struct around_join *join, struct around_site *site)
{
	const struct map *map = site->map;
	const uint32_t room_count = map->room_count;
	const uint32_t tunnel_count = map->tunnel_count;
	if (all_are_joined(site))
		return true;
	if (!array_reserve(join, new_numbers, room_count))
		return false;
	const uint32_t group = find_largest_group(join, room_count);
	around_site_clear(site);
	if (!keep_rooms(join, site, group, room_count))
		return false;
	if (!keep_tunnels(join, site, tunnel_count))
		return false;
	if (site->history)
		history_renumber(site->history, join->new_numbers);
	return true;
}

void around_join_free(struct around_join *join)
{
	array_free(join, parents);
	array_free(join, new_numbers);
}
