/* SPDX-License-Identifier: MIT */
/*
 * Reads a map of Tiled, tmj or what tmx_read.c makes of a tmx: a layer of tiles, and our own
 * objects and properties.
 */
#include "formats/grid.h"
#include "formats/json_value.h"
#include "formats/note.h"
#include "formats/tiled.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* What of a map is not kept, in the order in which a note names it. */
enum loss {
	LOST_LAYERS, /* beyond those that the note names one by one */
	LOST_GROUPS,
	LOST_OBJECTS,
	LOST_TERRAIN_NAME,
	LOST_LAYER_NAMES,
	LOST_LAYER_ORDER,
	LOST_LAYER_OFFSETS,
	LOST_OBJECT_NAMES,
	LOST_OBJECT_PLACES,
	LOST_OBJECT_SHAPES,
	LOST_PROPERTIES,
	LOST_LOOKS,
	LOST_FLIPS,
	LOST_TILE_PROPERTIES,
	LOST_TILE_ANIMATIONS,
	LOST_TILE_SHAPES,
	LOST_TILESETS,
	LOST_TILESET_FILE,
	LOST_IMAGE,
	LOST_TILE_SIZE,
	LOSSES
};

static const char *const loss_names[LOSSES] = {
	[LOST_LAYERS] = "more layers",
	[LOST_GROUPS] = "groups",
	[LOST_OBJECTS] = "objects",
	[LOST_TERRAIN_NAME] = "the name of the terrain layer",
	[LOST_LAYER_NAMES] = "names of object layers",
	[LOST_LAYER_ORDER] = "the order of layers",
	[LOST_LAYER_OFFSETS] = "offsets of layers",
	[LOST_OBJECT_NAMES] = "names of objects",
	[LOST_OBJECT_PLACES] = "places of objects within their tiles",
	[LOST_OBJECT_SHAPES] = "shapes of objects",
	[LOST_PROPERTIES] = "properties",
	[LOST_LOOKS] = "classes, colors and looks",
	[LOST_FLIPS] = "flips of tiles",
	[LOST_TILE_PROPERTIES] = "properties of the tileset's tiles",
	[LOST_TILE_ANIMATIONS] = "animations of the tileset's tiles",
	[LOST_TILE_SHAPES] = "collision shapes of the tileset's tiles",
	[LOST_TILESETS] = "other tilesets",
	[LOST_TILESET_FILE] = "the file of the tileset",
	[LOST_IMAGE] = "the image of the tileset",
	[LOST_TILE_SIZE] = "the size of tiles in pixels",
};

enum { FOREIGN_LAYERS_NAMED = 3 };

/* The map that is read. */
struct tiled {
	struct json_reader *json;
	struct map *map;
	const cJSON *tilesets;
	const cJSON *tileset;  /* the one that counts; NULL: none */
	uint32_t first, tiles; /* number of its first tile, and how many of them are ours */
	double tile_size[2];   /* width and height, in pixels */
	double origin[2];      /* of the map's first tile, in pixels */
	double offset[2]; /* of the layer that is visited, in pixels, with the groups around it */
	double mark_ids[MARK_KINDS]; /* see set_mark */
	const cJSON *terrain;        /* the layer with the tiles */
	uint32_t tile_layers;
	enum tiled_layer kind; /* of the objects that are read */
	bool has_doors;        /* a layer of them, which may be empty */
	bool has_lost[LOSSES];
	const cJSON *foreign_layers[FOREIGN_LAYERS_NAMED]; /* the first layers of other people */
	size_t foreign_count;                              /* how many of these there are */
	int top_layer; /* of our layers that were compared, the json of the topmost; see
			  compare_layer */
};

static void note_loss(struct tiled *tiled, enum loss loss, bool is_lost)
{
	tiled->has_lost[loss] = tiled->has_lost[loss] || is_lost;
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

/* How many elements an array has. */
static int size_of(const cJSON *owner, const char *key)
{
	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(owner, key));
}

