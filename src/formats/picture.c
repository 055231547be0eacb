/* SPDX-License-Identifier: MIT */
#include "formats/picture.h"

#include "formats/format.h"
#include "formats/labels.h"
#include "io/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	GRID_TILE_SIZE_MIN = 8, /* pixels: tiles of this side or a longer one have a grid */
	DOOR_TILE_SIZE_MIN = 4, /* pixels: in smaller tiles, the leaf of a door fills the tile */
	DIGIT_TILE_SIZE = 8,    /* pixels: tiles from twice this side on have digits twice as large,
				   from three times this side on three times as large, and so on */

	/* Bits of a digit's bitmap. */
	DIGIT_WIDTH = 5,
	DIGIT_HEIGHT = 7,
	DIGIT_BITS = DIGIT_WIDTH * DIGIT_HEIGHT,
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

/* Returns a length that is given in hundredths of a tile, in pixels, rounded to nearest. */
static int64_t tile_part(const struct picture *picture, int64_t hundredths)
{
	return (hundredths * picture->tile_size + 50) / 100;
}

/* Returns the width of a line, given in the same unit, but at least that of the theme. */
static int64_t line_part(const struct picture *picture, int64_t hundredths)
{
	return greater((uint32_t)tile_part(picture, hundredths), picture->theme->line_min);
}

/*
 * Fills a rectangle of pixels, as far as it is in the current row of pixels. Coordinates are those
 * of the whole map. x2 and y2 are behind its last pixels. It may reach beyond the picture, or be
 * empty.
 */
static void fill(struct picture *picture, int64_t x1, int64_t y1, int64_t x2, int64_t y2,
		 enum color color)
{
	if (picture->y < y1 || picture->y >= y2)
		return;
	x1 -= picture->frame.x1 * picture->tile_size;
	x2 -= picture->frame.x1 * picture->tile_size;
	if (x1 < 0)
		x1 = 0;
	if (x2 > picture->width)
		x2 = picture->width;
	if (x1 < x2)
		memset(picture->pixels + x1, (int)color, (size_t)(x2 - x1));
}

/* Floor, walls, and doors. */

/*
 * Draws the floor of the current row of tiles, which begins at row y of pixels, and of its
 * neighbors, and everything up to `reach` pixels around the floor.
 */
static void draw_layer(struct picture *picture, int64_t y, int64_t reach, enum color color)
{
	const struct row_window *window = &picture->window;
	const char *rows[] = {window->above, window->current, window->below};
	const int64_t tile_size = picture->tile_size;
	const struct area frame = picture->frame;
	int64_t row_y = y - tile_size;
	for (size_t i = 0; i < 3; i++, row_y += tile_size) {
		/* Usually most rows do not reach the current row of pixels. */
		if (picture->y < row_y - reach || picture->y >= row_y + tile_size + reach)
			continue;
		uint32_t start;
		uint32_t end = frame.x1;
		while (row_window_find_run(rows[i], frame.x2 + 1, &start, &end))
			fill(picture, start * tile_size - reach, row_y - reach,
			     end * tile_size + reach, row_y + tile_size + reach, color);
	}
}

/* Draws the lines at the top and on the left of the tiles of floor. */
static void draw_grid(struct picture *picture, int64_t y)
{
	const int64_t tile_size = picture->tile_size;
	const struct area frame = picture->frame;
	for (uint32_t column = frame.x1; column <= frame.x2; column++) {
		const int64_t x = column * tile_size;
		if (picture->window.current[(size_t)column + 1] == TILE_WALL)
			continue;
		fill(picture, x, y, x + tile_size, y + 1, COLOR_GRID);
		fill(picture, x, y, x + 1, y + tile_size, COLOR_GRID);
	}
}

/* Draws the leaf of each door, with its frame. */
static void draw_doors(struct picture *picture, int64_t y)
{
	const struct row_window *window = &picture->window;
	const int64_t tile_size = picture->tile_size;
	const int64_t frame = line_part(picture, 6);
	const int64_t leaf = tile_size < DOOR_TILE_SIZE_MIN ? tile_size : tile_part(picture, 30);
	const size_t first = (size_t)picture->frame.x1 + 1;
	const size_t last = (size_t)picture->frame.x2 + 1;
	for (size_t index = first; index <= last; index++) {
		if (window->current[index] != TILE_DOOR)
			continue;
		int64_t width = tile_size;
		int64_t height = leaf;
		if (row_window_door_is_upright(window, index)) {
			width = leaf;
			height = tile_size;
		}
		const int64_t x1 = (int64_t)(index - 1) * tile_size + (tile_size - width) / 2;
		const int64_t y1 = y + (tile_size - height) / 2;
		const int64_t x2 = x1 + width;
		const int64_t y2 = y1 + height;
		fill(picture, x1, y1, x2, y2, COLOR_DOOR_FRAME);
		fill(picture, x1 + frame, y1 + frame, x2 - frame, y2 - frame, COLOR_DOOR);
	}
}

