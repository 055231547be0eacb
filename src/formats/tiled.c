/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/tiles.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The number of a tile in the file is its place in the image plus 1. 0 stands for an empty cell. */
_Static_assert(TILESET_WALL == 0 && TILESET_FLOOR == 1 && TILESET_DOOR == 2 &&
		       TILESET_STAIRS == 3 && TILESET_TILES == 4,
	       "the numbers of tiles below and in the templates");

const char *const tiled_layer_names[TILED_LAYERS] = {
	[TILED_ROOMS] = "rooms", [TILED_TUNNELS] = "tunnels", [TILED_MARKS] = "marks",
	[TILED_DOORS] = "doors", [TILED_ROUTE] = "route",
};

const char *const tiled_object_types[TILED_LAYERS] = {
	[TILED_ROOMS] = "room",
	[TILED_TUNNELS] = "tunnel",
	[TILED_DOORS] = "door",
	[TILED_ROUTE] = "route",
};

enum { TERRAIN_ID = 1 }; /* id of the layer of tiles */

/* The objects of a map, and how to write them. */
struct object_list {
	const struct tiled_syntax *syntax;
	const struct map *map;
	const struct route *route; /* NULL if the file does not contain it */
	int64_t tile_size;         /* side of a tile, in pixels */

	bool has_layer[TILED_LAYERS];  /* by layer: the file contains it */
	uint32_t counts[TILED_LAYERS]; /* by layer of the file: number of objects */
	uint32_t layer_count;          /* number of layers in the file */
	uint32_t total_count;          /* number of objects in these layers */

	enum mark_kind marks[MARK_KINDS]; /* the marks that the map has */
};

static void add_layer(struct object_list *objects, enum tiled_layer layer, uint32_t object_count)
{
	objects->has_layer[layer] = true;
	objects->counts[layer] = object_count;
	objects->layer_count++;
	objects->total_count += object_count;
}

/* Lists the layers and the objects of a map. */
static void list_objects(struct object_list *objects)
{
	const struct map *map = objects->map;
	const bool has_rooms = map->room_count > 0;
	uint32_t mark_count = 0;
	for (enum mark_kind kind = 0; kind < MARK_KINDS; kind++) {
		if (map->marks[kind].is_set)
			objects->marks[mark_count++] = kind;
	}
	add_layer(objects, TILED_MARKS, mark_count);
	if (has_rooms) {
		add_layer(objects, TILED_ROOMS, map->room_count);
		add_layer(objects, TILED_TUNNELS, map->tunnel_count);
	}
	if (has_rooms && map->recipe.doors)
		add_layer(objects, TILED_DOORS, map->door_count);
	if (objects->route)
		add_layer(objects, TILED_ROUTE, 1);
}

/* Templates. */

/* The numbers and texts for the blanks of a template. */
struct blanks {
	int64_t numbers[10];
	const char *texts[10];
};

static void write_number(struct output *output, int64_t number)
{
	if (number < 0)
		output_number(output, "-", (uint64_t)-number);
	else
		output_number(output, "", (uint64_t)number);
}

static void write_template(struct output *output, const char *template, const struct blanks *blanks)
{
	for (;;) {
		const size_t length = strcspn(template, "#$");
		output_write(output, template, length);
		const char *blank = template + length;
		if (!*blank)
			return;
		const unsigned index = (unsigned)(blank[1] - '0');
		if (*blank == '#')
			write_number(output, blanks->numbers[index]);
		else
			output_text(output, blanks->texts[index]);
		template = blank + 2;
	}
}

/* Properties. */

/* Properties that are not parameters: the algorithm, the rng, the seed, and the exit distance. */
enum { EXTRA_PROPERTIES = 4 };

/* The properties of a map. */
struct properties {
	char seed[sizeof "18446744073709551615"];
	struct parameter extras[EXTRA_PROPERTIES];
	size_t extra_count;
	const struct recipe *recipe; /* has the parameters, which are properties, too */
};

static void add_text_property(struct properties *properties, const char *name, const char *value)
{
	properties->extras[properties->extra_count++] = (struct parameter){
		.key = name,
		.kind = PARAMETER_NAME,
		.name = value,
	};
}

static void add_number_property(struct properties *properties, const char *name, uint64_t value)
{
	properties->extras[properties->extra_count++] = (struct parameter){
		.key = name,
		.kind = PARAMETER_NUMBER,
		.number = value,
	};
}

/* Lists the properties of a map, in any order. */
static void list_properties(struct properties *properties, const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	(void)snprintf(properties->seed, sizeof properties->seed, "%" PRIu64, recipe->seed);
	properties->extra_count = 0;
	properties->recipe = recipe;
	if (recipe->algorithm)
		add_text_property(properties, "algorithm", recipe->algorithm);
	if (recipe->rng)
		add_text_property(properties, "rng", recipe->rng);
	if (!(map->lacks & LACKS_SEED))
		add_text_property(properties, "seed", properties->seed);
	if (recipe->exit == EXIT_FARTHEST)
		add_number_property(properties, "exit_distance", map->exit_distance);
}

