/* SPDX-License-Identifier: MIT */
/* The rows of maps, drawn whole and swept, against a plain drawing. */
#include "dungeon/generate.h"
#include "dungeon/rows.h"
#include "maps.h"

enum { ROWS, TILES, ENDLESS, AFTER_END, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[ROWS] = {.what = "rows of any size are those of the plain drawing, each with its end"},
	[TILES] = {.what = "so are the tiles of either method, whatever the size"},
	[ENDLESS] = {.what = "10^8 and 2^31 - 1 rows: bands are right, add up, and are few"},
	[AFTER_END] = {.what = "after the last row there is none"},
};

/* Reused for all maps, since nothing of one may show in the next. */
static struct rows rows;

static struct dungeon dungeon;
static char *tiles;    /* a plain drawing of `dungeon` */
static char *expected; /* the same with the bytes of `with`, and each row with its end */
static size_t stride;
static struct row_bytes with;

static void *grown(void *memory, size_t *capacity, size_t size)
{
	if (size <= *capacity)
		return memory;
	free(memory);
	*capacity = size;
	return unit_memory(size, 1);
}

/* Chooses the bytes of `with`, and draws `tiles` and `expected`. */
static void draw_plainly(uint64_t *random)
{
	static size_t tile_capacity, capacity;
	const struct recipe *recipe = &dungeon.recipe;
	size_t size = (size_t)recipe->width * recipe->height;
	/* Each kind has another byte. */
	uint32_t first = unit_between(random, 0, 255);
	for (uint32_t i = 0; i < TILE_KINDS; i++)
		with.kind[i] = (char)(first + i);
	with.end = (const char *[]){"", "\n", "!?", "\",\"", "a longer end"}[unit_between(random, 0, 4)];
	stride = recipe->width + strlen(with.end);
	tiles = grown(tiles, &tile_capacity, size);
	expected = grown(expected, &capacity, stride * recipe->height);
	tiles_draw(tiles, &dungeon);
	for (uint32_t i = 0; i < dungeon.door_count; i++)
		tiles[dungeon.doors[i].at.y * (size_t)recipe->width + dungeon.doors[i].at.x] = GRID_DOOR;
	for (size_t y = 0; y < recipe->height; y++) {
		char *row = expected + y * stride;
		for (size_t x = 0; x < recipe->width; x++) {
			char tile = tiles[y * recipe->width + x];
			row[x] = with.kind[tile == GRID_WALL     ? TILE_WALL
					   : tile == GRID_TUNNEL ? TILE_FLOOR
								 : TILE_DOOR];
		}
		memcpy(row + recipe->width, with.end, strlen(with.end));
	}
}

/* Pulls all rows and compares them. */
static void check_bands(void)
{
	uint32_t y = 0, height = dungeon.recipe.height;
	bool same = rows_start(&rows, &dungeon, &with);
	struct band band;
	while (same && rows_next(&rows, &band)) {
		same = band.times > 0 && band.rows > 0 && (uint64_t)band.times * band.rows <= height - y;
		for (uint32_t time = 0; same && time < band.times; time++, y += band.rows)
			same = memcmp(band.bytes, expected + y * stride, band.rows * stride) == 0;
	}
	CHECK(&properties[ROWS], same && y == height, "row %" PRIu32 ", %s", y, command_line(&dungeon.recipe));
	if (same)
		CHECK(&properties[AFTER_END], !rows_next(&rows, &band), "%s", command_line(&dungeon.recipe));
}

static void check(uint64_t *random)
{
	draw_plainly(random);
	check_bands();
	CHECK(&properties[TILES], tiles_are_drawn(tiles, &dungeon), "%s", command_line(&dungeon.recipe));
}

static void make(uint64_t *random, struct recipe recipe)
{
	const struct rng *rng = choose_rng(random);
	struct generator *generator = generator_new(rng, &recipe);
	if (!generator || generator_make(generator, choose_seed(random, rng), &dungeon) != GENERATOR_MADE)
		unit_no_memory();
	generator_free(generator);
}

