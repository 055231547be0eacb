/* SPDX-License-Identifier: MIT */
/* Reads the format tmj: the first layer of tiles, and where spawn and exit are. */
#include "formats/grid.h"
#include "formats/json_value.h"
#include "formats/tiled.h"

#include <inttypes.h>
#include <string.h>

enum key { WIDTH, HEIGHT, TILE_WIDTH, TILE_HEIGHT, INFINITE, TILESETS, LAYERS, KEYS };

static const char *const keys[KEYS + 1] = {"width",    "height",   "tilewidth", "tileheight",
					   "infinite", "tilesets", "layers"};

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

/* Sets spawn or exit, which a tile and an object may name both. */
static void set_mark(struct json_place *place, struct dungeon *dungeon, enum mark_kind kind, struct point at)
{
	struct point before = dungeon->marks[kind].at;
	if (!grid_mark(dungeon, kind, at) && (before.x != at.x || before.y != at.y))
		json_refuse(place, NULL, "a second %s at %" PRIu32 ",%" PRIu32 "; the first is at %" PRIu32 ",%" PRIu32,
			    mark_names[kind], at.x, at.y, before.x, before.y);
}

static void read_tile(struct json_place *place, struct dungeon *dungeon, uint64_t number, uint64_t first,
		      struct point at, char *tile)
{
	enum { FLIP_BITS = 4 }; /* the highest of 32 */
	number &= UINT32_MAX >> FLIP_BITS;
	*tile = TILE_WALL;
	if (number == 0)
		return;
	if (number < first || number - first >= TILESET_TILES) {
		json_refuse(place, NULL, "tile %" PRIu32 ",%" PRIu32 " is %" PRIu64 ", which is not in the tileset",
			    at.x, at.y, number);
		return;
	}
	uint64_t id = number - first;
	if (id != TILESET_WALL)
		*tile = id == TILESET_DOOR ? TILE_DOOR : TILE_FLOOR;
	if (id == TILESET_STAIRS)
		set_mark(place, dungeon, MARK_EXIT, at);
}

static void read_tiles(struct json_place *place, const cJSON *layer, uint64_t first, struct dungeon *dungeon)
{
	const uint32_t width = dungeon->recipe.width, height = dungeon->recipe.height;
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
			read_tile(place, dungeon, json_number(place, "data", item, 0, UINT32_MAX), first,
				  (struct point){x, y}, &row[x]);
		if (place->result == READ_MAP)
			grid_add(place->reader, width);
	}
	if (place->result == READ_MAP)
		place->result = grid_end(place->reader);
}

static void read_object(struct json_place *place, const cJSON *object, const uint64_t tile_size[2],
			struct dungeon *dungeon)
{
	const char *type = json_string(cJSON_GetObjectItemCaseSensitive(object, "type"));
	if (!*type)
		type = json_string(cJSON_GetObjectItemCaseSensitive(object, "class"));
	size_t kind = 0;
	while (kind < MARK_KINDS && strcmp(type, mark_names[kind]) != 0)
		kind++;
	if (kind == MARK_KINDS)
		return;
	/* Pixels, with a fraction. */
	double x = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, "x")) / (double)tile_size[0];
	double y = cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, "y")) / (double)tile_size[1];
	/* An object with a tile hangs from its lower left corner; half a tile above it is the row on which it stands.
	 */
	if (cJSON_GetObjectItemCaseSensitive(object, "gid"))
		y -= .5;
	if (!(x >= 0 && x < dungeon->recipe.width && y >= 0 && y < dungeon->recipe.height))
		json_refuse(place, NULL, "the %s is not on the map", type);
	else
		set_mark(place, dungeon, (enum mark_kind)kind, (struct point){(uint32_t)x, (uint32_t)y});
}

/* Reads layers of objects and, unless the map has its tiles already, the first one of tiles. Groups have layers. */
static void read_layers(struct json_place *place, const cJSON *layers, uint64_t first, const uint64_t tile_size[2],
			struct dungeon *dungeon)
{
	for (const cJSON *layer = layers ? layers->child : NULL; layer && place->result == READ_MAP;
	     layer = layer->next) {
		const char *type = json_string(cJSON_GetObjectItemCaseSensitive(layer, "type"));
		if (strcmp(type, "tilelayer") == 0 && place->reader->grid.height == 0)
			read_tiles(place, layer, first, dungeon);
		else if (strcmp(type, "objectgroup") == 0)
			json_each (place, object, "objects", cJSON_GetObjectItemCaseSensitive(layer, "objects"))
				read_object(place, object, tile_size, dungeon);
		else if (strcmp(type, "group") == 0)
			read_layers(place, cJSON_GetObjectItemCaseSensitive(layer, "layers"), first, tile_size,
				    dungeon);
	}
}

enum read_result tiled_read_document(struct json_place *place)
{
	struct dungeon *dungeon = place->reader->dungeon;
	const cJSON *found[KEYS];
	if (!json_pick(place, place->document, keys, found))
		return place->result;
	if (!found[LAYERS])
		json_refuse(place, NULL, "is no map of Tiled; a document of dungen is --input-format json");
	if (cJSON_IsTrue(found[INFINITE]))
		json_refuse(place, keys[INFINITE], "in Tiled, uncheck Map > Map Properties > Infinite");
	dungeon->recipe.width = (uint32_t)json_number(place, keys[WIDTH], found[WIDTH], 1, INT32_MAX);
	dungeon->recipe.height = (uint32_t)json_number(place, keys[HEIGHT], found[HEIGHT], 1, INT32_MAX);
	const uint64_t tile_size[2] = {json_number(place, keys[TILE_WIDTH], found[TILE_WIDTH], 1, INT32_MAX),
				       json_number(place, keys[TILE_HEIGHT], found[TILE_HEIGHT], 1, INT32_MAX)};
	uint64_t first = find_tileset(place, found[TILESETS]);
	read_layers(place, found[LAYERS], first, tile_size, dungeon);
	if (place->reader->grid.height == 0)
		json_refuse(place, keys[LAYERS], "no layer has tiles");
	return place->result;
}

enum read_result tiled_read(struct reader *reader)
{
	static const char *const none[] = {NULL};
	struct json_place *place = reader->state;
	return json_next(place, reader, none, NULL) ? tiled_read_document(place) : place->result;
}
