/* SPDX-License-Identifier: MIT */
/*
 * Universal VTT: a picture with walls and doors, for virtual tabletops. The format has no
 * specification. The keys are those that the map editor Dungeondraft writes, which every importer
 * reads.
 */
#include "formats/base64.h"
#include "formats/picture.h"
#include "formats/put.h"
#include "map/outlines.h"

#define UVTT_BEGIN "{\"format\":0.3,\"resolution\"" /* how a file begins */

/* Memory that the maps of a run share. */
struct uvtt_writer {
	struct picture picture;
	struct outlines outlines;
};

static struct cursor put_head(struct cursor cursor, const struct map *map, uint32_t tile_size)
{
	cursor = put_text(cursor, UVTT_BEGIN ":{\"map_origin\":{\"x\":0,\"y\":0}");
	cursor = put_number(cursor, ",\"map_size\":{\"x\":", map->recipe.width);
	cursor = put_number(cursor, ",\"y\":", map->recipe.height);
	cursor = put_number(cursor, "},\"pixels_per_grid\":", tile_size);
	return put_text(cursor, "}");
}

/* Walls. */

static struct cursor put_corner(struct cursor cursor, struct point corner)
{
	cursor = put_number(cursor, "{\"x\":", corner.x);
	cursor = put_number(cursor, ",\"y\":", corner.y);
	return put_text(cursor, "}");
}

/* Puts the walls: each outline of the floor is a closed line. */
static struct cursor put_walls(struct cursor cursor, struct outlines *outlines)
{
	const char *separator = "";
	cursor = put_text(cursor, ",\"line_of_sight\":[");
	while (!cursor.output->error && outlines_next(outlines)) {
		cursor = put_text(cursor, separator);
		cursor = put_text(cursor, "[");
		cursor = put_corner(cursor, outlines->corner);
		while (!cursor.output->error && outlines_turn(outlines)) {
			cursor = put_text(cursor, ",");
			cursor = put_corner(cursor, outlines->corner);
		}
		cursor = put_text(cursor, "]");
		separator = ",";
	}
	return put_text(cursor, "],\"objects_line_of_sight\":[]");
}

/* Doors. */

/*
 * A point on the edge or in the middle of a tile, in half tiles. Coordinates can exceed 32 bits.
 */
struct half_point {
	uint64_t x;
	uint64_t y;
};

/* Puts a number of half tiles as a number of tiles: 77 as 38.5. */
static struct cursor put_halves(struct cursor cursor, const char *before, uint64_t halves)
{
	cursor = put_number(cursor, before, halves / 2);
	return put_text(cursor, halves % 2 == 1 ? ".5" : "");
}

static struct cursor put_half_point(struct cursor cursor, struct half_point at)
{
	cursor = put_halves(cursor, "{\"x\":", at.x);
	cursor = put_halves(cursor, ",\"y\":", at.y);
	return put_text(cursor, "}");
}

/* Puts a door. If it is upright, its ends are in the walls above and below. */
static struct cursor put_door(struct cursor cursor, struct point at, bool is_upright)
{
	const struct half_point middle = {
		.x = 2 * (uint64_t)at.x + 1,
		.y = 2 * (uint64_t)at.y + 1,
	};
	struct half_point start = middle;
	struct half_point end = middle;
	if (is_upright) {
		start.y--;
		end.y++;
	} else {
		start.x--;
		end.x++;
	}
	cursor = put_text(cursor, "{\"position\":");
	cursor = put_half_point(cursor, middle);
	cursor = put_text(cursor, ",\"bounds\":[");
	cursor = put_half_point(cursor, start);
	cursor = put_text(cursor, ",");
	cursor = put_half_point(cursor, end);
	cursor = put_text(cursor, "],\"rotation\":");
	/* A quarter turn, in radians. */
	cursor = put_text(cursor, is_upright ? "1.570796" : "0");
	return put_text(cursor, ",\"closed\":true,\"freestanding\":false}");
}

/* Puts the doors, row by row. */
static struct cursor put_doors(struct cursor cursor, struct row_window *window, uint32_t width)
{
	const char *separator = "";
	struct point at = {0, 0};
	cursor = put_text(cursor, ",\"portals\":[");
	for (; !cursor.output->error && row_window_next(window); at.y++) {
		for (at.x = 0; at.x < width; at.x++) {
			const size_t index = (size_t)at.x + 1;
			if (window->current[index] != TILE_DOOR)
				continue;
			cursor = put_text(cursor, separator);
			cursor = put_door(cursor, at, row_window_door_is_upright(window, index));
			separator = ",";
		}
	}
	return put_text(cursor, "]");
}

/* The picture. */

static void write_to_base64(void *context, const void *bytes, size_t length)
{
	base64_write(context, bytes, length);
}

/* Writes the picture as the value of the last key. Tabletops draw a grid of their own over it. */
static bool write_picture(struct uvtt_writer *uvtt, struct writer *writer, const struct map *map)
{
	struct base64 base64 = {.output = writer->output};
	const struct png_target target = {.write = write_to_base64, .context = &base64};
	output_text(writer->output, ",\"image\":\"");
	if (!picture_write(&uvtt->picture, writer, map, false, target))
		return false;
	base64_end(&base64);
	output_text(writer->output, "\"}\n");
	return true;
}

static bool uvtt_write(struct writer *writer, const struct map *map)
{
	struct uvtt_writer *uvtt = writer->state;
	if (!outlines_start(&uvtt->outlines, map, writer->watch))
		return false;
	/* The picture does not need its window yet. */
	struct row_window *window = &uvtt->picture.window;
	if (!row_window_start(window, map, writer->watch))
		return false;
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_head(cursor, map, writer->style->tile_size);
	cursor = put_walls(cursor, &uvtt->outlines);
	cursor = put_doors(cursor, window, map->recipe.width);
	cursor = put_text(cursor, ",\"lights\":[],\"environment\":"
				  "{\"baked_lighting\":false,\"ambient_light\":\"ffffffff\"}");
	cursor_end(cursor);
	return write_picture(uvtt, writer, map);
}

static void uvtt_free(void *state)
{
	struct uvtt_writer *uvtt = state;
	picture_free(&uvtt->picture);
	outlines_free(&uvtt->outlines);
}

const struct format format_uvtt = {
	.name = "uvtt",
	.extensions = {{"uvtt", true}, {"dd2vtt", true}},
	.summary = "picture with walls and doors for virtual tabletops",
	.one_map = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE,
	.default_tile_size = 70,
	.shows_nothing_by_default = true,
	.pixels_max = PNG_SIDE_MAX,
	.writer_state_size = sizeof(struct uvtt_writer),
	.write = uvtt_write,
	.free_writer_state = uvtt_free,
	.magics = {UVTT_BEGIN},
};
