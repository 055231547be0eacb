/* SPDX-License-Identifier: MIT */
/* Reads a map of Tiled, tmj or what tmx_read.c makes of a tmx: a layer of tiles, and our own objects and properties. */
#include "formats/grid.h"
#include "formats/json_value.h"
#include "formats/tiled.h"
#include "formats/tiled_data.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The map that is read. */
struct map {
	struct json_place *place;
	struct dungeon *dungeon;
	const cJSON *tilesets;
	const char *image;           /* of ours */
	uint64_t first;              /* number of our first tile */
	double tile_size[2];         /* width and height, in pixels */
	double origin[2];            /* the map's first tile, which chunks may have anywhere */
	double mark_ids[MARK_KINDS]; /* see set_mark */
	const cJSON *terrain;        /* the layer with the tiles */
	uint32_t tile_layers;
	enum tiled_layer kind; /* of the objects that are read */
	/* What is not kept. */
	uint32_t lost, lost_layers, images, groups, objects, properties, flipped;
	bool has_doors;  /* a layer of them, which may be empty */
	char names[160]; /* of all layers of tiles, for a message */
};

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

/* Whether a name or path is that of our tileset, whatever folder and extension it has. */
static bool is_ours(const struct map *map, const char *path)
{
	static const char ours[] = "dungen-tiles";
	const char *image = map->place->reader->style->tileset;
	for (const char *slash; (slash = strpbrk(path, "/\\"));)
		path = slash + 1;
	const char *after = path + sizeof ours - 1;
	return (strncmp(path, ours, sizeof ours - 1) == 0 && (*after == '\0' || *after == '.')) ||
	       (*path && strcmp(path, image) == 0);
}

/* Sets the number of our tileset's first tile; that of the first tileset, if none has the name or image of ours. */
static void find_tileset(struct map *map)
{
	bool found = false;
	json_each (map->place, set, "tilesets", map->tilesets) {
		const cJSON *number = cJSON_GetObjectItemCaseSensitive(set, "firstgid");
		const bool ours = !found &&
				  (is_ours(map, text_of(set, "name")) || is_ours(map, text_of(set, "image")) ||
				   is_ours(map, text_of(set, "source")));
		uint64_t first = json_number(map->place, "firstgid", number, 1, INT32_MAX);
		if (map->first == 0 || ours)
			map->image = text_of(set, "image");
		if (map->first == 0 || ours)
			map->first = first;
		found = found || ours;
	}
	if (map->first == 0)
		map->first = 1;
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
		reader_note(map->place->reader, "; ",
			    "the exit is at %" PRIu32 ",%" PRIu32 ", its object, not at the stairs at %" PRIu32
			    ",%" PRIu32,
			    at.x, at.y, before.x, before.y);
}

/* Refuses a tile that is none of ours. */
static void refuse_tile(struct map *map, uint32_t number, struct point at)
{
	const cJSON *owner = NULL;
	for (const cJSON *set = map->tilesets ? map->tilesets->child : NULL; set; set = set->next)
		if (number_of(set, "firstgid") <= number && number_of(set, "firstgid") >= number_of(owner, "firstgid"))
			owner = set;
	const char *name = text_of(owner, "name");
	json_refuse(map->place, NULL,
		    "tile %" PRIu32 ",%" PRIu32 " is %" PRIu32
		    " of tileset \"%.40s\"; take the first four of \"dungen-tiles\"",
		    at.x, at.y, number, *name ? name : text_of(owner, "source"));
}

static char read_tile(struct map *map, uint32_t number, struct point at)
{
	enum { FLIP_BITS = 4 }; /* the highest of 32 */
	static const char kinds[TILESET_TILES] = {TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_FLOOR};
	map->flipped += number > UINT32_MAX >> FLIP_BITS;
	number &= UINT32_MAX >> FLIP_BITS;
	if (number == 0)
		return TILE_WALL;
	if (number < map->first || number - map->first >= TILESET_TILES) {
		refuse_tile(map, number, at);
		return TILE_WALL;
	}
	if (number - map->first == TILESET_STAIRS)
		set_mark(map, MARK_EXIT, at, -1);
	return kinds[number - map->first];
}