/* Notes that a map, layer or object has a class, a color, or looks that are not the usual ones. */
static void compare_looks(struct tiled *tiled, const cJSON *owner)
{
	static const struct {
		const char *key;
		double usual_value; /* true is 1; a text is never usual */
	} looks[] = {{"visible", 1},   {"opacity", 1},  {"parallaxx", 1},       {"parallaxy", 1},
		     {"tintcolor", 0}, {"rotation", 0}, {"backgroundcolor", 0}, {"color", 0}};
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		const cJSON *look = cJSON_GetObjectItemCaseSensitive(owner, looks[i].key);
		if (!look)
			continue;
		double value = number_of(owner, looks[i].key);
		if (cJSON_IsBool(look))
			value = cJSON_IsTrue(look);
		note_loss(tiled, LOST_LOOKS, cJSON_IsString(look) || value != looks[i].usual_value);
	}
}

/* Returns the value of a property, or NULL. */
static cJSON *property_of(const cJSON *owner, const char *name)
{
	const cJSON *item;
	cJSON_ArrayForEach (item, cJSON_GetObjectItemCaseSensitive(owner, "properties"))
		if (strcmp(text_of(item, "name"), name) == 0)
			return cJSON_GetObjectItemCaseSensitive(item, "value");
	return NULL;
}

/* Adds an item to another object, too, unless it is NULL. */
static void refer(struct tiled *tiled, cJSON *to, const char *key, cJSON *item)
{
	json_need(tiled->json, !item || cJSON_AddItemReferenceToObject(to, key, item));
}

/* Whether the name or path of a tileset is that of ours, whatever folder and extension it has. */
static bool is_ours(const struct tiled *tiled, const cJSON *tileset)
{
	static const char ours[] = "dungen-tiles", *const keys[] = {"name", "image", "source"};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *path = text_of(tileset, keys[i]);
		for (const char *slash; (slash = strpbrk(path, "/\\"));)
			path = slash + 1;
		if ((strncmp(path, ours, sizeof ours - 1) == 0 &&
		     strchr(".", path[sizeof ours - 1])) ||
		    (*path && strcmp(path, tiled->json->reader->style->tileset) == 0))
			return true;
	}
	return false;
}

/*
 * Finds the tileset that counts, the first of ours or else the first, and how many of our tiles it
 * has.
 */
static void find_tileset(struct tiled *tiled)
{
	json_each (tiled->json, tileset, "tilesets", tiled->tilesets) {
		const uint32_t first = json_read_number(tiled->json, tileset, "firstgid", 1,
							INT32_MAX);
		if (!tiled->tileset ||
		    (is_ours(tiled, tileset) && !is_ours(tiled, tiled->tileset))) {
			tiled->tileset = tileset;
			tiled->first = first;
		}
	}
	const double count = number_of(tiled->tileset, "tilecount");
	tiled->tiles = count >= 1 && count < (int)TILESET_TILES ? (uint32_t)count : TILESET_TILES;
	const cJSON *other;
	cJSON_ArrayForEach (other, tiled->tilesets) {
		const double until = number_of(other, "firstgid") - tiled->first;
		tiled->tiles = until > 0 && until < tiled->tiles ? (uint32_t)until : tiled->tiles;
	}
}

/*
 * Sets spawn or exit. An object, by its id, counts more than a tile, which has the id -1. Each may
 * be there twice, in one place.
 */
static void set_mark(struct tiled *tiled, enum mark_kind kind, struct point at, double id)
{
	const struct mark mark_before = tiled->map->marks[kind];
	const struct point before = mark_before.at;
	const bool is_same_place = before.x == at.x && before.y == at.y;
	const double id_before = tiled->mark_ids[kind];
	tiled->mark_ids[kind] = id;
	const bool is_first = grid_mark(tiled->map, kind, at);
	/* Only stairs draw a mark. An object beside the stairs, which are lost, does not. */
	if (id >= 0)
		tiled->map->marks[kind].is_drawn = mark_before.is_drawn && is_same_place;
	if (is_first || is_same_place)
		return;
	if (id < 0)
		json_refuse(tiled->json, NULL,
			    "a second %s at %" PRIu32 ",%" PRIu32 "; the first is at %" PRIu32
			    ",%" PRIu32,
			    mark_names[kind], at.x, at.y, before.x, before.y);
	else if (id_before >= 0)
		json_refuse(tiled->json, NULL,
			    "objects %.0f and %.0f are both the %s, at %" PRIu32 ",%" PRIu32
			    " and %" PRIu32 ",%" PRIu32,
			    id_before, id, mark_names[kind], before.x, before.y, at.x, at.y);
	else
		reader_note(tiled->json->reader, "; ",
			    "the exit is at %" PRIu32 ",%" PRIu32
			    ", its object, not at the stairs at %" PRIu32 ",%" PRIu32,
			    at.x, at.y, before.x, before.y);
}

