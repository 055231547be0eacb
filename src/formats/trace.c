/* SPDX-License-Identifier: MIT */
/*
 * How the map came about: a line for each attempt to place a room, then for each tunnel that did
 * not come with its room, each door and each mark. Two traces first differ where two generators do.
 */
#include "formats/build.h"
#include "formats/put.h"
#include "map/overlap.h"

#include <inttypes.h>

static struct cursor put_point(struct cursor cursor, const char *before, struct point point)
{
	return put_number(put_number(cursor, before, point.x), ",", point.y);
}

static struct cursor put_bend(struct cursor cursor, struct tunnel tunnel)
{
	return put_text(cursor, tunnel.row_first ? ", row first" : ", column first");
}

static struct cursor put_attempt(struct cursor cursor, const struct map *map,
				 const struct history *history, uint64_t index)
{
	const struct attempt *attempt = &history->attempts[index];
	const struct recipe *recipe = &map->recipe;
	struct area room = attempt->room;
	cursor = put_number(cursor, "", index + 1);
	cursor = put_number(cursor, ": w ", room.x2 - room.x1);
	cursor = put_number(cursor, ", h ", room.y2 - room.y1);
	cursor = put_number(cursor, ", x ", room.x1);
	cursor = put_number(cursor, ", y ", room.y1);
	if (attempt->number == NO_ROOM)
		return put_text(cursor, attempt->placed ? ": left out, no tunnel fits\n"
							: ": overlaps a room left out\n");
	cursor = put_number(cursor, attempt->placed ? ": room " : ": overlaps room ",
			    attempt->number);
	if (attempt->placed && attempt->number > 0 && recipe->tunnels == TUNNELS_THROUGH) {
		struct tunnel tunnel = map->tunnels[attempt->number - 1];
		if (recipe->connect == CONNECT_NEAREST)
			cursor = put_number(cursor, ", from room ", tunnel.from);
		cursor = put_bend(cursor, tunnel);
	}
	return put_text(cursor, "\n");
}

/* A tunnel around rooms, or one that is a loop. */
static struct cursor put_tunnel(struct cursor cursor, const struct map *map, uint32_t index)
{
	struct tunnel tunnel = map->tunnels[index];
	cursor = put_text(cursor, index < map->room_count - 1 ? "tunnel" : "loop");
	cursor = put_number(put_number(cursor, ": room ", tunnel.from), " to room ", tunnel.to);
	if (map->recipe.tunnels == TUNNELS_THROUGH)
		return put_text(put_bend(cursor, tunnel), "\n");
	struct path path = tunnel_path(map, index);
	for (uint32_t i = 0; i <= path.count; i++)
		cursor = put_point(cursor, i > 0 ? " to " : ", ", path_corner(path, i));
	return put_text(cursor, "\n");
}

static bool write_map(struct writer *writer, const struct map *map)
{
	const struct history *history = writer->label->history;
	struct output *output = writer->output;
	struct cursor cursor = cursor_begin(output);
	for (uint64_t i = 0; i < history->attempt_count && !output->error; i++)
		cursor = put_attempt(cursor, map, history, i);
	uint32_t first = map->recipe.tunnels == TUNNELS_THROUGH ? map->room_count - 1 : 0;
	for (uint32_t i = first; i < map->tunnel_count && !output->error; i++)
		cursor = put_tunnel(cursor, map, i);
	for (uint32_t i = 0; i < map->door_count && !output->error; i++) {
		struct door door = map->doors[i];
		cursor = put_text(
			put_number(put_point(cursor, "door: ", door.at), ", room ", door.room),
			"\n");
	}
	cursor = put_point(cursor, "spawn: ", map->marks[MARK_SPAWN].at);
	cursor = put_point(cursor, "\nexit: ", map->marks[MARK_EXIT].at);
	if (map->recipe.exit == EXIT_FARTHEST)
		cursor = put_text(put_number(cursor, ", ", map->exit_distance), " steps away");
	const struct recipe *recipe = &map->recipe;
	cursor = put_number(put_number(cursor, "\nmap: ", recipe->width), "x", recipe->height);
	cursor = put_number(put_number(cursor, ", ", history->attempt_count), " attempts, rooms ",
			    recipe->room_min);
	cursor_end(put_text(put_number(cursor, " to ", recipe->room_max), "\n"));
	return true;
}

