/* SPDX-License-Identifier: MIT */
/*
 * Thousands of random maps, and some of chosen shapes, compared with plain searches and drawings; and written, read and
 * written again. @smoke @clang @format
 */
#include "../fuzz/compare.h"
#include "../fuzz/round_trip.h"
#include "unit.h"

#include <malloc.h>
#include <unistd.h>

enum { BATCHES = 500, INPUT_BYTES = 32 };

enum { RIGHT, SEEN, BACK_AND_FORTH, AS_TEXT, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[RIGHT] = {.what = "rooms, tunnels and tiles are those of plain searches and drawings, and maps keep their "
			   "promises"},
	[SEEN] = {.what = "the rarer cases occurred"},
	[BACK_AND_FORTH] = {.what = "what was read in a format is written in it with the same bytes"},
	[AS_TEXT] = {.what = "what was read in a format is the text that was made"},
};

enum { REFUSED, MORE_ATTEMPTS, FEWER_LOOPS, DOORS, DROPPED, REFUSED_DROPPED, SINGLE_DOORS, TWO_BENDS, KINDS };

static struct {
	const char *what;
	uint64_t times;
} seen[KINDS] = {
	[REFUSED] = {"maps refused", 0},
	[MORE_ATTEMPTS] = {"maps that took more attempts than --max-rooms", 0},
	[FEWER_LOOPS] = {"maps with fewer loops than asked for", 0},
	[DOORS] = {"maps with doors and tunnels through rooms", 0},
	[DROPPED] = {"maps that dropped rooms", 0},
	[REFUSED_DROPPED] = {"maps refused since rooms were dropped", 0},
	[SINGLE_DOORS] = {"maps with tunnels that have one door", 0},
	[TWO_BENDS] = {"tunnels around rooms with two bends", 0},
};

/* Reading. */

/* Files without a name: one that is written, and one that is read. */
static int stores[2] = {-1, -1};

static int empty_store(int which)
{
	int *store = &stores[which];
	FILE *file = *store < 0 ? tmpfile() : NULL;
	if (file)
		*store = fileno(file);
	if (*store < 0 || ftruncate(*store, 0) != 0 || lseek(*store, 0, SEEK_SET) != 0)
		unit_no_memory();
	return *store;
}

static int store_open(void)
{
	return empty_store(0);
}

static void store_take(struct bytes *bytes)
{
	bytes->count = (size_t)lseek(stores[0], 0, SEEK_END);
	if (!array_reserve(bytes, at, bytes->count) ||
	    pread(stores[0], bytes->at, bytes->count, 0) != (ssize_t)bytes->count)
		unit_no_memory();
}

static int store_read(const struct bytes *bytes)
{
	int store = empty_store(1);
	if (pwrite(store, bytes->at, bytes->count, 0) != (ssize_t)bytes->count)
		unit_no_memory();
	return dup(store);
}

static void check_look(const struct dungeon *dungeon, const struct format *format, struct style style)
{
	static const struct format *text, *tmj, *movingai;
	static struct bytes made, written, as_text;
	const struct extension *extension;
	if (!text) {
		text = format_find_extension("txt", &extension);
		tmj = format_find_extension("tmj", &extension);
		movingai = format_find_extension("map", &extension);
	}
	if (format->marks)
		style.show &= format->marks;
	write_bytes(format, &style, dungeon, &made);
	const char *fault = rewrite(format, format, &style, &made, &written);
	/* Rooms and the recipe are in a tmj, but not read. */
	CHECK(&properties[BACK_AND_FORTH], !fault && (format == tmj || is_same(&made, &written)), "%s: %s: %s",
	      format->name, fault, command_line(&dungeon->recipe));
	if (format == movingai && dungeon->door_count > 0)
		return;
	fault = rewrite(format, text, &style, &made, &written);
	write_bytes(text, &style, dungeon, &as_text);
	CHECK(&properties[AS_TEXT], !fault && is_same(&as_text, &written), "%s: %s: %s", format->name, fault,
	      command_line(&dungeon->recipe));
}

static void check_reading(const struct dungeon *made)
{
	static const struct parameter parameters[] = {
		{"max_rooms", PARAMETER_NUMBER, .number = INT32_MAX},
		{"tunnels", PARAMETER_NAME, .name = "around"},
		{"doors", PARAMETER_FLAG, .number = true},
	};
	/* One in so many looks of a map, by turns, since all of them would take a minute. */
	enum { LOOKS_TRIED = 11 };
	static uint32_t count;
	struct dungeon dungeon = *made;
	const struct format *format;
	dungeon.recipe.parameters = parameters;
	dungeon.recipe.parameter_count = dungeon.room_count % 4;
	for (size_t i = 0; (format = format_reading(i)); i++)
		for (size_t k = 0; k < LOOKS; k++)
			if (has_look(format, k) && count++ % LOOKS_TRIED == 0)
				check_look(&dungeon, format, looks[k].style);
}