/* Where chunks are, counted from here, so that no place is negative. */
enum { CHUNK_ORIGIN = -(1 << 30), CHUNK_MOST = 1 << 30 };

static struct area chunk_area(struct json_place *place, const cJSON *chunk)
{
	static const char *const names[] = {"width", "height"};
	uint32_t size[2];
	for (size_t i = 0; i < 2; i++)
		size[i] = (uint32_t)json_number(place, names[i], cJSON_GetObjectItemCaseSensitive(chunk, names[i]), 1,
						CHUNK_MOST);
	const double x = number_of(chunk, "x") - CHUNK_ORIGIN, y = number_of(chunk, "y") - CHUNK_ORIGIN;
	if (!(x >= 0 && x < 2.0 * CHUNK_MOST && y >= 0 && y < 2.0 * CHUNK_MOST))
		json_refuse(place, "chunks", "lie too far away");
	if (place->result != READ_MAP)
		return (struct area){0};
	return (struct area){(uint32_t)x, (uint32_t)y, (uint32_t)x + size[0] - 1, (uint32_t)y + size[1] - 1};
}

/* Returns the rectangle that chunks cover, which have to. */
static struct area cover_chunks(struct json_place *place, const cJSON *first)
{
	if (!first)
		json_refuse(place, "chunks", "are missing");
	struct area all = chunk_area(place, first);
	uint64_t covered = 0;
	for (const cJSON *chunk = first; chunk && place->result == READ_MAP; chunk = chunk->next) {
		const struct area area = chunk_area(place, chunk);
		all = (struct area){lesser(all.x1, area.x1), lesser(all.y1, area.y1), greater(all.x2, area.x2),
				    greater(all.y2, area.y2)};
		covered += (uint64_t)area_width(area) * area_height(area);
		/* No chunk has more than its text can hold. */
		if (covered / TILED_TILES_PER_BYTE > place->reader->input->total)
			break;
	}
	if (covered != (uint64_t)area_width(all) * area_height(all) ||
	    covered / TILED_TILES_PER_BYTE > place->reader->input->total)
		json_refuse(place, "chunks",
			    "do not cover a rectangle; in Tiled, uncheck Map > Map Properties > Infinite");
	return all;
}

/* Copies chunks to place->cells, whose columns and rows are those of the area that it returns. */
static struct area join_chunks(struct json_place *place, const cJSON *layer)
{
	const cJSON *chunks = cJSON_GetObjectItemCaseSensitive(layer, "chunks"), *first = chunks ? chunks->child : NULL;
	const struct area all = cover_chunks(place, first);
	const size_t stride = area_width(all);
	if (place->result != READ_MAP ||
	    !json_need(place, array_reserve(place, cells, (uint64_t)stride * area_height(all))))
		return all;
	memset(place->cells, 0, stride * area_height(all) * sizeof *place->cells);
	for (const cJSON *chunk = first; chunk && place->result == READ_MAP; chunk = chunk->next) {
		const struct area area = chunk_area(place, chunk);
		const size_t width = area_width(area), height = area_height(area);
		tiled_numbers(place, layer, chunk, (uint64_t)width * height);
		for (size_t y = 0; y < height && place->result == READ_MAP; y++)
			memcpy(place->cells + (area.y1 - all.y1 + y) * stride + (area.x1 - all.x1),
			       place->numbers + y * width, width * sizeof *place->cells);
	}
	return all;
}

/* Returns the part of the cells that has tiles at all its edges, or if all are empty, the first one. */
static struct area trim_cells(const uint32_t *cells, struct area all)
{
	struct area used = {UINT32_MAX, UINT32_MAX, 0, 0};
	for (uint32_t y = 0; y < area_height(all); y++)
		for (uint32_t x = 0; x < area_width(all); x++)
			if (*cells++ > 0)
				used = (struct area){lesser(used.x1, x), lesser(used.y1, y), greater(used.x2, x), y};
	if (used.x1 == UINT32_MAX)
		used = (struct area){0};
	return used;
}

