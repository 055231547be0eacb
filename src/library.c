/* SPDX-License-Identifier: MIT */
#include "dungen.h"

#include "generate/generate.h"
#include "map/measure.h"
#include "map/rows.h"
#include "map/walk.h"

#include <stdlib.h>
#include <string.h>

/* What dungen_why returns, by the result of the last failure. */
static const char *const sentences[] = {
	[DUNGEN_OK] = "",
	[DUNGEN_NO_MEMORY] = "out of memory",
	[DUNGEN_WRONG_OPTION] = "unknown option or measure, or a value that the option rejects",
	[DUNGEN_WRONG_OPTIONS] =
		"the rooms or the spawn do not fit on the map, or room_min is larger than room_max",
	[DUNGEN_WRONG_SEED] = "the seed is too large for the random number generator",
	[DUNGEN_TOO_FEW_ROOMS] = "fewer rooms than min_rooms fit; try another seed",
};

struct dungen {
	struct recipe recipe;        /* the options as set; each of them is in its range */
	uint32_t chosen;             /* the RECIPE_BITs of the options that dungen_set has set */
	uint32_t rng;                /* a DUNGEN_RNG_ constant, which is an index into rng_table */
	struct generator *generator; /* generates maps with these options; NULL if they changed */

	struct map model; /* the last map; without rooms if it is empty */
	struct rows rows; /* draws the rows of the map */
	bool is_drawing;  /* a row was returned, and the last one was not */
	struct walk walk; /* memory for measuring */
	struct stats stats;
	bool is_measured; /* `stats` is set for the map */

	enum dungen_result failure; /* the last failure, or DUNGEN_OK */
};

/* The option that is not part of the recipe. */
static const struct recipe_option rng_option = {.value_max = DUNGEN_RNG_SPLITMIX64};

/* By enum dungen_option, whose numbers never change. */
static const struct recipe_option *const option_rows[] = {
#define ROW(name) &recipe_options[RECIPE_OPTION_##name]
	[DUNGEN_WIDTH] = ROW(width),
	[DUNGEN_HEIGHT] = ROW(height),
	[DUNGEN_MAX_ROOMS] = ROW(max_rooms),
	[DUNGEN_ROOM_MIN] = ROW(room_min),
	[DUNGEN_ROOM_MAX] = ROW(room_max),
	[DUNGEN_MIN_ROOMS] = ROW(min_rooms),
	[DUNGEN_TUNNELS] = ROW(tunnels),
	[DUNGEN_CONNECT] = ROW(connect),
	[DUNGEN_LOOPS] = ROW(loops),
	[DUNGEN_EXIT] = ROW(exit),
	[DUNGEN_DOORS] = ROW(doors),
	[DUNGEN_RNG] = &rng_option,
	[DUNGEN_SPACING] = ROW(spacing),
	[DUNGEN_FILL] = ROW(fill),
	[DUNGEN_LOOP_PERCENT] = ROW(loop_percent),
	[DUNGEN_SPAWN] = ROW(spawn),
	[DUNGEN_WINGS] = ROW(wings),
	[DUNGEN_SPAWN_X] = ROW(spawn_x),
	[DUNGEN_SPAWN_Y] = ROW(spawn_y),
	[DUNGEN_HALLS] = ROW(halls),
	[DUNGEN_DOOR_PERCENT] = ROW(door_percent),
	[DUNGEN_DOOR_GAP] = ROW(door_gap),
	[DUNGEN_LOOP_CORNERS] = ROW(loop_corners),
	[DUNGEN_LOCKS] = ROW(locks),
	[DUNGEN_SECRETS] = ROW(secrets),
#undef ROW
};
enum { OPTION_ROWS = sizeof option_rows / sizeof *option_rows };
_Static_assert(OPTION_ROWS == RECIPE_OPTION_COUNT - RECIPE_RANGES + 1, "ranges have no constants");

/* Records a failure, and returns it. */
static enum dungen_result fail(struct dungen *map, enum dungen_result failure)
{
	map->failure = failure;
	return failure;
}

struct dungen *dungen_new(void)
{
	struct dungen *map = calloc(1, sizeof *map);
	if (!map)
		return NULL;
	map->recipe = recipe_of_tutorials();
	return map;
}

