/* SPDX-License-Identifier: MIT */
#include "dungen.h"

#include "generate/generate.h"
#include "model/rows.h"

struct dungen {
	struct recipe recipe; /* each option in its own range */
	const struct rng *rng;
	struct generator *generator; /* for the options; NULL: the next map makes one */
	struct dungeon dungeon;
	struct rows rows;
	bool is_drawing; /* rows were started and did not end */
};

struct dungen *dungen_new(void)
{
	struct dungen *map = calloc(1, sizeof *map);
	if (!map)
		return NULL;
	map->rng = rng_table[0];
#define X(name, lowest, highest, usual) map->recipe.name = usual;
	RECIPE_OPTIONS(X)
#undef X
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

/* The field of an option, or NULL if there is none. */
static uint32_t *find_field(struct recipe *recipe, enum dungen_option option)
{
	uint32_t *const fields[] = {
#define X(name, ...) &recipe->name,
		RECIPE_OPTIONS(X)
#undef X
	};
	/* The random number generator is no field. */
	size_t index = (size_t)option - (option > DUNGEN_RNG);
	return option != DUNGEN_RNG && index < sizeof fields / sizeof *fields ? fields[index] : NULL;
}

enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value)
{
	struct recipe recipe = map->recipe;
	const struct rng *rng = map->rng;
	uint32_t *field = find_field(&recipe, option);
	if (field)
		*field = value;
	else if (option == DUNGEN_RNG && value <= DUNGEN_RNG_SPLITMIX64)
		rng = rng_table[value];
	else
		return DUNGEN_WRONG_OPTION;
	if (recipe_check(&recipe) == RECIPE_OUT_OF_RANGE)
		return DUNGEN_WRONG_OPTION;
	map->recipe = recipe;
	map->rng = rng;
	generator_free(map->generator);
	map->generator = NULL;
	return DUNGEN_OK;
}

static enum dungen_result make(struct dungen *map, uint64_t seed)
{
	if (recipe_check(&map->recipe) != RECIPE_SOUND)
		return DUNGEN_WRONG_OPTIONS;
	if (seed > map->rng->max_seed)
		return DUNGEN_WRONG_SEED;
	if (!map->generator)
		map->generator = generator_new(map->rng, &map->recipe);
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
