/* SPDX-License-Identifier: MIT */
/* Tiled's map in XML. Every attribute of an object is written, since some readers have no defaults. */
#include "formats/tiled.h"
#include "formats/tiles.h"

static const struct tiled_syntax syntax = {
	.field = " ",
	.number = "=\"",
	.number_end = "\"",
	.text = "=\"",
	.text_end = "\"",
	.begin = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map",
	.map_end = " infinite=\"0\">\n",
	.map_properties = {" <properties>\n", "", "  <property name=\"", " </properties>\n"},
	.tileset = " <tileset",
	.image = ">\n  <image source=\"",
	.image_width = "\" width=\"",
	.image_height = "\" height=\"",
	.terrain = "\"/>\n </tileset>\n <layer",
	.tiles = ">\n  <data encoding=\"csv\">",
	.row_between = ",\n",
	.tiles_end = "\n</data>\n </layer>\n",
	.layer = " <objectgroup",
	.objects = ">\n",
	.object_between = "",
	.object = "  <object",
	.object_fields_end = " rotation=\"0\" visible=\"1\">\n",
	.object_properties = {"   <properties>\n", "", "    <property name=\"", "   </properties>\n"},
	.point = "   <point/>\n",
	.polyline = "   <polyline points=\"",
	.x = "",
	.y = ",",
	.xy_end = "",
	.xy_between = " ",
	.polyline_end = "\"/>\n",
	.object_end = "  </object>\n",
	.layer_end = " </objectgroup>\n",
	.end = "</map>\n",
	.value = {[PARAMETER_NUMBER] = {"\" type=\"int\" value=\"", "\"/>\n"},
		  [PARAMETER_NAME] = {"\" value=\"", "\"/>\n"},
		  [PARAMETER_FLAG] = {"\" type=\"bool\" value=\"", "\"/>\n"}},
	.escapes = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
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
