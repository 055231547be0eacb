/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/build.h"
#include "formats/tiles.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of a tile in the file is its place in the image plus 1. 0 stands for an empty cell. */
_Static_assert(TILESET_WALL == 0 && TILESET_FLOOR == 1 && TILESET_DOOR == 2 &&
		       TILESET_STAIRS == 3 && TILESET_TILES == 4,
	       "the numbers of tiles below and in the templates");

static const char *const layer_names[TILED_LAYERS] = {
	[TILED_ROOMS] = "rooms", [TILED_TUNNELS] = "tunnels", [TILED_MARKS] = "marks",
	[TILED_DOORS] = "doors", [TILED_ROUTE] = "route",
};

/* Of a map: its parameters, the algorithm, the rng, the seed, and the exit distance. */
enum { PROPERTIES_MAX = RECIPE_OPTION_COUNT + 4 };

/* Writes the objects of a map. Their ids start at 1. */
struct tiled_writer {
	const struct tiled_syntax *syntax;
	struct writer *writer;
	struct output *output; /* writer->output */
	const struct map *map;
	int64_t tile_size;       /* side of a tile, in pixels */
	int64_t object_id;       /* id of the newest object */
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
		if (*blank == '#' && numbers[index] < 0)
			output_number(output, "-", (uint64_t)-numbers[index]);
		else if (*blank == '#')
			output_number(output, "", (uint64_t)numbers[index]);
		else
			output_text(output, texts[index]);
		template = blank + 2;
	}
}

/* Adds a property to a list that is sorted by name, as Tiled sorts it. */
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
	char digits[sizeof "18446744073709551615"];
	const struct parameter algorithm = {"algorithm", PARAMETER_NAME, .name = recipe->algorithm};
	const struct parameter rng = {"rng", PARAMETER_NAME, .name = recipe->rng};
	const struct parameter seed = {"seed", PARAMETER_NAME, .name = digits};
	const struct parameter distance = {"exit_distance", PARAMETER_NUMBER,
					   .number = map->exit_distance};
	struct parameter list[PROPERTIES_MAX] = {{.key = NULL}};
	size_t count = 0;
	(void)snprintf(digits, sizeof digits, "%" PRIu64, recipe->seed);
	if (recipe->algorithm) {
		add_property(list, &count, algorithm);
		add_property(list, &count, rng);
	}
	if (!(map->lacks & LACKS_SEED))
		add_property(list, &count, seed);
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

/*
 * Writes an object up to its properties, if it has properties. `index` is its number in its layer,
 * starting at 0. Rooms and doors are areas of tiles. All other objects are in the middle of a tile,
 * and have no size.
 */
static void begin_object(struct tiled_writer *tiled, enum tiled_layer layer, uint32_t index,
			 const char *type, struct area area)
{
	const int64_t tile_size = tiled->tile_size;
	const bool is_rectangle = layer == TILED_ROOMS || layer == TILED_DOORS;
	const int64_t middle = is_rectangle ? 0 : tile_size / 2;
	const int64_t numbers[] = {
		++tiled->object_id,
		index,
		area.x1 * tile_size + middle,
		area.y1 * tile_size + middle,
		is_rectangle ? area_width(area) * tile_size : 0,
		is_rectangle ? area_height(area) * tile_size : 0,
	};
	tiled->property_count = 0;
	if (index > 0)
		output_text(tiled->output, tiled->syntax->separator);
	write_template(tiled->output, tiled->syntax->object[layer], numbers, &type);
}