/*
 * Returns a candidate if its name is after `previous_name` and before the name of the best property
 * so far, which may be NULL. Otherwise returns the best property so far.
 */
static const struct parameter *pick_next(const struct parameter *candidate,
					 const struct parameter *best, const char *previous_name)
{
	if (strcmp(candidate->key, previous_name) <= 0)
		return best;
	if (best && strcmp(candidate->key, best->key) >= 0)
		return best;
	return candidate;
}

/*
 * Returns the property that follows `previous_name` in the order of names, or NULL after the last
 * one. There are few properties, so each search looks at all of them.
 */
static const struct parameter *find_next_property(const struct properties *properties,
						  const char *previous_name)
{
	const struct recipe *recipe = properties->recipe;
	const struct parameter *next = NULL;
	for (size_t i = 0; i < properties->extra_count; i++)
		next = pick_next(&properties->extras[i], next, previous_name);
	for (size_t i = 0; i < recipe->parameter_count; i++)
		next = pick_next(&recipe->parameters[i], next, previous_name);
	return next;
}

/* Writes the properties in the order of their names, as Tiled does. */
static void write_properties(struct output *output, const struct tiled_syntax *syntax,
			     const struct map *map)
{
	struct properties properties = {.extra_count = 0};
	list_properties(&properties, map);
	const struct parameter *property = find_next_property(&properties, "");
	while (property) {
		const bool is_name = property->kind == PARAMETER_NAME;
		const struct blanks blanks = {
			.numbers = {(int64_t)property->number},
			.texts = {property->key, is_name ? property->name : "true"},
		};
		write_template(output, syntax->property[property->kind], &blanks);
		property = find_next_property(&properties, property->key);
		if (property)
			output_text(output, syntax->separator);
	}
}

/* The map up to its tiles. */

static void write_escaped(struct output *output, const struct tiled_escape *escapes,
			  const char *text)
{
	for (; *text; text++) {
		const struct tiled_escape *escape = escapes;
		while (escape->character && escape->character != *text)
			escape++;
		if (escape->character)
			output_text(output, escape->replacement);
		else
			output_write(output, text, 1);
	}
}

static void write_head(struct output *output, const struct object_list *objects, const char *image)
{
	const struct tiled_syntax *syntax = objects->syntax;
	const struct map *map = objects->map;
	const struct blanks blanks = {
		.numbers =
			{
				map->recipe.width,
				map->recipe.height,
				objects->tile_size,
				TERRAIN_ID + objects->layer_count + INT64_C(1),
				(int64_t)objects->total_count + 1,
				TILESET_TILES * objects->tile_size,
			},
	};
	write_template(output, syntax->map_begin, &blanks);
	write_properties(output, syntax, map);
	write_template(output, syntax->tileset_begin, &blanks);
	write_escaped(output, syntax->escapes, image);
	write_template(output, syntax->terrain_begin, &blanks);
}

/* Writes the tiles. `show` is SHOW_EXIT if the exit has a tile, or 0. */
static bool write_terrain(struct writer *writer, const struct map *map, unsigned show,
			  const struct tiled_syntax *syntax)
{
	const struct tile_spelling spelling = {
		.bytes =
			{
				[TILE_WALL] = '1',
				[TILE_FLOOR] = '2',
				[TILE_DOOR] = '3',
				[SYMBOL_EXIT] = '4',
			},
		.tile_separator = ',',
		.row_separator = syntax->row_separator,
		.last_row_end = syntax->terrain_end,
	};
	return tiles_write(writer, map, show, &spelling);
}

/* Objects. */

/* The blanks of an object's template, as tiled.h says. */
enum {
	BLANK_ID,
	BLANK_INDEX,
	BLANK_X,
	BLANK_Y,
	BLANK_WIDTH,
	BLANK_HEIGHT,
	BLANK_ROOM,
	BLANK_FROM = BLANK_ROOM,
	BLANK_TO,
};

/* Sets the place and size of an object to an area of tiles. */
static void set_rectangle(struct blanks *blanks, struct area area, int64_t tile_size)
{
	blanks->numbers[BLANK_X] = area.x1 * tile_size;
	blanks->numbers[BLANK_Y] = area.y1 * tile_size;
	blanks->numbers[BLANK_WIDTH] = area_width(area) * tile_size;
	blanks->numbers[BLANK_HEIGHT] = area_height(area) * tile_size;
}

/* Sets the place of an object to the middle of a tile. Its width and height stay 0. */
static void set_point(struct blanks *blanks, struct point at, int64_t tile_size)
{
	blanks->numbers[BLANK_X] = at.x * tile_size + tile_size / 2;
	blanks->numbers[BLANK_Y] = at.y * tile_size + tile_size / 2;
}