/* Reads the layer of tiles. Sets the size of an infinite map. */
static void read_terrain(struct map *map, bool infinite)
{
	struct json_place *place = map->place;
	struct recipe *recipe = &map->dungeon->recipe;
	struct area used = {0, 0, recipe->width - 1, recipe->height - 1}, all = used;
	const uint32_t *cells = NULL;
	char *row;
	place->layer = text_of(map->terrain, "name");
	if (infinite)
		all = join_chunks(place, map->terrain);
	else
		tiled_numbers(place, map->terrain, NULL, (uint64_t)recipe->width * recipe->height);
	if (place->result == READ_MAP && infinite) {
		used = trim_cells(place->cells, all);
		map->origin[0] = (double)all.x1 + used.x1 + CHUNK_ORIGIN;
		map->origin[1] = (double)all.y1 + used.y1 + CHUNK_ORIGIN;
		recipe->width = area_width(used);
		recipe->height = area_height(used);
	}
	cells = infinite ? place->cells : place->numbers;
	for (uint32_t y = 0; y < recipe->height && place->result == READ_MAP; y++) {
		place->result = grid_reserve(place->reader, recipe->width, &row);
		const uint32_t *cell = cells + (size_t)(used.y1 + y) * area_width(all) + used.x1;
		for (uint32_t x = 0; x < recipe->width && place->result == READ_MAP; x++)
			row[x] = read_tile(map, cell[x], (struct point){x, y});
		if (place->result == READ_MAP)
			grid_add(place->reader, recipe->width);
	}
	if (place->result == READ_MAP)
		place->result = grid_end(place->reader);
	place->layer = NULL;
}

/* Returns the value of a property, or NULL. */
static const cJSON *property_of(const cJSON *owner, const char *name)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(owner, "properties"), *item = list ? list->child : NULL;
	while (item && strcmp(text_of(item, "name"), name) != 0)
		item = item->next;
	return cJSON_GetObjectItemCaseSensitive(item, "value");
}

/*
 * Returns the layer of ours that an object belongs to by its type, or TILED_LAYERS, and sets *mark in MARKS. Rooms,
 * tunnels and doors have numbers of rooms; those of other people do not.
 */
static enum tiled_layer kind_of(const cJSON *object, size_t *mark)
{
	static const char *const needs[TILED_LAYERS] = {"room", "from", "", "room"};
	const char *type = type_of(object), *name = *type ? type : text_of(object, "name");
	for (*mark = 0; *mark < MARK_KINDS; ++*mark)
		if (strcasecmp(name, mark_names[*mark]) == 0)
			return MARKS;
	enum tiled_layer kind = ROOMS;
	while (kind < TILED_LAYERS &&
	       (kind == MARKS || strcmp(type, tiled_types[kind]) != 0 || !property_of(object, needs[kind])))
		kind++;
	return kind;
}

static void read_mark(struct map *map, const cJSON *object, enum mark_kind kind)
{
	const struct recipe *recipe = &map->dungeon->recipe;
	/* The middle of a shape; that of a tile is half a tile above its lower edge, where it stands. */
	const bool stands = cJSON_GetObjectItemCaseSensitive(object, "gid");
	const double down = stands ? -map->tile_size[1] : number_of(object, "height");
	double x = (number_of(object, "x") + number_of(object, "width") / 2) / map->tile_size[0] - map->origin[0];
	double y = (number_of(object, "y") + down / 2) / map->tile_size[1] - map->origin[1];
	if (!(x >= 0 && x < recipe->width && y >= 0 && y < recipe->height))
		json_refuse(map->place, NULL, "the %s is not on the map", mark_names[kind]);
	else
		set_mark(map, kind, (struct point){(uint32_t)x, (uint32_t)y}, number_of(object, "id"));
}

/* Adds the tile of a point in pixels, or of the corner nearest to it; -1 if that is left of the map or above it. */
static void add_point(struct map *map, cJSON *to, double x, double y, bool corner)
{
	static const char *const names[] = {"x", "y"};
	const double pixels[] = {x, y};
	for (size_t i = 0; i < 2; i++) {
		double at = pixels[i] / map->tile_size[i] - map->origin[i] + (corner ? .5 : 0);
		json_need(map->place,
			  cJSON_AddNumberToObject(to, names[i], at >= 0 && at <= INT32_MAX ? (double)(int32_t)at : -1));
	}
}

