/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in JSON. The file does not contain white space, because one of its readers rejects
 * it. It contains default values, because another reader hides layers without "visible".
 */
#include "formats/document.h"
#include "formats/tiled.h"

/* A room, a door, or a tunnel, up to its properties. */
static const char tmj_object[] = "{\"id\":#0,\"name\":\"$0 #1\",\"type\":\"$0\","
				 "\"x\":#2,\"y\":#3,\"width\":#4,\"height\":#5,"
				 "\"properties\":[";

/* A mark or the route, up to its point or its line. */
static const char tmj_mark[] = "{\"id\":#0,\"name\":\"$0\",\"type\":\"$0\","
			       "\"x\":#2,\"y\":#3,\"width\":#4,\"height\":#5,";

static const struct tiled_syntax tmj_syntax = {
	.map_begin = "{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\","
		     "\"orientation\":\"orthogonal\",\"renderorder\":\"right-down\","
		     "\"width\":#0,\"height\":#1,\"tilewidth\":#2,\"tileheight\":#2,"
		     "\"nextlayerid\":#3,\"nextobjectid\":#4,\"infinite\":false,"
		     "\"properties\":[",
	.property =
		{
			[PARAMETER_NUMBER] = "{\"name\":\"$0\",\"type\":\"int\",\"value\":#0}",
			[PARAMETER_NAME] = "{\"name\":\"$0\",\"type\":\"string\",\"value\":\"$1\"}",
			[PARAMETER_FLAG] = "{\"name\":\"$0\",\"type\":\"bool\",\"value\":$1}",
		},
	.tileset_begin = "],"
			 "\"tilesets\":[{\"firstgid\":1,\"name\":\"dungen-tiles\","
			 "\"tilewidth\":#2,\"tileheight\":#2,\"spacing\":0,\"margin\":0,"
			 "\"tilecount\":4,\"columns\":4,"
			 "\"image\":\"",
	.terrain_begin = "\",\"imagewidth\":#5,\"imageheight\":#2,"
			 "\"tiles\":[{\"id\":0,\"properties\":["
			 "{\"name\":\"collides\",\"type\":\"bool\",\"value\":true}]}]}],"
			 "\"layers\":[{\"id\":1,\"name\":\"terrain\",\"width\":#0,\"height\":#1,"
			 "\"type\":\"tilelayer\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,"
			 "\"data\":[",
	.row_separator = ",",
	.terrain_end = "]}",
	.layer_begin = ",{\"id\":#0,\"name\":\"$0\",\"type\":\"objectgroup\","
		       "\"draworder\":\"topdown\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,"
		       "\"objects\":[",
	.object =
		{
			[TILED_ROOMS] = tmj_object,
			[TILED_TUNNELS] = tmj_object,
			[TILED_MARKS] = tmj_mark,
			[TILED_DOORS] = tmj_object,
			[TILED_ROUTE] = tmj_mark,
		},
	.object_property = "{\"name\":\"$0\",\"type\":\"int\",\"value\":#0}",
	.tunnels_begin = ",{\"name\":\"tunnels\",\"type\":\"string\",\"value\":\"",
	.object_end =
		{
			[TILED_ROOMS] = "],\"rotation\":0,\"visible\":true}",
			[TILED_TUNNELS] = "],\"polyline\":[{\"x\":0,\"y\":0}",
			[TILED_MARKS] = "\"point\":true,\"rotation\":0,\"visible\":true}",
			[TILED_DOORS] = "\"}],\"rotation\":0,\"visible\":true}",
			[TILED_ROUTE] = "\"polyline\":[{\"x\":0,\"y\":0}",
		},
	.corner = ",{\"x\":#0,\"y\":#1}",
	.line_end = "],\"rotation\":0,\"visible\":true}",
	.layer_end = "]}",
	.map_end = "]}\n",
	.separator = ",",
	.escapes = {{'"', "\\\""}, {'\\', "\\\\"}},
};

static bool tmj_write(struct writer *writer, const struct map *map)
{
	return tiled_write(writer, map, &tmj_syntax);
}

const struct format format_tmj = {
	.name = "tmj",
	.group = "game",
	.extensions = {"tmj"},
	.summary = "map for Tiled, Phaser and similar programs, in JSON",
	TILED_FORMAT,
	.write = tmj_write,
	.read = document_read,
	.reads_several_maps = true,
};
