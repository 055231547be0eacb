/* SPDX-License-Identifier: MIT */
#include "run/compare_words.h"

#include <inttypes.h>
#include <string.h>

/* Returns the text of a point: "21,14". A phrase. */
static const char *point_text(struct point at)
{
	return phrase("%u,%u", at.x, at.y);
}

/* Random numbers. */

/* Adds the first of its four numbers in which an attempt differs. */
static void add_number(struct text *text, const struct recipe *recipe, struct area expected,
		       struct area actual)
{
	const uint32_t width = expected.x2 - expected.x1;
	const uint32_t height = expected.y2 - expected.y1;
	const struct {
		const char *name;
		uint32_t expected;
		uint32_t actual;
		uint32_t min;
		uint32_t max;
	} numbers[] = {
		{"w", width, actual.x2 - actual.x1, recipe->room_min, recipe->room_max},
		{"h", height, actual.y2 - actual.y1, recipe->room_min, recipe->room_max},
		{"x", expected.x1, actual.x1, 0, recipe->width - width - 1},
		{"y", expected.y1, actual.y1, 0, recipe->height - height - 1},
	};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		if (numbers[i].expected == numbers[i].actual)
			continue;
		text_add(text, "expected %s %u, found %u (from %u to %u)", numbers[i].name,
			 numbers[i].expected, numbers[i].actual, numbers[i].min, numbers[i].max);
		return;
	}
}

/* Returns what became of an attempt, as a trace says it. */
static const char *result_of(const struct map *map, const struct attempt *attempt, bool has_coins)
{
	if (!attempt->placed)
		return "overlaps";
	/* The first room does not get a tunnel. */
	if (!has_coins || attempt->number == 0)
		return "room";
	const struct tunnel *tunnel = &map->tunnels[attempt->number - 1];
	return tunnel->row_first ? "room, row first" : "room, column first";
}

