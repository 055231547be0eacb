/* SPDX-License-Identifier: MIT */
/*
 * The JSON document, one compact document per line. It is what cJSON would print, without a tree in
 * memory.
 */
#include "formats/format.h"
#include "formats/document.h"
#include "formats/put.h"
#include "formats/tiles.h"

/* Puts a comma before an element of an array, unless it is the first one. */
static struct cursor put_comma(struct cursor cursor, uint32_t index)
{
	if (index == 0)
		return cursor;
	return put_text(cursor, ",");
}

static struct cursor put_point(struct cursor cursor, struct point point)
{
	cursor = put_number(cursor, "{\"x\":", point.x);
	cursor = put_number(cursor, ",\"y\":", point.y);
	return put_text(cursor, "}");
}

/*
 * Puts an option that the map was made from. Its strings are names, which contain no character that
 * JSON would have to escape. The builder drops the recipe of an input map with other strings.
 */
static struct cursor put_parameter(struct cursor cursor, const struct parameter *parameter)
{
	cursor = put_text(cursor, "\"");
	cursor = put_text(cursor, parameter->key);
	if (parameter->kind == PARAMETER_NUMBER)
		return put_number(cursor, "\":", parameter->number);
	if (parameter->kind == PARAMETER_FLAG)
		return put_text(cursor, "\":true");
	cursor = put_text(cursor, "\":\"");
	cursor = put_text(cursor, parameter->name);
	return put_text(cursor, "\"");
}

/* Puts how the map was made, if that is known. */
static struct cursor put_recipe(struct cursor cursor, const struct recipe *recipe)
{
	if (!recipe->algorithm)
		return cursor;
	cursor = put_text(cursor, ",\"generator\":{\"name\":\"dungen\",\"algorithm\":\"");
	cursor = put_text(cursor, recipe->algorithm);
	cursor = put_text(cursor, "\",\"rng\":\"");
	cursor = put_text(cursor, recipe->rng);
	cursor = put_text(cursor, "\"},\"params\":{");
	for (uint32_t i = 0; i < recipe->parameter_count; i++) {
		cursor = put_comma(cursor, i);
		cursor = put_parameter(cursor, &recipe->parameters[i]);
	}
	return put_text(cursor, "}");
}

/* Puts the length and the corners of the route. */
static struct cursor put_route(struct cursor cursor, const struct route *route)
{
	cursor = put_number(cursor, ",\"exit_distance\":", route->length);
	cursor = put_text(cursor, ",\"route\":[");
	for (uint32_t i = 0; i < route->corner_count && !cursor.output->error; i++) {
		cursor = put_comma(cursor, i);
		cursor = put_point(cursor, route->corners[i]);
	}
	return put_text(cursor, "]");
}

/* Puts everything up to the rooms. `route` may be NULL. */
static struct cursor put_head(struct cursor cursor, const struct map *map,
			      const struct route *route)
{
	cursor = put_text(cursor, "{\"format\":\"dungen\",\"version\":1");
	cursor = put_recipe(cursor, &map->recipe);
	cursor = put_number(cursor, ",\"width\":", map->recipe.width);
	cursor = put_number(cursor, ",\"height\":", map->recipe.height);
	cursor = put_seed(cursor, ",\"seed\":\"", map, "\"");
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!map->marks[i].is_set)
			continue;
		cursor = put_text(cursor, ",\"");
		cursor = put_text(cursor, mark_names[i]);
		cursor = put_text(cursor, "\":");
		cursor = put_point(cursor, map->marks[i].at);
	}
	if (route)
		cursor = put_route(cursor, route);
	else if (map->recipe.exit == EXIT_FARTHEST)
		cursor = put_number(cursor, ",\"exit_distance\":", map->exit_distance);
	return cursor;
}

