/* SPDX-License-Identifier: MIT */
/* Reads traces, and notes mistakes of the program that wrote them. */
#include "formats/trace_read.h"

#include "formats/build.h"
#include "formats/line.h"

#include <inttypes.h>

/*
 * What a right program does by chance in fewer than 1 of NOTE_ODDS maps is worth a note. What it
 * does in fewer than 1 of FAULT_ODDS maps, such as 20 equal coins, is a fault.
 */
static const double NOTE_ODDS = 1 << 9;
static const double FAULT_ODDS = 1 << 19;

/* With w and h alone, 30 attempts reach FAULT_ODDS. A number with lower odds than this is no part.
 */
static const double PART_ODDS = 1 << 6;

/* The kinds of lines. A line is of the first kind whose pattern it matches. */
enum trace_line {
	/* Attempts. The first three placed a room; see read_attempt. */
	LINE_ROW_FIRST,
	LINE_COLUMN_FIRST,
	LINE_FIRST_ROOM,
	LINE_OVERLAPS,
	LINE_OVERLAPS_ROOM,

	LINE_MAP,
	LINE_SPAWN, /* the marks are in the order of enum mark_kind */
	LINE_EXIT,
	LINE_BLANK,
	TRACE_LINES,
};

#define ATTEMPT " #: w #, h #, x #, y #: "

/* See line_matches. */
static const char *const line_patterns[TRACE_LINES] = {
	[LINE_ROW_FIRST] = ATTEMPT "room #, row first ",
	[LINE_COLUMN_FIRST] = ATTEMPT "room #, column first ",
	[LINE_FIRST_ROOM] = ATTEMPT "room # ",
	[LINE_OVERLAPS] = ATTEMPT "overlaps ",
	[LINE_OVERLAPS_ROOM] = ATTEMPT "overlaps room # ",
	[LINE_MAP] = " map: #x#, # attempts, rooms # to # ",
	[LINE_SPAWN] = "spawn: #,# ",
	[LINE_EXIT] = "exit: #,# ",
	[LINE_BLANK] = " ",
};

/* The numbers of an attempt, in the order of its line. */
enum attempt_number {
	ATTEMPT_NUMBER,
	ATTEMPT_WIDTH,
	ATTEMPT_HEIGHT,
	ATTEMPT_X,
	ATTEMPT_Y,
	ATTEMPT_ROOM,
	LINE_NUMBERS, /* no other line has more numbers */
};

/* The numbers of the map, in the order of its line. */
enum map_number { MAP_WIDTH, MAP_HEIGHT, MAP_ATTEMPTS, MAP_ROOM_MIN, MAP_ROOM_MAX };

/* Lines. */

static bool refuse_line(struct reader *reader)
{
	return build_refuse(
		reader, NULL,
		"expected an attempt, such as \"7: w 8, h 6, x 14, y 18: room 5, row "
		"first\" or \"7: w 8, h 6, x 14, y 18: overlaps\"; room 0 has no tunnel, and "
		"dungen cannot read loops, doors, and other tunnels");
}

/* Reads the line of an attempt. If it placed a room, a tunnel from the room before leads to it. */
static bool read_attempt(struct reader *reader, enum trace_line line,
			 const uint32_t numbers[LINE_NUMBERS])
{
	struct map *map = reader->map;
	const uint64_t number = map->attempt_count + 1;
	const uint32_t room = map->room_count;
	const bool is_placed = line <= LINE_FIRST_ROOM;
	const bool is_first_room = line == LINE_FIRST_ROOM;
	if (numbers[ATTEMPT_NUMBER] != number)
		return build_refuse(reader, NULL,
				    "expected attempt %" PRIu64 ", found attempt %" PRIu32, number,
				    numbers[ATTEMPT_NUMBER]);
	if (is_placed && numbers[ATTEMPT_ROOM] != room)
		return build_refuse(reader, NULL, "expected room %" PRIu32 ", found room %" PRIu32,
				    room, numbers[ATTEMPT_ROOM]);
	if (is_placed && is_first_room != (room == 0))
		return refuse_line(reader);
	if (is_placed && !is_first_room &&
	    !build_need(reader, map_add_tunnel(map, room - 1, room, line == LINE_ROW_FIRST)))
		return false;
	const uint32_t x = numbers[ATTEMPT_X];
	const uint32_t y = numbers[ATTEMPT_Y];
	const struct attempt attempt = {
		.room = {x, y, x + numbers[ATTEMPT_WIDTH], y + numbers[ATTEMPT_HEIGHT]},
		.number = (uint32_t)reader->line, /* replaced by check_attempt */
		.placed = is_placed,
	};
	/* The room is compared with other rooms later, by check_attempt. */
	return build_need(reader, map_add_attempt(map, &attempt) &&
					  (!is_placed || map_add_room(map, attempt.room)));
}

