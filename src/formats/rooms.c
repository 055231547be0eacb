/* SPDX-License-Identifier: MIT */
/*
 * The room key for game masters: a table of the rooms and the ways out of them, in the Markdown of
 * GitHub. Each map begins with a heading, which also ends the table of the map before it.
 */
#include "formats/format.h"
#include "formats/writer.h"

#include <inttypes.h>
#include <string.h>

/*
 * A way is one end of a tunnel: number 2 * i for the room where tunnel i begins, and 2 * i + 1 for
 * the room where it ends.
 */
#define NO_WAY UINT64_MAX

struct rooms_writer {
	ARRAY(uint64_t, first_ways);  /* by room: its first way, or NO_WAY */
	ARRAY(uint64_t, next_ways);   /* by way: the next way of the same room, or NO_WAY */
	ARRAY(uint32_t, exit_counts); /* by room: number of ways out of it and its wing */
};

/* The sides of a room, in the order in which its ways are written. */
enum side { SIDE_NORTH, SIDE_EAST, SIDE_SOUTH, SIDE_WEST, SIDE_UNKNOWN, SIDES };
static const char *const side_names[SIDES] = {"north ", "east ", "south ", "west ", ""};

/* Returns the room at a way, or the room at the other end of its tunnel. */
static uint32_t way_room(const struct map *map, uint64_t way, bool is_other)
{
	const struct tunnel tunnel = map->tunnels[way / 2];
	return (way % 2 == 0) != is_other ? tunnel.from : tunnel.to;
}

/* Returns whether a tile is on the floor of a room. */
static bool is_inside(struct area floor, struct point at)
{
	return floor.x1 <= at.x && at.x <= floor.x2 && floor.y1 <= at.y && at.y <= floor.y2;
}

/* Returns the side of a way: the direction of the first leg that ends outside of the room. */
static enum side find_side(const struct map *map, uint64_t way)
{
	const struct area floor = room_floor(map->rooms[way_room(map, way, false)]);
	const struct path path = tunnel_path(map, (uint32_t)(way / 2));
	const bool is_begin = way % 2 == 0;
	struct point from = path_corner(path, is_begin ? 0 : path.count);
	for (uint32_t i = 1; i <= path.count; i++) {
		const struct point to = path_corner(path, is_begin ? i : path.count - i);
		if (!is_inside(floor, to) && !points_are_equal(from, to)) {
			if (from.x == to.x)
				return to.y < from.y ? SIDE_NORTH : SIDE_SOUTH;
			return to.x < from.x ? SIDE_WEST : SIDE_EAST;
		}
		from = to;
	}
	return SIDE_UNKNOWN;
}

/* Lists the ways of each room, in the order of the tunnels. Returns false if out of memory. */
static bool list_ways(struct rooms_writer *rooms, const struct map *map)
{
	const uint32_t room_count = map->room_count;
	const uint64_t way_count = (uint64_t)map->tunnel_count * 2;
	if (!array_reserve(rooms, first_ways, room_count))
		return false;
	if (!array_reserve(rooms, next_ways, way_count))
		return false;
	if (!array_reserve(rooms, exit_counts, room_count))
		return false;
	memset(rooms->first_ways, 0xff, room_count * sizeof *rooms->first_ways);
	memset(rooms->exit_counts, 0, room_count * sizeof *rooms->exit_counts);
	for (uint64_t i = way_count; i > 0; i--) {
		const uint64_t way = i - 1;
		const uint32_t room = way_room(map, way, false);
		const uint32_t other = way_room(map, way, true);
		const uint32_t owner = map_wing_of(map, room);
		rooms->next_ways[way] = rooms->first_ways[room];
		rooms->first_ways[room] = way;
		/* The way between a room and its wing does not lead out of them. */
		if (owner != other && map_wing_of(map, other) != room)
			rooms->exit_counts[owner != NO_ROOM ? owner : room]++;
	}
	return true;
}

/* Writes a note about a room, after a comma unless it is the first note. */
static void write_note(struct output *output, const char **separator, const char *note)
{
	output_print(output, "%s%s", *separator, note);
	*separator = ", ";
}

static void write_room(struct output *output, const struct map *map, uint32_t room,
		       const struct rooms_writer *rooms)
{
	static const char *const mark_notes[MARK_KINDS] = {"start", "exit"};
	const struct area floor = room_floor(map->rooms[room]);
	const uint32_t owner = map_wing_of(map, room);
	const char *separator = "";
	output_print(output, "| %u | %ux%u | ", room + 1, area_width(floor), area_height(floor));
	for (enum side side = 0; side < SIDES; side++) {
		uint64_t way = rooms->first_ways[room];
		for (; way != NO_WAY; way = rooms->next_ways[way]) {
			if (find_side(map, way) != side)
				continue;
			uint32_t other = way_room(map, way, true);
			const uint32_t owner_there = map_wing_of(map, other);
			const bool is_own_wing = owner_there == room;
			/* A wing of another room has no label, so name the room. */
			if (owner_there != NO_ROOM && !is_own_wing)
				other = owner_there;
			output_print(output, "%s%sto %s%u", separator, side_names[side],
				     is_own_wing ? "wing " : "", other + 1);
			separator = ", ";
		}
	}
	output_text(output, *separator ? " | " : "none | ");
	separator = "";
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (map->marks[i].is_set && is_inside(floor, map->marks[i].at))
			write_note(output, &separator, mark_notes[i]);
	}
	if (owner == NO_ROOM && rooms->exit_counts[room] == 1)
		write_note(output, &separator, "dead end");
	if (owner != NO_ROOM) {
		write_note(output, &separator, "wing of ");
		output_print(output, "%u", owner + 1);
	}
	output_text(output, *separator ? " |\n" : "|\n");
}

static bool rooms_write(struct writer *writer, const struct map *map)
{
	struct rooms_writer *rooms = writer->state;
	struct output *output = writer->output;
	if (!writer_require_rooms(writer, map))
		return false;
	if (!list_ways(rooms, map))
		return false;
	output_text(output, "# Rooms");
	if (!(map->lacks & LACKS_SEED))
		output_print(output, " of seed %" PRIu64, map->recipe.seed);
	output_text(output, "\n\n| Room | Size | Ways out | Notes |\n| ---: | --- | --- | --- |\n");
	for (uint32_t i = 0; i < map->room_count; i++)
		write_room(output, map, i, rooms);
	return true;
}

static void rooms_free_state(void *state)
{
	struct rooms_writer *rooms = state;
	array_free(rooms, first_ways);
	array_free(rooms, next_ways);
	array_free(rooms, exit_counts);
}

const struct format format_rooms = {
	.name = "rooms",
	.extensions = {"md"},
	.summary = "room key for game masters, as a table in Markdown",
	.group = "game",
	.writer_state_size = sizeof(struct rooms_writer),
	.write = rooms_write,
	.free_writer_state = rooms_free_state,
	.magics = {"# Rooms"},
};
