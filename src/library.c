/* SPDX-License-Identifier: MIT */
#include "dungen.h"

#include "generate/generate.h"
#include "model/measure.h"
#include "model/rows.h"
#include "model/walk.h"

#include <string.h>

enum { WHY_SIZE = 160 }; /* the longest sentence, with four numbers of 20 digits */

struct dungen {
	struct recipe recipe;        /* each option in its own range */
	uint32_t rng;                /* index into rng_table */
	struct generator *generator; /* for the options; NULL: the next map makes one */
	struct dungeon dungeon;
	struct rows rows;
	bool is_drawing; /* rows were started and did not end */
	bool is_measured;
	struct walk walk;
	struct stats stats;
	char why[WHY_SIZE];
};

/* By enum dungen_option. */
static const struct setting {
	const char *name;
	uint32_t lowest, highest;
	size_t field; /* of struct dungen */
} settings[] = {
#define X(name, lowest, highest, usual) \
	{#name, lowest, highest, offsetof(struct dungen, recipe.name)},
	RECIPE_OPTIONS(X)
#undef X
		[DUNGEN_RNG] = {"rng", 0, DUNGEN_RNG_SPLITMIX64, offsetof(struct dungen, rng)},
};

/*
 * Keeps the sentence for a failure: `text` with `name` in place of $ and, in place of each digit,
 * the number with this index. The library may not call snprintf.
 */
static void explain(struct dungen *map, const char *text, const char *name, const uint64_t *numbers)
{
	char *why = map->why;
	for (; *text; text++)
		if (*text == '$') {
			memcpy(why, name, strlen(name));
			why += strlen(name);
		} else if (*text >= '0' && *text <= '9') {
			uint64_t number = numbers[*text - '0'], unit = 1;
			while (number / unit > 9)
				unit *= 10;
			for (; unit > 0; unit /= 10)
				*why++ = (char)('0' + number / unit % 10);
		} else {
			*why++ = *text;
		}
	*why = '\0';
}
/* Returns the result. */
#define fail(map, result, text, name, ...) \
	(explain(map, text, name, (const uint64_t[]){__VA_ARGS__}), result)
#define fail_memory(map) fail(map, DUNGEN_NO_MEMORY, "out of memory", "", 0)

struct dungen *dungen_new(void)
{
	struct dungen *map = calloc(1, sizeof *map);
	if (!map)
		return NULL;
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
	walk_free(&map->walk);
	dungeon_free(&map->dungeon);
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

/* The row of an option, or NULL if there is none. */
static const struct setting *find_setting(enum dungen_option option)
{
	return (size_t)option < sizeof settings / sizeof *settings ? &settings[option] : NULL;
}

enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value)
{
	const struct setting *setting = find_setting(option);
	if (!setting)
		return fail(map, DUNGEN_WRONG_OPTION, "option 0: there is none of this number", "",
			    (uint64_t)option);
	if (value < setting->lowest || value > setting->highest)
		return fail(map, DUNGEN_WRONG_OPTION, "$: takes a number from 0 to 1, not 2",
			    setting->name, setting->lowest, setting->highest, value);
	memcpy((char *)map + setting->field, &value, sizeof value);
	generator_free(map->generator);
	map->generator = NULL;
	return DUNGEN_OK;
}

uint32_t dungen_get(const struct dungen *map, enum dungen_option option)
{
	const struct setting *setting = find_setting(option);
	uint32_t value = 0;
	if (setting)
		memcpy(&value, (const char *)map + setting->field, sizeof value);
	return value;
}

static enum dungen_result make(struct dungen *map, uint64_t seed)
{
	static const char *const wrong[] = {
		[RECIPE_LARGE_ROOMS] = "room_max: rooms of 0 to 1 do not fit 2 $",
		[RECIPE_REVERSED] = "room_min: takes a number up to room_max, which is 1, not 0",
		[RECIPE_NO_SPACE] = "min_rooms: a map of 3x4 has space for 5 rooms at most, not 6",
		[RECIPE_TOO_MANY] = "max_rooms, min_rooms: a map has at most 7 rooms",
	};
	const struct recipe *recipe = &map->recipe;
	const struct rng *rng = rng_table[map->rng];
	const enum recipe_fault fault = recipe_check(recipe);
	if (fault != RECIPE_SOUND)
		return fail(map, DUNGEN_WRONG_OPTIONS, wrong[fault],
			    recipe->width <= recipe->height ? "columns" : "rows", recipe->room_min,
			    recipe->room_max, lesser(recipe->width, recipe->height), recipe->width,
			    recipe->height, recipe_space(recipe), recipe->min_rooms,
			    recipe_limit(recipe));
	if (seed > rng->max_seed)
		return fail(map, DUNGEN_WRONG_SEED, "seed: rng $ takes a number from 0 to 1, not 2",
			    rng->name, 0, rng->max_seed, seed);
	if (!map->generator)
		map->generator = generator_new(rng, &map->recipe);
	if (!map->generator)
		return fail_memory(map);
	enum generator_result made = generator_make(map->generator, seed, &map->dungeon);
	if (made == GENERATOR_TOO_FEW_ROOMS)
		return fail(map, DUNGEN_TOO_FEW_ROOMS,
			    "min_rooms: only 0 rooms, not 1, fit after 2 attempts with seed 3", "",
			    map->dungeon.room_count, recipe->min_rooms, map->dungeon.attempts,
			    seed);
	return made == GENERATOR_MADE ? DUNGEN_OK : fail_memory(map);
}

enum dungen_result dungen_make(struct dungen *map, uint64_t seed)
{
	map->is_drawing = map->is_measured = false;
	enum dungen_result result = make(map, seed);
	if (result != DUNGEN_OK)
		dungeon_start(&map->dungeon, &(struct recipe){0});
	return result;
}

enum dungen_result dungen_row(struct dungen *map, const unsigned char **tiles)
{
	static const struct row_bytes with = {{DUNGEN_WALL, DUNGEN_FLOOR, DUNGEN_DOOR}, ""};
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->is_drawing && !rows_start(&map->rows, &map->dungeon, &with))
		return fail_memory(map);
	const unsigned char *row = (const unsigned char *)rows_next(&map->rows);
	map->is_drawing = row;
	*tiles = row;
	return row ? DUNGEN_OK : DUNGEN_END;
}

