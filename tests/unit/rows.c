/* SPDX-License-Identifier: MIT */
/* Rows against a plain drawing: small maps drawn whole and swept, and maps that are always swept. */
#include "dungeon/generate.h"
#include "dungeon/rows_private.h"
#include "maps.h"

enum { SMALL, METHODS, EDGE, LARGE, WIDTHS, WIDE, TALL, WINDOWS, FILLED, ARBITRARY, ENDLESS, AFTER_END, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[SMALL] = {.what = "small maps, with marks and text around rows: whole and swept, the plain drawing"},
	[METHODS] = {.what = "small maps come in one band, and row by row where they are swept"},
	[EDGE] = {.what = "the plain drawing: around the size up to which maps are drawn whole"},
	[LARGE] = {.what = "the plain drawing: 700x500, 1 to 5000 attempts, every rng"},
	[WIDTHS] = {.what = "the plain drawing: widths around 64 and its multiples, up to 1000 rows"},
	[WIDE] = {.what = "the plain drawing: a few rows of up to 3000000 columns"},
	[TALL] = {.what = "the plain drawing: 5 columns, 100000 rows"},
	[WINDOWS] = {.what = "the plain drawing: around 16384 rows and its multiples"},
	[FILLED] = {.what = "the plain drawing: rooms up to the size of the map"},
	[ARBITRARY] = {.what = "the plain drawing: rooms that overlap, tunnels between any two, many on one row"},
	[ENDLESS] = {.what = "10^8 and 2^31 - 1 rows: bands are right, add up, and are few"},
	[AFTER_END] = {.what = "after the last row there is none"},
};

typedef bool rows_method(struct rows *rows, const struct rows_plan *plan);

/* Used again for all maps: nothing of one may show in the next. */
static struct rows rows;

/* The glyphs of tiles, then those of marks. */
enum { MARK_GLYPHS = 90, GLYPHS = TILE_KINDS + MARK_GLYPHS };

/* A map, what is written around and over it, and the expected result. */
struct drawing {
	struct dungeon dungeon;
	struct rows_plan plan;
	struct mark *marks;
	char before[200], after[200];
	struct glyph glyphs[GLYPHS];
	uint8_t *tiles; /* index of each tile's glyph */
	size_t tile_capacity;
	char *row; /* as bytes */
	size_t row_capacity;
};

static struct drawing drawing;

static int compare_marks(const void *a, const void *b)
{
	const struct mark *left = a, *right = b;
	if (left->at.y != right->at.y)
		return left->at.y < right->at.y ? -1 : 1;
	/* Each mark has a glyph of its own here, so the order within a row is known. */
	return (left->glyph > right->glyph) - (left->glyph < right->glyph);
}

static uint32_t choose_mark_side(uint64_t *random, uint32_t side)
{
	switch (unit_between(random, 0, 5)) {
	case 0:
		return 0;
	case 1:
		return side - 1;
	case 2:
		return side / 2;
	default:
		return unit_between(random, 0, side - 1);
	}
}

/* No marks, one, or up to MARK_GLYPHS, several of them on one row and on one tile. */
static void choose_marks(uint64_t *random)
{
	const struct recipe *recipe = &drawing.dungeon.recipe;
	uint32_t kind = unit_between(random, 0, 2);
	uint32_t count = kind < 2 ? kind : unit_between(random, 2, MARK_GLYPHS);
	for (uint32_t i = 0; i < count; i++) {
		struct mark *mark = &drawing.marks[i];
		mark->at.x = choose_mark_side(random, recipe->width);
		mark->at.y = choose_mark_side(random, recipe->height);
		mark->glyph = TILE_KINDS + i;
		if (i > 0 && unit_once_in(random, 4))
			mark->at = drawing.marks[unit_between(random, 0, i - 1)].at;
	}
	qsort(drawing.marks, count, sizeof *drawing.marks, compare_marks);
	drawing.plan.marks = drawing.marks;
	drawing.plan.mark_count = count;
}

