/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. It contains only what it shows, because players may read it. The
 * floor is drawn four times: first with a thick stroke, which draws the walls around it, then with
 * a thin dark one for their edges, then without, then with the grid. The style sheet selects
 * classes. A page that contains the picture can override it by selecting the ids of the same
 * elements, because an id outweighs a class.
 */
#include "formats/format.h"
#include "formats/labels.h"
#include "formats/writer.h"
#include "map/row_window.h"

#include <inttypes.h>

/* Writes the end of an element that is a rectangle of tiles. */
static void write_area(struct output *output, struct area area)
{
	output_print(output, " x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>\n", area.x1, area.y1,
		     area_width(area), area_height(area));
}

/* Writes a rectangle of tiles as a part of a path. */
static void write_outline(struct output *output, struct area area)
{
	output_number(output, "M", area.x1);
	output_number(output, " ", area.y1);
	output_number(output, "h", area_width(area));
	output_number(output, "v", area_height(area));
	output_number(output, "h-", area_width(area));
	output_text(output, "z\n");
}

/*
 * Writes the beginning, with the style sheet and the rock. The grid is a light line in the color of
 * labels. A browser that has opened the picture prints it on one page. It would cut off a larger
 * picture.
 */
static void write_head(struct output *output, struct area frame, const struct style *style)
{
	const uint32_t tile_size = style_tile_size(style, TILE_SIZE_DEFAULT);
	const char *const *color = theme_table[style->theme].color;
	const uint32_t width = area_width(frame);
	const uint32_t height = area_height(frame);
	output_print(output,
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%" PRIu64
		     "\" height=\"%" PRIu64 "\" viewBox=\"%u %u %u %u\">\n<title>dungen</title>\n",
		     (uint64_t)width * tile_size, (uint64_t)height * tile_size, frame.x1, frame.y1,
		     width, height);
	output_print(output,
		     "<style>\n"
		     "@media print{svg:root{width:100%%;height:100%%}}\n"
		     ".rock,.walls,.edges,.floor,.doors{shape-rendering:crispEdges}\n"
		     ".rock{fill:#%s}\n"
		     ".walls{fill:none;stroke:#%s;stroke-width:.8}\n"
		     ".edges{fill:none;stroke:#%s;stroke-width:.2}\n"
		     ".floor{fill:#%s}\n"
		     ".grid{fill:none;stroke:#%s;stroke-opacity:.25;stroke-width:.06}\n"
		     ".doors{fill:#%s;stroke:#%s;stroke-width:.06}\n"
		     ".route{fill:none;stroke:#%s;stroke-width:.2}\n"
		     ".spawn{fill:#%s}\n"
		     ".exit{fill:#%s}\n"
		     ".labels{fill:#%s;stroke:#%s;stroke-width:.2;stroke-linejoin:round;"
		     "paint-order:stroke;font:1.2px sans-serif;text-anchor:middle}\n"
		     "</style>\n",
		     color[COLOR_ROCK], color[COLOR_WALL], color[COLOR_EDGE], color[COLOR_FLOOR],
		     color[COLOR_LABEL], color[COLOR_DOOR], color[COLOR_DOOR_FRAME],
		     color[COLOR_ROUTE], color[COLOR_SPAWN], color[COLOR_EXIT], color[COLOR_LABEL],
		     color[COLOR_FLOOR]);
	output_text(output, "<rect class=\"rock\"");
	write_area(output, frame);
}

/* The floor. */

/*
 * Returns a hash of the floor by FNV-1a, for its id. `areas` is the order in which it is drawn,
 * unless the map stores its tiles.
 */
static uint64_t hash_floor(const struct map *map, const uint32_t *areas)
{
	static const uint64_t prime = UINT64_C(1099511628211);
	uint64_t hash = UINT64_C(14695981039346656037) ^ map->recipe.width;
	if (map->stores_tiles) {
		for (uint64_t i = 0; i < recipe_tiles(&map->recipe); i++)
			hash = (hash ^ (uint64_t)map->tiles[i]) * prime;
		return hash;
	}
	for (uint32_t i = 0; i < map_area_count(map); i++) {
		const struct area area = map_area(map, areas[i]);
		hash = (hash ^ area.x1) * prime;
		hash = (hash ^ area.y1) * prime;
		hash = (hash ^ area.x2) * prime;
		hash = (hash ^ area.y2) * prime;
	}
	return hash;
}

