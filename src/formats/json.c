/* SPDX-License-Identifier: MIT */
/* One compact document per line, written as cJSON would print it, without a tree in memory. */
#include "formats/format.h"
#include "formats/document.h"
#include "formats/put.h"
#include "formats/tiles.h"

/* Puts a comma before all but the first element of an array. */
static struct cursor put_comma(struct cursor cursor, uint32_t index)
{
	return index > 0 ? put_text(cursor, ",") : cursor;
}

/* Puts a text, which ends in the key of x, and then a point. */
static struct cursor put_point(struct cursor cursor, const char *before, struct point point)
{
	return put_text(put_number(put_number(cursor, before, point.x), ",\"y\":", point.y), "}");
}

/* Puts the options that the map was made from. Names have no character that JSON escapes. */
static struct cursor put_parameters(struct cursor cursor, const struct recipe *recipe)
{
	for (uint32_t i = 0; i < recipe->parameter_count; i++) {
		const struct parameter *parameter = &recipe->parameters[i];
		cursor = put_text(put_text(put_comma(cursor, i), "\""), parameter->key);
		if (parameter->kind == PARAMETER_NUMBER)
			cursor = put_number(cursor, "\":", parameter->number);
		else if (parameter->kind == PARAMETER_NAME)
			cursor = put_text(put_text(put_text(cursor, "\":\""), parameter->name),
					  "\"");
		else
			cursor = put_text(cursor, "\":true");
	}
	return cursor;
}

static struct cursor put_head(struct cursor cursor, const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	cursor = put_text(cursor, "{\"format\":\"dungen\",\"version\":1");
	/* A map that was read may lack these. */
	if (recipe->algorithm) {
		cursor = put_text(cursor, ",\"generator\":{\"name\":\"dungen\",\"algorithm\":\"");
		cursor = put_text(put_text(cursor, recipe->algorithm), "\",\"rng\":\"");
		cursor = put_text(put_text(cursor, recipe->rng), "\"},\"params\":{");
		cursor = put_text(put_parameters(cursor, recipe), "}");
	}
	cursor = put_number(put_number(cursor, ",\"width\":", recipe->width),
			    ",\"height\":", recipe->height);
	cursor = put_seed(cursor, ",\"seed\":\"", map, "\"");
	for (size_t i = 0; i < MARK_KINDS; i++)
		if (map->marks[i].is_set) {
			cursor = put_text(put_text(cursor, ",\""), mark_names[i]);
			cursor = put_point(cursor, "\":{\"x\":", map->marks[i].at);
		}
	if (recipe->exit == EXIT_FARTHEST)
		cursor = put_number(cursor, ",\"exit_distance\":", map->exit_distance);
	return cursor;
}

static struct cursor put_rooms(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"rooms\":[");
	for (uint32_t i = 0; i < map->room_count && !cursor.output->error; i++) {
		struct area floor = room_floor(map->rooms[i]);
		cursor = put_number(put_comma(cursor, i), "{\"id\":", i);
		cursor = put_number(cursor, ",\"x\":", floor.x1);
		cursor = put_number(cursor, ",\"y\":", floor.y1);
		cursor = put_number(cursor, ",\"width\":", area_width(floor));
		cursor = put_number(cursor, ",\"height\":", area_height(floor));
		cursor = put_point(cursor, ",\"center\":{\"x\":", room_center(map->rooms[i]));
		cursor = put_text(cursor, "}");
	}
	return put_text(cursor, "]");
}

static struct cursor put_tunnels(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"tunnels\":[");
	for (uint32_t i = 0; i < map->tunnel_count && !cursor.output->error; i++) {
		struct tunnel tunnel = map->tunnels[i];
		struct path path = tunnel_path(map, i);
		cursor = put_number(put_comma(cursor, i), "{\"from\":", tunnel.from);
		cursor = put_number(cursor, ",\"to\":", tunnel.to);
		cursor = put_text(cursor, ",\"path\":[");
		for (uint32_t k = 0; k <= path.count; k++)
			cursor = put_point(put_comma(cursor, k), "{\"x\":", path_corner(path, k));
		cursor = put_text(cursor, "]}");
	}
	return put_text(cursor, "]");
}

static struct cursor put_doors(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"doors\":[");
	for (uint32_t i = 0; i < map->door_count && !cursor.output->error; i++) {
		const struct door *door = &map->doors[i];
		cursor = put_number(put_comma(cursor, i), "{\"x\":", door->at.x);
		cursor = put_number(cursor, ",\"y\":", door->at.y);
		cursor = put_number(cursor, ",\"room\":", door->room);
		cursor = put_text(cursor, "}");
	}
	return put_text(cursor, "]");
}

static const struct tile_spelling spelling = {
	.bytes = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'},
	.row_separator = "\",\"",
	.end = "\"]",
};

static bool write_map(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	struct cursor cursor = put_head(cursor_begin(output), map);
	if (!(map->lacks & LACKS_ROOMS)) {
		cursor = put_tunnels(put_rooms(cursor, map), map);
		if (map->recipe.doors)
			cursor = put_doors(cursor, map);
	}
	if (!writer->style->no_tiles) {
		cursor = put_text(cursor, ",\"legend\":{\"#\":\"wall\",\".\":\"floor\"");
		cursor = put_text(cursor, map->recipe.doors ? ",\"+\":\"door\"}" : "}");
		cursor = put_text(cursor, ",\"tiles\":[\"");
	}
	cursor_end(cursor);
	if (!writer->style->no_tiles && !tiles_write(writer, map, 0, &spelling))
		return false;
	output_text(output, "}\n");
	return true;
}

const struct format format_json = {
	.name = "json",
	.extensions = {{"json", true}, {"ndjson", false}, {"jsonl", false}},
	.summary = "one document a line, with rooms, tunnels, spawn and exit",
	.styles = STYLE_NO_TILES,
	.write = write_map,
	.read = document_read_json,
	.reads_several_maps = true,
	.free_reader_state = json_reader_free,
	.reader_state_size = sizeof(struct json_reader),
	.magic = "{",
};
