/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. The floor is drawn twice: first with a thick stroke, which makes
 * the walls around it, then without. The style sheet names classes, so that a page can override it
 * by the ids of the same elements.
 */
#include "formats/format.h"
#include "formats/put.h"

static const char style_sheet[] =
	"<style>\n"
	".rock,.walls,.floor{shape-rendering:crispEdges}\n"
	".rock{fill:#22252e}\n"
	".walls{stroke:#5b6072;stroke-width:.8}\n"
	".floor{fill:#e6dcc3}\n"
	".grid{fill:none;stroke:#22252e;stroke-opacity:.25;stroke-width:.06}\n"
	".spawn{fill:#6cbf73}\n"
	".exit{fill:#e8835b}\n"
	".labels{fill:#22252e;font:1.2px sans-serif;text-anchor:middle}\n"
	"</style>\n";

/* Puts a rectangle, whose element was begun. */
static struct cursor put_area(struct cursor cursor, struct area area)
{
	cursor = put_number(cursor, " x=\"", area.x1);
	cursor = put_number(cursor, "\" y=\"", area.y1);
	cursor = put_number(cursor, "\" width=\"", area_width(area));
	cursor = put_number(cursor, "\" height=\"", area_height(area));
	return put_text(cursor, "\"/>\n");
}

/* Puts the tiles that have a byte other than 0, each run along a row as one area. */
static struct cursor put_tiles(struct cursor cursor, struct rows *rows)
{
	const char *tiles;
	const uint32_t width = rows->map->recipe.width;
	for (uint32_t y = 0; !cursor.output->error && (tiles = rows_next(rows)); y++)
		for (uint32_t x = 0, end; x < width; x = end) {
			for (end = x + 1; end < width && tiles[end] == tiles[x];)
				end++;
			if (tiles[x])
				cursor = put_area(put_text(cursor, "<rect"),
						  (struct area){x, y, end - 1, y});
		}
	return cursor;
}

/* Puts the floor of tunnels. */
static struct cursor put_tunnels(struct cursor cursor, const struct map *map)
{
	const uint32_t area_count = map_area_count(map);
	cursor = put_text(cursor, "<g class=\"tunnels\">\n");
	for (uint32_t i = map->room_count; i < area_count && !cursor.output->error; i++)
		cursor = put_area(put_text(cursor, "<rect"), map_area(map, i));
	return put_text(cursor, "</g>\n");
}

/* Puts the floor of rooms into a group that was begun. */
static struct cursor put_rooms(struct cursor cursor, const struct map *map)
{
	for (uint32_t i = 0; i < map->room_count && !cursor.output->error; i++)
		cursor = put_area(put_text(put_number(cursor, "<rect id=\"room", i), "\""),
				  map_area(map, i));
	return put_text(cursor, "</g>\n");
}

static struct cursor put_doors(struct cursor cursor, const struct map *map)
{
	for (uint32_t i = 0; i < map->door_count && !cursor.output->error; i++) {
		const struct point at = map->doors[i].at;
		cursor = put_area(put_text(cursor, "<rect"), area_between(at, at));
	}
	return cursor;
}

/* Marks that are not shown are hidden, not left out, so that a page can show them. */
static const char *hidden_unless(bool shown)
{
	return shown ? "" : " display=\"none\"";
}

static struct cursor put_marks(struct cursor cursor, const struct map *map, unsigned show)
{
	static const char *const parts[MARK_KINDS][4] = {
		[MARK_SPAWN] = {"<circle id=\"spawn\" class=\"spawn\"", " cx=\"", "\" cy=\"",
				"\" r=\".7\"/>\n"},
		[MARK_EXIT] = {"<path id=\"exit\" class=\"exit\"", " d=\"M", " ",
			       "m-.7-.7h1.4v1.4h-1.4z\"/>\n"},
	};
	cursor = put_text(cursor, "<g id=\"marks\" transform=\"translate(.5 .5)\">\n");
	/* The spawn comes last, since it is drawn over the exit. */
	for (int i = MARK_KINDS - 1; i >= 0; i--) {
		const struct mark mark = map->marks[i];
		if (!mark.is_set)
			continue;
		cursor = put_text(put_text(cursor, parts[i][0]), hidden_unless(show & 1U << i));
		cursor = put_number(put_number(cursor, parts[i][1], mark.at.x), parts[i][2],
				    mark.at.y);
		cursor = put_text(cursor, parts[i][3]);
	}
	return put_text(cursor, "</g>\n");
}