void dungen_free(struct dungen *map)
{
	if (!map)
		return;
	generator_free(map->generator);
	rows_free(&map->rows);
	walk_free(&map->walk);
	map_free(&map->model);
	free(map);
}

const char *dungen_why(const struct dungen *map)
{
	return sentences[map ? map->failure : DUNGEN_NO_MEMORY];
}

const char *dungen_version(void)
{
	return DUNGEN_VERSION;
}

/* Returns the row of an option, or NULL if the option is unknown. */
static const struct recipe_option *find_option(enum dungen_option option)
{
	return (size_t)option < OPTION_ROWS ? option_rows[option] : NULL;
}

enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value)
{
	const struct recipe_option *row = find_option(option);
	if (!row || value < row->value_min || value > row->value_max)
		return fail(map, DUNGEN_WRONG_OPTION);
	if (row == &rng_option) {
		map->rng = value;
	} else {
		recipe_set(&map->recipe, row, value);
		map->chosen |= UINT32_C(1) << (row - recipe_options);
	}
	generator_free(map->generator);
	map->generator = NULL;
	return DUNGEN_OK;
}

uint32_t dungen_get(const struct dungen *map, enum dungen_option option)
{
	const struct recipe_option *row = find_option(option);
	if (!row)
		return 0;
	if (row == &rng_option)
		return map->rng;
	return recipe_get(&map->recipe, row);
}

/* Generates the map of a seed. After a failure, the model may hold parts of a map. */
static enum dungen_result generate_model(struct dungen *map, uint64_t seed)
{
	const struct rng *rng = rng_table[map->rng];
	struct recipe recipe = map->recipe;
	recipe_fit(&recipe, map->chosen);
	if (recipe_check(&recipe) != RECIPE_SOUND)
		return DUNGEN_WRONG_OPTIONS;
	if (seed > rng->max_seed)
		return DUNGEN_WRONG_SEED;
	if (!map->generator)
		map->generator = generator_new(rng, &recipe);
	if (!map->generator)
		return DUNGEN_NO_MEMORY;
	switch (generator_make(map->generator, seed, &map->model, false)) {
	case GENERATOR_MADE:
		return DUNGEN_OK;
	case GENERATOR_TOO_FEW_ROOMS:
		return DUNGEN_TOO_FEW_ROOMS;
	case GENERATOR_NO_MEMORY:
		break;
	}
	return DUNGEN_NO_MEMORY;
}

enum dungen_result dungen_make(struct dungen *map, uint64_t seed)
{
	map->is_drawing = false;
	map->is_measured = false;
	const enum dungen_result result = generate_model(map, seed);
	if (result == DUNGEN_OK)
		return DUNGEN_OK;
	/* An empty map has neither a size nor marks. */
	map_start(&map->model, &(struct recipe){0});
	return fail(map, result);
}

enum dungen_result dungen_row(struct dungen *map, const unsigned char **tiles)
{
	static const struct row_bytes tile_bytes = {
		.kind = {[TILE_WALL] = DUNGEN_WALL,
			 [TILE_FLOOR] = DUNGEN_FLOOR,
			 [TILE_DOOR] = DUNGEN_DOOR},
		.end = "",
	};
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->is_drawing && !rows_start(&map->rows, &map->model, &tile_bytes))
		return fail(map, DUNGEN_NO_MEMORY);
	*tiles = (const unsigned char *)rows_next(&map->rows);
	map->is_drawing = *tiles;
	return *tiles ? DUNGEN_OK : DUNGEN_END;
}

enum dungen_result dungen_tiles(struct dungen *map, unsigned char *tiles)
{
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	const size_t width = dungen_size(map).x;
	const unsigned char *row = NULL;
	enum dungen_result result;
	map->is_drawing = false;
	while ((result = dungen_row(map, &row)) == DUNGEN_OK) {
		memcpy(tiles, row, width);
		tiles += width;
	}
	return result == DUNGEN_END ? DUNGEN_OK : result;
}

