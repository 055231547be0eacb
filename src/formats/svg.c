/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. The floor is drawn three times: first with a thick stroke, which
 * draws the walls around it, then with a thin dark one for their edges, then without. The style
 * sheet selects classes. A page that contains the picture can override it by selecting the ids of
 * the same elements, because an id outweighs a class.
 */
#include "formats/format.h"
#include "formats/put.h"
#include "map/row_window.h"

static const char style_sheet[] =
	"<style>\n"
	".rock,.walls,.edges,.floor{shape-rendering:crispEdges}\n"
	".rock{fill:#22252e}\n"
	".walls{stroke:#5b6072;stroke-width:.8}\n"
	".edges{stroke:#14161c;stroke-width:.2}\n"
	".floor{fill:#e6dcc3}\n"
	".grid{fill:none;stroke:#22252e;stroke-opacity:.25;stroke-width:.06}\n"
	".spawn{fill:#6cbf73}\n"
	".exit{fill:#e8835b}\n"
	".labels{fill:#22252e;fill-opacity:.5;font:1.2px sans-serif;text-anchor:middle}\n"
	"</style>\n";

/*
 * Puts an element that is a rectangle of tiles. `before` is the beginning of the element, such as
 * "<rect". If the caller has put a part of it already, `before` is the rest.
 */
static struct cursor put_area(struct cursor cursor, const char *before, struct area area)
{
	cursor = put_text(cursor, before);
	cursor = put_number(cursor, " x=\"", area.x1);
	cursor = put_number(cursor, "\" y=\"", area.y1);
	cursor = put_number(cursor, "\" width=\"", area_width(area));
	cursor = put_number(cursor, "\" height=\"", area_height(area));
	return put_text(cursor, "\"/>\n");
}

/* The area of the whole map. */
static struct area map_bounds(const struct map *map)
{
	return (struct area){0, 0, map->recipe.width - 1, map->recipe.height - 1};
}

static struct cursor put_head(struct cursor cursor, const struct map *map, uint32_t tile_size)
{
	const uint64_t width = map->recipe.width;
	const uint64_t height = map->recipe.height;
	cursor = put_text(cursor, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
	cursor = put_number(cursor, " width=\"", width * tile_size);
	cursor = put_number(cursor, "\" height=\"", height * tile_size);
	cursor = put_number(cursor, "\" viewBox=\"0 0 ", width);
	cursor = put_number(cursor, " ", height);
	cursor = put_text(cursor, "\">\n<title>dungen");
	cursor = put_seed(cursor, ": seed ", map, "");
	cursor = put_text(cursor, "</title>\n");
	return put_text(cursor, style_sheet);
}

/* The floor. */

/* Memory that the maps of a run share. */
struct svg_writer {
	struct row_window window; /* the rows in which doors are looked for */
};

/* By kind of tile: 1 for a tile to put, as put_row wants it. */
static const struct row_bytes floor_bytes = {
	.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1},
	.end = "",
};

/*
 * Puts some tiles of a row, each run of them as one area. `shapes` has, by column, 1 for a tile to
 * put, and 0 for any other tile.
 */
static struct cursor put_row(struct cursor cursor, const char *shapes, uint32_t width, uint32_t y)
{
	uint32_t x = 0;
	while (x < width) {
		uint32_t run_end = x + 1;
		while (run_end < width && shapes[run_end] == shapes[x])
			run_end++;
		if (shapes[x])
			cursor = put_area(cursor, "<rect", (struct area){x, y, run_end - 1, y});
		x = run_end;
	}
	return cursor;
}

/* Puts the tiles for which the rows have 1; see floor_bytes. */
static struct cursor put_rows(struct cursor cursor, struct rows *rows)
{
	const uint32_t width = rows->map->recipe.width;
	const uint32_t height = rows->map->recipe.height;
	for (uint32_t y = 0; y < height && !cursor.output->error; y++)
		cursor = put_row(cursor, rows_next(rows), width, y);
	return cursor;
}

static struct cursor put_tunnels(struct cursor cursor, const struct map *map)
{
	const uint32_t area_count = map_area_count(map);
	cursor = put_text(cursor, "<g class=\"tunnels\">\n");
	for (uint32_t i = map->room_count; i < area_count && !cursor.output->error; i++)
		cursor = put_area(cursor, "<rect", map_area(map, i));
	return put_text(cursor, "</g>\n");
}

/* Puts a group with the floor of rooms. `attribute` follows the class, and may be empty. */
static struct cursor put_rooms(struct cursor cursor, const struct map *map, const char *attribute)
{
	cursor = put_text(cursor, "<g class=\"rooms\"");
	cursor = put_text(cursor, attribute);
	cursor = put_text(cursor, ">\n");
	for (uint32_t i = 0; i < map->room_count && !cursor.output->error; i++) {
		cursor = put_number(cursor, "<rect id=\"room", i);
		cursor = put_area(cursor, "\"", map_area(map, i));
	}
	return put_text(cursor, "</g>\n");
}

