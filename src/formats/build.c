/* SPDX-License-Identifier: MIT */
#include "formats/build.h"

#include "base/number.h"
#include "base/utf8.h"
#include "formats/line.h"
#include "io/text.h"
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

/* Refusing. */

struct message *build_refusal(struct reader *reader, const char *key)
{
	struct message *message = &reader->message;
	struct place *place = &message->place;
	const char *separator = ": ";
	const char *dot = ".";
	if (!key) {
		separator = "";
		dot = "";
		key = "";
	}
	if (reader->result != READ_MAP)
		return message;
	reader->result = READ_FAILED;
	place->line = reader->line;
	place->document_number = reader->document_number;
	if (reader->layer && reader->object > 0)
		place_set_element(place, "layer \"%.40s\", object %.0f%s%s", reader->layer,
				  reader->object, separator, key);
	else if (reader->layer)
		place_set_element(place, "layer \"%.40s\"%s%s", reader->layer, separator, key);
	else if (reader->list)
		place_set_element(place, "%s[%" PRIu32 "]%s%s", reader->list, reader->index, dot,
				  key);
	else
		place_set_element(place, "%s", key);
	return message;
}

bool build_refuse(struct reader *reader, const char *key, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(build_refusal(reader, key), STATUS_NO_MAP, format, arguments);
	va_end(arguments);
	return false;
}

bool build_refuse_encoding(struct reader *reader, const char *text, size_t length)
{
	const char *encoding = "LATIN1";
	uint32_t ignored_code;
	const char *end = text + length;
	size_t character_length;
	while (text < end &&
	       (character_length = utf8_read(text, (size_t)(end - text), &ignored_code)))
		text += character_length;
	if (text == end)
		return false;
	const unsigned char byte = (unsigned char)*text;
	/* Elsewhere, a NUL is damage. */
	if (byte == 0 && reader->line > 1)
		return false;
	if (byte >= 0xfe || byte == 0)
		encoding = "UTF-16";
	else if (byte >= 0xb0 && byte <= 0xdf)
		encoding = "CP437"; /* the blocks and lines of DOS */
	build_refuse(reader, NULL, "the file is not UTF-8");
	advise(&reader->message, "convert it, as with iconv -f %s -t UTF-8 FILE | dungen -",
	       encoding);
	return true;
}

bool build_need(struct reader *reader, bool has_memory)
{
	if (!has_memory)
		reader->result = READ_NO_MEMORY;
	return reader->result == READ_MAP;
}

bool build_check_number(struct reader *reader, const char *key, uint64_t number, uint64_t min,
			uint64_t max)
{
	if (number == BUILD_MISSING)
		return build_refuse(reader, key, "missing");
	if (max < min)
		return build_refuse(reader, key, "cannot fit on the map");
	const bool is_wrong = number < min || number > max || number == BUILD_NO_NUMBER;
	if (is_wrong && min == max)
		return build_refuse(reader, key, "must be %" PRIu64, min);
	if (is_wrong)
		return build_refuse(reader, key,
				    "must be a whole number from %" PRIu64 " to %" PRIu64, min,
				    max);
	return reader->result == READ_MAP;
}

/* Refuses a number that is not the index of a room. */
static bool check_room_index(struct reader *reader, const char *key, uint64_t index)
{
	const uint32_t room_count = reader->map->room_count;
	if (room_count == 0)
		return build_refuse(reader, key, "requires a map with rooms");
	return build_check_number(reader, key, index, 0, room_count - 1);
}

/* Refuses a point that is not on the map. */
static bool check_point(struct reader *reader, const char *x_key, const char *y_key, uint64_t x,
			uint64_t y)
{
	const struct recipe *recipe = &reader->map->recipe;
	/* A map whose size was refused has no tiles. */
	const uint32_t x_max = greater(recipe->width, 1) - 1;
	const uint32_t y_max = greater(recipe->height, 1) - 1;
	if (!build_check_number(reader, x_key, x, 0, x_max))
		return false;
	return build_check_number(reader, y_key, y, 0, y_max);
}

/* Size, seed, and marks. */

bool build_size(struct reader *reader, uint64_t width, uint64_t height)
{
	struct recipe *recipe = &reader->map->recipe;
	if (!build_check_number(reader, "width", width, 1, INT32_MAX))
		return false;
	if (!build_check_number(reader, "height", height, 1, INT32_MAX))
		return false;
	recipe->width = (uint32_t)width;
	recipe->height = (uint32_t)height;
	if (recipe_tiles(recipe) > READER_TILES_MAX)
		return build_refuse(reader, NULL,
				    "must have at most %" PRIu32
				    " tiles, but has a size of %" PRIu32 "x%" PRIu32,
				    READER_TILES_MAX, recipe->width, recipe->height);
	return true;
}

