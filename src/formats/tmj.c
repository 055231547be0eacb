/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in JSON. No white space, because one reader accepts none. Defaults are written, because another one hides
 * layers without "visible".
 */
#include "formats/json_value.h"
#include "formats/tiled.h"
#include "formats/tiles.h"

static const struct tiled_syntax syntax = {
	.begin = "{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\",\"orientation\":\"orthogonal\","
		 "\"renderorder\":\"right-down\",\"width\":#0,\"height\":#1,\"tilewidth\":#2,\"tileheight\":#2,"
		 "\"nextlayerid\":#3,\"nextobjectid\":#4,\"infinite\":false,\"properties\":[",
	.property = {[PARAMETER_NUMBER] = "{\"name\":\"$0\",\"type\":\"int\",\"value\":#0}",
		     [PARAMETER_NAME] = "{\"name\":\"$0\",\"type\":\"string\",\"value\":\"$1\"}",
		     [PARAMETER_FLAG] = "{\"name\":\"$0\",\"type\":\"bool\",\"value\":$1}"},
	.property_between = ",",
	.tileset = "],\"tilesets\":[{\"firstgid\":1,\"name\":\"dungen-tiles\",\"tilewidth\":#2,\"tileheight\":#2,"
		   "\"spacing\":0,\"margin\":0,\"tilecount\":4,\"columns\":4,\"image\":\"",
	.terrain = "\",\"imagewidth\":#5,\"imageheight\":#2,\"tiles\":[{\"id\":0,\"properties\":[{\"name\":"
		   "\"collides\",\"type\":\"bool\",\"value\":true}]}]}],\"layers\":[{\"id\":1,\"name\":\"terrain\","
		   "\"width\":#0,\"height\":#1,\"type\":\"tilelayer\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,"
		   "\"data\":[",
	.row_between = ",",
	.terrain_end = "]}",
	.layer = ",{\"id\":#0,\"name\":\"$0\",\"type\":\"objectgroup\",\"draworder\":\"topdown\",\"x\":0,\"y\":0,"
		 "\"opacity\":1,\"visible\":true,\"objects\":[",
	.object_between = ",",
	.object = "{\"id\":#0,\"name\":\"",
	.object_area = "\",\"type\":\"$0\",\"x\":#1,\"y\":#2,\"width\":#3,\"height\":#4,",
	.rectangle = "\"properties\":[{\"name\":\"$0\",\"type\":\"int\",\"value\":#0}],",
	.point = "\"point\":true,",
	.tunnel = "\"properties\":[{\"name\":\"from\",\"type\":\"int\",\"value\":#0},"
		  "{\"name\":\"to\",\"type\":\"int\",\"value\":#1}],\"polyline\":[{\"x\":0,\"y\":0}",
	.tunnel_next = ",{\"x\":#0,\"y\":#1}",
	.tunnel_end = "],",
	.object_end = "\"rotation\":0,\"visible\":true}",
	.layer_end = "]}",
	.end = "]}\n",
	.escapes = {{'"', "\\\""}, {'\\', "\\\\"}},
};

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	return tiled_write(writer, dungeon, &syntax);
}

const struct format format_tmj = {
	.name = "tmj",
	.extensions = {{"tmj", true}},
	.summary = "a map for Tiled, Phaser and their like, in JSON",
	.one_map = true,
	.styles = STYLE_SHOW | STYLE_TILESET | STYLE_TILE_SIZE,
	.marks = SHOW_EXIT,
	.write = write_map,
	.read = tiled_read,
	.reads_on = true,
	.read_end = json_read_end,
	.reader_size = sizeof(struct json_place),
};