/* The route, labels, and marks. */

/*
 * Draws the route in row y of tiles. It is a line, two tenths of a tile wide, through the middles
 * of tiles. It leads to all neighbors that it also passes, because a shortest walk never comes back
 * to an earlier tile.
 */
static void draw_route(struct picture *picture, uint32_t y)
{
	const struct route *route = picture->route;
	const struct recipe *recipe = &picture->map->recipe;
	const int64_t tile_size = picture->tile_size;
	const int64_t line = tile_size < 5 ? 1 : tile_part(picture, 20);
	const int64_t start = (tile_size - line) / 2;
	/* Each tile leads to its right and lower neighbor, so the row above leads into this row. */
	for (uint32_t row = y > 0 ? y - 1 : 0; row <= y; row++) {
		uint32_t x = route_next_column(route, 0, row);
		for (; x < recipe->width; x = route_next_column(route, x + 1, row)) {
			const struct point right = {x + 1, row};
			const struct point below = {x, row + 1};
			const bool has_right = right.x < recipe->width &&
					       route_passes(route, right);
			const bool has_below = below.y < recipe->height &&
					       route_passes(route, below);
			const int64_t x1 = x * tile_size + start;
			const int64_t y1 = row * tile_size + start;
			int64_t x2 = x1 + line;
			int64_t y2 = y1 + line;
			if (has_right)
				x2 += tile_size;
			if (has_below)
				y2 += tile_size;
			fill(picture, x1, y1, x2, y1 + line, COLOR_ROUTE);
			fill(picture, x1, y1, x1 + line, y2, COLOR_ROUTE);
		}
	}
}

/* Draws a square. */
static void draw_exit(struct picture *picture, struct point at)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t reach = tile_part(picture, labels_mark_reach(picture->show) - 50);
	const int64_t x = at.x * tile_size;
	const int64_t y = at.y * tile_size;
	fill(picture, x - reach, y - reach, x + tile_size + reach, y + tile_size + reach,
	     COLOR_EXIT);
}

/* Draws the circle in that square. */
static void draw_spawn(struct picture *picture, struct point at)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t y = picture->y;
	/* Hundredths of a pixel. Other distances are from middle to middle, in half pixels. */
	const int64_t radius = labels_mark_reach(picture->show) * tile_size;
	const int64_t dy = 2 * (y - at.y * tile_size) + 1 - tile_size;
	/* The square of a distance to a row far away would overflow. */
	if (dy < -2 * tile_size || dy > 2 * tile_size)
		return;
	for (int64_t x = -tile_size; x < 2 * tile_size; x++) {
		const int64_t dx = 2 * x + 1 - tile_size;
		const int64_t pixel_x = at.x * tile_size + x;
		if (2500 * (dx * dx + dy * dy) <= radius * radius)
			fill(picture, pixel_x, y, pixel_x + 1, y + 1, COLOR_SPAWN);
	}
}

/*
 * Draws the number of a room in the middle of its center, or below a mark. An outline in the color
 * of the floor keeps it readable where it lies on something else.
 */
static void draw_label(struct picture *picture, uint32_t room)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t scale = picture->label_scale;
	const uint32_t row = labels_row(picture->map, room, picture->show);
	const int64_t y = row * tile_size + (tile_size - DIGIT_HEIGHT * scale + 1) / 2;
	/* Most labels that are near are not in the current row of pixels. */
	if (picture->y < y - scale || picture->y >= y + (DIGIT_HEIGHT + 1) * scale)
		return;
	/* A room and its wing have one label. */
	if (map_wing_of(picture->map, room) != NO_ROOM)
		return;
	char digits[sizeof "4294967295"];
	const int length = snprintf(digits, sizeof digits, "%" PRIu32, room + 1);
	const int64_t width = (length * (int64_t)DIGIT_STEP - 1) * scale;
	int64_t x = room_center(picture->map->rooms[room]).x * tile_size + tile_size / 2 -
		    width / 2;
	for (const char *digit = digits; *digit; digit++, x += (int64_t)DIGIT_STEP * scale) {
		/* The outlines of all bits first. */
		for (int i = 0; i < 2 * DIGIT_BITS; i++) {
			const bool is_outline = i < DIGIT_BITS;
			const int64_t margin = is_outline ? scale : 0;
			const int64_t bit_column = i % DIGIT_WIDTH;
			const int64_t bit_row = i % DIGIT_BITS / DIGIT_WIDTH;
			const int64_t bit_x = x + bit_column * scale;
			const int64_t bit_y = y + bit_row * scale;
			const unsigned bits = digit_shapes[*digit - '0'][bit_row];
			if (bits >> (DIGIT_WIDTH - 1 - bit_column) & 1)
				fill(picture, bit_x - margin, bit_y - margin,
				     bit_x + scale + margin, bit_y + scale + margin,
				     is_outline ? COLOR_FLOOR : COLOR_LABEL);
		}
	}
}

