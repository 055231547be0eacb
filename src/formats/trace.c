/* SPDX-License-Identifier: MIT */
/*
 * How the map came about: a line for each attempt to place a room, then for each tunnel that did not come with its
 * room, each door and each mark. Two traces first differ where two generators do.
 */
#include "formats/format.h"
#include "formats/put.h"

static struct cursor put_point(struct cursor cursor, const char *before, struct point point)
{
	return put_pair(put_pair(cursor, before, point.x), ",", point.y);
}

static struct cursor put_bend(struct cursor cursor, struct tunnel tunnel)
{
	return put_text(cursor, tunnel.row_first ? ", row first" : ", column first");
}

static struct cursor put_attempt(struct cursor cursor, const struct dungeon *dungeon, uint64_t index)
{
	const struct attempt *attempt = &dungeon->tried[index];
	const struct recipe *recipe = &dungeon->recipe;
	struct area room = attempt->room;
	cursor = put_pair(cursor, "", index + 1);
	cursor = put_pair(cursor, ": w ", room.x2 - room.x1);
	cursor = put_pair(cursor, ", h ", room.y2 - room.y1);
	cursor = put_pair(cursor, ", x ", room.x1);
	cursor = put_pair(cursor, ", y ", room.y1);
	if (attempt->number == NO_ROOM)
		return put_text(cursor,
				attempt->placed ? ": left out, no tunnel fits\n" : ": overlaps a room left out\n");
	cursor = put_pair(cursor, attempt->placed ? ": room " : ": overlaps room ", attempt->number);
	if (attempt->placed && attempt->number > 0 && recipe->tunnels == TUNNELS_THROUGH) {
		struct tunnel tunnel = dungeon->tunnels[attempt->number - 1];
		if (recipe->connect == CONNECT_NEAREST)
			cursor = put_pair(cursor, ", from room ", tunnel.from);
		cursor = put_bend(cursor, tunnel);
	}
	return put_text(cursor, "\n");
}

/* A tunnel around rooms, or one that is a loop. */
static struct cursor put_tunnel(struct cursor cursor, const struct dungeon *dungeon, uint32_t index)
{
	struct tunnel tunnel = dungeon->tunnels[index];
	cursor = put_text(cursor, index < dungeon->room_count - 1 ? "tunnel" : "loop");
	cursor = put_pair(put_pair(cursor, ": room ", tunnel.from), " to room ", tunnel.to);
	if (dungeon->recipe.tunnels == TUNNELS_THROUGH)
		return put_text(put_bend(cursor, tunnel), "\n");
	struct path path = tunnel_path(dungeon, index);
	for (uint32_t i = 0; i <= path.count; i++)
		cursor = put_point(cursor, i > 0 ? " to " : ", ", path_corner(path, i));
	return put_text(cursor, "\n");
}

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	struct output *output = writer->output;
	struct cursor cursor = cursor_begin(output);
	for (uint64_t i = 0; i < dungeon->attempts && !output->error; i++)
		cursor = put_attempt(cursor, dungeon, i);
	uint32_t first = dungeon->recipe.tunnels == TUNNELS_THROUGH ? dungeon->room_count - 1 : 0;
	for (uint32_t i = first; i < dungeon->tunnel_count && !output->error; i++)
		cursor = put_tunnel(cursor, dungeon, i);
	for (uint32_t i = 0; i < dungeon->door_count && !output->error; i++) {
		struct door door = dungeon->doors[i];
		cursor = put_text(put_pair(put_point(cursor, "door: ", door.at), ", room ", door.room), "\n");
	}
	cursor = put_point(cursor, "spawn: ", dungeon->marks[MARK_SPAWN].at);
	cursor = put_point(cursor, "\nexit: ", dungeon->marks[MARK_EXIT].at);
	if (dungeon->recipe.exit == EXIT_FARTHEST)
		cursor = put_text(put_pair(cursor, ", ", dungeon->exit_distance), " steps away");
	cursor_end(put_text(cursor, "\n"));
	return true;
}

const struct format format_trace = {
	.name = "trace",
	.extensions = {{"trace", false}},
	.summary = "how the map came about, a line for each attempt",
	.needs_attempts = true,
	.write = write_map,
	.magic = "1: ",
};
