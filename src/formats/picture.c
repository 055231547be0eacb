/* SPDX-License-Identifier: MIT */
#include "formats/picture.h"

#include "formats/format.h"
#include "formats/hatch.h"
#include "io/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	GRID_TILE_SIZE_MIN = 8, /* pixels: tiles of this side or a longer one have a grid */
	DOOR_TILE_SIZE_MIN = 4, /* pixels: in smaller tiles, the leaf of a door fills the tile */

	/* Bits of a digit's bitmap. */
	DIGIT_WIDTH = 5,
	DIGIT_HEIGHT = 7,
	DIGIT_BITS = DIGIT_WIDTH * DIGIT_HEIGHT,
	DIGIT_STEP = DIGIT_WIDTH + 1, /* from one digit to the next */
	SECRET_SIGN = 10,             /* index of the S of secret doors */
};

/*
 * The digits 0 to 9 and an S as bitmaps, row by row from the top. In a row, the highest of
 * DIGIT_WIDTH bits is the leftmost pixel.
 */
static const uint8_t digit_shapes[][DIGIT_HEIGHT] = {
	{0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}, {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e},
	{0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}, {0x1f, 0x01, 0x02, 0x06, 0x01, 0x11, 0x0e},
	{0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}, {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e},
	{0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}, {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08},
	{0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}, {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c},
	{0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e},
};

/* Returns a length that is given in hundredths of a tile, in pixels, rounded to nearest. */
static int64_t tile_part(const struct picture *picture, int64_t hundredths)
{
	return (hundredths * picture->tile_size + 50) / 100;
}

