/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/put.h"
#include "formats/tiles.h"
#include "formats/tileset.h"

#include <string.h>

/* A tile's number in a map; 0 is no tile. */
enum { FIRST_GID = 1 };

/* Their numbers in a list that commas separate. */
static const char gids[TILE_KINDS] = {[TILE_WALL] = '1', [TILE_FLOOR] = '2', [TILE_DOOR] = '3'};
_Static_assert(FIRST_GID + TILESET_WALL == 1 && FIRST_GID + TILESET_FLOOR == 2 && FIRST_GID + TILESET_DOOR == 3,
	       "the tiles as the image has them");

enum { TERRAIN_ID = 1 };

/* Layers of objects. */

static uint64_t pixels(uint64_t tiles)
{
	return tiles * TILESET_PIXELS;
}

/* The middle of a tile. */
static uint64_t middle(uint32_t tile)
{
	return pixels(tile) + TILESET_PIXELS / 2;
}

/* Puts "TYPE NUMBER" where the object's name is. */
static void name_object(struct tiled_object *object, const char *type, uint32_t number)
{
	char *at = put_bytes(object->name, type, strlen(type));
	at = PUT(at, " ");
	at = put_number(at, number);
	*at = '\0';
}

static void describe_room(const struct dungeon *dungeon, uint32_t index, uint64_t id, struct tiled_object *object)
{
	struct area floor = room_floor(dungeon->rooms[index]);
	*object = (struct tiled_object){
		.shape = TILED_RECTANGLE,
		.fields = {{"id", .number = id},
			   {"name", .text = object->name},
			   {"type", .text = "room"},
			   {"x", .number = pixels(floor.x)},
			   {"y", .number = pixels(floor.y)},
			   {"width", .number = pixels(floor.width)},
			   {"height", .number = pixels(floor.height)}},
		.properties = {{"id", .number = index}},
	};
	name_object(object, "room", index);
}

static void describe_tunnel(const struct dungeon *dungeon, uint32_t index, uint64_t id, struct tiled_object *object)
{
	struct tunnel tunnel = dungeon->tunnels[index];
	struct point path[3];
	unsigned count = tunnel_path(dungeon, tunnel, path);
	*object = (struct tiled_object){
		.shape = TILED_POLYLINE,
		.fields = {{"id", .number = id},
			   {"name", .text = object->name},
			   {"type", .text = "tunnel"},
			   {"x", .number = middle(path[0].x)},
			   {"y", .number = middle(path[0].y)},
			   {"width", .number = 0},
			   {"height", .number = 0}},
		.properties = {{"from", .number = tunnel.from}, {"to", .number = tunnel.to}},
		.point_count = count,
	};
	for (unsigned i = 0; i < count; i++)
		object->points[i] = (struct tiled_offset){
			((int64_t)path[i].x - path[0].x) * TILESET_PIXELS,
			((int64_t)path[i].y - path[0].y) * TILESET_PIXELS,
		};
	name_object(object, "tunnel", index);
}

enum { MARK_SPAWN, MARK_EXIT, MARKS };

static void describe_mark(const struct dungeon *dungeon, uint32_t index, uint64_t id, struct tiled_object *object)
{
	struct point at = index == MARK_SPAWN ? dungeon->spawn : dungeon->exit;
	const char *name = index == MARK_SPAWN ? "spawn" : "exit";
	*object = (struct tiled_object){
		.shape = TILED_POINT,
		.fields = {{"id", .number = id},
			   {"name", .text = name},
			   {"type", .text = name},
			   {"x", .number = middle(at.x)},
			   {"y", .number = middle(at.y)},
			   {"width", .number = 0},
			   {"height", .number = 0}},
	};
}

static void describe_door(const struct dungeon *dungeon, uint32_t index, uint64_t id, struct tiled_object *object)
{
	const struct door *door = &dungeon->doors[dungeon->door_order[index]];
	*object = (struct tiled_object){
		.shape = TILED_RECTANGLE,
		.fields = {{"id", .number = id},
			   {"name", .text = object->name},
			   {"type", .text = "door"},
			   {"x", .number = pixels(door->at.x)},
			   {"y", .number = pixels(door->at.y)},
			   {"width", .number = TILESET_PIXELS},
			   {"height", .number = TILESET_PIXELS}},
		.properties = {{"room", .number = door->room}},
	};
	name_object(object, "door", index);
}

static uint32_t count_rooms(const struct dungeon *dungeon)
{
	return dungeon->room_count;
}

static uint32_t count_tunnels(const struct dungeon *dungeon)
{
	return dungeon->tunnel_count;
}

static uint32_t count_marks(const struct dungeon *dungeon)
{
	(void)dungeon;
	return MARKS;
}

static uint32_t count_doors(const struct dungeon *dungeon)
{
	return dungeon->door_count;
}

/* From the lowest to the topmost. */
static const struct layer {
	const char *name;
	uint32_t (*count)(const struct dungeon *);
	void (*describe)(const struct dungeon *, uint32_t index, uint64_t id, struct tiled_object *);
} layers[] = {
	{"rooms", count_rooms, describe_room},
	{"tunnels", count_tunnels, describe_tunnel},
	{"marks", count_marks, describe_mark},
	{"doors", count_doors, describe_door},
};