/* Draws the labels that are in the current row of pixels. */
static void draw_labels(struct picture *picture)
{
	const struct map *map = picture->map;
	/* A label can be two tiles below the center. In small tiles, it is higher than its tile. */
	const int64_t reach = 3 * picture->tile_size + DIGIT_HEIGHT;
	uint32_t index = picture->next_label;
	for (; index < picture->label_count; index++) {
		const uint32_t room = picture->rooms_by_row[index];
		const int64_t center_y = room_center(map->rooms[room]).y * picture->tile_size;
		if (center_y - reach > picture->y)
			break;
		if (center_y + reach < picture->y)
			picture->next_label = index + 1;
		else
			draw_label(picture, room);
	}
}

/* The picture. */

/* Draws the current row of pixels, which is in row `tile_y` of tiles, from the lowest layer up. */
static void draw_row(struct picture *picture, uint32_t tile_y)
{
	const struct mark *marks = picture->map->marks;
	const int64_t y = tile_y * picture->tile_size;
	memset(picture->pixels, COLOR_ROCK, (size_t)picture->width);
	draw_layer(picture, y, tile_part(picture, 40), COLOR_WALL);
	draw_layer(picture, y, line_part(picture, 10), COLOR_EDGE);
	draw_layer(picture, y, 0, COLOR_FLOOR);
	if (picture->has_grid)
		draw_grid(picture, y);
	draw_doors(picture, y);
	if (picture->route)
		draw_route(picture, tile_y);
	/* A mark may cover the outline of a label, but not the other way around. */
	draw_labels(picture);
	if (picture->show & SHOW_EXIT)
		draw_exit(picture, marks[MARK_EXIT].at);
	if (picture->show & SHOW_SPAWN)
		draw_spawn(picture, marks[MARK_SPAWN].at);
}

bool picture_start(struct picture *picture, struct writer *writer, const struct map *map,
		   uint32_t tile_size, unsigned show)
{
	const struct area frame = style_frame(writer->style, map);
	const uint32_t side_max = PNG_SIDE_MAX / tile_size;
	const uint32_t scale = tile_size / DIGIT_TILE_SIZE;
	if (greater(area_width(frame), area_height(frame)) > side_max) {
		(void)writer_refuse(writer,
				    "a map must have at most %" PRIu32
				    " tiles per side for --format %s with --tile-size %" PRIu32,
				    side_max, writer->format->name, tile_size);
		return advise(&writer->message, "choose a smaller map or smaller tiles");
	}
	picture->writer = writer;
	picture->map = map;
	picture->route = writer->route;
	picture->show = show;
	picture->theme = &theme_table[writer->style->theme];
	picture->tile_size = tile_size;
	picture->frame = frame;
	picture->width = area_width(frame) * (int64_t)tile_size;
	picture->label_scale = scale > 0 ? scale : 1;
	picture->next_label = 0;
	picture->label_count = show & SHOW_LABELS ? map->room_count : 0;
	if (picture->label_count > 0) {
		picture->rooms_by_row = labels_sort_rooms(&writer->rows.sort, map);
		if (!picture->rooms_by_row)
			return false;
	}
	return array_reserve(picture, pixels, (size_t)picture->width);
}

bool picture_write(struct picture *picture, bool has_grid)
{
	struct output *output = picture->writer->output;
	const struct area frame = picture->frame;
	const uint32_t width = (uint32_t)picture->width;
	const uint32_t height = area_height(frame) * (uint32_t)picture->tile_size;
	/* The last color is that of the route. */
	const size_t color_count = picture->route ? COLORS : COLOR_ROUTE;
	uint32_t colors[COLORS];
	for (size_t i = 0; i < COLORS; i++)
		colors[i] = (uint32_t)strtoul(picture->theme->color[i], NULL, 16);
	picture->y = frame.y1 * picture->tile_size;
	picture->has_grid = has_grid && picture->tile_size >= GRID_TILE_SIZE_MIN;
	if (!row_window_start(&picture->window, picture->map))
		return false;
	if (!png_start(&picture->png, output, width, height, colors, color_count))
		return false;
	struct row_window *window = &picture->window;
	progress.row_count = area_height(frame);
	for (uint32_t y = 0; !output->error && y <= frame.y2 && row_window_next(window); y++) {
		if (y < frame.y1)
			continue;
		progress.row = y - frame.y1;
		progress_show();
		for (int64_t line = 0; line < picture->tile_size; line++) {
			draw_row(picture, y);
			png_row(&picture->png, picture->pixels);
			picture->y++;
		}
	}
	progress.row_count = 0;
	png_end(&picture->png);
	return true;
}

void picture_free(struct picture *picture)
{
	png_free(&picture->png);
	row_window_free(&picture->window);
	array_free(picture, pixels);
}
