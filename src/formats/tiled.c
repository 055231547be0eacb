/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/put.h"
#include "formats/tiles.h"

#include <stdlib.h>

/* A tile has its number in the image plus 1; 0 is no tile. */
_Static_assert(TILESET_WALL == 0 && TILESET_FLOOR == 1 && TILESET_DOOR == 2 &&
		       TILESET_STAIRS == 3 && TILESET_TILES == 4,
	       "the numbers of tiles below and in the templates");

enum { TERRAIN_ID = 1 };

/* The values for a template's blanks. */
struct blanks {
	int64_t number[10];
	const char *text[10];
};

static struct cursor put_template(struct cursor cursor, const char *template,
				  const struct blanks *blanks)
{
	for (;;) {
		const char *blank = template;
		while (*blank && *blank != '#' && *blank != '$')
			blank++;
		cursor = put_bytes(cursor, template, (size_t)(blank - template));
		if (!*blank)
			return cursor;
		unsigned index = (unsigned)(blank[1] - '0');
		int64_t number = blanks->number[index];
		cursor = *blank == '#' ? put_number(cursor, number < 0 ? "-" : "",
						    (uint64_t)llabs(number))
				       : put_text(cursor, blanks->text[index]);
		template = blank + 2;
	}
}

/* The numbers of an object's template, as tiled.h says. */
enum { ID, INDEX, LEFT, TOP, WIDTH, HEIGHT, ROOM, FROM = ROOM, TO };

const char *const tiled_layer_names[TILED_LAYERS] = {"rooms", "tunnels", "marks", "doors"};
const char *const tiled_object_types[TILED_LAYERS] = {
	[TILED_ROOMS] = "room", [TILED_TUNNELS] = "tunnel", [TILED_DOORS] = "door"};

static struct cursor put_object(struct cursor cursor, const struct tiled_syntax *syntax,
				const struct map *map, enum tiled_layer layer, uint32_t index,
				int64_t size, int64_t id)
{
	struct blanks blanks = {.number = {[ID] = id, [INDEX] = index, [ROOM] = index},
				.text = {tiled_object_types[layer]}};
	const bool is_point = layer == TILED_TUNNELS || layer == TILED_MARKS;
	const int64_t middle = is_point ? size / 2 : 0, side = is_point ? 0 : size;
	struct point at = {0};
	struct path path = {.count = 0};
	if (layer == TILED_TUNNELS) {
		path = tunnel_path(map, index);
		at = path_corner(path, 0);
		blanks.number[FROM] = map->tunnels[index].from;
		blanks.number[TO] = map->tunnels[index].to;
	} else if (layer == TILED_DOORS) {
		at = map->doors[index].at;
		blanks.number[ROOM] = map->doors[index].room;
	} else if (layer == TILED_MARKS) {
		at = map->marks[index].at;
		blanks.text[0] = mark_names[index];
	}
	const struct area area = layer == TILED_ROOMS ? room_floor(map->rooms[index])
						      : area_between(at, at);
	blanks.number[LEFT] = area.x1 * size + middle;
	blanks.number[TOP] = area.y1 * size + middle;
	blanks.number[WIDTH] = area_width(area) * side;
	blanks.number[HEIGHT] = area_height(area) * side;
	cursor = put_template(cursor, syntax->object[layer], &blanks);
	for (uint32_t i = 0; i < path.count; i++) {
		int64_t x = (int64_t)path.legs[i].to.x - at.x,
			y = (int64_t)path.legs[i].to.y - at.y;
		cursor = put_template(cursor, syntax->tunnel_next,
				      &(struct blanks){.number = {x * size, y * size}});
	}
	return layer == TILED_TUNNELS ? put_text(cursor, syntax->tunnel_end) : cursor;
}

/* The map. */

enum { OTHERS = 4 }; /* properties that are no parameters */

/* Returns the property with the first name after `last`, or NULL: Tiled sorts them. */
static const struct parameter *
next_property(const char *last, const struct parameter others[OTHERS], const struct recipe *recipe)
{
	const struct parameter *next = NULL;
	for (size_t i = 0; i < OTHERS + recipe->parameter_count; i++) {
		const struct parameter *one = i < OTHERS ? &others[i]
							 : &recipe->parameters[i - OTHERS];
		if (strcmp(one->key, last) > 0 && (!next || strcmp(one->key, next->key) < 0))
			next = one;
	}
	return next;
}