static bool read_line(struct reader *reader, const char *text, size_t size)
{
	struct map *map = reader->map;
	struct recipe *recipe = &map->recipe;
	uint32_t numbers[LINE_NUMBERS] = {0};
	enum trace_line line = 0;
	reader->line = reader->input->lines;
	while (line < TRACE_LINES && !line_matches(text, size, line_patterns[line], numbers))
		line++;
	switch (line) {
	case LINE_MAP:
		recipe->width = numbers[MAP_WIDTH];
		recipe->height = numbers[MAP_HEIGHT];
		recipe->max_rooms = numbers[MAP_ATTEMPTS];
		recipe->room_min = numbers[MAP_ROOM_MIN];
		recipe->room_max = numbers[MAP_ROOM_MAX];
		return true;
	case LINE_SPAWN:
	case LINE_EXIT:
		/* A later line replaces an earlier one. */
		map->marks[line - LINE_SPAWN] = (struct mark){
			.at = {numbers[0], numbers[1]},
			.is_set = true,
		};
		return true;
	case LINE_BLANK:
		return true;
	case TRACE_LINES:
		return refuse_line(reader);
	default:
		return read_attempt(reader, line, numbers);
	}
}

/* Checks. */

/* A random number of an attempt, and the range from which it is drawn. */
struct draw {
	const char *name;
	uint32_t number;
	uint32_t min;
	uint32_t max;
};

enum { DRAWS = 4 };

/* Finds the numbers of an attempt in the order of its line. The size limits the place. */
static void find_draws(struct area room, const struct recipe *recipe, struct draw draws[DRAWS])
{
	const uint32_t width = room.x2 - room.x1;
	const uint32_t height = room.y2 - room.y1;
	draws[0] = (struct draw){"w", width, recipe->room_min, recipe->room_max};
	draws[1] = (struct draw){"h", height, recipe->room_min, recipe->room_max};
	draws[2] = (struct draw){"x", room.x1, 0, recipe->width - width - 1};
	draws[3] = (struct draw){"y", room.y1, 0, recipe->height - height - 1};
}

/* Advises a line with the options that the attempts need. Returns false. */
static bool advise_map_line(struct reader *reader)
{
	const struct map *map = reader->map;
	struct recipe needed = map->recipe;
	for (uint64_t i = 0; i < map->attempt_count; i++) {
		const struct area room = map->attempts[i].room;
		const uint32_t width = room.x2 - room.x1;
		const uint32_t height = room.y2 - room.y1;
		needed.width = greater(needed.width, room.x2 + 1);
		needed.height = greater(needed.height, room.y2 + 1);
		needed.room_min = lesser(needed.room_min, lesser(width, height));
		needed.room_max = greater(needed.room_max, greater(width, height));
	}
	return advise(&reader->message,
		      "for other options, end the trace with a line such as \"map: %s, %" PRIu64
		      " attempts, rooms %" PRIu32 " to %" PRIu32 "\"",
		      size_text(needed.width, needed.height), map->attempt_count, needed.room_min,
		      needed.room_max);
}

/* Visits areas that meet a room. Stores the lowest index of an area in the context. */
static bool find_first_room(void *context, struct area area, uint32_t index)
{
	uint32_t *first_room = context;
	(void)area;
	*first_room = lesser(*first_room, index);
	return false;
}

/*
 * Checks the numbers of an attempt, after the attempts before it. Replaces the number of its line
 * by the number of its room, or of the room that it overlaps. Notes if the generator would not have
 * kept or dropped the room. Only the first note is of use.
 */
static bool check_attempt(struct reader *reader, struct attempt *attempt)
{
	struct overlap *overlap = reader->state;
	const struct map *map = reader->map;
	const uint32_t line = attempt->number;
	const uint32_t next_room = overlap->count;
	uint32_t first_room = next_room;
	struct draw draws[DRAWS];
	reader->line = line;
	find_draws(attempt->room, &map->recipe, draws);
	for (const struct draw *draw = draws; draw < draws + DRAWS; draw++) {
		if (draw->number >= draw->min && draw->number <= draw->max)
			continue;
		build_refuse(reader, NULL,
			     "expected %s from %" PRIu32 " to %" PRIu32 ", found %" PRIu32,
			     draw->name, draw->min, draw->max, draw->number);
		return advise_map_line(reader);
	}
	overlap_visit(overlap, attempt->room, find_first_room, &first_room);
	const bool overlaps = first_room < next_room;
	if (!attempt->placed) {
		if (next_room == 0)
			return build_refuse(
				reader, NULL,
				"expected a room, because the attempt does not overlap any room");
		if (!overlaps && !*reader->note)
			reader_note(reader,
				    "line %" PRIu32 " drops a room that does not overlap any room",
				    line);
		reader->note_is_fault |= !overlaps;
		attempt->number = overlaps ? first_room : NO_ROOM;
		return true;
	}
	if (overlaps && !*reader->note) {
		const struct area a = attempt->room;
		const struct area b = map->rooms[first_room];
		const char *verb = "overlaps";
		const char *fix = "drop such rooms";
		if (!areas_meet(room_floor(a), b)) {
			verb = "shares a wall with";
			fix = "drop such rooms: use <= instead of <";
		}
		reader->note_is_fault = true;
		reader_note(reader, "room %" PRIu32 " %s room %" PRIu32 "; %s", next_room, verb,
			    first_room, fix);
	}
	attempt->number = next_room;
	return build_need(reader, overlap_add(overlap, map->rooms, next_room + 1));
}

