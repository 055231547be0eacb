/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in JSON. No white space, because one reader accepts none. Defaults are written,
 * because another one hides layers without "visible".
 */
#include "formats/document.h"
#include "formats/tiled.h"

#define OBJECT(name)                  \
	"{\"id\":#0,\"name\":\"" name \
	"\",\"type\":\"$0\",\"x\":#2,\"y\":#3,\"width\":#4,\"height\":#5,"
#define OBJECT_END "\"rotation\":0,\"visible\":true}"
#define RECTANGLE       \
	OBJECT("$0 #1") \
	"\"properties\":[{\"name\":\"room\",\"type\":\"int\",\"value\":#6}]," OBJECT_END

static const struct tiled_syntax syntax = {
	.begin = "{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\","
		 "\"orientation\":\"orthogonal\","
		 "\"renderorder\":\"right-down\",\"width\":#0,\"height\":#1,\"tilewidth\":#2,"
		 "\"tileheight\":#2,"
		 "\"nextlayerid\":#3,\"nextobjectid\":#4,\"infinite\":false,\"properties\":[",
	.property = {[PARAMETER_NUMBER] = "{\"name\":\"$0\",\"type\":\"int\",\"value\":#0}",
		     [PARAMETER_NAME] = "{\"name\":\"$0\",\"type\":\"string\",\"value\":\"$1\"}",
		     [PARAMETER_FLAG] = "{\"name\":\"$0\",\"type\":\"bool\",\"value\":$1}"},
	.between = ",",
	.tileset = "],\"tilesets\":[{\"firstgid\":1,\"name\":\"dungen-tiles\",\"tilewidth\":#2,"
		   "\"tileheight\":#2,"
		   "\"spacing\":0,\"margin\":0,\"tilecount\":4,\"columns\":4,\"image\":\"",
	.terrain = "\",\"imagewidth\":#5,\"imageheight\":#2,\"tiles\":[{\"id\":0,\"properties\":[{"
		   "\"name\":"
		   "\"collides\",\"type\":\"bool\",\"value\":true}]}]}],\"layers\":[{\"id\":1,"
		   "\"name\":\"terrain\","
		   "\"width\":#0,\"height\":#1,\"type\":\"tilelayer\",\"x\":0,\"y\":0,\"opacity\":"
		   "1,\"visible\":true,"
		   "\"data\":[",
	.row_between = ",",
	.terrain_end = "]}",
	.layer = ",{\"id\":#0,\"name\":\"$0\",\"type\":\"objectgroup\",\"draworder\":\"topdown\","
		 "\"x\":0,\"y\":0,"
		 "\"opacity\":1,\"visible\":true,\"objects\":[",
	.object = {[TILED_ROOMS] = RECTANGLE,
		   [TILED_TUNNELS] = OBJECT(
			   "$0 #1") "\"properties\":[{\"name\":\"from\",\"type\":"
				    "\"int\",\"value\":#6},"
				    "{\"name\":\"to\",\"type\":\"int\",\"value\":#7}],"
				    "\"polyline\":[{\"x\":0,\"y\":0}",
		   [TILED_MARKS] = OBJECT("$0") "\"point\":true," OBJECT_END,
		   [TILED_DOORS] = RECTANGLE},
	.tunnel_next = ",{\"x\":#0,\"y\":#1}",
	.tunnel_end = "]," OBJECT_END,
	.layer_end = "]}",
	.end = "]}\n",
	.escapes = {{'"', "\\\""}, {'\\', "\\\\"}},
};

static unsigned find_style_fault(const struct style *style, struct text *fault)
{
	return tiled_find_style_fault(style, "tmj", fault);
}

static void find_map_fault(const struct style *style, const struct map *map,
			   const struct label *label, struct text *fault)
{
	(void)label;
	style_find_covered_tile(style, map, SHOW_EXIT, "tmj", fault);
}

static bool write_map(struct writer *writer, const struct map *map)
{
	return tiled_write(writer, map, &syntax);
}

const struct format format_tmj = {
	.name = "tmj",
	.extensions = {{"tmj", true}},
	.summary = "a map for Tiled, Phaser and their like, in JSON",
	.find_style_fault = find_style_fault,
	.find_map_fault = find_map_fault,
	TILED_FORMAT,
	.write = write_map,
	.read = document_read_tmj,
	.reads_several_maps = true,
};
