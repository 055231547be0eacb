/* SPDX-License-Identifier: MIT */
/* Reads the documents of the format json, which json.c writes. */
#include "formats/grid.h"
#include "formats/json_value.h"
#include "formats/put.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct point read_point(struct json_reader *json, const char *key, const cJSON *item,
			       const struct map *map)
{
	if (!cJSON_IsObject(item))
		json_refuse(json, key, "takes an object with x and y");
	struct point point;
	json->inside = key;
	point.x = json_read_number(json, item, "x", 0, map->recipe.width - 1);
	point.y = json_read_number(json, item, "y", 0, map->recipe.height - 1);
	json->inside = NULL;
	return point;
}

/* Rooms, tunnels and doors. */

void json_read_room(struct json_reader *json, const cJSON *item, struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	if (json_member(json, item, "id"))
		(void)json_read_number(json, item, "id", json->index, json->index);
	/* Its walls are on the map, too. */
	uint32_t x = json_read_number(json, item, "x", 1, greater(recipe->width, 2) - 2);
	uint32_t y = json_read_number(json, item, "y", 1, greater(recipe->height, 2) - 2);
	uint32_t width = json_read_number(json, item, "width", 1,
					  greater(recipe->width, x + 2) - x - 1);
	uint32_t height = json_read_number(json, item, "height", 1,
					   greater(recipe->height, y + 2) - y - 1);
	json_need(json, map_add_room(map, (struct area){x - 1, y - 1, x + width, y + height}));
}

static uint32_t read_room_number(struct json_reader *json, const cJSON *object, const char *key,
				 const struct map *map)
{
	if (map->room_count == 0)
		json_refuse(json, key, "there are no rooms");
	return json_read_number(json, object, key, 0, greater(map->room_count, 1) - 1);
}

void json_read_tunnel(struct json_reader *json, const cJSON *item, struct map *map)
{
	uint32_t count = 0;
	uint32_t from = read_room_number(json, item, "from", map);
	uint32_t to = read_room_number(json, item, "to", map);
	const cJSON *path = json_member(json, item, "path");
	struct point before = {0};
	json_need(json, map_add_tunnel(map, from, to, false));
	for (const cJSON *corner = cJSON_IsArray(path) ? path->child : NULL;
	     corner && json->result == READ_MAP; corner = corner->next, count++) {
		struct point at = read_point(json, "path", corner, map);
		if (count > 0 && at.x != before.x && at.y != before.y)
			json_refuse(json, "path",
				    "%" PRIu32 ",%" PRIu32 " is not straight from %" PRIu32
				    ",%" PRIu32,
				    at.x, at.y, before.x, before.y);
		json_need(json, count == 0 || map_add_leg(map, before, at));
		before = at;
	}
	if (count < 2)
		json_refuse(json, "path", "takes an array of 2 or more points");
}

void json_read_door(struct json_reader *json, const cJSON *item, struct map *map)
{
	uint32_t room = read_room_number(json, item, "room", map);
	json_need(json, map_add_door(map, read_point(json, NULL, item, map), room));
}

/* Tiles. */

/* Sets the kind that each character stands for; TILE_KINDS: none. */
static void read_legend(const cJSON *legend, char kinds[256])
{
	memset(kinds, TILE_KINDS, 256);
	kinds['#'] = TILE_WALL;
	kinds['.'] = TILE_FLOOR;
	kinds['+'] = TILE_DOOR;
	for (const cJSON *entry = cJSON_IsObject(legend) ? legend->child : NULL; entry;
	     entry = entry->next)
		for (size_t kind = 0; kind < TILE_KINDS; kind++)
			if (strlen(entry->string) == 1 &&
			    strcmp(json_string(entry), tile_names[kind]) == 0)
				kinds[(unsigned char)*entry->string] = (char)kind;
}