#define NUMBER_BITS    \
	(UINT32_MAX >> \
	 4) /* the bits of a cell that are its tile's number; the others flip the tile */

/* Returns the kind of a tile. Refuses one that is none of ours. */
static char read_tile(struct tiled *tiled, uint32_t cell, struct point at)
{
	const uint32_t number = cell & NUMBER_BITS;
	note_loss(tiled, LOST_FLIPS, number != cell);
	if (number == 0)
		return TILE_WALL;
	if (number >= tiled->first && number - tiled->first < tiled->tiles) {
		if (number - tiled->first != TILESET_STAIRS)
			return (char)(number - tiled->first);
		set_mark(tiled, MARK_EXIT, at, -1);
		return TILE_FLOOR;
	}
	const cJSON *owner = NULL, *tileset;
	cJSON_ArrayForEach (tileset, tiled->tilesets)
		if (number_of(tileset, "firstgid") <= number &&
		    number_of(tileset, "firstgid") >= number_of(owner, "firstgid"))
			owner = tileset;
	const char *name = text_of(owner, "name");
	json_refuse(tiled->json, NULL,
		    "tile %" PRIu32 ",%" PRIu32
		    " is number %.0f of tileset \"%.40s\"; use 0 to %" PRIu32
		    " of \"dungen-tiles\"",
		    at.x, at.y, number - number_of(owner, "firstgid"),
		    *name ? name : text_of(owner, "source"), tiled->tiles - 1);
	return TILE_WALL;
}

/* Returns whether the map is infinite: its tiles are in chunks, and its size means nothing. */
static bool is_infinite(const struct tiled *tiled)
{
	const cJSON *infinite = cJSON_GetObjectItemCaseSensitive(tiled->json->document, "infinite");
	const bool is_zero = cJSON_IsNumber(infinite) && infinite->valuedouble == 0; /* in a tmx */
	if (infinite && !cJSON_IsFalse(infinite) && !is_zero)
		return true;
	return cJSON_GetObjectItemCaseSensitive(tiled->terrain, "chunks") != NULL;
}

/* Reads the kinds of the tiles, and marks that are tiles. */
static void read_terrain(struct tiled *tiled)
{
	struct json_reader *json = tiled->json;
	struct map *map = tiled->map;
	const uint32_t width = map->recipe.width, height = map->recipe.height;
	const uint64_t count = recipe_tiles(&map->recipe);
	json->layer = text_of(tiled->terrain, "name");
	if (count > READER_TILES_MAX)
		json_refuse(json, NULL, "a map that is read has at most %" PRIu32 " tiles",
			    READER_TILES_MAX);
	if (json->result == READ_MAP)
		tiled_numbers(json, tiled->terrain, count);
	if (json->result != READ_MAP || !json_need(json, array_reserve(map, tiles, count)))
		return;
	size_t index = 0;
	for (uint32_t y = 0; y < height; y++)
		for (uint32_t x = 0; x < width && json->result == READ_MAP; x++, index++)
			map->tiles[index] = read_tile(tiled, json->numbers[index],
						      (struct point){x, y});
	map->recipe.doors = memchr(map->tiles, TILE_DOOR, index) != NULL;
	json->layer = NULL;
}

/*
 * Returns the layer of ours that an object belongs to by its type, or TILED_LAYERS, and sets *mark
 * in MARKS. Rooms, tunnels and doors have numbers of rooms; those of other people do not.
 */
