/* SPDX-License-Identifier: MIT */
#include "formats/picture.h"

#include "formats/put.h"

#include <string.h>

enum color { ROCK, WALL, EDGE, FLOOR, GRID, DOOR, DOOR_FRAME, SPAWN, EXIT, LABEL, ROUTE, COLORS };

/* 0xRRGGBB. svg.c has the same colors. */
static const uint32_t color_values[COLORS] = {
	[ROCK] = 0x22252e, [WALL] = 0x5b6072,  [EDGE] = 0x14161c,       [FLOOR] = 0xe6dcc3,
	[GRID] = 0xcec5b1, [DOOR] = 0x8a5a2b,  [DOOR_FRAME] = 0x4a2f16, [SPAWN] = 0x6cbf73,
	[EXIT] = 0xe8835b, [LABEL] = 0x848179, [ROUTE] = 0x5f87af,
};

enum {
	GRID_TILE_SIZE_MIN = 8, /* pixels: tiles of this side or a longer one have a grid */
	DOOR_TILE_SIZE_MIN = 4, /* pixels: in smaller tiles, the leaf of a door fills the tile */
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

/* Tiles. */

/* Returns a length that is given in hundredths of a tile, in pixels, rounded to nearest. */
static int64_t tile_part(int64_t tile_size, int64_t hundredths)
{
	return (hundredths * tile_size + 50) / 100;
}

/* Returns how far walls reach beyond the floor, in pixels. */
static int64_t wall_reach(int64_t tile_size)
{
	return tile_part(tile_size, 40);
}

/* Returns how far the dark edges of walls reach beyond the floor, in pixels. */
static int64_t edge_reach(int64_t tile_size)
{
	return tile_part(tile_size, 10);
}

/* A range of pixels across a tile: from the first pixel to the one before the end. */
struct span {
	int64_t start;
	int64_t end;
};

/* Returns the pixels across the leaf of a door, with its frame. */
static struct span door_leaf(int64_t tile_size)
{
	if (tile_size < DOOR_TILE_SIZE_MIN)
		return (struct span){0, tile_size};
	const int64_t width = tile_part(tile_size, 30);
	const int64_t start = (tile_size - width) / 2;
	return (struct span){start, start + width};
}

/* Returns the width of the frame of a door, in pixels. */
static int64_t door_frame(int64_t tile_size)
{
	return tile_part(tile_size, 6);
}

/* Draws `count` pixels, beginning at pixel x. All of them are in the picture. */
static void fill_pixels(struct picture *picture, int64_t x, int64_t count, enum color color)
{
	memset(picture->pixels + x, (int)color, (size_t)count);
}

/* Draws a row of pixels of a floor tile that begins at pixel x. */
static void draw_floor(struct picture *picture, int64_t x, int64_t line)
{
	const bool is_grid_line = picture->has_grid && line == 0;
	fill_pixels(picture, x, picture->tile_size, is_grid_line ? GRID : FLOOR);
	if (picture->has_grid)
		picture->pixels[x] = GRID;
}

/*
 * Draws a row of pixels of a door that begins at pixel x: floor, and the leaf of the door with its
 * frame.
 */
static void draw_door(struct picture *picture, int64_t x, int64_t line, bool is_upright)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t frame = door_frame(tile_size);
	const struct span leaf = door_leaf(tile_size);
	/* The pixels of the leaf in this row, and whether the whole row is frame. */
	struct span row = leaf;
	bool is_frame = line < frame || line >= tile_size - frame;
	draw_floor(picture, x, line);
	if (!is_upright) {
		if (line < leaf.start || line >= leaf.end)
			return;
		row = (struct span){0, tile_size};
		is_frame = line < leaf.start + frame || line >= leaf.end - frame;
	}
	fill_pixels(picture, x + row.start, row.end - row.start, DOOR_FRAME);
	if (!is_frame)
		fill_pixels(picture, x + row.start + frame, row.end - row.start - 2 * frame, DOOR);
}

/* Returns whether a tile is walkable in one of two rows, or in both. */
static bool is_walkable_in_either(const char *tiles, const char *other_tiles, size_t index)
{
	return tiles[index] != TILE_WALL || other_tiles[index] != TILE_WALL;
}

/*
 * Returns the row of tiles from which something that reaches `reach` pixels beyond the floor is
 * visible in the row of pixels that is `line` below the top of the current row: the row above or
 * below, or the current row itself.
 */
static const char *reaching_tiles(const struct picture *picture, int64_t reach, int64_t line)
{
	if (line < reach)
		return picture->window.above;
	if (line >= picture->tile_size - reach)
		return picture->window.below;
	return picture->window.current;
}

/*
 * Draws what reaches `reach` pixels beyond the floor, in the part of a row of pixels that is in a
 * wall tile beginning at pixel x. `index` is the column of the tile plus 1.
 */
static void draw_reach(struct picture *picture, size_t index, int64_t x, int64_t line,
		       int64_t reach, enum color color)
{
	const int64_t tile_size = picture->tile_size;
	const char *tiles = picture->window.current;
	const char *other_tiles = reaching_tiles(picture, reach, line);
	if (is_walkable_in_either(tiles, other_tiles, index))
		fill_pixels(picture, x, tile_size, color);
	if (is_walkable_in_either(tiles, other_tiles, index - 1))
		fill_pixels(picture, x, reach, color);
	if (is_walkable_in_either(tiles, other_tiles, index + 1))
		fill_pixels(picture, x + tile_size - reach, reach, color);
}