static void read_tiles(struct json_reader *json, const cJSON *tiles, const cJSON *legend,
		       struct map *map)
{
	struct reader *reader = json->reader;
	const uint32_t width = map->recipe.width, height = map->recipe.height;
	char kinds[256], *row;
	read_legend(legend, kinds);
	json_each (json, item, "tiles", tiles) {
		const char *text = json_string(item);
		if (strlen(text) != width) {
			json_refuse(json, NULL,
				    "takes a string of %" PRIu32 " ASCII characters, the width",
				    width);
			break;
		}
		json->result = grid_reserve(reader, width, &row);
		for (uint32_t x = 0; x < width && json->result == READ_MAP; x++) {
			row[x] = kinds[(unsigned char)text[x]];
			if (row[x] == TILE_KINDS)
				json_refuse(json, NULL,
					    "character %" PRIu32 " is not in the legend", x + 1);
		}
		if (json->result == READ_MAP)
			grid_add(reader, width);
	}
	if (reader->grid.height != height)
		json_refuse(json, "tiles", "takes %" PRIu32 " rows, the height", height);
	if (json->result == READ_MAP)
		json->result = grid_end(reader);
}

bool json_tiles_agree(struct json_reader *json, const struct map *map, struct point *at)
{
	struct rows *rows = &json->rows;
	const size_t width = map->recipe.width;
	json_need(json, rows_start(rows, map, &row_kinds));
	const char *drawn, *given = map->tiles;
	for (uint32_t y = 0; json->result == READ_MAP && (drawn = rows_next(rows));
	     y++, given += width)
		for (uint32_t x = 0; x < width; x++)
			if (drawn[x] != given[x]) {
				*at = (struct point){x, y};
				return false;
			}
	return true;
}

static void compare_tiles(struct json_reader *json, const struct map *map)
{
	static const char *const kinds[TILE_KINDS] = {"wall", "floor", "a door"};
	struct point at;
	if (!json_tiles_agree(json, map, &at))
		json_refuse(json, NULL,
			    "tile %" PRIu32 ",%" PRIu32
			    " is %s, but rooms, tunnels and doors make it %s; "
			    "leave out \"tiles\" to draw them anew",
			    at.x, at.y,
			    kinds[(int)map->tiles[(size_t)at.y * map->recipe.width + at.x]],
			    kinds[map_tile(map, at)]);
}

/* What the map was made from: kept if it looks as dungen writes it, dropped otherwise. */

static bool is_name(const char *text)
{
	size_t length = strlen(text);
	return length > 0 && length <= 64 &&
	       strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-/.") ==
		       length;
}

static bool read_parameter(const cJSON *item, struct parameter *parameter)
{
	double value = cJSON_IsNumber(item) ? item->valuedouble : cJSON_IsTrue(item);
	*parameter = (struct parameter){.key = item->string, .name = json_string(item)};
	if (!is_name(item->string) || !(value >= 0 && value <= UINT32_MAX))
		return false;
	parameter->number = (uint64_t)value;
	parameter->kind = cJSON_IsNumber(item) ? PARAMETER_NUMBER
			  : cJSON_IsTrue(item) ? PARAMETER_FLAG
					       : PARAMETER_NAME;
	return (double)parameter->number == value &&
	       (parameter->kind != PARAMETER_NAME || is_name(parameter->name));
}

void json_read_recipe(struct json_reader *json, bool made, const cJSON *generator,
		      const cJSON *params, struct map *map)
{
	const cJSON *item = cJSON_IsObject(params) ? params->child : NULL;
	bool kept = made && cJSON_IsObject(generator) && cJSON_IsObject(params);
	size_t count = 0;
	for (; item && count < PARAMETERS_MOST; item = item->next) {
		for (size_t i = 0; i < count; i++)
			if (strcmp(item->string, json->parameters[i].key) == 0)
				json_refuse(json, "params", "%s is there twice", item->string);
		kept = read_parameter(item, &json->parameters[count++]) && kept;
	}
	if (!kept || item)
		return;
	const char *name = json_string(json_member(json, generator, "name"));
	const char *algorithm = json_string(json_member(json, generator, "algorithm"));
	const char *rng = json_string(json_member(json, generator, "rng"));
	if (strcmp(name, "dungen") != 0 || !is_name(algorithm) || !is_name(rng))
		return;
	map->recipe.algorithm = algorithm;
	map->recipe.rng = rng;
	map->recipe.parameters = json->parameters;
	map->recipe.parameter_count = count;
}