static void check_recipe(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_min, uint32_t room_max,
			 uint32_t attempts)
{
	struct recipe recipe = {.width = width, .height = height, .max_rooms = attempts};
	choose_rooms(random, &recipe);
	if (room_min > 0)
		recipe.room_min = room_min, recipe.room_max = room_max;
	recipe.doors = unit_once_in(random, 2);
	make(random, recipe);
	check(random);
}

static struct room choose_rectangle(uint64_t *random, const struct recipe *recipe)
{
	/* Half of them small, a few as large as the map. */
	uint32_t large = unit_between(random, 0, 7), width = recipe->width - 1, height = recipe->height - 1;
	if (large < 7) {
		width = unit_between(random, 2, large < 4 && width > 12 ? 12 : width);
		height = unit_between(random, 2, large < 4 && height > 12 ? 12 : height);
	}
	uint32_t x = unit_between(random, 0, recipe->width - width - 1);
	uint32_t y = unit_between(random, 0, recipe->height - height - 1);
	return (struct room){x, y, x + width, y + height};
}

/* Makes a map that only the model can express: rooms anywhere, tunnels between any two. */
static void make_arbitrary(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_count,
			   uint32_t tunnel_count)
{
	struct recipe recipe = {.width = width, .height = height, .max_rooms = room_count, .room_min = 2};
	recipe.room_max = (width < height ? width : height) - 1;
	dungeon_start(&dungeon, &recipe);
	for (uint32_t i = 0; i < room_count; i++)
		if (!dungeon_add_room(&dungeon, choose_rectangle(random, &recipe)))
			unit_no_memory();
	for (uint32_t i = 0; i < tunnel_count; i++) {
		uint32_t from = unit_between(random, 0, room_count - 1), to = unit_between(random, 0, room_count - 1);
		if (!dungeon_add_tunnel(&dungeon, from, to, unit_once_in(random, 2)))
			unit_no_memory();
	}
}

static void check_arbitrary(uint64_t *random, uint32_t width, uint32_t height, uint32_t rooms, uint32_t tunnels)
{
	make_arbitrary(random, width, height, rooms, tunnels);
	check(random);
}

static void check_small(uint64_t *random)
{
	for (uint32_t i = 0; i < 10000; i++) {
		static const uint32_t most[] = {6, 30, 100, 220};
		uint32_t width = unit_between(random, 3, most[unit_between(random, 0, 3)]);
		uint32_t height = unit_between(random, 3, most[unit_between(random, 0, 2)]);
		check_recipe(random, width, height, 0, 0, unit_between(random, 1, i % 10 == 0 ? 400 : 40));
		/* Sometimes without the memory of earlier maps. */
		if (unit_once_in(random, 4))
			rows_free(&rows);
	}
	for (uint32_t i = 0; i < 3000; i++) {
		uint32_t width = unit_between(random, 3, unit_once_in(random, 2) ? 400 : 70);
		uint32_t height = unit_between(random, 3, unit_once_in(random, 2) ? 300 : 12);
		check_arbitrary(random, width, height, unit_between(random, 1, 30), unit_between(random, 0, 60));
	}
}

/* Sizes around which the method changes: 64 columns, 2^18 bytes, 2^14 rows. */
static void check_sizes(uint64_t *random)
{
	static const uint32_t heights[] = {3, 64, 1000, 16383, 16384, 16385, 32768, 50000};
	for (uint32_t width = 62; width <= 66; width++)
		for (uint32_t times = 1; times <= 5; times += 2)
			for (size_t i = 0; i < 3; i++) {
				check_recipe(random, width * times, heights[i], 0, 0, 100);
				check_arbitrary(random, width * times, heights[i], 10, 20);
			}
	for (uint32_t width = 506; width <= 514; width++)
		check_recipe(random, width, 512, 6, 10, 60);
	for (size_t i = 3; i < sizeof heights / sizeof *heights; i++) {
		uint32_t width = unit_between(random, 5, 70);
		check_recipe(random, width, heights[i], 2, 4, 1000);
		check_arbitrary(random, width, heights[i], 30, 30);
	}
	for (uint32_t row = 16383; row <= 16385; row++) {
		/* A floor that begins in the last row of a window, or in the first or second of the next. */
		make_arbitrary(random, 10, 40000, 1, 0);
		dungeon.rooms[0] = (struct room){2, row - 1, 6, row + 3};
		check(random);
	}
	for (uint32_t i = 0; i < 100; i++) /* most windows have no area */
		check_arbitrary(random, 4, unit_between(random, 100000, 300000), unit_between(random, 1, 5), i % 3);
	for (uint32_t i = 0; i < 20; i++)
		check_recipe(random, 700, 500, 2, 6, 1U << i % 13);
	check_recipe(random, 3, 30000, 2, 2, 10000); /* tunnels far outnumber columns */
	check_recipe(random, 3000000, 3, 2, 2, 20);
	check_recipe(random, 1000000, 7, 2, 6, 100);
	check_recipe(random, 5, 100000, 2, 4, 300);
	check_recipe(random, 700, 500, 499, 499, 20);
	check_recipe(random, 257, 1000, 200, 256, 50);
	check_recipe(random, 3, 3, 2, 2, 5);
}