/* Draws a row of pixels of a wall tile: rock, and the walls and their edges around the floor. */
static void draw_wall(struct picture *picture, size_t index, int64_t x, int64_t line)
{
	const int64_t tile_size = picture->tile_size;
	fill_pixels(picture, x, tile_size, ROCK);
	draw_reach(picture, index, x, line, wall_reach(tile_size), WALL);
	draw_reach(picture, index, x, line, edge_reach(tile_size), EDGE);
}

/* Draws the row of pixels that is `line` pixels below the top of the current row of tiles. */
static void draw_tiles(struct picture *picture, int64_t line)
{
	const struct row_window *window = &picture->window;
	const size_t width = picture->map->recipe.width;
	int64_t x = 0;
	for (size_t index = 1; index <= width; index++) {
		const char tile = window->current[index];
		if (tile == TILE_DOOR)
			draw_door(picture, x, line, row_window_door_is_upright(window, index));
		else if (tile == TILE_FLOOR)
			draw_floor(picture, x, line);
		else
			draw_wall(picture, index, x, line);
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
static bool has_route_at(const struct picture *picture, int64_t x, int64_t y)
{
	const struct recipe *recipe = &picture->map->recipe;
	if (x < 0 || x >= recipe->width || y < 0 || y >= recipe->height)
		return false;
	return route_passes(picture->route, (struct point){(uint32_t)x, (uint32_t)y});
}

/*
 * Draws the part of the route that is in a tile and in the row of pixels `line` below the tile's
 * top. The route is a line, two tenths of a tile wide, through the middles of tiles. It leads to
 * all neighbors that it also passes, because a shortest walk never comes back to an earlier tile.
 */
static void draw_route_in_tile(struct picture *picture, int64_t x, int64_t y, int64_t line)
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
			draw_run(picture, x + i * scale, x + (i + 1) * scale, LABEL);
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

/* Returns whether a row of pixels of tiles can differ from the row above it. */
static bool tiles_change(const struct picture *picture, int64_t line)
{
	const int64_t tile_size = picture->tile_size;
	const struct span leaf = door_leaf(tile_size);
	const int64_t frame = door_frame(tile_size);
	/* Line 0 has the line of the grid, and line 1 does not. */
	const int64_t changes[] = {
		0,
		1,
		wall_reach(tile_size),
		tile_size - wall_reach(tile_size),
		edge_reach(tile_size),
		tile_size - edge_reach(tile_size),
		frame,
		tile_size - frame,
		leaf.start,
		leaf.start + frame,
		leaf.end - frame,
		leaf.end,
	};
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		if (line == changes[i])
			return true;
	}
	return false;
}

/*
 * Writes all rows of pixels of the current row of tiles, which is row y of the map. Draws only rows
 * of pixels that differ from the one before.
 */
static void write_tiles(struct picture *picture, int64_t y)
{
	const int64_t tile_size = picture->tile_size;
	bool was_drawn_over = false;
	for (int64_t line = 0; line < tile_size; line++) {
		const bool has_changed = tiles_change(picture, line) || was_drawn_over;
		if (has_changed)
			draw_tiles(picture, line);
		const bool has_route = draw_route(picture, y * tile_size + line);
		const bool has_marks = draw_marks(picture, y * tile_size + line);
		const bool has_labels = draw_labels(picture, y * tile_size + line);
		const bool is_drawn_over = has_route || has_marks || has_labels;
		/* rows_next also reports the rows, but one row of tiles can be a lot of pixels. */
		watch_work(picture->watch, (uint64_t)picture->width / 512, "rows", (uint64_t)y,
			   picture->map->recipe.height);
		png_row(&picture->png, has_changed || is_drawn_over ? picture->pixels : NULL);
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
static bool start_picture(struct picture *picture, struct writer *writer, const struct map *map,
			  bool has_grid, struct png_target target)
{
	const uint32_t tile_size = writer->style->tile_size;
	/* The products fit, because of pixels_max. */
	const uint32_t width = map->recipe.width * tile_size;
	const uint32_t height = map->recipe.height * tile_size;
	/* The last color is that of the route. */
	const size_t color_count = writer->route ? COLORS : ROUTE;
	picture->map = map;
	picture->route = writer->route;
	picture->watch = writer->watch;
	picture->show = style_shown(writer->style, map);
	picture->tile_size = tile_size;
	picture->width = width;
	picture->has_grid = has_grid && tile_size >= GRID_TILE_SIZE_MIN;
	if (!start_labels(picture, &writer->marks.sort))
		return false;
	if (!array_reserve(picture, pixels, (size_t)width))
		return false;
	if (!row_window_start(&picture->window, map, writer->watch))
		return false;
	return png_start(&picture->png, target, width, height, color_values, color_count);
}

bool picture_write(struct picture *picture, struct writer *writer, const struct map *map,
		   bool has_grid, struct png_target target)
{
	if (!start_picture(picture, writer, map, has_grid, target))
		return false;
	int64_t y = 0;
	while (!writer->output->error && row_window_next(&picture->window)) {
		write_tiles(picture, y);
		y++;
	}
	png_end(&picture->png);
	return true;
}

void picture_free(struct picture *picture)
{
	png_free(&picture->png);
	row_window_free(&picture->window);
	array_free(picture, pixels);
}
