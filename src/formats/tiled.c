/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/put.h"
#include "formats/tiles.h"
#include "formats/tileset.h"

#include <inttypes.h>
#include <stdio.h>

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

enum { TERRAIN_ID = 1, MARK_OBJECTS = 2 };

/* A map that is being written. */
struct map {
	const struct tiled_syntax *syntax;
	const struct dungeon *dungeon;
	uint64_t size; /* of a tile, in pixels: positions and sizes of objects are below 2^38 */
	uint64_t last_id;
	struct cursor cursor;
};

static void text(struct map *map, const char *bytes)
{
	map->cursor = put_text(map->cursor, bytes);
}

static void pair(struct map *map, const char *bytes, uint64_t number)
{
	map->cursor = put_pair(map->cursor, bytes, number);
}

static void number_field(struct map *map, const char *name, uint64_t number)
{
	text(map, map->syntax->field);
	text(map, name);
	pair(map, map->syntax->number, number);
	text(map, map->syntax->number_end);
}

/* The value of the field is only begun. */
static void begin_text_field(struct map *map, const char *name, const char *value)
{
	text(map, map->syntax->field);
	text(map, name);
	text(map, map->syntax->text);
	text(map, value);
}

static void text_field(struct map *map, const char *name, const char *value)
{
	begin_text_field(map, name, value);
	text(map, map->syntax->text_end);
}

/* Returns the first by name of those after `last` and of `best`, which may be NULL. */
static const struct parameter *first_after(const char *last, const struct parameter *list, size_t count,
					   const struct parameter *best)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].key, last) > 0 && (!best || strcmp(list[i].key, best->key) < 0))
			best = &list[i];
	return best;
}

/* Two lists as one, sorted by name, which is what Tiled makes of it. */
static void properties(struct map *map, const struct tiled_properties *syntax, const struct parameter *list,
		       size_t count, const struct parameter *others, size_t other_count)
{
	const struct parameter *next;
	text(map, syntax->begin);
	for (const char *last = "";
	     (next = first_after(last, list, count, first_after(last, others, other_count, NULL))); last = next->key) {
		text(map, *last ? syntax->between : "");
		text(map, syntax->name);
		text(map, next->key);
		text(map, map->syntax->value[next->kind].begin);
		if (next->kind == PARAMETER_NUMBER)
			pair(map, "", next->number);
		else
			text(map, next->kind == PARAMETER_NAME ? next->name : next->number ? "true" : "false");
		text(map, map->syntax->value[next->kind].end);
	}
	text(map, syntax->end);
}

/* Objects. */

enum { NO_INDEX = UINT32_MAX };

/* Begins an object in an area of tiles, or in the middle of its first tile if it has no width. */
static void begin_object(struct map *map, const char *type, uint32_t index, struct area area)
{
	uint64_t middle = area.width > 0 ? 0 : map->size / 2;
	text(map, map->syntax->object);
	number_field(map, "id", ++map->last_id);
	begin_text_field(map, "name", type);
	if (index != NO_INDEX)
		pair(map, " ", index);
	text(map, map->syntax->text_end);
	text_field(map, "type", type);
	number_field(map, "x", area.x * map->size + middle);
	number_field(map, "y", area.y * map->size + middle);
	number_field(map, "width", area.width * map->size);
	number_field(map, "height", area.height * map->size);
	text(map, map->syntax->object_fields_end);
}

static void object_property(struct map *map, const char *key, uint64_t number)
{
	struct parameter property = {key, PARAMETER_NUMBER, number, NULL};
	properties(map, &map->syntax->object_properties, &property, 1, NULL, 0);
}

static void write_room(struct map *map, uint32_t index)
{
	begin_object(map, "room", index, room_floor(map->dungeon->rooms[index]));
	object_property(map, "id", index);
}

static void write_tunnel(struct map *map, uint32_t index)
{
	const struct tiled_syntax *syntax = map->syntax;
	struct tunnel tunnel = map->dungeon->tunnels[index];
	struct parameter ends[] = {{"from", PARAMETER_NUMBER, tunnel.from, NULL},
				   {"to", PARAMETER_NUMBER, tunnel.to, NULL}};
	struct point path[3];
	unsigned count = tunnel_path(map->dungeon, tunnel, path);
	begin_object(map, "tunnel", index, (struct area){path[0].x, path[0].y, 0, 0});
	properties(map, &syntax->object_properties, ends, 2, NULL, 0);
	for (unsigned i = 0; i < count; i++) {
		int64_t x = (int64_t)path[i].x - path[0].x, y = (int64_t)path[i].y - path[0].y;
		text(map, i == 0 ? syntax->polyline : syntax->xy_between);
		text(map, syntax->x);
		map->cursor = put_signed(map->cursor, x * (int64_t)map->size);
		text(map, syntax->y);
		map->cursor = put_signed(map->cursor, y * (int64_t)map->size);
		text(map, syntax->xy_end);
	}
	text(map, syntax->polyline_end);
}

static void write_mark(struct map *map, uint32_t index)
{
	struct point at = index == 0 ? map->dungeon->spawn : map->dungeon->exit;
	begin_object(map, index == 0 ? "spawn" : "exit", NO_INDEX, (struct area){at.x, at.y, 0, 0});
	text(map, map->syntax->point);
}