/* Returns the width of a line, given in the same unit: at least a pixel. */
static int64_t line_part(const struct picture *picture, int64_t hundredths)
{
	const int64_t width = tile_part(picture, hundredths);
	return width > 0 ? width : 1;
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

/* Draws the pattern of strokes. Returns false if out of memory. */
static bool start_hatch(struct picture *picture)
{
	const int64_t tile_size = greater((uint32_t)picture->tile_size, HATCH_TILE_MIN);
	const int64_t side = HATCH_TILES * tile_size;
	const int64_t width = greater(HATCH_WIDTH * (uint32_t)tile_size / 100, 1);
	if (!array_reserve(picture, hatch, (uint64_t)(side * side)))
		return false;
	memset(picture->hatch, 0, (size_t)(side * side));
	picture->hatch_side = side;
	for (uint32_t i = 0; i < HATCH_STROKES; i++) {
		const struct box stroke = hatch_stroke(i);
		/* Squares along the line, closer than their sides. */
		for (int64_t step = 0; step <= tile_size; step++) {
			const int64_t x = (stroke.x1 * (tile_size - step) + stroke.x2 * step) / 100;
			const int64_t y = (stroke.y1 * (tile_size - step) + stroke.y2 * step) / 100;
			for (int64_t k = 0; k < width * width; k++) {
				const int64_t pixel_x = (x - width / 2 + k % width + side) % side;
				const int64_t pixel_y = (y - width / 2 + k / width + side) % side;
				picture->hatch[pixel_y * side + pixel_x] = 1;
			}
		}
	}
	return true;
}

/* Leaves strokes of the wall that was drawn. */
static void draw_hatch(struct picture *picture)
{
	const int64_t side = picture->hatch_side;
	const uint8_t *row = &picture->hatch[picture->y % side * side];
	const int64_t start = picture->frame.x1 * picture->tile_size;
	for (int64_t x = 0; x < picture->width; x++)
		if (picture->pixels[x] == COLOR_WALL && !row[(start + x) % side])
			picture->pixels[x] = COLOR_ROCK;
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

/*
 * Draws a number, or the S of a secret door, around its spot. An outline keeps it readable where it
 * lies on something else.
 */
static void draw_text(struct picture *picture, const struct shape *shape)
{
	const struct layer_look *look = &layer_table[shape->layer];
	char digits[sizeof "4294967295"] = "S";
	const char *text = digits;
	if (shape->number > 0)
		(void)snprintf(digits, sizeof digits, "%" PRIu32, shape->number);
	const int64_t digit_height = shape->reach * picture->tile_size * LABEL_DIGIT_HEIGHT / 10000;
	const int64_t scale = digit_height < DIGIT_HEIGHT ? 1 : (digit_height + 3) / DIGIT_HEIGHT;
	const int64_t width = ((int64_t)strlen(text) * DIGIT_STEP - 1) * scale;
	const int64_t y = tile_part(picture, shape->y) - DIGIT_HEIGHT * scale / 2;
	int64_t x = tile_part(picture, shape->x) - width / 2;
	/* Most texts that are near are not in the current row of pixels. */
	if (picture->y < y - scale || picture->y >= y + (DIGIT_HEIGHT + 1) * scale)
		return;
	for (; *text; text++, x += (int64_t)DIGIT_STEP * scale) {
		const int digit = *text == 'S' ? SECRET_SIGN : *text - '0';
		/* The outlines of all bits first. */
		for (int i = 0; i < 2 * DIGIT_BITS; i++) {
			const bool is_outline = i < DIGIT_BITS;
			const int64_t margin = is_outline ? scale : 0;
			const int64_t bit_column = i % DIGIT_WIDTH;
			const int64_t bit_row = i % DIGIT_BITS / DIGIT_WIDTH;
			const int64_t bit_x = x + bit_column * scale;
			const int64_t bit_y = y + bit_row * scale;
			const unsigned bits = digit_shapes[digit][bit_row];
			if (bits >> (DIGIT_WIDTH - 1 - bit_column) & 1)
				fill(picture, bit_x - margin, bit_y - margin,
				     bit_x + scale + margin, bit_y + scale + margin,
				     is_outline ? look->frame : look->color);
		}
	}
}

/* The route, and shapes. */

/*
 * Draws the route in row y of tiles. It is a line, two tenths of a tile wide, through the middles
 * of tiles, with a gap at each edge between two tiles. It leads to all neighbors that it also
 * passes, because a shortest walk never comes back to an earlier tile.
 */
static void draw_route(struct picture *picture, uint32_t y)
{
	static const int64_t neighbors[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
	const struct route *route = picture->route;
	const struct recipe *recipe = &picture->map->recipe;
	const int64_t tile_size = picture->tile_size;
	const int64_t line = tile_size < 5 ? 1 : tile_part(picture, 20);
	const int64_t start = (tile_size - line) / 2;
	const int64_t dash = tile_part(picture, 30) - line / 2;
	uint32_t x = route_next_column(route, 0, y);
	for (; x < recipe->width; x = route_next_column(route, x + 1, y)) {
		const int64_t x1 = x * tile_size + start;
		const int64_t y1 = y * tile_size + start;
		fill(picture, x1, y1, x1 + line, y1 + line, COLOR_ROUTE);
		for (int i = 0; i < 4; i++) {
			const int64_t dx = neighbors[i][0];
			const int64_t dy = neighbors[i][1];
			const struct point next = {(uint32_t)(x + dx), (uint32_t)(y + dy)};
			if (next.x >= recipe->width || next.y >= recipe->height ||
			    !route_passes(route, next))
				continue;
			const int64_t next_x = x1 + dx * dash;
			const int64_t next_y = y1 + dy * dash;
			fill(picture, next_x < x1 ? next_x : x1, next_y < y1 ? next_y : y1,
			     (next_x > x1 ? next_x : x1) + line, (next_y > y1 ? next_y : y1) + line,
			     COLOR_ROUTE);
		}
	}
}

/* Draws the part of a shape that is in the current row of pixels, without `inset` at its edges. */
static void fill_shape(struct picture *picture, const struct shape *shape, int64_t inset,
		       enum color color)
{
	const int64_t tile_size = picture->tile_size;
	const int64_t y = picture->y;
	const int64_t y1 = tile_part(picture, shape->y) + inset;
	const int64_t y2 = tile_part(picture, shape->y + shape->height) - inset;
	if (shape->height == 0) {
		/* Distances are from middle to middle, in half pixels. */
		const int64_t middle_x = 2 * shape->x * tile_size / 100 - 1;
		const int64_t dy = 2 * y + 1 - 2 * shape->y * tile_size / 100;
		const int64_t radius = shape->reach * tile_size - 100 * inset;
		for (int64_t dx = -2 * tile_size; dx <= 2 * tile_size; dx++) {
			const int64_t x = (middle_x + dx) / 2;
			if ((middle_x + dx) % 2 == 0 && radius > 0 &&
			    2500 * (dx * dx + dy * dy) <= radius * radius)
				fill(picture, x, y, x + 1, y + 1, color);
		}
	} else if (y1 <= y && y < y2) {
		const int64_t growth = (shape->reach_below - shape->reach) * (2 * (y - y1) + 1);
		const int64_t reach = shape->reach + growth / (2 * (y2 - y1));
		fill(picture, tile_part(picture, shape->x - reach) + inset, y,
		     tile_part(picture, shape->x + reach) - inset, y + 1, color);
	}
}

static void draw_shape(struct picture *picture, struct shape shape)
{
	const struct layer_look *look = &layer_table[shape.layer];
	const bool is_door = shape.layer == LAYER_DOORS;
	if (shape.is_text) {
		draw_text(picture, &shape);
		return;
	}
	if (shape.layer <= LAYER_SECRETS && shape.height > 0 &&
	    picture->tile_size < DOOR_TILE_SIZE_MIN) {
		shape.x = tile_middle(shape.at).x;
		shape.y = shape.at.y * INT64_C(100);
		shape.height = 100;
		shape.reach = 50;
		shape.reach_below = 50;
	}
	fill_shape(picture, &shape, 0, is_door ? look->frame : look->color);
	if (is_door)
		fill_shape(picture, &shape, line_part(picture, LINE), look->color);
}

/* Draws the shapes that reach into row y of tiles. */
static void draw_shapes(struct picture *picture, int64_t y)
{
	const struct drawing *drawing = &picture->drawing;
	/* In small tiles, digits are higher than a tile. */
	const int64_t reach = 1 + DIGIT_HEIGHT / picture->tile_size;
	while (picture->first_shape < drawing->count &&
	       drawing->list[drawing->by_row[picture->first_shape]].at.y + reach < y)
		picture->first_shape++;
	for (enum layer layer = 0; layer < LAYERS; layer++) {
		for (uint32_t i = picture->first_shape; i < drawing->count; i++) {
			const struct shape *shape = &drawing->list[drawing->by_row[i]];
			if (shape->at.y > y + reach)
				break;
			if (shape->layer == layer)
				draw_shape(picture, *shape);
		}
	}
}

/* The picture. */

/* Draws the current row of pixels, which is in row `tile_y` of tiles, from the lowest layer up. */
static void draw_row(struct picture *picture, uint32_t tile_y)
{
	const int64_t y = tile_y * picture->tile_size;
	memset(picture->pixels, COLOR_ROCK, (size_t)picture->width);
	draw_layer(picture, y, tile_part(picture, picture->theme->wall_reach), COLOR_WALL);
	if (picture->theme->has_hatch)
		draw_hatch(picture);
	draw_layer(picture, y, line_part(picture, LINE), COLOR_EDGE);
	draw_layer(picture, y, 0, COLOR_FLOOR);
	if (picture->has_grid)
		draw_grid(picture, y);
	if (picture->route)
		draw_route(picture, tile_y);
	draw_shapes(picture, tile_y);
}

bool picture_start(struct picture *picture, struct writer *writer, const struct map *map,
		   uint32_t tile_size, unsigned show)
{
	const struct area frame = style_frame(writer->style, map);
	const uint32_t side_max = PNG_SIDE_MAX / tile_size;
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
	picture->theme = &theme_table[writer->style->theme];
	picture->tile_size = tile_size;
	picture->frame = frame;
	picture->width = area_width(frame) * (int64_t)tile_size;
	picture->first_shape = 0;
	if (!drawing_start(&picture->drawing, map, show))
		return false;
	if (picture->theme->has_hatch && !start_hatch(picture))
		return false;
	return array_reserve(picture, pixels, (size_t)picture->width);
}

bool picture_write(struct picture *picture, bool has_grid)
{
	struct output *output = picture->writer->output;
	const struct area frame = picture->frame;
	const uint32_t width = (uint32_t)picture->width;
	const uint32_t height = area_height(frame) * (uint32_t)picture->tile_size;
	/* The last color is that of the route. */
	const size_t color_count = COLOR_ROUTE + (picture->route != NULL);
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
	drawing_free(&picture->drawing);
	array_free(picture, hatch);
	array_free(picture, pixels);
}
