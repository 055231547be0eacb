/* SPDX-License-Identifier: MIT */
#include "dungen.h"

#include "dungeon/generate.h"
#include "dungeon/rows.h"

#include <string.h>

enum { OPTIONS = DUNGEN_RNG + 1 };

struct dungen {
	uint32_t options[OPTIONS];   /* each in its own range */
	struct generator *generator; /* for the options; NULL: the next map makes one */
	struct dungeon dungeon;
	struct rows rows;
	bool is_drawing; /* rows were started and did not end */
};

struct dungen *dungen_new(void)
{
	static const uint32_t defaults[OPTIONS] = {
		[DUNGEN_WIDTH] = RECIPE_WIDTH,         [DUNGEN_HEIGHT] = RECIPE_HEIGHT,
		[DUNGEN_MAX_ROOMS] = RECIPE_MAX_ROOMS, [DUNGEN_ROOM_MIN] = RECIPE_ROOM_MIN,
		[DUNGEN_ROOM_MAX] = RECIPE_ROOM_MAX,
	};
	struct dungen *map = calloc(1, sizeof *map);
	if (map)
		memcpy(map->options, defaults, sizeof defaults);
	return map;
}

void dungen_free(struct dungen *map)
{
	if (!map)
		return;
	generator_free(map->generator);
	rows_free(&map->rows);
	dungeon_free(&map->dungeon);
	free(map);
}

static struct recipe recipe_of(const uint32_t options[OPTIONS])
{
	return (struct recipe){
		.width = options[DUNGEN_WIDTH],
		.height = options[DUNGEN_HEIGHT],
		.max_rooms = options[DUNGEN_MAX_ROOMS],
		.room_min = options[DUNGEN_ROOM_MIN],
		.room_max = options[DUNGEN_ROOM_MAX],
		.min_rooms = options[DUNGEN_MIN_ROOMS],
		.tunnels = (enum tunnels)options[DUNGEN_TUNNELS],
		.connect = (enum connect)options[DUNGEN_CONNECT],
		.loops = options[DUNGEN_LOOPS],
		.exit = (enum exit_rule)options[DUNGEN_EXIT],
		.doors = options[DUNGEN_DOORS],
	};
}

enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value)
{
	uint32_t options[OPTIONS];
	memcpy(options, map->options, sizeof options);
	if ((unsigned)option >= OPTIONS)
		return DUNGEN_WRONG_OPTION;
	options[option] = value;
	struct recipe recipe = recipe_of(options);
	if (recipe_check(&recipe) == RECIPE_OUT_OF_RANGE || options[DUNGEN_DOORS] > 1 ||
	    options[DUNGEN_RNG] > DUNGEN_RNG_SPLITMIX64)
		return DUNGEN_WRONG_OPTION;
	memcpy(map->options, options, sizeof options);
	generator_free(map->generator);
	map->generator = NULL;
	return DUNGEN_OK;
}

static enum dungen_result make(struct dungen *map, uint64_t seed)
{
	const struct rng *rng = rng_table[map->options[DUNGEN_RNG]];
	struct recipe recipe = recipe_of(map->options);
	if (recipe_check(&recipe) != RECIPE_SOUND)
		return DUNGEN_WRONG_OPTIONS;
	if (seed > rng->max_seed)
		return DUNGEN_WRONG_SEED;
	if (!map->generator)
		map->generator = generator_new(rng, &recipe);
	if (!map->generator)
		return DUNGEN_NO_MEMORY;
	enum generator_result made = generator_make(map->generator, seed, &map->dungeon);
	return made == GENERATOR_MADE            ? DUNGEN_OK
	       : made == GENERATOR_TOO_FEW_ROOMS ? DUNGEN_TOO_FEW_ROOMS
						 : DUNGEN_NO_MEMORY;
}

enum dungen_result dungen_make(struct dungen *map, uint64_t seed)
{
	map->is_drawing = false;
	enum dungen_result result = make(map, seed);
	if (result != DUNGEN_OK)
		map->dungeon.room_count = map->dungeon.tunnel_count = map->dungeon.door_count = 0;
	return result;
}

enum dungen_result dungen_row(struct dungen *map, const unsigned char **tiles)
{
	static const struct row_bytes with = {{DUNGEN_WALL, DUNGEN_FLOOR, DUNGEN_DOOR}, ""};
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->is_drawing && !rows_start(&map->rows, &map->dungeon, &with))
		return DUNGEN_NO_MEMORY;
	*tiles = (const unsigned char *)rows_next(&map->rows);
	map->is_drawing = *tiles;
	return *tiles ? DUNGEN_OK : DUNGEN_END;
}

struct dungen_point dungen_size(const struct dungen *map)
{
	return (struct dungen_point){map->dungeon.recipe.width, map->dungeon.recipe.height};
}

struct dungen_point dungen_spawn(const struct dungen *map)
{
	return (struct dungen_point){map->dungeon.spawn.x, map->dungeon.spawn.y};
}

struct dungen_point dungen_exit(const struct dungen *map)
{
	return (struct dungen_point){map->dungeon.exit.x, map->dungeon.exit.y};
}

uint64_t dungen_exit_distance(const struct dungen *map)
{
	return map->dungeon.recipe.exit == EXIT_FARTHEST ? map->dungeon.exit_distance : 0;
}

uint32_t dungen_rooms(const struct dungen *map)
{
	return map->dungeon.room_count;
}

struct dungen_room dungen_room(const struct dungen *map, uint32_t index)
{
	if (index >= map->dungeon.room_count)
		return (struct dungen_room){0};
	struct area floor = room_floor(map->dungeon.rooms[index]);
	return (struct dungen_room){floor.x1, floor.y1, area_width(floor), area_height(floor)};
}

uint32_t dungen_tunnels(const struct dungen *map)
{
	return map->dungeon.tunnel_count;
}

struct dungen_tunnel dungen_tunnel(const struct dungen *map, uint32_t index)
{
	if (index >= map->dungeon.tunnel_count)
		return (struct dungen_tunnel){0};
	struct path path;
	tunnel_path(&map->dungeon, index, &path);
	return (struct dungen_tunnel){map->dungeon.tunnels[index].from, map->dungeon.tunnels[index].to, path.count};
}

struct dungen_point dungen_corner(const struct dungen *map, uint32_t tunnel, uint32_t index)
{
	struct path path = {.count = 0};
	if (tunnel < map->dungeon.tunnel_count)
		tunnel_path(&map->dungeon, tunnel, &path);
	return index < path.count ? (struct dungen_point){path.corners[index].x, path.corners[index].y}
				  : (struct dungen_point){0};
}

uint32_t dungen_doors(const struct dungen *map)
{
	return map->dungeon.door_count;
}

struct dungen_door dungen_door(const struct dungen *map, uint32_t index)
{
	if (index >= map->dungeon.door_count)
		return (struct dungen_door){0};
	struct door door = map->dungeon.doors[index];
	return (struct dungen_door){door.at.x, door.at.y, door.room};
}