static int compare_rows(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	return (left > right) - (left < right);
}

/* Returns the rows that can differ from the row above, sorted. */
static uint32_t *list_changes(uint32_t *count)
{
	uint32_t areas = dungeon_area_count(&dungeon);
	uint32_t *changes = unit_memory(2 * (size_t)areas + 1, sizeof *changes);
	*count = 0;
	for (uint32_t i = 0; i < areas; i++) {
		struct area area = dungeon_area(&dungeon, i);
		changes[(*count)++] = area.y;
		changes[(*count)++] = area.y + area.height;
	}
	changes[(*count)++] = 0;
	qsort(changes, *count, sizeof *changes, compare_rows);
	return changes;
}

/* Draws row y of a map that is too large to be drawn whole. */
static void draw_row(uint32_t y, char *row)
{
	memset(row, with.kind[TILE_WALL], dungeon.recipe.width);
	for (uint32_t i = 0; i < dungeon_area_count(&dungeon); i++) {
		struct area area = dungeon_area(&dungeon, i);
		if (y >= area.y && y - area.y < area.height)
			memset(row + area.x, with.kind[TILE_FLOOR], area.width);
	}
}

static void check_endless(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_max)
{
	make(random,
	     (struct recipe){.width = width, .height = height, .max_rooms = 30, .room_min = 2, .room_max = room_max});
	uint32_t change_count, next = 0;
	uint32_t *changes = list_changes(&change_count);
	char *row = unit_memory(width, 1);
	with.end = "\n";
	bool same = rows_start(&rows, &dungeon, &with);
	/* There must not be a band for every row of such a map. */
	uint32_t most = change_count + height / 1000, bands = 0;
	uint64_t y = 0;
	struct band band;
	while (same && bands <= most && rows_next(&rows, &band)) {
		uint64_t end = y + band.times;
		same = band.rows == 1 && band.times > 0 && band.bytes[width] == '\n';
		/* Compares the first row of the band, and each that can differ from the row above. */
		do {
			if (next < change_count && changes[next] <= y) {
				draw_row((uint32_t)y, row);
				while (next < change_count && changes[next] <= y)
					next++;
			}
			same = same && memcmp(band.bytes, row, width) == 0;
			y = next < change_count && changes[next] < end ? changes[next] : end;
		} while (same && y < end);
		bands++;
	}
	CHECK(&properties[ENDLESS], same && bands <= most && y == height, "row %" PRIu64 ", %" PRIu32 " bands, %s", y,
	      bands, command_line(&dungeon.recipe));
	free(row);
	free(changes);
}

int main(void)
{
	uint64_t random = UNIT_START;
	check_small(&random);
	check_sizes(&random);
	for (uint32_t i = 0; i < 4; i++) {
		check_endless(&random, 200, 100000000, 10);
		check_endless(&random, 500, 100000000, 499);
		check_endless(&random, 3, 100000000, 2);
	}
	check_endless(&random, 100, INT32_MAX, 99);
	check_small(&random); /* again, after large ones */
	rows_free(&rows);
	dungeon_free(&dungeon);
	printf("maps chosen with %d\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
