/* SPDX-License-Identifier: MIT */
/*
 * The picture that svg describes, as pixels: rock, walls around the floor, doors, marks, and the
 * numbers of rooms.
 */
#include "formats/format.h"
#include "formats/png_stream.h"
#include "formats/put.h"

#include <string.h>

enum color { ROCK, WALL, FLOOR, GRID, DOOR, SPAWN, EXIT, ROUTE, COLORS };

/* 0xRRGGBB. */
static const uint32_t color_values[COLORS] = {
	[ROCK] = 0x22252e, [WALL] = 0x5b6072,  [FLOOR] = 0xe6dcc3, [GRID] = 0xcec5b1,
	[DOOR] = 0x8a5a2b, [SPAWN] = 0x6cbf73, [EXIT] = 0xe8835b,  [ROUTE] = 0x5f87af,
};

enum {
	GRID_TILE_SIZE_MIN = 8, /* pixels: tiles of this side or a longer one have a grid */
	DIGIT_TILE_SIZE = 8,    /* pixels: tiles from twice this side on have digits twice as large,
				   from three times this side on three times as large, and so on */

	/* Bits of a digit's bitmap. */
	DIGIT_WIDTH = 5,
	DIGIT_HEIGHT = 7,
	DIGIT_STEP = DIGIT_WIDTH + 1, /* from one digit to the next */
};

/*
 * The digits 0 to 9 as bitmaps, row by row from the top. In a row, the highest of DIGIT_WIDTH bits
 * is the leftmost pixel.
 */