static void count_map(const struct dungeon *dungeon, enum generator_result result)
{
	const struct recipe *recipe = &dungeon->recipe;
	bool around = recipe->tunnels == TUNNELS_AROUND, refused = result != GENERATOR_MADE;
	seen[REFUSED].times += refused && !around;
	seen[REFUSED_DROPPED].times += refused && plain.rooms >= recipe->min_rooms;
	if (refused)
		return;
	check_reading(dungeon);
	seen[MORE_ATTEMPTS].times += dungeon->attempts > recipe->max_rooms;
	seen[FEWER_LOOPS].times += dungeon->tunnel_count < dungeon->room_count - 1 + recipe->loops;
	seen[DOORS].times += !around && dungeon->door_count > 0;
	seen[DROPPED].times += dungeon->room_count < plain.rooms;
	seen[SINGLE_DOORS].times += around && recipe->doors && dungeon->door_count < 2 * dungeon->tunnel_count;
	for (uint32_t i = 0; around && i < dungeon->tunnel_count; i++)
		seen[TWO_BENDS].times += dungeon->routes[i].count == PATH_POINTS;
}

static void check_batch(struct batch batch)
{
	const char *difference = compare_batch(&batch, count_map);
	CHECK(&properties[RIGHT], !difference, "%s, %s", difference, command_line(&batch.recipe));
}

/* Each shape with both kinds of tunnels and several choices of the other options, by each rng in turn. */
static void check_shapes(void)
{
	static const struct {
		uint32_t width, height, max_rooms, room_min, room_max, maps;
	} shapes[] = {
		{3, 3, 30, 2, 2, 3},        /* the smallest */
		{4, 9, 30, 2, 3, 5},        /* a few */
		{80, 45, 1, 6, 10, 3},      /* one room */
		{80, 45, 30, 6, 10, 12},    /* the default */
		{60, 40, 1000, 2, 4, 8},    /* crowded, which drops rooms */
		{60, 40, 1000, 2, 2, 8},    /* the same, with floors of one tile */
		{400, 9, 300, 2, 7, 5},     /* wide and flat */
		{9, 400, 300, 2, 7, 5},     /* tall */
		{3, 500, 300, 2, 2, 3},     /* a column */
		{64, 64, 30, 63, 63, 3},    /* one as large as the map */
		{150, 120, 100, 5, 100, 4}, /* large rooms */
		{300, 300, 2000, 3, 12, 1}, /* many rooms */
		{90, 90, 500, 4, 6, 5},     /* dense */
		{620, 430, 1000, 4, 20, 1}, /* swept */
		{200, 150, 60, 2, 12, 5},   /* sparse */
	};
	static const uint32_t loops[] = {0, 3, 1000};
	for (size_t i = 0, r = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned k = 0; k < 12; k++) {
			bool around = k >= 6;
			r = rng_table[r + 1] ? r + 1 : 0;
			check_batch((struct batch){
				.rng = rng_table[r],
				.recipe = {.width = shapes[i].width,
					   .height = shapes[i].height,
					   .max_rooms = shapes[i].max_rooms,
					   .room_min = shapes[i].room_min,
					   .room_max = shapes[i].room_max,
					   .tunnels = around ? TUNNELS_AROUND : TUNNELS_THROUGH,
					   .connect = !around && k % 4 > 1 ? CONNECT_NEAREST : CONNECT_PREVIOUS,
					   .loops = loops[k % 6 / 2],
					   .doors = k % 2,
					   .exit = k % 3 == 1 ? EXIT_FARTHEST : EXIT_LAST,
					   .seed = 100 * k},
				.count = shapes[i].maps,
			});
		}
}

int main(void)
{
	/* Memory that a map frees is kept for the next one: giving it back to the system would take half of the time.
	 */
	mallopt(M_TRIM_THRESHOLD, 1 << 25);
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
	mallopt(M_TOP_PAD, 1 << 25);
	uint64_t random = UNIT_START;
	for (uint32_t i = 0; i < BATCHES; i++) {
		uint8_t bytes[INPUT_BYTES];
		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = (uint8_t)unit_random(&random);
		check_batch(choose_batch(bytes, sizeof bytes));
	}
	check_shapes();
	for (size_t i = 0; i < KINDS; i++)
		CHECK(&properties[SEEN], seen[i].times > 0, "%s: %" PRIu64, seen[i].what, seen[i].times);
	printf("random batches chosen with %d\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
