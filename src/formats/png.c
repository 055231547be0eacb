/* SPDX-License-Identifier: MIT */
/*
 * The picture that svg describes, as pixels: rock, walls around the floor, doors, marks and the
 * numbers of rooms.
 */
#include "formats/format.h"
#include "formats/png_stream.h"
#include "formats/put.h"

#include <string.h>

enum color { ROCK, WALL, FLOOR, GRID, DOOR, SPAWN, EXIT, COLORS };

static const uint32_t colors[COLORS] = {
	[ROCK] = 0x22252e, [WALL] = 0x5b6072,  [FLOOR] = 0xe6dcc3, [GRID] = 0xcec5b1,
	[DOOR] = 0x8a5a2b, [SPAWN] = 0x6cbf73, [EXIT] = 0xe8835b,
};

enum {
	DIGIT_WIDTH = 5,
	DIGIT_HEIGHT = 7,
	DIGIT_SHARE = 8,
	GRID_LEAST = 8 /* pixels of a tile with a grid */
};

/*
 * The digits 0 to 9 as bitmaps, row by row from the top; a row's highest bit of DIGIT_WIDTH is its
 * leftmost pixel.
 */
static const uint8_t shapes[10][DIGIT_HEIGHT] = {
	{0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
	{0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}, {0x1f, 0x01, 0x02, 0x06, 0x01, 0x11, 0x0e},
	{0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}, {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
	{0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}, {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
	{0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}, {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c},
};

/* A map that is being drawn, and memory that the maps of a run share. */
struct picture {
	struct png png; /* first: a picture of 2000x2000 tiles takes a sixth more time if it comes
			   after the numbers */
	const struct map *map;
	struct watch *watch; /* the writer's */
	unsigned show;
	int64_t size;                /* pixels of a tile's side */
	int64_t width;               /* of the picture, in pixels */
	int64_t label_scale;         /* pixels of the picture for each of a digit */
	const uint32_t *by_row;      /* rooms with labels, sorted by the rows of their centers */
	uint32_t label, label_count; /* the first one not above the row of pixels; their number */
	ARRAY(uint8_t, pixels);      /* a row of them */
};

/* Walls reach four tenths of a tile beyond the floor. */
static int64_t wall_reach(int64_t size)
{
	return (4 * size + 5) / 10;
}

/*
 * Whether the tile at x, or the one above or below it in `other`, is floor or a door, so that walls
 * surround it.
 */
static bool is_near(const char *tiles, const char *other, size_t x)
{
	return tiles[x] != TILE_WALL || other[x] != TILE_WALL;
}

/*
 * Draws the row of pixels `line` pixels below the top of the tiles rows[1], between rows[0] and
 * rows[2].
 */
static void draw_base(struct picture *picture, char *const rows[3], int64_t line)
{
	int64_t size = picture->size, reach = wall_reach(size);
	size_t width = picture->map->recipe.width;
	const char *tiles = rows[1], *other = line < reach           ? rows[0]
					      : line >= size - reach ? rows[2]
								     : rows[1];
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

/*
 * Draws the pixels within seven tenths of a tile from the middle of the tile `at`, as a circle or a
 * square.
 */
static void draw_mark(const struct picture *picture, struct point at, bool is_round,
		      enum color color, int64_t y)
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
	char number[DIGITS_MAX];
	const char *after = put_digits(number, room);
	int64_t scale = picture->label_scale,
		left = middle - ((after - number) * (DIGIT_WIDTH + 1) - 1) * scale / 2;
	for (const char *at = number; at < after; at++, left += (DIGIT_WIDTH + 1) * scale)
		for (int64_t i = 0; i < DIGIT_WIDTH; i++)
			if (shapes[*at - '0'][line] >> (DIGIT_WIDTH - 1 - i) & 1)
				draw_run(picture, left + i * scale, left + (i + 1) * scale, ROCK);
}

/* Returns the first row of pixels of a label. */
static int64_t label_top(const struct picture *picture, uint32_t index)
{
	const struct area *room = &picture->map->rooms[picture->by_row[index]];
	return room_center(*room).y * picture->size +
	       (picture->size - DIGIT_HEIGHT * picture->label_scale) / 2;
}

/* Draws the marks of a row of pixels. Returns false if there are none. */
static bool draw_marks(struct picture *picture, int64_t y)
{
	const struct map *map = picture->map;
	int64_t size = picture->size, scale = picture->label_scale;
	bool any = false;
	/*
	 * The spawn comes last, since it is drawn over the exit. Marks reach into the tiles above
	 * and below.
	 */
	for (int i = MARK_KINDS - 1; i >= 0; i--)
		if (picture->show & 1U << i && llabs(y / size - map->marks[i].at.y) <= 1) {
			draw_mark(picture, map->marks[i].at, i == MARK_SPAWN,
				  (enum color)(SPAWN + i), y);
			any = true;
		}
	while (picture->label < picture->label_count &&
	       label_top(picture, picture->label) + DIGIT_HEIGHT * scale <= y)
		picture->label++;
	for (uint32_t i = picture->label; i < picture->label_count && label_top(picture, i) <= y;
	     i++) {
		uint32_t room = picture->by_row[i];
		int64_t middle = room_center(map->rooms[room]).x * size + size / 2;
		draw_label(picture, room, middle, (y - label_top(picture, i)) / scale);
		any = true;
	}
	return any;
}

/* Writes the pixels of the tiles in row y, rows[1]. */
static void write_tiles(struct picture *picture, char *const rows[3], int64_t y)
{
	const struct map *map = picture->map;
	int64_t size = picture->size, reach = wall_reach(size);
	bool was_marked = false;
	for (int64_t line = 0; line < size; line++) {
		bool changes = line <= 1 || line == reach || line == size - reach;
		if (changes || was_marked)
			draw_base(picture, rows, line);
		bool is_marked = draw_marks(picture, y * size + line);
		/* A row of pixels may take longer than many rows of tiles. */
		watch_work(picture->watch, (uint64_t)picture->width / 512, "rows", (uint64_t)y,
			   map->recipe.height);
		png_row(&picture->png, changes || was_marked || is_marked ? picture->pixels : NULL);
		was_marked = is_marked;
	}
}

static bool write_map(struct writer *writer, const struct map *map)
{
	struct picture *picture = writer->state;
	struct rows *rows = &writer->marks.rows;
	const uint32_t width = map->recipe.width, height = map->recipe.height;
	const uint32_t size = writer->style->tile_size;
	picture->map = map;
	picture->watch = writer->watch;
	picture->show = style_shown(writer->style, map);
	picture->size = size;
	picture->width = (int64_t)width * size;
	picture->label_scale = size < DIGIT_SHARE ? 1 : size / DIGIT_SHARE;
	picture->label = 0;
	picture->label_count = picture->show & SHOW_LABELS ? map->room_count : 0;
	picture->by_row = picture->label_count > 0 ? marks_sort_rooms(&writer->marks.sort, map)
						   : NULL;
	/* Three rows, above, at and below the current one, with wall at both ends. */
	const uint64_t stride = width + UINT64_C(2);
	if ((picture->label_count > 0 && !picture->by_row) ||
	    !array_reserve(writer, scratch, 3 * stride) ||
	    !array_reserve(picture, pixels, (uint64_t)width * size) ||
	    !rows_start(rows, map, &row_kinds, writer->watch) ||
	    !png_start(&picture->png, writer->output, width * size, height * size, colors, COLORS))
		return false;
	memset(writer->scratch, TILE_WALL, (size_t)(3 * stride));
	memcpy(writer->scratch + stride + 1, rows_next(rows), width);
	for (uint32_t y = 0; y < height && !writer->output->error; y++) {
		char *near[3];
		for (uint32_t i = 0; i < 3; i++)
			near[i] = writer->scratch + (y + i) % 3 * stride;
		const char *below = rows_next(rows);
		if (below)
			memcpy(near[2] + 1, below, width);
		else
			memset(near[2] + 1, TILE_WALL, width);
		write_tiles(picture, near, y);
	}
	png_end(&picture->png);
	return true;
}

static void end(void *own)
{
	struct picture *picture = own;
	png_free(&picture->png);
	array_free(picture, pixels);
}

const struct format format_png = {
	.name = "png",
	.extensions = {{"png", true}},
	.summary = "picture with walls around the floor, labels and marks",
	.one_map = true,
	.binary = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE,
	.pixels_max = PNG_SIDE_MAX,
	.writer_state_size = sizeof(struct picture),
	.write = write_map,
	.magic = "\x89PNG",
	.free_writer_state = end,
};