bool build_seed(struct reader *reader, const char *digits)
{
	uint64_t seed;
	const char *end = number_read(digits, &seed);
	const bool has_leading_zero = digits[0] == '0' && digits[1] != '\0';
	if (!end || *end || has_leading_zero)
		return build_refuse(
			reader, "seed",
			"must be a string of digits without leading zeros, up to \"%" PRIu64 "\"",
			UINT64_MAX);
	reader->map->recipe.seed = seed;
	reader->map->lacks &= ~(unsigned)LACKS_SEED;
	return reader->result == READ_MAP;
}

bool build_exit_distance(struct reader *reader, uint64_t steps)
{
	struct map *map = reader->map;
	if (!build_check_number(reader, "exit_distance", steps, 0, UINT64_MAX))
		return false;
	map->exit_distance = steps;
	map->recipe.exit = EXIT_FARTHEST;
	return true;
}

void build_mark(struct reader *reader, enum mark_kind kind, uint64_t x, uint64_t y)
{
	static const char *const x_keys[] = {[MARK_SPAWN] = "spawn.x", [MARK_EXIT] = "exit.x"};
	static const char *const y_keys[] = {[MARK_SPAWN] = "spawn.y", [MARK_EXIT] = "exit.y"};
	if (!check_point(reader, x_keys[kind], y_keys[kind], x, y))
		return;
	struct mark *mark = &reader->map->marks[kind];
	mark->at = (struct point){(uint32_t)x, (uint32_t)y};
	mark->is_set = true;
}

bool build_drawn_mark(struct reader *reader, enum mark_kind kind, struct point at, bool is_default)
{
	struct mark *mark = &reader->map->marks[kind];
	const bool is_first = !mark->is_set;
	*mark = (struct mark){.at = at, .is_set = true, .is_drawn = !is_default};
	return is_first;
}

/* Rooms, tunnels, and doors. */

void build_room_list(struct reader *reader)
{
	reader->map->lacks &= ~(unsigned)LACKS_ROOMS;
}

void build_door_list(struct reader *reader)
{
	reader->has_door_list = true;
}

bool build_room(struct reader *reader, uint64_t x, uint64_t y, uint64_t width, uint64_t height)
{
	const struct recipe *recipe = &reader->map->recipe;
	/* The largest x and y of a floor tile, beyond which the map still needs a wall. */
	const uint32_t x_max = greater(recipe->width, 2) - 2;
	const uint32_t y_max = greater(recipe->height, 2) - 2;
	if (!build_check_number(reader, "x", x, 1, x_max))
		return false;
	if (!build_check_number(reader, "y", y, 1, y_max))
		return false;
	if (!build_check_number(reader, "width", width, 1, x_max + 1 - x))
		return false;
	if (!build_check_number(reader, "height", height, 1, y_max + 1 - y))
		return false;
	build_room_list(reader);
	const struct area room = {
		.x1 = (uint32_t)(x - 1),
		.y1 = (uint32_t)(y - 1),
		.x2 = (uint32_t)(x + width),
		.y2 = (uint32_t)(y + height),
	};
	return build_need(reader, map_add_room(reader->map, room));
}

bool build_distance(struct reader *reader, uint64_t steps)
{
	struct map *map = reader->map;
	if (!build_check_number(reader, "distance", steps, 0, UINT64_MAX))
		return false;
	if (!build_need(reader, array_reserve(map, distances, map->room_count)))
		return false;
	if (map->distance_count == map->room_count - 1)
		map->distances[map->distance_count++] = steps;
	return true;
}

bool build_tunnel(struct reader *reader, uint64_t from, uint64_t to)
{
	if (!check_room_index(reader, "from", from))
		return false;
	if (!check_room_index(reader, "to", to))
		return false;
	reader->corner_count = 0;
	return build_need(reader, map_add_tunnel(reader->map, (uint32_t)from, (uint32_t)to, false));
}

bool build_corner(struct reader *reader, uint64_t x, uint64_t y)
{
	const struct point last = reader->last_corner;
	if (!check_point(reader, "path.x", "path.y", x, y))
		return false;
	const struct point corner = {(uint32_t)x, (uint32_t)y};
	reader->last_corner = corner;
	reader->corner_count++;
	if (reader->corner_count == 1)
		return true;
	if (corner.x != last.x && corner.y != last.y)
		return build_refuse(reader, "path",
				    "expected a point in the row or column of %" PRIu32 ",%" PRIu32
				    ", found %" PRIu32 ",%" PRIu32,
				    last.x, last.y, corner.x, corner.y);
	return build_need(reader, map_add_leg(reader->map, last, corner));
}