/* Writes a corner of a line that starts at `start`. */
static void write_corner(struct output *output, const struct object_list *objects,
			 struct point start, struct point corner)
{
	const int64_t x = (int64_t)corner.x - start.x;
	const int64_t y = (int64_t)corner.y - start.y;
	const struct blanks blanks = {
		.numbers = {x * objects->tile_size, y * objects->tile_size},
	};
	write_template(output, objects->syntax->corner, &blanks);
}

/* Writes a tunnel, whose blanks for id, index, and type are filled. */
static void write_tunnel(struct output *output, const struct object_list *objects, uint32_t index,
			 struct blanks *blanks)
{
	const struct tiled_syntax *syntax = objects->syntax;
	const struct tunnel *tunnel = &objects->map->tunnels[index];
	const struct path path = tunnel_path(objects->map, index);
	const struct point start = path_corner(path, 0);
	blanks->numbers[BLANK_FROM] = tunnel->from;
	blanks->numbers[BLANK_TO] = tunnel->to;
	set_point(blanks, start, objects->tile_size);
	write_template(output, syntax->object[TILED_TUNNELS], blanks);
	for (uint32_t i = 1; i <= path.count; i++)
		write_corner(output, objects, start, path_corner(path, i));
	output_text(output, syntax->line_end);
}

/* Writes the route, whose blanks for id and type are filled. */
static void write_route(struct output *output, const struct object_list *objects,
			struct blanks *blanks)
{
	const struct tiled_syntax *syntax = objects->syntax;
	const struct route *route = objects->route;
	const struct point start = route->corners[0];
	set_point(blanks, start, objects->tile_size);
	write_template(output, syntax->object[TILED_ROUTE], blanks);
	for (uint32_t i = 1; i < route->corner_count; i++)
		write_corner(output, objects, start, route->corners[i]);
	output_text(output, syntax->line_end);
}

static void write_object(struct output *output, const struct object_list *objects, unsigned layer,
			 uint32_t index, int64_t id)
{
	const struct map *map = objects->map;
	struct blanks blanks = {
		.numbers = {[BLANK_ID] = id, [BLANK_INDEX] = index},
		.texts = {tiled_object_types[layer]},
	};
	if (layer == TILED_TUNNELS) {
		write_tunnel(output, objects, index, &blanks);
		return;
	}
	if (layer == TILED_ROUTE) {
		write_route(output, objects, &blanks);
		return;
	}
	if (layer == TILED_ROOMS) {
		blanks.numbers[BLANK_ROOM] = index;
		set_rectangle(&blanks, room_floor(map->rooms[index]), objects->tile_size);
	} else if (layer == TILED_DOORS) {
		const struct door *door = &map->doors[index];
		blanks.numbers[BLANK_ROOM] = door->room;
		set_rectangle(&blanks, area_between(door->at, door->at), objects->tile_size);
	} else {
		const enum mark_kind kind = objects->marks[index];
		blanks.texts[0] = mark_names[kind];
		set_point(&blanks, map->marks[kind].at, objects->tile_size);
	}
	write_template(output, objects->syntax->object[layer], &blanks);
}

/* Writes the layers of objects. Ids start at 1, and continue from layer to layer. */
static void write_layers(struct output *output, const struct object_list *objects)
{
	const struct tiled_syntax *syntax = objects->syntax;
	int64_t layer_id = TERRAIN_ID;
	int64_t object_id = 0;
	for (unsigned layer = 0; layer < TILED_LAYERS; layer++) {
		if (!objects->has_layer[layer])
			continue;
		const struct blanks blanks = {
			.numbers = {++layer_id},
			.texts = {tiled_layer_names[layer]},
		};
		write_template(output, syntax->layer_begin, &blanks);
		for (uint32_t i = 0; i < objects->counts[layer]; i++) {
			if (i > 0)
				output_text(output, syntax->separator);
			write_object(output, objects, layer, i, ++object_id);
		}
		output_text(output, syntax->layer_end);
	}
}

bool tiled_write(struct writer *writer, const struct map *map, const struct tiled_syntax *syntax)
{
	struct output *output = writer->output;
	const struct style *style = writer->style;
	struct object_list objects = {
		.syntax = syntax,
		.map = map,
		.route = writer->route,
		.tile_size = style_tile_size(writer->style, TILE_SIZE_DEFAULT),
	};
	unsigned show;
	/* Only the exit has a tile. A preset also shows the spawn, which is an object anyway. */
	if (style->is_show_chosen && style->show & ~(unsigned)SHOW_EXIT) {
		writer->message.place.option = "show";
		(void)fail(&writer->message, STATUS_USAGE,
			   "%s can show only the exit, because everything else is an object",
			   writer->format->name);
		(void)advise(&writer->message, "choose --show exit");
		return suggest(&writer->message, "show", "exit");
	}
	if (!writer_choose_shown(writer, map, SHOW_EXIT, &show))
		return false;
	list_objects(&objects);
	write_head(output, &objects, style->tileset);
	if (!write_terrain(writer, map, show & SHOW_EXIT, syntax))
		return false;
	write_layers(output, &objects);
	output_text(output, syntax->map_end);
	return true;
}
