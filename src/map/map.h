/* SPDX-License-Identifier: MIT */
#pragma once

#include "base/sort.h"

/*
 * The model of a map: its rooms and tunnels, not a grid of tiles. Coordinates are tiles; x grows to
 * the right, y grows down, (0,0) is the top left tile. A tile of a room or tunnel is floor, any
 * other is wall.
 */

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static inline uint32_t greater(uint32_t a, uint32_t b)
{
	return a < b ? b : a;
}

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
 * A new room is joined to the one before it, as in the tutorials, or to the one whose center is
 * nearest.
 */
enum connect { CONNECT_PREVIOUS, CONNECT_NEAREST, CONNECTS };
extern const char *const connect_names[CONNECTS + 1]; /* ending in NULL */

/*
 * Tunnels run from center to center through anything, as in the tutorials, or from wall to wall
 * around rooms.
 */
enum tunnels { TUNNELS_THROUGH, TUNNELS_AROUND, TUNNEL_KINDS };
extern const char *const tunnels_names[TUNNEL_KINDS + 1]; /* ending in NULL */

/*
 * The room with the exit: the one placed last, as in the tutorials, or the one farthest from the
 * spawn.
 */
enum exit_rule { EXIT_LAST, EXIT_FARTHEST, EXIT_RULES };
extern const char *const exit_names[EXIT_RULES + 1]; /* ending in NULL */

/* An option that a map was made from, as documents record it. The strings are not owned. */
struct parameter {
	const char *key;
	enum { PARAMETER_NUMBER, PARAMETER_NAME, PARAMETER_FLAG } kind;
	uint64_t number;  /* of a PARAMETER_NUMBER; 0 or 1 for a PARAMETER_FLAG */
	const char *name; /* of a PARAMETER_NAME */
};

/*
 * The options that decide a map, each a uint32_t of struct recipe: name, lowest and highest value,
 * and the tutorials'. They are in the order of enum dungen_option, so a new one comes last; with 0
 * in it, maps are what they were before.
 */
#define RECIPE_OPTIONS(X)                                                                     \
	X(width, 3, INT32_MAX, 80) /* tiles */                                                \
	X(height, 3, INT32_MAX, 45)                                                           \
	X(max_rooms, 1, INT32_MAX, 30)   /* attempts to place a room */                       \
	X(room_min, 2, INT32_MAX - 1, 6) /* room_min <= room_max <= min(width, height) - 1 */ \
	X(room_max, 2, INT32_MAX - 1, 10)                                                     \
	X(min_rooms, 0, INT32_MAX,                                                            \
	  0) /* keep trying until there are this many; at most recipe_space */                \
	X(tunnels, 0, TUNNEL_KINDS - 1, TUNNELS_THROUGH)                                      \
	X(connect, 0, CONNECTS - 1, CONNECT_PREVIOUS)                                         \
	X(loops, 0, INT32_MAX, 0) /* tunnels beyond those that connect every room */          \
	X(exit, 0, EXIT_RULES - 1, EXIT_LAST)                                                 \
	X(doors, 0, 1, 0)

/* What a map is made from. */
struct recipe {
#define X(name, ...) uint32_t name;
	RECIPE_OPTIONS(X)
#undef X
	uint64_t seed;
	const char *algorithm,
		*rng; /* their names, both NULL if a map that was read lacks them; not owned */
	/*
	 * For documents, in the order of options.def: those given; max_rooms, room_min, room_max
	 * always. Not owned.
	 */
	const struct parameter *parameters;
	size_t parameter_count;
};

static inline uint64_t recipe_tiles(const struct recipe *recipe)
{
	return (uint64_t)recipe->width * recipe->height;
}

/* The most rooms that fit on a map of this size, however many attempts it takes. */
uint64_t recipe_space(const struct recipe *recipe);

/* An upper bound on the rooms of a map made from the recipe. */
uint32_t recipe_most_rooms(const struct recipe *recipe);

/* The rooms that a map with this kind of tunnel can have at most, however large it is. */
uint32_t recipe_limit(const struct recipe *recipe);

enum recipe_fault {
	RECIPE_SOUND,
	RECIPE_OUT_OF_RANGE, /* an option is below its lowest or above its highest value */
	RECIPE_LARGE_ROOMS,  /* room_max is too large for the map */
	RECIPE_REVERSED,     /* room_min > room_max */
	RECIPE_NO_SPACE,     /* min_rooms > recipe_space */
	RECIPE_TOO_MANY,     /* recipe_most_rooms > recipe_limit */
};

/* Returns the first fault of a recipe; maps are made only of those without one. */
enum recipe_fault recipe_check(const struct recipe *recipe);

/* Legs that a tunnel has at most, unless it was read. */
enum { THROUGH_LEGS = 2, AROUND_LEGS = 3 };

/* Limits that keep map_area_count below 2^32. */
enum {
	MAP_MOST_ROOMS = UINT32_MAX / (1 + THROUGH_LEGS),
	MAP_MOST_ROOMS_AROUND = UINT32_MAX / (1 + AROUND_LEGS),
	MAP_MOST_TUNNELS = MAP_MOST_ROOMS - 1,
};

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
	LACKS_ROOMS = 1 << 1, /* rooms, tunnels and doors: the map has only tiles */
	LACKS_DOORS = 1 << 2, /* its format has floor in their place */
};

/* Made by generator_make, or read by a format. It owns the arrays; map_free frees them. */
struct map {
	struct recipe recipe;
	unsigned lacks;            /* LACKS_ bits; 0 for a map that was made */
	ARRAY(struct area, rooms); /* with their walls, in order of placing; a map that was made has
				      at least one */
	ARRAY(struct tunnel, tunnels);
	ARRAY(struct leg, legs);   /* of the first tunnel, then of the next one, and so on */
	ARRAY(struct door, doors); /* by room, then from top to bottom and left to right; none
				      unless asked for */
	ARRAY(char, tiles);        /* with LACKS_ROOMS: the kind of each tile, row by row */
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
	if (map->room_count == MAP_MOST_ROOMS || map_area_count(map) == UINT32_MAX ||
	    !array_reserve(map, rooms, map->room_count + 1))
		return false;
	map->rooms[map->room_count++] = room;
	return true;
}

/* Adds a tunnel without legs. */
static inline bool map_add_tunnel(struct map *map, uint32_t from, uint32_t to, bool row_first)
{
	if (map->tunnel_count == MAP_MOST_TUNNELS ||
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
