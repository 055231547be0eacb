/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/smaller.h"
#include "base/sort.h"
#include "map/recipe.h"

/*
 * The model of a map: its rooms and tunnels, not a grid of tiles. Coordinates are tiles; x grows to
 * the right, y grows down, (0,0) is the top left tile. A tile of a room or tunnel is floor, any
 * other is wall.
 */

struct point {
	uint32_t x, y;
};

/* The kinds of tile. */
enum tile { TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_KINDS };

/* A rectangle of tiles from one corner to the other, both included; x1 <= x2 and y1 <= y2. */
struct area {
	uint32_t x1, y1, x2, y2;
};

static inline uint32_t area_width(struct area area)
{
	return area.x2 - area.x1 + 1;
}

static inline uint32_t area_height(struct area area)
{
	return area.y2 - area.y1 + 1;
}

/*
 * A straight part of a tunnel, along a row or a column; the tunnel bends where it meets the next
 * one.
 */
struct leg {
	struct point from, to;
};

/*
 * A tunnel one tile wide between two rooms, given by their indices: from center to center, or
 * around rooms, from a floor tile just inside one room to one just inside the other.
 */
struct tunnel {
	uint32_t from;
	uint32_t to;
	uint32_t legs_end; /* index after its last leg */
	bool row_first;    /* the coin of a tunnel between centers: along a row first, then along a
			      column */
};

/* A door in the wall of a room. */
struct door {
	struct point at;
	uint32_t room;
};

/* The marks of a map, which one that was read may lack. */
enum mark_kind {
	MARK_SPAWN, /* the center of the first room */
	MARK_EXIT,  /* the center of the last one, or of the farthest */
	MARK_KINDS,
};
extern const char *const mark_names[MARK_KINDS];

struct mark {
	struct point at;
	bool is_set;
	bool is_drawn; /* the file that the map was read from draws the mark on its tile */
};

#define NO_ROOM UINT32_MAX /* instead of the number of one */

/* What a map that was read may lack, as bits. */
enum {
	LACKS_SEED = 1 << 0,
	LACKS_ROOMS = 1 << 1, /* rooms, tunnels, and doors: the map stores only tiles */
	LACKS_DOORS = 1 << 2, /* its format has floor in their place */
};

/* Made by generator_make, or read by a format. It owns the arrays; map_free frees them. */
struct map {
	struct recipe recipe;
	unsigned lacks;            /* LACKS_ bits; 0 for a map that was made */
	bool stores_tiles;         /* an input map whose rooms, tunnels, and doors do not make its
				      tiles, or that has none */
	ARRAY(struct area, rooms); /* with their walls, in order of placing; a map that was made has
				      at least one */
	ARRAY(struct tunnel, tunnels);
	ARRAY(struct leg, legs);   /* of the first tunnel, then of the next one, and so on */
	ARRAY(struct door, doors); /* by room, then from top to bottom and left to right; none
				      unless asked for */
	ARRAY(char, tiles);        /* if stores_tiles is set: the kind of each tile, row by row */
	uint32_t room_count, tunnel_count, leg_count, door_count;
	struct mark marks[MARK_KINDS];
	uint64_t exit_distance;       /* steps from the spawn to a farthest exit */
	bool exit_distance_is_walked; /* a search of this map found exit_distance; false if a file
					 says so, which may be wrong */
};

/* Empties `map` for a new map of the recipe and keeps its memory. Safe on a zeroed struct. */
void map_start(struct map *map, const struct recipe *recipe);

/* The functions that add return false and change nothing if out of memory or at a limit. */

/*
 * The areas of floor that make the map, which may overlap: its rooms, then the legs of its tunnels.
 */
static inline uint32_t map_area_count(const struct map *map)
{
	return map->room_count + map->leg_count;
}

static inline bool map_add_room(struct map *map, struct area room)
{
	if (map->room_count == MAP_ROOMS_MAX || map_area_count(map) == UINT32_MAX ||
	    !array_reserve(map, rooms, map->room_count + 1))
		return false;
	map->rooms[map->room_count++] = room;
	return true;
}

