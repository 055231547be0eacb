/* SPDX-License-Identifier: MIT */
/* Reads the format tmj: the first layer of tiles, and where spawn and exit are. */
#include "formats/grid.h"
#include "formats/json_value.h"
#include "formats/tiled.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum key { WIDTH, HEIGHT, TILE_WIDTH, TILE_HEIGHT, INFINITE, TILESETS, LAYERS, KEYS };

static const char *const keys[KEYS + 1] = {"width",    "height",   "tilewidth", "tileheight",
					   "infinite", "tilesets", "layers"};

/* The map that is read. */
struct map {
	struct json_place *place;
	struct dungeon *dungeon;
	uint64_t first;              /* number of our first tile */
	uint64_t tile_size[2];       /* width and height, in pixels */
	double mark_ids[MARK_KINDS]; /* see set_mark */
};

/* The number of our tileset's first tile; of the first tileset, if none has the name of ours. */
static uint64_t find_tileset(struct json_place *place, const cJSON *tilesets)
{
	static const char *const names[] = {"name", "firstgid", NULL};
	const cJSON *found[2];
	uint64_t first = 0;
	json_each (place, item, keys[TILESETS], tilesets) {
		json_pick(place, item, names, found);
		if (first == 0 || strcmp(json_string(found[0]), "dungen-tiles") == 0)
			first = json_number(place, names[1], found[1], 1, INT32_MAX);
	}
	return first > 0 ? first : 1;
}

/*
 * Sets spawn or exit. An object, by its id, counts more than a tile, which has the id -1. Each may be there twice, in
 * one place.
 */
static void set_mark(struct map *map, enum mark_kind kind, struct point at, double id)
{
	const struct point before = map->dungeon->marks[kind].at;
	const double id_before = map->mark_ids[kind];
	map->mark_ids[kind] = id;
	if (grid_mark(map->dungeon, kind, at) || (before.x == at.x && before.y == at.y))
		return;
	if (id < 0)
		json_refuse(map->place, NULL,
			    "a second %s at %" PRIu32 ",%" PRIu32 "; the first is at %" PRIu32 ",%" PRIu32,
			    mark_names[kind], at.x, at.y, before.x, before.y);
	else if (id_before >= 0)
		json_refuse(map->place, NULL,
			    "objects %.0f and %.0f are both the %s, at %" PRIu32 ",%" PRIu32 " and %" PRIu32
			    ",%" PRIu32,
			    id_before, id, mark_names[kind], before.x, before.y, at.x, at.y);
	else
		reader_note(map->place->reader,
			    "the exit is at %" PRIu32 ",%" PRIu32 ", its object, not at the stairs at %" PRIu32
			    ",%" PRIu32,
			    at.x, at.y, before.x, before.y);
}

static void read_tile(struct map *map, uint64_t number, struct point at, char *tile)
{
	enum { FLIP_BITS = 4 }; /* the highest of 32 */
	number &= UINT32_MAX >> FLIP_BITS;
	*tile = TILE_WALL;
	if (number == 0)
		return;
	if (number < map->first || number - map->first >= TILESET_TILES) {
		json_refuse(map->place, NULL,
			    "tile %" PRIu32 ",%" PRIu32 " is %" PRIu64 ", which is not in the tileset", at.x, at.y,
			    number);
		return;
	}
	uint64_t id = number - map->first;
	if (id != TILESET_WALL)
		*tile = id == TILESET_DOOR ? TILE_DOOR : TILE_FLOOR;
	if (id == TILESET_STAIRS)
		set_mark(map, MARK_EXIT, at, -1);
}

static void read_tiles(struct map *map, const cJSON *layer)
{
	struct json_place *place = map->place;
	const uint32_t width = map->dungeon->recipe.width, height = map->dungeon->recipe.height;
	const cJSON *data = cJSON_GetObjectItemCaseSensitive(layer, "data");
	char *row;
	if (!cJSON_IsArray(data))
		json_refuse(place, "data",
			    "is compressed; in Tiled, choose Map > Map Properties > Tile Layer Format: CSV");
	else if ((uint64_t)cJSON_GetArraySize(data) != (uint64_t)width * height)
		json_refuse(place, "data", "takes %" PRIu32 " times %" PRIu32 " tiles", width, height);
	const cJSON *item = place->result == READ_MAP ? data->child : NULL;
	for (uint32_t y = 0; y < height && place->result == READ_MAP; y++) {
		place->result = grid_reserve(place->reader, width, &row);
		for (uint32_t x = 0; x < width && place->result == READ_MAP; x++, item = item->next)
			read_tile(map, json_number(place, "data", item, 0, UINT32_MAX), (struct point){x, y}, &row[x]);
		if (place->result == READ_MAP)
			grid_add(place->reader, width);
	}
	if (place->result == READ_MAP)
		place->result = grid_end(place->reader);
}

