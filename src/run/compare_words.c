/* SPDX-License-Identifier: MIT */
#include "run/compare_words.h"

#include "cli/messages.h"

#include <inttypes.h>

/* Returns the text of a point: "21,14". A phrase. */
static const char *point_text(struct point at)
{
	return phrase("%" PRIu32 ",%" PRIu32, at.x, at.y);
}

/* Random numbers. */

/* Adds the first of its four numbers in which an attempt differs. Returns whether one does. */
static bool add_attempt_draws(struct text *text, const struct recipe *recipe, uint64_t attempt,
			      struct area expected, struct area actual)
{
	const uint32_t width = expected.x2 - expected.x1;
	const uint32_t height = expected.y2 - expected.y1;
	const struct {
		const char *name;
		const char *ordinal;
		uint32_t expected;
		uint32_t actual;
		uint32_t min;
		uint32_t max;
	} draws[] = {
		{"w", "first", width, actual.x2 - actual.x1, recipe->room_min, recipe->room_max},
		{"h", "second", height, actual.y2 - actual.y1, recipe->room_min, recipe->room_max},
		{"x", "third", expected.x1, actual.x1, 0, recipe->width - width - 1},
		{"y", "fourth", expected.y1, actual.y1, 0, recipe->height - height - 1},
	};
	for (size_t i = 0; i < sizeof draws / sizeof *draws; i++) {
		if (draws[i].expected == draws[i].actual)
			continue;
		text_add(text,
			 "attempt %" PRIu64 ": expected %s %" PRIu32 ", found %" PRIu32
			 " (the %s number, from %" PRIu32 " to %" PRIu32 "); %s",
			 attempt + 1, draws[i].name, draws[i].expected, draws[i].actual,
			 draws[i].ordinal, draws[i].min, draws[i].max,
			 attempt + i == 0 ? "check the seeding" : "all earlier numbers are right");
		return true;
	}
	return false;
}

/* Names the direction in which a tunnel starts. */
static const char *start_name(bool row_first)
{
	return row_first ? "row" : "column";
}

/*
 * Adds that an attempt differs in whether it places a room, or in the coin, which decides whether
 * its tunnel starts along a row. Returns whether one of them differs.
 */
static bool add_attempt_result(struct text *text, const struct finding *finding, uint64_t index)
{
	const struct attempt *expected = &finding->expected_history->attempts[index];
	const struct attempt *actual = &finding->actual_history->attempts[index];
	if (expected->placed != actual->placed) {
		text_add(text, "attempt %" PRIu64 ": ", index + 1);
		if (expected->placed)
			text_add(text, "expected room %" PRIu32 ", found a dropped room",
				 expected->number);
		else
			text_add(text,
				 "expected a room to be dropped, because it overlaps room %" PRIu32,
				 expected->number);
		text_add(text, "; all numbers so far are right");
		return true;
	}
	/* The first room does not get a tunnel, and tunnels around rooms ignore the coin. */
	if (!expected->placed || expected->number == 0 ||
	    finding->expected->recipe.tunnels == TUNNELS_AROUND)
		return false;
	const uint32_t tunnel = expected->number - 1;
	const bool is_expected_row_first = finding->expected->tunnels[tunnel].row_first;
	const bool is_actual_row_first = finding->actual->tunnels[tunnel].row_first;
	if (is_actual_row_first == is_expected_row_first)
		return false;
	text_add(text,
		 "attempt %" PRIu64 ": expected a tunnel along the %s first, found a tunnel along "
		 "the %s first; all earlier numbers are right",
		 index + 1, start_name(is_expected_row_first), start_name(is_actual_row_first));
	return true;
}

void draws_describe(const struct finding *finding, struct text *text)
{
	const struct history *expected = finding->expected_history;
	const struct history *actual = finding->actual_history;
	for (uint64_t i = 0; i < expected->attempt_count && i < actual->attempt_count; i++)
		if (add_attempt_draws(text, &finding->expected->recipe, i,
				      expected->attempts[i].room, actual->attempts[i].room) ||
		    add_attempt_result(text, finding, i))
			return;
	if (expected->attempt_count != actual->attempt_count)
		text_add(text, "expected %s, found %" PRIu64 "; all numbers are right",
			 count_text(expected->attempt_count, "attempt", "attempts"),
			 actual->attempt_count);
}

/* Rooms, tunnels, doors, and marks. */

/* Adds the name of an element: "room 3", "spawn". */
static void add_name(struct text *text, enum difference_kind kind, uint32_t index)
{
	static const char *const names[] = {
		[DIFFERENCE_ROOM] = "room",
		[DIFFERENCE_TUNNEL] = "tunnel",
		[DIFFERENCE_DOOR] = "door",
	};
	if (kind == DIFFERENCE_MARK)
		text_add(text, "%s", mark_names[index]);
	else
		text_add(text, "%s %" PRIu32, names[kind], index);
}

/* Adds the rooms and the corners of a tunnel: "from room 0 to room 1 by 38,18 38,9". */
static void add_tunnel(struct text *text, const struct map *map, uint32_t index)
{
	const struct tunnel *tunnel = &map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	text_add(text, "from room %" PRIu32 " to room %" PRIu32 " by", tunnel->from, tunnel->to);
	/* The path of an input map can have any number of corners. Name only the first ones. */
	for (uint32_t i = 0; i <= path.count && i <= AROUND_LEGS; i++)
		text_add(text, " %s", point_text(path_corner(path, i)));
}

