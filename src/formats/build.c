/* SPDX-License-Identifier: MIT */
#include "formats/build.h"

#include "map/misfits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	/*
	 * The most tiles for each byte of the input. Otherwise a small file with one long row and
	 * many short rows would need any amount of memory.
	 */
	TILES_PER_BYTE = 256,

	NAME_LENGTH_MAX = 64, /* bytes of a name in a recipe */
};

void build_start(struct builder *builder, struct reader *reader)
{
	builder->reader = reader;
	builder->map = reader->map;
	builder->result = READ_MAP;
	builder->line = 0;
	builder->list = NULL;
	builder->layer = NULL;
	builder->object = 0;
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
	struct place *place = &message->place;
	const char *separator = key ? ": " : "";
	const char *dot = key ? "." : "";
	key = key ? key : "";
	if (builder->result != READ_MAP)
		return message;
	builder->result = READ_FAILED;
	place->line = builder->line;
	place->document = builder->document;
	if (builder->layer && builder->object > 0)
		place_set_element(place, "layer \"%.40s\", object %.0f%s%s", builder->layer,
				  builder->object, separator, key);
	else if (builder->layer)
		place_set_element(place, "layer \"%.40s\"%s%s", builder->layer, separator, key);
	else if (builder->list)
		place_set_element(place, "%s[%" PRIu32 "]%s%s", builder->list, builder->index, dot,
				  key);
	else
		place_set_element(place, "%s", key);
	return message;
}

