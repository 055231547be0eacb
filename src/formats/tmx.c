/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in XML. Every attribute of an object is written, because some readers have no
 * defaults.
 */
#include "formats/document.h"
#include "formats/tiled.h"

#define OBJECT(name)                                                                 \
	"  <object id=\"#0\" name=\"" name                                           \
	"\" type=\"$0\" x=\"#2\" y=\"#3\" width=\"#4\" height=\"#5\" rotation=\"0\"" \
	" visible=\"1\">\n"
#define PROPERTIES(list)      "   <properties>\n" list "   </properties>\n"
#define PROPERTY(name, value) "    <property name=\"" name "\" type=\"int\" value=\"" value "\"/>\n"
#define OBJECT_END            "  </object>\n"
#define RECTANGLE             OBJECT("$0 #1") PROPERTIES(PROPERTY("room", "#6")) OBJECT_END

static const struct tiled_syntax syntax = {
	.begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		 "<map version=\"1.10\" tiledversion=\"1.10.2\" orientation=\"orthogonal\" "
		 "renderorder=\"right-down\""
		 " width=\"#0\" height=\"#1\" tilewidth=\"#2\" tileheight=\"#2\" "
		 "nextlayerid=\"#3\" nextobjectid=\"#4\""
		 " infinite=\"0\">\n"
		 " <properties>\n",
	.property = {[PARAMETER_NUMBER] = "  <property name=\"$0\" type=\"int\" value=\"#0\"/>\n",
		     [PARAMETER_NAME] = "  <property name=\"$0\" value=\"$1\"/>\n",
		     [PARAMETER_FLAG] = "  <property name=\"$0\" type=\"bool\" value=\"$1\"/>\n"},
	.between = "",
	.tileset = " </properties>\n"
		   " <tileset firstgid=\"1\" name=\"dungen-tiles\" tilewidth=\"#2\" "
		   "tileheight=\"#2\" spacing=\"0\""
		   " margin=\"0\" tilecount=\"4\" columns=\"4\">\n"
		   "  <image source=\"",
	.terrain = "\" width=\"#5\" height=\"#2\"/>\n"
		   "  <tile id=\"0\">\n"
		   "   <properties>\n"
		   "    <property name=\"collides\" type=\"bool\" value=\"true\"/>\n"
		   "   </properties>\n"
		   "  </tile>\n"
		   " </tileset>\n"
		   " <layer id=\"1\" name=\"terrain\" width=\"#0\" height=\"#1\">\n"
		   "  <data encoding=\"csv\">\n",
	.row_between = ",\n",
	.terrain_end = "\n</data>\n"
		       " </layer>\n",
	.layer = " <objectgroup id=\"#0\" name=\"$0\">\n",
	.object = {[TILED_ROOMS] = RECTANGLE,
		   [TILED_TUNNELS] = OBJECT("$0 #1") PROPERTIES(
			   PROPERTY("from", "#6") PROPERTY("to", "#7")) "   <polyline points=\"0,0",
		   [TILED_MARKS] = OBJECT("$0") "   <point/>\n" OBJECT_END,
		   [TILED_DOORS] = RECTANGLE},
	.tunnel_next = " #0,#1",
	.tunnel_end = "\"/>\n" OBJECT_END,
	.layer_end = " </objectgroup>\n",
	.end = "</map>\n",
	.escapes = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}},
};

static unsigned find_style_fault(const struct style *style, struct text *fault)
{
	return tiled_find_style_fault(style, "tmx", fault);
}

static void find_map_fault(const struct style *style, const struct map *map,
			   const struct label *label, struct text *fault)
{
	(void)label;
	style_find_covered_tile(style, map, SHOW_EXIT, "tmx", fault);
}

static bool write_map(struct writer *writer, const struct map *map)
{
	return tiled_write(writer, map, &syntax);
}

const struct format format_tmx = {
	.name = "tmx",
	.extensions = {{"tmx", true}},
	.summary = "a map for Tiled and libraries that read its XML",
	.find_style_fault = find_style_fault,
	.find_map_fault = find_map_fault,
	TILED_FORMAT,
	.write = write_map,
	.magic = "<?xml",
	.read = document_read_tmx,
};