/* Reading. */

/*
 * A trace with fewer rooms may have only one kind of coin. With 20 rooms, that happens to 1 of
 * 262144 traces by chance.
 */
enum { COIN_ROOMS_LEAST = 20 };

/* The lines that are read. */
enum line {
	ROW_FIRST,
	COLUMN_FIRST,
	FIRST_ROOM,
	OVERLAPS,
	OVERLAPS_ROOM,
	MAP,
	SPAWN,
	EXIT,
	BLANK,
	LINES
};
#define ATTEMPT " #: w #, h #, x #, y #: "
static const char *const patterns[LINES] = {
	[ROW_FIRST] = ATTEMPT "room #, row first ",
	[COLUMN_FIRST] = ATTEMPT "room #, column first ",
	[FIRST_ROOM] = ATTEMPT "room # ",
	[OVERLAPS] = ATTEMPT "overlaps ",
	[OVERLAPS_ROOM] = ATTEMPT "overlaps room # ",
	[MAP] = " map: #x#, # attempts, rooms # to # ",
	[SPAWN] = "spawn: #,# ",
	[EXIT] = "exit: #,# ",
	[BLANK] = " ",
};

/*
 * Adds an attempt with these numbers: its own, w, h, x and y. Its room is not compared with others
 * yet.
 */
static enum read_result add_attempt(struct reader *reader, const uint32_t numbers[5], bool placed,
				    bool row_first)
{
	struct map *map = reader->map;
	const uint32_t room = map->room_count;
	struct area area = {numbers[3], numbers[4], numbers[3] + numbers[1],
			    numbers[4] + numbers[2]};
	/* Until it is checked, its number is that of its line. */
	const struct attempt attempt = {area, (uint32_t)reader->input->lines, placed};
	if (!history_add(reader->history, &attempt))
		return READ_NO_MEMORY;
	if (!placed)
		return READ_MAP;
	bool joined = room == 0 || map_add_tunnel(map, room - 1, room, row_first);
	return joined && map_add_room(map, area) ? READ_MAP : READ_NO_MEMORY;
}

static enum read_result read_line(struct builder *builder, const char *text, size_t size)
{
	struct reader *reader = builder->reader;
	struct map *map = reader->map;
	struct recipe *recipe = &map->recipe;
	uint32_t numbers[6], line = 0;
	while (line < LINES && !line_is_like(text, size, patterns[line], numbers))
		line++;
	if (line <= OVERLAPS_ROOM && numbers[0] != reader->history->attempt_count + 1)
		return reader_refuse(
			reader, "line %" PRIu64 ": is attempt %" PRIu32 ", and should be %" PRIu64,
			reader->input->lines, numbers[0], reader->history->attempt_count + 1);
	if (line <= FIRST_ROOM && numbers[5] != map->room_count)
		return reader_refuse(reader,
				     "line %" PRIu64 ": is room %" PRIu32
				     ", and should be room %" PRIu32,
				     reader->input->lines, numbers[5], map->room_count);
	if (line == LINES || (line <= FIRST_ROOM && (line == FIRST_ROOM) != (numbers[5] == 0)))
		return reader_refuse(reader,
				     "line %" PRIu64 ": takes an attempt, such as \"7: w 8, h 6, x "
				     "14, y 18: room 5, row first\" "
				     "(room 0 has no tunnel) or \"...: overlaps\"; loops, doors, "
				     "other tunnels and "
				     "exits are not read",
				     reader->input->lines);
	if (line <= OVERLAPS_ROOM)
		return add_attempt(reader, numbers, line <= FIRST_ROOM, line == ROW_FIRST);
	if (line == SPAWN || line == EXIT)
		build_drawn_mark(builder, (enum mark_kind)(line - SPAWN),
				 (struct point){numbers[0], numbers[1]});
	if (line == MAP) {
		recipe->width = numbers[0];
		recipe->height = numbers[1];
		recipe->max_rooms = numbers[2];
		recipe->room_min = numbers[3];
		recipe->room_max = numbers[4];
	}
	return READ_MAP;
}