/* Writes a property of an object that is a number. */
static void write_property(struct tiled_writer *tiled, const char *name, uint64_t number)
{
	const int64_t value = (int64_t)number;
	if (tiled->property_count++ > 0)
		output_text(tiled->output, tiled->syntax->separator);
	write_template(tiled->output, tiled->syntax->object_property, &value, &name);
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

/* Writes an object with its properties or its line. Returns false if out of memory. */
static bool write_object(struct tiled_writer *tiled, enum tiled_layer layer, uint32_t index)
{
	const struct tiled_syntax *syntax = tiled->syntax;
	const struct map *map = tiled->map;
	const struct route *route = tiled->writer->route;
	struct passages *passages = &tiled->writer->passages;
	struct output *output = tiled->output;
	if (layer == TILED_ROOMS) {
		begin_object(tiled, layer, index, "room", room_floor(map->rooms[index]));
		if (map->distance_count == map->room_count)
			write_property(tiled, "distance", map->distances[index]);
		write_property(tiled, "room", index);
		if (map_wing_of(map, index) != NO_ROOM)
			write_property(tiled, "wing_of", map->wing_of[index]);
		output_text(output, syntax->object_end[layer]);
	} else if (layer == TILED_TUNNELS) {
		const struct path path = tunnel_path(map, index);
		const struct point start = path_corner(path, 0);
		begin_object(tiled, layer, index, "tunnel", area_between(start, start));
		write_property(tiled, "from", map->tunnels[index].from);
		write_property(tiled, "to", map->tunnels[index].to);
		output_text(output, syntax->object_end[layer]);
		for (uint32_t i = 1; i <= path.count; i++)
			write_corner(tiled, start, path_corner(path, i));
		output_text(output, syntax->line_end);
	} else if (layer == TILED_MARKS) {
		/* Without a spawn, the exit is the first mark. */
		const size_t kind = index + !map->marks[MARK_SPAWN].is_set;
		const struct point at = map->marks[kind].at;
		begin_object(tiled, layer, index, mark_names[kind], area_between(at, at));
		output_text(output, syntax->object_end[layer]);
	} else if (layer == TILED_DOORS) {
		const struct door *door = &map->doors[index];
		if (!passages_find(passages, door->at))
			return false;
		begin_object(tiled, layer, index, "door", area_between(door->at, door->at));
		write_property(tiled, "room", door->room);
		output_text(output, syntax->tunnels_begin);
		for (uint32_t i = 0; i < passages->found_count; i++)
			output_print(output, "%s%u", i > 0 ? " " : "", passages->found[i]);
		output_text(output, syntax->object_end[layer]);
	} else {
		const struct point start = route->corners[0];
		begin_object(tiled, layer, index, "route", area_between(start, start));
		output_text(output, syntax->object_end[layer]);
		for (uint32_t i = 1; i < route->corner_count; i++)
			write_corner(tiled, start, route->corners[i]);
		output_text(output, syntax->line_end);
	}
	return true;
}

bool tiled_write(struct writer *writer, const struct map *map, const struct tiled_syntax *syntax)
{
	struct output *output = writer->output;
	const struct style *style = writer->style;
	const struct recipe *recipe = &map->recipe;
	const bool has_rooms = map->room_count > 0;
	const bool has_doors = has_rooms && recipe->doors;
	const bool has_route = writer->route != NULL;
	const bool has_layer[TILED_LAYERS] = {
		[TILED_ROOMS] = has_rooms, [TILED_TUNNELS] = has_rooms, [TILED_MARKS] = true,
		[TILED_DOORS] = has_doors, [TILED_ROUTE] = has_route,
	};
	const uint32_t counts[TILED_LAYERS] = {
		[TILED_ROOMS] = map->room_count,
		[TILED_TUNNELS] = map->tunnel_count,
		[TILED_MARKS] = (uint32_t)map->marks[MARK_SPAWN].is_set +
				map->marks[MARK_EXIT].is_set,
		[TILED_DOORS] = map->door_count,
		[TILED_ROUTE] = has_route,
	};
	const int64_t tile_size = style_tile_size(style, TILE_SIZE_DEFAULT);
	struct tiled_writer tiled = {
		.syntax = syntax,
		.writer = writer,
		.output = output,
		.map = map,
		.tile_size = tile_size,
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
	if (!writer_choose_shown(writer, map, &show))
		return false;
	if (has_doors && !passages_load(&writer->passages, map))
		return false;
	/* The layer of tiles has id 1. */
	int64_t next_layer = 2;
	int64_t next_object = 1;
	for (size_t layer = 0; layer < TILED_LAYERS; layer++) {
		next_layer += has_layer[layer];
		next_object += has_layer[layer] ? counts[layer] : 0;
	}
	const int64_t numbers[] = {
		recipe->width, recipe->height, tile_size,
		next_layer,    next_object,    TILESET_TILES * tile_size,
	};
	write_template(output, syntax->map_begin, numbers, no_texts);
	write_properties(output, syntax, map);
	write_template(output, syntax->tileset_begin, numbers, no_texts);
	write_escaped(output, syntax->escapes, style->tileset);
	write_template(output, syntax->terrain_begin, numbers, no_texts);
	if (!tiles_write(writer, map, show, &spelling))
		return false;
	int64_t layer_id = 1;
	for (enum tiled_layer layer = 0; layer < TILED_LAYERS; layer++) {
		if (!has_layer[layer])
			continue;
		layer_id++;
		write_template(output, syntax->layer_begin, &layer_id, &layer_names[layer]);
		for (uint32_t i = 0; i < counts[layer]; i++) {
			if (!write_object(&tiled, layer, i))
				return false;
		}
		output_text(output, syntax->layer_end);
	}
	output_text(output, syntax->map_end);
	return true;
}
