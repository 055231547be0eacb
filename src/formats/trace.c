/* SPDX-License-Identifier: MIT */
/*
 * How the map came about: a line for each attempt to place a room, then a line for each tunnel that
 * did not come with its room, each door, and each mark. If two generators differ, their traces
 * first differ where the generators do.
 */
#include "formats/format.h"
#include "formats/trace_read.h"
#include "formats/writer.h"

#include <inttypes.h>

static const char *coin(const struct tunnel *tunnel)
{
	return tunnel->row_first ? ", row first" : ", column first";
}

/* Writes the attempts to place a room, and their results. */
static void write_attempts(struct output *output, const struct map *map)
{
	for (uint64_t i = 0; i < map->attempt_count; i++) {
		const struct attempt *attempt = &map->attempts[i];
		const struct area room = attempt->room;
		const uint32_t number = attempt->number;
		/* The generator draws w and h. With its walls, a room is one tile wider and higher.
		 */
		output_print(output, "%" PRIu64 ": w %u, h %u, x %u, y %u", i + 1,
			     room.x2 - room.x1, room.y2 - room.y1, room.x1, room.y1);
		/* Without a number, the room, or the room that it overlaps, was dropped later. */
		if (number != NO_ROOM && attempt->placed)
			output_print(output, ": room %u", number);
		else if (number != NO_ROOM)
			output_print(output, ": overlaps room %u", number);
		else if (attempt->placed)
			output_text(output, ": left out, no tunnel fits");
		else
			output_text(output, ": overlaps a room left out");
		/* With --tunnels through, each room but the first came with a tunnel. */
		if (map->recipe.tunnels == TUNNELS_THROUGH && attempt->placed && number > 0) {
			const struct tunnel *tunnel = &map->tunnels[number - 1];
			if (map->recipe.connect == CONNECT_NEAREST)
				output_print(output, ", from room %u", tunnel->from);
			output_text(output, coin(tunnel));
		}
		output_text(output, "\n");
	}
}

/* Writes a tunnel that did not come with its room: a tunnel around rooms, or a loop. */
static void write_tunnel(struct output *output, const struct map *map, uint32_t index)
{
	const struct tunnel *tunnel = &map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	const bool is_loop = index >= map->room_count - 1;
	output_print(output, "%s: room %u to room %u", is_loop ? "loop" : "tunnel", tunnel->from,
		     tunnel->to);
	if (map->recipe.tunnels == TUNNELS_THROUGH)
		output_text(output, coin(tunnel));
	if (map->recipe.tunnels == TUNNELS_AROUND) {
		for (uint32_t i = 0; i <= path.count; i++) {
			const struct point corner = path_corner(path, i);
			output_print(output, "%s%u,%u", i == 0 ? ", " : " to ", corner.x, corner.y);
		}
	}
	output_text(output, "\n");
}

static bool trace_write(struct writer *writer, const struct map *map)
{
	const struct recipe *recipe = &map->recipe;
	struct output *output = writer->output;
	uint32_t first_tunnel = 0;
	if (recipe->wings > 0 || recipe->halls > 0 || map->attempt_count == 0) {
		(void)writer_refuse(writer, "cannot be written as trace, which requires attempts "
					    "to place rooms without wings and halls");
		return advise(&writer->message, "choose another format");
	}
	/* The line of an attempt also has the tunnel that came with its room. */
	if (recipe->tunnels == TUNNELS_THROUGH)
		first_tunnel = map->room_count - 1;
	write_attempts(output, map);
	for (uint32_t i = first_tunnel; i < map->tunnel_count; i++)
		write_tunnel(output, map, i);
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		output_print(output, "door: %u,%u, room %u\n", door->at.x, door->at.y, door->room);
	}
	const struct point spawn = map->marks[MARK_SPAWN].at;
	const struct point exit = map->marks[MARK_EXIT].at;
	output_print(output, "spawn: %u,%u\nexit: %u,%u", spawn.x, spawn.y, exit.x, exit.y);
	if (recipe->exit == EXIT_FARTHEST)
		output_print(output, ", %" PRIu64 " steps away", map->exit_distance);
	/* The numbers that readers need to check the attempts. */
	output_print(output, "\nmap: %ux%u, %" PRIu64 " attempts, rooms %u to %u\n", recipe->width,
		     recipe->height, map->attempt_count, recipe->room_min, recipe->room_max);
	return true;
}

const struct format format_trace = {
	.name = "trace",
	.extensions = {"trace"},
	.summary = "log of how the map was generated, one line per attempt",
	.needs_attempts = true,
	.write = trace_write,
	.read = trace_read,
	.free_reader_state = trace_reader_free,
	.reader_state_size = sizeof(struct overlap),
	.is_first_line = trace_is_first_line,
};