enum dungen_result dungen_measure(struct dungen *map, enum dungen_measure measure, uint64_t *value)
{
	static const enum measure measures[] = {
		[DUNGEN_FLOOR_TILES] = MEASURE_FLOOR,
		[DUNGEN_CORRIDOR_TILES] = MEASURE_CORRIDOR,
		[DUNGEN_LOOPS_FOUND] = MEASURE_LOOPS,
		[DUNGEN_DEAD_ENDS] = MEASURE_DEAD_ENDS,
		[DUNGEN_EXIT_STEPS] = MEASURE_EXIT_DISTANCE,
		[DUNGEN_FARTHEST_STEPS] = MEASURE_FARTHEST,
		[DUNGEN_SECRET_ROOMS] = MEASURE_SECRETS,
		[DUNGEN_WALK_STEPS] = MEASURE_WALK,
	};
	if ((size_t)measure >= sizeof measures / sizeof *measures)
		return fail(map, DUNGEN_WRONG_OPTION);
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->is_measured) {
		if (!measure_map(&map->walk, &map->model, MEASURES_ALL, &map->stats))
			return fail(map, DUNGEN_NO_MEMORY);
		map->is_measured = true;
	}
	*value = map->stats.value[measures[measure]];
	return DUNGEN_OK;
}

struct dungen_point dungen_size(const struct dungen *map)
{
	return (struct dungen_point){map->model.recipe.width, map->model.recipe.height};
}

static struct dungen_point public_point(struct point at)
{
	return (struct dungen_point){at.x, at.y};
}

struct dungen_point dungen_spawn(const struct dungen *map)
{
	return public_point(map->model.marks[MARK_SPAWN].at);
}

struct dungen_point dungen_exit(const struct dungen *map)
{
	return public_point(map->model.marks[MARK_EXIT].at);
}

uint64_t dungen_exit_distance(const struct dungen *map)
{
	if (map->model.recipe.exit != EXIT_FARTHEST)
		return 0;
	return map->model.exit_distance;
}

uint32_t dungen_rooms(const struct dungen *map)
{
	return map->model.room_count;
}

struct dungen_room dungen_room(const struct dungen *map, uint32_t index)
{
	if (index >= map->model.room_count)
		return (struct dungen_room){0};
	const struct area floor = room_floor(map->model.rooms[index]);
	return (struct dungen_room){floor.x1, floor.y1, area_width(floor), area_height(floor)};
}

struct dungen_point dungen_center(const struct dungen *map, uint32_t index)
{
	if (index >= map->model.room_count)
		return (struct dungen_point){0};
	return public_point(room_center(map->model.rooms[index]));
}

uint32_t dungen_tunnels(const struct dungen *map)
{
	return map->model.tunnel_count;
}

struct dungen_tunnel dungen_tunnel(const struct dungen *map, uint32_t index)
{
	if (index >= map->model.tunnel_count)
		return (struct dungen_tunnel){0};
	const struct tunnel tunnel = map->model.tunnels[index];
	return (struct dungen_tunnel){tunnel.from, tunnel.to,
				      tunnel_path(&map->model, index).count + 1};
}

struct dungen_point dungen_corner(const struct dungen *map, uint32_t tunnel, uint32_t index)
{
	if (index >= dungen_tunnel(map, tunnel).corners)
		return (struct dungen_point){0};
	return public_point(path_corner(tunnel_path(&map->model, tunnel), index));
}

uint32_t dungen_doors(const struct dungen *map)
{
	return map->model.door_count;
}

struct dungen_door dungen_door(const struct dungen *map, uint32_t index)
{
	if (index >= map->model.door_count)
		return (struct dungen_door){0};
	const struct door door = map->model.doors[index];
	return (struct dungen_door){door.at.x, door.at.y, door.room};
}

uint32_t dungen_door_lock(const struct dungen *map, uint32_t index)
{
	return index < map->model.door_count ? map->model.doors[index].lock : 0;
}

int dungen_door_is_secret(const struct dungen *map, uint32_t index)
{
	return index < map->model.door_count && map->model.doors[index].is_secret;
}

uint32_t dungen_locks(const struct dungen *map)
{
	return map->model.lock_count;
}

struct dungen_point dungen_key(const struct dungen *map, uint32_t lock)
{
	if (lock == 0 || lock > map->model.lock_count)
		return (struct dungen_point){0};
	return public_point(map->model.keys[lock - 1].at);
}
