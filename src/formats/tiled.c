/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/put.h"
#include "formats/tiles.h"
#include "formats/tileset.h"

#include <string.h>

/* A tile's number in a map; 0 is no tile. */
enum { FIRST_GID = 1 };

/* Their numbers in a list that commas separate. */
static const struct glyph gids[TILE_KINDS] = {
	[TILE_WALL] = {"1,", 2},
	[TILE_FLOOR] = {"2,", 2},
	[TILE_DOOR] = {"3,", 2},
};
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
		.fields = {{"id", NULL, id},
			   {"name", object->name, 0},
			   {"type", "room", 0},
			   {"x", NULL, pixels(floor.x)},
			   {"y", NULL, pixels(floor.y)},
			   {"width", NULL, pixels(floor.width)},
			   {"height", NULL, pixels(floor.height)}},
		.properties = {{"id", NULL, index}},
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
		.fields = {{"id", NULL, id},
			   {"name", object->name, 0},
			   {"type", "tunnel", 0},
			   {"x", NULL, middle(path[0].x)},
			   {"y", NULL, middle(path[0].y)},
			   {"width", NULL, 0},
			   {"height", NULL, 0}},
		.properties = {{"from", NULL, tunnel.from}, {"to", NULL, tunnel.to}},
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
		.fields = {{"id", NULL, id},
			   {"name", name, 0},
			   {"type", name, 0},
			   {"x", NULL, middle(at.x)},
			   {"y", NULL, middle(at.y)},
			   {"width", NULL, 0},
			   {"height", NULL, 0}},
	};
}

static void describe_door(const struct dungeon *dungeon, uint32_t index, uint64_t id, struct tiled_object *object)
{
	const struct door *door = &dungeon->doors[dungeon->door_order[index]];
	*object = (struct tiled_object){
		.shape = TILED_RECTANGLE,
		.fields = {{"id", NULL, id},
			   {"name", object->name, 0},
			   {"type", "door", 0},
			   {"x", NULL, pixels(door->at.x)},
			   {"y", NULL, pixels(door->at.y)},
			   {"width", NULL, TILESET_PIXELS},
			   {"height", NULL, TILESET_PIXELS}},
		.properties = {{"room", NULL, door->room}},
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

static void describe_map(const struct dungeon *dungeon, struct tiled_map *map)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint64_t objects = 0;
	for (size_t i = 0; i < layer_count(dungeon); i++)
		objects += layers[i].count(dungeon);
	*map = (struct tiled_map){
		.fields = {{"version", "1.10", 0},
			   {"tiledversion", "1.10.2", 0},
			   {"orientation", "orthogonal", 0},
			   {"renderorder", "right-down", 0},
			   {"width", NULL, recipe->width},
			   {"height", NULL, recipe->height},
			   {"tilewidth", NULL, TILESET_PIXELS},
			   {"tileheight", NULL, TILESET_PIXELS},
			   {"nextlayerid", NULL, TERRAIN_ID + layer_count(dungeon) + 1},
			   {"nextobjectid", NULL, objects + 1}},
		.properties = {{"algorithm", recipe->algorithm, 0},
			       {"max_rooms", NULL, recipe->max_rooms},
			       {"rng", recipe->rng, 0},
			       {"room_max", NULL, recipe->room_max},
			       {"room_min", NULL, recipe->room_min},
			       {"seed", map->seed, 0}},
		.tileset = {{"firstgid", NULL, FIRST_GID},
			    {"name", "dungen-tiles", 0},
			    {"tilewidth", NULL, TILESET_PIXELS},
			    {"tileheight", NULL, TILESET_PIXELS},
			    {"spacing", NULL, 0},
			    {"margin", NULL, 0},
			    {"tilecount", NULL, TILESET_TILES},
			    {"columns", NULL, TILESET_TILES}},
		.terrain = {{"id", NULL, TERRAIN_ID},
			    {"name", "terrain", 0},
			    {"width", NULL, recipe->width},
			    {"height", NULL, recipe->height}},
		.image_width = pixels(TILESET_TILES),
		.image_height = TILESET_PIXELS,
	};
	*put_number(map->seed, recipe->seed) = '\0';
}

bool tiled_write(const struct writer *writer, const struct dungeon *dungeon, const struct tiled_syntax *syntax)
{
	struct output *output = writer->output;
	struct tiled_map map;
	describe_map(dungeon, &map);
	syntax->begin(&map, writer->style, output);
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = syntax->row_separator,
		.after = "",
		.glyphs = gids,
		.glyph_count = TILE_KINDS,
		.trim = 1,
	};
	if (!tiles_write_list(writer->state, &plan, output))
		return false;
	output_text(output, syntax->tiles_end);
	uint64_t id = 1;
	for (size_t i = 0; i < layer_count(dungeon); i++) {
		const struct layer *layer = &layers[i];
		const struct tiled_field fields[] = {
			{"id", NULL, TERRAIN_ID + 1 + i}, {"name", layer->name, 0}, {NULL, NULL, 0}};
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
