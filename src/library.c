/* SPDX-License-Identifier: MIT */
#include "dungen.h"

#include "formats/json_write.h"
#include "formats/text_write.h"
#include "generate/generate.h"
#include "map/measure.h"
#include "map/presets.h"
#include "map/rows.h"
#include "map/walk.h"

#include <stdlib.h>
#include <string.h>

/* What dungen_why returns, by the result of the last failure. */
static const char *const sentences[] = {
	[DUNGEN_OK] = "",
	[DUNGEN_NO_MEMORY] = "out of memory",
	[DUNGEN_WRONG_OPTION] =
		"unknown option, measure, or preset, or a value that the option rejects",
	[DUNGEN_WRONG_OPTIONS] =
		"the rooms or the spawn do not fit on the map, or room_min is larger than room_max",
	[DUNGEN_WRONG_SEED] = "the seed is too large for the random number generator",
	[DUNGEN_TOO_FEW_ROOMS] = "fewer rooms than min_rooms fit; try another seed",
};

/* A map as text or JSON. */
struct script {
	struct output output; /* the first field, so that a pointer to it is one to the script */
	struct writer writer; /* memory for writing */
	ARRAY(char, bytes);   /* what was written */
	size_t length;        /* number of these bytes */
};

struct dungen {
	struct recipe recipe;        /* the options as set; each of them is in its range */
	uint32_t chosen;             /* the RECIPE_BITs of the options that dungen_set has set */
	uint32_t given;              /* the same, and those of the preset */
	uint32_t listed;             /* those of `given` that documents of these maps list */
	struct style style;          /* shows the marks of the preset of the last map */
	uint32_t show;               /* the marks of the preset, for the next map */
	uint32_t rng;                /* a DUNGEN_RNG_ constant, which is an index into rng_table */
	struct generator *generator; /* generates maps with these options; NULL if they changed */

	struct map model;         /* the last map; without rooms if it is empty */
	struct rows rows;         /* draws the rows of the map */
	bool is_drawing;          /* a row was returned, and the last one was not */
	struct walk walk;         /* memory for measuring */
	struct stats stats;       /* of the map; it has those measures that were asked for */
	struct route route;       /* of the map, if it was asked for */
	struct passages passages; /* the tunnels of the map, if has_passages is set */
	bool has_passages;
	struct script *script;                            /* NULL until it is needed */
	struct parameter parameters[RECIPE_OPTION_COUNT]; /* of the map, for its document */
	char spawn[24];                                   /* its tile, such as "65,33" */

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
/* NOLINTNEXTLINE(bugprone-sizeof-expression): the rows are pointers. */
enum { OPTION_ROWS = sizeof option_rows / sizeof *option_rows };
_Static_assert(OPTION_ROWS == RECIPE_OPTION_COUNT - RECIPE_RANGES + 1, "ranges have no constants");

_Static_assert(sizeof(struct dungen_point) == sizeof(struct point), "they have the same fields");

static struct dungen_point public_point(struct point at)
{
	return (struct dungen_point){at.x, at.y};
}

/* Records a failure, and returns it. */
static enum dungen_result keep_failure(struct dungen *map, enum dungen_result failure)
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
	map->style = (struct style){.glyph = {"#", ".", "@", ">", "+", "*"}};
	map->show = SHOW_SPAWN;
	return map;
}