/* Half the time one byte each; else of any bytes, of equal or of different lengths, and perhaps trimmed. */
static void choose_glyphs(uint64_t *random)
{
	uint8_t most = sizeof drawing.glyphs->bytes;
	bool single = unit_once_in(random, 2), alike = unit_once_in(random, 2);
	uint8_t length = (uint8_t)unit_between(random, 1, most), shortest = most;
	for (size_t i = 0; i < GLYPHS; i++) {
		struct glyph *glyph = &drawing.glyphs[i];
		for (size_t k = 0; k < most; k++)
			glyph->bytes[k] = (char)unit_between(random, 0, 255);
		glyph->length = single ? 1 : alike ? length : (uint8_t)unit_between(random, 1, most);
		shortest = glyph->length < shortest ? glyph->length : shortest;
	}
	drawing.plan.glyphs = drawing.glyphs;
	drawing.plan.glyph_count = GLYPHS;
	drawing.plan.trim = unit_between(random, 0, shortest - 1U);
}

static void choose_text(uint64_t *random, char *text)
{
	static const uint32_t most[] = {0, 1, 3, 199};
	uint32_t length = unit_between(random, 0, most[unit_between(random, 0, 3)]);
	for (uint32_t i = 0; i < length; i++)
		text[i] = (char)unit_between(random, 'A', 'z');
	text[length] = '\0';
}

/* Completes `drawing` for the map in drawing.dungeon: the plan, and the plain drawing. */
static void complete_drawing(uint64_t *random)
{
	const struct recipe *recipe = &drawing.dungeon.recipe;
	size_t width = recipe->width, size = width * recipe->height;
	if (size > drawing.tile_capacity) {
		free(drawing.tiles);
		drawing.tiles = unit_memory(size, 1);
		drawing.tile_capacity = size;
	}
	choose_text(random, drawing.before);
	choose_text(random, drawing.after);
	drawing.plan.dungeon = &drawing.dungeon;
	drawing.plan.before = drawing.before;
	drawing.plan.after = drawing.after;
	choose_glyphs(random);
	choose_marks(random);
	if (width > drawing.row_capacity) {
		free(drawing.row);
		drawing.row = unit_memory(width * sizeof drawing.glyphs->bytes + 2 * sizeof drawing.before, 1);
		drawing.row_capacity = width;
	}

	draw_tiles(&drawing.dungeon, drawing.tiles);
	for (size_t i = 0; i < size; i++)
		drawing.tiles[i] = drawing.tiles[i] == DRAWN_WALL ? TILE_WALL : TILE_FLOOR;
	for (size_t i = 0; i < drawing.plan.mark_count; i++) {
		struct mark mark = drawing.marks[i];
		drawing.tiles[mark.at.y * width + mark.at.x] = (uint8_t)mark.glyph;
	}
}

/* Row y, byte by byte, in drawing.row; returns its length. */
static size_t spell_row(uint32_t y)
{
	size_t width = drawing.dungeon.recipe.width, length = strlen(drawing.before), after = strlen(drawing.after);
	memcpy(drawing.row, drawing.before, length);
	for (size_t x = 0; x < width; x++) {
		const struct glyph *glyph = &drawing.glyphs[drawing.tiles[y * width + x]];
		for (size_t k = 0; k < glyph->length; k++)
			drawing.row[length++] = glyph->bytes[k];
	}
	length -= drawing.plan.trim;
	memcpy(drawing.row + length, drawing.after, after);
	return length + after;
}

/* Whether the band is the rows from y on; *rows_of_band: how many. */
static bool same_band(const struct band *band, uint32_t y, uint32_t *rows_of_band)
{
	size_t done = 0;
	for (*rows_of_band = 0; done < band->length && y < drawing.dungeon.recipe.height; y++, ++*rows_of_band) {
		size_t length = spell_row(y);
		if (length > band->length - done || memcmp(band->bytes + done, drawing.row, length) != 0)
			return false;
		done += length;
	}
	return done > 0 && done == band->length;
}

