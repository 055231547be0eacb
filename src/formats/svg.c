/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. It contains only what it shows, because players may read it. The
 * floor is drawn four times: first with a thick stroke, which draws the walls around it, then with
 * a thin dark one for their edges, then without, then with the grid. The style sheet selects
 * classes. A page that contains the picture can override it by selecting the ids of the same
 * elements, because an id outweighs a class.
 */
#include "formats/drawing.h"
#include "formats/format.h"
#include "formats/hatch.h"
#include "formats/writer.h"
#include "map/row_window.h"

#include <inttypes.h>
#include <string.h>

enum {
	TITLE_ROWS = 3,   /* tiles above the map */
	TITLE_SIZE = 200, /* largest font size of the title, in hundredths of a tile */
};

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

/* Writes a literal and a length, which is given in hundredths of a tile. */
static void write_length(struct output *output, const char *literal, int64_t hundredths)
{
	const uint64_t length = (uint64_t)(hundredths < 0 ? -hundredths : hundredths);
	const unsigned tenths = (unsigned)(length / 10 % 10);
	const unsigned rest = (unsigned)(length % 10);
	output_print(output, hundredths < 0 ? "%s-" : "%s", literal);
	if (length >= 100 || length == 0)
		output_number(output, "", length / 100);
	if (tenths > 0 || rest > 0)
		output_number(output, ".", tenths);
	if (rest > 0)
		output_number(output, "", rest);
}

/* Writes the end of an element that is a rectangle. */
static void write_box(struct output *output, struct box box)
{
	write_length(output, " x=\"", box.x1);
	write_length(output, "\" y=\"", box.y1);
	write_length(output, "\" width=\"", box.x2 - box.x1);
	write_length(output, "\" height=\"", box.y2 - box.y1);
	output_text(output, "\"/>\n");
}

/* Writes a text in XML. */
static void write_escaped(struct output *output, const char *text)
{
	for (; *text; text++) {
		if (*text == '&')
			output_text(output, "&amp;");
		else if (*text == '<')
			output_text(output, "&lt;");
		else
			output_print(output, "%c", *text);
	}
}

/* Writes the title in the middle above the map, in letters that become smaller if it is long. */
static void write_title(struct output *output, struct area frame, const char *title)
{
	/* A letter is about half as wide as high. */
	const int64_t wished = area_width(frame) * INT64_C(180) / (int64_t)strlen(title);
	const int64_t size = wished < TITLE_SIZE ? wished : TITLE_SIZE;
	write_length(output, "<text id=\"title\" class=\"title\" x=\"",
		     (frame.x1 * INT64_C(2) + area_width(frame)) * 50);
	write_length(output, "\" y=\"", frame.y1 * INT64_C(100) - 50);
	write_length(output, "\" font-size=\"", size);
	output_text(output, "\">");
	write_escaped(output, title);
	output_text(output, "</text>\n");
}

/* Writes the pattern of the theme with strokes along the walls. */
static void write_hatch(struct output *output)
{
	output_print(output,
		     "<pattern id=\"hatch\" width=\"%u\" height=\"%u\""
		     " patternUnits=\"userSpaceOnUse\"><path class=\"hatch\" d=\"\n",
		     HATCH_TILES, HATCH_TILES);
	for (uint32_t i = 0; i < HATCH_STROKES; i++) {
		const struct box stroke = hatch_stroke(i);
		write_length(output, "M", stroke.x1);
		write_length(output, " ", stroke.y1);
		write_length(output, "L", stroke.x2);
		write_length(output, " ", stroke.y2);
		output_text(output, "\n");
	}
	output_text(output, "\"/></pattern>\n");
}

/*
 * Writes the beginning, with the style sheet and the rock. The grid is a light line in the color of
 * labels. A browser that has opened the picture prints it on one page. It would cut off a larger
 * picture.
 */