/*
 * Puts the start of an element that draws the floor once more. The id of the floor contains the
 * seed. Otherwise, a page with several pictures would draw the walls of the first one in all.
 */
static struct cursor put_use(struct cursor cursor, const struct map *map, const char *class_name)
{
	cursor = put_text(cursor, "<use class=\"");
	cursor = put_text(cursor, class_name);
	cursor = put_text(cursor, "\" href=\"#map");
	cursor = put_seed(cursor, "", map, "");
	return put_text(cursor, "\"/>\n");
}

/*
 * Puts the rock, and the floor with its walls. If the map stores its tiles, `rows` were started
 * with floor_bytes.
 */
static struct cursor put_floor(struct cursor cursor, const struct map *map, struct rows *rows)
{
	cursor = put_area(cursor, "<rect class=\"rock\"", map_bounds(map));
	cursor = put_use(cursor, map, "walls");
	cursor = put_use(cursor, map, "edges");
	cursor = put_text(cursor, "<g id=\"map");
	cursor = put_seed(cursor, "", map, "");
	cursor = put_text(cursor, "\"><g id=\"floor\" class=\"floor\">\n");
	if (map->stores_tiles) {
		cursor = put_rows(cursor, rows);
	} else {
		cursor = put_tunnels(cursor, map);
		cursor = put_rooms(cursor, map, "");
	}
	cursor = put_text(cursor, "</g></g>\n");
	/*
	 * The floor above has the stored tiles, because rooms may contain pillars. The rooms are
	 * put without a color, so that a page can still find and show them.
	 */
	if (map->stores_tiles && map->room_count > 0)
		cursor = put_rooms(cursor, map, " fill=\"none\"");
	return cursor;
}

/* Everything above the floor. */

static struct cursor put_grid(struct cursor cursor, const struct map *map)
{
	cursor = put_text(cursor, "<pattern id=\"grid\" class=\"grid\" width=\"1\" height=\"1\""
				  " patternUnits=\"userSpaceOnUse\">"
				  "<path d=\"M0 1V0H1\"/></pattern>\n");
	/* "none" is for programs that do not find the pattern. */
	return put_area(cursor, "<rect fill=\"url(#grid) none\"", map_bounds(map));
}

/* Puts the leaf of a door, which reaches from wall to wall. */
static struct cursor put_door(struct cursor cursor, struct point at, bool is_upright)
{
	cursor = put_number(cursor, "<rect x=\"", at.x);
	cursor = put_text(cursor, is_upright ? ".38" : ".03");
	cursor = put_number(cursor, "\" y=\"", at.y);
	cursor = put_text(cursor, is_upright ? ".03" : ".38");
	if (is_upright)
		return put_text(cursor, "\" width=\".24\" height=\".94\"/>\n");
	return put_text(cursor, "\" width=\".94\" height=\".24\"/>\n");
}

/* Puts the doors of a map that stores its tiles. The window was started. */
static struct cursor put_stored_doors(struct cursor cursor, struct row_window *window,
				      uint32_t width)
{
	struct point at = {0, 0};
	for (; !cursor.output->error && row_window_next(window); at.y++) {
		for (at.x = 0; at.x < width; at.x++) {
			const size_t index = (size_t)at.x + 1;
			const bool is_upright = row_window_door_is_upright(window, index);
			if (window->current[index] == TILE_DOOR)
				cursor = put_door(cursor, at, is_upright);
		}
	}
	return cursor;
}

/* Puts the doors of a map that has rooms. */
static struct cursor put_room_doors(struct cursor cursor, const struct map *map)
{
	for (uint32_t i = 0; i < map->door_count && !cursor.output->error; i++) {
		const struct door *door = &map->doors[i];
		const struct area room = map->rooms[door->room];
		const bool is_upright = door->at.x == room.x1 || door->at.x == room.x2;
		cursor = put_door(cursor, door->at, is_upright);
	}
	return cursor;
}

static struct cursor put_doors(struct cursor cursor, const struct map *map,
			       struct row_window *window)
{
	if (!map->recipe.doors)
		return cursor;
	/* The looks are attributes, so that a page can override them by its style sheet. */
	cursor = put_text(cursor, "<g id=\"doors\" fill=\"#8a5a2b\" stroke=\"#4a2f16\""
				  " stroke-width=\".06\" shape-rendering=\"crispEdges\">\n");
	if (map->stores_tiles)
		cursor = put_stored_doors(cursor, window, map->recipe.width);
	else
		cursor = put_room_doors(cursor, map);
	return put_text(cursor, "</g>\n");
}

/*
 * Puts the route as a line through the middles of tiles. `route` may be NULL. Its looks are
 * attributes, so that a page can override them by its style sheet.
 */
