/* SPDX-License-Identifier: MIT */
/* The picture that svg describes, as pixels: rock, walls around the floor, doors, marks and the numbers of rooms. */
#include "dungeon/rows.h"
#include "dungeon/sort.h"
#include "formats/digits.h"
#include "formats/format.h"
#include "formats/png_stream.h"

#include <stdlib.h>
#include <string.h>

enum color { ROCK, WALL, FLOOR, GRID, DOOR, SPAWN, EXIT, COLORS };

static const uint32_t colors[COLORS] = {
	[ROCK] = 0x22252e, [WALL] = 0x5b6072,  [FLOOR] = 0xe6dcc3, [GRID] = 0xcec5b1,
	[DOOR] = 0x8a5a2b, [SPAWN] = 0x6cbf73, [EXIT] = 0xe8835b,
};

enum { DIGIT_SHARE = 8, GRID_LEAST = 8 /* pixels of a tile with a grid */ };

/* Memory that the maps of a run share. */
struct state {
	struct png png;
	struct rows rows;
	struct band band; /* rows of tiles that are not drawn yet */
	struct sort sort;
	ARRAY(char, tiles);     /* three rows of tiles, with wall at both ends: above, at and below the current one */
	ARRAY(uint8_t, near);   /* by column: whether a tile that is not floor has wall drawn on it */
	ARRAY(uint8_t, base);   /* a row of pixels without marks */
	ARRAY(uint8_t, marked); /* a row of pixels with marks */
};

/* A map that is being drawn. */
struct picture {
	struct state *state;
	const struct dungeon *dungeon;
	unsigned show;
	int64_t size;                /* pixels of a tile's side */
	int64_t width;               /* of the picture, in pixels */
	int64_t label_scale;         /* pixels of the picture for each of a digit */
	const uint32_t *by_row;      /* rooms with labels, sorted by the rows of their centers */
	uint32_t label, label_count; /* the first one not above the row of pixels; their number */
};

static uint32_t center_row(const void *dungeon, uint32_t index)
{
	return room_center(((const struct dungeon *)dungeon)->rooms[index]).y;
}

/* Gets the next row of tiles; below the last one is wall. */
static void next_tiles(struct state *state, char *tiles, size_t width)
{
	struct band *band = &state->band;
	if (band->rows * band->times == 0 && !rows_next(&state->rows, band)) {
		memset(tiles, TILE_WALL, width);
		return;
	}
	memcpy(tiles, band->bytes, width);
	band->bytes += band->rows > 1 ? width : 0;
	*(band->rows > 1 ? &band->rows : &band->times) -= 1;
}

/* Walls reach four tenths of a tile beyond the floor. */
static int64_t wall_reach(int64_t size)
{
	return (4 * size + 5) / 10;
}

