/* SPDX-License-Identifier: MIT */
/* Maps of --tunnels around 2^31 - 1 tiles wide or high. @clang */
#include "dungeon/generate.h"
#include "../fuzz/invariants.h"
#include "../lib/command_line.h"
#include "unit.h"

#include <sys/resource.h>

enum { WIDEST = 2147483647, MAPS = 20, MEGABYTES_MOST = 48 };

static struct grid grid;

/* Some columns of a map, or some rows. */
struct lines {
	uint32_t *kept; /* ascending */
	size_t count;
};

/* Keeps a line and two on either side of it; no invariant looks further. */
static void keep(struct lines *lines, uint32_t at, uint32_t most)
{
	for (uint32_t line = at < 2 ? 0 : at - 2; line <= at + 2 && line <= most; line++)
		lines->kept[lines->count++] = line;
}

static int compare_lines(const void *a, const void *b)
{
	uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
	return (first > second) - (first < second);
}

/* Returns the index of a kept line. */
static uint32_t find(const struct lines *lines, uint32_t line)
{
	const uint32_t *found = bsearch(&line, lines->kept, lines->count, sizeof line, compare_lines);
	return found ? (uint32_t)(found - lines->kept) : UINT32_MAX;
}

/*
 * Removes columns from a map, or rows if `rows`, that are not near one at which a room or tunnel begins, bends or
 * ends. The rest has the same openings, crossings and cycles.
 */
static void squeeze(struct dungeon *dungeon, bool rows)
{
	uint32_t *length = rows ? &dungeon->recipe.height : &dungeon->recipe.width;
	size_t most = 5 * (2 + 2 * (size_t)dungeon->room_count + PATH_POINTS * (size_t)dungeon->tunnel_count);
	struct lines lines = {.kept = unit_memory(most, sizeof *lines.kept)};
	/* The coordinates of rooms and tunnels along this axis. */
	size_t numbers = 0;
	uint32_t **number = unit_memory(most, sizeof *number);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area *room = &dungeon->rooms[i];
		number[numbers++] = rows ? &room->y1 : &room->x1;
		number[numbers++] = rows ? &room->y2 : &room->x2;
	}
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct route *route = &dungeon->routes[i];
		for (uint32_t k = 0; k < route->count; k++)
			number[numbers++] = rows ? &route->corners[k].y : &route->corners[k].x;
	}
	keep(&lines, 0, *length - 1);
	keep(&lines, *length - 1, *length - 1);
	for (size_t i = 0; i < numbers; i++)
		keep(&lines, *number[i], *length - 1);
	qsort(lines.kept, lines.count, sizeof *lines.kept, compare_lines);
	size_t count = 0;
	for (size_t i = 0; i < lines.count; i++)
		if (i == 0 || lines.kept[i] != lines.kept[i - 1])
			lines.kept[count++] = lines.kept[i];
	lines.count = count;
	for (size_t i = 0; i < numbers; i++)
		*number[i] = find(&lines, *number[i]);
	for (uint32_t i = 0; i < dungeon->door_count; i++) {
		uint32_t *at = rows ? &dungeon->doors[i].at.y : &dungeon->doors[i].at.x;
		*at = find(&lines, *at);
	}
	*length = (uint32_t)count;
	dungeon->spawn = room_center(dungeon->rooms[0]);
	dungeon->exit = room_center(dungeon->rooms[dungeon->room_count - 1]);
	free(number);
	free(lines.kept);
}

static void check_map(uint32_t i)
{
	static struct dungeon dungeon;
	bool rows = i % 2;
	struct recipe recipe = {
		.tunnels = TUNNELS_AROUND,
		.width = rows ? 12 : WIDEST,
		.height = rows ? WIDEST : 12,
		.max_rooms = i < 4 ? 2 : 25 * i,
		.room_min = 3,
		.room_max = 5,
		.loops = i % 3 * 20,
		.doors = i % 5 < 3,
		.seed = i,
		.rng = rng_table[i % 3]->name,
	};
	struct generator *generator = generator_new(rng_table[i % 3], &recipe);
	if (!generator)
		unit_no_memory();
	CHECK(generator_make(generator, i, &dungeon) == GENERATOR_MADE, "it is made: %s", command_line(&recipe));
	squeeze(&dungeon, rows);
	bool small = (uint64_t)dungeon.recipe.width * dungeon.recipe.height <= GRID_TILES;
	const char *broken = small ? around_broken(&grid, &dungeon, dungeon.rooms, dungeon.room_count) : "is too large";
	CHECK(!broken, "%s, without the columns or rows that have no corner: %s", broken, command_line(&recipe));
	generator_free(generator);
	dungeon_free(&dungeon);
}

static void check_memory(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	CHECK(usage.ru_maxrss < MEGABYTES_MOST * 1024, "they take a few MB of memory: %ld KiB", usage.ru_maxrss);
}

int main(void)
{
	for (uint32_t i = 0; i < MAPS; i++)
		RUN(check_map(i));
	RUN(check_memory());
	return unit_end();
}
