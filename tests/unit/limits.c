/* SPDX-License-Identifier: MIT */
/* What no run of the program gets to: limits of arrays and paths, and makers of maps that go about it in another way.
 */
#include "cli/messages.h"
#include "dungeon/generate.h"
#include "dungeon/loops.h"
#include "dungeon/overlap_methods.h"
#include "maps.h"
#include "output/path.h"
#include "output/pattern.h"

#include <errno.h>

enum { COUNTS, TUNNELS, ENTRIES, PLAIN, NAMES, PATHS, UNWATCHED, ANY_SEED, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[COUNTS] = {.what = "no more rooms, tunnels and doors are added than a map can number"},
	[TUNNELS] = {.what = "more loops than a map can number are refused, however much memory there is"},
	[ENTRIES] = {.what = "lists of overlaps that 32 bits cannot number are refused"},
	[PLAIN] = {.what = "a rectangle larger than half the map is compared with each room"},
	[NAMES] = {.what = "of more names than a message can hold, the first stay"},
	[PATHS] = {.what = "a path too long to be opened is refused"},
	[UNWATCHED] = {.what = "a map that nobody watches is the same"},
	[ANY_SEED] = {.what = "a generator makes the map of a seed whichever came before"},
};

static void check_tunnels(void)
{
	/* Enough memory, if one believes the capacities. */
	struct dungeon dungeon = {.room_count = 70000};
	struct loops loops = {0};
	dungeon.tunnels_array.capacity = loops.rooms_array.capacity = loops.slots_array.capacity = SIZE_MAX;
	dungeon.recipe.loops = DUNGEON_MOST_TUNNELS + 1;
	CHECK(&properties[TUNNELS], !loops_add(&loops, NULL, NULL, NULL, NULL, &dungeon), "no rooms");
}

static void check_counts(void)
{
	struct dungeon dungeon = {
		.room_count = DUNGEON_MOST_ROOMS, .tunnel_count = DUNGEON_MOST_TUNNELS, .door_count = INT32_MAX};
	CHECK(&properties[COUNTS], !dungeon_add_room(&dungeon, (struct room){0, 0, 2, 2}), "room");
	CHECK(&properties[COUNTS], !dungeon_add_tunnel(&dungeon, 0, 1, false), "tunnel");
	CHECK(&properties[COUNTS], !dungeon_add_door(&dungeon, (struct point){1, 1}, 0), "door");
	dungeon.tunnel_count = DUNGEON_MOST_ROUTES;
	CHECK(&properties[COUNTS], !dungeon_add_route(&dungeon, 0, 1, false, (struct route){{1, 1}, {1, 1}, 1}),
	      "route");
}

static void check_entries(void)
{
	const struct room room = {0, 0, 2, 2};
	struct recipe recipe = {.width = 9, .height = 9, .max_rooms = 9, .room_min = 2, .room_max = 8};
	struct overlap_lists lists = {0};
	overlap_lists_start(&lists, &recipe);
	CHECK(&properties[ENTRIES], overlap_lists_add(&lists, &room, 1), "the first room");
	lists.entry_count = UINT32_MAX;
	CHECK(&properties[ENTRIES], !overlap_lists_add(&lists, &room, 1), "one more than there can be");
	CHECK(&properties[ENTRIES], lists.entry_count == UINT32_MAX, "%zu", lists.entry_count);
	overlap_lists_free(&lists);
}

static void check_plain(void)
{
	struct recipe recipe = {.width = 99, .height = 99, .max_rooms = 9, .room_min = 2, .room_max = 98};
	const struct room rooms[] = {{0, 0, 2, 2}, {90, 90, 92, 92}};
	struct overlap_lists lists = {0};
	overlap_lists_start(&lists, &recipe);
	for (uint32_t count = 1; count <= 2; count++)
		if (!overlap_lists_add(&lists, rooms, count))
			unit_no_memory();
	CHECK(&properties[PLAIN], !overlap_lists_meet(&lists, rooms, 2, (struct room){3, 3, 89, 89}), "between both");
	CHECK(&properties[PLAIN], overlap_lists_meet(&lists, rooms, 2, (struct room){3, 3, 90, 90}), "on the second");
	CHECK(&properties[PLAIN], overlap_lists_meet(&lists, rooms, 2, (struct room){2, 2, 89, 89}), "on the first");
	overlap_lists_free(&lists);
}

