/* SPDX-License-Identifier: MIT */
/*
 * The room key for game masters: a table of the rooms and the ways out of them, in the Markdown of
 * GitHub. Each map begins with a heading, which also ends the table of the map before it. A room
 * and its wings are one room for people, and one row of the table. The table is for the eye, too,
 * so its cells are filled up with blanks. Their widths are known after the last row, so each table
 * is spelled twice: once to measure it, and once to write it.
 */
#include "formats/format.h"
#include "formats/writer.h"
#include "map/walk.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * A way is one end of a tunnel: number 2 * i for the room where tunnel i begins, and 2 * i + 1 for
 * the room where it ends.
 */
#define NO_WAY UINT64_MAX

/* The last column is for the words of the game master. */
enum { COLUMNS = 5 };
static const char *const column_names[COLUMNS] = {"| Room", "Size", "Ways out", "Notes",
						  "Contents"};

#define SECRET_WAY (UINT32_C(1) << 31) /* beside the locks of a tunnel */

struct part {
	uint32_t owner;     /* the room whose wing it is, or the room itself */
	uint32_t next;      /* the next wing of its owner, or NO_ROOM */
	uint64_t first_way; /* of an owner, or NO_WAY */
};

struct rooms_writer {
	ARRAY(struct part, parts);  /* by room */
	ARRAY(uint64_t, next_ways); /* by way: the next way of the same owner, or NO_WAY */
	ARRAY(uint32_t, shut);      /* by tunnel: bit N for a door of lock N, and SECRET_WAY */
	struct walk walk;           /* reached all rooms that are not secret */
	bool has_secrets;           /* only then */

	struct output *output; /* not owned; NULL while the table is measured */
	size_t widths[COLUMNS];
	size_t column; /* of the current cell */
	size_t length; /* of the current cell, in bytes */
};

/* The sides of a room, in the order in which its ways are written. */
enum side { SIDE_NORTH, SIDE_EAST, SIDE_SOUTH, SIDE_WEST, SIDE_UNKNOWN, SIDES };
static const char *const side_names[SIDES] = {"north to ", "east to ", "south to ", "west to ",
					      "to "};