static enum tiled_layer kind_of(const cJSON *object, size_t *mark)
{
	static const char *const needs[TILED_LAYERS] = {"room", "from", "", "room"};
	/*
	 * Tiled calls the type of an object its class from 1.9 on, and its type again from 1.10 on.
	 */
	const char *type = text_of(object, "type");
	type = *type ? type : text_of(object, "class");
	const char *name = *type ? type : text_of(object, "name");
	for (*mark = 0; *mark < MARK_KINDS; ++*mark)
		if (strcasecmp(name, mark_names[*mark]) == 0)
			return MARKS;
	enum tiled_layer kind = ROOMS;
	while (kind < TILED_LAYERS && (kind == MARKS || strcmp(type, tiled_types[kind]) != 0 ||
				       !property_of(object, needs[kind])))
		kind++;
	return kind;
}

static const char *const corner[] = {"x", "y"}, *const sides[] = {"width", "height"};

/*
 * Turns two numbers of an object, counted in pixels from `x` and `y`, into tiles; -1 if that is too
 * little or much.
 */
static void to_tiles(struct tiled *tiled, cJSON *object, const char *const names[2], double x,
		     double y)
{
	const double from[2] = {x, y};
	for (size_t i = 0; i < 2; i++) {
		const double at = (number_of(object, names[i]) + from[i]) / tiled->tile_size[i];
		cJSON *number = (cJSON *)json_member(tiled->json, object, names[i]);
		if (number)
			(void)cJSON_SetNumberValue(
				number, at >= 0 && at <= INT32_MAX ? (double)(int32_t)at : -1);
	}
}

static void read_mark(struct tiled *tiled, cJSON *object, const double from[2], enum mark_kind kind)
{
	/*
	 * The middle of a shape; that of a tile is half a tile above its lower edge, where it
	 * stands.
	 */
	const double width = number_of(object, "width"), height = number_of(object, "height");
	const double down = cJSON_GetObjectItemCaseSensitive(object, "gid") ? -tiled->tile_size[1]
									    : height;
	to_tiles(tiled, object, corner, width / 2 + from[0], down / 2 + from[1]);
	const struct recipe *recipe = &tiled->map->recipe;
	/* A coordinate that is missing or no number is NaN, which no comparison accepts. */
	const double x = cJSON_GetNumberValue(json_member(tiled->json, object, "x"));
	const double y = cJSON_GetNumberValue(json_member(tiled->json, object, "y"));
	if (x >= 0 && x < recipe->width && y >= 0 && y < recipe->height)
		set_mark(tiled, kind, (struct point){(uint32_t)x, (uint32_t)y},
			 number_of(object, "id"));
	else
		json_refuse(tiled->json, NULL, "the %s is not on the map", mark_names[kind]);
}

/*
 * Returns whether a point, in pixels from the first tile of the map, is exactly where dungen writes
 * points and corners: in the middle of a tile, rounded down, or at its upper left corner.
 */
static bool is_exact(const struct tiled *tiled, double x, double y, bool in_middle)
{
	const double at[2] = {x, y};
	for (size_t i = 0; i < 2; i++) {
		const double middle = (double)(int32_t)(tiled->tile_size[i] / 2);
		const double tiles = (at[i] - (in_middle ? middle : 0)) / tiled->tile_size[i];
		if (!(tiles >= 0 && tiles <= INT32_MAX) || tiles != (double)(int32_t)tiles)
			return false;
	}
	return true;
}

/* Notes that an object of the kind that is read is not where dungen would write it. */
static void compare_place(struct tiled *tiled, const cJSON *object, const double from[2])
{
	const double x = number_of(object, "x") + from[0], y = number_of(object, "y") + from[1];
	const double width = number_of(object, "width"), height = number_of(object, "height");
	const cJSON *points = cJSON_GetObjectItemCaseSensitive(object, "polyline"), *point;
	bool exact = true;
	if (tiled->kind == ROOMS || tiled->kind == DOORS) {
		exact = is_exact(tiled, x, y, false) && is_exact(tiled, width, height, false);
	} else if (tiled->kind == MARKS) {
		const bool is_tile = cJSON_GetObjectItemCaseSensitive(object, "gid");
		const double down = is_tile ? -tiled->tile_size[1] : height;
		exact = is_exact(tiled, x + width / 2, y + down / 2, true);
	} else {
		cJSON_ArrayForEach (point, points)
			exact = exact && is_exact(tiled, x + number_of(point, "x"),
						  y + number_of(point, "y"), true);
	}
	note_loss(tiled, LOST_OBJECT_PLACES, !exact);
}

