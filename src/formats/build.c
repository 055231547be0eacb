/* SPDX-License-Identifier: MIT */
#include "formats/build.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void build_start(struct builder *builder, struct reader *reader)
{
	builder->reader = reader;
	builder->map = reader->map;
	builder->result = READ_MAP;
	builder->columns = 0;
	builder->row_count = 0;
	builder->tile_count = 0;
	builder->lacks_floor = false;
	builder->has_door_list = false;
	builder->parameter_count = 0;
	builder->has_strange_parameter = false;
}

void build_free(struct builder *builder)
{
	array_free(builder, lengths);
	rows_free(&builder->rows);
}

/* Refusing. */

struct message *build_refusal(struct builder *builder, const char *key)
{
	struct message *message = &builder->reader->message;
	if (builder->result != READ_MAP)
		return &builder->ignored_error;
	builder->result = READ_NO_MAP;
	if (builder->describe_place)
		builder->describe_place(builder->place_context, key, &message->place);
	else if (key)
		place_set_element(&message->place, "%s", key);
	return message;
}

bool build_refuse(struct builder *builder, const char *key, const char *format, ...)
{
	struct message *message = build_refusal(builder, key);
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(message, STATUS_NO_MAP, format, arguments);
	va_end(arguments);
	return false;
}

bool build_refuse_line(struct builder *builder, uint64_t line, const char *format, ...)
{
	struct message *message = build_refusal(builder, NULL);
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(message, STATUS_NO_MAP, format, arguments);
	va_end(arguments);
	message->place.line = line;
	return false;
}

bool build_need(struct builder *builder, bool has_memory)
{
	if (!has_memory)
		builder->result = READ_NO_MEMORY;
	return builder->result == READ_MAP;
}

bool build_check_number(struct builder *builder, const char *key, uint64_t number, uint64_t min,
			uint64_t max)
{
	if (number == BUILD_TWICE)
		return build_refuse(builder, key, "duplicate key");
	if (max < min)
		return build_refuse(builder, key, "cannot fit on the map");
	const bool is_wrong = number < min || number > max || number == BUILD_NO_NUMBER;
	if (is_wrong && min == max)
		return build_refuse(builder, key, "must be %" PRIu64, min);
	if (is_wrong)
		return build_refuse(builder, key,
				    "must be a whole number from %" PRIu64 " to %" PRIu64, min,
				    max);
	return builder->result == READ_MAP;
}

bool build_check_rooms(struct builder *builder, const char *key)
{
	if (builder->map->room_count == 0)
		return build_refuse(builder, key, "requires a map with rooms");
	return builder->result == READ_MAP;
}

/* Refuses a number that is not the index of a room. */
static bool check_room_index(struct builder *builder, const char *key, uint64_t index)
{
	if (!build_check_rooms(builder, key))
		return false;
	return build_check_number(builder, key, index, 0, builder->map->room_count - 1);
}

/* Refuses a point that is not on the map. */
static bool check_point(struct builder *builder, const char *x_key, const char *y_key, uint64_t x,
			uint64_t y)
{
	const struct recipe *recipe = &builder->map->recipe;
	if (!build_check_number(builder, x_key, x, 0, recipe->width - 1))
		return false;
	return build_check_number(builder, y_key, y, 0, recipe->height - 1);
}

/* Size, seed, and marks. */

bool build_size(struct builder *builder, uint64_t width, uint64_t height)
{
	struct recipe *recipe = &builder->map->recipe;
	if (!build_check_number(builder, "width", width, 1, INT32_MAX))
		return false;
	if (!build_check_number(builder, "height", height, 1, INT32_MAX))
		return false;
	recipe->width = (uint32_t)width;
	recipe->height = (uint32_t)height;
	return true;
}

bool build_seed(struct builder *builder, const char *digits)
{
	char digits_written[sizeof "18446744073709551615"];
	const uint64_t seed = strtoull(digits, NULL, 10);
	(void)snprintf(digits_written, sizeof digits_written, "%" PRIu64, seed);
	if (strcmp(digits, digits_written) != 0)
		return build_refuse(
			builder, "seed",
			"must be a string of digits without leading zeros, up to \"%" PRIu64 "\"",
			UINT64_MAX);
	builder->map->recipe.seed = seed;
	builder->map->lacks &= ~(unsigned)LACKS_SEED;
	return builder->result == READ_MAP;
}

