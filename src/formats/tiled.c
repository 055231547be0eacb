/* SPDX-License-Identifier: MIT */
#include "formats/tiled.h"

#include "formats/put.h"
#include "formats/tiles.h"

#include <inttypes.h>
#include <stdio.h>

/* A tile's number in a map; 0 is no tile. */
enum { FIRST_GID = 1 };
_Static_assert(FIRST_GID + TILESET_WALL == 1 && FIRST_GID + TILESET_FLOOR == 2 && FIRST_GID + TILESET_DOOR == 3 &&
		       FIRST_GID + TILESET_STAIRS == 4,
	       "the order of the image");
_Static_assert(TILESET_TILES == 4 && TILESET_WALL == 0, "the numbers in the templates");

enum { TERRAIN_ID = 1 };

/* The values for a template's blanks. */
struct blanks {
	int64_t number[10];
	const char *text[10];
};

static struct cursor put_template(struct cursor cursor, const char *template, const struct blanks *blanks)
{
	for (;;) {
		const char *blank = template;
		while (*blank && *blank != '#' && *blank != '$')
			blank++;
		cursor = put_bytes(cursor, template, (size_t)(blank - template));
		if (!*blank)
			return cursor;
		unsigned index = (unsigned)(blank[1] - '0');
		cursor = *blank == '#' ? put_signed(cursor, blanks->number[index])
				       : put_text(cursor, blanks->text[index]);
		template = blank + 2;
	}
}

/* Layers of objects. */

enum layer { ROOMS, TUNNELS, MARKS, DOORS, LAYERS }; /* from the lowest to the topmost */

static const char *const layer_names[LAYERS] = {"rooms", "tunnels", "marks", "doors"};

struct object {
	const char *type;
	struct area area; /* in tiles */
	const char *key;  /* of a rectangle's property; NULL: a point in the middle of the tile */
	uint32_t value;
};

static struct object describe(const struct dungeon *dungeon, enum layer layer, uint32_t index)
{
	const struct door *door;
	struct path path;
	struct point at;
	switch (layer) {
	case ROOMS:
		return (struct object){"room", room_floor(dungeon->rooms[index]), "room", index};
	case TUNNELS:
		tunnel_path(dungeon, index, &path);
		return (struct object){"tunnel", area_between(*path.corners, *path.corners), NULL, 0};
	case MARKS:
		index += (dungeon->lacks & LACKS_SPAWN) != 0;
		at = index == 0 ? dungeon->spawn : dungeon->exit;
		return (struct object){index == 0 ? "spawn" : "exit", area_between(at, at), NULL, 0};
	default:
		door = &dungeon->doors[dungeon->door_order[index]];
		return (struct object){"door", area_between(door->at, door->at), "room", door->room};
	}
}

static struct cursor put_tunnel(struct cursor cursor, const struct tiled_syntax *syntax, const struct dungeon *dungeon,
				uint32_t index, int64_t size)
{
	struct tunnel tunnel = dungeon->tunnels[index];
	struct path path;
	tunnel_path(dungeon, index, &path);
	cursor = put_template(cursor, syntax->tunnel, &(struct blanks){.number = {tunnel.from, tunnel.to}});
	for (uint32_t i = 1; i < path.count; i++) {
		struct point corner = path.corners[i];
		int64_t x = (int64_t)corner.x - path.corners->x, y = (int64_t)corner.y - path.corners->y;
		cursor = put_template(cursor, syntax->tunnel_next, &(struct blanks){.number = {x * size, y * size}});
	}
	return put_text(cursor, syntax->tunnel_end);
}

static struct cursor put_layer(struct cursor cursor, const struct tiled_syntax *syntax, const struct dungeon *dungeon,
			       enum layer layer, uint32_t count, int64_t size, int64_t *id)
{
	for (uint32_t i = 0; i < count && !cursor.output->error; i++) {
		struct object object = describe(dungeon, layer, i);
		int64_t middle = object.key ? 0 : size / 2, side = object.key ? size : 0;
		struct blanks blanks = {
			.number = {++*id, object.area.x1 * size + middle, object.area.y1 * size + middle,
				   area_width(object.area) * side, area_height(object.area) * side},
			.text = {object.type},
		};
		if (i > 0)
			cursor = put_text(cursor, syntax->object_between);
		cursor = put_text(put_template(cursor, syntax->object, &blanks), object.type);
		if (layer != MARKS)
			cursor = put_pair(cursor, " ", i);
		cursor = put_template(cursor, syntax->object_area, &blanks);
		if (layer == TUNNELS)
			cursor = put_tunnel(cursor, syntax, dungeon, i, size);
		else if (object.key)
			cursor = put_template(cursor, syntax->rectangle,
					      &(struct blanks){{object.value}, {object.key}});
		else
			cursor = put_text(cursor, syntax->point);
		cursor = put_text(cursor, syntax->object_end);
	}
	return put_text(cursor, syntax->layer_end);
}