bool build_tunnel_end(struct reader *reader)
{
	if (reader->corner_count < 2)
		return build_refuse(reader, "path", "must be an array of 2 or more points");
	return reader->result == READ_MAP;
}

bool build_door(struct reader *reader, uint64_t x, uint64_t y, uint64_t room)
{
	if (!check_room_index(reader, "room", room))
		return false;
	if (!check_point(reader, "x", "y", x, y))
		return false;
	const struct point at = {(uint32_t)x, (uint32_t)y};
	return build_need(reader, map_add_door(reader->map, at, (uint32_t)room));
}

bool build_lock(struct reader *reader, uint64_t lock)
{
	struct map *map = reader->map;
	if (!build_check_number(reader, "lock", lock, 1, LOCKS_MAX))
		return false;
	map->doors[map->door_count - 1].lock = (uint32_t)lock;
	map->lock_count = greater(map->lock_count, (uint32_t)lock);
	return true;
}

void build_secret(struct reader *reader)
{
	struct map *map = reader->map;
	if (reader->result == READ_MAP)
		map->doors[map->door_count - 1].is_secret = true;
}

bool build_key(struct reader *reader, uint64_t lock, uint64_t x, uint64_t y)
{
	struct map *map = reader->map;
	if (!build_check_number(reader, "lock", lock, 1, LOCKS_MAX))
		return false;
	if (!check_point(reader, "x", "y", x, y))
		return false;
	struct key *key = &map->keys[lock - 1];
	if (key->is_set)
		return build_refuse(reader, "lock", "duplicate key %" PRIu64, lock);
	*key = (struct key){.at = {(uint32_t)x, (uint32_t)y}, .is_set = true};
	map->lock_count = greater(map->lock_count, (uint32_t)lock);
	return true;
}

/* Tiles. */

char *build_row(struct reader *reader, size_t length_max)
{
	const uint64_t tile_count = reader->tile_count + length_max;
	const uint64_t row_count = (uint64_t)reader->row_count + 1;
	if (tile_count > READER_TILES_MAX || length_max > INT32_MAX || row_count > INT32_MAX)
		build_refuse(reader, NULL,
			     "must have at most %" PRIu32 " tiles, but row %" PRIu32
			     " exceeds this limit",
			     READER_TILES_MAX, reader->row_count + 1);
	if (reader->result != READ_MAP)
		return NULL;
	/* With one tile more, the pointer is not NULL even if the first row is empty. */
	if (!build_need(reader, array_reserve(reader->map, tiles, tile_count + 1)))
		return NULL;
	if (!build_need(reader, array_reserve(reader, lengths, row_count)))
		return NULL;
	return reader->map->tiles + reader->tile_count;
}

void build_row_end(struct reader *reader, size_t length)
{
	reader->tile_count += length;
	reader->lengths[reader->row_count++] = (uint32_t)length;
	reader->columns = greater(reader->columns, (uint32_t)length);
}

/* Notes that short rows are filled up, and names the first row that differs from most rows. */
static void note_short_rows(struct reader *reader)
{
	struct line_lengths lengths = {.usual = 0};
	uint32_t y = 0;
	for (uint32_t i = 0; i < reader->row_count; i++)
		line_count_length(&lengths, reader->lengths[i]);
	while (reader->lengths[y] == lengths.usual)
		y++;
	const uint32_t length = reader->lengths[y];
	if (length < lengths.usual)
		reader_note(reader,
			    "row %" PRIu32 " has %" PRIu32 " of %" PRIu32
			    " tiles, and short rows are filled up with wall",
			    y + 1, length, lengths.usual);
	else
		reader_note(reader,
			    "row %" PRIu32 " has %" PRIu32 " tiles, most rows have %" PRIu32
			    ", and short rows are filled up with wall",
			    y + 1, length, lengths.usual);
}