/* Adds the size, place, and so on of an element: "9x7 at 21,14". Returns false if it is missing. */
static bool add_element(struct text *text, const struct map *map, enum difference_kind kind,
			uint32_t index)
{
	if (kind == DIFFERENCE_MARK) {
		text_add(text, "%s", point_text(map->marks[index].at));
	} else if (kind == DIFFERENCE_ROOM) {
		if (index >= map->room_count)
			return false;
		const struct area floor = room_floor(map->rooms[index]);
		text_add(text, "%s at %s", size_text(area_width(floor), area_height(floor)),
			 point_text((struct point){floor.x1, floor.y1}));
	} else if (kind == DIFFERENCE_DOOR) {
		if (index >= map->door_count)
			return false;
		const struct door *door = &map->doors[index];
		text_add(text, "%s of room %" PRIu32, point_text(door->at), door->room);
	} else {
		if (index >= map->tunnel_count)
			return false;
		add_tunnel(text, map, index);
	}
	return true;
}

/* Adds how an element differs: "room 3: expected 9x7 at 21,14, found 8x7 at 21,14". */
static void add_element_difference(struct text *text, const struct finding *finding)
{
	const enum difference_kind kind = finding->difference->kind;
	const uint32_t index = finding->difference->index;
	struct text expected = {.length = 0};
	struct text actual = {.length = 0};
	const bool is_expected = add_element(&expected, finding->expected, kind, index);
	const bool is_found = add_element(&actual, finding->actual, kind, index);
	if (!is_found)
		text_add(text, "missing ");
	if (!is_expected)
		text_add(text, "unexpected ");
	add_name(text, kind, index);
	if (is_expected && is_found)
		text_add(text, ": expected %s, found %s", expected.bytes, actual.bytes);
	else
		text_add(text, ": %s", is_expected ? expected.bytes : actual.bytes);
}

/* Tiles and causes. */

void mistakes_describe(const struct mistakes *mistakes, struct text *text)
{
	for (int i = 0; i < mistakes->count; i++) {
		const size_t mistake = mistakes->list[i];
		if (i > 0)
			text_add(text, "; and ");
		if (mistake < MISTAKES)
			text_add(text, "%s", mistake_texts[mistake]);
		else
			text_add(text, "the random numbers are those of --rng %s",
				 rng_table[mistake - MISTAKES]->name);
	}
}

/* Adds what is known about the cause. Adds nothing if nothing is known. */
static void add_cause(struct text *text, const struct finding *finding)
{
	const struct cause *cause = &finding->cause;
	const struct map *expected = finding->expected;
	const uint32_t index = cause->missing.index;
	mistakes_describe(&cause->mistakes, text);
	if (cause->has_gap) {
		const char *subject = "first room is";
		if (index > 1)
			subject = phrase("first %" PRIu32 " rooms are", index);
		text_add(text,
			 "the %s right, but the next one is not: numbers were drawn between the "
			 "rooms",
			 subject);
		return;
	}
	/* The random number or the element that differs says more than a missing part. */
	if (cause->mistakes.count > 0 || cause->missing.attempt == 0 || finding->draws.length > 0 ||
	    finding->difference->kind != DIFFERENCE_TILES)
		return;
	if (cause->has_all_rooms) {
		const struct tunnel *tunnel = &expected->tunnels[index];
		text_add(text,
			 "all rooms are right; tunnel %" PRIu32 " should lead from room %" PRIu32
			 " to room %" PRIu32 ", from %s to %s",
			 index, tunnel->from, tunnel->to,
			 point_text(room_center(expected->rooms[tunnel->from])),
			 point_text(room_center(expected->rooms[tunnel->to])));
		return;
	}
	text_add(text, "the first missing part is ");
	add_name(text, cause->missing.kind, index);
	text_add(text, " of attempt %" PRIu64 ", ", cause->missing.attempt);
	(void)add_element(text, expected, cause->missing.kind, index);
}

/* Adds that the sizes differ, or how many rows, and then perhaps the first tile that differs. */
static void add_tile_difference(struct text *text, const struct finding *finding, bool names_tile)
{
	const struct difference *difference = finding->difference;
	const struct recipe *expected = &finding->expected->recipe;
	const struct recipe *actual = &finding->actual->recipe;
	if (difference->kind == DIFFERENCE_SIZE)
		text_add(text, "expected a map of %s, found %s",
			 size_text(expected->width, expected->height),
			 size_text(actual->width, actual->height));
	else
		text_add(text, "%" PRIu32 " of %" PRIu32 " rows differ", difference->rows,
			 expected->height);
	if (difference->rows > 0 && names_tile)
		text_add(text, "; the first difference is at %s: found %s, expected %s",
			 point_text(difference->first_tile), tile_names[difference->actual_tile],
			 tile_names[difference->expected_tile]);
}

void finding_describe(const struct finding *finding, struct message *message)
{
	struct text *text = &message->problem;
	const struct difference *difference = finding->difference;
	struct text cause = {.length = 0};
	add_cause(&cause, finding);
	if (difference->rows > 0)
		place_set_tile(&message->place, difference->first_tile.x, difference->first_tile.y);
	const bool has_cause = cause.length > 0;
	if (finding->draws.length > 0) {
		text_add(text, "%s", finding->draws.bytes);
	} else if (difference->kind >= DIFFERENCE_ROOM && !has_cause) {
		add_element_difference(text, finding);
	} else if (difference->is_single_tile && finding->cause.mistakes.count == 0) {
		/* A missing room or tunnel would say less than this tile. */
		text_add(text, "expected %s at %s, found %s", tile_names[difference->expected_tile],
			 point_text(difference->first_tile), tile_names[difference->actual_tile]);
		return;
	} else {
		add_tile_difference(text, finding, finding->names_tile || !has_cause);
	}
	if (has_cause)
		text_add(text, "; %s", cause.bytes);
}