void draws_describe(const struct finding *finding, struct text *text)
{
	const struct map *expected = finding->expected;
	const struct map *actual = finding->actual;
	const struct recipe *recipe = &expected->recipe;
	/* Tunnels around rooms ignore the coin. */
	const bool has_coins = recipe->tunnels == TUNNELS_THROUGH;
	for (uint64_t i = 0; i < expected->attempt_count && i < actual->attempt_count; i++) {
		const struct attempt *a = &expected->attempts[i];
		const struct attempt *b = &actual->attempts[i];
		const char *a_result = result_of(expected, a, has_coins);
		const char *b_result = result_of(actual, b, has_coins);
		const bool has_same_room = memcmp(&a->room, &b->room, sizeof a->room) == 0;
		if (has_same_room && strcmp(a_result, b_result) == 0)
			continue;
		text_add(text, "attempt %" PRIu64 ": ", i + 1);
		if (has_same_room)
			text_add(text, "expected \"%s\", found \"%s\"", a_result, b_result);
		else
			add_number(text, recipe, a->room, b->room);
		return;
	}
	if (expected->attempt_count != actual->attempt_count)
		text_add(text, "expected %s, found %" PRIu64,
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
	else if (kind == DIFFERENCE_KEY)
		text_add(text, "key %u", index + 1);
	else
		text_add(text, "%s %u", names[kind], index);
}

/* Adds the size, place, and so on of an element: "9x7 at 21,14", or "nothing" if it is missing. */
static void add_element(struct text *text, const struct map *map, enum difference_kind kind,
			uint32_t index)
{
	if (kind == DIFFERENCE_MARK) {
		text_add(text, "%s", point_text(map->marks[index].at));
	} else if (kind == DIFFERENCE_ROOM && index < map->room_count) {
		const struct area floor = room_floor(map->rooms[index]);
		text_add(text, "%s at %s", size_text(area_width(floor), area_height(floor)),
			 point_text((struct point){floor.x1, floor.y1}));
	} else if (kind == DIFFERENCE_DOOR && index < map->door_count) {
		const struct door *door = &map->doors[index];
		text_add(text, "%s of room %u", point_text(door->at), door->room);
		if (door->lock > 0)
			text_add(text, " with lock %u", door->lock);
		if (door->is_secret)
			text_add(text, " that is secret");
	} else if (kind == DIFFERENCE_KEY && index < map->lock_count && map->keys[index].is_set) {
		text_add(text, "%s", point_text(map->keys[index].at));
	} else if (kind == DIFFERENCE_TUNNEL && index < map->tunnel_count) {
		const struct tunnel *tunnel = &map->tunnels[index];
		const struct path path = tunnel_path(map, index);
		text_add(text, "from room %u to room %u by", tunnel->from, tunnel->to);
		/* The path of an input map can have any number of corners. Name the first ones. */
		for (uint32_t i = 0; i <= path.count && i <= AROUND_LEGS; i++)
			text_add(text, " %s", point_text(path_corner(path, i)));
	} else {
		text_add(text, "nothing");
	}
}

/* Tiles and causes. */

/* Adds what the port decided about rooms against the rule. */
static void add_decisions(struct text *text, const struct plain *plain)
{
	const struct decision *decision = &plain->decision;
	const uint32_t others = plain->decision_count - 1;
	if (plain->last_decision_count == plain->decision_count) {
		text_add(text,
			 "the port made at most %" PRIu64
			 " attempts, or kept at most %u rooms: make %u attempts",
			 decision->attempt - 1, decision->room, plain->recipe->max_rooms);
		return;
	}
	text_add(text, "room %u of attempt %" PRIu64 " was ", decision->room, decision->attempt);
	if (decision->is_room_kept)
		text_add(text, "kept, although it %s room %u",
			 decision->shares_wall ? "shares a wall with" : "overlaps",
			 decision->overlapped);
	else
		text_add(text, "dropped, although it overlaps no room");
	if (others > 0)
		text_add(text, ", and %s against the rule",
			 count_text(others, "other room was kept or dropped",
				    "other rooms were kept or dropped"));
}

/*
 * Adds mistakes to a text, each with what is right. `plain` has generated the map with them, and
 * says what they mean on this map. It is NULL if there are several maps.
 */
static void add_mistakes(const struct mistakes *mistakes, const struct plain *plain,
			 struct text *text)
{
	for (int i = 0; i < mistakes->count; i++) {
		const size_t mistake = mistakes->list[i];
		if (i > 0)
			text_add(text, "; and ");
		if (mistake >= MISTAKES)
			text_add(text, "the random numbers are those of --rng %s",
				 rng_table[mistake - MISTAKES]->name);
		else if (plain && mistake == MISTAKE_ATTEMPTS)
			text_add(text, "the port makes at least %" PRIu64 " attempts: make %u",
				 plain->attempt_count, plain->recipe->max_rooms);
		else if (plain && mistake_kinds[mistake].concern == CONCERNS_DECISIONS)
			add_decisions(text, plain);
		else
			text_add(text, "%s", mistake_kinds[mistake].text);
	}
}

void summary_describe(const struct diagnosis *diagnosis, struct text *text)
{
	const struct candidate *best = diagnosis_best(diagnosis);
	if (best && !best->explains_all)
		text_add(text, "%" PRIu64 " are as if ", best->explained_count);
	if (best)
		add_mistakes(&best->mistakes, NULL, text);
	if (best && best->explains_all)
		return;
	if (best && best->explained_count == diagnosis->map_count)
		text_add(text, "; but then a map that is right would differ, too");
	else
		text_add(text, "%sdungen found no known mistake that explains all maps",
			 best ? "; " : "");
}

/*
 * Returns whether the actual map lacks each tile of a leg that no other area of the expected map
 * shares. Returns false if all tiles are shared, or if the search would take too long.
 */
static bool lacks_leg(const struct finding *finding, struct area leg)
{
	const struct map *expected = finding->expected;
	bool lacks_tile = false;
	if (area_size(leg) > (uint64_t)PLAIN_WORK_MAX / map_area_count(expected))
		return false;
	for (uint64_t i = 0; i < area_size(leg); i++) {
		const uint32_t offset = (uint32_t)i;
		const struct point at = {leg.x1 + offset % area_width(leg),
					 leg.y1 + offset / area_width(leg)};
		const struct area tile = area_between(at, at);
		bool is_shared = false;
		for (uint32_t k = 0; k < map_area_count(expected) && !is_shared; k++) {
			const struct area other = map_area(expected, k);
			is_shared = areas_meet(other, tile) &&
				    memcmp(&other, &leg, sizeof leg) != 0;
		}
		if (!is_shared && map_tile(finding->actual, at) != TILE_WALL)
			return false;
		lacks_tile |= !is_shared;
	}
	return lacks_tile;
}

/* Adds which legs of a tunnel are missing, the last one first. The rooms are there. */
static void add_legs(struct text *text, const struct finding *finding, struct path path)
{
	const struct plain *plain = finding->cause.plain;
	for (uint32_t i = path.count; i-- > 0;) {
		const struct leg leg = path.legs[i];
		const struct area area = area_between(leg.from, leg.to);
		const uint64_t wall_count = area_size(area) -
					    plain_count_floor(plain, plain->actual_tiles, area);
		const char *name = i == 0 ? "first leg" : "second leg";
		const char *ends = phrase("%s, %s to %s,", name, point_text(leg.from),
					  point_text(leg.to));
		if (wall_count == 0)
			text_add(text, "its %s is floor", ends);
		else if (lacks_leg(finding, area))
			text_add(text, "its %s is missing", ends);
		else
			text_add(text, "its %s has %s among %" PRIu64, ends,
				 count_text(wall_count, "tile of wall", "tiles of wall"),
				 area_size(area));
		if (i > 0)
			text_add(text, "; ");
	}
}

/* Adds which part of the map is missing. */
static void add_part(struct text *text, const struct finding *finding)
{
	const struct cause *cause = &finding->cause;
	const struct map *expected = finding->expected;
	const struct missing_part missing = cause->missing;
	if (missing.attempt == 0) {
		text_add(text, "no floor is missing");
		return;
	}
	if (cause->right_room_count == expected->room_count)
		text_add(text, "all %u rooms are there; ", expected->room_count);
	else if (cause->has_rooms)
		text_add(text, "at least %u of %u rooms are there; ", cause->right_room_count,
			 expected->room_count);
	if (cause->has_rooms && missing.kind == DIFFERENCE_TUNNEL) {
		text_add(text, "tunnel %u of attempt %" PRIu64 ": ", missing.index,
			 missing.attempt);
		add_legs(text, finding, tunnel_path(expected, missing.index));
		return;
	}
	text_add(text, "tiles of ");
	add_name(text, missing.kind, missing.index);
	text_add(text, " of attempt %" PRIu64 ", ", missing.attempt);
	add_element(text, expected, missing.kind, missing.index);
	text_add(text, ", are wall, such as %s", point_text(missing.wall));
}

/* Adds what is known about the cause. Adds nothing if nothing is known. */
static void add_cause(struct text *text, const struct finding *finding)
{
	const struct cause *cause = &finding->cause;
	if (cause->kind == CAUSE_MISTAKES) {
		text_add(text, "the map is as if ");
		add_mistakes(&cause->mistakes, cause->plain, text);
	} else if (cause->kind == CAUSE_GAP) {
		text_add(text, "numbers were drawn between room 0 and room 1");
	} else if (cause->kind == CAUSE_PART && finding->difference->kind == DIFFERENCE_TILES) {
		add_part(text, finding);
	}
}

/*
 * Returns whether the tiles of both maps are equal where they overlap, if the first tile of the
 * expected map is at `offset` of the actual map or, where the actual map is smaller, the other way
 * round. Returns false if there is no floor, or if the search would take too long.
 */
static bool tiles_overlap(const struct finding *finding, struct point offset)
{
	const struct map *expected = finding->expected;
	const struct map *actual = finding->actual;
	const struct recipe *a = &expected->recipe;
	const struct recipe *b = &actual->recipe;
	const uint32_t width = lesser(a->width, b->width);
	const uint32_t height = lesser(a->height, b->height);
	bool has_floor = false;
	const uint64_t work = (uint64_t)map_area_count(expected) + map_area_count(actual) + 1;
	if ((uint64_t)width * height > (uint64_t)PLAIN_WORK_MAX / 16 / work)
		return false;
	for (uint32_t y = 0; y < height; y++) {
		for (uint32_t x = 0; x < width; x++) {
			const struct point from = {
				x + (a->width > b->width ? offset.x : 0),
				y + (a->height > b->height ? offset.y : 0),
			};
			const struct point to = {
				x + (a->width < b->width ? offset.x : 0),
				y + (a->height < b->height ? offset.y : 0),
			};
			const bool is_wall = map_tile(expected, from) == TILE_WALL;
			if (is_wall != (map_tile(actual, to) == TILE_WALL))
				return false;
			has_floor |= !is_wall;
		}
	}
	return has_floor;
}

/* Adds how many rows or columns the actual map has more or less at an edge. */
static void add_edge(struct text *text, uint32_t expected, uint32_t actual, const char *one,
		     const char *many, const char *edge)
{
	const uint32_t count = greater(expected, actual) - lesser(expected, actual);
	text_add(text, "%s %s at the %s", count_text(count, one, many),
		 actual > expected ? "too many" : "too few", edge);
}

/* Adds that the maps are the same except at their edges. Returns false if they are not. */
static bool add_edges(struct text *text, const struct finding *finding)
{
	const struct recipe *a = &finding->expected->recipe;
	const struct recipe *b = &finding->actual->recipe;
	const uint32_t columns = greater(a->width, b->width) - lesser(a->width, b->width);
	const uint32_t rows = greater(a->height, b->height) - lesser(a->height, b->height);
	for (uint32_t corner = 0; corner < 4; corner++) {
		const bool is_left = corner % 2 == 1;
		const bool is_top = corner / 2 == 1;
		if ((is_left && columns == 0) || (is_top && rows == 0) ||
		    !tiles_overlap(finding,
				   (struct point){is_left ? columns : 0, is_top ? rows : 0}))
			continue;
		text_add(text, "; its tiles are right, but there ");
		text_add(text, (rows > 0 ? rows : columns) == 1 ? "is " : "are ");
		if (rows > 0)
			add_edge(text, a->height, b->height, "row", "rows",
				 is_top ? "top" : "bottom");
		if (rows > 0 && columns > 0)
			text_add(text, " and ");
		if (columns > 0)
			add_edge(text, a->width, b->width, "column", "columns",
				 is_left ? "left" : "right");
		return true;
	}
	return false;
}

/* Advises how to end a trace, so that both maps have the same size. */
static void advise_trace_size(const struct finding *finding, struct message *message)
{
	const struct recipe *expected = &finding->expected->recipe;
	const struct recipe *right = expected;
	if (finding->expected->lacks & LACKS_SEED)
		right = &finding->actual->recipe;
	advise(message, "end the trace with the line \"map: %s, %u attempts, rooms %u to %u\"",
	       size_text(right->width, right->height), expected->max_rooms, expected->room_min,
	       expected->room_max);
}

/*
 * Advises the options with which the expected map has the size of the actual map. The advice has a
 * condition if these options do not make the map, or if the expected map has its tiles, too.
 */
static void advise_size(const struct finding *finding, bool has_edges, struct message *message)
{
	const struct recipe *expected = &finding->expected->recipe;
	const struct recipe *actual = &finding->actual->recipe;
	const char *condition = "";
	if (!finding->makes_size) {
		if (finding->is_misread || finding->repeats_size)
			return;
		/* The edge of every map is wall. If not, the map has a title, or it was cut. */
		for (uint32_t x = 0; x < actual->width; x++) {
			const struct point first = {x, 0};
			const struct point last = {x, actual->height - 1};
			if (map_tile(finding->actual, first) != TILE_WALL ||
			    map_tile(finding->actual, last) != TILE_WALL)
				return;
		}
		if (lesser(actual->width, actual->height) <= expected->room_max)
			return;
	}
	if (!finding->makes_size || has_edges)
		condition = phrase("if the port makes maps of %s, ",
				   size_text(actual->width, actual->height));
	if (expected->width == actual->width)
		advise(message, "%sadd --height %u", condition, actual->height);
	else if (expected->height == actual->height)
		advise(message, "%sadd --width %u", condition, actual->width);
	else
		advise(message, "%sadd --width %u --height %u", condition, actual->width,
		       actual->height);
}

void finding_describe(const struct finding *finding, struct message *message)
{
	struct text *text = &message->problem;
	const struct difference *difference = finding->difference;
	const struct map *expected = finding->expected;
	const struct map *actual = finding->actual;
	struct text cause = {.length = 0};
	add_cause(&cause, finding);
	if (difference->rows > 0)
		place_set_tile(&message->place, difference->first_tile.x, difference->first_tile.y);
	if (finding->draws.length > 0) {
		text_add(text, "%s", finding->draws.bytes);
	} else if (difference->kind == DIFFERENCE_SIZE) {
		text_add(text, "expected a map of %s, found %s",
			 size_text(expected->recipe.width, expected->recipe.height),
			 size_text(actual->recipe.width, actual->recipe.height));
		/* A trace makes the same rooms on a map of any size. */
		const bool is_trace = expected->lacks & LACKS_SEED || actual->attempt_count > 0;
		if (cause.length == 0 && is_trace) {
			advise_trace_size(finding, message);
		} else if (cause.length == 0) {
			const bool has_edges = add_edges(text, finding);
			if (finding->makes_size || !has_edges)
				advise_size(finding, has_edges, message);
		}
	} else if (difference->kind >= DIFFERENCE_ROOM && cause.length == 0) {
		add_name(text, difference->kind, difference->index);
		text_add(text, ": expected ");
		add_element(text, expected, difference->kind, difference->index);
		text_add(text, ", found ");
		add_element(text, actual, difference->kind, difference->index);
	} else {
		text_add(text,
			 "%u of %u rows %s; the first difference is at %s: found %s, expected %s",
			 difference->rows, expected->recipe.height,
			 difference->rows == 1 ? "differs" : "differ",
			 point_text(difference->first_tile), tile_names[difference->actual_tile],
			 tile_names[difference->expected_tile]);
	}
	/* A corner is always wall. If all rows differ, the port has other values for wall. */
	const struct point first = difference->first_tile;
	if (finding->cause.kind != CAUSE_MISTAKES && first.x == 0 && first.y == 0 &&
	    difference->rows == expected->recipe.height) {
		if (finding->reads_lists)
			advise(message, "if walls are read as %s, list them in --walls",
			       tile_names[difference->actual_tile]);
		return;
	}
	if (cause.length == 0)
		return;
	text_add(text, "; %s", cause.bytes);
	if (finding->cause.kind == CAUSE_GAP)
		advise(message, "see MONSTERS AND ITEMS in dungen-compare(7)");
	else if (finding->cause.kind == CAUSE_PART)
		advise(message, "see THE ANSWERS in dungen-compare(7)");
}
