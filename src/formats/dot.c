/* SPDX-License-Identifier: MIT */
/*
 * The graph of rooms for Graphviz. A room is a node with its place and size, and a tunnel is an
 * edge. A tile is one point, 1/72 of an inch. The attribute "size" lets Graphviz scale the picture
 * to a screen or a page.
 */
#include "formats/format.h"
#include "formats/put.h"

enum { POINTS_PER_INCH = 72 };

static const char *const dot_mark_colors[MARK_KINDS] = {
	[MARK_SPAWN] = "#6cbf73",
	[MARK_EXIT] = "#e8835b",
};

/*
 * Puts a text and a size in inches, with three decimals and rounded down. Graphviz reads positions
 * in points, but sizes in inches.
 */
static struct cursor put_inches(struct cursor cursor, const char *text, uint32_t points)
{
	const uint32_t thousandths = points % POINTS_PER_INCH * 1000 / POINTS_PER_INCH;
	cursor = put_number(cursor, text, points / POINTS_PER_INCH);
	cursor = put_number(cursor, ".", thousandths / 100);
	cursor = put_number(cursor, "", thousandths / 10 % 10);
	return put_number(cursor, "", thousandths % 10);
}

/* Puts the color of the first mark on a tile, or nothing if the tile has none. */
static struct cursor put_mark_color(struct cursor cursor, const struct map *map, struct point at)
{
	for (size_t i = 0; i < MARK_KINDS; i++) {
		const struct mark *mark = &map->marks[i];
		if (!mark->is_set || mark->at.x != at.x || mark->at.y != at.y)
			continue;
		cursor = put_text(cursor, ", fillcolor=\"");
		cursor = put_text(cursor, dot_mark_colors[i]);
		return put_text(cursor, "\"");
	}
	return cursor;
}

static struct cursor put_node(struct cursor cursor, const struct map *map, uint32_t index)
{
	const struct area floor = room_floor(map->rooms[index]);
	const struct point center = room_center(map->rooms[index]);
	cursor = put_number(cursor, "\t", index);
	cursor = put_number(cursor, " [pos=\"", center.x);
	/* In Graphviz y grows upward, and is 0 in the last row. */
	cursor = put_number(cursor, ",", map->recipe.height - 1 - center.y);
	cursor = put_inches(cursor, "!\", width=", area_width(floor));
	cursor = put_inches(cursor, ", height=", area_height(floor));
	cursor = put_mark_color(cursor, map, center);
	return put_text(cursor, "];\n");
}

static struct cursor put_edge(struct cursor cursor, const struct tunnel *tunnel)
{
	cursor = put_number(cursor, "\t", tunnel->from);
	cursor = put_number(cursor, " -- ", tunnel->to);
	return put_text(cursor, ";\n");
}

static bool dot_write(struct writer *writer, const struct map *map)
{
	const struct output *output = writer->output;
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_text(cursor, "graph \"dungen");
	cursor = put_seed(cursor, ": seed ", map, "");
	cursor = put_text(cursor, "\" {\n"
				  "\tgraph [inputscale=72, size=\"12,12!\", "
				  "outputorder=edgesfirst, ranksep=.05, nodesep=.05];\n"
				  "\tnode [shape=box, fixedsize=shape, margin=0, style=filled, "
				  "fillcolor=\"#e6dcc3\", penwidth=.1, "
				  "fontname=\"sans-serif\", fontsize=2];\n"
				  "\tedge [penwidth=.2];\n");
	for (uint32_t i = 0; i < map->room_count && !output->error; i++)
		cursor = put_node(cursor, map, i);
	for (uint32_t i = 0; i < map->tunnel_count && !output->error; i++)
		cursor = put_edge(cursor, &map->tunnels[i]);
	cursor = put_text(cursor, "}\n");
	cursor_end(cursor);
	return true;
}

static void dot_find_map_fault(const struct style *style, const struct map *map,
			       const struct label *label, struct error *fault)
{
	(void)label;
	(void)style;
	if (map->room_count > 0)
		return;
	error_set_problem(fault, "cannot be written as dot without rooms");
	error_set_fix(fault, "choose --format json or text");
	error_suggest(fault, "format", "json");
}

const struct format format_dot = {
	.name = "dot",
	.extensions = {{"dot", true}, {"gv", true}},
	.summary = "Graphviz graph of rooms and tunnels, with positions",
	.one_map = true,
	.find_map_fault = dot_find_map_fault,
	.write = dot_write,
	.magics = {"graph "},
};
