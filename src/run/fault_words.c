/* SPDX-License-Identifier: MIT */
#include "run/fault_words.h"

#include "cli/messages.h"

#include <inttypes.h>

/* "21,14" */
static const char *point_text(struct point at)
{
	return phrase("%" PRIu32 ",%" PRIu32, at.x, at.y);
}

static const char *area_size_text(struct area area)
{
	return size_text(area_width(area), area_height(area));
}

/* Faults of --check. */

/* Adds that floor tiles cannot be reached from a place. */
static void add_unreachable(struct text *text, const struct fault *fault, const char *place)
{
	text_add(text,
		 "%" PRIu64 " of %" PRIu64
		 " floor tiles cannot be reached from the %s, the first at %s",
		 fault->count, fault->floor_count, place, point_text(fault->at));
}

/* Adds that a room overlaps an earlier one, and finds which. */
static void add_overlap(struct text *text, const struct fault *fault)
{
	const struct area floor = room_floor(fault->rooms[fault->room]);
	uint32_t other = 0;
	while (!areas_meet(room_floor(fault->rooms[other]), floor))
		other++;
	text_add(text, "the floors of rooms %" PRIu32 " and %" PRIu32 " overlap", other,
		 fault->room);
}

void add_fault(struct text *text, const struct fault *fault)
{
	const char *at = point_text(fault->at);
	switch (fault->kind) {
	case FAULT_UNREACHABLE:
		add_unreachable(text, fault, "spawn");
		break;
	case FAULT_SEPARATE:
		add_unreachable(text, fault, "largest region");
		break;
	case FAULT_EDGE:
		text_add(text, "%s at the map's edge, the first at %s",
			 count_text(fault->count, "floor tile is", "floor tiles are"), at);
		break;
	case FAULT_DOOR:
		text_add(text, "the door at %s is not between two walls and two floor tiles", at);
		break;
	case FAULT_MARK:
		text_add(text, "the %s at %s is in the wall", mark_names[fault->mark], at);
		break;
	case FAULT_OVERLAP:
		add_overlap(text, fault);
		break;
	}
}

/* Adds a part of a map, and to which room without floor it belongs, if it does. */
static void add_misfit_part(struct text *text, const struct misfit *misfit, const char *part,
			    const char *verb, const char *problem)
{
	text_add(text, "%s ", part);
	if (misfit->room != NO_ROOM)
		text_add(text, "%s room %" PRIu32 ", which has no floor tile", verb, misfit->room);
	else
		text_add(text, "%s", problem);
}

void add_misfit(struct text *text, const struct misfit *misfit)
{
	const char *at = point_text(misfit->at);
	switch (misfit->kind) {
	case MISFIT_ROOM:
		text_add(text, "room %" PRIu32 ", at %s, has no floor tile", misfit->index, at);
		break;
	case MISFIT_TUNNEL:
		add_misfit_part(text, misfit, phrase("tunnel %" PRIu32, misfit->index), "leads to",
				phrase("leaves the floor at %s", at));
		break;
	case MISFIT_DOOR:
		add_misfit_part(text, misfit, phrase("the door at %s", at), "belongs to",
				"is not on a door tile");
		break;
	case MISFIT_OPTIONS:
		text_add(text,
			 "generator and params do not make the tiles, the first difference is at "
			 "%s",
			 at);
		break;
	case MISFIT_EXIT_DISTANCE:
		text_add(text,
			 "exit_distance may be wrong, since the tiles were changed, the first "
			 "at %s",
			 at);
		break;
	}
}

/* Draws of --compare. */

enum { DRAWS_PER_ATTEMPT = 4 };

/* The numbers that an attempt to place a room draws, in their order. */
struct attempt_draws {
	uint32_t numbers[DRAWS_PER_ATTEMPT]; /* width, height, x, y */
};

static struct attempt_draws draws_of(const struct attempt *attempt)
{
	const struct area room = attempt->room;
	return (struct attempt_draws){{room.x2 - room.x1, room.y2 - room.y1, room.x1, room.y1}};
}

/* Returns the smallest value of a draw. */
static uint32_t draw_min(const struct recipe *recipe, unsigned draw)
{
	const bool is_size = draw < 2;
	return is_size ? recipe->room_min : 0;
}

/* Returns the largest value of a draw, after the draws before it. */
static uint32_t draw_max(const struct recipe *recipe, const struct attempt_draws *draws,
			 unsigned draw)
{
	if (draw == 2)
		return recipe->width - draws->numbers[0] - 1;
	if (draw == 3)
		return recipe->height - draws->numbers[1] - 1;
	return recipe->room_max;
}

