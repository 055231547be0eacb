/* SPDX-License-Identifier: MIT */
/* Tiled's map in XML. Some readers take no attribute of an object for granted, so each is written. */
#include "formats/put.h"
#include "formats/tiled.h"
#include "formats/tiles.h"

#include <string.h>

enum { PIECE_MOST = 2048 }; /* bytes; more than an object or what is before the tiles takes, but for the file's name */

static char *put_field(char *at, const struct tiled_field *field)
{
	if (!field->text)
		return put_attribute(at, field->name, field->number);
	at = PUT(at, " ");
	at = put_bytes(at, field->name, strlen(field->name));
	at = PUT(at, "=\"");
	at = put_bytes(at, field->text, strlen(field->text));
	return PUT(at, "\"");
}

static char *put_fields(char *at, const struct tiled_field *fields)
{
	for (const struct tiled_field *field = fields; field->name; field++)
		at = put_field(at, field);
	return at;
}

/* Puts the properties of an element that is indented by as many spaces as `indent` has, less one. */
static char *put_properties(char *at, const struct tiled_field *properties, const char *indent)
{
	size_t depth = strlen(indent);
	at = put_bytes(at, indent, depth);
	at = PUT(at, "<properties>\n");
	for (const struct tiled_field *property = properties; property->name; property++) {
		at = put_bytes(at, indent, depth);
		at = PUT(at, " <property name=\"");
		at = put_bytes(at, property->name, strlen(property->name));
		at = PUT(at, "\"");
		if (property->is_bool)
			at = PUT(at, " type=\"bool\"");
		else if (!property->text)
			at = PUT(at, " type=\"int\"");
		at = put_field(at, &(struct tiled_field){"value", property->text, property->number, false});
		at = PUT(at, "/>\n");
	}
	at = put_bytes(at, indent, depth);
	return PUT(at, "</properties>\n");
}

static void begin(const struct tiled_map *map, const struct style *style, struct output *output)
{
	static const struct tiled_escape escapes[] = {
		{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\0', NULL}};
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map");
	at = put_fields(at, map->fields);
	at = PUT(at, " infinite=\"0\">\n");
	at = put_properties(at, map->properties, " ");
	at = PUT(at, " <tileset");
	at = put_fields(at, map->tileset);
	at = PUT(at, ">\n  <image source=\"");
	output_advance(output, (size_t)(at - start));
	tiled_write_escaped(style->tileset, escapes, output);

	start = output_reserve(output, PIECE_MOST);
	at = PUT(start, "\"");
	at = put_attribute(at, "width", map->image_width);
	at = put_attribute(at, "height", map->image_height);
	at = PUT(at, "/>\n </tileset>\n <layer");
	at = put_fields(at, map->terrain);
	at = PUT(at, ">\n  <data encoding=\"csv\">");
	output_advance(output, (size_t)(at - start));
}

static void layer_begin(const struct tiled_field *fields, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, " <objectgroup");
	at = put_fields(at, fields);
	at = PUT(at, ">\n");
	output_advance(output, (size_t)(at - start));
}

static void write_object(const struct tiled_object *object, bool is_first, struct output *output)
{
	(void)is_first;
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "  <object");
	at = put_fields(at, object->fields);
	at = PUT(at, " rotation=\"0\" visible=\"1\">\n");
	if (object->properties->name)
		at = put_properties(at, object->properties, "   ");
	if (object->shape == TILED_POINT)
		at = PUT(at, "   <point/>\n");
	if (object->shape == TILED_POLYLINE) {
		at = PUT(at, "   <polyline points=\"");
		for (unsigned i = 0; i < object->point_count; i++) {
			if (i > 0)
				at = PUT(at, " ");
			at = put_signed(at, object->points[i].x);
			at = PUT(at, ",");
			at = put_signed(at, object->points[i].y);
		}
		at = PUT(at, "\"/>\n");
	}
	at = PUT(at, "  </object>\n");
	output_advance(output, (size_t)(at - start));
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	static const struct tiled_syntax syntax = {
		.begin = begin,
		.row_separator = ",\n",
		.tiles_end = "\n</data>\n </layer>\n",
		.layer_begin = layer_begin,
		.object = write_object,
		.layer_end = " </objectgroup>\n",
		.end = "</map>\n",
	};
	return tiled_write(writer, dungeon, &syntax);
}

const struct format format_tmx = {
	.name = "tmx",
	.extensions = {{"tmx", true}},
	.summary = "the same in XML",
	.one_map = true,
	.styles = STYLE_TILESET,
	.state_size = sizeof(struct rows),
	.write = write_map,
	.end = tiles_end,
};
