/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/smaller.h"
#include "base/sort.h"
#include "map/recipe.h"

/*
 * A map as dungen stores it: rooms, tunnels, doors, and marks. It is not a grid of tiles. rows.h
 * derives the tiles: those of rooms and tunnels are floor, and all others are wall. x grows to the
 * right, y grows down, and (0,0) is the top left tile.
 *
 * Usage:
 *
 *     struct map map = {0};
 *     map_start(&map, &recipe);                   empties the map; once for each map
 *     map_add_attempt(&map, &attempt);            only if a trace is needed; before its room
 *     map_add_room(&map, room);                   rooms before tunnels
 *     map_add_tunnel(&map, from, to, row_first);  between two of these rooms
 *     map_add_leg(&map, from, to);                the legs of this tunnel, one after the other
 *     map_dig_through(&map);                      or the legs of all tunnels, from their coins
 *     map_add_door(&map, at, room);
 *     map_sort_doors(&map);                       after the last door
 *     map_drop_rooms(&map, new_indices);          if rooms have to go
 *     map_find_wings(&map);                       if the map can have wings
 *     map_free(&map);
 *
 * Functions that return a bool return false if out of memory or at a limit. Functions that add a
 * part then change nothing.
 */

struct point {
	uint32_t x, y;
};

static inline bool points_are_equal(struct point a, struct point b)
{
	return a.x == b.x && a.y == b.y;
}

/* The kinds of tile. */
enum tile { TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_KINDS };
extern const char *const tile_names[TILE_KINDS];

/*
 * A rectangle of tiles, from its top left tile (x1,y1) to its bottom right tile (x2,y2), including
 * both. x1 <= x2 and y1 <= y2.
 */
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

/* Returns the number of tiles in an area. */
static inline uint64_t area_size(struct area area)
{
	return (uint64_t)area_width(area) * area_height(area);
}

/* A straight part of a tunnel, along a row or a column. The next leg starts where it ends. */
struct leg {
	struct point from;
	struct point to;
};

/*
 * A tunnel between two rooms, one tile wide. With --tunnels through, it leads from center to
 * center. With --tunnels around, it leads from a floor tile next to the wall of one room to such a
 * tile of the other room.
 */
struct tunnel {
	uint32_t from;     /* index of a room */
	uint32_t to;       /* index of the other room */
	uint32_t legs_end; /* index after its last leg */
	bool row_first;    /* the coin of --tunnels through: follows a row before a column */
};

/*
 * Returns whether a door fits: it is between two walls and, in the other direction, between two
 * tiles that can be walked on. The arguments say which of its neighbors can.
 */
static inline bool door_fits(bool is_open_left, bool is_open_right, bool is_open_above,
			     bool is_open_below)
{
	const bool is_symmetric = is_open_left == is_open_right && is_open_above == is_open_below;
	return is_symmetric && is_open_left != is_open_above;
}

/* A door in the wall of a room. */
struct door {
	struct point at;
	uint32_t room;
	uint32_t lock;  /* number of the key that opens it, starting at 1; 0 if it is not locked */
	bool is_secret; /* players take it for wall until they find it */
};

/* The key of a lock. */
struct key {
	struct point at;
	bool is_set; /* the map has this key */
};

/* An attempt to place a room. */
struct attempt {
	struct area room; /* with its walls */
	/*
	 * If the room was placed, its number on the map; otherwise the number of the earliest room
	 * that it overlaps. NO_ROOM if the room with this number was dropped later.
	 */
	uint32_t number;
	bool placed; /* stays set if the room was dropped later */
};

/* The marks of a map. An input map may lack them. */
enum mark_kind {
	MARK_SPAWN, /* in the center of the first room */
	MARK_EXIT,  /* in the center of the last room, or of the farthest room */
	MARK_KINDS,
};
extern const char *const mark_names[MARK_KINDS];

struct mark {
	struct point at;
	bool is_set;
	bool is_drawn; /* the input file draws the mark on its tile, which its format does not do
			  by default */
};

#define NO_ROOM UINT32_MAX /* used instead of the index of a room */

/* Bits for the parts that an input map may lack. */
enum {
	LACKS_SEED = 1 << 0,
	LACKS_ROOMS = 1 << 1,   /* the map stores only tiles; no rooms, tunnels, or doors */
	LACKS_DOORS = 1 << 2,   /* the format of the file has floor in place of doors, or a document
				   to   compare has no list of them */
	LACKS_TUNNELS = 1 << 3, /* a document to compare has no list of tunnels */
	LACKS_KEYS = 1 << 4,    /* a document to compare has no list of keys */
};

