/* SPDX-License-Identifier: MIT */
/*
 * How the map came about: a line for each attempt to place a room, then a line for each tunnel that
 * did not come with its room, each door, and each mark. If two generators differ, their traces
 * first differ where the generators do.
 */
#include "formats/put.h"
#include "formats/trace_read.h"

/* Puts a text and a point. */
static struct cursor put_point(struct cursor cursor, const char *text, struct point point)
{
	cursor = put_number(cursor, text, point.x);
	return put_number(cursor, ",", point.y);
}

/* Puts the coin of a tunnel. */
static struct cursor put_coin(struct cursor cursor, const struct tunnel *tunnel)
{
	return put_text(cursor, tunnel->row_first ? ", row first" : ", column first");
}

/*
 * Puts the tunnel that came with its room. With --tunnels through, each room but the first came
 * with a tunnel, in the order of the rooms.
 */
static struct cursor put_room_tunnel(struct cursor cursor, const struct map *map, uint32_t room)
{
	const struct tunnel *tunnel = &map->tunnels[room - 1];
	if (map->recipe.connect == CONNECT_NEAREST)
		cursor = put_number(cursor, ", from room ", tunnel->from);
	return put_coin(cursor, tunnel);
}

/* Puts the result of an attempt to place a room. */
static struct cursor put_result(struct cursor cursor, const struct map *map,
				const struct attempt *attempt)
{
	/* The room of the attempt, or the room that it overlaps, was dropped later. */
	const bool is_dropped = attempt->number == NO_ROOM;
	if (attempt->placed && is_dropped)
		return put_text(cursor, ": left out, no tunnel fits");
	if (is_dropped)
		return put_text(cursor, ": overlaps a room left out");
	if (!attempt->placed)
		return put_number(cursor, ": overlaps room ", attempt->number);
	cursor = put_number(cursor, ": room ", attempt->number);
	if (attempt->number > 0 && map->recipe.tunnels == TUNNELS_THROUGH)
		cursor = put_room_tunnel(cursor, map, attempt->number);
	return cursor;
}

static struct cursor put_attempt(struct cursor cursor, const struct map *map,
				 const struct history *history, uint64_t index)
{
	const struct attempt *attempt = &history->attempts[index];
	const struct area room = attempt->room;
	cursor = put_number(cursor, "", index + 1);
	/* The generator draws w and h. With its walls, the room is one tile wider and higher. */
	cursor = put_number(cursor, ": w ", room.x2 - room.x1);
	cursor = put_number(cursor, ", h ", room.y2 - room.y1);
	cursor = put_number(cursor, ", x ", room.x1);
	cursor = put_number(cursor, ", y ", room.y1);
	cursor = put_result(cursor, map, attempt);
	return put_text(cursor, "\n");
}

/* Puts a tunnel that did not come with its room: a tunnel around rooms, or a loop. */
static struct cursor put_tunnel(struct cursor cursor, const struct map *map, uint32_t index)
{
	const struct tunnel *tunnel = &map->tunnels[index];
	const bool is_loop = index >= map->room_count - 1;
	cursor = put_text(cursor, is_loop ? "loop" : "tunnel");
	cursor = put_number(cursor, ": room ", tunnel->from);
	cursor = put_number(cursor, " to room ", tunnel->to);
	if (map->recipe.tunnels == TUNNELS_THROUGH) {
		cursor = put_coin(cursor, tunnel);
	} else {
		const struct path path = tunnel_path(map, index);
		cursor = put_point(cursor, ", ", path_corner(path, 0));
		for (uint32_t i = 1; i <= path.count; i++)
			cursor = put_point(cursor, " to ", path_corner(path, i));
	}
	return put_text(cursor, "\n");
}

static struct cursor put_door(struct cursor cursor, const struct door *door)
{
	cursor = put_point(cursor, "door: ", door->at);
	cursor = put_number(cursor, ", room ", door->room);
	return put_text(cursor, "\n");
}

static struct cursor put_marks(struct cursor cursor, const struct map *map)
{
	cursor = put_point(cursor, "spawn: ", map->marks[MARK_SPAWN].at);
	cursor = put_point(cursor, "\nexit: ", map->marks[MARK_EXIT].at);
	if (map->recipe.exit == EXIT_FARTHEST) {
		cursor = put_number(cursor, ", ", map->exit_distance);
		cursor = put_text(cursor, " steps away");
	}
	return put_text(cursor, "\n");
}

/* Puts the numbers that readers need to check the attempts. */
static struct cursor put_recipe(struct cursor cursor, const struct recipe *recipe,
				uint64_t attempt_count)
{
	cursor = put_number(cursor, "map: ", recipe->width);
	cursor = put_number(cursor, "x", recipe->height);
	cursor = put_number(cursor, ", ", attempt_count);
	cursor = put_number(cursor, " attempts, rooms ", recipe->room_min);
	cursor = put_number(cursor, " to ", recipe->room_max);
	return put_text(cursor, "\n");
}

static bool trace_write(struct writer *writer, const struct map *map)
{
	const struct history *history = writer->label->history;
	const struct output *output = writer->output;
	uint32_t first_tunnel = 0;
	/* The line of an attempt also has the tunnel that came with its room. */
	if (map->recipe.tunnels == TUNNELS_THROUGH)
		first_tunnel = map->room_count - 1;
	struct cursor cursor = cursor_begin(writer->output);
	for (uint64_t i = 0; i < history->attempt_count && !output->error; i++)
		cursor = put_attempt(cursor, map, history, i);
	for (uint32_t i = first_tunnel; i < map->tunnel_count && !output->error; i++)
		cursor = put_tunnel(cursor, map, i);
	for (uint32_t i = 0; i < map->door_count && !output->error; i++)
		cursor = put_door(cursor, &map->doors[i]);
	cursor = put_marks(cursor, map);
	cursor = put_recipe(cursor, &map->recipe, history->attempt_count);
	cursor_end(cursor);
	return true;
}

static void trace_find_map_fault(const struct style *style, const struct map *map,
				 const struct label *label, struct error *fault)
{
	(void)style;
	(void)map;
	if (label->history->attempt_count > 0)
		return;
	error_set_problem(fault, "cannot be written as trace without attempts to place rooms");
	error_set_fix(fault, "choose another format");
}

const struct format format_trace = {
	.name = "trace",
	.extensions = {{"trace", false}},
	.summary = "log of how the map was generated, one line per attempt",
	.needs_history = true,
	.find_map_fault = trace_find_map_fault,
	.write = trace_write,
	.read = trace_read,
	.free_reader_state = trace_reader_free,
	.reader_state_size = sizeof(struct overlap),
	.is_first_line = trace_is_first_line,
};
