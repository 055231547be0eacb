/* SPDX-License-Identifier: MIT */
/* Thousands of maps of --tunnels around, of many shapes: what the manual says of them holds, counted on their tiles. */
#include "dungeon/generate.h"
#include "../fuzz/invariants.h"
#include "maps.h"

#include <sys/resource.h>

enum { MADE = INVARIANTS, WIDE, MEMORY, SHAPES, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[MADE] = {.what = "a map is refused only if it has fewer rooms than asked for"},
	[WIDE] = {.what = "the same holds for maps 2^31 - 1 tiles wide or high, without the columns that have no "
			  "corner"},
	[MEMORY] = {.what = "these take a few MB of memory"},
	[SHAPES] =
		{.what = "dropped rooms, loops, tunnels with one door, bends of all kinds and refused maps occurred"},
};

enum { RANDOM_RECIPES = 500, SEEDS_PER_RECIPE = 4, WIDEST = 2147483647, WIDE_MAPS = 20, MEGABYTES_MOST = 48 };

static struct grid grid;

static struct {
	uint32_t maps, refused, few_rooms_left, straight, one_bend, two_bends, all_loops, fewer_loops, swept;
} seen;

static const char *describe(const struct recipe *recipe, uint64_t seed)
{
	static char text[400];
	struct recipe made = *recipe;
	made.seed = seed;
	snprintf(text, sizeof text, "%s, --min-rooms %" PRIu32 " --loops %" PRIu32 "%s --exit %s",
		 describe_recipe(&made), recipe->min_rooms, recipe->loops, recipe->doors ? " --doors" : "",
		 exit_names[recipe->exit]);
	return text;
}

static void count_bends(const struct dungeon *dungeon)
{
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct point path[PATH_POINTS];
		unsigned points = tunnel_path(dungeon, i, path);
		seen.straight += points == 2;
		seen.one_bend += points == 3;
		seen.two_bends += points == 4;
	}
}

static void check_map(const struct dungeon *dungeon, enum generator_result result, const struct dungeon *through)
{
	const struct recipe *recipe = &dungeon->recipe;
	const char *what = describe(recipe, recipe->seed);
	bool enough = dungeon->room_count >= recipe->min_rooms;
	CHECK(&properties[MADE], result == (enough ? GENERATOR_MADE : GENERATOR_TOO_FEW_ROOMS), "%s", what);
	seen.maps++;
	seen.refused += !enough;
	if (result != GENERATOR_MADE) {
		seen.few_rooms_left += through->room_count >= recipe->min_rooms;
		return;
	}
	unsigned broken = invariants_broken(&grid, dungeon, through->rooms, through->room_count);
	for (unsigned i = 0; i < INVARIANTS; i++)
		CHECK(&properties[i], !(broken >> i & 1), "%s", what);
	uint32_t loops = dungeon->tunnel_count - (dungeon->room_count - 1);
	seen.all_loops += recipe->loops > 0 && loops == recipe->loops;
	seen.fewer_loops += loops < recipe->loops;
	seen.swept += (uint64_t)recipe->width * recipe->height > 1 << 18;
	count_bends(dungeon);
}

/* Makes the maps of some seeds in a row, and those with --tunnels through beside them. */
static void check_maps(const struct recipe *recipe, const struct rng *rng, uint64_t seed, uint32_t count)
{
	static struct dungeon dungeon, through;
	struct recipe plain = *recipe;
	plain.tunnels = TUNNELS_THROUGH;
	plain.loops = 0;
	plain.exit = EXIT_LAST;
	plain.doors = false;
	struct generator *generator = generator_new(rng, recipe), *other = generator_new(rng, &plain);
	if (!generator || !other)
		unit_no_memory();
	for (uint32_t i = 0; i < count && i <= rng->max_seed - seed; i++) {
		generator_make(other, seed + i, &through);
		check_map(&dungeon, generator_make(generator, seed + i, &dungeon), &through);
	}
	generator_free(generator);
	generator_free(other);
}

