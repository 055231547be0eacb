/* SPDX-License-Identifier: MIT */
/*
 * The room key for game masters: a table of the rooms and the ways out of them, in the Markdown of
 * GitHub. Each map begins with a heading, which also ends the table of the map before it. A room
 * and its wings are one room for people, and one row of the table.
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
	ARRAY(uint32_t, owners);     /* by room: the room whose wing it is, or the room itself */
	ARRAY(uint32_t, next_parts); /* by room: the next wing of its owner, or NO_ROOM */
	ARRAY(uint64_t, first_ways); /* by owner: its first way, or NO_WAY */
	ARRAY(uint64_t, next_ways);  /* by way: the next way of the same owner, or NO_WAY */
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

/*
 * Lists the parts of each room, in their order, and its ways, in the order of the tunnels. Returns
 * false if out of memory.
 */
static bool list_parts(struct rooms_writer *rooms, const struct map *map)
{
	const uint32_t room_count = map->room_count;
	const uint64_t way_count = (uint64_t)map->tunnel_count * 2;
	if (!array_reserve(rooms, owners, room_count))
		return false;
	if (!array_reserve(rooms, next_parts, room_count))
		return false;
	if (!array_reserve(rooms, first_ways, room_count))
		return false;
	if (!array_reserve(rooms, next_ways, way_count))
		return false;
	memset(rooms->next_parts, 0xff, room_count * sizeof *rooms->next_parts);
	memset(rooms->first_ways, 0xff, room_count * sizeof *rooms->first_ways);
	/* In an input map, the wing of a wing can follow. A wing comes after its room. */
	for (uint32_t room = 0; room < room_count; room++) {
		const uint32_t wing_of = map_wing_of(map, room);
		rooms->owners[room] = wing_of == NO_ROOM ? room : rooms->owners[wing_of];
	}
	for (uint32_t room = room_count; room > 0; room--) {
		const uint32_t part = room - 1;
		const uint32_t owner = rooms->owners[part];
		if (owner == part)
			continue;
		rooms->next_parts[part] = rooms->next_parts[owner];
		rooms->next_parts[owner] = part;
	}
	for (uint64_t i = way_count; i > 0; i--) {
		const uint64_t way = i - 1;
		const uint32_t owner = rooms->owners[way_room(map, way, false)];
		/* A way between a room and its wing does not lead out of them. */
		if (owner == rooms->owners[way_room(map, way, true)])
			continue;
		rooms->next_ways[way] = rooms->first_ways[owner];
		rooms->first_ways[owner] = way;
	}
	return true;
}

/* Writes a note about a room, after a comma unless it is the first note. */
static void write_note(struct output *output, const char **separator, const char *note)
{
	output_print(output, "%s%s", *separator, note);
	*separator = ", ";
}

/* Returns whether a mark of the map is in a room or its wings. */
static bool contains_mark(const struct map *map, uint32_t room, enum mark_kind kind,
			  const struct rooms_writer *rooms)
{
	for (uint32_t part = room; part != NO_ROOM; part = rooms->next_parts[part])
		if (is_inside(room_floor(map->rooms[part]), map->marks[kind].at))
			return map->marks[kind].is_set;
	return false;
}

static void write_room(struct output *output, const struct map *map, uint32_t room,
		       const struct rooms_writer *rooms)
{
	static const char *const mark_notes[MARK_KINDS] = {"start", "exit"};
	const char *separator = "";
	uint64_t way_count = 0;
	output_print(output, "| %u | ", room + 1);
	for (uint32_t part = room; part != NO_ROOM; part = rooms->next_parts[part]) {
		const struct area floor = room_floor(map->rooms[part]);
		output_print(output, "%s%ux%u", separator, area_width(floor), area_height(floor));
		separator = " + ";
	}
	output_text(output, " | ");
	separator = "";
	for (enum side side = 0; side < SIDES; side++) {
		uint64_t way = rooms->first_ways[room];
		for (; way != NO_WAY; way = rooms->next_ways[way]) {
			if (find_side(map, way) != side)
				continue;
			const uint32_t other = rooms->owners[way_room(map, way, true)];
			output_print(output, "%s%sto %u", separator, side_names[side], other + 1);
			separator = ", ";
			way_count++;
		}
	}
	output_text(output, way_count > 0 ? " | " : "none | ");
	separator = "";
	for (enum mark_kind kind = 0; kind < MARK_KINDS; kind++)
		if (contains_mark(map, room, kind, rooms))
			write_note(output, &separator, mark_notes[kind]);
	if (way_count == 1)
		write_note(output, &separator, "dead end");
	output_text(output, *separator ? " |\n" : "|\n");
}

static bool rooms_write(struct writer *writer, const struct map *map)
{
	struct rooms_writer *rooms = writer->state;
	struct output *output = writer->output;
	if (!writer_require_rooms(writer, map))
		return false;
	if (!list_parts(rooms, map))
		return false;
	output_text(output, "# Rooms");
	if (!(map->lacks & LACKS_SEED))
		output_print(output, " of seed %" PRIu64, map->recipe.seed);
	output_text(output, "\n\n| Room | Size | Ways out | Notes |\n| ---: | --- | --- | --- |\n");
	for (uint32_t room = 0; room < map->room_count; room++)
		if (rooms->owners[room] == room)
			write_room(output, map, room, rooms);
	return true;
}

static void rooms_free_state(void *state)
{
	struct rooms_writer *rooms = state;
	array_free(rooms, owners);
	array_free(rooms, next_parts);
	array_free(rooms, first_ways);
	array_free(rooms, next_ways);
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