/* Returns the room at a way, or the room at the other end of its tunnel. */
static uint32_t way_room(const struct map *map, uint64_t way, bool is_other)
{
	const struct tunnel tunnel = map->tunnels[way / 2];
	return (way % 2 == 0) != is_other ? tunnel.from : tunnel.to;
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
		if (!areas_meet(floor, area_between(to, to)) && !points_are_equal(from, to)) {
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
	if (!array_reserve(rooms, parts, room_count) || !array_reserve(rooms, next_ways, way_count))
		return false;
	struct part *parts = rooms->parts;
	/* In an input map, the wing of a wing can follow. A wing comes after its room. */
	for (uint32_t room = 0; room < room_count; room++) {
		const uint32_t wing_of = map_wing_of(map, room);
		parts[room].owner = wing_of == NO_ROOM ? room : parts[wing_of].owner;
		parts[room].next = NO_ROOM;
		parts[room].first_way = NO_WAY;
	}
	for (uint32_t room = room_count; room > 0; room--) {
		const uint32_t part = room - 1;
		struct part *owner = &parts[parts[part].owner];
		if (owner == &parts[part])
			continue;
		parts[part].next = owner->next;
		owner->next = part;
	}
	for (uint64_t i = way_count; i > 0; i--) {
		const uint64_t way = i - 1;
		const uint32_t owner = parts[way_room(map, way, false)].owner;
		/* A way between a room and its wing does not lead out of them. */
		if (owner == parts[way_room(map, way, true)].owner)
			continue;
		rooms->next_ways[way] = parts[owner].first_way;
		parts[owner].first_way = way;
	}
	return true;
}

/* Adds to the current cell, formatted like printf. */
__attribute__((format(printf, 2, 3))) static void add(struct rooms_writer *rooms,
						      const char *format, ...)
{
	char text[64]; /* more than any addition needs */
	va_list arguments;
	va_start(arguments, format);
	rooms->length += (size_t)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (rooms->output)
		output_text(rooms->output, text);
}

/* Ends the current cell, and begins the next one. */
static void end_cell(struct rooms_writer *rooms)
{
	size_t *width = &rooms->widths[rooms->column];
	const size_t length = rooms->length;
	const bool is_last = rooms->column + 1 == COLUMNS;
	for (size_t i = length; i < *width; i++)
		add(rooms, " ");
	if (length > *width)
		*width = length;
	add(rooms, is_last ? " |\n" : " | ");
	rooms->length = 0;
	rooms->column = is_last ? 0 : rooms->column + 1;
}

/* Adds a note to the current cell, or another element of a list. */
static void add_element(struct rooms_writer *rooms, const char *text, uint32_t number)
{
	if (rooms->length > 0)
		add(rooms, ", ");
	add(rooms, "%s", text);
	if (number > 0)
		add(rooms, "%" PRIu32, number);
}

/* Returns whether a tile is in a room or its wings. */
static bool contains(const struct map *map, uint32_t room, struct point at,
		     const struct rooms_writer *rooms)
{
	for (uint32_t part = room; part != NO_ROOM; part = rooms->parts[part].next)
		if (areas_meet(room_floor(map->rooms[part]), area_between(at, at)))
			return true;
	return false;
}

/*
 * Finds the locks and secret doors of each tunnel, and the rooms that players reach without secret
 * doors. Returns false if out of memory.
 */
static bool find_doors(struct rooms_writer *rooms, struct passages *passages, const struct map *map)
{
	const struct mark spawn = map->marks[MARK_SPAWN];
	rooms->has_secrets = false;
	if (!array_reserve(rooms, shut, map->tunnel_count))
		return false;
	if (map->tunnel_count > 0)
		memset(rooms->shut, 0, map->tunnel_count * sizeof *rooms->shut);
	if (!passages_load(passages, map))
		return false;
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		if (door->lock == 0 && !door->is_secret)
			continue;
		if (!passages_find(passages, door->at))
			return false;
		for (uint32_t k = 0; k < passages->found_count; k++) {
			uint32_t *shut = &rooms->shut[passages->found[k]];
			if (door->lock > 0)
				*shut |= UINT32_C(1) << door->lock;
			if (door->is_secret)
				*shut |= SECRET_WAY;
		}
	}
	if (!map_has_secrets(map))
		return true;
	if (!walk_load(&rooms->walk, map))
		return false;
	if (!walk_has_mark(&rooms->walk, spawn))
		return true;
	walk_reset_doors(&rooms->walk, map, ~DOORS_SECRET);
	rooms->has_secrets = true;
	return !walk_is_unreached(&rooms->walk, spawn.at) ||
	       (walk_begin(&rooms->walk, spawn.at) && walk_advance_to(&rooms->walk, NULL));
}

/* Adds what closes a way: " (lock 2, secret)". */
static void add_shut(struct rooms_writer *rooms, uint32_t shut)
{
	const char *separator = " (";
	for (uint32_t lock = 1; lock <= LOCKS_MAX; lock++) {
		if (!(shut >> lock & 1))
			continue;
		add(rooms, "%slock %" PRIu32, separator, lock);
		separator = ", ";
	}
	if (shut & SECRET_WAY)
		add(rooms, "%ssecret", separator);
	if (shut)
		add(rooms, ")");
}