/* Pulls all rows and compares. Returns the number of bands. */
static uint32_t check_rows(rows_method *start, struct property *property)
{
	const struct recipe *recipe = &drawing.dungeon.recipe;
	uint32_t y = 0, bands = 0;
	bool same = start(&rows, &drawing.plan);
	struct band band;
	for (; same && rows_next(&rows, &band); bands++) {
		same = band.times > 0;
		for (uint32_t time = 0; same && time < band.times; time++) {
			uint32_t row_count;
			same = same_band(&band, y, &row_count);
			y += row_count;
		}
	}
	CHECK(property, same && y == recipe->height, "row %" PRIu32 " %s, %s", y,
	      start == rows_start_swept ? "swept" : "as it comes", describe_recipe(recipe));
	if (same)
		CHECK(&properties[AFTER_END], !rows_next(&rows, &band) && !rows_next(&rows, &band), "%s",
		      describe_recipe(recipe));
	return bands;
}

/* Makes drawing.dungeon from a recipe. */
static void make(const struct rng *rng, const struct recipe *recipe, uint64_t seed)
{
	struct generator *generator = generator_new(rng, recipe);
	if (!generator || generator_make(generator, seed, &drawing.dungeon) != GENERATOR_MADE) {
		printf("out of memory for a map\n");
		exit(1);
	}
	generator_free(generator);
}

static struct room choose_rectangle(uint64_t *random, const struct recipe *recipe)
{
	/* Half of them small, a few as large as the map. */
	uint32_t large = unit_between(random, 0, 7);
	uint32_t width_most = recipe->width - 1, height_most = recipe->height - 1;
	if (large < 4 && width_most > 12)
		width_most = 12;
	if (large < 4 && height_most > 12)
		height_most = 12;
	uint32_t w = large == 7 ? width_most : unit_between(random, 2, width_most);
	uint32_t h = large == 7 ? height_most : unit_between(random, 2, height_most);
	uint32_t x = unit_between(random, 0, recipe->width - w - 1);
	uint32_t y = unit_between(random, 0, recipe->height - h - 1);
	return (struct room){x, y, x + w, y + h};
}

/* A map that the generator does not make but the model can express: rooms anywhere, tunnels between any two. */
static void make_arbitrary(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_count,
			   uint32_t tunnel_count)
{
	struct dungeon *dungeon = &drawing.dungeon;
	dungeon_free(dungeon);
	dungeon->recipe = (struct recipe){
		.width = width,
		.height = height,
		.max_rooms = room_count,
		.room_min = 2,
		.room_max = (width < height ? width : height) - 1,
		.algorithm = "none",
		.rng = "none",
	};
	dungeon->rooms = unit_memory(room_count, sizeof *dungeon->rooms);
	dungeon->room_capacity = dungeon->room_count = room_count;
	for (uint32_t i = 0; i < room_count; i++)
		dungeon->rooms[i] = choose_rectangle(random, &dungeon->recipe);
	dungeon->tunnels = unit_memory(tunnel_count ? tunnel_count : 1, sizeof *dungeon->tunnels);
	dungeon->tunnel_capacity = dungeon->tunnel_count = tunnel_count;
	for (uint32_t i = 0; i < tunnel_count; i++) {
		struct tunnel *tunnel = &dungeon->tunnels[i];
		tunnel->from = unit_between(random, 0, room_count - 1);
		tunnel->to = unit_between(random, 0, room_count - 1) & 0x7fffffff;
		tunnel->row_first = unit_once_in(random, 2);
	}
}

static void check_both(uint64_t *random, struct property *property)
{
	complete_drawing(random);
	uint32_t bands = check_rows(rows_start, property);
	CHECK(&properties[METHODS], bands == 1, "%" PRIu32 " bands, %s", bands,
	      describe_recipe(&drawing.dungeon.recipe));
	bands = check_rows(rows_start_swept, property);
	/* The middle row of three has floor, so even the smallest map has three bands. */
	CHECK(&properties[METHODS], bands >= 3, "%" PRIu32 " bands, %s", bands,
	      describe_recipe(&drawing.dungeon.recipe));
}