static const uint8_t digit_shapes[10][DIGIT_HEIGHT] = {
	{0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
	{0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}, {0x1f, 0x01, 0x02, 0x06, 0x01, 0x11, 0x0e},
	{0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}, {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
	{0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}, {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
	{0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}, {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c},
};

/* The current map, and memory that the maps of a run share. */
struct picture {
	/* The first field: after the numbers below, 2000x2000 tiles take a sixth more time. */
	struct png png;

	const struct map *map;     /* not owned */
	const struct route *route; /* not owned, NULL if it is not shown */
	struct watch *watch;       /* the watch of the writer; not owned, may be NULL */
	unsigned show;             /* SHOW_ bits */
	int64_t tile_size;         /* side of a tile, in pixels */
	int64_t width;             /* pixels in a row */

	int64_t label_scale;          /* each bit of a digit is a square of this side, in pixels */
	const uint32_t *rooms_by_row; /* indices of rooms, sorted by the rows of their centers */
	uint32_t label_count;         /* number of rooms with labels */
	uint32_t next_label;          /* index into rooms_by_row of the first label that does not
					 end above the current row of pixels */

	ARRAY(uint8_t, pixels); /* the current row: by pixel, an enum color */
};

/* Tiles. */

/* Returns how far walls reach beyond the floor, in pixels: four tenths of a tile. */
static int64_t wall_reach(int64_t tile_size)
{
	return (4 * tile_size + 5) / 10;
}

/* Draws `count` pixels, beginning at pixel x. All of them are in the picture. */
static void fill_pixels(struct picture *picture, int64_t x, int64_t count, enum color color)
{
	memset(picture->pixels + x, (int)color, (size_t)count);
}

/* Draws a row of pixels of a floor tile that begins at pixel x. */
static void draw_floor(struct picture *picture, int64_t x, int64_t line)
{
	const bool has_grid = picture->tile_size >= GRID_TILE_SIZE_MIN;
	const bool is_grid_line = has_grid && line == 0;
	fill_pixels(picture, x, picture->tile_size, is_grid_line ? GRID : FLOOR);
	if (has_grid)
		picture->pixels[x] = GRID;
}

/* Returns whether a column has a walkable tile in one of two rows, or in both. */
static bool is_walkable_in_either(const char *tiles, const char *other_tiles, size_t column)
{
	return tiles[column] != TILE_WALL || other_tiles[column] != TILE_WALL;
}

/*
 * Draws a row of pixels of a wall tile in a column, which begins at pixel x. `other_tiles` is the
 * row of tiles from which walls reach into the row of pixels; see reaching_tiles. Pixels within
 * reach of a walkable tile get the color of walls. All other pixels are rock.
 */
static void draw_wall(struct picture *picture, const char *tiles, const char *other_tiles,
		      size_t column, int64_t x)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t reach = wall_reach(tile_size);
	const enum color color = is_walkable_in_either(tiles, other_tiles, column) ? WALL : ROCK;
	fill_pixels(picture, x, tile_size, color);
	if (is_walkable_in_either(tiles, other_tiles, column - 1))
		fill_pixels(picture, x, reach, WALL);
	if (is_walkable_in_either(tiles, other_tiles, column + 1))
		fill_pixels(picture, x + tile_size - reach, reach, WALL);
}

/*
 * Returns the row of tiles whose walls reach into a row of pixels: the row above or below, or the
 * row itself. The row of pixels is `line` pixels below the top of the tiles in rows[1].
 */
static const char *reaching_tiles(const struct picture *picture, const char *const rows[3],
				  int64_t line)
{
	const int64_t reach = wall_reach(picture->tile_size);
	if (line < reach)
		return rows[0];
	if (line >= picture->tile_size - reach)
		return rows[2];
	return rows[1];
}

/*
 * Draws the row of pixels that is `line` pixels below the top of the tiles in rows[1]. rows[0] is
 * the row above, and rows[2] is the row below. Index 1 is the first tile of a row.
 */
static void draw_tiles(struct picture *picture, const char *const rows[3], int64_t line)
{
	const size_t width = picture->map->recipe.width;
	const char *tiles = rows[1];
	const char *other_tiles = reaching_tiles(picture, rows, line);
	int64_t x = 0;
	for (size_t column = 1; column <= width; column++) {
		if (tiles[column] == TILE_DOOR)
			fill_pixels(picture, x, picture->tile_size, DOOR);
		else if (tiles[column] == TILE_FLOOR)
			draw_floor(picture, x, line);
		else
			draw_wall(picture, tiles, other_tiles, column, x);
		x += picture->tile_size;
	}
}

/* Marks and labels. */

/* Draws the pixels from x to the one before x_end, as far as they are in the picture. */
static void draw_run(struct picture *picture, int64_t x, int64_t x_end, enum color color)
{
	if (x < 0)
		x = 0;
	if (x_end > picture->width)
		x_end = picture->width;
	if (x < x_end)
		fill_pixels(picture, x, x_end - x, color);
}

/*
 * Draws the part of a mark that is in row y of pixels. The mark has all pixels within seven tenths
 * of a tile from the middle of its tile: the spawn is a circle, and the exit is a square.
 */
static void draw_mark(struct picture *picture, enum mark_kind kind, int64_t y)
{
	const struct point at = picture->map->marks[kind].at;
	const int64_t tile_size = picture->tile_size;
	const int64_t tile_x = at.x * tile_size;
	const int64_t tile_y = at.y * tile_size;
	const enum color color = kind == MARK_SPAWN ? SPAWN : EXIT;
	/*
	 * Distances are from middle to middle, in half pixels. In this unit, seven tenths of a tile
	 * are 7 * tile_size / 5.
	 */
	const int64_t dy = 2 * (y - tile_y) + 1 - tile_size;
	for (int64_t x = -tile_size; x < 2 * tile_size; x++) {
		const int64_t dx = 2 * x + 1 - tile_size;
		int64_t distance_squared = dx * dx + dy * dy;
		if (kind == MARK_EXIT)
			distance_squared = dx * dx > dy * dy ? dx * dx : dy * dy;
		if (25 * distance_squared <= 49 * tile_size * tile_size)
			draw_run(picture, tile_x + x, tile_x + x + 1, color);
	}
}

/* Draws the marks that are in row y of pixels. Returns whether it has drawn any. */
static bool draw_marks(struct picture *picture, int64_t y)
{
	bool has_mark = false;
	/* The spawn comes last, since it is drawn over the exit. */
	for (int kind = MARK_KINDS - 1; kind >= 0; kind--) {
		const int64_t mark_row = picture->map->marks[kind].at.y;
		const int64_t rows_between = llabs(y / picture->tile_size - mark_row);
		/* Marks reach into the tiles above and below. */
		if (!(picture->show & 1U << kind) || rows_between > 1)
			continue;
		draw_mark(picture, (enum mark_kind)kind, y);
		has_mark = true;
	}
	return has_mark;
}

/* Returns whether the route passes a tile, which may be outside of the map. */
static bool has_route_at(const struct picture *picture, uint32_t x, uint32_t y)
{
	const struct recipe *recipe = &picture->map->recipe;
	if (x >= recipe->width || y >= recipe->height)
		return false;
	return route_passes(picture->route, (struct point){x, y});
}

/*
 * Draws the part of the route that is in a tile and in the row of pixels `line` below the tile's
 * top. The route is a line, two tenths of a tile wide, through the middles of tiles. It leads to
 * all neighbors that it also passes, because a shortest walk never comes back to an earlier tile.
 */
static void draw_route_in_tile(struct picture *picture, uint32_t x, uint32_t y, int64_t line)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t tile_x = x * tile_size;
	const int64_t width = tile_size < 5 ? 1 : (2 * tile_size + 5) / 10;
	const int64_t middle_start = (tile_size - width) / 2;
	const int64_t middle_end = middle_start + width;
	int64_t run_start = middle_start;
	int64_t run_end = middle_end;
	if (line < middle_start && !has_route_at(picture, x, y - 1))
		return;
	if (line >= middle_end && !has_route_at(picture, x, y + 1))
		return;
	if (line >= middle_start && line < middle_end) {
		if (has_route_at(picture, x - 1, y))
			run_start = 0;
		if (has_route_at(picture, x + 1, y))
			run_end = tile_size;
	}
	draw_run(picture, tile_x + run_start, tile_x + run_end, ROUTE);
}

/* Draws the part of the route that is in row y of pixels. Returns whether it has drawn any. */
static bool draw_route(struct picture *picture, int64_t y)
{
	const uint32_t width = picture->map->recipe.width;
	const uint32_t tile_y = (uint32_t)(y / picture->tile_size);
	const int64_t line = y % picture->tile_size;
	if (!picture->route)
		return false;
	const uint32_t first_x = route_next_column(picture->route, 0, tile_y);
	uint32_t x = first_x;
	while (x < width) {
		draw_route_in_tile(picture, x, tile_y, line);
		x = route_next_column(picture->route, x + 1, tile_y);
	}
	return first_x < width;
}

/* Draws row `line` of a digit's bitmap, beginning at pixel x. */
static void draw_digit(struct picture *picture, char digit, int64_t line, int64_t x)
{
	const int64_t scale = picture->label_scale;
	const unsigned bits = digit_shapes[digit - '0'][line];
	for (int64_t i = 0; i < DIGIT_WIDTH; i++) {
		if (bits >> (DIGIT_WIDTH - 1 - i) & 1)
			draw_run(picture, x + i * scale, x + (i + 1) * scale, ROCK);
	}
}

/* Draws row `line` of the bitmaps of a number, whose middle is at pixel x. */
static void draw_number(struct picture *picture, uint32_t number, int64_t line, int64_t middle_x)
{
	char digits[DIGITS_MAX];
	const char *digits_end = put_digits(digits, number);
	const int64_t scale = picture->label_scale;
	const int64_t width = ((digits_end - digits) * DIGIT_STEP - 1) * scale;
	int64_t x = middle_x - width / 2;
	for (const char *digit = digits; digit < digits_end; digit++) {
		draw_digit(picture, *digit, line, x);
		x += DIGIT_STEP * scale;
	}
}

/* Returns the height of labels, in pixels. */
static int64_t label_height(const struct picture *picture)
{
	return DIGIT_HEIGHT * picture->label_scale;
}

/* Returns the first row of pixels of a label, given by its index into rooms_by_row. */
static int64_t label_top(const struct picture *picture, uint32_t index)
{
	const struct area room = picture->map->rooms[picture->rooms_by_row[index]];
	const int64_t space = picture->tile_size - label_height(picture);
	return room_center(room).y * picture->tile_size + space / 2;
}

/* Draws the part of a label that is in row y of pixels. */
static void draw_label(struct picture *picture, uint32_t index, int64_t y)
{
	const uint32_t room = picture->rooms_by_row[index];
	const struct point center = room_center(picture->map->rooms[room]);
	const int64_t middle_x = center.x * picture->tile_size + picture->tile_size / 2;
	const int64_t line = (y - label_top(picture, index)) / picture->label_scale;
	draw_number(picture, room, line, middle_x);
}

/* Draws the labels that are in row y of pixels. Returns whether it has drawn any. */
static bool draw_labels(struct picture *picture, int64_t y)
{
	while (picture->next_label < picture->label_count &&
	       label_top(picture, picture->next_label) + label_height(picture) <= y)
		picture->next_label++;
	uint32_t index = picture->next_label;
	while (index < picture->label_count && label_top(picture, index) <= y) {
		draw_label(picture, index, y);
		index++;
	}
	return index > picture->next_label;
}

/* The picture. */

/*
 * Writes all rows of pixels of the tiles in row y of the map, which is rows[1]. Draws only rows of
 * pixels that differ from the one before.
 */
static void write_tiles(struct picture *picture, const char *const rows[3], int64_t y)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t reach = wall_reach(tile_size);
	bool was_drawn_over = false;
	for (int64_t line = 0; line < tile_size; line++) {
		/*
		 * Line 0 has the line of the grid, and line 1 does not. At the edges, the walls
		 * around the tiles above end, or those around the tiles below begin.
		 */
		const bool is_at_edge = line == reach || line == tile_size - reach;
		const bool tiles_change = line <= 1 || is_at_edge;
		if (tiles_change || was_drawn_over)
			draw_tiles(picture, rows, line);
		const bool has_route = draw_route(picture, y * tile_size + line);
		const bool has_marks = draw_marks(picture, y * tile_size + line);
		const bool has_labels = draw_labels(picture, y * tile_size + line);
		const bool is_drawn_over = has_route || has_marks || has_labels;
		/* rows_next also reports the rows, but one row of tiles can be a lot of pixels. */
		watch_work(picture->watch, (uint64_t)picture->width / 512, "rows", (uint64_t)y,
			   picture->map->recipe.height);
		const bool is_same = !tiles_change && !was_drawn_over && !is_drawn_over;
		png_row(&picture->png, is_same ? NULL : picture->pixels);
		was_drawn_over = is_drawn_over;
	}
}

