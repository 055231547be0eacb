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
#include <stdlib.h>
#include <string.h>

/* The last column is for the words of the game master. */
enum { COLUMNS = 5 };
static const char *const column_names[COLUMNS] = {"| Room", "Size", "Ways out", "Notes",
						  "Contents"};

/* The sides of a room, in the order in which its ways are written. */
enum side { SIDE_NORTH, SIDE_EAST, SIDE_SOUTH, SIDE_WEST, SIDE_UNKNOWN, SIDES };
static const char *const side_names[SIDES] = {"north to ", "east to ", "south to ", "west to ",
					      "to "};

struct part {
	uint32_t owner;   /* the room whose wing it is, or the room itself */
	uint32_t next;    /* the next wing of its owner, or NO_ROOM */
	size_t first_way; /* of an owner: index of its first way */
};

/* A way out of a room and its wings: one end of a tunnel. */
struct way {
	uint32_t room;
	enum side side;
	uint32_t position; /* along the side: a column or a row of the map */
	uint32_t tunnel;
	uint32_t other; /* the room at the other end, and not its wing */
};

/* What the master has to know about a door: the number of its lock, or one of these. */
enum { KIND_SECRET = LOCKS_MAX + 1, KIND_PLAIN };

/* A door of a tunnel. A door with a lock that is also secret is there twice. */
struct tunnel_door {
	uint32_t tunnel;
	uint32_t room; /* whose door it is, and not its wing */
	uint32_t kind;
};

struct rooms_writer {
	ARRAY(struct part, parts); /* by room */
	ARRAY(struct way, ways);   /* sorted by room, side, position, and tunnel */
	size_t way_count;
	ARRAY(struct tunnel_door, doors); /* sorted by tunnel, room, and kind */
	size_t door_count;
	ARRAY(size_t, first_doors); /* by tunnel: index of its first door */
	struct walk walk;           /* reached all rooms that are not secret */
	bool has_secrets;           /* only then */

	struct output *output; /* not owned; NULL while the table is measured */
	size_t widths[COLUMNS];
	size_t column; /* of the current cell */
	size_t length; /* of the current cell, in bytes */
};

/*
 * Finds where a tunnel leaves a room at one of its ends: the direction of the first leg that ends
 * outside of the room, and the row or column of this leg.
 */
static void find_side(struct way *way, const struct map *map, bool is_begin)
{
	const struct tunnel tunnel = map->tunnels[way->tunnel];
	const struct area floor = room_floor(map->rooms[is_begin ? tunnel.from : tunnel.to]);
	const struct path path = tunnel_path(map, way->tunnel);
	struct point from = path_corner(path, is_begin ? 0 : path.count);
	way->side = SIDE_UNKNOWN;
	way->position = 0;
	for (uint32_t i = 1; i <= path.count; i++) {
		const struct point to = path_corner(path, is_begin ? i : path.count - i);
		if (!areas_meet(floor, area_between(to, to)) && !points_are_equal(from, to)) {
			if (from.x == to.x)
				way->side = to.y < from.y ? SIDE_NORTH : SIDE_SOUTH;
			else
				way->side = to.x < from.x ? SIDE_WEST : SIDE_EAST;
			way->position = from.x == to.x ? from.x : from.y;
			return;
		}
		from = to;
	}
}