bool build_refuse(struct builder *builder, const char *key, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(build_refusal(builder, key), STATUS_NO_MAP, format, arguments);
	va_end(arguments);
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
	if (number == BUILD_MISSING)
		return build_refuse(builder, key, "missing");
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

/* Refuses a number that is not the index of a room. */
static bool check_room_index(struct builder *builder, const char *key, uint64_t index)
{
	const uint32_t room_count = builder->map->room_count;
	if (room_count == 0)
		return build_refuse(builder, key, "requires a map with rooms");
	return build_check_number(builder, key, index, 0, room_count - 1);
}

/* Refuses a point that is not on the map. */
static bool check_point(struct builder *builder, const char *x_key, const char *y_key, uint64_t x,
			uint64_t y)
{
	const struct recipe *recipe = &builder->map->recipe;
	/* A map whose size was refused has no tiles. */
	const uint32_t x_max = greater(recipe->width, 1) - 1;
	const uint32_t y_max = greater(recipe->height, 1) - 1;
	if (!build_check_number(builder, x_key, x, 0, x_max))
		return false;
	return build_check_number(builder, y_key, y, 0, y_max);
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
	if (recipe_tiles(recipe) > READER_TILES_MAX)
		return build_refuse(builder, NULL,
				    "must have at most %" PRIu32
				    " tiles, but has a size of %" PRIu32 "x%" PRIu32,
				    READER_TILES_MAX, recipe->width, recipe->height);
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

void build_mark(struct builder *builder, enum mark_kind kind, uint64_t x, uint64_t y)
{
	static const char *const x_keys[] = {[MARK_SPAWN] = "spawn.x", [MARK_EXIT] = "exit.x"};
	static const char *const y_keys[] = {[MARK_SPAWN] = "spawn.y", [MARK_EXIT] = "exit.y"};
	if (!check_point(builder, x_keys[kind], y_keys[kind], x, y))
		return;
	struct mark *mark = &builder->map->marks[kind];
	mark->at = (struct point){(uint32_t)x, (uint32_t)y};
	mark->is_set = true;
}

bool build_drawn_mark(struct builder *builder, enum mark_kind kind, struct point at,
		      bool is_default)
{
	struct mark *mark = &builder->map->marks[kind];
	const bool is_first = !mark->is_set;
	*mark = (struct mark){.at = at, .is_set = true, .is_drawn = !is_default};
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

bool build_distance(struct builder *builder, uint64_t steps)
{
	struct map *map = builder->map;
	if (!build_check_number(builder, "distance", steps, 0, UINT64_MAX))
		return false;
	if (!build_need(builder, array_reserve(map, distances, map->room_count)))
		return false;
	if (map->distance_count == map->room_count - 1)
		map->distances[map->distance_count++] = steps;
	return true;
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

/* Tiles. */

char *build_row(struct builder *builder, size_t length_max)
{
	const uint64_t tile_count = builder->tile_count + length_max;
	const uint64_t row_count = (uint64_t)builder->row_count + 1;
	if (tile_count > READER_TILES_MAX || length_max > INT32_MAX || row_count > INT32_MAX)
		build_refuse(builder, NULL,
			     "must have at most %" PRIu32 " tiles, but row %" PRIu32
			     " exceeds this limit",
			     READER_TILES_MAX, builder->row_count + 1);
	if (builder->result != READ_MAP)
		return NULL;
	/* With one tile more, the pointer is not NULL even if the first row is empty. */
	if (!build_need(builder, array_reserve(builder->map, tiles, tile_count + 1)))
		return NULL;
	if (!build_need(builder, array_reserve(builder, lengths, row_count)))
		return NULL;
	return builder->map->tiles + builder->tile_count;
}

void build_row_end(struct builder *builder, size_t length)
{
	builder->tile_count += length;
	builder->lengths[builder->row_count++] = (uint32_t)length;
	builder->columns = greater(builder->columns, (uint32_t)length);
}

bool build_rows_end(struct builder *builder)
{
	struct recipe *recipe = &builder->map->recipe;
	const uint64_t byte_count = builder->reader->input->total;
	if (builder->row_count < recipe->height)
		return build_refuse(builder, NULL, "expected %" PRIu32 " rows, found %" PRIu32,
				    recipe->height, builder->row_count);
	if (builder->result != READ_MAP)
		return false;
	while (builder->row_count > 0 && builder->lengths[builder->row_count - 1] == 0)
		builder->row_count--;
	const uint64_t filled_count = (uint64_t)builder->columns * builder->row_count;
	if (filled_count == 0)
		return build_refuse(builder, NULL, "does not contain any tiles");
	const bool is_filled = filled_count > builder->tile_count;
	const bool is_mostly_wall = is_filled && filled_count / TILES_PER_BYTE > byte_count;
	if (filled_count > READER_TILES_MAX || is_mostly_wall)
		return build_refuse(builder, NULL,
				    "the lengths of the rows differ too much for a map of %" PRIu32
				    "x%" PRIu32,
				    builder->columns, builder->row_count);
	if (!build_need(builder, array_reserve(builder->map, tiles, filled_count)))
		return false;
	for (uint32_t y = 0; y < builder->row_count; y++) {
		if (builder->lengths[y] == builder->columns)
			continue;
		reader_note(builder->reader,
			    "row %" PRIu32 " has %" PRIu32 " of %" PRIu32
			    " tiles, and short rows are filled up with wall",
			    y + 1, builder->lengths[y], builder->columns);
		break;
	}
	/*
	 * Move each row to its place, and fill it up with wall. The rows lie close together at
	 * first. Start with the last row, because a row moves over the rows that follow it, and end
	 * when all rows above are as wide as the map.
	 */
	char *tiles = builder->map->tiles;
	const size_t width = builder->columns;
	uint64_t unmoved_count = builder->tile_count;
	for (uint32_t y = builder->row_count; unmoved_count < y * (uint64_t)width; y--) {
		const size_t length = builder->lengths[y - 1];
		char *row = tiles + (y - 1) * width;
		unmoved_count -= length;
		memmove(row, tiles + unmoved_count, length);
		memset(row + length, TILE_WALL, width - length);
	}
	recipe->width = builder->columns;
	recipe->height = builder->row_count;
	return build_tiles_end(builder);
}

void build_lines(struct builder *builder, build_read_row *read_row)
{
	const char *line;
	size_t size;
	while (input_line(builder->reader->input, &line, &size)) {
		size_t tile_count = 0;
		char *tiles = build_row(builder, size);
		builder->line = builder->reader->input->lines;
		if (!tiles || !read_row(builder, line, size, tiles, &tile_count))
			break;
		build_row_end(builder, tile_count);
		builder->line = 0;
	}
	builder->line = 0;
	build_rows_end(builder);
}

char *build_tiles(struct builder *builder)
{
	struct map *map = builder->map;
	if (!build_need(builder, array_reserve(map, tiles, recipe_tiles(&map->recipe))))
		return NULL;
	return map->tiles;
}

bool build_tiles_end(struct builder *builder)
{
	struct map *map = builder->map;
	const size_t tile_count = (size_t)recipe_tiles(&map->recipe);
	if (builder->result != READ_MAP)
		return false;
	if (!memchr(map->tiles, TILE_FLOOR, tile_count) &&
	    !memchr(map->tiles, TILE_DOOR, tile_count)) {
		builder->lacks_floor = true;
		return build_refuse(builder, NULL, "the map has no floor");
	}
	if (!memchr(map->tiles, TILE_WALL, tile_count))
		reader_note(builder->reader, "the map has no wall");
	map->recipe.doors = memchr(map->tiles, TILE_DOOR, tile_count) != NULL;
	map->stores_tiles = true;
	return true;
}

/* The recipe. */

/* Returns whether a text looks like a name that dungen writes. */
static bool is_name(const char *text)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789_-/.";
	const size_t length = strlen(text);
	if (length == 0 || length > NAME_LENGTH_MAX)
		return false;
	return strspn(text, characters) == length;
}

bool build_parameter(struct builder *builder, struct parameter parameter)
{
	struct recipe ignored;
	if (!recipe_set_parameter(&ignored, &parameter)) {
		builder->has_strange_parameter = true;
		return builder->result == READ_MAP;
	}
	for (size_t i = 0; i < builder->parameter_count; i++) {
		if (strcmp(parameter.key, builder->parameters[i].key) == 0)
			return build_refuse(builder, "params", "duplicate key %s", parameter.key);
	}
	builder->parameters[builder->parameter_count++] = parameter;
	return builder->result == READ_MAP;
}

void build_generator(struct builder *builder, const char *algorithm, const char *rng)
{
	struct map *map = builder->map;
	struct recipe *recipe = &map->recipe;
	const bool lacks_seed_or_rooms = map->lacks & (LACKS_SEED | LACKS_ROOMS);
	const bool lacks_mark = !map->marks[MARK_SPAWN].is_set || !map->marks[MARK_EXIT].is_set;
	if (builder->has_strange_parameter || lacks_seed_or_rooms || lacks_mark)
		return;
	if (!is_name(algorithm) || !is_name(rng))
		return;
	recipe->algorithm = algorithm;
	recipe->rng = rng;
	recipe->parameters = builder->parameters;
	recipe->parameter_count = builder->parameter_count;
}

/* The end. */

/*
 * Returns whether rooms, tunnels, and doors make the tiles that the map stores. If so, or if out of
 * memory, the map no longer stores them. If not, sets builder->difference to the first tile that
 * differs.
 */
static bool tiles_agree(struct builder *builder)
{
	struct map *map = builder->map;
	const uint32_t width = map->recipe.width;
	const char *stored = map->tiles;
	const char *drawn;
	/* Rows would draw the stored tiles instead of the rooms. */
	map->stores_tiles = false;
	if (!build_need(builder, rows_start(&builder->rows, map, &row_kinds)))
		return true;
	for (uint32_t y = 0; (drawn = rows_next(&builder->rows)); y++, stored += width) {
		if (memcmp(drawn, stored, width) == 0)
			continue;
		uint32_t x = 0;
		while (drawn[x] == stored[x])
			x++;
		builder->difference = (struct point){x, y};
		map->stores_tiles = true;
		return false;
	}
	return true;
}

/* Adds a number of parts to a list, unless it is 0: "3 rooms". */
static void add_count(struct text *list, uint32_t count, const char *name)
{
	if (count > 0)
		text_add(list, "%s%" PRIu32 " %s%s", list->length > 0 ? ", " : "", count, name,
			 count > 1 ? "s" : "");
}

/* Drops what does not fit the tiles, and the facts about the old tiles. Notes what was dropped. */
static bool drop_misfits(struct builder *builder)
{
	struct reader *reader = builder->reader;
	struct map *map = builder->map;
	struct recipe *recipe = &map->recipe;
	const uint32_t room_count = map->room_count;
	const uint32_t tunnel_count = map->tunnel_count;
	const uint32_t door_count = map->door_count;
	struct text list = {.length = 0};
	if (!build_need(builder, misfits_drop(map)))
		return false;
	add_count(&list, room_count - map->room_count, "room");
	add_count(&list, tunnel_count - map->tunnel_count, "tunnel");
	add_count(&list, door_count - map->door_count, "door");
	reader->loses = list.length > 0;
	if (recipe->algorithm || recipe->exit == EXIT_FARTHEST)
		text_add(&list, "%sthe options of the generator", list.length > 0 ? ", " : "");
	recipe->algorithm = NULL;
	recipe->rng = NULL;
	recipe->parameters = NULL;
	recipe->parameter_count = 0;
	recipe->exit = EXIT_LAST;
	map->distance_count = 0;
	reader->drops_misfits = list.length > 0;
	if (reader->drops_misfits)
		reader_note(reader,
			    "the tiles differ from the rooms, tunnels, and doors, first at %" PRIu32
			    ",%" PRIu32 "; not kept: %s",
			    builder->difference.x, builder->difference.y, list.bytes);
	return true;
}

bool build_end(struct builder *builder)
{
	struct map *map = builder->map;
	struct reader *reader = builder->reader;
	if (builder->result != READ_MAP)
		return false;
	if (map->lacks & LACKS_ROOMS)
		return true;
	if (map->room_count == 0 && !map->stores_tiles)
		return build_refuse(builder, NULL, "the map has no floor");
	const bool tiles_have_doors = map->recipe.doors;
	const bool has_doors = builder->has_door_list || map->door_count > 0;
	map_sort_doors(map);
	/* Even an empty list of doors says that the map has doors, unless the tiles differ. */
	const bool is_drawn = !map->stores_tiles || tiles_agree(builder);
	map->recipe.doors = is_drawn ? has_doors : tiles_have_doors;
	if (!is_drawn && !reader->keeps_misfits && !drop_misfits(builder))
		return false;
	return build_need(builder, map_find_wings(map));
}