bool build_rows_end(struct reader *reader)
{
	struct recipe *recipe = &reader->map->recipe;
	const uint64_t byte_count = reader->input->total;
	if (reader->row_count < recipe->height)
		return build_refuse(reader, NULL, "expected %s, found %" PRIu32,
				    count_text(recipe->height, "row", "rows"), reader->row_count);
	if (reader->result != READ_MAP)
		return false;
	while (reader->row_count > 0 && reader->lengths[reader->row_count - 1] == 0)
		reader->row_count--;
	const uint64_t filled_count = (uint64_t)reader->columns * reader->row_count;
	if (filled_count == 0)
		return build_refuse(reader, NULL, "does not contain any tiles");
	const bool is_filled = filled_count > reader->tile_count;
	const bool is_mostly_wall = is_filled && filled_count / TILES_PER_BYTE > byte_count;
	if (filled_count > READER_TILES_MAX || is_mostly_wall)
		return build_refuse(reader, NULL,
				    "the lengths of the rows differ too much for a map of %" PRIu32
				    "x%" PRIu32,
				    reader->columns, reader->row_count);
	if (!build_need(reader, array_reserve(reader->map, tiles, filled_count)))
		return false;
	if (is_filled)
		note_short_rows(reader);
	/*
	 * Move each row to its place, and fill it up with wall. The rows lie close together at
	 * first. Start with the last row, because a row moves over the rows that follow it, and end
	 * when all rows above are as wide as the map.
	 */
	char *tiles = reader->map->tiles;
	const size_t width = reader->columns;
	uint64_t unmoved_count = reader->tile_count;
	for (uint32_t y = reader->row_count; unmoved_count < y * (uint64_t)width; y--) {
		const size_t length = reader->lengths[y - 1];
		char *row = tiles + (y - 1) * width;
		unmoved_count -= length;
		memmove(row, tiles + unmoved_count, length);
		memset(row + length, TILE_WALL, width - length);
	}
	recipe->width = reader->columns;
	recipe->height = reader->row_count;
	return true;
}

void build_lines(struct reader *reader, build_read_row *read_row)
{
	const char *line;
	size_t size;
	while (input_line(reader->input, &line, &size)) {
		size_t tile_count = 0;
		char *tiles = build_row(reader, size);
		reader->line = reader->input->lines;
		if (!tiles || !read_row(reader, line, size, tiles, &tile_count))
			break;
		build_row_end(reader, tile_count);
		reader->line = 0;
	}
	reader->line = 0;
	build_rows_end(reader);
}

char *build_tiles(struct reader *reader)
{
	struct map *map = reader->map;
	if (!build_need(reader, array_reserve(map, tiles, recipe_tiles(&map->recipe))))
		return NULL;
	return map->tiles;
}

uint64_t build_count_misfit_doors(struct reader *reader, uint64_t *door_count,
				  struct point *first_misfit)
{
	const struct map *map = reader->map;
	const uint32_t width = map->recipe.width;
	const char *tiles = map->tiles;
	const char *end = tiles + recipe_tiles(&map->recipe);
	uint64_t misfit_count = 0;
	*door_count = 0;
	for (const char *at = tiles; (at = memchr(at, TILE_DOOR, (size_t)(end - at))); at++) {
		const uint64_t index = (uint64_t)(at - tiles);
		const struct point point = {(uint32_t)(index % width), (uint32_t)(index / width)};
		const bool is_left = point.x > 0 && at[-1] != TILE_WALL;
		const bool is_right = point.x + 1 < width && at[1] != TILE_WALL;
		const bool is_above = point.y > 0 && *(at - width) != TILE_WALL;
		const bool is_below = at + width < end && at[width] != TILE_WALL;
		(*door_count)++;
		if (door_fits(is_left, is_right, is_above, is_below))
			continue;
		if (misfit_count == 0)
			*first_misfit = point;
		misfit_count++;
	}
	return misfit_count;
}

void build_note_misfit_doors(struct reader *reader)
{
	uint64_t door_count;
	struct point first;
	const uint64_t misfit_count = build_count_misfit_doors(reader, &door_count, &first);
	if (misfit_count > 0 && reader->is_written)
		reader_note(reader, "%s not between two walls; see --check",
			    count_text(misfit_count, "door is", "doors are"));
}

