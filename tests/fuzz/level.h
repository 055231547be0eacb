/* SPDX-License-Identifier: MIT */
#pragma once

/*
 * Levels with locks and secrets, for document.c: generated, converted, and edited.
 *
 * - --check does not find a fault in a level, which is the same after it was read from another
 *   format.
 * - A level whose file was edited is the same after it was written and read again. --check finds
 *   what a second search for locks finds.
 */
#include "program.h"

enum { LEVEL_SIDE_MAX = 48, LEVEL_LOCKS_MAX = 18, EDITS_MAX = 3 };

/* A map with locks, as its JSON document describes it. */
struct locked_map {
	unsigned width;
	unsigned height;
	char tiles[LEVEL_SIDE_MAX][LEVEL_SIDE_MAX];
	unsigned locks[LEVEL_SIDE_MAX][LEVEL_SIDE_MAX]; /* of doors; 0 is none */
	unsigned lock_count;
	unsigned key_x[LEVEL_LOCKS_MAX + 1]; /* by lock, starting at 1 */
	unsigned key_y[LEVEL_LOCKS_MAX + 1];
	unsigned spawn_x;
	unsigned spawn_y;
	unsigned exit_x;
	unsigned exit_y;
	bool reached[LEVEL_SIDE_MAX][LEVEL_SIDE_MAX]; /* by the last search */
};

/* Returns the number after a key in a part of a document, or 0. */
static unsigned number_after(const char *text, const char *end, const char *key)
{
	const char *found = memmem(text, (size_t)(end - text), key, strlen(key));
	return found ? (unsigned)strtoul(found + strlen(key), NULL, 10) : 0;
}

/* Finds the next object of a list whose objects contain no objects. Returns its end, or NULL. */
static const char *next_object(const char **text)
{
	*text += strcspn(*text, "{}]");
	/* The list of tunnels of a door ends before the door. */
	return **text == '{' ? strchr(*text, '}') : NULL;
}

/* Reads a document that dungen wrote. Returns false if the level has no locks or no marks. */
static bool read_level(struct locked_map *level, const char *text)
{
	*level = (struct locked_map){.width = 0};
	const char *end = text + strlen(text);
	const char *spawn = strstr(text, "\"spawn\":{");
	const char *exit = strstr(text, "\"exit\":{");
	const char *doors = strstr(text, "\"doors\":[");
	const char *keys = strstr(text, "\"keys\":[");
	const char *tiles = strstr(text, "\"tiles\":[");
	if (!spawn || !exit || !doors || !keys || !tiles)
		return false;
	level->width = number_after(text, end, ",\"width\":");
	level->height = number_after(text, end, ",\"height\":");
	SAME(level->width <= LEVEL_SIDE_MAX && level->height <= LEVEL_SIDE_MAX);
	level->spawn_x = number_after(spawn, end, "\"x\":");
	level->spawn_y = number_after(spawn, end, "\"y\":");
	level->exit_x = number_after(exit, end, "\"x\":");
	level->exit_y = number_after(exit, end, "\"y\":");
	tiles = strchr(tiles, '[');
	for (unsigned y = 0; y < level->height; y++) {
		memcpy(level->tiles[y], tiles + 2, level->width);
		tiles += level->width + 3;
	}
	for (const char *at = doors; (end = next_object(&at)); at = end + 1) {
		const unsigned x = number_after(at, end, "\"x\":");
		const unsigned y = number_after(at, end, "\"y\":");
		SAME(level->tiles[y][x] == '+');
		level->locks[y][x] = number_after(at, end, "\"lock\":");
	}
	for (const char *at = keys; (end = next_object(&at)); at = end + 1) {
		const unsigned lock = number_after(at, end, "\"lock\":");
		SAME(lock == ++level->lock_count);
		level->key_x[lock] = number_after(at, end, "\"x\":");
		level->key_y[lock] = number_after(at, end, "\"y\":");
	}
	return true;
}