/* Notes that an object of the kind that is read has another shape than dungen gives it. */
static void compare_shape(struct tiled *tiled, const cJSON *object)
{
	static const char *const shapes[] = {"gid", "ellipse", "capsule", "polygon", "text"};
	const double width = number_of(object, "width"), height = number_of(object, "height");
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		note_loss(tiled, LOST_OBJECT_SHAPES,
			  cJSON_GetObjectItemCaseSensitive(object, shapes[i]) != NULL);
	if (tiled->kind == MARKS)
		note_loss(tiled, LOST_OBJECT_SHAPES, width > 0 || height > 0);
	if (tiled->kind == DOORS)
		note_loss(tiled, LOST_OBJECT_SHAPES,
			  width > tiled->tile_size[0] || height > tiled->tile_size[1]);
}

/* Reads an object of the kind that is read, as the object of a document that it is turned into. */
static void read_object(struct tiled *tiled, cJSON *object)
{
	static void (*const read[TILED_LAYERS])(struct json_reader *, const cJSON *,
						struct map *) = {
		[ROOMS] = json_read_room, [TUNNELS] = json_read_tunnel, [DOORS] = json_read_door};
	static const int ours[TILED_LAYERS] = {
		[ROOMS] = 1, [TUNNELS] = 2, [DOORS] = 1}; /* properties */
	static const char *const numbers[] = {"from", "to", "room"};
	struct json_reader *json = tiled->json;
	size_t mark;
	if (kind_of(object, &mark) != tiled->kind)
		return;
	const double from[] = {tiled->offset[0] - tiled->origin[0],
			       tiled->offset[1] - tiled->origin[1]};
	const double x = number_of(object, "x") + from[0], y = number_of(object, "y") + from[1];
	const double half[] = {tiled->tile_size[0] / 2, tiled->tile_size[1] / 2};
	const uint32_t rooms = tiled->map->room_count;
	cJSON *points = cJSON_GetObjectItemCaseSensitive(object, "polyline"), *point;
	json->object = number_of(object, "id");
	const char *name = text_of(object, "name"),
		   *kind = tiled->kind == MARKS ? mark_names[mark] : tiled_types[tiled->kind];
	note_loss(tiled, LOST_OBJECT_NAMES, *name && strncasecmp(name, kind, strlen(kind)) != 0);
	note_loss(tiled, LOST_PROPERTIES, size_of(object, "properties") > ours[tiled->kind]);
	compare_looks(tiled, object);
	compare_place(tiled, object, from);
	compare_shape(tiled, object);
	if (tiled->kind == MARKS) {
		read_mark(tiled, object, from, (enum mark_kind)mark);
		return;
	}
	const cJSON *number = property_of(object, "room");
	if (tiled->kind == ROOMS && (!cJSON_IsNumber(number) || number->valuedouble != rooms))
		json_refuse(json, "room",
			    "should be %" PRIu32
			    "; rooms are numbered in their order, without gaps",
			    rooms);
	/* That of a document is the number of its room. */
	cJSON_DeleteItemFromObjectCaseSensitive(object, "id");
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		refer(tiled, object, numbers[i], property_of(object, numbers[i]));
	refer(tiled, object, "path", points);
	cJSON_ArrayForEach (point, points)
		to_tiles(tiled, point, corner, x, y);
	to_tiles(tiled, object, corner, half[0] + from[0], half[1] + from[1]);
	to_tiles(tiled, object, sides, half[0], half[1]);
	read[tiled->kind](json, object, tiled->map);
}

static bool is_terrain(const cJSON *layer)
{
	return strcmp(text_of(layer, "name"), "terrain") == 0;
}

/* Finds the layer with the tiles: the first called terrain, or else the first. */
static void choose_terrain(struct tiled *tiled, const cJSON *layer, const char *type)
{
	if (strcmp(type, "tilelayer") != 0)
		return;
	if (!tiled->terrain || (is_terrain(layer) && !is_terrain(tiled->terrain))) {
		tiled->terrain = layer;
		memcpy(tiled->origin, tiled->offset, sizeof tiled->origin);
	}
	tiled->tile_layers++;
}