/* Starts the labels, if they are shown. Returns false if out of memory. */
static bool start_labels(struct picture *picture, struct memory *sort)
{
	const int64_t scale = picture->tile_size / DIGIT_TILE_SIZE;
	picture->label_scale = scale > 0 ? scale : 1;
	picture->next_label = 0;
	picture->label_count = picture->show & SHOW_LABELS ? picture->map->room_count : 0;
	if (picture->label_count == 0)
		return true;
	picture->rooms_by_row = marks_sort_rooms(sort, picture->map);
	return picture->rooms_by_row != NULL;
}

/* Starts the picture of a map. Returns false if out of memory. */
static bool start_picture(struct picture *picture, struct writer *writer, const struct map *map)
{
	const uint32_t tile_size = writer->style->tile_size;
	const uint32_t width = map->recipe.width * tile_size;
	const uint32_t height = map->recipe.height * tile_size;
	/* The products fit, because of pixels_max. */
	picture->map = map;
	picture->route = writer->route;
	picture->watch = writer->watch;
	picture->show = style_shown(writer->style, map);
	picture->tile_size = tile_size;
	picture->width = width;
	if (!start_labels(picture, &writer->marks.sort))
		return false;
	if (!array_reserve(picture, pixels, (size_t)width))
		return false;
	/* The last color is that of the route. */
	const unsigned color_count = picture->route ? COLORS : ROUTE;
	return png_start(&picture->png, writer->output, width, height, color_values, color_count);
}