/* Steps to a tile if it is beside one that was reached, and open. Returns whether it was new. */
static bool step_to(struct locked_map *level, unsigned x, unsigned y, unsigned lock_without_key)
{
	const unsigned lock = level->locks[y][x];
	if (level->reached[y][x] || level->tiles[y][x] == '#')
		return false;
	if (lock > 0 &&
	    (lock == lock_without_key || !level->reached[level->key_y[lock]][level->key_x[lock]]))
		return false;
	level->reached[y][x] = (x > 0 && level->reached[y][x - 1]) ||
			       (x + 1 < level->width && level->reached[y][x + 1]) ||
			       (y > 0 && level->reached[y - 1][x]) ||
			       (y + 1 < level->height && level->reached[y + 1][x]);
	return level->reached[y][x];
}

/* Searches for everything that a player reaches without the key of a lock. */
static void explore(struct locked_map *level, unsigned lock_without_key)
{
	memset(level->reached, 0, sizeof level->reached);
	level->reached[level->spawn_y][level->spawn_x] = true;
	for (bool is_new = true; is_new;) {
		is_new = false;
		for (unsigned y = 0; y < level->height; y++)
			for (unsigned x = 0; x < level->width; x++)
				is_new |= step_to(level, x, y, lock_without_key);
		for (unsigned y = level->height; y-- > 0;)
			for (unsigned x = level->width; x-- > 0;)
				is_new |= step_to(level, x, y, lock_without_key);
	}
}

/* Returns whether a player can stand on both sides of a door of a lock without its key. */
static bool is_open(struct locked_map *level, unsigned lock)
{
	explore(level, lock);
	for (unsigned y = 1; y + 1 < level->height; y++)
		for (unsigned x = 1; x + 1 < level->width; x++)
			if (level->locks[y][x] == lock &&
			    ((level->reached[y][x - 1] && level->reached[y][x + 1]) ||
			     (level->reached[y - 1][x] && level->reached[y + 1][x])))
				return true;
	return false;
}

/* Requires that the last --check has found what is wrong with the locks, and nothing else. */
static void judge_locks(const struct world_input *document)
{
	static struct locked_map level;
	static char text[WORDS_SIZE];
	char report[80];
	SAME(document->length < sizeof text);
	memcpy(text, document->bytes, document->length);
	text[document->length] = '\0';
	if (!read_level(&level, text) || level.tiles[level.spawn_y][level.spawn_x] == '#')
		return;
	explore(&level, 0);
	const bool is_shut = level.tiles[level.exit_y][level.exit_x] != '#' &&
			     !level.reached[level.exit_y][level.exit_x];
	SAME(tells("the exit cannot be reached with the keys") == is_shut);
	for (unsigned lock = 1; lock <= level.lock_count; lock++) {
		const unsigned x = level.key_x[lock];
		const unsigned y = level.key_y[lock];
		(void)snprintf(report, sizeof report, ": key %u at %u,%u cannot be reached\n", lock,
			       x, y);
		SAME(tells(report) == !level.reached[y][x]);
	}
	for (unsigned lock = 1; lock <= level.lock_count; lock++) {
		(void)snprintf(report, sizeof report, ": lock %u can be walked around\n", lock);
		SAME(tells(report) == is_open(&level, lock));
	}
}

/* Replaces a part of a file. */
static void splice(struct words *file, size_t begin, size_t end, const char *text, size_t length)
{
	SAME(file->length + length < sizeof file->bytes);
	memmove(file->bytes + begin + length, file->bytes + end, file->length - end + 1);
	memcpy(file->bytes + begin, text, length);
	file->length += length - (end - begin);
}