/* Draws the row of pixels `line` pixels below the top of the tiles rows[1], between rows[0] and rows[2]. */
static void draw_base(const struct picture *picture, char *const rows[3], int64_t line)
{
	struct state *state = picture->state;
	int64_t size = picture->size, reach = wall_reach(size);
	size_t width = picture->dungeon->recipe.width;
	const char *other = line < reach ? rows[0] : line >= size - reach ? rows[2] : rows[1];
	for (size_t x = 0; x < width + 2; x++)
		state->near[x] = rows[1][x] != TILE_WALL || other[x] != TILE_WALL;
	uint8_t *pixel = state->base;
	bool grid = size >= GRID_LEAST;
	for (size_t x = 1; x <= width; x++, pixel += size) {
		if (rows[1][x] == TILE_DOOR) {
			memset(pixel, DOOR, (size_t)size);
		} else if (rows[1][x] == TILE_FLOOR) {
			memset(pixel, grid && line == 0 ? GRID : FLOOR, (size_t)size);
			*pixel = grid ? GRID : FLOOR;
		} else {
			memset(pixel, state->near[x] ? WALL : ROCK, (size_t)size);
			if (state->near[x - 1])
				memset(pixel, WALL, (size_t)reach);
			if (state->near[x + 1])
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
		memset(picture->state->marked + from, (int)color, (size_t)(to - from));
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
	int64_t y = center_row(picture->dungeon, picture->by_row[index]);
	return y * picture->size + (picture->size - DIGIT_HEIGHT * picture->label_scale) / 2;
}

/* Copies the base and draws the marks of a row of pixels over it. Returns false if there are none. */
static bool draw_marks(struct picture *picture, int64_t y)
{
	const struct dungeon *dungeon = picture->dungeon;
	int64_t size = picture->size, scale = picture->label_scale;
	while (picture->label < picture->label_count && label_top(picture, picture->label) + DIGIT_HEIGHT * scale <= y)
		picture->label++;
	bool has_labels = picture->label < picture->label_count && label_top(picture, picture->label) <= y;
	/* Marks reach into the tiles above and below. */
	bool has_spawn = (picture->show & SHOW_SPAWN) && llabs(y / size - dungeon->spawn.y) <= 1;
	bool has_exit = (picture->show & SHOW_EXIT) && llabs(y / size - dungeon->exit.y) <= 1;
	if (!has_labels && !has_spawn && !has_exit)
		return false;
	memcpy(picture->state->marked, picture->state->base, (size_t)picture->width);
	if (has_exit)
		draw_mark(picture, dungeon->exit, false, EXIT, y);
	if (has_spawn)
		draw_mark(picture, dungeon->spawn, true, SPAWN, y);
	for (uint32_t i = picture->label; i < picture->label_count && label_top(picture, i) <= y; i++) {
		uint32_t room = picture->by_row[i];
		int64_t middle = room_center(dungeon->rooms[room]).x * size + size / 2;
		draw_label(picture, room, middle, (y - label_top(picture, i)) / scale);
	}
	return true;
}

/* Writes the pixels of the tiles in row y, rows[1]. */
static void write_tiles(struct picture *picture, char *const rows[3], int64_t y)
{
	struct state *state = picture->state;
	int64_t size = picture->size, reach = wall_reach(size);
	bool was_marked = false;
	for (int64_t line = 0; line < size; line++) {
		bool changes = line <= 1 || line == reach || line == size - reach;
		if (changes)
			draw_base(picture, rows, line);
		bool is_marked = draw_marks(picture, y * size + line);
		png_row(&state->png, is_marked ? state->marked : changes || was_marked ? state->base : NULL);
		was_marked = is_marked;
	}
}

static bool start(struct picture *picture, struct state *state, struct output *output)
{
	const struct dungeon *dungeon = picture->dungeon;
	uint64_t width = dungeon->recipe.width, height = dungeon->recipe.height, pixels = (uint64_t)picture->width;
	static const struct row_bytes kinds = {.kind = {TILE_WALL, TILE_FLOOR, TILE_DOOR}, .end = ""};
	state->band = (struct band){0};
	if (!array_reserve(state, tiles, 3 * (width + 2)) || !array_reserve(state, near, width + 2) ||
	    !array_reserve(state, base, pixels) || !array_reserve(state, marked, pixels) ||
	    !rows_start(&state->rows, dungeon, &kinds))
		return false;
	if (picture->show & SHOW_LABELS) {
		picture->label_count = dungeon->room_count;
		picture->by_row = sort_indices(&state->sort, dungeon->room_count, (uint32_t)height, center_row,
					       dungeon);
		if (!picture->by_row)
			return false;
	}
	height *= (uint64_t)picture->size;
	return png_start(&state->png, output, (uint32_t)pixels, (uint32_t)height, colors, COLORS);
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	size_t width = dungeon->recipe.width;
	int64_t size = writer->style->tile_size, scale = size < DIGIT_SHARE ? 1 : size / DIGIT_SHARE;
	struct picture picture = {state, dungeon, writer->style->show, size, dungeon->recipe.width * size, scale, NULL,
				  0,     0};
	if (!start(&picture, state, writer->output))
		return false;
	memset(state->tiles, TILE_WALL, 3 * (width + 2));
	next_tiles(state, state->tiles + width + 2 + 1, width);
	for (uint32_t y = 0; y < dungeon->recipe.height && !writer->output->error; y++) {
		char *rows[3];
		for (uint32_t i = 0; i < 3; i++)
			rows[i] = state->tiles + (y + i) % 3 * (width + 2);
		next_tiles(state, rows[2] + 1, width);
		write_tiles(&picture, rows, y);
	}
	png_end(&state->png);
	return true;
}

static void end(void *own)
{
	struct state *state = own;
	png_free(&state->png);
	rows_free(&state->rows);
	sort_free(&state->sort);
	array_free(state, tiles);
	array_free(state, near);
	array_free(state, base);
	array_free(state, marked);
}

const struct format format_png = {
	.name = "png",
	.extensions = {{"png", true}},
	.summary = "picture with walls around the floor, labels and marks",
	.one_map = true,
	.picture = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE,
	.pixels_most = PNG_SIDE,
	.state_size = sizeof(struct state),
	.write = write_map,
	.end = end,
};