static void write_head(struct writer *writer, struct area frame, unsigned show)
{
	struct output *output = writer->output;
	const struct style *style = writer->style;
	const char *title = writer->title;
	const uint32_t tile_size = style_tile_size(style, TILE_SIZE_DEFAULT);
	const struct theme *theme = &theme_table[style->theme];
	const char *const *color = theme->color;
	const uint32_t width = area_width(frame);
	/* The title is in rows above the map. */
	const uint32_t title_rows = title ? TITLE_ROWS : 0;
	const uint64_t height = area_height(frame) + (uint64_t)title_rows;
	const int64_t top = (int64_t)frame.y1 - title_rows;
	output_print(output,
		     "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%" PRIu64
		     "\" height=\"%" PRIu64 "\" viewBox=\"%u %" PRId64 " %u %" PRIu64
		     "\">\n<title>",
		     (uint64_t)width * tile_size, height * tile_size, frame.x1, top, width, height);
	write_escaped(output, title ? title : "dungen");
	output_text(output, "</title>\n");
	output_print(output,
		     "<style>\n"
		     "@media print{svg:root{width:100%%;height:100%%}}\n"
		     ".rock,.walls{shape-rendering:crispEdges}\n"
		     ".rock{fill:#%s}\n"
		     ".walls{fill:none;stroke:%s%s;stroke-width:%u.%u}\n"
		     ".edges{fill:none;stroke:#%s;stroke-width:.%u}\n"
		     ".floor{fill:#%s}\n"
		     ".grid{fill:none;stroke:#%s;stroke-opacity:.25;stroke-width:.06}\n"
		     ".doors{fill:#%s;stroke:#%s;stroke-width:.%u}\n"
		     ".route{fill:none;stroke:#%s;stroke-width:.2;stroke-dasharray:.6 .4;"
		     "stroke-dashoffset:.3}\n"
		     ".spawn{fill:#%s}\n"
		     ".exit{fill:#%s}\n"
		     ".labels,.numbers,.title{font-family:sans-serif;text-anchor:middle}\n"
		     ".labels{fill:#%s;stroke:#%s;stroke-width:.2;stroke-linejoin:round;"
		     "paint-order:stroke}\n",
		     color[COLOR_ROCK], theme->has_hatch ? "url(#hatch) #" : "#", color[COLOR_WALL],
		     theme->wall_reach / 50, theme->wall_reach / 5 % 10, color[COLOR_EDGE],
		     LINE * 2, color[COLOR_FLOOR], color[COLOR_LABEL], color[COLOR_DOOR],
		     color[COLOR_DOOR_FRAME], LINE, color[COLOR_ROUTE], color[COLOR_SPAWN],
		     color[COLOR_EXIT], color[COLOR_LABEL], color[COLOR_FLOOR]);
	if (show & SHOW_LOCKS)
		output_print(output, ".numbers{fill:#%s}\n", color[COLOR_FLOOR]);
	if (show & (SHOW_LOCKS | SHOW_SECRETS))
		output_print(output, ".bars{fill:#%s}\n", color[COLOR_EDGE]);
	if (title)
		output_print(output, ".title{fill:#%s;font-family:serif}\n", color[COLOR_TITLE]);
	if (theme->has_hatch)
		output_print(output, ".hatch{stroke:#%s;stroke-width:.0%u}\n", color[COLOR_WALL],
			     HATCH_WIDTH);
	output_print(output,
		     "</style>\n<rect class=\"rock\" x=\"%u\" y=\"%" PRId64
		     "\" width=\"%u\" height=\"%" PRIu64 "\"/>\n",
		     frame.x1, top, width, height);
	if (title)
		write_title(output, frame, title);
	if (theme->has_hatch)
		write_hatch(output);
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
		write_box(output, area_box(map_area(map, i)));
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

static void write_shape(struct output *output, const struct shape *shape)
{
	/* Half of the frame is outside. */
	const int64_t inset = shape->layer == LAYER_DOORS ? LINE / 2 : 0;
	if (shape->is_text) {
		write_length(output, "<text x=\"", shape->x);
		write_length(output, "\" y=\"", shape->y + shape->reach * LABEL_DIGIT_HEIGHT / 200);
		write_length(output, "\" font-size=\"", shape->reach);
		output_text(output, shape->number > 0 ? "\">" : "\">S");
		if (shape->number > 0)
			output_number(output, "", shape->number);
		output_text(output, "</text>\n");
	} else if (shape->height == 0) {
		write_length(output, "<circle cx=\"", shape->x);
		write_length(output, "\" cy=\"", shape->y);
		write_length(output, "\" r=\"", shape->reach);
		output_text(output, "\"/>\n");
	} else {
		write_length(output, "<path d=\"M", shape->x - shape->reach + inset);
		write_length(output, " ", shape->y + inset);
		write_length(output, "h", 2 * (shape->reach - inset));
		write_length(output, "l", shape->reach_below - shape->reach);
		write_length(output, " ", shape->height - 2 * inset);
		write_length(output, "h", 2 * (inset - shape->reach_below));
		output_text(output, "z\"/>\n");
	}
}

/* Writes everything above the floor and the route. Doors are a group even if there are none. */
static void write_drawing(struct output *output, const struct drawing *drawing, bool has_doors,
			  bool has_marks)
{
	for (enum layer layer = 0; layer < LAYERS; layer++) {
		const struct layer_look *look = &layer_table[layer];
		bool is_empty = layer != LAYER_DOORS || !has_doors;
		for (uint32_t i = 0; i < drawing->count && is_empty; i++)
			is_empty = drawing->list[i].layer != layer;
		if (layer == LAYER_EXIT && has_marks)
			output_text(output, "<g id=\"marks\">\n");
		if (!is_empty)
			output_print(output, "<g id=\"%s\" class=\"%s\">\n", look->id,
				     look->class_name);
		for (uint32_t i = 0; i < drawing->count; i++)
			if (drawing->list[i].layer == layer)
				write_shape(output, &drawing->list[i]);
		if (!is_empty)
			output_text(output, "</g>\n");
	}
	if (has_marks)
		output_text(output, "</g>\n");
}

/* Memory that the maps of a run share. */
struct svg_writer {
	struct row_window window;
	struct drawing drawing;
};

static bool svg_write(struct writer *writer, const struct map *map)
{
	struct svg_writer *svg = writer->state;
	struct output *output = writer->output;
	const unsigned show = style_shown(writer->style, map);
	if (!(show & SHOW_SECRETS))
		map = writer_players_map(writer, map);
	if (!map || !drawing_start(&svg->drawing, map, show))
		return false;
	if (map->stores_tiles && !row_window_start(&svg->window, map))
		return false;
	write_head(writer, style_frame(writer->style, map), show);
	if (!write_floor(output, map, &svg->window, &writer->rows.sort, show))
		return false;
	if (writer->route)
		write_route(output, writer->route);
	write_drawing(output, &svg->drawing, map->recipe.doors, show & (SHOW_SPAWN | SHOW_EXIT));
	output_text(output, "</svg>\n");
	return true;
}

static void svg_free(void *state)
{
	struct svg_writer *svg = state;
	row_window_free(&svg->window);
	drawing_free(&svg->drawing);
}

const struct format format_svg = {
	.name = "svg",
	.keeps_locks = true,
	.group = "picture",
	.extensions = {"svg"},
	.summary = "scalable picture with floor, labels and marks as shapes",
	.holds = HOLDS_ONE_MAP,
	.looks = LOOK_SHOW | LOOK_TILE_SIZE | LOOK_ROUTE | LOOK_THEME | LOOK_CROP | LOOK_TITLE,
	.writer_state_size = sizeof(struct svg_writer),
	.write = svg_write,
	.free_writer_state = svg_free,
	.magics = {"<svg"},
};
