/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/build.h"
#include "formats/tiles.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The number of a tile in the file is its place in the image plus 1. 0 stands for an empty cell. */
_Static_assert(TILESET_WALL == 0 && TILESET_FLOOR == 1 && TILESET_DOOR == 2 &&
		       TILESET_STAIRS == 3 && TILESET_TILES == 4,
	       "the numbers of tiles below and in the templates");

static const char *const layer_names[TILED_LAYERS] = {
	[TILED_ROOMS] = "rooms", [TILED_TUNNELS] = "tunnels", [TILED_MARKS] = "marks",
	[TILED_DOORS] = "doors", [TILED_ROUTE] = "route",
};

/* The type of a mark is the name of the mark. */
static const char *const object_types[TILED_LAYERS] = {
	[TILED_ROOMS] = "room",
	[TILED_TUNNELS] = "tunnel",
	[TILED_DOORS] = "door",
	[TILED_ROUTE] = "route",
};

/* Of a map: its parameters, the algorithm, the rng, the seed, and the exit distance. */
enum { PROPERTIES_MAX = RECIPE_OPTION_COUNT + 4 };

/* Writes the layers and objects of a map. Their ids start at 1. */
struct tiled_writer {
	const struct tiled_syntax *syntax;
	struct output *output;
	int64_t tile_size;       /* side of a tile, in pixels */
	int64_t layer_id;        /* id of the newest layer */
	int64_t object_id;       /* id of the newest object */
	int64_t object_count;    /* number of objects in the newest layer */
	uint32_t property_count; /* number of properties of the newest object */
};

/* For templates without blanks for texts. */
static const char *const no_texts[] = {""};

/* Writes a template, and fills its blanks: #0 to #9 with numbers, and $0 and $1 with texts. */
static void write_template(struct output *output, const char *template, const int64_t *numbers,
			   const char *const *texts)
{
	for (;;) {
		const size_t length = strcspn(template, "#$");
		output_write(output, template, length);
		const char *blank = template + length;
		if (!*blank)
			return;
		const unsigned index = (unsigned)(blank[1] - '0');
		if (*blank == '#')
			output_print(output, "%" PRId64, numbers[index]);
		else
			output_text(output, texts[index]);
		template = blank + 2;
	}
}

/*
 * Adds a property to a list that is sorted by name, as Tiled sorts it.
 */
static void add_property(struct parameter *list, size_t *count, struct parameter property)
{
	size_t i = 0;
	while (i < *count && strcmp(list[i].key, property.key) < 0)
		i++;
	memmove(list + i + 1, list + i, (*count - i) * sizeof *list);
	list[i] = property;
	++*count;
}

static void write_properties(struct output *output, const struct tiled_syntax *syntax,
			     const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	char seed[sizeof "18446744073709551615"];
	const struct parameter names[] = {
		{.key = "algorithm", .kind = PARAMETER_NAME, .name = recipe->algorithm},
		{.key = "rng", .kind = PARAMETER_NAME, .name = recipe->rng},
		{.key = "seed",
		 .kind = PARAMETER_NAME,
		 .name = map->lacks & LACKS_SEED ? NULL : seed},
	};
	const struct parameter distance = {
		.key = "exit_distance",
		.kind = PARAMETER_NUMBER,
		.number = map->exit_distance,
	};
	struct parameter list[PROPERTIES_MAX];
	size_t count = 0;
	(void)snprintf(seed, sizeof seed, "%" PRIu64, recipe->seed);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (names[i].name)
			add_property(list, &count, names[i]);
	}
	if (recipe->exit == EXIT_FARTHEST)
		add_property(list, &count, distance);
	for (size_t i = 0; i < recipe->parameter_count; i++)
		add_property(list, &count, recipe->parameters[i]);
	for (size_t i = 0; i < count; i++) {
		const bool is_name = list[i].kind == PARAMETER_NAME;
		const char *texts[] = {list[i].key, is_name ? list[i].name : "true"};
		const int64_t number = (int64_t)list[i].number;
		if (i > 0)
			output_text(output, syntax->separator);
		write_template(output, syntax->property[list[i].kind], &number, texts);
	}
}

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

static void begin_layer(struct tiled_writer *tiled, enum tiled_layer layer)
{
	tiled->layer_id++;
	tiled->object_count = 0;
	write_template(tiled->output, tiled->syntax->layer_begin, &tiled->layer_id,
		       &layer_names[layer]);
}

static void end_layer(struct tiled_writer *tiled)
{
	output_text(tiled->output, tiled->syntax->layer_end);
}

/*
 * Writes an object up to its properties, if it has properties. Rooms and doors are areas of
 * tiles. All other objects are in the middle of a tile, and have no size.
 */
static void begin_object(struct tiled_writer *tiled, enum tiled_layer layer, const char *type,
			 struct area area)
{
	const int64_t tile_size = tiled->tile_size;
	const bool is_rectangle = layer == TILED_ROOMS || layer == TILED_DOORS;
	const int64_t middle = is_rectangle ? 0 : tile_size / 2;
	tiled->object_id++;
	tiled->property_count = 0;
	const int64_t numbers[] = {
		tiled->object_id,
		tiled->object_count,
		area.x1 * tile_size + middle,
		area.y1 * tile_size + middle,
		is_rectangle ? area_width(area) * tile_size : 0,
		is_rectangle ? area_height(area) * tile_size : 0,
	};
	if (tiled->object_count > 0)
		output_text(tiled->output, tiled->syntax->separator);
	write_template(tiled->output, tiled->syntax->object[layer], numbers, &type);
	tiled->object_count++;
}

