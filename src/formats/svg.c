/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. The floor is drawn three times: first with a thick stroke, which
 * draws the walls around it, then with a thin dark one for their edges, then without. The style
 * sheet selects classes. A page that contains the picture can override it by selecting the ids of
 * the same elements, because an id outweighs a class.
 */
#include "formats/format.h"
#include "map/row_window.h"

#include <inttypes.h>

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
 * Writes an element that is a rectangle of tiles. `before` is the beginning of the element, such as
 * "<rect". If the caller has written a part of it already, `before` is the rest.
 */
static void write_area(struct output *output, const char *before, struct area area)
{
	output_text(output, before);
	output_number(output, " x=\"", area.x1);
	output_number(output, "\" y=\"", area.y1);
	output_number(output, "\" width=\"", area_width(area));
	output_number(output, "\" height=\"", area_height(area));
	output_text(output, "\"/>\n");
}

/* The area of the whole map. */
static struct area map_bounds(const struct map *map)
{
	return (struct area){0, 0, map->recipe.width - 1, map->recipe.height - 1};
}

/* Writes a text and the seed, or nothing if the map lacks the seed. */
static void write_seed(struct output *output, const char *before, const struct map *map)
{
	if (!(map->lacks & LACKS_SEED))
		output_print(output, "%s%" PRIu64, before, map->recipe.seed);
}

static void write_head(struct output *output, const struct map *map, uint32_t tile_size)
{
	const uint32_t width = map->recipe.width;
	const uint32_t height = map->recipe.height;
	output_print(output,
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%" PRIu64
		     "\" height=\"%" PRIu64 "\" viewBox=\"0 0 %u %u\">\n<title>dungen",
		     (uint64_t)width * tile_size, (uint64_t)height * tile_size, width, height);
	write_seed(output, ": seed ", map);
	output_text(output, "</title>\n");
	output_text(output, style_sheet);
}

/* The floor. */

/* Writes the floor of a map that stores its tiles, row by row. The window was started. */
static void write_stored_floor(struct output *output, struct row_window *window, uint32_t width)
{
	for (uint32_t y = 0; !output->error && row_window_next(window); y++) {
		uint32_t start;
		uint32_t end = 0;
		while (row_window_find_run(window->current, width, &start, &end))
			write_area(output, "<rect", (struct area){start, y, end - 1, y});
	}
}

/* Writes a group with the floor of rooms. `attribute` follows the class, and may be empty. */
static void write_rooms(struct output *output, const struct map *map, const char *attribute)
{
	output_print(output, "<g class=\"rooms\"%s>\n", attribute);
	for (uint32_t i = 0; i < map->room_count; i++) {
		output_print(output, "<rect id=\"room%u", i);
		write_area(output, "\"", map_area(map, i));
	}
	output_text(output, "</g>\n");
}

/*
 * Writes an element that draws the floor once more. The id of the floor contains the seed.
 * Otherwise, a page with several pictures would draw the walls of the first one in all.
 */
static void write_use(struct output *output, const struct map *map, const char *class_name)
{
	output_print(output, "<use class=\"%s\" href=\"#map", class_name);
	write_seed(output, "", map);
	output_text(output, "\"/>\n");
}

/*
 * Writes the rock, and the floor with its walls. If the map stores its tiles, the window was
 * started.
 */
static void write_floor(struct output *output, const struct map *map, struct row_window *window)
{
	write_area(output, "<rect class=\"rock\"", map_bounds(map));
	write_use(output, map, "walls");
	write_use(output, map, "edges");
	output_text(output, "<g id=\"map");
	write_seed(output, "", map);
	output_text(output, "\"><g id=\"floor\" class=\"floor\">\n");
	if (map->stores_tiles) {
		write_stored_floor(output, window, map->recipe.width);
	} else {
		const uint32_t area_count = map_area_count(map);
		output_text(output, "<g class=\"tunnels\">\n");
		for (uint32_t i = map->room_count; i < area_count; i++)
			write_area(output, "<rect", map_area(map, i));
		output_text(output, "</g>\n");
		write_rooms(output, map, "");
	}
	output_text(output, "</g></g>\n");
	/*
	 * The floor above has the stored tiles, because rooms may contain pillars. The rooms are
	 * written without a color, so that a page can still find and show them.
	 */
	if (map->stores_tiles && map->room_count > 0)
		write_rooms(output, map, " fill=\"none\"");
}

/* Everything above the floor. */

static void write_grid(struct output *output, const struct map *map)
{
	output_text(output, "<pattern id=\"grid\" class=\"grid\" width=\"1\" height=\"1\""
			    " patternUnits=\"userSpaceOnUse\">"
			    "<path d=\"M0 1V0H1\"/></pattern>\n");
	/* "none" is for programs that do not find the pattern. */
	write_area(output, "<rect fill=\"url(#grid) none\"", map_bounds(map));
}

/* Writes the leaf of a door, which reaches from wall to wall. */
static void write_door(struct output *output, struct point at, bool is_upright)
{
	if (is_upright)
		output_print(output,
			     "<rect x=\"%u.38\" y=\"%u.03\" width=\".24\" height=\".94\"/>\n", at.x,
			     at.y);
	else
		output_print(output,
			     "<rect x=\"%u.03\" y=\"%u.38\" width=\".94\" height=\".24\"/>\n", at.x,
			     at.y);
}