static void check_small(uint64_t *random)
{
	for (uint32_t i = 0; i < 20000; i++) {
		/* Drawn whole: at most 61800 bytes, even with the longest text around the rows. */
		static const uint32_t most[] = {6, 30, 100, 220};
		struct recipe recipe = {.rng = NULL};
		recipe.width = unit_between(random, 3, most[unit_between(random, 0, 3)]);
		recipe.height = unit_between(random, 3, most[unit_between(random, 0, 2)]);
		recipe.max_rooms = unit_between(random, 1, unit_once_in(random, 10) ? 400 : 40);
		choose_rooms(random, &recipe);
		const struct rng *rng = choose_rng(random);
		make(rng, &recipe, choose_seed(random, rng));
		/* With memory from earlier maps, and with no more than this one needs. */
		if (unit_once_in(random, 4))
			rows_free(&rows);
		check_both(random, &properties[SMALL]);
	}
}

/* With the method that rows_start takes, and swept. */
static void check_drawing(uint64_t *random, struct property *property)
{
	complete_drawing(random);
	check_rows(rows_start, property);
	check_rows(rows_start_swept, property);
}

static void check_recipe(uint64_t *random, struct property *property, uint32_t width, uint32_t height,
			 uint32_t room_min, uint32_t room_max, uint32_t attempts)
{
	struct recipe recipe = {
		.width = width, .height = height, .room_min = room_min, .room_max = room_max, .max_rooms = attempts};
	const struct rng *rng = choose_rng(random);
	make(rng, &recipe, choose_seed(random, rng));
	check_drawing(random, property);
}

static void check_edge(uint64_t *random)
{
	/* About 2^18 bytes, with and without text around the rows. */
	for (uint32_t width = 506; width <= 514; width++)
		for (uint32_t height = 506; height <= 514; height++)
			check_recipe(random, &properties[EDGE], width, height, 6, 10, 60);
	check_recipe(random, &properties[EDGE], 3, 87381, 2, 2, 60);
	check_recipe(random, &properties[EDGE], 3, 87382, 2, 2, 60);
	check_recipe(random, &properties[EDGE], 87381, 3, 2, 2, 60);
	check_recipe(random, &properties[EDGE], 87382, 3, 2, 2, 60);
}

static void check_large(uint64_t *random)
{
	static const uint32_t attempts[] = {1, 2, 30, 300, 1000, 5000};
	for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
		for (size_t k = 0; rng_table[k]; k++) {
			struct recipe recipe = {.width = 700, .height = 500, .max_rooms = attempts[i]};
			choose_rooms(random, &recipe);
			make(rng_table[k], &recipe, choose_seed(random, rng_table[k]));
			check_drawing(random, &properties[LARGE]);
			check_recipe(random, &properties[LARGE], 700, 500, 2, 6, attempts[i]);
		}
}

static void check_widths(uint64_t *random)
{
	static const uint32_t widths[] = {62,  63,  64,  65,  66,  126, 127, 128, 129, 130,
					  191, 192, 193, 255, 256, 257, 319, 320, 321};
	static const uint32_t heights[] = {3, 4, 64, 300, 1000};
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
		for (size_t k = 0; k < sizeof heights / sizeof *heights; k++)
			for (uint32_t time = 0; time < 4; time++) {
				struct recipe recipe = {.width = widths[i], .height = heights[k], .max_rooms = 100};
				choose_rooms(random, &recipe);
				const struct rng *rng = choose_rng(random);
				make(rng, &recipe, choose_seed(random, rng));
				check_drawing(random, &properties[WIDTHS]);
				make_arbitrary(random, widths[i], heights[k], 10, 20);
				check_drawing(random, &properties[WIDTHS]);
			}
}