static struct cursor put_route(struct cursor cursor, const struct route *route)
{
	if (!route)
		return cursor;
	cursor = put_text(cursor, "<polyline id=\"route\" class=\"route\""
				  " transform=\"translate(.5 .5)\" fill=\"none\""
				  " stroke=\"#5f87af\" stroke-width=\".2\" points=\"");
	for (uint32_t i = 0; i < route->corner_count && !cursor.output->error; i++) {
		cursor = put_number(cursor, i > 0 ? " " : "", route->corners[i].x);
		cursor = put_number(cursor, ",", route->corners[i].y);
	}
	return put_text(cursor, "\"/>\n");
}

/* Marks and labels that are not shown are hidden, so that a page can show them. */
static const char *hidden_unless(bool is_shown)
{
	return is_shown ? "" : " display=\"none\"";
}

static struct cursor put_spawn(struct cursor cursor, struct point at, bool is_shown)
{
	cursor = put_text(cursor, "<circle id=\"spawn\" class=\"spawn\"");
	cursor = put_text(cursor, hidden_unless(is_shown));
	cursor = put_number(cursor, " cx=\"", at.x);
	cursor = put_number(cursor, "\" cy=\"", at.y);
	return put_text(cursor, "\" r=\".7\"/>\n");
}

static struct cursor put_exit(struct cursor cursor, struct point at, bool is_shown)
{
	cursor = put_text(cursor, "<path id=\"exit\" class=\"exit\"");
	cursor = put_text(cursor, hidden_unless(is_shown));
	cursor = put_number(cursor, " d=\"M", at.x);
	cursor = put_number(cursor, " ", at.y);
	return put_text(cursor, "m-.7-.7h1.4v1.4h-1.4z\"/>\n");
}

/* Puts the marks that the map has. The spawn is last, since it is drawn over the exit. */
static struct cursor put_marks(struct cursor cursor, const struct map *map, unsigned show)
{
	const struct mark *spawn_mark = &map->marks[MARK_SPAWN];
	const struct mark *exit_mark = &map->marks[MARK_EXIT];
	cursor = put_text(cursor, "<g id=\"marks\" transform=\"translate(.5 .5)\">\n");
	if (exit_mark->is_set)
		cursor = put_exit(cursor, exit_mark->at, show & SHOW_EXIT);
	if (spawn_mark->is_set)
		cursor = put_spawn(cursor, spawn_mark->at, show & SHOW_SPAWN);
	return put_text(cursor, "</g>\n");
}

/* Puts the numbers of rooms. */
static struct cursor put_labels(struct cursor cursor, const struct map *map, bool are_shown)
{
	cursor = put_text(cursor, "<g id=\"labels\" class=\"labels\"");
	/* .93 is the baseline on which the digits are centered in their tile. */
	cursor = put_text(cursor, " transform=\"translate(.5 .93)\"");
	cursor = put_text(cursor, hidden_unless(are_shown));
	cursor = put_text(cursor, ">\n");
	for (uint32_t i = 0; i < map->room_count && !cursor.output->error; i++) {
		const struct point center = room_center(map->rooms[i]);
		cursor = put_number(cursor, "<text x=\"", center.x);
		cursor = put_number(cursor, "\" y=\"", center.y);
		cursor = put_number(cursor, "\">", i);
		cursor = put_text(cursor, "</text>\n");
	}
	return put_text(cursor, "</g>\n");
}

static bool svg_write(struct writer *writer, const struct map *map)
{
	struct svg_writer *svg = writer->state;
	struct rows *rows = &writer->marks.rows;
	const unsigned show = style_shown(writer->style, map);
	if (map->stores_tiles) {
		if (!rows_start(rows, map, &floor_bytes, writer->watch))
			return false;
		if (!row_window_start(&svg->window, map, writer->watch))
			return false;
	}
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_head(cursor, map, writer->style->tile_size);
	cursor = put_floor(cursor, map, rows);
	cursor = put_grid(cursor, map);
	cursor = put_doors(cursor, map, &svg->window);
	cursor = put_route(cursor, writer->route);
	cursor = put_marks(cursor, map, show);
	cursor = put_labels(cursor, map, show & SHOW_LABELS);
	cursor = put_text(cursor, "</svg>\n");
	cursor_end(cursor);
	return true;
}

static void svg_free(void *state)
{
	struct svg_writer *svg = state;
	row_window_free(&svg->window);
}

const struct format format_svg = {
	.name = "svg",
	.extensions = {{"svg", true}},
	.summary = "scalable picture with floor, labels and marks as shapes",
	.one_map = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE | STYLE_ROUTE,
	.writer_state_size = sizeof(struct svg_writer),
	.write = svg_write,
	.free_writer_state = svg_free,
	.magics = {"<svg"},
};