uint64_t json_read_seed(struct json_reader *json, const cJSON *item)
{
	const char *digits = json_string(item);
	char written[DIGITS_MOST + 1] = "";
	uint64_t value = strtoull(digits, NULL, 10);
	*put_digits(written, value) = '\0';
	if (strcmp(digits, written) != 0)
		json_refuse(json, "seed",
			    "takes a string of digits without leading zeros, up to \"%" PRIu64 "\"",
			    UINT64_MAX);
	return value;
}

/* The document. */

/* Everything but rooms and tiles. */
static void read_head(struct json_reader *json, const cJSON *rooms, struct map *map)
{
	struct recipe *recipe = &map->recipe;
	const cJSON *document = json->document;
	const cJSON *format = json_member(json, document, "format"),
		    *seed = json_member(json, document, "seed");
	const cJSON *distance = json_member(json, document, "exit_distance");
	if (format && strcmp(json_string(format), "dungen") != 0)
		json_refuse(json, "format", "takes \"dungen\"");
	if (json_member(json, document, "version"))
		(void)json_read_number(json, document, "version", 1, 1);
	recipe->width = json_read_number(json, document, "width", 1, INT32_MAX);
	recipe->height = json_read_number(json, document, "height", 1, INT32_MAX);
	if (seed)
		recipe->seed = json_read_seed(json, seed);
	/* A map without one of these is another one than the generator's. */
	bool made = seed && rooms;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		const cJSON *mark = json_member(json, document, mark_names[i]);
		made = made && mark;
		if (mark)
			map->marks[i] = (struct mark){
				.at = read_point(json, mark_names[i], mark, map), .is_set = true};
	}
	json_read_recipe(json, made, json_member(json, document, "generator"),
			 json_member(json, document, "params"), map);
	if (distance)
		map->exit_distance = json_number(json, "exit_distance", distance, 0, UINT64_MAX);
	recipe->exit = distance ? EXIT_FARTHEST : EXIT_LAST;
	map->lacks = (seed ? 0u : LACKS_SEED) | (rooms ? 0u : LACKS_ROOMS);
}

static void read_rooms(struct json_reader *json, const cJSON *rooms, struct map *map)
{
	const cJSON *document = json->document;
	const cJSON *tunnels = json_member(json, document, "tunnels"),
		    *doors = json_member(json, document, "doors");
	json_each (json, item, "rooms", rooms)
		json_read_room(json, item, map);
	json_each (json, item, "tunnels", tunnels)
		json_read_tunnel(json, item, map);
	json_each (json, item, "doors", doors)
		json_read_door(json, item, map);
	if (rooms)
		map->recipe.doors = doors != NULL;
	map_settle_doors(map);
}

enum read_result json_read(struct reader *reader)
{
	struct map *map = reader->map;
	struct json_reader *json = reader->state;
	if (!json_next(json, reader))
		return json->result;
	const cJSON *document = json->document;
	if (json_member(json, document, "layers") && !json_member(json, document, "format"))
		return tiled_read_document(json);
	const cJSON *rooms = json_member(json, document, "rooms"),
		    *tiles = json_member(json, document, "tiles");
	if (!rooms && !tiles)
		json_refuse(json, NULL, "has neither rooms nor tiles");
	read_head(json, rooms, map);
	if (json->result == READ_MAP && tiles)
		read_tiles(json, tiles, json_member(json, document, "legend"), map);
	if (json->result == READ_MAP)
		read_rooms(json, rooms, map);
	if (json->result == READ_MAP && rooms && tiles)
		compare_tiles(json, map);
	return json->result;
}
