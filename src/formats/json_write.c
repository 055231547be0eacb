/* SPDX-License-Identifier: MIT */
#include "formats/json_write.h"

#include "formats/tiles.h"

#include <inttypes.h>
#include <string.h>

/* Returns what stands before an element of an array: a comma, unless it is the first element. */
static const char *comma(uint32_t index)
{
	return index > 0 ? "," : "";
}

/*
 * Writes how the map was made. The strings are names, which contain no character that JSON would
 * have to escape. The builder drops the recipe of an input map with other strings.
 */
static void write_recipe(struct output *output, const struct recipe *recipe)
{
	output_print(output,
		     ",\"generator\":{\"name\":\"dungen\",\"algorithm\":\"%s\",\"rng\":\"%s\"},"
		     "\"params\":{",
		     recipe->algorithm, recipe->rng);
	for (uint32_t i = 0; i < recipe->parameter_count; i++) {
		const struct parameter *parameter = &recipe->parameters[i];
		const char *key = parameter->key;
		if (parameter->kind == PARAMETER_NUMBER)
			output_print(output, "%s\"%s\":%" PRIu64, comma(i), key, parameter->number);
		else if (parameter->kind == PARAMETER_NAME)
			output_print(output, "%s\"%s\":\"%s\"", comma(i), key, parameter->name);
		else
			output_print(output, "%s\"%s\":true", comma(i), key);
	}
	output_text(output, "}");
}

/* Writes everything up to the rooms. `route` may be NULL. */
static void write_head(struct output *output, const struct map *map, const struct route *route)
{
	const struct recipe *recipe = &map->recipe;
	output_text(output, "{\"format\":\"dungen\",\"version\":1");
	if (recipe->algorithm)
		write_recipe(output, recipe);
	output_print(output, ",\"width\":%u,\"height\":%u", recipe->width, recipe->height);
	if (!(map->lacks & LACKS_SEED))
		output_print(output, ",\"seed\":\"%" PRIu64 "\"", recipe->seed);
	for (size_t i = 0; i < MARK_KINDS; i++) {
		const struct mark *mark = &map->marks[i];
		if (mark->is_set)
			output_print(output, ",\"%s\":{\"x\":%u,\"y\":%u}", mark_names[i],
				     mark->at.x, mark->at.y);
	}
	if (route) {
		output_print(output, ",\"exit_distance\":%" PRIu64 ",\"route\":[",
			     route->exit_distance);
		for (uint32_t i = 0; i < route->corner_count; i++)
			output_print(output, "%s{\"x\":%u,\"y\":%u}", comma(i), route->corners[i].x,
				     route->corners[i].y);
		output_text(output, "]");
	} else if (recipe->exit == EXIT_FARTHEST) {
		output_print(output, ",\"exit_distance\":%" PRIu64, map->exit_distance);
	}
}

/* Writes the doors and the keys. Returns false if out of memory. */
static bool write_doors(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	struct passages *passages = &writer->passages;
	if (!passages_load(passages, map))
		return false;
	output_text(output, ",\"doors\":[");
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		if (!passages_find(passages, door->at))
			return false;
		output_number(output, i > 0 ? ",{\"x\":" : "{\"x\":", door->at.x);
		output_number(output, ",\"y\":", door->at.y);
		output_number(output, ",\"room\":", door->room);
		const char *begin = ",\"tunnels\":[";
		for (uint32_t k = 0; k < passages->found_count; k++, begin = ",")
			output_number(output, begin, passages->found[k]);
		output_text(output, passages->found_count > 0 ? "]" : ",\"tunnels\":[]");
		if (door->lock > 0)
			output_number(output, ",\"lock\":", door->lock);
		output_text(output, door->is_secret ? ",\"secret\":true}" : "}");
	}
	output_text(output, "]");
	for (uint32_t i = 0; i < map->lock_count; i++) {
		const struct point at = map->keys[i].at;
		const uint32_t room = map_room_at(map, at);
		output_print(output, "%s{\"lock\":%u,\"x\":%u,\"y\":%u",
			     i > 0 ? "," : ",\"keys\":[", i + 1, at.x, at.y);
		if (room != NO_ROOM)
			output_number(output, ",\"room\":", room);
		output_text(output, "}");
	}
	if (map->lock_count > 0)
		output_text(output, "]");
	return true;
}

/*
 * Writes rooms and tunnels. The literals of rooms and corners also close the element
 * before, because that is faster than one more call.
 */
static void write_rooms_and_tunnels(struct output *output, const struct map *map)
{
	const char *begin = "{\"id\":";
	output_text(output, ",\"rooms\":[");
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct area floor = room_floor(map->rooms[i]);
		const struct point center = room_center(map->rooms[i]);
		output_number(output, begin, i);
		output_number(output, ",\"x\":", floor.x1);
		output_number(output, ",\"y\":", floor.y1);
		output_number(output, ",\"width\":", area_width(floor));
		output_number(output, ",\"height\":", area_height(floor));
		if (map->distance_count == map->room_count)
			output_number(output, ",\"distance\":", map->distances[i]);
		output_number(output, ",\"center\":{\"x\":", center.x);
		output_number(output, ",\"y\":", center.y);
		begin = "}},{\"id\":";
		if (map_wing_of(map, i) != NO_ROOM) {
			output_number(output, "},\"wing_of\":", map->wing_of[i]);
			begin = "},{\"id\":";
		}
	}
	/* Close the last room. */
	output_write(output, begin, strcspn(begin, ",{"));
	output_text(output, "],\"tunnels\":[");
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const struct tunnel *tunnel = &map->tunnels[i];
		const struct path path = tunnel_path(map, i);
		const struct point start = path_corner(path, 0);
		output_number(output, i > 0 ? ",{\"from\":" : "{\"from\":", tunnel->from);
		output_number(output, ",\"to\":", tunnel->to);
		output_number(output, ",\"path\":[{\"x\":", start.x);
		output_number(output, ",\"y\":", start.y);
		for (uint32_t corner = 1; corner <= path.count; corner++) {
			const struct point at = path_corner(path, corner);
			output_number(output, "},{\"x\":", at.x);
			output_number(output, ",\"y\":", at.y);
		}
		output_text(output, "}]}");
	}
	output_text(output, "]");
}

static const struct tile_spelling json_spelling = {
	.bytes = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'},
	.row_separator = "\",\"",
	.last_row_end = "\"]",
};

bool json_write_document(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	write_head(output, map, writer->route);
	if (!(map->lacks & LACKS_ROOMS)) {
		write_rooms_and_tunnels(output, map);
		if (map->recipe.doors && !write_doors(writer, map))
			return false;
	}
	if (!writer->style->no_tiles) {
		output_print(output, ",\"legend\":{\"#\":\"wall\",\".\":\"floor\"%s},\"tiles\":[\"",
			     map->recipe.doors ? ",\"+\":\"door\"" : "");
		if (!tiles_write(writer, map, 0, &json_spelling))
			return false;
	}
	output_text(output, "}\n");
	return true;
}