/* Writes a property of an object that is a number. */
static void write_property(struct tiled_writer *tiled, const char *name, uint64_t number)
{
	const int64_t value = (int64_t)number;
	if (tiled->property_count++ > 0)
		output_text(tiled->output, tiled->syntax->separator);
	write_template(tiled->output, tiled->syntax->object_property, &value, &name);
}

static void end_object(const struct tiled_writer *tiled, enum tiled_layer layer)
{
	output_text(tiled->output, tiled->syntax->object_end[layer]);
}

/* Writes a corner of a line that starts at `start`. */
static void write_corner(struct tiled_writer *tiled, struct point start, struct point corner)
{
	write_template(tiled->output, tiled->syntax->corner,
		       (int64_t[]){
			       ((int64_t)corner.x - start.x) * tiled->tile_size,
			       ((int64_t)corner.y - start.y) * tiled->tile_size,
		       },
		       no_texts);
}

static void write_rooms(struct tiled_writer *tiled, const struct map *map)
{
	begin_layer(tiled, TILED_ROOMS);
	for (uint32_t i = 0; i < map->room_count; i++) {
		begin_object(tiled, TILED_ROOMS, object_types[TILED_ROOMS],
			     room_floor(map->rooms[i]));
		if (map->distance_count == map->room_count)
			write_property(tiled, "distance", map->distances[i]);
		write_property(tiled, "room", i);
		if (map_wing_of(map, i) != NO_ROOM)
			write_property(tiled, "wing_of", map->wing_of[i]);
		end_object(tiled, TILED_ROOMS);
	}
	end_layer(tiled);
	begin_layer(tiled, TILED_TUNNELS);
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct path path = tunnel_path(map, i);
		const struct point start = path_corner(path, 0);
		begin_object(tiled, TILED_TUNNELS, object_types[TILED_TUNNELS],
			     area_between(start, start));
		write_property(tiled, "from", map->tunnels[i].from);
		write_property(tiled, "to", map->tunnels[i].to);
		end_object(tiled, TILED_TUNNELS);
		for (uint32_t corner = 1; corner <= path.count; corner++)
			write_corner(tiled, start, path_corner(path, corner));
		output_text(tiled->output, tiled->syntax->line_end);
	}
	end_layer(tiled);
}

static void write_marks(struct tiled_writer *tiled, const struct map *map)
{
	begin_layer(tiled, TILED_MARKS);
	for (size_t i = 0; i < MARK_KINDS; i++) {
		const struct mark *mark = &map->marks[i];
		if (mark->is_set)
			begin_object(tiled, TILED_MARKS, mark_names[i],
				     area_between(mark->at, mark->at));
	}
	end_layer(tiled);
}

/* Writes the doors. Returns false if out of memory. */
static bool write_doors(struct tiled_writer *tiled, const struct map *map,
			struct passages *passages)
{
	if (!passages_load(passages, map))
		return false;
	begin_layer(tiled, TILED_DOORS);
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		if (!passages_find(passages, door->at))
			return false;
		begin_object(tiled, TILED_DOORS, object_types[TILED_DOORS],
			     area_between(door->at, door->at));
		write_property(tiled, "room", door->room);
		output_text(tiled->output, tiled->syntax->tunnels_begin);
		for (uint32_t k = 0; k < passages->found_count; k++)
			output_print(tiled->output, "%s%u", k > 0 ? " " : "", passages->found[k]);
		end_object(tiled, TILED_DOORS);
	}
	end_layer(tiled);
	return true;
}

static void write_route(struct tiled_writer *tiled, const struct route *route)
{
	const struct point start = route->corners[0];
	begin_layer(tiled, TILED_ROUTE);
	begin_object(tiled, TILED_ROUTE, object_types[TILED_ROUTE], area_between(start, start));
	for (uint32_t i = 1; i < route->corner_count; i++)
		write_corner(tiled, start, route->corners[i]);
	output_text(tiled->output, tiled->syntax->line_end);
	end_layer(tiled);
}

bool tiled_write(struct writer *writer, const struct map *map, const struct tiled_syntax *syntax)
{
	struct output *output = writer->output;
	const struct style *style = writer->style;
	const struct recipe *recipe = &map->recipe;
	const bool has_rooms = map->room_count > 0;
	const bool has_doors = has_rooms && recipe->doors;
	const bool has_route = writer->route != NULL;
	const int64_t tile_size = style_tile_size(style, TILE_SIZE_DEFAULT);
	struct tiled_writer tiled = {
		.syntax = syntax,
		.output = output,
		.tile_size = tile_size,
		.layer_id = 1, /* the layer of tiles */
	};
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
	unsigned show;
	if (!writer_choose_shown(writer, map, SHOW_EXIT, &show))
		return false;
	const int64_t layer_count = 2 + (has_rooms ? 2 : 0) + has_doors + has_route;
	int64_t object_count = map->room_count + (int64_t)map->tunnel_count + has_route;
	if (has_doors)
		object_count += map->door_count;
	for (size_t i = 0; i < MARK_KINDS; i++)
		object_count += map->marks[i].is_set;
	const int64_t numbers[] = {
		recipe->width,   recipe->height,   tile_size,
		layer_count + 1, object_count + 1, TILESET_TILES * tile_size,
	};
	write_template(output, syntax->map_begin, numbers, no_texts);
	write_properties(output, syntax, map);
	write_template(output, syntax->tileset_begin, numbers, no_texts);
	write_escaped(output, syntax->escapes, style->tileset);
	write_template(output, syntax->terrain_begin, numbers, no_texts);
	if (!tiles_write(writer, map, show, &spelling))
		return false;
	if (has_rooms)
		write_rooms(&tiled, map);
	write_marks(&tiled, map);
	if (has_doors && !write_doors(&tiled, map, &writer->passages))
		return false;
	if (has_route)
		write_route(&tiled, writer->route);
	output_text(output, syntax->map_end);
	return true;
}