/* The last one is there only where doors were asked for. */
static size_t layer_count(const struct dungeon *dungeon)
{
	return sizeof layers / sizeof *layers - !dungeon->recipe.doors;
}

/* The map. */

/* The properties of the map, by name; an option has one where it has a key in the JSON document. */
static void describe_recipe(const struct dungeon *dungeon, struct tiled_map *map)
{
	const struct recipe *recipe = &dungeon->recipe;
	struct tiled_field *next = map->properties;
	*next++ = (struct tiled_field){"algorithm", .text = recipe->algorithm};
	if (recipe->given & RECIPE_CONNECT)
		*next++ = (struct tiled_field){"connect", .text = connect_names[recipe->connect]};
	if (recipe->given & RECIPE_DOORS)
		*next++ = (struct tiled_field){"doors", .text = "true", .is_bool = true};
	if (recipe->given & RECIPE_EXIT)
		*next++ = (struct tiled_field){"exit", .text = exit_names[recipe->exit]};
	if (recipe->exit == EXIT_FARTHEST)
		*next++ = (struct tiled_field){"exit_distance", .number = dungeon->exit_distance};
	if (recipe->given & RECIPE_LOOPS)
		*next++ = (struct tiled_field){"loops", .number = recipe->loops};
	*next++ = (struct tiled_field){"max_rooms", .number = recipe->max_rooms};
	if (recipe->given & RECIPE_MIN_ROOMS)
		*next++ = (struct tiled_field){"min_rooms", .number = recipe->min_rooms};
	*next++ = (struct tiled_field){"rng", .text = recipe->rng};
	*next++ = (struct tiled_field){"room_max", .number = recipe->room_max};
	*next++ = (struct tiled_field){"room_min", .number = recipe->room_min};
	*next++ = (struct tiled_field){"seed", .text = map->seed};
}

static void describe_map(const struct dungeon *dungeon, struct tiled_map *map)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint64_t objects = 0;
	for (size_t i = 0; i < layer_count(dungeon); i++)
		objects += layers[i].count(dungeon);
	*map = (struct tiled_map){
		.fields = {{"version", .text = "1.10"},
			   {"tiledversion", .text = "1.10.2"},
			   {"orientation", .text = "orthogonal"},
			   {"renderorder", .text = "right-down"},
			   {"width", .number = recipe->width},
			   {"height", .number = recipe->height},
			   {"tilewidth", .number = TILESET_PIXELS},
			   {"tileheight", .number = TILESET_PIXELS},
			   {"nextlayerid", .number = TERRAIN_ID + layer_count(dungeon) + 1},
			   {"nextobjectid", .number = objects + 1}},
		.tileset = {{"firstgid", .number = FIRST_GID},
			    {"name", .text = "dungen-tiles"},
			    {"tilewidth", .number = TILESET_PIXELS},
			    {"tileheight", .number = TILESET_PIXELS},
			    {"spacing", .number = 0},
			    {"margin", .number = 0},
			    {"tilecount", .number = TILESET_TILES},
			    {"columns", .number = TILESET_TILES}},
		.terrain = {{"id", .number = TERRAIN_ID},
			    {"name", .text = "terrain"},
			    {"width", .number = recipe->width},
			    {"height", .number = recipe->height}},
		.image_width = pixels(TILESET_TILES),
		.image_height = TILESET_PIXELS,
	};
	*put_number(map->seed, recipe->seed) = '\0';
	describe_recipe(dungeon, map);
}

bool tiled_write(const struct writer *writer, const struct dungeon *dungeon, const struct tiled_syntax *syntax)
{
	struct output *output = writer->output;
	struct tiled_map map;
	describe_map(dungeon, &map);
	syntax->begin(&map, writer->style, output);
	struct tile_spelling spelling = {.separator = ',',
					 .before = syntax->row_separator + 1,
					 .between = syntax->row_separator,
					 .after = syntax->tiles_end};
	memcpy(spelling.kind, gids, sizeof gids);
	if (!tiles_write_list(writer->state, dungeon, &spelling, output))
		return false;
	uint64_t id = 1;
	for (size_t i = 0; i < layer_count(dungeon); i++) {
		const struct layer *layer = &layers[i];
		const struct tiled_field fields[] = {
			{"id", .number = TERRAIN_ID + 1 + i}, {"name", .text = layer->name}, {0}};
		syntax->layer_begin(fields, output);
		uint32_t count = layer->count(dungeon);
		for (uint32_t index = 0; index < count && !output->error; index++) {
			struct tiled_object object;
			layer->describe(dungeon, index, id++, &object);
			syntax->object(&object, index == 0, output);
		}
		output_text(output, syntax->layer_end);
	}
	output_text(output, syntax->end);
	return true;
}

void tiled_write_escaped(const char *text, const struct tiled_escape *escapes, struct output *output)
{
	for (; *text; text++) {
		const struct tiled_escape *escape = escapes;
		while (escape->character && escape->character != *text)
			escape++;
		if (escape->character)
			output_text(output, escape->written);
		else
			output_write(output, text, 1);
	}
}
