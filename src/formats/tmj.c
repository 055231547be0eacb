/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in JSON, without white space: one of its readers takes none. Another takes a layer for invisible that
 * does not say that it is visible, so what has a default is written out.
 */
#include "formats/put.h"
#include "formats/tiled.h"
#include "formats/tiles.h"

#include <string.h>

enum { PIECE_MOST = 2048 }; /* bytes; more than an object or what is before the tiles takes, but for the file's name */

/* Puts `"name":`. */
static char *put_key(char *at, const char *name)
{
	at = PUT(at, "\"");
	at = put_bytes(at, name, strlen(name));
	return PUT(at, "\":");
}

static char *put_value(char *at, const struct tiled_field *field)
{
	if (!field->text)
		return put_number(at, field->number);
	if (field->is_bool)
		return put_bytes(at, field->text, strlen(field->text));
	at = PUT(at, "\"");
	at = put_bytes(at, field->text, strlen(field->text));
	return PUT(at, "\"");
}

/* Puts the fields of an object, and a comma after each. */
static char *put_fields(char *at, const struct tiled_field *fields)
{
	for (const struct tiled_field *field = fields; field->name; field++) {
		at = put_key(at, field->name);
		at = put_value(at, field);
		at = PUT(at, ",");
	}
	return at;
}

static char *put_properties(char *at, const struct tiled_field *properties)
{
	at = PUT(at, "\"properties\":[");
	for (const struct tiled_field *property = properties; property->name; property++) {
		if (property != properties)
			at = PUT(at, ",");
		at = PUT(at, "{\"name\":\"");
		at = put_bytes(at, property->name, strlen(property->name));
		at = PUT(at, "\",\"type\":\"");
		at = property->is_bool ? PUT(at, "bool") : property->text ? PUT(at, "string") : PUT(at, "int");
		at = PUT(at, "\",\"value\":");
		at = put_value(at, property);
		at = PUT(at, "}");
	}
	return PUT(at, "],");
}

static void begin(const struct tiled_map *map, const struct style *style, struct output *output)
{
	static const struct tiled_escape escapes[] = {{'"', "\\\""}, {'\\', "\\\\"}, {'\0', NULL}};
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "{\"type\":\"map\",");
	at = put_fields(at, map->fields);
	at = PUT(at, "\"infinite\":false,");
	at = put_properties(at, map->properties);
	at = PUT(at, "\"tilesets\":[{");
	at = put_fields(at, map->tileset);
	at = PUT(at, "\"image\":\"");
	output_advance(output, (size_t)(at - start));
	tiled_write_escaped(style->tileset, escapes, output);

	start = output_reserve(output, PIECE_MOST);
	at = PUT(start, "\",\"imagewidth\":");
	at = put_number(at, map->image_width);
	at = PUT(at, ",\"imageheight\":");
	at = put_number(at, map->image_height);
	at = PUT(at, "}],\"layers\":[{");
	at = put_fields(at, map->terrain);
	at = PUT(at, "\"type\":\"tilelayer\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,\"data\":[");
	output_advance(output, (size_t)(at - start));
}

static void layer_begin(const struct tiled_field *fields, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, ",{");
	at = put_fields(at, fields);
	at = PUT(at, "\"type\":\"objectgroup\",\"draworder\":\"topdown\",\"x\":0,\"y\":0,\"opacity\":1,"
		     "\"visible\":true,\"objects\":[");
	output_advance(output, (size_t)(at - start));
}

static void write_object(const struct tiled_object *object, bool is_first, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = is_first ? PUT(start, "{") : PUT(start, ",{");
	at = put_fields(at, object->fields);
	if (object->properties->name)
		at = put_properties(at, object->properties);
	if (object->shape == TILED_POINT)
		at = PUT(at, "\"point\":true,");
	if (object->shape == TILED_POLYLINE) {
		at = PUT(at, "\"polyline\":[");
		for (unsigned i = 0; i < object->point_count; i++) {
			at = i == 0 ? PUT(at, "{\"x\":") : PUT(at, ",{\"x\":");
			at = put_signed(at, object->points[i].x);
			at = PUT(at, ",\"y\":");
			at = put_signed(at, object->points[i].y);
			at = PUT(at, "}");
		}
		at = PUT(at, "],");
	}
	at = PUT(at, "\"rotation\":0,\"visible\":true}");
	output_advance(output, (size_t)(at - start));
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	static const struct tiled_syntax syntax = {
		.begin = begin,
		.row_separator = ",",
		.tiles_end = "]}",
		.layer_begin = layer_begin,
		.object = write_object,
		.layer_end = "]}",
		.end = "]}\n",
	};
	return tiled_write(writer, dungeon, &syntax);
}

const struct format format_tmj = {
	.name = "tmj",
	.extensions = {{"tmj", true}},
	.summary = "a map for Tiled, Phaser and their like, in JSON",
	.one_map = true,
	.styles = STYLE_TILESET,
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
