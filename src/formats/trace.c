/* SPDX-License-Identifier: MIT */
/*
 * How the map came about: a line for each attempt to place a room, then for each tunnel that did not come with its
 * room, each door and each mark. Two traces first differ where two generators do.
 */
#include "formats/format.h"
#include "formats/put.h"
#include "model/overlap.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
	const struct recipe *recipe = &dungeon->recipe;
	cursor = put_pair(put_pair(cursor, "\nmap: ", recipe->width), "x", recipe->height);
	cursor = put_pair(put_pair(cursor, ", ", dungeon->attempts), " attempts, rooms ", recipe->room_min);
	cursor_end(put_text(put_pair(cursor, " to ", recipe->room_max), "\n"));
	return true;
}

/* Reading. */

/* Memory for the lines of a map. */
struct trace_reader {
	ARRAY(uint64_t, lines); /* by attempt: the number of its line */
	bool has_map, has[MARK_KINDS];
	struct point marks[MARK_KINDS];
	struct overlap overlap;
};

/* Takes text like a pattern, in which # stands for a number and a blank for any number of blanks. */
static bool take(const char **text, const char *pattern, uint32_t *numbers)
{
	const char *at = *text;
	for (; *pattern; pattern++) {
		while (*pattern == ' ' && *at == ' ')
			at++;
		if (*pattern == '#' && *at >= '0' && *at <= '9') {
			uint64_t number = 0;
			for (; *at >= '0' && *at <= '9' && number <= INT32_MAX; at++)
				number = number * 10 + (uint64_t)(*at - '0');
			if (number > INT32_MAX)
				return false;
			*numbers++ = (uint32_t)number;
		} else if (*pattern != ' ' && *at++ != *pattern) {
			return false;
		}
	}
	*text = at;
	return true;
}

static enum read_result refuse_line(struct reader *reader, uint64_t line, const char *what)
{
	return reader_refuse(reader, "line %" PRIu64 ": %s", line, what);
}

/* Reads how an attempt ended: "room 5, row first" or "overlaps room 3". Adds its room and its tunnel. */
static enum read_result read_end(struct reader *reader, const char *text, struct attempt *attempt)
{
	struct dungeon *dungeon = reader->dungeon;
	uint32_t newest = dungeon->room_count - 1;
	attempt->number = NO_ROOM;
	attempt->placed = !take(&text, " overlaps", NULL);
	if (!take(&text, " room #", &attempt->number) && attempt->placed)
		return refuse_line(reader, reader->input->lines,
				   "takes \"room N\" or \"overlaps room N\" behind the numbers");
	if (!attempt->placed)
		return *text ? refuse_line(reader, reader->input->lines, "takes \"overlaps room N\"") : READ_MAP;
	if (attempt->number != dungeon->room_count)
		return reader_refuse(reader, "line %" PRIu64 ": is room %" PRIu32 ", and should be room %" PRIu32,
				     reader->input->lines, attempt->number, dungeon->room_count);
	bool row_first = take(&text, ", row first", NULL);
	bool has_coin = row_first || take(&text, ", column first", NULL);
	if (*text || (has_coin && attempt->number == 0) || (!has_coin && attempt->number > 0))
		return refuse_line(
			reader, reader->input->lines,
			"every room but the first takes \", row first\" or \", column first\"; other tunnels "
			"than those of the tutorials are not read");
	return dungeon_add_room(dungeon, attempt->room) &&
			       (attempt->number == 0 || dungeon_add_tunnel(dungeon, newest, newest + 1, row_first))
		       ? READ_MAP
		       : READ_NO_MEMORY;
}