/* The shapes of the table, without and with doors, and with loops, with the random number generators in turn. */
static void check_table(void)
{
	static const struct {
		uint32_t width, height, max_rooms, room_min, room_max, seeds;
	} shapes[] = {
		{3, 3, 30, 2, 2, 3},         /* the smallest */
		{4, 9, 30, 2, 3, 10},        /* a few */
		{80, 45, 1, 6, 10, 5},       /* one room */
		{80, 45, 30, 6, 10, 30},     /* the default */
		{60, 40, 1000, 2, 4, 15},    /* crowded, which drops rooms */
		{60, 40, 1000, 2, 2, 15},    /* the same, with floors of one tile */
		{400, 9, 300, 2, 7, 10},     /* wide and flat */
		{9, 400, 300, 2, 7, 10},     /* tall */
		{3, 500, 300, 2, 2, 3},      /* a column */
		{64, 64, 30, 63, 63, 3},     /* one as large as the map */
		{150, 120, 100, 5, 100, 10}, /* large rooms */
		{300, 300, 2000, 3, 12, 1},  /* many rooms */
		{90, 90, 500, 4, 6, 10},     /* dense */
		{620, 430, 1000, 4, 20, 1},  /* swept */
		{200, 150, 60, 2, 12, 10},   /* sparse */
	};
	static const uint32_t loops[] = {0, 3, 1000};
	for (size_t i = 0, r = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (unsigned k = 0; k < 6; k++) {
			struct recipe recipe = {
				.width = shapes[i].width,
				.height = shapes[i].height,
				.max_rooms = shapes[i].max_rooms,
				.room_min = shapes[i].room_min,
				.room_max = shapes[i].room_max,
				.tunnels = TUNNELS_AROUND,
				.loops = loops[k / 2],
				.doors = k % 2,
				.exit = k % 3 == 1 ? EXIT_FARTHEST : EXIT_LAST,
			};
			r = rng_table[r + 1] ? r + 1 : 0;
			check_maps(&recipe, rng_table[r], 100 * k, 2 * shapes[i].seeds);
		}
}

/* Recipes of all kinds; crowded maps are more likely than large ones. */
static void check_random(uint64_t *random)
{
	for (uint32_t i = 0; i < RANDOM_RECIPES; i++) {
		const struct rng *rng = choose_rng(random);
		struct recipe recipe = {
			.tunnels = TUNNELS_AROUND,
			.width = unit_between(random, 3, unit_once_in(random, 4) ? 120 : 40),
			.height = unit_between(random, 3, unit_once_in(random, 4) ? 120 : 40),
			.max_rooms = unit_between(random, 1, unit_once_in(random, 3) ? 600 : 60),
			.doors = unit_once_in(random, 2),
			.exit = unit_once_in(random, 3) ? EXIT_FARTHEST : EXIT_LAST,
		};
		choose_rooms(random, &recipe);
		if (unit_once_in(random, 2))
			recipe.loops = unit_between(random, 1, unit_once_in(random, 4) ? 400 : 8);
		if (unit_once_in(random, 3)) {
			uint64_t space = recipe_space(&recipe);
			recipe.min_rooms = unit_between(random, 1, space < 40 ? (uint32_t)space : 40);
		}
		check_maps(&recipe, rng, choose_seed(random, rng), SEEDS_PER_RECIPE);
	}
}

/* Columns, or rows, of a map. */
struct lines {
	uint32_t *kept; /* ascending */
	size_t count;
};

/* Keeps what is next to a line, two to either side: no tile of these has anything of interest beyond. */
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

/* Where a line that was kept is among them. */
static uint32_t find(const struct lines *lines, uint32_t line)
{
	const uint32_t *found = bsearch(&line, lines->kept, lines->count, sizeof line, compare_lines);
	return found ? (uint32_t)(found - lines->kept) : UINT32_MAX;
}

/*
 * Leaves out of a map the lines at which no room or tunnel begins, bends or ends, nor any line beside them: what is
 * left has the same openings, crossings and cycles. The lines are columns, or rows if `rows`.
 */
static void squeeze(struct dungeon *dungeon, bool rows)
{
	uint32_t *length = rows ? &dungeon->recipe.height : &dungeon->recipe.width;
	size_t most = 5 * (2 + 2 * (size_t)dungeon->room_count + PATH_POINTS * (size_t)dungeon->tunnel_count);
	struct lines lines = {.kept = unit_memory(most, sizeof *lines.kept)};
	/* The numbers that are lines, in what the dungeon consists of. */
	size_t numbers = 0;
	uint32_t **number = unit_memory(most, sizeof *number);
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room *room = &dungeon->rooms[i];
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

static void check_wide(void)
{
	static struct dungeon dungeon;
	for (uint32_t i = 0; i < WIDE_MAPS; i++) {
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
		};
		struct generator *generator = generator_new(rng_table[i % 3], &recipe);
		if (!generator)
			unit_no_memory();
		enum generator_result result = generator_make(generator, i, &dungeon);
		CHECK(&properties[MADE], result == GENERATOR_MADE, "%s", describe(&recipe, i));
		squeeze(&dungeon, rows);
		bool small = (uint64_t)dungeon.recipe.width * dungeon.recipe.height <= GRID_TILES;
		unsigned broken = small ? invariants_broken(&grid, &dungeon, dungeon.rooms, dungeon.room_count)
					: UINT32_MAX;
		CHECK(&properties[WIDE], broken == 0, "%#x, %s", broken, describe(&recipe, i));
		count_bends(&dungeon);
		generator_free(generator);
	}
	dungeon_free(&dungeon);
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	CHECK(&properties[MEMORY], usage.ru_maxrss < MEGABYTES_MOST * 1024, "%ld KiB", usage.ru_maxrss);
}

int main(void)
{
	uint64_t random = UNIT_START;
	for (unsigned i = 0; i < INVARIANTS; i++)
		properties[i].what = invariant_texts[i];
	/* First, since memory that was used once counts until the end. */
	check_wide();
	check_table();
	check_random(&random);
	const struct {
		const char *what;
		uint32_t times, least;
	} needed[] = {
		{"rooms dropped", grid.dropped, 100},
		{"loops", grid.loops, 5000},
		{"tunnels with one door", grid.lone, 1000},
		{"straight tunnels", seen.straight, 10000},
		{"tunnels with one bend", seen.one_bend, 1000},
		{"tunnels with two bends", seen.two_bends, 1000},
		{"maps with all loops", seen.all_loops, 200},
		{"maps with fewer loops", seen.fewer_loops, 500},
		{"swept maps", seen.swept, 10},
		{"refused maps", seen.refused, 100},
		{"maps refused since rooms were dropped", seen.few_rooms_left, 1},
	};
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		CHECK(&properties[SHAPES], needed[i].times >= needed[i].least, "%s: %" PRIu32, needed[i].what,
		      needed[i].times);
		printf("%s: %" PRIu32 "\n", needed[i].what, needed[i].times);
	}
	printf("%" PRIu32 " maps, chosen with %d\n", seen.maps, UNIT_START);
	return unit_report(properties, PROPERTIES);
}