static void check_names(void)
{
	struct names names = {.count = 0};
	size_t most = sizeof names.name / sizeof *names.name;
	for (size_t i = 0; i <= most; i++)
		names_add(&names, i < most ? "x" : "more");
	CHECK(&properties[NAMES], names.count == most, "%zu of %zu", names.count, most);
	CHECK(&properties[NAMES], strcmp(names.name[most - 1], "x") == 0, "the last is %s", names.name[most - 1]);
}

/* The kernel refuses a path that is too long by itself, so these are called alone. */
static void check_paths(void)
{
	char name[PATH_MOST + 1], joined[PATH_MOST + 1];
	memset(name, 'x', sizeof name);
	for (size_t directory = 0; directory <= 10; directory += 5) {
		for (size_t length = PATH_MOST - 1; length <= PATH_MOST; length++) {
			const char *path = &"dirs/dirs/file"[10 - directory];
			name[length - directory] = '\0';
			bool fits = length < PATH_MOST;
			errno = 0;
			bool done = path_beside(joined, path, name);
			CHECK(&properties[PATHS], done == fits && (fits || errno == ENAMETOOLONG), "%zu: %d", length,
			      errno);
			CHECK(&properties[PATHS], !done || strlen(joined) == length, "%zu", length);
			name[length - directory] = 'x';
			name[length] = '\0';
			memcpy(name, path, directory);
			errno = 0;
			done = pattern_fill(joined, name, 0, 0);
			CHECK(&properties[PATHS], done == fits && (fits || errno == ENAMETOOLONG), "%zu: %d", length,
			      errno);
			CHECK(&properties[PATHS], !done || strcmp(joined, name) == 0, "%zu", length);
			memset(name, 'x', sizeof name);
		}
	}
}

static void count_calls(void *watcher, const char *what, uint64_t attempts, uint64_t of)
{
	CHECK(&properties[UNWATCHED], attempts < of, "%" PRIu64 " of %" PRIu64 " %s", attempts, of, what);
	++*(uint32_t *)watcher;
}

static struct generator *new_generator(const struct recipe *recipe)
{
	struct generator *generator = generator_new(find_rng("python"), recipe);
	if (!generator)
		unit_no_memory();
	return generator;
}

static void make(struct generator *generator, uint64_t seed, struct dungeon *dungeon)
{
	if (generator_make(generator, seed, dungeon) != GENERATOR_MADE)
		unit_no_memory();
}

static bool same_rooms(const struct dungeon *a, const struct dungeon *b)
{
	return a->room_count == b->room_count && memcmp(a->rooms, b->rooms, a->room_count * sizeof *a->rooms) == 0;
}

static void check_generators(void)
{
	struct recipe recipe = {.width = 60, .height = 60, .max_rooms = 200000, .room_min = 6, .room_max = 10};
	struct generator *watched = new_generator(&recipe), *unwatched = new_generator(&recipe);
	struct dungeon one = {0}, other = {0};
	uint32_t calls = 0;
	generator_watch(watched, (struct watch){count_calls, &calls});
	make(watched, 1, &one);
	make(unwatched, 1, &other);
	CHECK(&properties[UNWATCHED], calls > 0 && same_rooms(&one, &other), "%" PRIu32 " calls", calls);
	generator_free(watched);
	generator_free(unwatched);

	recipe.max_rooms = 30;
	static const uint64_t seeds[] = {5, 6, 9, 3, 3, 4, UINT64_MAX, 0};
	struct generator *used = new_generator(&recipe);
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		struct generator *fresh = new_generator(&recipe);
		make(used, seeds[i], &one);
		make(fresh, seeds[i], &other);
		CHECK(&properties[ANY_SEED], same_rooms(&one, &other), "seed %" PRIu64, seeds[i]);
		generator_free(fresh);
	}
	generator_free(used);
	dungeon_free(&one);
	dungeon_free(&other);
}

int main(void)
{
	check_counts();
	check_tunnels();
	check_entries();
	check_plain();
	check_names();
	check_paths();
	check_generators();
	return unit_report(properties, PROPERTIES);
}