/* Adds what a room, tunnel or door of a document has. */
static void convert_object(struct map *map, const cJSON *object, cJSON *item)
{
	static const char *const numbers[] = {"from", "to", "room"}, *const sides[] = {"width", "height"};
	const double x = number_of(object, "x"), y = number_of(object, "y");
	const cJSON *points = cJSON_GetObjectItemCaseSensitive(object, "polyline");
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (property_of(object, numbers[i]))
			json_need(map->place, cJSON_AddItemReferenceToObject(item, numbers[i],
									     (cJSON *)property_of(object, numbers[i])));
	for (size_t i = 0; i < 2; i++) {
		double side = number_of(object, sides[i]) / map->tile_size[i] + .5;
		json_need(map->place,
			  cJSON_AddNumberToObject(item, sides[i],
						  side >= 0 && side <= INT32_MAX ? (double)(int32_t)side : -1));
	}
	if (map->kind != TUNNELS) {
		add_point(map, item, x, y, true);
		return;
	}
	cJSON *path = cJSON_AddArrayToObject(item, "path");
	for (const cJSON *point = points ? points->child : NULL; point && map->place->result == READ_MAP;
	     point = point->next) {
		cJSON *corner = cJSON_CreateObject();
		if (!json_need(map->place, cJSON_AddItemToArray(path, corner)))
			cJSON_Delete(corner);
		else
			add_point(map, corner, x + number_of(point, "x"), y + number_of(point, "y"), false);
	}
}

static void read_object(struct map *map, const cJSON *object)
{
	static void (*const read[TILED_LAYERS])(struct json_place *, const cJSON *, struct dungeon *) = {
		[ROOMS] = json_read_room, [TUNNELS] = json_read_tunnel, [DOORS] = json_read_door};
	struct json_place *place = map->place;
	size_t mark;
	if (kind_of(object, &mark) != map->kind)
		return;
	if (map->kind == MARKS) {
		read_mark(map, object, (enum mark_kind)mark);
		return;
	}
	if (map->kind == ROOMS)
		(void)json_number(place, "room", property_of(object, "room"), map->dungeon->room_count,
				  map->dungeon->room_count);
	cJSON *item = cJSON_CreateObject();
	if (json_need(place, item))
		convert_object(map, object, item);
	if (place->result == READ_MAP)
		read[map->kind](place, item, map->dungeon);
	cJSON_Delete(item);
}

static bool is_terrain(const cJSON *layer)
{
	return strcmp(text_of(layer, "name"), "terrain") == 0;
}

/* Finds the layer with the tiles: the first called terrain, or else the first. */
static void choose_terrain(struct map *map, const cJSON *layer, const char *type)
{
	if (strcmp(type, "tilelayer") != 0)
		return;
	size_t length = strlen(map->names);
	(void)snprintf(map->names + length, sizeof map->names - length, "%s\"%.40s\"", length > 0 ? ", " : "",
		       text_of(layer, "name"));
	if (!map->terrain || (is_terrain(layer) && !is_terrain(map->terrain)))
		map->terrain = layer;
	map->tile_layers++;
}

/* Reads the objects of one kind. */
static void read_objects(struct map *map, const cJSON *layer, const char *type)
{
	struct json_place *place = map->place;
	const cJSON *objects = cJSON_GetObjectItemCaseSensitive(layer, "objects");
	if (strcmp(type, "objectgroup") != 0)
		return;
	place->layer = text_of(layer, "name");
	map->has_doors = map->has_doors || strcmp(place->layer, "doors") == 0;
	for (const cJSON *object = objects ? objects->child : NULL; object && place->result == READ_MAP;
	     object = object->next) {
		place->object = number_of(object, "id");
		read_object(map, object);
	}
	place->layer = NULL;
	place->object = 0;
}