static enum read_result read_attempt(struct reader *reader, const char *text, const uint32_t numbers[5])
{
	struct dungeon *dungeon = reader->dungeon;
	struct trace_reader *state = reader->state;
	uint64_t index = dungeon->attempts;
	if (numbers[0] != index + 1)
		return reader_refuse(reader, "line %" PRIu64 ": is attempt %" PRIu32 ", and should be %" PRIu64,
				     reader->input->lines, numbers[0], index + 1);
	if (!array_reserve(dungeon, tried, index + 1) || !array_reserve(state, lines, index + 1))
		return READ_NO_MEMORY;
	state->lines[index] = reader->input->lines;
	dungeon->tried[index].room = (struct area){numbers[3], numbers[4], numbers[3] + numbers[1],
						   numbers[4] + numbers[2]};
	dungeon->attempts++;
	return read_end(reader, text, &dungeon->tried[index]);
}

static enum read_result read_line(struct reader *reader, const char *text)
{
	struct recipe *recipe = &reader->dungeon->recipe;
	struct trace_reader *state = reader->state;
	uint32_t numbers[5];
	if (take(&text, " #: w #, h #, x #, y #:", numbers))
		return read_attempt(reader, text, numbers);
	if (!state->has_map && take(&text, " map: #x#, # attempts, rooms # to # ", numbers) && !*text) {
		state->has_map = true;
		recipe->width = numbers[0];
		recipe->height = numbers[1];
		recipe->max_rooms = numbers[2];
		recipe->room_min = numbers[3];
		recipe->room_max = numbers[4];
		return READ_MAP;
	}
	for (size_t i = 0; i < MARK_KINDS; i++)
		if (!state->has[i] && take(&text, mark_names[i], NULL) && take(&text, ": #,# ", numbers) && !*text) {
			state->has[i] = true;
			state->marks[i] = (struct point){numbers[0], numbers[1]};
			return READ_MAP;
		}
	return refuse_line(
		reader, reader->input->lines,
		"takes an attempt, such as \"7: w 8, h 6, x 14, y 18: room 5, row first\"; loops, doors and tunnels "
		"around rooms are not read");
}

/* Refuses a number that cannot have been drawn. `bounds` has the options that the bounds come from. */
static enum read_result refuse_draw(struct reader *reader, uint64_t line, const char *name, uint32_t number,
				    uint32_t lowest, uint32_t highest, const char *bounds)
{
	return reader_refuse(reader,
			     "line %" PRIu64 ": %s is %" PRIu32 ", and is drawn from %" PRIu32 " to %" PRIu32 ": %s",
			     line, name, number, lowest, highest, bounds);
}

/* Checks a width or height, and the place of its room along that side. */
static enum read_result check_side(struct reader *reader, uint64_t line, bool is_height, uint32_t first, uint32_t last)
{
	const struct recipe *recipe = &reader->dungeon->recipe;
	const char *name = is_height ? "h" : "w";
	uint32_t side = last - first, size = is_height ? recipe->height : recipe->width;
	char bounds[64];
	(void)snprintf(bounds, sizeof bounds, "--%s %" PRIu32 " - %s %" PRIu32 " - 1", is_height ? "height" : "width",
		       size, name, side);
	if (side < recipe->room_min || side > recipe->room_max)
		return refuse_draw(reader, line, name, side, recipe->room_min, recipe->room_max,
				   "--room-min and --room-max");
	if (first > size - side - 1)
		return refuse_draw(reader, line, is_height ? "y" : "x", first, 0, size - side - 1, bounds);
	return READ_MAP;
}