/* Checks a width or height, and the place of its room along that side. */
static enum read_result check_side(struct reader *reader, uint32_t line, bool is_height,
				   uint32_t first, uint32_t last)
{
	const struct recipe *recipe = &reader->map->recipe;
	const char *name = is_height ? "h" : "w", *option = is_height ? "--height" : "--width";
	uint32_t side = last - first, size = is_height ? recipe->height : recipe->width;
	if (side < recipe->room_min || side > recipe->room_max)
		return reader_refuse(reader,
				     "line %" PRIu32 ": %s is %" PRIu32
				     ", and is drawn from %" PRIu32 " to %" PRIu32
				     ": --room-min and --room-max",
				     line, name, side, recipe->room_min, recipe->room_max);
	if (first > size - side - 1)
		return reader_refuse(reader,
				     "line %" PRIu32 ": %s is %" PRIu32
				     ", and is drawn from 0 to %" PRIu32 ": %s %" PRIu32
				     " - %s %" PRIu32 " - 1",
				     line, is_height ? "y" : "x", first, size - side - 1, option,
				     size, name, side);
	return READ_MAP;
}

/* Keeps the first room that is found. */
static bool keep_first(void *first, struct area area, uint32_t room)
{
	(void)area;
	*(uint32_t *)first = lesser(*(uint32_t *)first, room);
	return false;
}

/* Checks an attempt by the rules of the generator. */
static enum read_result check_attempt(struct reader *reader, struct attempt *attempt)
{
	struct overlap *overlap = reader->state;
	const struct area room = attempt->room;
	const uint32_t line = attempt->number, rooms = overlap->count;
	if (check_side(reader, line, false, room.x1, room.x2) != READ_MAP ||
	    check_side(reader, line, true, room.y1, room.y2) != READ_MAP)
		return READ_NO_MAP;
	/* A room that was placed meets none before it. */
	attempt->number = rooms;
	overlap_visit(overlap, room, keep_first, &attempt->number);
	const uint32_t met = attempt->number;
	if (attempt->placed && met < rooms)
		return reader_refuse(reader,
				     "line %" PRIu32 ": room %" PRIu32 " overlaps room %" PRIu32
				     ", if only by a wall",
				     line, rooms, met);
	if (!attempt->placed && met == rooms)
		return reader_refuse(reader,
				     "line %" PRIu32 ": overlaps no room, and should be one", line);
	return !attempt->placed || overlap_add(overlap, reader->map->rooms, rooms + 1)
		       ? READ_MAP
		       : READ_NO_MEMORY;
}

/*
 * Notes that no number is the highest in its range, if twelve or more would be expected of an even
 * draw. Then the chance of none is below e^-12.
 */
static void note_range(struct reader *reader)
{
	const struct map *map = reader->map;
	const struct recipe *recipe = &map->recipe;
	double expected = 0;
	for (uint64_t i = 0; i < reader->history->attempt_count; i++) {
		const struct area room = reader->history->attempts[i].room;
		const uint32_t most = recipe->room_max, w = room.x2 - room.x1,
			       h = room.y2 - room.y1;
		const uint32_t x_most = recipe->width - w - 1, y_most = recipe->height - h - 1;
		if (w == most || h == most || room.x1 == x_most || room.y1 == y_most)
			return;
		expected += 2.0 / (most - recipe->room_min + 1) + 1 / (x_most + 1.0) +
			    1 / (y_most + 1.0);
	}
	if (expected < 12)
		return;
	reader->is_suspect = true;
	reader_note(reader, "; ",
		    "none of its %" PRIu64
		    " numbers is the highest in its range, such as w %" PRIu32
		    "; randint(min, max) includes max",
		    4 * reader->history->attempt_count, recipe->room_max);
}

