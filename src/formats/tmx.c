/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in XML. The file contains every attribute of an object, because some of its readers
 * do not know the default values.
 */
#include "formats/tiled.h"

/* A room, a door, or a tunnel, up to its properties. */
static const char tmx_object[] =
	"  <object id=\"#0\" name=\"$0 #1\" type=\"$0\""
	" x=\"#2\" y=\"#3\" width=\"#4\" height=\"#5\" rotation=\"0\" visible=\"1\">\n"
	"   <properties>\n";

/* A mark or the route, up to its point or its line. */
static const char tmx_mark[] =
	"  <object id=\"#0\" name=\"$0\" type=\"$0\""
	" x=\"#2\" y=\"#3\" width=\"#4\" height=\"#5\" rotation=\"0\" visible=\"1\">\n";

static const struct tiled_syntax tmx_syntax = {
	.map_begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		     "<map version=\"1.10\" tiledversion=\"1.10.2\""
		     " orientation=\"orthogonal\" renderorder=\"right-down\""
		     " width=\"#0\" height=\"#1\" tilewidth=\"#2\" tileheight=\"#2\""
		     " nextlayerid=\"#3\" nextobjectid=\"#4\" infinite=\"0\">\n"
		     " <properties>\n",
	.property =
		{
			[PARAMETER_NUMBER] =
				"  <property name=\"$0\" type=\"int\" value=\"#0\"/>\n",
			[PARAMETER_NAME] = "  <property name=\"$0\" value=\"$1\"/>\n",
			[PARAMETER_FLAG] = "  <property name=\"$0\" type=\"bool\" value=\"$1\"/>\n",
		},
	.tileset_begin = " </properties>\n"
			 " <tileset firstgid=\"1\" name=\"dungen-tiles\""
			 " tilewidth=\"#2\" tileheight=\"#2\" spacing=\"0\" margin=\"0\""
			 " tilecount=\"4\" columns=\"4\">\n"
			 "  <image source=\"",
	.terrain_begin = "\" width=\"#5\" height=\"#2\"/>\n"
			 "  <tile id=\"0\">\n"
			 "   <properties>\n"
			 "    <property name=\"collides\" type=\"bool\" value=\"true\"/>\n"
			 "   </properties>\n"
			 "  </tile>\n"
			 " </tileset>\n"
			 " <layer id=\"1\" name=\"terrain\" width=\"#0\" height=\"#1\">\n"
			 "  <data encoding=\"csv\">\n",
	.row_separator = ",\n",
	.terrain_end = "\n</data>\n"
		       " </layer>\n",
	.layer_begin = " <objectgroup id=\"#0\" name=\"$0\">\n",
	.object =
		{
			[TILED_ROOMS] = tmx_object,
			[TILED_TUNNELS] = tmx_object,
			[TILED_MARKS] = tmx_mark,
			[TILED_DOORS] = tmx_object,
			[TILED_ROUTE] = tmx_mark,
		},
	.object_property = "    <property name=\"$0\" type=\"int\" value=\"#0\"/>\n",
	.tunnels_begin = "    <property name=\"tunnels\" value=\"",
	.object_end =
		{
			[TILED_ROOMS] = "   </properties>\n  </object>\n",
			[TILED_TUNNELS] = "   </properties>\n   <polyline points=\"0,0",
			[TILED_MARKS] = "   <point/>\n  </object>\n",
			[TILED_DOORS] = "\"/>\n   </properties>\n  </object>\n",
			[TILED_ROUTE] = "   <polyline points=\"0,0",
		},
	.corner = " #0,#1",
	.line_end = "\"/>\n  </object>\n",
	.layer_end = " </objectgroup>\n",
	.map_end = "</map>\n",
	.separator = "",
	.escapes = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}},
};

static bool tmx_write(struct writer *writer, const struct map *map)
{
	return tiled_write(writer, map, &tmx_syntax);
}

const struct format format_tmx = {
	.name = "tmx",
	.group = "game",
	.extensions = {"tmx"},
	.summary = "map for Tiled and similar programs, in XML",
	TILED_FORMAT,
	.write = tmx_write,
	.magics = {"<"},
	.read = tmx_read,
};
