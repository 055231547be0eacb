/* SPDX-License-Identifier: MIT */
#include "map/misfits.h"

#include <string.h>

static bool add_misfit(struct misfits *misfits, struct misfit misfit)
{
	if (!array_reserve(misfits, list, misfits->count + 1))
		return false;
	misfits->list[misfits->count++] = misfit;
	return true;
}

/* Counting floor. */

/* Fills the summed-area table. Doors count as floor. Returns false if out of memory. */
static bool sum_floor(struct misfits *misfits, const struct map *map)
{
	const size_t width = map->recipe.width;
	const size_t stride = width + 1;
	const uint64_t row_count = (uint64_t)map->recipe.height + 1;
	if (!array_reserve(misfits, floor_sums, row_count * stride))
		return false;
	memset(misfits->floor_sums, 0, stride * sizeof *misfits->floor_sums);
	for (uint32_t y = 0; y < map->recipe.height; y++) {
		const char *tiles = map->tiles + y * width;
		const uint32_t *above = misfits->floor_sums + y * stride;
		uint32_t *sums = misfits->floor_sums + (y + 1) * stride;
		uint32_t floor_in_row = 0;
		sums[0] = 0;
		for (size_t x = 0; x < width; x++) {
			if (tiles[x] != TILE_WALL)
				floor_in_row++;
			sums[x + 1] = above[x + 1] + floor_in_row;
		}
	}
	return true;
}

/* Returns the number of floor tiles in an area of the map. */
static uint32_t count_floor(const struct misfits *misfits, const struct map *map, struct area area)
{
	const size_t stride = (size_t)map->recipe.width + 1;
	const uint32_t *above = misfits->floor_sums + area.y1 * stride;
	const uint32_t *last = misfits->floor_sums + (area.y2 + (size_t)1) * stride;
	const uint32_t count_to_last_row = last[area.x2 + 1] - last[area.x1];
	const uint32_t count_above = above[area.x2 + 1] - above[area.x1];
	return count_to_last_row - count_above;
}

static enum tile stored_tile(const struct map *map, struct point at)
{
	return (enum tile)map->tiles[(size_t)at.y * map->recipe.width + at.x];
}

/* Rooms. */

static bool drop_rooms(struct misfits *misfits, struct map *map)
{
	uint32_t kept_count = 0;
	if (!array_reserve(misfits, room_indices, (uint64_t)map->room_count + 1))
		return false;
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area room = map->rooms[i];
		const struct area floor = room_floor(room);
		if (count_floor(misfits, map, floor) > 0) {
			misfits->room_indices[i] = kept_count;
			map->rooms[kept_count++] = room;
			continue;
		}
		misfits->room_indices[i] = NO_ROOM;
		const struct misfit misfit = {
			.kind = MISFIT_ROOM,
			.index = i,
			.room = NO_ROOM,
			.at = {floor.x1, floor.y1},
		};
		if (!add_misfit(misfits, misfit))
			return false;
	}
	map->room_count = kept_count;
	return true;
}

/* Returns whether the room with an index of the file was dropped. */
static bool is_dropped(const struct misfits *misfits, uint32_t room)
{
	return misfits->room_indices[room] == NO_ROOM;
}

/* Tunnels. */

/* Sets *at to the first wall tile on a path. Returns false if all tiles are floor. */
static bool find_wall(const struct misfits *misfits, const struct map *map, struct path path,
		      struct point *at)
{
	for (uint32_t i = 0; i < path.count; i++) {
		const struct leg leg = path.legs[i];
		const struct area tiles = area_between(leg.from, leg.to);
		const uint64_t tile_count = (uint64_t)area_width(tiles) * area_height(tiles);
		if (count_floor(misfits, map, tiles) == tile_count)
			continue;
		*at = leg.from;
		while (stored_tile(map, *at) != TILE_WALL)
			*at = step_toward(*at, leg.to);
		return true;
	}
	return false;
}