/* Notes that all coins are the same, if the map has at least COIN_ROOMS_LEAST rooms. */
static void note_coin(struct reader *reader)
{
	const struct map *map = reader->map;
	if (map->room_count < COIN_ROOMS_LEAST)
		return;
	const bool is_row_first = map->tunnels[0].row_first;
	for (uint32_t i = 1; i < map->tunnel_count; i++)
		if (map->tunnels[i].row_first != is_row_first)
			return;
	reader->is_suspect = true;
	reader_note(reader, "; ",
		    "the coin never changes: all of its %" PRIu32
		    " tunnels go along the %s first; flip the coin for every tunnel",
		    map->tunnel_count, is_row_first ? "row" : "column");
}

/* Sets the marks, and checks those that the trace has. */
static enum read_result check_marks(struct builder *builder)
{
	struct reader *reader = builder->reader;
	struct map *map = reader->map;
	const uint32_t rooms[MARK_KINDS] = {0, map->room_count - 1};
	for (size_t i = 0; i < MARK_KINDS; i++) {
		struct point at = room_center(map->rooms[rooms[i]]), given = map->marks[i].at;
		if (!build_drawn_mark(builder, (enum mark_kind)i, at) &&
		    (given.x != at.x || given.y != at.y))
			return reader_refuse(reader,
					     "%s: is %" PRIu32 ",%" PRIu32
					     ", and should be %" PRIu32 ",%" PRIu32
					     ", the center of room %" PRIu32,
					     mark_names[i], given.x, given.y, at.x, at.y, rooms[i]);
	}
	return READ_MAP;
}

static enum read_result read_map(struct reader *reader)
{
	struct map *map = reader->map;
	struct history *history = reader->history;
	struct recipe *recipe = &map->recipe;
	struct builder builder = {0};
	enum read_result result = READ_MAP;
	const char *line;
	build_start(&builder, reader);
	*recipe = recipe_of_tutorials();
	map->lacks = LACKS_SEED;
	for (size_t size; result == READ_MAP && input_line(reader->input, &line, &size);)
		result = read_line(&builder, line, size);
	if (result != READ_MAP)
		return result;
	if (recipe_check(recipe) != RECIPE_SOUND)
		return reader_refuse(reader,
				     "map: dungen makes no such map; rooms have to fit its size");
	overlap_start(reader->state, map);
	for (uint64_t i = 0; i < history->attempt_count && result == READ_MAP; i++)
		result = check_attempt(reader, &history->attempts[i]);
	if (result == READ_MAP && history->attempt_count != recipe->max_rooms)
		return reader_refuse(
			reader,
			"ends after %" PRIu64 " attempts of %" PRIu32
			"; for others, add a line like \"map: 80x45, 30 attempts, rooms 6 to 10\"",
			history->attempt_count, recipe->max_rooms);
	result = result == READ_MAP ? check_marks(&builder) : result;
	if (result == READ_MAP) {
		note_range(reader);
		note_coin(reader);
	}
	return result == READ_MAP && !map_dig_through(map) ? READ_NO_MEMORY : result;
}

static void end_reading(void *state)
{
	overlap_free(state);
}

static void find_map_fault(const struct style *style, const struct map *map,
			   const struct label *label, struct text *fault)
{
	(void)style;
	(void)map;
	if (label->history->attempt_count == 0)
		text_add(fault, "has no attempts to place rooms, which trace writes; "
				"choose another format");
}

const struct format format_trace = {
	.name = "trace",
	.extensions = {{"trace", false}},
	.summary = "how the map came about, a line for each attempt",
	.needs_history = true,
	.find_map_fault = find_map_fault,
	.write = write_map,
	.read = read_map,
	.free_reader_state = end_reading,
	.reader_state_size = sizeof(struct overlap), /* the rooms so far */
	.magic = "1: ",
};