/* Reads the objects of one kind. */
static void read_objects(struct tiled *tiled, const cJSON *layer, const char *type)
{
	struct json_reader *json = tiled->json;
	cJSON *object;
	if (strcmp(type, "objectgroup") != 0)
		return;
	json->layer = text_of(layer, "name");
	tiled->has_doors = tiled->has_doors || strcmp(json->layer, "doors") == 0;
	cJSON_ArrayForEach (object, cJSON_GetObjectItemCaseSensitive(layer, "objects"))
		read_object(tiled, object);
	json->layer = NULL;
	json->object = 0;
}

/* Leaves rooms and tunnels out if they do not make the tiles. */
static void settle_rooms(struct tiled *tiled)
{
	struct map *map = tiled->map;
	const uint32_t doors = map->recipe.doors;
	struct point at;
	if (map->room_count == 0)
		return;
	map->lacks &= ~(unsigned)LACKS_ROOMS;
	map->recipe.doors = tiled->has_doors || map->door_count > 0;
	map_settle_doors(map);
	if (json_tiles_agree(tiled->json, map, &at))
		return;
	reader_note(tiled->json->reader, "; ",
		    "rooms and tunnels no longer make the tiles (first at %" PRIu32 ",%" PRIu32
		    "), and are left out",
		    at.x, at.y);
	map->lacks |= LACKS_ROOMS;
	map->recipe.doors = doors;
	map->room_count = map->tunnel_count = map->leg_count = map->door_count = 0;
}

/* Reads seed and options from the properties, in the order of documents. */
static void read_properties(struct tiled *tiled)
{
#define X(name, ...) #name,
	static const char *const names[] = {"algorithm", "rng", RECIPE_OPTIONS(X)};
#undef X
	struct json_reader *json = tiled->json;
	struct map *map = tiled->map;
	struct recipe *recipe = &map->recipe;
	cJSON *root = json->document, *generator = cJSON_AddObjectToObject(root, "dungen");
	cJSON *params = cJSON_AddObjectToObject(generator, "params");
	const cJSON *seed = property_of(root, "seed"),
		    *distance = property_of(root, "exit_distance");
	const char *digits = json_string(seed);
	bool whole = map->room_count > 0, made = whole;
	json_need(json, params && cJSON_AddStringToObject(generator, "name", "dungen"));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		refer(tiled, i < 2 ? generator : params, names[i], property_of(root, names[i]));
	for (size_t i = 0; i < MARK_KINDS; i++)
		made = made && map->marks[i].is_set;
	int64_t lost_count = size_of(root, "properties");
	if (*digits && digits[strspn(digits, "0123456789")] == '\0') {
		recipe->seed = json_read_seed(json, seed);
		map->lacks &= ~(unsigned)LACKS_SEED;
		json_read_recipe(json, made, generator, params, map);
		lost_count -= (recipe->algorithm ? 3 : 1) + (int64_t)recipe->parameter_count;
	}
	if (whole && cJSON_IsNumber(distance)) {
		map->exit_distance = json_number(json, "exit_distance", distance, 0, UINT64_MAX);
		recipe->exit = EXIT_FARTHEST;
		lost_count--;
	}
	note_loss(tiled, LOST_PROPERTIES, lost_count > 0);
}

/*
 * Returns the kinds of a layer's objects: bit i for those that belong to layer i of ours, and bit
 * TILED_LAYERS for those of other people. An empty layer has the kind that its name says.
 */
static unsigned object_kinds(const cJSON *layer)
{
	unsigned kinds = 0;
	size_t mark;
	const cJSON *object;
	cJSON_ArrayForEach (object, cJSON_GetObjectItemCaseSensitive(layer, "objects"))
		kinds |= 1u << kind_of(object, &mark);
	if (kinds != 0)
		return kinds;
	for (unsigned kind = 0; kind < TILED_LAYERS; kind++)
		if (strcmp(text_of(layer, "name"), tiled_layers[kind]) == 0)
			kinds = 1u << kind;
	return kinds;
}