static struct cursor put_room(struct cursor cursor, struct area room, uint32_t id)
{
	const struct area floor = room_floor(room);
	cursor = put_number(cursor, "{\"id\":", id);
	cursor = put_number(cursor, ",\"x\":", floor.x1);
	cursor = put_number(cursor, ",\"y\":", floor.y1);
	cursor = put_number(cursor, ",\"width\":", area_width(floor));
	cursor = put_number(cursor, ",\"height\":", area_height(floor));
	cursor = put_text(cursor, ",\"center\":");
	cursor = put_point(cursor, room_center(room));
	return put_text(cursor, "}");
}

static struct cursor put_rooms(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"rooms\":[");
	for (uint32_t i = 0; i < map->room_count && !cursor.output->error; i++) {
		cursor = put_comma(cursor, i);
		cursor = put_room(cursor, map->rooms[i], i);
	}
	return put_text(cursor, "]");
}

static struct cursor put_tunnel(struct cursor cursor, const struct map *map, uint32_t index)
{
	const struct tunnel *tunnel = &map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	cursor = put_number(cursor, "{\"from\":", tunnel->from);
	cursor = put_number(cursor, ",\"to\":", tunnel->to);
	cursor = put_text(cursor, ",\"path\":[");
	for (uint32_t i = 0; i <= path.count; i++) {
		cursor = put_comma(cursor, i);
		cursor = put_point(cursor, path_corner(path, i));
	}
	return put_text(cursor, "]}");
}

static struct cursor put_tunnels(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"tunnels\":[");
	for (uint32_t i = 0; i < map->tunnel_count && !cursor.output->error; i++) {
		cursor = put_comma(cursor, i);
		cursor = put_tunnel(cursor, map, i);
	}
	return put_text(cursor, "]");
}

static struct cursor put_doors(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"doors\":[");
	for (uint32_t i = 0; i < map->door_count && !cursor.output->error; i++) {
		const struct door *door = &map->doors[i];
		cursor = put_comma(cursor, i);
		cursor = put_number(cursor, "{\"x\":", door->at.x);
		cursor = put_number(cursor, ",\"y\":", door->at.y);
		cursor = put_number(cursor, ",\"room\":", door->room);
		cursor = put_text(cursor, "}");
	}
	return put_text(cursor, "]");
}

static struct cursor put_legend(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, ",\"legend\":{\"#\":\"wall\",\".\":\"floor\"");
	if (map->recipe.doors)
		cursor = put_text(cursor, ",\"+\":\"door\"");
	return put_text(cursor, "}");
}

static const struct tile_spelling json_spelling = {
	.bytes = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'},
	.row_separator = "\",\"",
	.last_row_end = "\"]",
};

static bool json_write(struct writer *writer, const struct map *map)
{
	const bool has_rooms = !(map->lacks & LACKS_ROOMS);
	const bool has_tiles = !writer->style->no_tiles;
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_head(cursor, map, writer->route);
	if (has_rooms) {
		cursor = put_rooms(cursor, map);
		cursor = put_tunnels(cursor, map);
	}
	if (has_rooms && map->recipe.doors)
		cursor = put_doors(cursor, map);
	if (has_tiles) {
		cursor = put_legend(cursor, map);
		cursor = put_text(cursor, ",\"tiles\":[\"");
	}
	cursor_end(cursor);
	if (has_tiles && !tiles_write(writer, map, 0, &json_spelling))
		return false;
	output_text(writer->output, "}\n");
	return true;
}

const struct format format_json = {
	.name = "json",
	.extensions = {{"json", true}, {"ndjson", false}, {"jsonl", false}},
	.summary = "one document per line with rooms, tunnels, spawn and exit",
	.styles = STYLE_NO_TILES | STYLE_ROUTE,
	.write = json_write,
	.read = document_read_json,
	.reads_several_maps = true,
	.free_reader_state = json_reader_free,
	.reader_state_size = sizeof(struct json_reader),
	/* An array of documents is no map, but the reader explains that. */
	.magics = {"{", "[{"},
};
