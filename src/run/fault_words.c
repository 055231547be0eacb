/* SPDX-License-Identifier: MIT */
#include "run/fault_words.h"

#include "cli/messages.h"

#include <inttypes.h>

/* Returns the text of a point: "21,14". A phrase. */
static const char *point_text(struct point at)
{
	return phrase("%" PRIu32 ",%" PRIu32, at.x, at.y);
}

/* Random numbers of --compare. */

/* The random numbers that an attempt to place a room draws, in this order. */
enum draw { DRAW_WIDTH, DRAW_HEIGHT, DRAW_X, DRAW_Y, DRAWS };

/* The random numbers of one attempt, by enum draw. */
struct attempt_draws {
	uint32_t numbers[DRAWS];
};

static struct attempt_draws draws_of_attempt(const struct attempt *attempt)
{
	const struct area room = attempt->room;
	return (struct attempt_draws){{
		[DRAW_WIDTH] = room.x2 - room.x1,
		[DRAW_HEIGHT] = room.y2 - room.y1,
		[DRAW_X] = room.x1,
		[DRAW_Y] = room.y1,
	}};
}

/* Returns the smallest number that a draw can return. */
static uint32_t draw_min(const struct recipe *recipe, enum draw draw)
{
	const bool is_size = draw == DRAW_WIDTH || draw == DRAW_HEIGHT;
	return is_size ? recipe->room_min : 0;
}

/* Returns the largest number that a draw can return. A position depends on the size before it. */
static uint32_t draw_max(const struct recipe *recipe, const struct attempt_draws *draws,
			 enum draw draw)
{
	if (draw == DRAW_X)
		return recipe->width - draws->numbers[DRAW_WIDTH] - 1;
	if (draw == DRAW_Y)
		return recipe->height - draws->numbers[DRAW_HEIGHT] - 1;
	return recipe->room_max;
}

/* Adds the first random number in which an attempt differs. Returns false if all are the same. */
static bool add_attempt_draws(struct text *text, const struct traced_map *expected,
			      const struct traced_map *actual, uint64_t attempt_index)
{
	static const char *const names[DRAWS] = {"w", "h", "x", "y"};
	static const char *const ordinals[DRAWS] = {"first", "second", "third", "fourth"};
	const struct recipe *recipe = &expected->map->recipe;
	const struct attempt_draws expected_draws = draws_of_attempt(
		&expected->history->attempts[attempt_index]);
	const struct attempt_draws actual_draws = draws_of_attempt(
		&actual->history->attempts[attempt_index]);
	enum draw draw = 0;
	while (draw < DRAWS && expected_draws.numbers[draw] == actual_draws.numbers[draw])
		draw++;
	if (draw == DRAWS)
		return false;
	const bool is_first_of_map = attempt_index == 0 && draw == 0;
	const char *advice = is_first_of_map ? "check the seeding"
					     : "all earlier numbers are right";
	text_add(text,
		 "attempt %" PRIu64 ": expected %s %" PRIu32 ", found %" PRIu32
		 " (the %s number, from %" PRIu32 " to %" PRIu32 "); %s",
		 attempt_index + 1, names[draw], expected_draws.numbers[draw],
		 actual_draws.numbers[draw], ordinals[draw], draw_min(recipe, draw),
		 draw_max(recipe, &expected_draws, draw), advice);
	return true;
}

/* Names the direction in which a tunnel starts. */
static const char *start_name(bool row_first)
{
	return row_first ? "row" : "column";
}

/*
 * Adds that the coin for the tunnel of an attempt differs: it decides whether the tunnel starts
 * along a row. Returns false if the coins are the same, or if the attempt has no such tunnel.
 */
static bool add_attempt_coin(struct text *text, const struct traced_map *expected,
			     const struct traced_map *actual, uint64_t attempt_index)
{
	const struct attempt *attempt = &expected->history->attempts[attempt_index];
	const enum tunnels tunnels = expected->map->recipe.tunnels;
	/* The first room does not get a tunnel, and tunnels around rooms ignore the coin. */
	if (!attempt->placed || attempt->number == 0 || tunnels == TUNNELS_AROUND)
		return false;
	const uint32_t tunnel = attempt->number - 1;
	const bool is_expected_row_first = expected->map->tunnels[tunnel].row_first;
	const bool is_actual_row_first = actual->map->tunnels[tunnel].row_first;
	if (is_actual_row_first == is_expected_row_first)
		return false;
	text_add(text,
		 "attempt %" PRIu64
		 ": expected a tunnel along the %s first, found a tunnel along the "
		 "%s first; all earlier numbers are right",
		 attempt_index + 1, start_name(is_expected_row_first),
		 start_name(is_actual_row_first));
	return true;
}

void draws_describe(const struct traced_map *expected, const struct traced_map *actual,
		    struct text *text)
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
		text_add(text, "expected %s, found %" PRIu64 "; all numbers are right",
			 count_text(expected_count, "attempt", "attempts"), actual_count);
}

/* Differences of --compare. */

static const char *const element_names[] = {
	[DIFFERENCE_ROOM] = "room",
	[DIFFERENCE_TUNNEL] = "tunnel",
	[DIFFERENCE_DOOR] = "door",
};

/* Returns whether the element in which two maps differ exists on this map. */
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

