/* SPDX-License-Identifier: MIT */
#include "dungen.h"

#include "generate/generate.h"
#include "map/measure.h"
#include "map/rows.h"
#include "map/walk.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WHY_SIZE = 160 }; /* space for the longest sentence with four numbers of 20 digits */

struct dungen {
	struct recipe recipe;        /* the options; each of them is in its range */
	uint32_t rng;                /* a DUNGEN_RNG_ constant, which is an index into rng_table */
	struct generator *generator; /* generates maps with these options; NULL if they changed */

	struct map model; /* the last map; without rooms if it is empty */
	struct rows rows; /* draws the rows of the map */
	bool is_drawing;  /* a row was returned, and the last one was not */
	struct walk walk; /* memory for measuring */
	struct stats stats;
	bool is_measured; /* `stats` is set for the map */

	char why[WHY_SIZE]; /* the last failure, or "" */
};

/* The option that is not part of the recipe. */
static const struct recipe_option rng_option = {
	.key = "rng",
	.value_max = DUNGEN_RNG_SPLITMIX64,
};

/* Records why a function failed, formatted like printf. Returns `result`. */
__attribute__((format(printf, 3, 4))) static enum dungen_result
library_fail(struct dungen *map, enum dungen_result result, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(map->why, sizeof map->why, format, arguments);
	va_end(arguments);
	return result;
}

static enum dungen_result library_fail_memory(struct dungen *map)
{
	(void)library_fail(map, DUNGEN_NO_MEMORY, "out of memory");
	return DUNGEN_NO_MEMORY;
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
	return map ? map->why : "out of memory";
}

const char *dungen_version(void)
{
	return DUNGEN_VERSION;
}

/* Returns the row of an option, or NULL if the option is unknown. */
static const struct recipe_option *find_option(enum dungen_option option)
{
	if (option == DUNGEN_RNG)
		return &rng_option;
	/* The recipe has its options in the order of enum dungen_option. */
	if ((size_t)option < RECIPE_OPTION_COUNT)
		return &recipe_options[option];
	return NULL;
}

enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value)
{
	const struct recipe_option *row = find_option(option);
	if (!row)
		return library_fail(map, DUNGEN_WRONG_OPTION, "unknown option %u",
				    (unsigned)option);
	if (value < row->value_min || value > row->value_max)
		return library_fail(map, DUNGEN_WRONG_OPTION,
				    "%s: must be a number from %" PRIu32 " to %" PRIu32
				    ", not %" PRIu32,
				    row->key, row->value_min, row->value_max, value);
	if (row == &rng_option)
		map->rng = value;
	else
		recipe_set(&map->recipe, row, value);
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

/* Records which fault of the options prevents a map. Returns DUNGEN_WRONG_OPTIONS. */
static enum dungen_result library_fail_options(struct dungen *map, enum recipe_fault fault)
{
	const struct recipe *recipe = &map->recipe;
	const enum dungen_result result = DUNGEN_WRONG_OPTIONS;
	const uint32_t shorter_side = lesser(recipe->width, recipe->height);
	const char *tiles_of_side = recipe->width <= recipe->height ? "columns" : "rows";
	switch (fault) {
	case RECIPE_LARGE_ROOMS:
		return library_fail(
			map, result,
			"room_max: rooms of %" PRIu32 " to %" PRIu32 " do not fit %" PRIu32 " %s",
			recipe->room_min, recipe->room_max, shorter_side, tiles_of_side);
	case RECIPE_REVERSED:
		return library_fail(map, result,
				    "room_min: must be at most room_max, which is %" PRIu32
				    ", not %" PRIu32,
				    recipe->room_max, recipe->room_min);
	case RECIPE_NO_SPACE:
		return library_fail(map, result,
				    "min_rooms: a map of %" PRIu32 "x%" PRIu32
				    " can contain at most %" PRIu64 " rooms, not %" PRIu32,
				    recipe->width, recipe->height, recipe_space(recipe),
				    recipe->min_rooms);
	default: /* RECIPE_TOO_MANY */
		return library_fail(map, result,
				    "max_rooms, min_rooms: a map can contain at most %" PRIu32
				    " rooms",
				    recipe_limit(recipe));
	}
}

/* Returns the generator for the options, or NULL if out of memory. */
static struct generator *current_generator(struct dungen *map)
{
	if (!map->generator)
		map->generator = generator_new(rng_table[map->rng], &map->recipe);
	return map->generator;
}

/* Generates the map of a seed. On failure, the model may hold parts of a map. */
static enum dungen_result generate_model(struct dungen *map, uint64_t seed)
{
	const struct recipe *recipe = &map->recipe;
	const struct rng *rng = rng_table[map->rng];
	const enum recipe_fault fault = recipe_check(recipe);
	if (fault != RECIPE_SOUND)
		return library_fail_options(map, fault);
	if (seed > rng->max_seed)
		return library_fail(map, DUNGEN_WRONG_SEED,
				    "seed: must be a number from 0 to %" PRIu64
				    " with rng %s, not %" PRIu64,
				    rng->max_seed, rng->name, seed);
	struct generator *generator = current_generator(map);
	if (!generator)
		return library_fail_memory(map);
	switch (generator_make(generator, seed, &map->model, NULL)) {
	case GENERATOR_MADE:
		return DUNGEN_OK;
	case GENERATOR_TOO_FEW_ROOMS:
		return library_fail(map, DUNGEN_TOO_FEW_ROOMS,
				    "min_rooms: only %" PRIu32 " rooms, not %" PRIu32
				    ", fit after %" PRIu64 " attempts with seed %" PRIu64,
				    map->model.room_count, recipe->min_rooms,
				    generator_attempt_count(generator), seed);
	case GENERATOR_NO_MEMORY:
		break;
	}
	return library_fail_memory(map);
}

enum dungen_result dungen_make(struct dungen *map, uint64_t seed)
{
	map->is_drawing = false;
	map->is_measured = false;
	const enum dungen_result result = generate_model(map, seed);
	/* An empty map has neither a size nor marks. */
	if (result != DUNGEN_OK)
		map_start(&map->model, &(struct recipe){0});
	return result;
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
	if (!map->is_drawing && !rows_start(&map->rows, &map->model, &tile_bytes, NULL))
		return library_fail_memory(map);
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
	/* enum measure contains the measures of this function in the same order. */
	_Static_assert((int)DUNGEN_FARTHEST_STEPS == MEASURE_FARTHEST - MEASURE_FLOOR,
		       "the measures do not have others between them");
	if ((size_t)measure > DUNGEN_FARTHEST_STEPS)
		return library_fail(map, DUNGEN_WRONG_OPTION, "unknown measure %u",
				    (unsigned)measure);
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->is_measured) {
		if (!measure_map(&map->walk, &map->model, MEASURES_ALL, &map->stats, NULL))
			return library_fail_memory(map);
		map->is_measured = true;
	}
	*value = map->stats.value[MEASURE_FLOOR + (size_t)measure];
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