static void check_shapes(uint64_t *random)
{
	check_recipe(random, &properties[WIDE], 1000000, 3, 2, 2, 100);
	check_recipe(random, &properties[WIDE], 1000000, 3, 2, 2, 1);
	check_recipe(random, &properties[WIDE], 3000000, 3, 2, 2, 20);
	check_recipe(random, &properties[WIDE], 1000000, 7, 2, 6, 100);
	check_recipe(random, &properties[TALL], 5, 100000, 2, 2, 300);
	check_recipe(random, &properties[TALL], 5, 100000, 2, 4, 1);
	check_recipe(random, &properties[TALL], 5, 100000, 2, 4, 300);
	check_recipe(random, &properties[TALL], 5, 100000, 4, 4, 100);
	for (uint32_t i = 0; i < 10; i++) {
		check_recipe(random, &properties[FILLED], 700, 500, 499, 499, 20);
		check_recipe(random, &properties[FILLED], 300, 300, 299, 299, 5);
		check_recipe(random, &properties[FILLED], 300, 300, 2, 299, 500);
		check_recipe(random, &properties[FILLED], 257, 1000, 200, 256, 50);
		check_recipe(random, &properties[FILLED], 1000, 64, 63, 63, 50);
		check_recipe(random, &properties[FILLED], 3, 3, 2, 2, 5);
	}
}

/* Rows are swept in windows of 2^14. */
static void check_windows(uint64_t *random)
{
	static const uint32_t heights[] = {16382, 16383, 16384, 16385, 32767, 32768, 32769, 50000};
	for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
		for (uint32_t time = 0; time < 3; time++) {
			uint32_t width = unit_between(random, 5, 70);
			check_recipe(random, &properties[WINDOWS], width, heights[i], 2, 4, 1000);
			make_arbitrary(random, width, heights[i], 30, 30);
			check_drawing(random, &properties[WINDOWS]);
			make_arbitrary(random, width, heights[i], 1, 0);
			check_drawing(random, &properties[WINDOWS]);
		}
	/* A floor that begins with the last row of a window, or with the first or second of the next. */
	for (uint32_t row = 16383; row <= 16385; row++) {
		make_arbitrary(random, 10, 40000, 1, 0);
		drawing.dungeon.rooms[0] = (struct room){2, row - 1, 6, row + 3};
		check_drawing(random, &properties[WINDOWS]);
	}
	/* So few areas that most windows have none. */
	for (uint32_t time = 0; time < 300; time++) {
		uint32_t height = unit_between(random, 100000, 300000);
		uint32_t rooms = unit_between(random, 1, 5);
		uint32_t tunnels = unit_between(random, 0, 2);
		make_arbitrary(random, 4, height, rooms, tunnels);
		check_drawing(random, &properties[WINDOWS]);
	}
}

static void check_arbitrary(uint64_t *random)
{
	for (uint32_t i = 0; i < 5000; i++) {
		uint32_t width = unit_between(random, 3, unit_once_in(random, 2) ? 400 : 70);
		uint32_t height = unit_between(random, 3, unit_once_in(random, 2) ? 300 : 12);
		uint32_t rooms = unit_between(random, 1, 30);
		uint32_t tunnels = unit_between(random, 0, 60);
		make_arbitrary(random, width, height, rooms, tunnels);
		check_drawing(random, &properties[ARBITRARY]);
	}
}

/* Row y of a map that is too large to draw, from all areas. */
static void draw_row(const struct dungeon *dungeon, uint32_t y, char *row)
{
	memset(row, '#', dungeon->recipe.width);
	for (uint32_t i = 0; i < dungeon_area_count(dungeon); i++) {
		struct area area = dungeon_area(dungeon, i);
		if (y >= area.y && y - area.y < area.height)
			memset(row + area.x, '.', area.width);
	}
	if (y == dungeon->spawn.y)
		row[dungeon->spawn.x] = '@';
}

static int compare_rows(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	return (left > right) - (left < right);
}