/* A map, generated or read from a file. It owns its arrays. */
struct map {
	struct recipe recipe;
	unsigned lacks;    /* LACKS_ bits; 0 for a generated map */
	bool stores_tiles; /* an input map whose rooms, tunnels, and doors do not make its tiles, or
			      which has no rooms */
	ARRAY(struct area, rooms); /* with their walls, in the order in which they were placed; a
				      generated map has at least one room */
	ARRAY(struct tunnel, tunnels);
	ARRAY(struct leg, legs);   /* the legs of the first tunnel, then of the next, and so on */
	ARRAY(struct door, doors); /* sorted by room, then from top to bottom and left to right */
	ARRAY(char, tiles); /* only if stores_tiles is set: the kind of each tile, row by row */
	ARRAY(struct attempt, attempts); /* how the map came about: all attempts to place a room, in
					    order; empty unless the caller of the generator wants
					    them, or the map was read from a trace */
	uint32_t room_count;
	uint32_t tunnel_count;
	uint32_t leg_count;
	uint32_t door_count;
	struct key keys[LOCKS_MAX]; /* the key of lock 1, of lock 2, and so on */
	uint32_t lock_count; /* largest number of a key or of a locked door; 0 without locks */
	uint64_t attempt_count;
	uint64_t attempts_made;   /* attempts to place a room, even if the map does not keep them */
	ARRAY(uint32_t, wing_of); /* if wing_count is not 0, by room: the room whose wing it is, or
				     NO_ROOM */
	uint32_t wing_count;      /* number of rooms that are wings */
	ARRAY(uint64_t, distances); /* by room: steps from the spawn to its center */
	uint32_t distance_count;    /* room_count if recipe.exit is EXIT_FARTHEST, or less if a file
				       lacks distances, which are then not known */
	struct mark marks[MARK_KINDS];
	uint64_t exit_distance;       /* steps from the spawn to the exit; known only if
					 recipe.exit is EXIT_FARTHEST */
	bool exit_distance_is_walked; /* set if a search of this map found exit_distance; not set if
					 it comes from a file and may be wrong */
};

/* Empties `map` for a new map of the recipe, and keeps its memory. Safe on a zeroed struct. */
void map_start(struct map *map, const struct recipe *recipe);

/*
 * Returns the number of areas of floor, which may overlap. They are the floors of the rooms, then
 * the legs of the tunnels.
 */
static inline uint32_t map_area_count(const struct map *map)
{
	return map->room_count + map->leg_count;
}

/* Adds a room, with its walls. */
static inline bool map_add_room(struct map *map, struct area room)
{
	if (map->room_count == MAP_ROOMS_MAX || map_area_count(map) == UINT32_MAX)
		return false;
	if (!array_reserve(map, rooms, map->room_count + 1))
		return false;
	map->rooms[map->room_count++] = room;
	return true;
}

/* Adds a tunnel without legs. */
static inline bool map_add_tunnel(struct map *map, uint32_t from, uint32_t to, bool row_first)
{
	if (map->tunnel_count == MAP_TUNNELS_MAX)
		return false;
	if (!array_reserve(map, tunnels, map->tunnel_count + 1))
		return false;
	map->tunnels[map->tunnel_count++] = (struct tunnel){
		.from = from,
		.to = to,
		.legs_end = map->leg_count,
		.row_first = row_first,
	};
	return true;
}

/* Adds a leg to the newest tunnel. `from` is the end of its last leg. */
static inline bool map_add_leg(struct map *map, struct point from, struct point to)
{
	struct tunnel *tunnel = &map->tunnels[map->tunnel_count - 1];
	if (map_area_count(map) == UINT32_MAX)
		return false;
	if (!array_reserve(map, legs, (uint64_t)map->leg_count + 1))
		return false;
	map->legs[map->leg_count++] = (struct leg){from, to};
	tunnel->legs_end = map->leg_count;
	return true;
}

/* Adds an attempt. Its room is added by map_add_room. */
static inline bool map_add_attempt(struct map *map, const struct attempt *attempt)
{
	if (!array_reserve(map, attempts, map->attempt_count + 1))
		return false;
	map->attempts[map->attempt_count++] = *attempt;
	return true;
}

/*
 * Adds the legs of all tunnels, which lead from center to center. Call it when rooms, tunnels, and
 * coins are final. The tunnels must not have legs.
 */
bool map_dig_through(struct map *map);

/* Adds a door in the wall of a room. */
static inline bool map_add_door(struct map *map, struct point at, uint32_t room)
{
	if (map->door_count == INT32_MAX)
		return false;
	if (!array_reserve(map, doors, map->door_count + 1))
		return false;
	map->doors[map->door_count++] = (struct door){.at = at, .room = room};
	return true;
}

/* Sorts the doors by room, then from top to bottom and left to right. */
void map_sort_doors(struct map *map);

/*
 * Drops the rooms whose new index is NO_ROOM, and their tunnels and doors. Also drops tunnels that
 * come from NO_ROOM, and doors of NO_ROOM. The other parts keep their order. `new_indices` has, by
 * old index, the new index of each room.
 */
void map_drop_rooms(struct map *map, const uint32_t *new_indices);

/*
 * Finds the wings among the rooms. A wing has a tunnel from an earlier room whose floor it touches.
 */