/*
 * Notes that a layer of ours has another name or order than dungen gives it. Its place there is 0
 * for the terrain, and from 1 on for objects of each kind.
 */
static void compare_layer(struct tiled *tiled, const cJSON *layer, unsigned kinds)
{
	const char *name = text_of(layer, "name");
	const bool has_offset = tiled->offset[0] != 0 || tiled->offset[1] != 0;
	note_loss(tiled, LOST_LAYER_OFFSETS, has_offset);
	if (layer == tiled->terrain) {
		note_loss(tiled, LOST_TERRAIN_NAME, *name && !is_terrain(layer));
		note_loss(tiled, LOST_LAYER_ORDER, tiled->top_layer > 0);
		return;
	}
	for (int kind = 0; kind < TILED_LAYERS; kind++) {
		if (!(kinds >> kind & 1))
			continue;
		note_loss(tiled, LOST_LAYER_NAMES, *name && strcmp(name, tiled_layers[kind]) != 0);
		note_loss(tiled, LOST_LAYER_ORDER, tiled->top_layer > kind + 1);
		tiled->top_layer = kind + 1;
	}
}

/* Notes what of a layer is not kept. */
static void lose_layer(struct tiled *tiled, const cJSON *layer, const char *type)
{
	const bool is_group = strcmp(type, "group") == 0;
	const unsigned foreign_kind = 1u << TILED_LAYERS;
	unsigned kinds = 0;
	if (strcmp(type, "objectgroup") == 0)
		kinds = object_kinds(layer);
	const bool has_ours = layer == tiled->terrain || (kinds & ~foreign_kind) != 0;
	if (!is_group && !has_ours) {
		if (tiled->foreign_count < FOREIGN_LAYERS_NAMED)
			tiled->foreign_layers[tiled->foreign_count++] = layer;
		else
			note_loss(tiled, LOST_LAYERS, true);
		return;
	}
	note_loss(tiled, LOST_GROUPS, is_group);
	note_loss(tiled, LOST_OBJECTS, (kinds & foreign_kind) != 0);
	note_loss(tiled, LOST_PROPERTIES, size_of(layer, "properties") > 0);
	note_loss(tiled, LOST_LOOKS, *text_of(layer, "class") != '\0');
	compare_looks(tiled, layer);
	if (has_ours)
		compare_layer(tiled, layer, kinds);
}

/* Notes what of the tileset that counts is not kept, and that there are others. */
static void lose_tileset(struct tiled *tiled)
{
	const struct style *style = tiled->json->reader->style;
	const cJSON *tileset = tiled->tileset, *tile;
	const char *image = text_of(tileset, "image");
	note_loss(tiled, LOST_TILESETS, cJSON_GetArraySize(tiled->tilesets) > 1);
	note_loss(tiled, LOST_TILESET_FILE, *text_of(tileset, "source") != '\0');
	note_loss(tiled, LOST_IMAGE, *image && strcmp(image, style->tileset) != 0);
	note_loss(tiled, LOST_PROPERTIES, size_of(tileset, "properties") > 0);
	cJSON_ArrayForEach (tile, cJSON_GetObjectItemCaseSensitive(tileset, "tiles")) {
		/* dungen writes that walls collide. */
		const bool is_wall = number_of(tile, "id") == (int)TILESET_WALL;
		const bool collides = is_wall && cJSON_IsTrue(property_of(tile, "collides"));
		const bool has_class = *text_of(tile, "type") || *text_of(tile, "class");
		note_loss(tiled, LOST_TILE_PROPERTIES, size_of(tile, "properties") > collides);
		note_loss(tiled, LOST_TILE_ANIMATIONS, size_of(tile, "animation") > 0);
		note_loss(tiled, LOST_TILE_SHAPES,
			  cJSON_GetObjectItemCaseSensitive(tile, "objectgroup") != NULL);
		note_loss(tiled, LOST_LOOKS, has_class);
	}
}