static struct cursor put_labels(struct cursor cursor, const struct map *map, unsigned show)
{
	/* .93 is the baseline on which the digits are centered in their tile. */
	cursor = put_text(cursor,
			  "<g id=\"labels\" class=\"labels\" transform=\"translate(.5 .93)\"");
	cursor = put_text(put_text(cursor, hidden_unless(show & SHOW_LABELS)), ">\n");
	for (uint32_t i = 0; i < map->room_count && !cursor.output->error; i++) {
		struct point center = room_center(map->rooms[i]);
		cursor = put_number(put_number(cursor, "<text x=\"", center.x), "\" y=\"",
				    center.y);
		cursor = put_text(put_number(cursor, "\">", i), "</text>\n");
	}
	return put_text(cursor, "</g>\n");
}

static bool write_map(struct writer *writer, const struct map *map)
{
	/* Of a map that stores its tiles, floor and doors are rows of tiles. */
	static const struct row_bytes floor = {.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1},
					       .end = ""};
	static const struct row_bytes doors = {.kind = {[TILE_DOOR] = 1}, .end = ""};
	const struct recipe *recipe = &map->recipe;
	const struct area whole = {0, 0, recipe->width - 1, recipe->height - 1};
	struct rows *rows = &writer->marks.rows;
	const uint64_t size = writer->style->tile_size;
	unsigned show = style_shown(writer->style, map);
	if (map->stores_tiles && !rows_start(rows, map, &floor, writer->watch))
		return false;
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_number(cursor,
			    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"",
			    recipe->width * size);
	cursor = put_number(cursor, "\" height=\"", recipe->height * size);
	cursor = put_number(put_number(cursor, "\" viewBox=\"0 0 ", recipe->width), " ",
			    recipe->height);
	cursor = put_seed(put_text(cursor, "\">\n<title>dungen"), ": seed ", map, "");
	cursor = put_text(put_text(cursor, "</title>\n"), style_sheet);
	cursor = put_area(put_text(cursor, "<rect class=\"rock\""), whole);
	cursor = put_text(
		cursor,
		"<use class=\"walls\" href=\"#floor\"/>\n<g id=\"floor\" class=\"floor\">\n");
	if (map->stores_tiles) {
		cursor = put_tiles(cursor, rows);
	} else {
		cursor = put_tunnels(cursor, map);
		cursor = put_rooms(put_text(cursor, "<g class=\"rooms\">\n"), map);
	}
	cursor = put_text(cursor, "</g>\n");
	/* The floor of these rooms may have pillars, so that the rooms are only drawn by a page. */
	if (map->stores_tiles && map->room_count > 0)
		cursor = put_rooms(put_text(cursor, "<g class=\"rooms\" fill=\"none\">\n"), map);
	cursor = put_text(cursor,
			  "<pattern id=\"grid\" class=\"grid\" width=\"1\" height=\"1\""
			  " patternUnits=\"userSpaceOnUse\"><path d=\"M0 1V0H1\"/></pattern>\n"
			  "<rect fill=\"url(#grid) none\"");
	cursor = put_area(cursor, whole);
	if (recipe->doors) {
		/* A page can override the attribute as well as the style sheet. */
		cursor = put_text(cursor, "<g id=\"doors\" fill=\"#8a5a2b\">\n");
		/* The rows have their memory already. */
		if (!map->stores_tiles)
			cursor = put_doors(cursor, map);
		else if (rows_start(rows, map, &doors, writer->watch))
			cursor = put_tiles(cursor, rows);
		cursor = put_text(cursor, "</g>\n");
	}
	cursor = put_marks(cursor, map, show);
	cursor = put_labels(cursor, map, show);
	cursor_end(put_text(cursor, "</svg>\n"));
	return true;
}

const struct format format_svg = {
	.name = "svg",
	.extensions = {{"svg", true}},
	.summary = "scalable picture with floor, labels and marks as shapes",
	.one_map = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE,
	.write = write_map,
	.magic = "<svg",
};