/* Notes. */

/*
 * Notes that some of the four numbers are never the highest in their ranges, unless that may be
 * chance. Each is judged apart, because a program may draw only some of them from a wrong range.
 */
static void note_range(struct reader *reader)
{
	const struct map *map = reader->map;
	struct text names = {.length = 0};
	struct draw draws[DRAWS];
	double odds[DRAWS] = {1, 1, 1,
			      1}; /* by number: a right program does it in 1 of so many maps */
	double common_odds = 1;
	uint64_t count = 0;
	const struct draw *example = NULL;
	for (uint64_t i = 0; i < map->attempt_count; i++) {
		find_draws(map->attempts[i].room, &map->recipe, draws);
		for (int k = 0; k < DRAWS; k++) {
			const double range = draws[k].max - draws[k].min + 1.0;
			odds[k] *= draws[k].number == draws[k].max ? 0 : range / (range - 1);
		}
	}
	find_draws(map->attempts[0].room, &map->recipe, draws);
	for (int k = 0; k < DRAWS; k++) {
		if (odds[k] < PART_ODDS)
			continue;
		text_add(&names, "%s%s", count > 0 ? " and " : "", draws[k].name);
		common_odds *= odds[k];
		count += map->attempt_count;
		example = example ? example : &draws[k];
	}
	if (!example || common_odds < NOTE_ODDS)
		return;
	reader_note(reader,
		    "none of the %" PRIu64
		    " random numbers %s is the highest in its range, such as "
		    "%s %" PRIu32 "; randint(min, max) includes max",
		    count, names.bytes, example->name, example->max);
	if (common_odds < FAULT_ODDS)
		reader_note(reader, "this is chance in 1 of %.0f maps", common_odds);
	else
		reader->note_is_fault = true;
}

/* Notes that all coins are the same, unless that may be chance. */
static void note_coin(struct reader *reader)
{
	const struct map *map = reader->map;
	double odds = 1;
	for (uint32_t i = 1; i < map->tunnel_count; i++) {
		if (map->tunnels[i].row_first != map->tunnels[0].row_first)
			return;
		odds *= 2;
	}
	if (odds < NOTE_ODDS)
		return;
	const char *direction = map->tunnels[0].row_first ? "row" : "column";
	if (odds < FAULT_ODDS) {
		reader_note(reader,
			    "all %" PRIu32 " coins are %s first; this is chance in 1 of %.0f maps",
			    map->tunnel_count, direction, odds);
		return;
	}
	reader->note_is_fault = true;
	reader_note(reader,
		    "the coin never changes: all %" PRIu32
		    " tunnels start along the %s first; flip the coin for every tunnel",
		    map->tunnel_count, direction);
}

void trace_read(struct reader *reader)
{
	struct map *map = reader->map;
	const char *line;
	size_t size;
	map->recipe = recipe_of_tutorials();
	map->lacks = LACKS_SEED;
	while (input_line(reader->input, &line, &size)) {
		if (!read_line(reader, line, size))
			return;
	}
	reader->line = 0;
	if (!build_size(reader, map->recipe.width, map->recipe.height))
		return;
	if (recipe_check(&map->recipe) != RECIPE_SOUND) {
		build_refuse(reader, "map", "the rooms do not fit on a map of this size");
		return;
	}
	overlap_start(reader->state, map);
	for (uint64_t i = 0; i < map->attempt_count; i++) {
		if (!check_attempt(reader, &map->attempts[i]))
			return;
	}
	reader->line = 0;
	if (map->attempt_count != map->recipe.max_rooms) {
		build_refuse(reader, NULL, "expected %" PRIu32 " attempts, found %" PRIu64,
			     map->recipe.max_rooms, map->attempt_count);
		advise_map_line(reader);
		return;
	}
	/* The marks are in the first and the last room, even if the trace has no lines for them. */
	for (size_t i = 0; i < MARK_KINDS; i++) {
		const uint32_t room = i == MARK_SPAWN ? 0 : map->room_count - 1;
		const struct point expected = room_center(map->rooms[room]);
		const struct point found = map->marks[i].at;
		if (map->marks[i].is_set && !points_are_equal(found, expected))
			build_refuse(reader, NULL,
				     "expected %s at %" PRIu32 ",%" PRIu32
				     ", the center of room %" PRIu32 ", found %" PRIu32 ",%" PRIu32,
				     mark_names[i], expected.x, expected.y, room, found.x, found.y);
		map->marks[i] = (struct mark){.at = expected, .is_set = true};
	}
	note_range(reader);
	note_coin(reader);
	build_need(reader, map_dig_through(map));
}

void trace_reader_free(void *state)
{
	overlap_free(state);
}

bool trace_is_first_line(const char *path, const char *line, size_t length)
{
	static const char *const patterns[] = {"#: *", "map: *", "spawn: *", "exit: *"};
	uint32_t number;
	(void)path;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		if (line_matches(line, length, patterns[i], &number))
			return true;
	}
	return false;
}