void dungen_free(struct dungen *map)
{
	if (!map)
		return;
	generator_free(map->generator);
	rows_free(&map->rows);
	walk_free(&map->walk);
	route_free(&map->route);
	passages_free(&map->passages);
	if (map->script) {
		painted_rows_free(&map->script->writer.rows);
		passages_free(&map->script->writer.passages);
		array_free(&map->script->writer, scratch);
		array_free(map->script, bytes);
	}
	free(map->script);
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

/* Lets the next map be made with other options. */
static void forget_generator(struct dungen *map)
{
	generator_free(map->generator);
	map->generator = NULL;
}

enum dungen_result dungen_preset(struct dungen *map, const char *name)
{
	const struct preset *preset = preset_table;
	while (preset->name && (!name || strcmp(preset->name, name) != 0))
		preset++;
	if (!preset->name)
		return keep_failure(map, DUNGEN_WRONG_OPTION);
	map->recipe = recipe_of_tutorials();
	map->given = 0;
	for (const struct setting *setting = preset->settings; setting->option; setting++) {
		recipe_set(&map->recipe, setting->option, setting->value);
		map->given |= UINT32_C(1) << (setting->option - recipe_options);
	}
	map->chosen = 0;
	map->show = (map->given & RECIPE_BIT(exit)) ? SHOW_SPAWN | SHOW_EXIT : SHOW_SPAWN;
	forget_generator(map);
	return DUNGEN_OK;
}

enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value)
{
	const struct recipe_option *row = find_option(option);
	if (!row || value < row->value_min || value > row->value_max)
		return keep_failure(map, DUNGEN_WRONG_OPTION);
	if (row == &rng_option) {
		map->rng = value;
	} else {
		recipe_set(&map->recipe, row, value);
		map->chosen |= UINT32_C(1) << (row - recipe_options);
		map->given |= map->chosen;
	}
	forget_generator(map);
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

/* Sets an option back to its default if only the preset has set it. Returns whether it has. */
static bool drop_option(struct dungen *map, struct recipe *recipe, unsigned option)
{
	const uint32_t bit = UINT32_C(1) << option;
	if (!(map->listed & ~map->chosen & bit))
		return false;
	map->listed &= ~bit;
	recipe_set(recipe, &recipe_options[option], recipe_options[option].value_of_tutorials);
	return true;
}

/* Drops options of the preset that other options exclude, as the program does. */
static void drop_broken(struct dungen *map, struct recipe *recipe)
{
	size_t i = 0;
	map->listed = map->given;
	while (i < RECIPE_REQUIREMENTS) {
		const struct recipe_requirement *rule = &recipe_requirements[i++];
		const uint32_t value = recipe_get(recipe, &recipe_options[rule->option]);
		const uint32_t other = recipe_get(recipe, &recipe_options[rule->required_option]);
		if (!(map->listed >> rule->option & 1) || value == rule->free_value ||
		    other == rule->required_value)
			continue;
		if (drop_option(map, recipe, rule->option) ||
		    drop_option(map, recipe, rule->required_option))
			i = 0;
	}
}

/* Makes the generator for the options. */
static enum dungen_result make_generator(struct dungen *map)
{
	struct recipe recipe = map->recipe;
	drop_broken(map, &recipe);
	recipe_fit(&recipe, map->chosen);
	enum recipe_fault fault = recipe_check(&recipe);
	while ((fault == RECIPE_NO_SPACE || fault == RECIPE_TOO_MANY) &&
	       drop_option(map, &recipe, recipe_rooms_option(&recipe, fault)))
		fault = recipe_check(&recipe);
	if (fault != RECIPE_SOUND)
		return DUNGEN_WRONG_OPTIONS;
	map->generator = generator_new(rng_table[map->rng], &recipe);
	return map->generator ? DUNGEN_OK : DUNGEN_NO_MEMORY;
}

/* Generates the map of a seed. After a failure, the model may hold parts of a map. */
static enum dungen_result generate_model(struct dungen *map, uint64_t seed)
{
	const enum dungen_result result = map->generator ? DUNGEN_OK : make_generator(map);
	if (result != DUNGEN_OK)
		return result;
	if (seed > rng_table[map->rng]->max_seed)
		return DUNGEN_WRONG_SEED;
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
	map->stats.known = 0;
	map->has_passages = false;
	map->style.show = map->show;
	const enum dungen_result result = generate_model(map, seed);
	if (result == DUNGEN_OK)
		return DUNGEN_OK;
	/* An empty map has neither a size nor marks. */
	map_start(&map->model, &(struct recipe){0});
	return keep_failure(map, result);
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
		return keep_failure(map, DUNGEN_NO_MEMORY);
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

/* Stores bytes of a script. */
static void keep_bytes(struct output *output, const char *bytes, size_t length)
{
	struct script *script = (struct script *)output;
	if (output->error)
		return;
	if (!array_reserve(script, bytes, (uint64_t)script->length + length)) {
		output_fail(output, DUNGEN_NO_MEMORY);
		return;
	}
	memcpy(script->bytes + script->length, bytes, length);
	script->length += length;
}

/* Writes the map in one of the formats, and stores the address of the string in *text. */
static enum dungen_result write_script(struct dungen *map,
				       bool (*write)(struct writer *, const struct map *),
				       const char **text)
{
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	if (!map->script)
		map->script = calloc(1, sizeof *map->script);
	struct script *script = map->script;
	if (!script)
		return keep_failure(map, DUNGEN_NO_MEMORY);
	script->output.drain = keep_bytes;
	script->output.error = 0;
	script->output.used = 0;
	script->length = 0;
	script->writer.output = &script->output;
	script->writer.style = &map->style;
	const bool is_written = write(&script->writer, &map->model);
	output_write(&script->output, "", 1);
	output_empty(&script->output);
	if (!is_written || script->output.error)
		return keep_failure(map, DUNGEN_NO_MEMORY);
	*text = script->bytes;
	return DUNGEN_OK;
}

/* Writes a map with the marks of its preset. */
static bool write_text(struct writer *writer, const struct map *map)
{
	return text_write_shown(writer, map, writer->style->show);
}

enum dungen_result dungen_text(struct dungen *map, const char **text)
{
	return write_script(map, write_text, text);
}

enum dungen_result dungen_json(struct dungen *map, const char **json)
{
	struct recipe *recipe = &map->model.recipe;
	uint32_t listed = map->listed;
	char *end = output_print_digits(map->spawn, recipe->spawn_x);
	*end++ = ',';
	*output_print_digits(end, recipe->spawn_y) = '\0';
	if (recipe_has_spawn(recipe))
		listed |= RECIPE_BIT(spawn);
	recipe->parameters = map->parameters;
	recipe->parameter_count = recipe_parameters(recipe, listed, map->spawn, map->parameters);
	return write_script(map, json_write_document, json);
}

/* Stores a measure of the map in *value. */
static enum dungen_result find_measure(struct dungen *map, enum measure measure, uint64_t *value)
{
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	/* The caller of one measure needs no other, and the caller of another may need all. */
	const unsigned measures = map->stats.known ? MEASURES_ALL : MEASURE_BIT(measure);
	if (!(map->stats.known & MEASURE_BIT(measure)) &&
	    !measure_map(&map->walk, &map->model, measures, &map->stats))
		return keep_failure(map, DUNGEN_NO_MEMORY);
	*value = map->stats.value[measure];
	return DUNGEN_OK;
}

enum dungen_result dungen_stat(struct dungen *map, const char *name, uint64_t *value)
{
	for (enum measure i = 0; i < MEASURES; i++)
		if (name && strcmp(measure_names[i], name) == 0)
			return find_measure(map, i, value);
	return keep_failure(map, DUNGEN_WRONG_OPTION);
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
		return keep_failure(map, DUNGEN_WRONG_OPTION);
	return find_measure(map, measures[measure], value);
}

enum dungen_result dungen_route(struct dungen *map, const struct dungen_point **corners,
				uint32_t *count)
{
	if (dungen_rooms(map) == 0)
		return DUNGEN_END;
	/* The exit of a generated map is never behind secret doors alone. */
	if (route_find(&map->route, &map->model) != ROUTE_FOUND)
		return keep_failure(map, DUNGEN_NO_MEMORY);
	*corners = (const struct dungen_point *)(const void *)map->route.corners;
	*count = map->route.corner_count;
	return DUNGEN_OK;
}

struct dungen_point dungen_size(const struct dungen *map)
{
	return (struct dungen_point){map->model.recipe.width, map->model.recipe.height};
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

uint64_t dungen_distance(const struct dungen *map, uint32_t index)
{
	return index < map->model.distance_count ? map->model.distances[index] : 0;
}

uint32_t dungen_wing_of(const struct dungen *map, uint32_t index)
{
	if (index >= map->model.room_count)
		return 0;
	const uint32_t room = map_wing_of(&map->model, index);
	return room == NO_ROOM ? index : room;
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

enum dungen_result dungen_door_tunnels(struct dungen *map, uint32_t index, const uint32_t **tunnels,
				       uint32_t *count)
{
	if (index >= map->model.door_count)
		return DUNGEN_END;
	map->has_passages = map->has_passages || passages_load(&map->passages, &map->model);
	if (!map->has_passages || !passages_find(&map->passages, map->model.doors[index].at))
		return keep_failure(map, DUNGEN_NO_MEMORY);
	*tunnels = map->passages.found;
	*count = map->passages.found_count;
	return DUNGEN_OK;
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