/* Writes the rooms without a color, so that a page can find and show them. */
static void write_rooms(struct output *output, const struct map *map)
{
	output_text(output, "<g class=\"rooms\" fill=\"none\">\n");
	for (uint32_t i = 0; i < map->room_count; i++) {
		output_print(output, "<rect id=\"room%u\"", i);
		write_area(output, map_area(map, i));
	}
	output_text(output, "</g>\n");
}

/*
 * Writes the floor with its walls, and the grid. If the map stores its tiles, the window
 * was started. Returns false if out of memory.
 */
static bool write_floor(struct output *output, const struct map *map, struct row_window *window,
			struct memory *sort, unsigned show)
{
	/* The order in which rooms were placed would tell where the spawn and the exit are. */
	const uint32_t area_count = map_area_count(map);
	const uint32_t *areas = sort_indices(sort, area_count, map->recipe.height, map_area_row,
					     map);
	if (!areas)
		return false;
	/*
	 * The floor is drawn several times. Its id is a hash of it. Otherwise, a page with several
	 * pictures would draw the walls of the first one in all.
	 */
	const uint64_t hash = hash_floor(map, areas);
	output_print(output, "<use class=\"walls\" href=\"#map%" PRIu64 "\"/>\n", hash);
	output_print(output, "<use class=\"edges\" href=\"#map%" PRIu64 "\"/>\n", hash);
	output_print(output, "<g id=\"floor\" class=\"floor\"><path id=\"map%" PRIu64 "\" d=\"\n",
		     hash);
	if (map->stores_tiles) {
		for (uint32_t y = 0; !output->error && row_window_next(window); y++) {
			uint32_t start;
			uint32_t end = 0;
			while (row_window_find_run(window->current, map->recipe.width, &start,
						   &end))
				write_outline(output, (struct area){start, y, end - 1, y});
		}
	} else {
		for (uint32_t i = 0; i < area_count; i++)
			write_outline(output, map_area(map, areas[i]));
	}
	output_text(output, "\"/></g>\n");
	/* The numbers of rooms are secret as well. */
	if (show & SHOW_LABELS)
		write_rooms(output, map);
	output_text(output, "<pattern id=\"grid\" class=\"grid\" width=\"1\" height=\"1\""
			    " patternUnits=\"userSpaceOnUse\">"
			    "<path d=\"M0 1V0H1\"/></pattern>\n");
	/* "none" is for programs that do not find the pattern. */
	output_print(output, "<use fill=\"url(#grid) none\" href=\"#map%" PRIu64 "\"/>\n", hash);
	return true;
}

/* Everything above the floor. */

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

/*
 * Writes the doors from top to bottom. If the map stores its tiles, the window was started. Returns
 * false if out of memory.
 */
static bool write_doors(struct output *output, const struct map *map, struct row_window *window,
			struct memory *sort)
{
	const uint32_t *doors = sort_indices(sort, map->door_count, map->recipe.height,
					     map_door_row, map);
	if (!doors)
		return false;
	output_text(output, "<g id=\"doors\" class=\"doors\">\n");
	if (map->stores_tiles) {
		struct point at = {0, 0};
		for (; !output->error && row_window_next(window); at.y++) {
			for (at.x = 0; at.x < map->recipe.width; at.x++) {
				const size_t index = (size_t)at.x + 1;
				if (window->current[index] != TILE_DOOR)
					continue;
				write_door(output, at, row_window_door_is_upright(window, index));
			}
		}
	} else {
		for (uint32_t i = 0; i < map->door_count; i++) {
			const struct door *door = &map->doors[doors[i]];
			const struct area room = map->rooms[door->room];
			write_door(output, door->at,
				   door->at.x == room.x1 || door->at.x == room.x2);
		}
	}
	output_text(output, "</g>\n");
	return true;
}