/* Leaves rooms and tunnels out if they do not make the tiles. */
static void settle_rooms(struct map *map)
{
	struct dungeon *dungeon = map->dungeon;
	const uint32_t doors = dungeon->recipe.doors;
	struct point at;
	if (dungeon->room_count == 0)
		return;
	dungeon->lacks &= ~(unsigned)LACKS_ROOMS;
	dungeon->recipe.doors = map->has_doors || dungeon->door_count > 0;
	dungeon_settle_doors(dungeon);
	if (json_tiles_agree(map->place, dungeon, &at))
		return;
	reader_note(map->place->reader, "; ",
		    "rooms and tunnels no longer make the tiles (first at %" PRIu32 ",%" PRIu32 "), and are left out",
		    at.x, at.y);
	dungeon->lacks |= LACKS_ROOMS;
	dungeon->recipe.doors = doors;
	dungeon->room_count = dungeon->tunnel_count = dungeon->leg_count = dungeon->door_count = 0;
}

/* Reads seed and options from the properties, in the order of documents. */
static void read_properties(struct map *map)
{
#define X(name, ...) #name,
	static const char *const names[] = {RECIPE_OPTIONS(X)};
#undef X
	static const char *const made_by[] = {"algorithm", "rng"};
	struct json_place *place = map->place;
	struct dungeon *dungeon = map->dungeon;
	const cJSON *root = place->document, *seed = property_of(root, "seed");
	const cJSON *distance = property_of(root, "exit_distance");
	const char *digits = json_string(seed);
	const bool whole = !(dungeon->lacks & LACKS_ROOMS);
	cJSON *generator = cJSON_AddObjectToObject(place->document, "dungen");
	cJSON *params = cJSON_AddObjectToObject(generator, "params");
	if (!json_need(place, params && cJSON_AddStringToObject(generator, "name", "dungen")))
		return;
	for (size_t i = 0; i < 2 + sizeof names / sizeof *names; i++) {
		const char *name = i < 2 ? made_by[i] : names[i - 2];
		const cJSON *value = property_of(root, name);
		if (value)
			json_need(place,
				  cJSON_AddItemReferenceToObject(i < 2 ? generator : params, name, (cJSON *)value));
	}
	if (*digits && digits[strspn(digits, "0123456789")] == '\0') {
		dungeon->recipe.seed = json_read_seed(place, seed);
		dungeon->lacks &= ~(unsigned)LACKS_SEED;
		json_read_recipe(place, whole && dungeon->marks[MARK_SPAWN].is_set && dungeon->marks[MARK_EXIT].is_set,
				 generator, params, dungeon);
	}
	if (whole && cJSON_IsNumber(distance)) {
		dungeon->exit_distance = json_number(place, "exit_distance", distance, 0, UINT64_MAX);
		dungeon->recipe.exit = EXIT_FARTHEST;
	}
}

static uint32_t size_of(const cJSON *owner, const char *key)
{
	return (uint32_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(owner, key));
}

/* Begins or goes on with the list of what is not kept. Returns what comes before the next element. */
static const char *before_lost(struct map *map)
{
	if (map->lost++ > 0)
		return ", ";
	reader_note(map->place->reader, "; ", "not kept: ");
	return "";
}

#define lose(map, ...) reader_note((map)->place->reader, before_lost(map), __VA_ARGS__)

static void lose_some(struct map *map, uint32_t count, const char *one, const char *several)
{
	if (count > 0)
		lose(map, "%" PRIu32 " %s", count, count > 1 ? several : one);
}

enum { NAMES_MOST = 3 }; /* layers that are named */

static void lose_layer(struct map *map, const cJSON *layer, const char *type)
{
	static const uint32_t ours[TILED_LAYERS + 1] = {[ROOMS] = 1, [TUNNELS] = 2, [DOORS] = 1};
	const cJSON *objects = cJSON_GetObjectItemCaseSensitive(layer, "objects");
	const uint32_t count = size_of(layer, "objects");
	uint32_t others = 0;
	size_t mark;
	for (const cJSON *object = objects ? objects->child : NULL; object; object = object->next) {
		enum tiled_layer kind = kind_of(object, &mark);
		others += kind == TILED_LAYERS;
		map->properties += kind == TILED_LAYERS ? 0 : size_of(object, "properties") - ours[kind];
	}
	map->properties += size_of(layer, "properties");
	map->groups += strcmp(type, "group") == 0;
	map->images += strcmp(type, "imagelayer") == 0;
	if ((strcmp(type, "tilelayer") != 0 || layer == map->terrain) && (count == 0 || others < count))
		map->objects += others;
	else if (map->lost_layers++ < NAMES_MOST)
		lose(map, "layer \"%.40s\"", text_of(layer, "name"));
}