/* Writes the doors. If the map stores its tiles, the window was started. */
static void write_doors(struct output *output, const struct map *map, struct row_window *window)
{
	/* The looks are attributes, so that a page can override them by its style sheet. */
	output_text(output, "<g id=\"doors\" fill=\"#8a5a2b\" stroke=\"#4a2f16\""
			    " stroke-width=\".06\" shape-rendering=\"crispEdges\">\n");
	struct point at = {0, 0};
	for (; map->stores_tiles && !output->error && row_window_next(window); at.y++) {
		for (at.x = 0; at.x < map->recipe.width; at.x++) {
			const size_t index = (size_t)at.x + 1;
			if (window->current[index] == TILE_DOOR)
				write_door(output, at, row_window_door_is_upright(window, index));
		}
	}
	for (uint32_t i = 0; i < map->door_count && !map->stores_tiles; i++) {
		const struct door *door = &map->doors[i];
		const struct area room = map->rooms[door->room];
		write_door(output, door->at, door->at.x == room.x1 || door->at.x == room.x2);
	}
	output_text(output, "</g>\n");
}

/*
 * Writes the route as a line through the middles of tiles. Its looks are attributes, so that a page
 * can override them by its style sheet.
 */
static void write_route(struct output *output, const struct route *route)
{
	output_text(output, "<polyline id=\"route\" class=\"route\""
			    " transform=\"translate(.5 .5)\" fill=\"none\""
			    " stroke=\"#5f87af\" stroke-width=\".2\" points=\"");
	for (uint32_t i = 0; i < route->corner_count; i++)
		output_print(output, "%s%u,%u", i > 0 ? " " : "", route->corners[i].x,
			     route->corners[i].y);
	output_text(output, "\"/>\n");
}

/* Marks and labels that are not shown are hidden, so that a page can show them. */
static const char *hidden_unless(bool is_shown)
{
	return is_shown ? "" : " display=\"none\"";
}

/* Writes the marks that the map has. The spawn is last, since it is drawn over the exit. */
static void write_marks(struct output *output, const struct map *map, unsigned show)
{
	const struct mark *spawn = &map->marks[MARK_SPAWN];
	const struct mark *exit = &map->marks[MARK_EXIT];
	output_text(output, "<g id=\"marks\" transform=\"translate(.5 .5)\">\n");
	if (exit->is_set)
		output_print(output,
			     "<path id=\"exit\" class=\"exit\"%s"
			     " d=\"M%u %um-.7-.7h1.4v1.4h-1.4z\"/>\n",
			     hidden_unless(show & SHOW_EXIT), exit->at.x, exit->at.y);
	if (spawn->is_set)
		output_print(output,
			     "<circle id=\"spawn\" class=\"spawn\"%s"
			     " cx=\"%u\" cy=\"%u\" r=\".7\"/>\n",
			     hidden_unless(show & SHOW_SPAWN), spawn->at.x, spawn->at.y);
	output_text(output, "</g>\n");
}

/* Writes the numbers of rooms. */
static void write_labels(struct output *output, const struct map *map, unsigned show)
{
	/* .93 is the baseline on which the digits are centered in their tile. */
	output_print(output,
		     "<g id=\"labels\" class=\"labels\" transform=\"translate(.5 .93)\"%s>\n",
		     hidden_unless(show & SHOW_LABELS));
	for (uint32_t i = 0; i < map->room_count; i++) {
		const struct point center = room_center(map->rooms[i]);
		/* A room and its wing have one label. */
		if (map_wing_of(map, i) != NO_ROOM)
			continue;
		output_print(output, "<text x=\"%u\" y=\"%u\">%u</text>\n", center.x, center.y, i);
	}
	output_text(output, "</g>\n");
}

static bool svg_write(struct writer *writer, const struct map *map)
{
	struct row_window *window = writer->state;
	struct output *output = writer->output;
	const unsigned show = style_shown(writer->style, map);
	if (map->stores_tiles && !row_window_start(window, map))
		return false;
	write_head(output, map, style_tile_size(writer->style, TILE_SIZE_DEFAULT));
	write_floor(output, map, window);
	write_grid(output, map);
	/* The window starts again above the first row, in the same memory. */
	if (map->stores_tiles && !row_window_start(window, map))
		return false;
	if (map->recipe.doors)
		write_doors(output, map, window);
	if (writer->route)
		write_route(output, writer->route);
	write_marks(output, map, show);
	write_labels(output, map, show);
	output_text(output, "</svg>\n");
	return true;
}

static void svg_free(void *state)
{
	row_window_free(state);
}

const struct format format_svg = {
	.name = "svg",
	.extensions = {"svg"},
	.summary = "scalable picture with floor, labels and marks as shapes",
	.holds = HOLDS_ONE_MAP,
	.looks = LOOK_SHOW | LOOK_TILE_SIZE | LOOK_ROUTE,
	.writer_state_size = sizeof(struct row_window),
	.write = svg_write,
	.free_writer_state = svg_free,
	.magics = {"<svg"},
};