/* Returns whether a tunnel of the file fits. If not, describes the misfit. */
static bool tunnel_fits(const struct misfits *misfits, const struct map *map, struct tunnel tunnel,
			struct path path, struct misfit *misfit)
{
	misfit->room = NO_ROOM;
	if (is_dropped(misfits, tunnel.from))
		misfit->room = tunnel.from;
	else if (is_dropped(misfits, tunnel.to))
		misfit->room = tunnel.to;
	if (misfit->room != NO_ROOM)
		return false;
	return !find_wall(misfits, map, path, &misfit->at);
}

static bool drop_tunnels(struct misfits *misfits, struct map *map)
{
	uint32_t kept_count = 0;
	uint32_t kept_legs = 0;
	uint32_t legs_begin = 0; /* index of the first leg of the tunnel in the file */
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		struct tunnel tunnel = map->tunnels[i];
		const struct path path = {
			.legs = map->legs + legs_begin,
			.count = tunnel.legs_end - legs_begin,
		};
		struct misfit misfit = {.kind = MISFIT_TUNNEL, .index = i};
		legs_begin = tunnel.legs_end;
		if (!tunnel_fits(misfits, map, tunnel, path, &misfit)) {
			if (!add_misfit(misfits, misfit))
				return false;
			continue;
		}
		memmove(map->legs + kept_legs, path.legs, path.count * sizeof *map->legs);
		kept_legs += path.count;
		tunnel.from = misfits->room_indices[tunnel.from];
		tunnel.to = misfits->room_indices[tunnel.to];
		tunnel.legs_end = kept_legs;
		map->tunnels[kept_count++] = tunnel;
	}
	map->tunnel_count = kept_count;
	map->leg_count = kept_legs;
	return true;
}

/* Doors. */

static bool drop_doors(struct misfits *misfits, struct map *map)
{
	uint32_t kept_count = 0;
	for (uint32_t i = 0; i < map->door_count; i++) {
		struct door door = map->doors[i];
		const bool lost_its_room = is_dropped(misfits, door.room);
		if (!lost_its_room && stored_tile(map, door.at) == TILE_DOOR) {
			door.room = misfits->room_indices[door.room];
			map->doors[kept_count++] = door;
			continue;
		}
		const struct misfit misfit = {
			.kind = MISFIT_DOOR,
			.room = lost_its_room ? door.room : NO_ROOM,
			.at = door.at,
		};
		if (!add_misfit(misfits, misfit))
			return false;
	}
	map->door_count = kept_count;
	return true;
}

/* Facts about the old tiles. */

/*
 * Drops what the file says about the old tiles: how the map was generated, and the exit distance,
 * which only maps with EXIT_FARTHEST have. Returns false if out of memory.
 */
static bool drop_facts(struct misfits *misfits, struct map *map, struct point difference)
{
	struct recipe *recipe = &map->recipe;
	struct misfit misfit = {.room = NO_ROOM, .at = difference};
	if (recipe->algorithm) {
		misfit.kind = MISFIT_OPTIONS;
		if (!add_misfit(misfits, misfit))
			return false;
	}
	if (recipe->exit == EXIT_FARTHEST) {
		misfit.kind = MISFIT_EXIT_DISTANCE;
		if (!add_misfit(misfits, misfit))
			return false;
	}
	recipe->algorithm = NULL;
	recipe->rng = NULL;
	recipe->parameters = NULL;
	recipe->parameter_count = 0;
	recipe->exit = EXIT_LAST;
	return true;
}

bool misfits_drop(struct misfits *misfits, struct map *map, struct point difference)
{
	misfits->count = 0;
	if (!sum_floor(misfits, map))
		return false;
	if (!drop_rooms(misfits, map))
		return false;
	if (!drop_tunnels(misfits, map))
		return false;
	if (!drop_doors(misfits, map))
		return false;
	return drop_facts(misfits, map, difference);
}

bool misfits_have_parts(const struct misfits *misfits)
{
	/* Parts come first in the list. */
	return misfits->count > 0 && misfits->list[0].kind <= MISFIT_DOOR;
}

void misfits_free(struct misfits *misfits)
{
	array_free(misfits, list);
	array_free(misfits, room_indices);
	array_free(misfits, floor_sums);
}
