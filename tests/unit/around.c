/* SPDX-License-Identifier: MIT */
/* Maps of --tunnels around 2^31 - 1 tiles wide or high. @clang */
#include "generate/generate.h"
#include "../fuzz/invariants.h"
#include "../lib/command_line.h"
#include "unit.h"

#include <sys/resource.h>

enum { WIDEST = 2147483647, MAPS = 20, MEGABYTES_MOST = 48 };

static struct grid grid;

static int compare_numbers(const void *a, const void *b)
{
	uint32_t first = **(uint32_t *const *)a, second = **(uint32_t *const *)b;
	return (first > second) - (first < second);
}

/*
 * Removes columns from a map, or rows if `rows`, that are far from those at which a room or tunnel begins, bends or
 * ends: two such are at most GAP apart then, farther than any invariant looks. The rest has the same openings,
 * crossings and cycles.
 */
static void squeeze(struct dungeon *dungeon, bool rows)
{
	enum { GAP = 5 };
	size_t most = 1 + 2 * (size_t)dungeon->room_count + 2 * (size_t)dungeon->leg_count + dungeon->door_count;
	/* The coordinates along this axis: those of rooms, tunnels and doors, and the last of the map. */
	uint32_t **number = unit_memory(most, sizeof *number),
		 last = (rows ? dungeon->recipe.height : dungeon->recipe.width) - 1;
	size_t numbers = 0;
	number[numbers++] = &last;
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct area *room = &dungeon->rooms[i];
		number[numbers++] = rows ? &room->y1 : &room->x1;
		number[numbers++] = rows ? &room->y2 : &room->x2;
	}
	for (uint32_t i = 0; i < dungeon->leg_count; i++) {
		struct leg *leg = &dungeon->legs[i];
		number[numbers++] = rows ? &leg->from.y : &leg->from.x;
		number[numbers++] = rows ? &leg->to.y : &leg->to.x;
	}
	for (uint32_t i = 0; i < dungeon->door_count; i++)
		number[numbers++] = rows ? &dungeon->doors[i].at.y : &dungeon->doors[i].at.x;
	qsort(number, numbers, sizeof *number, compare_numbers);
	uint32_t before = 0, at = 0;
	for (size_t i = 0; i < numbers; i++) {
		uint32_t gap = *number[i] - before;
		before = *number[i];
		*number[i] = at += gap < GAP ? gap : GAP;
	}
	*(rows ? &dungeon->recipe.height : &dungeon->recipe.width) = last + 1;
	dungeon->marks[MARK_SPAWN].at = room_center(dungeon->rooms[0]);
	dungeon->marks[MARK_EXIT].at = room_center(dungeon->rooms[dungeon->room_count - 1]);
	free(number);
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