/* Adds the row of a room. */
static void add_room(struct rooms_writer *rooms, const struct map *map, uint32_t room)
{
	static const char *const mark_notes[MARK_KINDS] = {"start", "stairs"};
	uint64_t way_count = 0;
	add(rooms, "| %*" PRIu32, (int)rooms->widths[0] - 2, room + 1);
	end_cell(rooms);
	for (uint32_t part = room; part != NO_ROOM; part = rooms->parts[part].next) {
		const struct area floor = room_floor(map->rooms[part]);
		add(rooms, "%s%" PRIu32 "x%" PRIu32, part == room ? "" : " + ", area_width(floor),
		    area_height(floor));
	}
	end_cell(rooms);
	for (enum side side = 0; side < SIDES; side++) {
		uint64_t way = rooms->parts[room].first_way;
		for (; way != NO_WAY; way = rooms->next_ways[way]) {
			if (find_side(map, way) != side)
				continue;
			add_element(rooms, side_names[side],
				    rooms->parts[way_room(map, way, true)].owner + 1);
			add_shut(rooms, rooms->shut[way / 2]);
			way_count++;
		}
	}
	if (way_count == 0)
		add(rooms, "none");
	end_cell(rooms);
	for (enum mark_kind kind = 0; kind < MARK_KINDS; kind++)
		if (map->marks[kind].is_set && contains(map, room, map->marks[kind].at, rooms))
			add_element(rooms, mark_notes[kind], 0);
	for (uint32_t i = 0; i < map->lock_count; i++)
		if (contains(map, room, map->keys[i].at, rooms))
			add_element(rooms, "key ", i + 1);
	if (rooms->has_secrets && walk_is_unreached(&rooms->walk, room_center(map->rooms[room])))
		add_element(rooms, "secret", 0);
	if (way_count == 1)
		add_element(rooms, "dead end", 0);
	end_cell(rooms);
	end_cell(rooms);
}

/* Adds all rows. The numbers of rooms are flush right, because of the colon below their name. */
static void add_table(struct rooms_writer *rooms, const struct map *map)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		add(rooms, "%s", column_names[i]);
		end_cell(rooms);
	}
	for (size_t i = 0; i < COLUMNS; i++) {
		add(rooms, i == 0 ? "| " : "");
		while (rooms->length + (i == 0) < rooms->widths[i])
			add(rooms, "-");
		add(rooms, i == 0 ? ":" : "");
		end_cell(rooms);
	}
	for (uint32_t room = 0; room < map->room_count; room++)
		if (rooms->parts[room].owner == room)
			add_room(rooms, map, room);
}

/* Writes a title as a heading. Characters that mean something in Markdown get a backslash. */
static void write_title(struct output *output, const char *title)
{
	output_text(output, "# ");
	for (; *title; title++)
		output_print(output, strchr("\\`*_[]<>&#~|", *title) ? "\\%c" : "%c", *title);
}

static bool rooms_write(struct writer *writer, const struct map *map)
{
	struct rooms_writer *rooms = writer->state;
	struct output *output = writer->output;
	const char *title = writer->style->title;
	if (!writer_require_rooms(writer, map))
		return false;
	if (!list_parts(rooms, map))
		return false;
	if (!find_doors(rooms, &writer->passages, map))
		return false;
	memset(rooms->widths, 0, sizeof rooms->widths);
	rooms->output = NULL;
	add_table(rooms, map);
	if (title)
		write_title(output, title);
	output_text(output, title ? "\n\nRooms" : "# Rooms");
	if (!(map->lacks & LACKS_SEED))
		output_print(output, " of seed %" PRIu64, map->recipe.seed);
	output_text(output, "\n\n");
	rooms->output = output;
	add_table(rooms, map);
	return true;
}

static void rooms_free_state(void *state)
{
	struct rooms_writer *rooms = state;
	array_free(rooms, parts);
	array_free(rooms, next_ways);
	array_free(rooms, shut);
	walk_free(&rooms->walk);
}

const struct format format_rooms = {
	.name = "rooms",
	.keeps_locks = true,
	.extensions = {"md"},
	.summary = "room key for game masters, as a table in Markdown",
	.group = "game",
	.looks = LOOK_TITLE,
	.writer_state_size = sizeof(struct rooms_writer),
	.write = rooms_write,
	.free_writer_state = rooms_free_state,
	.magics = {"# Rooms"},
};