/* Checks the attempts by the rules of the generator. */
static enum read_result check_attempts(struct reader *reader)
{
	struct dungeon *dungeon = reader->dungeon;
	struct trace_reader *state = reader->state;
	uint32_t rooms = 0;
	overlap_start(&state->overlap, dungeon);
	for (uint64_t i = 0; i < dungeon->attempts; i++) {
		struct attempt *attempt = &dungeon->tried[i];
		uint64_t line = state->lines[i];
		struct area room = attempt->room;
		enum read_result result = check_side(reader, line, false, room.x1, room.x2);
		if (result == READ_MAP)
			result = check_side(reader, line, true, room.y1, room.y2);
		if (result != READ_MAP)
			return result;
		bool meets = overlap_meets(&state->overlap, room);
		uint32_t met = 0;
		while (meets && !areas_meet(room, dungeon->rooms[met]))
			met++;
		if (attempt->placed && meets)
			return reader_refuse(reader,
					     "line %" PRIu64 ": room %" PRIu32 " overlaps room %" PRIu32
					     ", if only by a wall",
					     line, rooms, met);
		if (attempt->placed && !overlap_add(&state->overlap, dungeon->rooms, ++rooms))
			return READ_NO_MEMORY;
		if (attempt->placed)
			continue;
		if (!meets)
			return refuse_line(reader, line, "overlaps no room, and should be one");
		if (attempt->number != NO_ROOM && attempt->number != met)
			return reader_refuse(reader, "line %" PRIu64 ": overlaps room %" PRIu32 " first", line, met);
		attempt->number = met;
	}
	if (dungeon->attempts != dungeon->recipe.max_rooms)
		return reader_refuse(reader,
				     "ends after %" PRIu64 " attempts of %" PRIu32
				     "; for others, add a line like \"map: 80x45, 30 attempts, rooms 6 to 10\"",
				     dungeon->attempts, dungeon->recipe.max_rooms);
	return READ_MAP;
}

/* Sets the marks, and checks those that the trace has. */
static enum read_result check_marks(struct reader *reader)
{
	struct dungeon *dungeon = reader->dungeon;
	const struct trace_reader *state = reader->state;
	const uint32_t rooms[MARK_KINDS] = {0, dungeon->room_count - 1};
	for (size_t i = 0; i < MARK_KINDS; i++) {
		struct point at = room_center(dungeon->rooms[rooms[i]]), given = state->marks[i];
		dungeon->marks[i] = (struct mark){at, true};
		if (state->has[i] && (given.x != at.x || given.y != at.y))
			return reader_refuse(reader,
					     "%s: is %" PRIu32 ",%" PRIu32 ", and should be %" PRIu32 ",%" PRIu32
					     ", the center of room %" PRIu32,
					     mark_names[i], given.x, given.y, at.x, at.y, rooms[i]);
	}
	return READ_MAP;
}

static enum read_result read_map(struct reader *reader)
{
	enum { LINE_MOST = 200 };
	struct dungeon *dungeon = reader->dungeon;
	struct recipe *recipe = &dungeon->recipe;
	enum read_result result = READ_MAP;
	char text[LINE_MOST + 1];
	const char *line;
#define X(name, lowest, highest, usual) recipe->name = (usual);
	RECIPE_OPTIONS(X)
#undef X
	dungeon->lacks = LACKS_RECIPE | LACKS_SEED;
	for (size_t size; result == READ_MAP && input_line(reader->input, &line, &size);) {
		size_t length = size < LINE_MOST ? size : LINE_MOST;
		memcpy(text, line, length);
		while (length > 0 && text[length - 1] == ' ')
			length--;
		text[length] = '\0';
		if (length > 0)
			result = read_line(reader, text);
	}
	if (result != READ_MAP)
		return result;
	if (recipe_check(recipe) != RECIPE_SOUND)
		return reader_refuse(reader, "map: dungen makes no such map; rooms have to fit its size");
	result = check_attempts(reader);
	if (result == READ_MAP && dungeon->room_count == 0)
		return reader_refuse(reader, "has no room");
	result = result == READ_MAP ? check_marks(reader) : result;
	return result == READ_MAP && !dungeon_dig_through(dungeon) ? READ_NO_MEMORY : result;
}

static void end_reading(void *state)
{
	struct trace_reader *reader = state;
	array_free(reader, lines);
	overlap_free(&reader->overlap);
}

const struct format format_trace = {
	.name = "trace",
	.extensions = {{"trace", false}},
	.summary = "how the map came about, a line for each attempt",
	.needs_attempts = true,
	.write = write_map,
	.read = read_map,
	.read_end = end_reading,
	.reader_size = sizeof(struct trace_reader),
	.magic = "1: ",
};
