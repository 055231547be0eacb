/* SPDX-License-Identifier: MIT */
/* The picture that svg describes, as pixels: rock, walls around the floor, doors, marks and the numbers of rooms. */
#include "formats/format.h"
#include "formats/png_stream.h"

#include <string.h>

enum color { ROCK, WALL, FLOOR, GRID, DOOR, SPAWN, EXIT, COLORS };

static const uint32_t colors[COLORS] = {
	[ROCK] = 0x22252e, [WALL] = 0x5b6072,  [FLOOR] = 0xe6dcc3, [GRID] = 0xcec5b1,
	[DOOR] = 0x8a5a2b, [SPAWN] = 0x6cbf73, [EXIT] = 0xe8835b,
};

enum { DIGIT_WIDTH = 5, DIGIT_HEIGHT = 7, DIGIT_SHARE = 8, GRID_LEAST = 8 /* pixels of a tile with a grid */ };

/* The digits 0 to 9 as bitmaps, row by row from the top; a row's highest bit of DIGIT_WIDTH is its leftmost pixel. */
static const uint8_t digits[10][DIGIT_HEIGHT] = {
	{0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
	{0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}, {0x1f, 0x01, 0x02, 0x06, 0x01, 0x11, 0x0e},
	{0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}, {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
	{0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}, {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
	{0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}, {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c},
};

/* A map that is being drawn, and memory that the maps of a run share. */
struct picture {
	struct png png; /* first: a picture of 2000x2000 tiles takes a sixth more time if it comes after the numbers */
	const struct dungeon *dungeon;
	unsigned show;
	int64_t size;                /* pixels of a tile's side */
	int64_t width;               /* of the picture, in pixels */
	int64_t label_scale;         /* pixels of the picture for each of a digit */
	const uint32_t *by_row;      /* rooms with labels, sorted by the rows of their centers */
	uint32_t label, label_count; /* the first one not above the row of pixels; their number */

	struct rows rows;
	struct sort sort;
	ARRAY(char, tiles);     /* three rows of tiles, with wall at both ends: above, at and below the current one */
	ARRAY(uint8_t, pixels); /* a row of them */
};

/* Gets the next row of tiles; below the last one is wall. */
static void next_tiles(struct picture *picture, char *tiles)
{
	const char *next = rows_next(&picture->rows);
	size_t width = picture->dungeon->recipe.width;
	if (next)
		memcpy(tiles, next, width);
	else
		memset(tiles, TILE_WALL, width);
}

/* Walls reach four tenths of a tile beyond the floor. */
static int64_t wall_reach(int64_t size)
{
	return (4 * size + 5) / 10;
}

/* Whether the tile at x, or the one above or below it in `other`, is floor or a door, so that walls surround it. */
static bool is_near(const char *tiles, const char *other, size_t x)
{
	return tiles[x] != TILE_WALL || other[x] != TILE_WALL;
}

/* Draws the row of pixels `line` pixels below the top of the tiles rows[1], between rows[0] and rows[2]. */
static void draw_base(struct picture *picture, char *const rows[3], int64_t line)
{
	int64_t size = picture->size, reach = wall_reach(size);
	size_t width = picture->dungeon->recipe.width;
	const char *tiles = rows[1], *other = line < reach ? rows[0] : line >= size - reach ? rows[2] : rows[1];
	uint8_t *pixel = picture->pixels;
	bool grid = size >= GRID_LEAST;
	for (size_t x = 1; x <= width; x++, pixel += size) {
		if (tiles[x] == TILE_DOOR) {
			memset(pixel, DOOR, (size_t)size);
		} else if (tiles[x] == TILE_FLOOR) {
			memset(pixel, grid && line == 0 ? GRID : FLOOR, (size_t)size);
			*pixel = grid ? GRID : FLOOR;
		} else {
			memset(pixel, is_near(tiles, other, x) ? WALL : ROCK, (size_t)size);
			if (is_near(tiles, other, x - 1))
				memset(pixel, WALL, (size_t)reach);
			if (is_near(tiles, other, x + 1))
				memset(pixel + size - reach, WALL, (size_t)reach);
		}
	}
}

/* Draws a run of pixels, cut to the picture. */
static void draw_run(const struct picture *picture, int64_t from, int64_t to, enum color color)
{
	from = from > 0 ? from : 0;
	to = to < picture->width ? to : picture->width;
	if (from < to)
		memset(picture->pixels + from, (int)color, (size_t)(to - from));
}

/* Draws the pixels within seven tenths of a tile from the middle of the tile `at`, as a circle or a square. */
static void draw_mark(const struct picture *picture, struct point at, bool is_round, enum color color, int64_t y)
{
	/* Distances are in half pixels, between middles. */
	int64_t size = picture->size, left = at.x * size, down = 2 * (y - at.y * size) + 1 - size;
	for (int64_t x = -size; x < 2 * size; x++) {
		int64_t right = 2 * x + 1 - size;
		int64_t farther = right * right > down * down ? right * right : down * down;
		if (25 * (is_round ? right * right + down * down : farther) <= 49 * size * size)
			draw_run(picture, left + x, left + x + 1, color);
	}
}

static void draw_label(const struct picture *picture, uint32_t room, int64_t middle, int64_t line)
{
	uint8_t number[10];
	int64_t count = 0;
	do
		number[count++] = (uint8_t)(room % 10);
	while ((room /= 10) > 0);
	int64_t scale = picture->label_scale, left = middle - (count * (DIGIT_WIDTH + 1) - 1) * scale / 2;
	for (; count-- > 0; left += (DIGIT_WIDTH + 1) * scale)
		for (int64_t i = 0; i < DIGIT_WIDTH; i++)
			if (digits[number[count]][line] >> (DIGIT_WIDTH - 1 - i) & 1)
				draw_run(picture, left + i * scale, left + (i + 1) * scale, ROCK);
}

/* Returns the first row of pixels of a label. */
static int64_t label_top(const struct picture *picture, uint32_t index)
{
	const struct area *room = &picture->dungeon->rooms[picture->by_row[index]];
	return room_center(*room).y * picture->size + (picture->size - DIGIT_HEIGHT * picture->label_scale) / 2;
}

/* Draws the marks of a row of pixels. Returns false if there are none. */
static bool draw_marks(struct picture *picture, int64_t y)
{
	const struct dungeon *dungeon = picture->dungeon;
	int64_t size = picture->size, scale = picture->label_scale;
	while (picture->label < picture->label_count && label_top(picture, picture->label) + DIGIT_HEIGHT * scale <= y)
		picture->label++;
	bool has_labels = picture->label < picture->label_count && label_top(picture, picture->label) <= y;
	/* Marks reach into the tiles above and below. */
	struct point spawn = dungeon->marks[MARK_SPAWN].at, exit = dungeon->marks[MARK_EXIT].at;
	bool has_spawn = (picture->show & SHOW_SPAWN) && llabs(y / size - spawn.y) <= 1;
	bool has_exit = (picture->show & SHOW_EXIT) && llabs(y / size - exit.y) <= 1;
	if (has_exit)
		draw_mark(picture, exit, false, EXIT, y);
	if (has_spawn)
		draw_mark(picture, spawn, true, SPAWN, y);
	for (uint32_t i = picture->label; i < picture->label_count && label_top(picture, i) <= y; i++) {
		uint32_t room = picture->by_row[i];
		int64_t middle = room_center(dungeon->rooms[room]).x * size + size / 2;
		draw_label(picture, room, middle, (y - label_top(picture, i)) / scale);
	}
	return has_labels || has_spawn || has_exit;
}

/* Writes the pixels of the tiles in row y, rows[1]. */
static void write_tiles(struct picture *picture, char *const rows[3], int64_t y)
{
	const struct dungeon *dungeon = picture->dungeon;
	int64_t size = picture->size, reach = wall_reach(size);
	bool was_marked = false;
	for (int64_t line = 0; line < size; line++) {
		bool changes = line <= 1 || line == reach || line == size - reach;
		if (changes || was_marked)
			draw_base(picture, rows, line);
		bool is_marked = draw_marks(picture, y * size + line);
		/* A row of pixels may take longer than many rows of tiles. */
		watch_work(dungeon->watch, (uint64_t)picture->width / 512, "rows", (uint64_t)y, dungeon->recipe.height);
		png_row(&picture->png, changes || was_marked || is_marked ? picture->pixels : NULL);
		was_marked = is_marked;
	}
}

/* Starts a map and its image. Returns false if out of memory. */
static bool start(struct picture *picture, const struct dungeon *dungeon, const struct style *style,
		  struct output *output)
{
	const struct recipe *recipe = &dungeon->recipe;
	uint32_t width = recipe->width * style->tile_size, height = recipe->height * style->tile_size;
	uint64_t tiles = 3 * ((uint64_t)recipe->width + 2);
	picture->dungeon = dungeon;
	picture->show = style_shown(style, dungeon);
	picture->size = style->tile_size;
	picture->width = width;
	picture->label_scale = style->tile_size < DIGIT_SHARE ? 1 : style->tile_size / DIGIT_SHARE;
	picture->label = picture->label_count = 0;
	if (!array_reserve(picture, tiles, tiles) || !array_reserve(picture, pixels, width) ||
	    !rows_start(&picture->rows, dungeon, &row_kinds))
		return false;
	memset(picture->tiles, TILE_WALL, (size_t)tiles);
	if (picture->show & SHOW_LABELS) {
		picture->label_count = dungeon->room_count;
		picture->by_row = marks_sort_rooms(&picture->sort, dungeon);
		if (!picture->by_row)
			return false;
	}
	return png_start(&picture->png, output, width, height, colors, COLORS);
}

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	struct picture *picture = writer->state;
	if (!start(picture, dungeon, writer->style, writer->output))
		return false;
	size_t stride = (size_t)dungeon->recipe.width + 2;
	next_tiles(picture, picture->tiles + stride + 1);
	for (uint32_t y = 0; y < dungeon->recipe.height && !writer->output->error; y++) {
		char *rows[3];
		for (uint32_t i = 0; i < 3; i++)
			rows[i] = picture->tiles + (y + i) % 3 * stride;
		next_tiles(picture, rows[2] + 1);
		write_tiles(picture, rows, y);
	}
	png_end(&picture->png);
	return true;
}

static void end(void *own)
{
	struct picture *picture = own;
	png_free(&picture->png);
	rows_free(&picture->rows);
	sort_free(&picture->sort);
	array_free(picture, tiles);
	array_free(picture, pixels);
}

const struct format format_png = {
	.name = "png",
	.extensions = {{"png", true}},
	.summary = "picture with walls around the floor, labels and marks",
	.one_map = true,
	.binary = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE,
	.pixels_most = PNG_SIDE,
	.state_size = sizeof(struct picture),
	.write = write_map,
	.magic = "\x89PNG",
	.end = end,
};