/* Adds the size and the first tile of a room's floor: "9x7 at 21,14". */
static void add_room(struct text *text, struct area floor)
{
	const char *size = size_text(area_width(floor), area_height(floor));
	text_add(text, "%s at %s", size, point_text((struct point){floor.x1, floor.y1}));
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

/* Adds the size, place, and so on of an element: "9x7 at 21,14". */
static void add_element(struct text *text, enum difference_kind kind, const struct map *map,
			uint32_t index)
{
	switch (kind) {
	case DIFFERENCE_MARK:
		text_add(text, "%s", point_text(map->marks[index].at));
		break;
	case DIFFERENCE_ROOM:
		add_room(text, room_floor(map->rooms[index]));
		break;
	case DIFFERENCE_DOOR:
		text_add(text, "%s of room %" PRIu32, point_text(map->doors[index].at),
			 map->doors[index].room);
		break;
	default:
		add_tunnel(text, map, index);
	}
}

/* Adds the name of the element in which two maps differ: "room 3", "the spawn". */
static void add_element_name(struct text *text, const struct difference *difference)
{
	if (difference->kind == DIFFERENCE_MARK)
		text_add(text, "%s", mark_names[difference->index]);
	else
		text_add(text, "%s %" PRIu32, element_names[difference->kind], difference->index);
}

/* Adds how an element differs: "room 3: expected 9x7 at 21,14, found 8x7 at 21,14". */
static void add_element_difference(struct text *text, const struct finding *finding)
{
	const struct difference *difference = finding->difference;
	const enum difference_kind kind = difference->kind;
	const uint32_t index = difference->index;
	if (!has_element(kind, finding->actual, index)) {
		text_add(text, "missing ");
		add_element_name(text, difference);
		text_add(text, ": ");
		add_element(text, kind, finding->expected, index);
		return;
	}
	if (!has_element(kind, finding->expected, index)) {
		text_add(text, "unexpected ");
		add_element_name(text, difference);
		text_add(text, ": ");
		add_element(text, kind, finding->actual, index);
		return;
	}
	add_element_name(text, difference);
	text_add(text, ": expected ");
	add_element(text, kind, finding->expected, index);
	text_add(text, ", found ");
	add_element(text, kind, finding->actual, index);
}

/* Adds the mistakes that explain a difference, and nothing if no mistake does. */
static void add_mistakes(struct text *text, const struct cause *cause)
{
	const char *separator = "";
	for (size_t i = 0; cause->mistakes >> i != 0; i++) {
		const bool has_mistake = cause->mistakes >> i & 1;
		if (!has_mistake)
			continue;
		if (i < MISTAKES)
			text_add(text, "%s%s", separator, mistake_texts[i]);
		else
			text_add(text, "%sthe random numbers are those of --rng %s", separator,
				 rng_table[i - MISTAKES]->name);
		separator = "; and ";
	}
}

/*
 * Adds the mistakes that explain the difference. If no mistake does, adds the first room or tunnel
 * that the actual map lacks. Adds nothing if neither is known.
 */
static void add_cause(struct text *text, const struct finding *finding)
{
	const struct cause *cause = finding->cause;
	if (cause->mistakes != 0) {
		add_mistakes(text, cause);
		return;
	}
	if (cause->attempt == 0)
		return;
	/* The random number or the element that differs says more than this room or tunnel. */
	if (*finding->draws || finding->difference->kind != DIFFERENCE_TILES)
		return;
	text_add(text, "the first missing part is %s %" PRIu32 " of attempt %" PRIu64 ", ",
		 element_names[cause->kind], cause->index, cause->attempt);
	add_element(text, cause->kind, finding->expected, cause->index);
}

/* Adds the only tile that differs: "expected wall at 9,5, found floor". */
static void add_single_tile(struct text *text, const struct difference *difference)
{
	text_add(text, "expected %s at %s, found %s", tile_names[difference->expected_tile],
		 point_text(difference->first_tile), tile_names[difference->actual_tile]);
}

/* Adds that the sizes differ, or how many rows, and then perhaps the first tile that differs. */
static void add_tile_difference(struct text *text, const struct finding *finding,
				bool names_first_tile)
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
	if (difference->rows > 0 && names_first_tile)
		text_add(text, "; the first difference is at %s: found %s, expected %s",
			 point_text(difference->first_tile), tile_names[difference->actual_tile],
			 tile_names[difference->expected_tile]);
}

void finding_describe(const struct finding *finding, struct message *message)
{
	struct text *text = &message->problem;
	const struct difference *difference = finding->difference;
	const bool is_element = difference->kind >= DIFFERENCE_ROOM;
	const bool is_single_tile = difference->is_single_tile && finding->cause->mistakes == 0;
	struct text cause = {.length = 0};
	add_cause(&cause, finding);
	if (difference->rows > 0)
		place_set_tile(&message->place, difference->first_tile.x, difference->first_tile.y);
	const bool has_cause = cause.length > 0;
	if (*finding->draws) {
		text_add(text, "%s", finding->draws);
	} else if (is_element && !has_cause) {
		add_element_difference(text, finding);
	} else if (is_single_tile) {
		/* The first missing room or tunnel would say less than this tile. */
		add_single_tile(text, difference);
		return;
	} else {
		add_tile_difference(text, finding, finding->is_located || !has_cause);
	}
	if (has_cause)
		text_add(text, "; %s", cause.bytes);
}