static void write_door(struct map *map, uint32_t index)
{
	const struct door *door = &map->dungeon->doors[map->dungeon->door_order[index]];
	begin_object(map, "door", index, (struct area){door->at.x, door->at.y, 1, 1});
	object_property(map, "room", door->room);
}

/* A layer of objects. */
struct layer {
	const char *name;
	uint32_t count;
	void (*write)(struct map *, uint32_t index);
};

static void write_layer(struct map *map, const struct layer *layer, uint64_t id)
{
	text(map, map->syntax->layer);
	number_field(map, "id", id);
	text_field(map, "name", layer->name);
	text(map, map->syntax->objects);
	for (uint32_t i = 0; i < layer->count && !map->cursor.output->error; i++) {
		text(map, i == 0 ? "" : map->syntax->object_between);
		layer->write(map, i);
		text(map, map->syntax->object_end);
	}
	text(map, map->syntax->layer_end);
}

/* The map. */

static void write_tileset(struct map *map, const char *image)
{
	const struct tiled_syntax *syntax = map->syntax;
	text(map, syntax->tileset);
	number_field(map, "firstgid", FIRST_GID);
	text_field(map, "name", "dungen-tiles");
	number_field(map, "tilewidth", map->size);
	number_field(map, "tileheight", map->size);
	number_field(map, "spacing", 0);
	number_field(map, "margin", 0);
	number_field(map, "tilecount", TILESET_TILES);
	number_field(map, "columns", TILESET_TILES);
	text(map, syntax->image);
	for (; *image; image++) {
		const char *written = (const char[]){*image, '\0'};
		for (size_t i = 0; syntax->escapes[i].character; i++)
			if (syntax->escapes[i].character == *image)
				written = syntax->escapes[i].written;
		text(map, written);
	}
	pair(map, syntax->image_width, TILESET_TILES * map->size);
	pair(map, syntax->image_height, map->size);
}

/* Writes all that comes before the tiles. */
static void write_head(struct map *map, size_t layer_count, uint64_t object_count, const char *image)
{
	const struct recipe *recipe = &map->dungeon->recipe;
	char seed[24];
	(void)snprintf(seed, sizeof seed, "%" PRIu64, recipe->seed);
	const struct parameter always[] = {
		{"algorithm", PARAMETER_NAME, 0, recipe->algorithm},
		{"rng", PARAMETER_NAME, 0, recipe->rng},
		{"seed", PARAMETER_NAME, 0, seed},
		{"exit_distance", PARAMETER_NUMBER, map->dungeon->exit_distance, NULL},
	};
	text(map, map->syntax->begin);
	text_field(map, "version", "1.10");
	text_field(map, "tiledversion", "1.10.2");
	text_field(map, "orientation", "orthogonal");
	text_field(map, "renderorder", "right-down");
	number_field(map, "width", recipe->width);
	number_field(map, "height", recipe->height);
	number_field(map, "tilewidth", map->size);
	number_field(map, "tileheight", map->size);
	number_field(map, "nextlayerid", TERRAIN_ID + layer_count + 1);
	number_field(map, "nextobjectid", object_count + 1);
	text(map, map->syntax->map_end);
	/* The distance of the exit is only known if that was the rule. */
	properties(map, &map->syntax->map_properties, always, recipe->exit == EXIT_FARTHEST ? 4 : 3, recipe->parameters,
		   recipe->parameter_count);
	write_tileset(map, image);
	text(map, map->syntax->terrain);
	number_field(map, "id", TERRAIN_ID);
	text_field(map, "name", "terrain");
	number_field(map, "width", recipe->width);
	number_field(map, "height", recipe->height);
	text(map, map->syntax->tiles);
}

bool tiled_write(const struct writer *writer, const struct dungeon *dungeon, const struct tiled_syntax *syntax)
{
	const struct style *style = writer->style;
	/* From the lowest to the topmost. */
	const struct layer layers[] = {{"rooms", dungeon->room_count, write_room},
				       {"tunnels", dungeon->tunnel_count, write_tunnel},
				       {"marks", MARK_OBJECTS, write_mark},
				       {"doors", dungeon->door_count, write_door}};
	size_t layer_count = sizeof layers / sizeof *layers - !dungeon->recipe.doors;
	uint64_t object_count = 0;
	for (size_t i = 0; i < layer_count; i++)
		object_count += layers[i].count;
	struct map map = {syntax, dungeon, style->tile_size, 0, cursor_begin(writer->output)};
	write_head(&map, layer_count, object_count, style->tileset);
	cursor_end(map.cursor);
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = syntax->row_between,
		.after = "",
		.glyphs = gids,
		.glyph_count = TILE_KINDS,
		.trim = 1,
	};
	if (!tiles_write_list(writer->state, &plan, writer->output))
		return false;
	map.cursor = put_text(cursor_begin(writer->output), syntax->tiles_end);
	for (size_t i = 0; i < layer_count; i++)
		write_layer(&map, &layers[i], TERRAIN_ID + 1 + i);
	text(&map, syntax->end);
	cursor_end(map.cursor);
	return true;
}