/* Visits every layer, those of groups, too. */
static void visit_layers(struct map *map, const cJSON *layers,
			 void (*visit)(struct map *, const cJSON *layer, const char *type))
{
	for (const cJSON *layer = layers ? layers->child : NULL; layer && map->place->result == READ_MAP;
	     layer = layer->next) {
		visit(map, layer, text_of(layer, "type"));
		visit_layers(map, cJSON_GetObjectItemCaseSensitive(layer, "layers"), visit);
	}
}

/* Notes what is not kept. */
static void note_lost(struct map *map, const cJSON *layers)
{
	const struct dungeon *dungeon = map->dungeon;
	const struct style *style = map->place->reader->style;
	const uint32_t sets = (uint32_t)cJSON_GetArraySize(map->tilesets);
	const uint32_t lacks = dungeon->lacks;
	visit_layers(map, layers, lose_layer);
	lose_some(map, map->lost_layers > NAMES_MOST ? map->lost_layers - NAMES_MOST : 0, "more layer", "more layers");
	lose_some(map, map->images, "image layer", "image layers");
	lose_some(map, map->groups, "group", "groups");
	lose_some(map, map->objects, "object", "objects");
	uint32_t kept = (lacks & LACKS_SEED ? 0u : 1u) + (dungeon->recipe.exit == EXIT_FARTHEST ? 1u : 0u);
	if (!(lacks & LACKS_RECIPE))
		kept += 2 + (uint32_t)dungeon->recipe.parameter_count;
	lose_some(map, map->properties + size_of(map->place->document, "properties") - kept, "property", "properties");
	lose_some(map, sets > 1 ? sets - 1 : 0, "tileset", "tilesets");
	lose_some(map, map->flipped, "flip of a tile", "flips of tiles");
	if (*map->image && strcmp(map->image, style->tileset) != 0)
		lose(map, "image \"%.40s\"", map->image);
	if (map->tile_size[0] != style->tile_size || map->tile_size[1] != style->tile_size)
		lose(map, "tiles of %.0fx%.0f pixels", map->tile_size[0], map->tile_size[1]);
}

enum read_result tiled_read_document(struct json_place *place)
{
	struct dungeon *dungeon = place->reader->dungeon;
	struct map map = {.place = place, .dungeon = dungeon, .image = ""};
	const cJSON *document = place->document, *layers = json_member(place, document, "layers");
	if (!layers)
		json_refuse(place, NULL, "is no map of Tiled; a document of dungen is --input-format json");
	dungeon->recipe.width = (uint32_t)json_number(place, "width", json_member(place, document, "width"), 1,
						      INT32_MAX);
	dungeon->recipe.height = (uint32_t)json_number(place, "height", json_member(place, document, "height"), 1,
						       INT32_MAX);
	static const char *const sides[] = {"tilewidth", "tileheight"};
	for (size_t i = 0; i < 2; i++)
		map.tile_size[i] = (double)json_number(place, sides[i], json_member(place, document, sides[i]), 1,
						       INT32_MAX);
	map.tilesets = json_member(place, document, "tilesets");
	find_tileset(&map);
	visit_layers(&map, layers, choose_terrain);
	if (map.tile_layers == 0)
		json_refuse(place, "layers", "no layer has tiles");
	if (map.tile_layers > 1 && !is_terrain(map.terrain))
		json_refuse(place, "layers", "has the tile layers %s; call the one that counts \"terrain\"", map.names);
	if (place->result == READ_MAP)
		read_terrain(&map, cJSON_IsTrue(json_member(place, document, "infinite")));
	for (map.kind = ROOMS; map.kind < TILED_LAYERS; map.kind++)
		visit_layers(&map, layers, read_objects);
	if (place->result == READ_MAP) {
		settle_rooms(&map);
		read_properties(&map);
		note_lost(&map, layers);
	}
	return place->result;
}

enum read_result tiled_read(struct reader *reader)
{
	struct json_place *place = reader->state;
	return json_next(place, reader) ? tiled_read_document(place) : place->result;
}
