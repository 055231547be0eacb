/* SPDX-License-Identifier: MIT */
/*
 * Tiled's map in JSON. No white space, since one of its readers takes none. Values are written even if they are the
 * default: another reader hides a layer that does not say that it is visible.
 */
#include "formats/tiled.h"
#include "formats/tiles.h"

static const struct tiled_syntax syntax = {
	.field = "\"",
	.number = "\":",
	.number_end = ",",
	.text = "\":\"",
	.text_end = "\",",
	.begin = "{\"type\":\"map\",",
	.map_end = "\"infinite\":false,",
	.map_properties = {"\"properties\":[", ",", "{\"name\":\"", "],"},
	.tileset = "\"tilesets\":[{",
	.image = "\"image\":\"",
	.image_width = "\",\"imagewidth\":",
	.image_height = ",\"imageheight\":",
	.terrain = "}],\"layers\":[{",
	.tiles = "\"type\":\"tilelayer\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,\"data\":[",
	.row_between = ",",
	.tiles_end = "]}",
	.layer = ",{",
	.objects = "\"type\":\"objectgroup\",\"draworder\":\"topdown\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,"
		   "\"objects\":[",
	.object_between = ",",
	.object = "{",
	.object_fields_end = "",
	.object_properties = {"\"properties\":[", ",", "{\"name\":\"", "],"},
	.point = "\"point\":true,",
	.polyline = "\"polyline\":[",
	.x = "{\"x\":",
	.y = ",\"y\":",
	.xy_end = "}",
	.xy_between = ",",
	.polyline_end = "],",
	.object_end = "\"rotation\":0,\"visible\":true}",
	.layer_end = "]}",
	.end = "]}\n",
	.value = {[PARAMETER_NUMBER] = {"\",\"type\":\"int\",\"value\":", "}"},
		  [PARAMETER_NAME] = {"\",\"type\":\"string\",\"value\":\"", "\"}"},
		  [PARAMETER_FLAG] = {"\",\"type\":\"bool\",\"value\":", "}"}},
	.escapes = {{'"', "\\\""}, {'\\', "\\\\"}},
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
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