/* Adds the first number in which an attempt differs. Returns false if there is none. */
static bool add_attempt_draws(struct text *text, const struct traced_map *expected,
			      const struct traced_map *actual, uint64_t attempt)
{
	static const char *const names[DRAWS_PER_ATTEMPT] = {"w", "h", "x", "y"};
	static const char *const ordinals[DRAWS_PER_ATTEMPT] = {"first", "second", "third",
								"fourth"};
	const struct recipe *recipe = &expected->map->recipe;
	const struct attempt_draws here = draws_of(&expected->history->attempts[attempt]);
	const struct attempt_draws there = draws_of(&actual->history->attempts[attempt]);
	unsigned draw = 0;
	while (draw < DRAWS_PER_ATTEMPT && here.numbers[draw] == there.numbers[draw])
		draw++;
	if (draw == DRAWS_PER_ATTEMPT)
		return false;
	const bool is_first_of_map = attempt == 0 && draw == 0;
	text_add(text,
		 "attempt %" PRIu64 ": %s is %" PRIu32 ", and should be %" PRIu32
		 ": the %s number, from %" PRIu32 " to %" PRIu32 "; %s",
		 attempt + 1, names[draw], there.numbers[draw], here.numbers[draw], ordinals[draw],
		 draw_min(recipe, draw), draw_max(recipe, &here, draw),
		 is_first_of_map ? "check the seeding" : "all before it are right");
	return true;
}

/* Adds that the coin of an attempt's tunnel differs. Returns false if it does not. */
static bool add_attempt_coin(struct text *text, const struct traced_map *expected,
			     const struct traced_map *actual, uint64_t attempt)
{
	const struct attempt *tried = &expected->history->attempts[attempt];
	const enum tunnels tunnels = expected->map->recipe.tunnels;
	/* The first room has no tunnel, and tunnels around rooms ignore the coin. */
	if (!tried->placed || tried->number == 0 || tunnels == TUNNELS_AROUND)
		return false;
	const uint32_t tunnel = tried->number - 1;
	const bool row_first = expected->map->tunnels[tunnel].row_first;
	if (actual->map->tunnels[tunnel].row_first == row_first)
		return false;
	text_add(text,
		 "attempt %" PRIu64 ": the tunnel goes along the %s first, and should go along the "
		 "%s; all numbers before it are right",
		 attempt + 1, row_first ? "column" : "row", row_first ? "row" : "column");
	return true;
}

void add_draws(struct text *text, const struct traced_map *expected,
	       const struct traced_map *actual)
{
	const uint64_t expected_count = expected->history->attempt_count;
	const uint64_t actual_count = actual->history->attempt_count;
	for (uint64_t i = 0; i < expected_count && i < actual_count; i++) {
		if (add_attempt_draws(text, expected, actual, i))
			return;
		if (add_attempt_coin(text, expected, actual, i))
			return;
	}
	if (expected_count != actual_count)
		text_add(text, "has %s, and should have %" PRIu64 "; all numbers are right",
			 count_text(actual_count, "attempt", "attempts"), expected_count);
}

/* Differences of --compare. */

static const char *const element_names[] = {
	[DIFFERENCE_ROOM] = "room",
	[DIFFERENCE_TUNNEL] = "tunnel",
	[DIFFERENCE_DOOR] = "door",
};

/* Returns whether a map has the element in which it differs. */
static bool has_element(enum difference_kind kind, const struct map *map, uint32_t index)
{
	switch (kind) {
	case DIFFERENCE_ROOM:
		return index < map->room_count;
	case DIFFERENCE_TUNNEL:
		return index < map->tunnel_count;
	case DIFFERENCE_DOOR:
		return index < map->door_count;
	default:
		return kind == DIFFERENCE_MARK;
	}
}

static void add_tunnel(struct text *text, const struct map *map, uint32_t index)
{
	const struct tunnel *tunnel = &map->tunnels[index];
	const struct path path = tunnel_path(map, index);
	text_add(text, "from room %" PRIu32 " to room %" PRIu32 " by", tunnel->from, tunnel->to);
	/* A path that was read may have any number of corners. */
	for (uint32_t i = 0; i <= path.count && i <= AROUND_LEGS; i++)
		text_add(text, " %s", point_text(path_corner(path, i)));
}

/* Adds an element that a map has, as a sentence about this map has it: "9x7 at 21,14". */
static void add_element(struct text *text, enum difference_kind kind, const struct map *map,
			uint32_t index)
{
	switch (kind) {
	case DIFFERENCE_MARK:
		text_add(text, "at %s", point_text(map->marks[index].at));
		break;
	case DIFFERENCE_ROOM: {
		const struct area floor = room_floor(map->rooms[index]);
		text_add(text, "%s at %s", area_size_text(floor),
			 point_text((struct point){floor.x1, floor.y1}));
		break;
	}
	case DIFFERENCE_DOOR: {
		const struct door *door = &map->doors[index];
		text_add(text, "at %s of room %" PRIu32, point_text(door->at), door->room);
		break;
	}
	default:
		add_tunnel(text, map, index);
	}
}