/* Copies the next row of the map to `tiles`, or sets it to wall after the last row. */
static void take_row(struct rows *rows, char *tiles, size_t width)
{
	const char *row = rows_next(rows);
	if (row)
		memcpy(tiles, row, width);
	else
		memset(tiles, TILE_WALL, width);
}

static bool png_write(struct writer *writer, const struct map *map)
{
	struct picture *picture = writer->state;
	struct rows *rows = &writer->marks.rows;
	const size_t width = map->recipe.width;
	/* The rows above, at, and below the current row of tiles, with wall at both ends. */
	const uint64_t stride = width + UINT64_C(2);
	if (!array_reserve(writer, scratch, 3 * stride))
		return false;
	if (!rows_start(rows, map, &row_kinds, writer->watch))
		return false;
	if (!start_picture(picture, writer, map))
		return false;
	memset(writer->scratch, TILE_WALL, (size_t)(3 * stride));
	take_row(rows, writer->scratch + stride + 1, width);
	for (uint32_t y = 0; y < map->recipe.height && !writer->output->error; y++) {
		/* The three rows change places with every y. The oldest becomes the row below. */
		const char *above = writer->scratch + y % 3 * stride;
		const char *current = writer->scratch + (y + 1) % 3 * stride;
		char *below = writer->scratch + (y + 2) % 3 * stride;
		const char *const tile_rows[3] = {above, current, below};
		take_row(rows, below + 1, width);
		write_tiles(picture, tile_rows, y);
	}
	png_end(&picture->png);
	return true;
}

static void picture_free(void *state)
{
	struct picture *picture = state;
	png_free(&picture->png);
	array_free(picture, pixels);
}

const struct format format_png = {
	.name = "png",
	.extensions = {{"png", true}},
	.summary = "picture with walls around the floor, labels and marks",
	.one_map = true,
	.binary = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE | STYLE_ROUTE,
	.pixels_max = PNG_SIDE_MAX,
	.writer_state_size = sizeof(struct picture),
	.write = png_write,
	.magic = "\x89PNG",
	.free_writer_state = picture_free,
};