static const char *text_of(const cJSON *object, const char *key)
{
	return json_string(cJSON_GetObjectItemCaseSensitive(object, key));
}

/* Returns a number, which may have a fraction; 0 if it is missing. */
static double number_of(const cJSON *object, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
	return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

/* Tiled calls the type of an object its class from 1.9 on, and its type again from 1.10 on. */
static const char *type_of(const cJSON *object)
{
	const char *type = text_of(object, "type");
	return *type ? type : text_of(object, "class");
}

static void read_object(struct map *map, const cJSON *object)
{
	const struct recipe *recipe = &map->dungeon->recipe;
	const char *type = type_of(object);
	if (!*type)
		type = text_of(object, "name");
	size_t kind = 0;
	while (kind < MARK_KINDS && strcasecmp(type, mark_names[kind]) != 0)
		kind++;
	if (kind == MARK_KINDS)
		return;
	/* The middle of a shape; that of a tile is half a tile above its lower edge, where it stands. */
	const bool stands = cJSON_GetObjectItemCaseSensitive(object, "gid");
	const double down = stands ? -(double)map->tile_size[1] : number_of(object, "height");
	double x = (number_of(object, "x") + number_of(object, "width") / 2) / (double)map->tile_size[0];
	double y = (number_of(object, "y") + down / 2) / (double)map->tile_size[1];
	if (!(x >= 0 && x < recipe->width && y >= 0 && y < recipe->height))
		json_refuse(map->place, NULL, "the %s is not on the map", mark_names[kind]);
	else
		set_mark(map, (enum mark_kind)kind, (struct point){(uint32_t)x, (uint32_t)y}, number_of(object, "id"));
}

/* Reads the objects of all layers or, unless the map has its tiles already, the first layer of tiles. Groups have
 * layers. */
static void read_layers(struct map *map, const cJSON *layers, bool objects)
{
	struct json_place *place = map->place;
	for (const cJSON *layer = layers ? layers->child : NULL; layer && place->result == READ_MAP;
	     layer = layer->next) {
		const char *type = text_of(layer, "type");
		if (strcmp(type, "tilelayer") == 0 && !objects && place->reader->grid.height == 0)
			read_tiles(map, layer);
		else if (strcmp(type, "objectgroup") == 0 && objects)
			json_each (place, object, "objects", cJSON_GetObjectItemCaseSensitive(layer, "objects"))
				read_object(map, object);
		else if (strcmp(type, "group") == 0)
			read_layers(map, cJSON_GetObjectItemCaseSensitive(layer, "layers"), objects);
	}
}

enum read_result tiled_read_document(struct json_place *place)
{
	struct dungeon *dungeon = place->reader->dungeon;
	struct map map = {.place = place, .dungeon = dungeon};
	const cJSON *found[KEYS];
	if (!json_pick(place, place->document, keys, found))
		return place->result;
	if (!found[LAYERS])
		json_refuse(place, NULL, "is no map of Tiled; a document of dungen is --input-format json");
	if (cJSON_IsTrue(found[INFINITE]))
		json_refuse(place, keys[INFINITE], "in Tiled, uncheck Map > Map Properties > Infinite");
	dungeon->recipe.width = (uint32_t)json_number(place, keys[WIDTH], found[WIDTH], 1, INT32_MAX);
	dungeon->recipe.height = (uint32_t)json_number(place, keys[HEIGHT], found[HEIGHT], 1, INT32_MAX);
	for (size_t i = 0; i < 2; i++)
		map.tile_size[i] = json_number(place, keys[TILE_WIDTH + i], found[TILE_WIDTH + i], 1, INT32_MAX);
	map.first = find_tileset(place, found[TILESETS]);
	read_layers(&map, found[LAYERS], false);
	if (place->reader->grid.height == 0)
		json_refuse(place, keys[LAYERS], "no layer has tiles");
	read_layers(&map, found[LAYERS], true);
	return place->result;
}

enum read_result tiled_read(struct reader *reader)
{
	static const char *const none[] = {NULL};
	struct json_place *place = reader->state;
	return json_next(place, reader, none, NULL) ? tiled_read_document(place) : place->result;
}