bool map_find_wings(struct map *map);

/* Returns the room whose wing a room is, or NO_ROOM. */
static inline uint32_t map_wing_of(const struct map *map, uint32_t room)
{
	return map->wing_count > 0 ? map->wing_of[room] : NO_ROOM;
}

/* Returns the smallest area that contains both tiles. */
static inline struct area area_between(struct point a, struct point b)
{
	return (struct area){
		.x1 = lesser(a.x, b.x),
		.y1 = lesser(a.y, b.y),
		.x2 = greater(a.x, b.x),
		.y2 = greater(a.y, b.y),
	};
}

/* Returns the smallest area that contains both areas. */
static inline struct area area_around(struct area a, struct area b)
{
	return (struct area){
		.x1 = lesser(a.x1, b.x1),
		.y1 = lesser(a.y1, b.y1),
		.x2 = greater(a.x2, b.x2),
		.y2 = greater(a.y2, b.y2),
	};
}

/* Returns whether two areas share a tile. A branch would be mispredicted, so there is none. */
static inline bool areas_meet(struct area a, struct area b)
{
	return (a.x1 <= b.x2) & (a.x2 >= b.x1) & (a.y1 <= b.y2) & (a.y2 >= b.y1);
}

/* Returns the tile next to `from` on the way to `to`, which is in the same row or column. */
static inline struct point step_toward(struct point from, struct point to)
{
	from.x = from.x + (to.x > from.x) - (to.x < from.x);
	from.y = from.y + (to.y > from.y) - (to.y < from.y);
	return from;
}

/* Returns the area inside the walls of a room. */
static inline struct area room_floor(struct area room)
{
	return (struct area){
		.x1 = room.x1 + 1,
		.y1 = room.y1 + 1,
		.x2 = room.x2 - 1,
		.y2 = room.y2 - 1,
	};
}

/* Returns the center of a room, rounded down. The sums can exceed 2^31, but not 2^32. */
static inline struct point room_center(struct area room)
{
	return (struct point){
		.x = (room.x1 + room.x2) / 2,
		.y = (room.y1 + room.y2) / 2,
	};
}

/*
 * The legs of a tunnel, from one room to the other. A path has at least one leg, unless it is the
 * result of a search that found none.
 */
struct path {
	const struct leg *legs; /* not owned */
	uint32_t count;
};

/* Returns the legs of the tunnel at `index`. They stay in the map's memory, which can move. */
static inline struct path tunnel_path(const struct map *map, uint32_t index)
{
	uint32_t begin = 0;
	if (index > 0)
		begin = map->tunnels[index - 1].legs_end;
	return (struct path){
		.legs = map->legs + begin,
		.count = map->tunnels[index].legs_end - begin,
	};
}

/* Returns a corner of a path: 0 is its start, and path.count is its end. */
static inline struct point path_corner(struct path path, uint32_t index)
{
	if (index == 0)
		return path.legs[0].from;
	return path.legs[index - 1].to;
}

/* Returns the number of steps between two tiles if no wall is in the way. */
static inline uint64_t steps_between(struct point a, struct point b)
{
	const uint64_t columns = greater(a.x, b.x) - lesser(a.x, b.x);
	const uint64_t rows = greater(a.y, b.y) - lesser(a.y, b.y);
	return columns + rows;
}

/* Returns the number of steps from one end of a path to the other. */
static inline uint64_t path_steps(struct path path)
{
	uint64_t steps = 0;
	for (uint32_t i = 0; i < path.count; i++)
		steps += steps_between(path.legs[i].from, path.legs[i].to);
	return steps;
}

/*
 * Returns the area of floor at `index`, which is below map_area_count. This is inline because a
 * large map looks up each area several times.
 */
static inline struct area map_area(const struct map *map, uint32_t index)
{
	if (index < map->room_count)
		return room_floor(map->rooms[index]);
	const struct leg leg = map->legs[index - map->room_count];
	return area_between(leg.from, leg.to);
}

/*
 * Returns the first row of the area of floor at `index`. A sort_key, for areas and for rooms. The
 * floor of every room begins one row below its upper wall, so this also sorts rooms by that wall.
 */
uint32_t map_area_row(const void *map, uint32_t index);

/* Returns the row of the door at `index`. A sort_key. */
uint32_t map_door_row(const void *map, uint32_t index);

/* Returns the first room whose floor contains a tile, or NO_ROOM. Looks at every room. */
uint32_t map_room_at(const struct map *map, struct point at);

/*
 * Returns the kind of a tile. Looks at every room, tunnel, and door, unless the map stores its
 * tiles.
 */
enum tile map_tile(const struct map *map, struct point at);

/* Returns whether a door of the map is secret. Looks at every door. */
bool map_has_secrets(const struct map *map);

/* Frees the memory of a map, and zeroes it. Safe on a zeroed struct. */
void map_free(struct map *map);