static int compare_numbers(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

/* Compares two ways, for qsort. */
static int compare_ways(const void *left, const void *right)
{
	const struct way *a = left;
	const struct way *b = right;
	if (a->room != b->room)
		return compare_numbers(a->room, b->room);
	if (a->side != b->side)
		return compare_numbers(a->side, b->side);
	if (a->position != b->position)
		return compare_numbers(a->position, b->position);
	return compare_numbers(a->tunnel, b->tunnel);
}

/* Compares two doors, for qsort. */
static int compare_doors(const void *left, const void *right)
{
	const struct tunnel_door *a = left;
	const struct tunnel_door *b = right;
	if (a->tunnel != b->tunnel)
		return compare_numbers(a->tunnel, b->tunnel);
	if (a->room != b->room)
		return compare_numbers(a->room, b->room);
	return compare_numbers(a->kind, b->kind);
}

/* Lists the parts of each room, in their order. Returns false if out of memory. */
static bool list_parts(struct rooms_writer *rooms, const struct map *map)
{
	const uint32_t room_count = map->room_count;
	if (!array_reserve(rooms, parts, room_count))
		return false;
	struct part *parts = rooms->parts;
	/* In an input map, the wing of a wing can follow. A wing comes after its room. */
	for (uint32_t room = 0; room < room_count; room++) {
		const uint32_t wing_of = map_wing_of(map, room);
		parts[room].owner = wing_of == NO_ROOM ? room : parts[wing_of].owner;
		parts[room].next = NO_ROOM;
	}
	for (uint32_t room = room_count; room > 0; room--) {
		const uint32_t part = room - 1;
		struct part *owner = &parts[parts[part].owner];
		if (owner == &parts[part])
			continue;
		parts[part].next = owner->next;
		owner->next = part;
	}
	return true;
}

/* Lists the ways out of each room. Returns false if out of memory. */
static bool list_ways(struct rooms_writer *rooms, const struct map *map)
{
	const struct part *parts = rooms->parts;
	rooms->way_count = 0;
	if (!array_reserve(rooms, ways, (uint64_t)map->tunnel_count * 2))
		return false;
	for (uint32_t i = 0; i < map->tunnel_count; i++) {
		const uint32_t from = parts[map->tunnels[i].from].owner;
		const uint32_t to = parts[map->tunnels[i].to].owner;
		/* A tunnel between a room and its wing does not lead out of them. */
		if (from == to)
			continue;
		struct way *begin = &rooms->ways[rooms->way_count++];
		struct way *end = &rooms->ways[rooms->way_count++];
		*begin = (struct way){.room = from, .tunnel = i, .other = to};
		*end = (struct way){.room = to, .tunnel = i, .other = from};
		find_side(begin, map, true);
		find_side(end, map, false);
	}
	if (rooms->way_count > 0)
		qsort(rooms->ways, rooms->way_count, sizeof *rooms->ways, compare_ways);
	size_t way = 0;
	for (uint32_t room = 0; room < map->room_count; room++) {
		rooms->parts[room].first_way = way;
		while (way < rooms->way_count && rooms->ways[way].room == room)
			way++;
	}
	return true;
}

/* Lists a door of a map for a tunnel. Returns false if out of memory. */
static bool add_door(struct rooms_writer *rooms, const struct map *map, const struct door *door,
		     uint32_t tunnel)
{
	const struct part *parts = rooms->parts;
	const struct tunnel *ends = &map->tunnels[tunnel];
	struct tunnel_door added = {.tunnel = tunnel, .room = parts[door->room].owner};
	if (!array_reserve(rooms, doors, (uint64_t)rooms->door_count + 2))
		return false;
	if (door->lock > 0) {
		added.kind = door->lock;
		rooms->doors[rooms->door_count++] = added;
	}
	if (door->is_secret) {
		added.kind = KIND_SECRET;
		rooms->doors[rooms->door_count++] = added;
	}
	/* Plain doors are written only at their room. */
	if (door->lock == 0 && !door->is_secret &&
	    (added.room == parts[ends->from].owner || added.room == parts[ends->to].owner)) {
		added.kind = KIND_PLAIN;
		rooms->doors[rooms->door_count++] = added;
	}
	return true;
}

/* Lists the doors of each tunnel. Returns false if out of memory. */
static bool list_doors(struct rooms_writer *rooms, struct passages *passages, const struct map *map)
{
	rooms->door_count = 0;
	if (!array_reserve(rooms, first_doors, map->tunnel_count))
		return false;
	if (!passages_load(passages, map))
		return false;
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door *door = &map->doors[i];
		if (!passages_find(passages, door->at))
			return false;
		for (uint32_t k = 0; k < passages->found_count; k++)
			if (!add_door(rooms, map, door, passages->found[k]))
				return false;
	}
	if (rooms->door_count > 0)
		qsort(rooms->doors, rooms->door_count, sizeof *rooms->doors, compare_doors);
	size_t door = 0;
	for (uint32_t tunnel = 0; tunnel < map->tunnel_count; tunnel++) {
		rooms->first_doors[tunnel] = door;
		while (door < rooms->door_count && rooms->doors[door].tunnel == tunnel)
			door++;
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

/* Finds the rooms that players reach without secret doors. Returns false if out of memory. */
static bool find_secrets(struct rooms_writer *rooms, const struct map *map)
{
	const struct mark spawn = map->marks[MARK_SPAWN];
	rooms->has_secrets = false;
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

/* Adds the doors on a way, those of its room first: " (door, lock 2 at 5)". */
static void add_doors(struct rooms_writer *rooms, const struct way *way)
{
	const struct tunnel_door *doors = rooms->doors;
	const char *separator = " (";
	for (unsigned is_other = 0; is_other < 2; is_other++) {
		size_t i = rooms->first_doors[way->tunnel];
		for (; i < rooms->door_count && doors[i].tunnel == way->tunnel; i++) {
			const struct tunnel_door *door = &doors[i];
			const bool is_repeated = i > 0 && compare_doors(door, door - 1) == 0;
			if (is_repeated || (door->room != way->room) != is_other ||
			    (is_other && door->kind == KIND_PLAIN))
				continue;
			add(rooms, "%s", separator);
			if (door->kind == KIND_PLAIN)
				add(rooms, "door");
			else if (door->kind == KIND_SECRET)
				add(rooms, "secret");
			else
				add(rooms, "lock %" PRIu32, door->kind);
			if (is_other)
				add(rooms, " at %" PRIu32, door->room + 1);
			separator = ", ";
		}
	}
	if (separator[0] == ',')
		add(rooms, ")");
}

/* Adds the row of a room. */
static void add_room(struct rooms_writer *rooms, const struct map *map, uint32_t room)
{
	static const char *const mark_notes[MARK_KINDS] = {"start", "stairs"};
	const size_t first_way = rooms->parts[room].first_way;
	size_t way_count = 0;
	add(rooms, "| %*" PRIu32, (int)rooms->widths[0] - 2, room + 1);
	end_cell(rooms);
	for (uint32_t part = room; part != NO_ROOM; part = rooms->parts[part].next) {
		const struct area floor = room_floor(map->rooms[part]);
		add(rooms, "%s%" PRIu32 "x%" PRIu32, part == room ? "" : " + ", area_width(floor),
		    area_height(floor));
	}
	end_cell(rooms);
	for (; first_way + way_count < rooms->way_count; way_count++) {
		const struct way *way = &rooms->ways[first_way + way_count];
		if (way->room != room)
			break;
		add_element(rooms, side_names[way->side], way->other + 1);
		add_doors(rooms, way);
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
	const char *title = writer->title;
	if (!writer_require_rooms(writer, map))
		return false;
	if (!list_parts(rooms, map) || !list_ways(rooms, map))
		return false;
	if (!list_doors(rooms, &writer->passages, map) || !find_secrets(rooms, map))
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
	array_free(rooms, ways);
	array_free(rooms, doors);
	array_free(rooms, first_doors);
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