bool build_exit_distance(struct builder *builder, uint64_t steps)
{
	struct map *map = builder->map;
	if (!build_check_number(builder, "exit_distance", steps, 0, UINT64_MAX))
		return false;
	map->exit_distance = steps;
	map->recipe.exit = EXIT_FARTHEST;
	return true;
}

bool build_mark(struct builder *builder, enum mark_kind kind, uint64_t x, uint64_t y)
{
	static const char *const x_keys[] = {[MARK_SPAWN] = "spawn.x", [MARK_EXIT] = "exit.x"};
	static const char *const y_keys[] = {[MARK_SPAWN] = "spawn.y", [MARK_EXIT] = "exit.y"};
	if (!check_point(builder, x_keys[kind], y_keys[kind], x, y))
		return false;
	struct mark *mark = &builder->map->marks[kind];
	mark->at = (struct point){(uint32_t)x, (uint32_t)y};
	mark->is_set = true;
	return true;
}

bool build_drawn_mark(struct builder *builder, enum mark_kind kind, struct point at)
{
	struct mark *mark = &builder->map->marks[kind];
	const bool is_first = !mark->is_set;
	mark->at = at;
	mark->is_set = true;
	mark->is_drawn = true;
	return is_first;
}

/* Rooms, tunnels, and doors. */

void build_room_list(struct builder *builder)
{
	builder->map->lacks &= ~(unsigned)LACKS_ROOMS;
}

void build_door_list(struct builder *builder)
{
	builder->has_door_list = true;
}

bool build_room(struct builder *builder, uint64_t x, uint64_t y, uint64_t width, uint64_t height)
{
	const struct recipe *recipe = &builder->map->recipe;
	/* The largest x and y of a floor tile, beyond which the map still needs a wall. */
	const uint32_t x_max = greater(recipe->width, 2) - 2;
	const uint32_t y_max = greater(recipe->height, 2) - 2;
	if (!build_check_number(builder, "x", x, 1, x_max))
		return false;
	if (!build_check_number(builder, "y", y, 1, y_max))
		return false;
	if (!build_check_number(builder, "width", width, 1, x_max + 1 - x))
		return false;
	if (!build_check_number(builder, "height", height, 1, y_max + 1 - y))
		return false;
	build_room_list(builder);
	const struct area room = {
		.x1 = (uint32_t)(x - 1),
		.y1 = (uint32_t)(y - 1),
		.x2 = (uint32_t)(x + width),
		.y2 = (uint32_t)(y + height),
	};
	return build_need(builder, map_add_room(builder->map, room));
}

bool build_tunnel(struct builder *builder, uint64_t from, uint64_t to)
{
	if (!check_room_index(builder, "from", from))
		return false;
	if (!check_room_index(builder, "to", to))
		return false;
	builder->corner_count = 0;
	return build_need(builder,
			  map_add_tunnel(builder->map, (uint32_t)from, (uint32_t)to, false));
}

bool build_corner(struct builder *builder, uint64_t x, uint64_t y)
{
	const struct point last = builder->last_corner;
	if (!check_point(builder, "path.x", "path.y", x, y))
		return false;
	const struct point corner = {(uint32_t)x, (uint32_t)y};
	builder->last_corner = corner;
	builder->corner_count++;
	if (builder->corner_count == 1)
		return true;
	if (corner.x != last.x && corner.y != last.y)
		return build_refuse(builder, "path",
				    "expected a point in the row or column of %" PRIu32 ",%" PRIu32
				    ", found %" PRIu32 ",%" PRIu32,
				    last.x, last.y, corner.x, corner.y);
	return build_need(builder, map_add_leg(builder->map, last, corner));
}

bool build_tunnel_end(struct builder *builder)
{
	if (builder->corner_count < 2)
		return build_refuse(builder, "path", "must be an array of 2 or more points");
	return builder->result == READ_MAP;
}

bool build_door(struct builder *builder, uint64_t x, uint64_t y, uint64_t room)
{
	if (!check_room_index(builder, "room", room))
		return false;
	if (!check_point(builder, "x", "y", x, y))
		return false;
	const struct point at = {(uint32_t)x, (uint32_t)y};
	return build_need(builder, map_add_door(builder->map, at, (uint32_t)room));
}