/* Changes a number of a lock or beside it, or drops or doubles the lock, its door, or its key. */
static void edit(struct words *file, struct numbers *input)
{
	static char copy[WORDS_SIZE];
	const char *bytes = file->bytes;
	const char *lock = bytes;
	for (unsigned count = 1 + numbers_take(input) % 32; count > 0; count--) {
		const char *next = strstr(lock + 1, "lock");
		lock = next ? next : strstr(bytes, "lock");
		if (!lock)
			return;
	}
	size_t begin = (size_t)(lock - bytes);
	while (begin > 0 && bytes[begin] != '{' && bytes[begin] != '<')
		begin--;
	size_t end = begin + strcspn(bytes + begin, "}>");
	end += bytes[end] != '\0';
	const size_t length = end - begin;
	const unsigned choice = numbers_take(input);
	if (choice % 4 == 0) {
		splice(file, begin, end + (bytes[end] == ','), "", 0);
	} else if (choice % 4 == 1) {
		memcpy(copy, bytes + begin, length);
		copy[length] = ',';
		splice(file, begin, begin, copy, length + (*copy == '{'));
	} else {
		for (unsigned number = choice / 4 % 4;; number--) {
			begin += strcspn(bytes + begin, "0123456789");
			end = begin + strspn(bytes + begin, "0123456789");
			if (number == 0)
				break;
			begin = end;
		}
		(void)snprintf(copy, sizeof copy, "%u", numbers_take(input) % 64);
		splice(file, begin, end, copy, strlen(copy));
	}
}

/* Makes a file the input of the next runs. */
static void set_input(struct words *file, const struct world_input *written)
{
	SAME(written->length < sizeof file->bytes);
	memcpy(file->bytes, written->bytes, written->length);
	file->bytes[written->length] = '\0';
	file->length = written->length;
	world.input = (struct world_input){"a", file->bytes, file->length};
}

static enum status check_input(void)
{
	struct world_input nothing;
	has_reports = true;
	line_begin("a", "--check", "");
	const enum status status = run_line(2, &nothing);
	has_reports = false;
	return status;
}

/* Generates a level. Returns false if too few rooms fit on the map. */
static bool generate_level(struct numbers *input, struct world_input *written)
{
	const unsigned flags = numbers_take(input);
	line_begin("-q", "--format=json", "");
	line_add("--seed=%u", numbers_take(input));
	line_add("--width=%u", 14 + numbers_take(input) % (LEVEL_SIDE_MAX - 13));
	line_add("--height=%u", 14 + numbers_take(input) % (LEVEL_SIDE_MAX - 13));
	line_add("--locks=%u", numbers_take(input) % 7);
	line_add("--secrets=%u", numbers_take(input) % 4);
	if (flags & 1)
		line_add("--preset=%s", flags & 2 ? "quest" : "keep");
	else
		line_add("--room-max=%u", 6 + flags / 2 % 4);
	line_add("--doors");
	if (flags & 16)
		line_add("--tunnels=around");
	if (flags & 32)
		line_add("--exit=farthest");
	if (flags & 64)
		line_add("--wings=50");
	const enum status status = run_line(0, written);
	SAME(status == STATUS_DONE || status == STATUS_NO_MAP);
	return status == STATUS_DONE;
}

static void judge_level(struct numbers *input)
{
	static const char *const formats[] = {"json", "tmj", "tmx"};
	static struct words file;
	struct world_input level;
	struct world_input converted;
	struct world_input again;
	world = (struct world){
		.error = EIO,
		.full_after = WORLD_BYTES,
		.target_exists = true,
		.read_max = SIZE_MAX,
	};
	if (!generate_level(input, &level))
		return;
	set_input(&file, &level);
	SAME(check_input() == STATUS_DONE);
	line_begin("a", "-qf", formats[numbers_take(input) % 3]);
	SAME(run_line(1, &converted) == STATUS_DONE);
	set_input(&file, &converted);
	line_begin("a", "-qf", "json");
	SAME(run_line(2, &again) == STATUS_DONE);
	SAME(again.length == level.length);
	SAME(memcmp(again.bytes, level.bytes, level.length) == 0);

	for (unsigned count = 1 + numbers_take(input) % EDITS_MAX; count > 0; count--)
		edit(&file, input);
	world.input.length = file.length;
	enum status status = check_input();
	SAME(status == STATUS_DONE || status == STATUS_NO_MAP);
	line_begin("a", "-qf", "json");
	status = run_line(0, &level);
	SAME(status == STATUS_DONE || status == STATUS_NO_MAP);
	if (status != STATUS_DONE)
		return;
	set_input(&file, &level);
	line_begin("a", "-qf", "json");
	SAME(run_line(1, &again) == STATUS_DONE);
	SAME(again.length == level.length);
	SAME(memcmp(again.bytes, level.bytes, level.length) == 0);
	(void)check_input();
	judge_locks(&level);
}