/* The rows, sorted, that can differ from the row above. */
static uint32_t *list_changes(const struct dungeon *dungeon, uint32_t *count)
{
	uint32_t areas = dungeon_area_count(dungeon);
	uint32_t *changes = unit_memory(2 * (size_t)areas + 3, sizeof *changes);
	*count = 0;
	for (uint32_t i = 0; i < areas; i++) {
		struct area area = dungeon_area(dungeon, i);
		changes[(*count)++] = area.y;
		changes[(*count)++] = area.y + area.height;
	}
	changes[(*count)++] = 0;
	changes[(*count)++] = dungeon->spawn.y;
	changes[(*count)++] = dungeon->spawn.y + 1;
	qsort(changes, *count, sizeof *changes, compare_rows);
	return changes;
}

static void check_endless(uint64_t *random, uint32_t width, uint32_t height, uint32_t room_max)
{
	struct dungeon *dungeon = &drawing.dungeon;
	struct recipe recipe = {.width = width, .height = height, .max_rooms = 30, .room_min = 2, .room_max = room_max};
	const struct rng *rng = choose_rng(random);
	make(rng, &recipe, choose_seed(random, rng));
	struct glyph glyphs[TILE_KINDS + 1];
	memcpy(glyphs, tile_glyphs, sizeof tile_glyphs);
	glyphs[TILE_KINDS] = glyph_of_byte('@');
	struct mark spawn = {dungeon->spawn, TILE_KINDS};
	struct rows_plan plan = {
		.dungeon = dungeon,
		.before = "",
		.after = "\n",
		.glyphs = glyphs,
		.glyph_count = TILE_KINDS + 1,
		.marks = &spawn,
		.mark_count = 1,
	};
	uint32_t change_count, next = 0;
	uint32_t *changes = list_changes(dungeon, &change_count);
	char *row = unit_memory(width, 1);
	bool same = rows_start(&rows, &plan);
	/* A map of 10^8 rows must stream, so nothing may be done for every single row. */
	uint32_t most = change_count + height / 1000, bands = 0;
	uint64_t y = 0;
	struct band band;
	while (same && bands <= most && rows_next(&rows, &band)) {
		uint64_t end = y + band.times;
		same = band.length == width + (size_t)1 && band.times > 0 && band.bytes[width] == '\n';
		/* The first row of the band, and each one in it that can differ from the row above. */
		do {
			if (next < change_count && changes[next] <= y) {
				draw_row(dungeon, (uint32_t)y, row);
				while (next < change_count && changes[next] <= y)
					next++;
			}
			same = same && memcmp(band.bytes, row, width) == 0;
			y = next < change_count && changes[next] < end ? changes[next] : end;
		} while (same && y < end);
		bands++;
	}
	CHECK(&properties[ENDLESS], same, "row %" PRIu64 ", %s", y, describe_recipe(&dungeon->recipe));
	CHECK(&properties[ENDLESS], bands <= most, "more than %" PRIu32 " bands", most);
	CHECK(&properties[ENDLESS], !same || y == height, "%" PRIu64 " rows", y);
	free(row);
	free(changes);
}

int main(void)
{
	uint64_t random = UNIT_START;
	drawing.marks = unit_memory(MARK_GLYPHS, sizeof *drawing.marks);
	check_small(&random);
	check_edge(&random);
	check_large(&random);
	check_widths(&random);
	check_shapes(&random);
	check_windows(&random);
	check_arbitrary(&random);
	for (uint32_t i = 0; i < 4; i++) {
		check_endless(&random, 200, 100000000, 10);
		check_endless(&random, 500, 100000000, 499);
		check_endless(&random, 3, 100000000, 2);
	}
	check_endless(&random, 100, INT32_MAX, 99);
	/* Small maps again, after large ones. */
	check_small(&random);
	rows_free(&rows);
	dungeon_free(&drawing.dungeon);
	free(drawing.marks);
	free(drawing.tiles);
	free(drawing.row);
	printf("maps chosen with %d\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