/* Adds the name of the element in which two maps differ: "room 3", "the spawn". */
static void add_element_name(struct text *text, const struct difference *difference)
{
	if (difference->kind == DIFFERENCE_MARK)
		text_add(text, "the %s", mark_names[difference->index]);
	else
		text_add(text, "%s %" PRIu32, element_names[difference->kind], difference->index);
}

/* "room 3 is 8x7 at 21,14, and should be 9x7 at 21,14" */
static void add_element_difference(struct text *text, const struct finding *finding)
{
	const struct difference *difference = finding->difference;
	const enum difference_kind kind = difference->kind;
	const uint32_t index = difference->index;
	add_element_name(text, difference);
	if (!has_element(kind, finding->actual, index)) {
		text_add(text, ", ");
		add_element(text, kind, finding->expected, index);
		text_add(text, ", is missing");
		return;
	}
	if (!has_element(kind, finding->expected, index)) {
		text_add(text, ", ");
		add_element(text, kind, finding->actual, index);
		text_add(text, ", should not be there");
		return;
	}
	text_add(text, " is ");
	add_element(text, kind, finding->actual, index);
	text_add(text, ", and should be ");
	add_element(text, kind, finding->expected, index);
}

/* Adds the mistakes that explain a difference, if there are any. */
static void add_mistakes(struct text *text, const struct cause *cause)
{
	const char *separator = "";
	for (size_t i = 0; cause->mistakes >> i; i++) {
		if (!(cause->mistakes >> i & 1))
			continue;
		if (i < MISTAKES)
			text_add(text, "%s%s", separator, mistake_texts[i]);
		else
			text_add(text, "%sthe numbers are those of --rng %s", separator,
				 rng_table[i - MISTAKES]->name);
		separator = "; and ";
	}
}

/*
 * Adds the mistakes of a cause, or without one, the first room or tunnel that is not on the actual
 * map. Adds nothing if neither is known.
 */
static void add_cause(struct text *text, const struct finding *finding)
{
	const struct cause *cause = finding->cause;
	add_mistakes(text, cause);
	if (cause->mistakes != 0 || cause->attempt == 0)
		return;
	/* The draws, or the element that differs, tell more. */
	if (*finding->draws || finding->difference->kind != DIFFERENCE_TILES)
		return;
	text_add(text, "the first that is not there is %s %" PRIu32 " of attempt %" PRIu64 ", ",
		 element_names[cause->kind], cause->index, cause->attempt);
	add_element(text, cause->kind, finding->expected, cause->index);
}

/* Adds how many rows differ, or the sizes, and the first tile. */
static void add_tile_difference(struct text *text, const struct finding *finding,
				bool names_first_tile)
{
	const struct difference *difference = finding->difference;
	const struct recipe *expected = &finding->expected->recipe;
	const struct recipe *actual = &finding->actual->recipe;
	if (difference->kind == DIFFERENCE_SIZE)
		text_add(text, "is %s, and should be %s", size_text(actual->width, actual->height),
			 size_text(expected->width, expected->height));
	else
		text_add(text, "%" PRIu32 " of %" PRIu32 " rows differ", difference->rows,
			 expected->height);
	if (difference->rows > 0 && names_first_tile)
		text_add(text, ", the first tile at %s: %s there, %s here",
			 point_text(difference->first_tile), tile_names[difference->actual_tile],
			 tile_names[difference->expected_tile]);
}

void add_finding(struct text *text, const struct finding *finding)
{
	const struct difference *difference = finding->difference;
	struct text cause = {.length = 0};
	add_cause(&cause, finding);
	const bool has_cause = cause.length > 0;
	if (*finding->draws) {
		text_add(text, "%s", finding->draws);
	} else if (difference->kind >= DIFFERENCE_ROOM && !has_cause) {
		add_element_difference(text, finding);
	} else if (difference->is_single_tile && finding->cause->mistakes == 0) {
		text_add(text, "the tile at %s is %s, and should be %s",
			 point_text(difference->first_tile), tile_names[difference->actual_tile],
			 tile_names[difference->expected_tile]);
		return;
	} else {
		add_tile_difference(text, finding, finding->is_located || !has_cause);
	}
	if (has_cause)
		text_add(text, "; %s", cause.bytes);
}