/* The map. */

/* Returns the property with the first name after `last`, or NULL: Tiled sorts them. */
static const struct parameter *next_property(const char *last, const struct parameter *list, size_t count,
					     const struct parameter *other)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(list[i].key, last) > 0 && (!other || strcmp(list[i].key, other->key) < 0))
			other = &list[i];
	return other;
}

static struct cursor put_properties(struct cursor cursor, const struct tiled_syntax *syntax,
				    const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	char seed[24];
	(void)snprintf(seed, sizeof seed, "%" PRIu64, recipe->seed);
	/* Those without a name are left out. */
	const bool made = !(dungeon->lacks & LACKS_RECIPE);
	const struct parameter others[] = {
		{made ? "algorithm" : "", PARAMETER_NAME, 0, recipe->algorithm},
		{made ? "rng" : "", PARAMETER_NAME, 0, recipe->rng},
		{dungeon->lacks & LACKS_SEED ? "" : "seed", PARAMETER_NAME, 0, seed},
		{recipe->exit == EXIT_FARTHEST ? "exit_distance" : "", PARAMETER_NUMBER, dungeon->exit_distance, NULL},
	};
	const char *last = "";
	for (;;) {
		const struct parameter *next = next_property(last, others, sizeof others / sizeof *others, NULL);
		next = next_property(last, recipe->parameters, recipe->parameter_count, next);
		if (!next)
			return cursor;
		const char *value = next->kind == PARAMETER_NAME ? next->name : "true";
		cursor = put_text(cursor, *last ? syntax->property_between : "");
		cursor = put_template(cursor, syntax->property[next->kind],
				      &(struct blanks){{(int64_t)next->number}, {next->key, value}});
		last = next->key;
	}
}

static struct cursor put_escaped(struct cursor cursor, const struct tiled_escape *escapes, const char *text)
{
	for (; *text; text++) {
		const struct tiled_escape *escape = escapes;
		while (escape->character && escape->character != *text)
			escape++;
		cursor = escape->character ? put_text(cursor, escape->written) : put_bytes(cursor, text, 1);
	}
	return cursor;
}

bool tiled_write(struct writer *writer, const struct dungeon *dungeon, const struct tiled_syntax *syntax)
{
	int64_t size = writer->style->tile_size;
	const bool rooms = !(dungeon->lacks & LACKS_ROOMS);
	const uint32_t marks = (uint32_t) !(dungeon->lacks & LACKS_SPAWN) + !(dungeon->lacks & LACKS_EXIT);
	const uint32_t counts[LAYERS] = {dungeon->room_count, dungeon->tunnel_count, marks, dungeon->door_count};
	const unsigned first = rooms ? ROOMS : MARKS, end = rooms && dungeon->recipe.doors ? LAYERS : DOORS;
	int64_t objects = 0, id = 0;
	for (unsigned i = first; i < end; i++)
		objects += counts[i];

	const struct blanks blanks = {{dungeon->recipe.width, dungeon->recipe.height, size,
				       TERRAIN_ID + end - first + 1, objects + 1, TILESET_TILES * size},
				      {NULL}};
	struct cursor cursor = put_template(cursor_begin(writer->output), syntax->begin, &blanks);
	cursor = put_template(put_properties(cursor, syntax, dungeon), syntax->tileset, &blanks);
	cursor = put_escaped(cursor, syntax->escapes, writer->style->tileset);
	cursor_end(put_template(cursor, syntax->terrain, &blanks));

	const struct tile_spelling spelling = {
		.symbol = {[TILE_WALL] = '1', [TILE_FLOOR] = '2', [TILE_DOOR] = '3', [SYMBOL_EXIT] = '4'},
		.separator = ',',
		.before = "",
		.between = syntax->row_between,
		.after = syntax->terrain_end,
	};
	/* The spawn has no tile. */
	unsigned show = style_shown(writer->style, dungeon) & SHOW_EXIT;
	if (!tiles_write(writer, dungeon, show, &spelling))
		return false;

	cursor = cursor_begin(writer->output);
	for (unsigned i = first; i < end; i++) {
		cursor = put_template(cursor, syntax->layer,
				      &(struct blanks){{TERRAIN_ID + 1 + i - first}, {layer_names[i]}});
		cursor = put_layer(cursor, syntax, dungeon, (enum layer)i, counts[i], size, &id);
	}
	cursor_end(put_text(cursor, syntax->end));
	return true;
}