/* Adds a tunnel without legs. */
static inline bool map_add_tunnel(struct map *map, uint32_t from, uint32_t to, bool row_first)
{
	if (map->tunnel_count == MAP_TUNNELS_MAX ||
	    !array_reserve(map, tunnels, map->tunnel_count + 1))
		return false;
	map->tunnels[map->tunnel_count++] = (struct tunnel){
		.from = from, .to = to, .legs_end = map->leg_count, .row_first = row_first};
	return true;
}

/* Adds a leg to the newest tunnel, from where its last one ends. */
static inline bool map_add_leg(struct map *map, struct point from, struct point to)
{
	if (map_area_count(map) == UINT32_MAX ||
	    !array_reserve(map, legs, (uint64_t)map->leg_count + 1))
		return false;
	map->legs[map->leg_count++] = (struct leg){from, to};
	map->tunnels[map->tunnel_count - 1].legs_end = map->leg_count;
	return true;
}

/*
 * Gives all tunnels, which have no legs yet, those of tunnels from center to center. Call it when
 * their rooms and coins are final. Returns false if out of memory.
 */
bool map_dig_through(struct map *map);

static inline bool map_add_door(struct map *map, struct point at, uint32_t room)
{
	if (map->door_count == INT32_MAX || !array_reserve(map, doors, map->door_count + 1))
		return false;
	map->doors[map->door_count++] = (struct door){at, room};
	return true;
}

/* Removes doors that belong to no room, and sorts the others as `doors` says. */
void map_settle_doors(struct map *map);

/* The smallest area with both tiles. */
static inline struct area area_between(struct point a, struct point b)
{
	return (struct area){lesser(a.x, b.x), lesser(a.y, b.y), greater(a.x, b.x),
			     greater(a.y, b.y)};
}

/* The tile next to `from` on the way to `to`. */
static inline struct point step_toward(struct point from, struct point to)
{
	from.x = from.x + (to.x > from.x) - (to.x < from.x);
	from.y = from.y + (to.y > from.y) - (to.y < from.y);
	return from;
}

/* The floor of a room. */
static inline struct area room_floor(struct area room)
{
	return (struct area){room.x1 + 1, room.y1 + 1, room.x2 - 1, room.y2 - 1};
}

/* The center of a room, to which tunnels lead. The sums can pass 2^31, but not 2^32. */
static inline struct point room_center(struct area room)
{
	return (struct point){(room.x1 + room.x2) / 2, (room.y1 + room.y2) / 2};
}

/* The legs of a tunnel, from one room to the other; there is at least one. */
struct path {
	const struct leg *legs; /* not owned */
	uint32_t count;
};

static inline struct path tunnel_path(const struct map *map, uint32_t index)
{
	uint32_t first = index > 0 ? map->tunnels[index - 1].legs_end : 0;
	return (struct path){map->legs + first, map->tunnels[index].legs_end - first};
}

/* The corners of a path, from 0, where it starts, to path.count, where it ends. */
static inline struct point path_corner(struct path path, uint32_t index)
{
	return index > 0 ? path.legs[index - 1].to : path.legs[0].from;
}

/*
 * The area at `index`, below map_area_count. Inline, since a large map looks up each area
 * several times.
 */
static inline struct area map_area(const struct map *map, uint32_t index)
{
	if (index < map->room_count)
		return room_floor(map->rooms[index]);
	struct leg leg = map->legs[index - map->room_count];
	return area_between(leg.from, leg.to);
}

/* The first row of the area at `index`, to sort areas or only the rooms by. */
uint32_t map_area_row(const void *map, uint32_t index);

/*
 * Whether a tile of the map is wall, floor or a door. Looks at every room, tunnel and door, or at
 * the map's tiles.
 */
enum tile map_tile(const struct map *map, struct point at);

/* Frees the memory of a map and zeroes it. Safe on a zeroed struct. */
void map_free(struct map *map);