/* Visits every layer of a map or group, those of groups in it, too. */
static void visit_layers(struct tiled *tiled, const cJSON *owner,
			 void (*visit)(struct tiled *, const cJSON *layer, const char *type))
{
	const cJSON *layer;
	cJSON_ArrayForEach (layer, cJSON_GetObjectItemCaseSensitive(owner, "layers")) {
		const double x = tiled->offset[0], y = tiled->offset[1];
		tiled->offset[0] += number_of(layer, "offsetx");
		tiled->offset[1] += number_of(layer, "offsety");
		visit(tiled, layer, text_of(layer, "type"));
		visit_layers(tiled, layer, visit);
		tiled->offset[0] = x;
		tiled->offset[1] = y;
	}
}

/* Adds what separates a list from the next thing in it. */
static void add_separator(struct text *list)
{
	if (list->length > 0)
		text_add(list, ", ");
}

/* Writes the note on what is not kept, if there is anything. */
static void note_lost(struct tiled *tiled)
{
	const cJSON *root = tiled->json->document;
	const double size_wanted = tiled->json->reader->style->tile_size;
	struct text text = {.length = 0};
	visit_layers(tiled, root, lose_layer);
	lose_tileset(tiled);
	compare_looks(tiled, root);
	note_loss(tiled, LOST_LOOKS, *text_of(root, "class") != '\0');
	note_loss(tiled, LOST_TILE_SIZE,
		  tiled->tile_size[0] != size_wanted || tiled->tile_size[1] != size_wanted);
	for (size_t i = 0; i < tiled->foreign_count; i++) {
		add_separator(&text);
		text_add(&text, "layer \"%.40s\"", text_of(tiled->foreign_layers[i], "name"));
	}
	for (size_t i = 0; i < LOSSES; i++) {
		if (!tiled->has_lost[i])
			continue;
		add_separator(&text);
		text_add(&text, "%s", loss_names[i]);
	}
	if (text.length > 0)
		reader_note(tiled->json->reader, "; ", "not kept: %s", text.bytes);
}

enum read_result tiled_read_document(struct json_reader *json)
{
	const cJSON *root = json->document;
	struct tiled tiled = {.json = json, .map = json->reader->map, .first = 1};
	struct recipe *recipe = &tiled.map->recipe;
	if (!json_member(json, root, "layers"))
		json_refuse(json, NULL,
			    "is no map of Tiled; a document of dungen is --input-format json");
	const char *orientation = text_of(root, "orientation");
	if (*orientation && strcmp(orientation, "orthogonal") != 0)
		json_refuse(json, "orientation",
			    "takes \"orthogonal\"; other maps json objects by other rules");
	visit_layers(&tiled, root, choose_terrain);
	if (is_infinite(&tiled))
		json_refuse(json, NULL,
			    "is an infinite map, which dungen does not read; "
			    "in Tiled, uncheck Map > Map Properties > Infinite");
	tiled.tilesets = json_member(json, root, "tilesets");
	recipe->width = json_read_number(json, root, "width", 1, INT32_MAX);
	recipe->height = json_read_number(json, root, "height", 1, INT32_MAX);
	tiled.tile_size[0] = json_read_number(json, root, "tilewidth", 1, INT32_MAX);
	tiled.tile_size[1] = json_read_number(json, root, "tileheight", 1, INT32_MAX);
	find_tileset(&tiled);
	if (tiled.tile_layers == 0)
		json_refuse(json, "layers", "no layer has tiles");
	if (tiled.tile_layers > 1 && !is_terrain(tiled.terrain))
		json_refuse(json, "layers",
			    "has %" PRIu32 " tile layers; call the one that counts \"terrain\"",
			    tiled.tile_layers);
	if (json->result == READ_MAP)
		read_terrain(&tiled);
	for (tiled.kind = ROOMS; tiled.kind < TILED_LAYERS; tiled.kind++)
		visit_layers(&tiled, root, read_objects);
	if (json->result == READ_MAP) {
		settle_rooms(&tiled);
		read_properties(&tiled);
		note_lost(&tiled);
		json->reader->loses = *json->reader->note;
	}
	return json->result;
}

enum read_result tiled_read(struct reader *reader)
{
	struct json_reader *json = reader->state;
	return json_next(json, reader) ? tiled_read_document(json) : json->result;
}