/* Writes the route as a line through the middles of tiles. */
static void write_route(struct output *output, const struct route *route)
{
	output_text(output, "<polyline id=\"route\" class=\"route\""
			    " transform=\"translate(.5 .5)\" points=\"");
	for (uint32_t i = 0; i < route->corner_count; i++)
		output_print(output, "%s%u,%u", i > 0 ? " " : "", route->corners[i].x,
			     route->corners[i].y);
	output_text(output, "\"/>\n");
}

/* Writes the marks to show. The spawn is last, since it is drawn over the exit. */
static void write_marks(struct output *output, const struct map *map, unsigned show)
{
	const struct point spawn = map->marks[MARK_SPAWN].at;
	const struct point exit = map->marks[MARK_EXIT].at;
	const char *square = "m-.7-.7h1.4v1.4h-1.4z";
	const char *radius = ".7";
	if (!(show & (SHOW_SPAWN | SHOW_EXIT)))
		return;
	/* See labels_mark_reach. */
	if (show & SHOW_LABELS) {
		square = "m-.55-.55h1.1v1.1h-1.1z";
		radius = ".55";
	}
	output_text(output, "<g id=\"marks\" transform=\"translate(.5 .5)\">\n");
	if (show & SHOW_EXIT)
		output_print(output, "<path id=\"exit\" class=\"exit\" d=\"M%u %u%s\"/>\n", exit.x,
			     exit.y, square);
	if (show & SHOW_SPAWN)
		output_print(
			output,
			"<circle id=\"spawn\" class=\"spawn\" cx=\"%u\" cy=\"%u\" r=\"%s\"/>\n",
			spawn.x, spawn.y, radius);
	output_text(output, "</g>\n");
}

/* Writes the numbers of rooms, each with an outline in the color of the floor. */
static void write_labels(struct output *output, const struct map *map, unsigned show)
{
	/* .93 is the baseline on which the digits are centered in their tile. */
	output_text(output, "<g id=\"labels\" class=\"labels\" transform=\"translate(.5 .93)\">\n");
	for (uint32_t i = 0; i < map->room_count; i++) {
		/* A room and its wing have one label. */
		if (map_wing_of(map, i) != NO_ROOM)
			continue;
		output_print(output, "<text x=\"%u\" y=\"%u\">%u</text>\n",
			     room_center(map->rooms[i]).x, labels_row(map, i, show), i + 1);
	}
	output_text(output, "</g>\n");
}

static bool svg_write(struct writer *writer, const struct map *map)
{
	struct row_window *window = writer->state;
	struct output *output = writer->output;
	struct memory *sort = &writer->rows.sort;
	const unsigned show = style_shown(writer->style, map);
	if (map->stores_tiles && !row_window_start(window, map))
		return false;
	write_head(output, style_frame(writer->style, map), writer->style);
	if (!write_floor(output, map, window, sort, show))
		return false;
	/* The window starts again above the first row, in the same memory. */
	if (map->stores_tiles && !row_window_start(window, map))
		return false;
	if (map->recipe.doors && !write_doors(output, map, window, sort))
		return false;
	if (writer->route)
		write_route(output, writer->route);
	/* A mark may cover the outline of a label, but not the other way around. */
	if (show & SHOW_LABELS)
		write_labels(output, map, show);
	write_marks(output, map, show);
	output_text(output, "</svg>\n");
	return true;
}

static void svg_free(void *state)
{
	row_window_free(state);
}

const struct format format_svg = {
	.name = "svg",
	.group = "picture",
	.extensions = {"svg"},
	.summary = "scalable picture with floor, labels and marks as shapes",
	.holds = HOLDS_ONE_MAP,
	.looks = LOOK_SHOW | LOOK_TILE_SIZE | LOOK_ROUTE | LOOK_THEME | LOOK_CROP,
	.writer_state_size = sizeof(struct row_window),
	.write = svg_write,
	.free_writer_state = svg_free,
	.magics = {"<svg"},
};