static struct cursor put_properties(struct cursor cursor, const struct tiled_syntax *syntax,
				    const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	char seed[DIGITS_MAX + 1] = "";
	*put_digits(seed, recipe->seed) = '\0';
	const struct parameter *next;
	/* Those without a name are left out. */
	const struct parameter others[OTHERS] = {
		{recipe->algorithm ? "algorithm" : "", PARAMETER_NAME, 0, recipe->algorithm},
		{recipe->rng ? "rng" : "", PARAMETER_NAME, 0, recipe->rng},
		{map->lacks & LACKS_SEED ? "" : "seed", PARAMETER_NAME, 0, seed},
		{recipe->exit == EXIT_FARTHEST ? "exit_distance" : "", PARAMETER_NUMBER,
		 map->exit_distance, NULL},
	};
	for (const char *last = ""; (next = next_property(last, others, recipe));
	     last = next->key) {
		const char *value = next->kind == PARAMETER_NAME ? next->name : "true";
		cursor = put_text(cursor, *last ? syntax->between : "");
		cursor = put_template(
			cursor, syntax->property[next->kind],
			&(struct blanks){{(int64_t)next->number}, {next->key, value}});
	}
	return cursor;
}

static struct cursor put_escaped(struct cursor cursor, const struct tiled_escape *escapes,
				 const char *text)
{
	for (; *text; text++) {
		const struct tiled_escape *escape = escapes;
		while (escape->character && escape->character != *text)
			escape++;
		cursor = escape->character ? put_text(cursor, escape->written)
					   : put_bytes(cursor, text, 1);
	}
	return cursor;
}

bool tiled_write(struct writer *writer, const struct map *map, const struct tiled_syntax *syntax)
{
	int64_t size = writer->style->tile_size;
	const bool rooms = map->room_count > 0;
	uint32_t marks[MARK_KINDS], mark_count = 0;
	for (uint32_t i = 0; i < MARK_KINDS; i++)
		if (map->marks[i].is_set)
			marks[mark_count++] = i;
	const uint32_t counts[TILED_LAYERS] = {map->room_count, map->tunnel_count, mark_count,
					       map->door_count};
	const unsigned first = rooms ? TILED_ROOMS : TILED_MARKS,
		       end = rooms && map->recipe.doors ? TILED_LAYERS : TILED_DOORS;
	int64_t objects = 0, id = 0;
	for (unsigned i = first; i < end; i++)
		objects += counts[i];

	const struct blanks blanks = {{map->recipe.width, map->recipe.height, size,
				       TERRAIN_ID + end - first + 1, objects + 1,
				       TILESET_TILES * size},
				      {NULL}};
	struct cursor cursor = put_template(cursor_begin(writer->output), syntax->begin, &blanks);
	cursor = put_template(put_properties(cursor, syntax, map), syntax->tileset, &blanks);
	cursor = put_escaped(cursor, syntax->escapes, writer->style->tileset);
	cursor_end(put_template(cursor, syntax->terrain, &blanks));

	const struct tile_spelling spelling = {
		.bytes = {[TILE_WALL] = '1',
			  [TILE_FLOOR] = '2',
			  [TILE_DOOR] = '3',
			  [SYMBOL_EXIT] = '4'},
		.tile_separator = ',',
		.row_separator = syntax->row_between,
		.end = syntax->terrain_end,
	};
	/* The spawn has no tile. */
	unsigned show = style_shown(writer->style, map) & SHOW_EXIT;
	if (!tiles_write(writer, map, show, &spelling))
		return false;

	cursor = cursor_begin(writer->output);
	for (unsigned i = first; i < end; i++) {
		cursor = put_template(
			cursor, syntax->layer,
			&(struct blanks){{TERRAIN_ID + 1 + i - first}, {tiled_layer_names[i]}});
		for (uint32_t index = 0; index < counts[i] && !cursor.output->error; index++) {
			cursor = put_text(cursor, index > 0 ? syntax->between : "");
			cursor = put_object(cursor, syntax, map, (enum tiled_layer)i,
					    i == TILED_MARKS ? marks[index] : index, size, ++id);
		}
		cursor = put_text(cursor, syntax->layer_end);
	}
	cursor_end(put_text(cursor, syntax->end));
	return true;
}

unsigned tiled_find_style_fault(const struct style *style, const char *name, struct text *fault)
{
	if (!(style->show & ~(unsigned)SHOW_EXIT))
		return 0;
	text_add(fault,
		 "%s has a tile for the exit only, and objects for the rest; choose --show exit",
		 name);
	return STYLE_SHOW;
}