enum dungen_result dungen_tiles(struct dungen *map, unsigned char *tiles)
{
	enum dungen_result result;
	size_t columns = dungen_size(map).x;
	map->is_drawing = false;
	for (const unsigned char *row = NULL; (result = dungen_row(map, &row)) == DUNGEN_OK;
	     tiles += columns)
		memcpy(tiles, row, columns);
	return result == DUNGEN_END && dungen_rooms(map) > 0 ? DUNGEN_OK : result;
}

enum dungen_result dungen_measure(struct dungen *map, enum dungen_measure measure, uint64_t *value)
{
	/* The model has the same measures in the same order, among others. */
	_Static_assert((int)DUNGEN_FARTHEST_STEPS == MEASURE_FARTHEST - MEASURE_FLOOR,
		       "and none between them");
	if ((size_t)measure > DUNGEN_FARTHEST_STEPS)
		return fail(map, DUNGEN_WRONG_OPTION, "measure 0: there is none of this number", "",
			    (uint64_t)measure);
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->is_measured && !measure_map(&map->walk, &map->dungeon, &map->stats))
		return fail_memory(map);
	map->is_measured = true;
	*value = map->stats.value[MEASURE_FLOOR + (size_t)measure];
	return DUNGEN_OK;
}

struct dungen_point dungen_size(const struct dungen *map)
{
	return (struct dungen_point){map->dungeon.recipe.width, map->dungeon.recipe.height};
}

static struct dungen_point point_of(struct point at)
{
	return (struct dungen_point){at.x, at.y};
}

struct dungen_point dungen_spawn(const struct dungen *map)
{
	return point_of(map->dungeon.marks[MARK_SPAWN].at);
}

struct dungen_point dungen_exit(const struct dungen *map)
{
	return point_of(map->dungeon.marks[MARK_EXIT].at);
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

struct dungen_point dungen_center(const struct dungen *map, uint32_t index)
{
	if (index >= map->dungeon.room_count)
		return (struct dungen_point){0};
	return point_of(room_center(map->dungeon.rooms[index]));
}

uint32_t dungen_tunnels(const struct dungen *map)
{
	return map->dungeon.tunnel_count;
}

struct dungen_tunnel dungen_tunnel(const struct dungen *map, uint32_t index)
{
	if (index >= map->dungeon.tunnel_count)
		return (struct dungen_tunnel){0};
	struct tunnel tunnel = map->dungeon.tunnels[index];
	return (struct dungen_tunnel){tunnel.from, tunnel.to,
				      tunnel_path(&map->dungeon, index).count + 1};
}

struct dungen_point dungen_corner(const struct dungen *map, uint32_t tunnel, uint32_t index)
{
	if (index >= dungen_tunnel(map, tunnel).corners)
		return (struct dungen_point){0};
	return point_of(path_corner(tunnel_path(&map->dungeon, tunnel), index));
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