bool build_tiles_end(struct reader *reader)
{
	struct map *map = reader->map;
	const size_t tile_count = (size_t)recipe_tiles(&map->recipe);
	if (reader->result != READ_MAP)
		return false;
	if (!memchr(map->tiles, TILE_FLOOR, tile_count) &&
	    !memchr(map->tiles, TILE_DOOR, tile_count)) {
		reader->lacks_floor = true;
		return build_refuse(reader, NULL, "the map has no floor");
	}
	if (!memchr(map->tiles, TILE_WALL, tile_count))
		reader_note(reader, "the map has no wall");
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

bool build_parameter(struct reader *reader, struct parameter parameter)
{
	struct recipe ignored;
	if (!recipe_set_parameter(&ignored, &parameter)) {
		reader->strange_parameter = parameter.key;
		return reader->result == READ_MAP;
	}
	for (size_t i = 0; i < reader->parameter_count; i++) {
		if (strcmp(parameter.key, reader->parameters[i].key) == 0)
			return build_refuse(reader, "params", "duplicate key %s", parameter.key);
	}
	reader->parameters[reader->parameter_count++] = parameter;
	return reader->result == READ_MAP;
}

void build_generator(struct reader *reader, const char *algorithm, const char *rng)
{
	struct map *map = reader->map;
	struct recipe *recipe = &map->recipe;
	const bool lacks_seed_or_rooms = map->lacks & (LACKS_SEED | LACKS_ROOMS);
	const bool lacks_mark = !map->marks[MARK_SPAWN].is_set || !map->marks[MARK_EXIT].is_set;
	if (reader->strange_parameter || lacks_seed_or_rooms ||
	    (lacks_mark && !reader->keeps_misfits))
		return;
	if (!is_name(algorithm) || !is_name(rng))
		return;
	recipe->algorithm = algorithm;
	recipe->rng = rng;
	recipe->parameters = reader->parameters;
	recipe->parameter_count = reader->parameter_count;
}

/* The end. */

/*
 * Returns whether rooms, tunnels, and doors make the tiles that the map stores. If so, or if out of
 * memory, the map no longer stores them. If not, sets reader->difference to the first tile that
 * differs.
 */
static bool tiles_agree(struct reader *reader)
{
	struct map *map = reader->map;
	const uint32_t width = map->recipe.width;
	const char *stored = map->tiles;
	const char *drawn;
	/* Rows would draw the stored tiles instead of the rooms. */
	map->stores_tiles = false;
	if (!build_need(reader, rows_start(&reader->rows, map, &row_kinds)))
		return true;
	for (uint32_t y = 0; (drawn = rows_next(&reader->rows)); y++, stored += width) {
		if (memcmp(drawn, stored, width) == 0)
			continue;
		uint32_t x = 0;
		while (drawn[x] == stored[x])
			x++;
		reader->difference = (struct point){x, y};
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
static bool drop_misfits(struct reader *reader)
{
	struct map *map = reader->map;
	struct recipe *recipe = &map->recipe;
	const uint32_t room_count = map->room_count;
	const uint32_t tunnel_count = map->tunnel_count;
	const uint32_t door_count = map->door_count;
	struct text list = {.length = 0};
	if (!build_need(reader, misfits_drop(map)))
		return false;
	add_count(&list, room_count - map->room_count, "room");
	add_count(&list, tunnel_count - map->tunnel_count, "tunnel");
	add_count(&list, door_count - map->door_count, "door");
	reader->loses |= list.length > 0;
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
			    reader->difference.x, reader->difference.y, list.bytes);
	return true;
}

/*
 * Returns whether the locks of a map are whole: their numbers are 1 to lock_count, each has a door,
 * and the key of each lies on floor.
 */
static bool locks_are_whole(const struct map *map)
{
	bool has_door[LOCKS_MAX + 1] = {false};
	for (uint32_t i = 0; i < map->door_count; i++)
		has_door[map->doors[i].lock] = true;
	for (uint32_t lock = 1; lock <= map->lock_count; lock++) {
		const struct key key = map->keys[lock - 1];
		if (!has_door[lock] || !key.is_set || map_tile(map, key.at) == TILE_WALL)
			return false;
	}
	return true;
}

/*
 * Drops the locks and keys of a map that is written unless they are whole, and notes that. --check
 * and --compare name what is wrong with them.
 */
static void drop_broken_locks(struct reader *reader)
{
	struct map *map = reader->map;
	if (!reader->is_written || locks_are_whole(map))
		return;
	for (uint32_t i = 0; i < map->door_count; i++)
		map->doors[i].lock = 0;
	map->lock_count = 0;
	reader->loses = true;
	reader_note(reader, "not kept: locks, because a lock lacks its door, or its key on floor");
}

bool build_end(struct reader *reader)
{
	struct map *map = reader->map;
	if (reader->result != READ_MAP)
		return false;
	if (map->lacks & LACKS_ROOMS) {
		drop_broken_locks(reader);
		return true;
	}
	if (map->room_count == 0 && !map->stores_tiles)
		return build_refuse(reader, NULL, "the map has no floor");
	const bool tiles_have_doors = map->recipe.doors;
	const bool has_doors = reader->has_door_list || map->door_count > 0;
	map_sort_doors(map);
	/* Even an empty list of doors says that the map has doors, unless the tiles differ. */
	const bool is_drawn = !map->stores_tiles || tiles_agree(reader);
	map->recipe.doors = is_drawn ? has_doors : tiles_have_doors;
	if (!is_drawn && !reader->keeps_misfits && !drop_misfits(reader))
		return false;
	drop_broken_locks(reader);
	return build_need(reader, map_find_wings(map));
}
