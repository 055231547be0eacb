/* SPDX-License-Identifier: MIT */
/*
 * The graph of rooms for Graphviz: a room is a node with its place and size, a tunnel an edge. A
 * tile is one point, 1/72 of an inch; `size` scales the picture to a screen or a page.
 */
#include "formats/format.h"
#include "formats/put.h"

enum { POINTS_PER_INCH = 72 };

/* Graphviz takes positions in points, but sizes in inches: with three decimals, rounded down. */
static struct cursor put_inches(struct cursor cursor, const char *text, uint32_t points)
{
	uint32_t thousandths = points % POINTS_PER_INCH * 1000 / POINTS_PER_INCH;
	cursor = put_number(cursor, text, points / POINTS_PER_INCH);
	cursor = put_number(cursor, ".", thousandths / 100);
	return put_number(put_number(cursor, "", thousandths / 10 % 10), "", thousandths % 10);
}

static struct cursor put_node(struct cursor cursor, const struct map *map, uint32_t index)
{
	struct area floor = room_floor(map->rooms[index]);
	struct point center = room_center(map->rooms[index]);
	cursor = put_number(cursor, "\t", index);
	cursor = put_number(cursor, " [pos=\"", center.x);
	/* In Graphviz y grows upward; the last row is its 0. */
	cursor = put_number(cursor, ",", map->recipe.height - 1 - center.y);
	cursor = put_inches(cursor, "!\", width=", area_width(floor));
	cursor = put_inches(cursor, ", height=", area_height(floor));
	for (size_t i = 0; i < MARK_KINDS; i++) {
		static const char *const colors[MARK_KINDS] = {"#6cbf73", "#e8835b"};
		struct mark mark = map->marks[i];
		if (mark.is_set && mark.at.x == center.x && mark.at.y == center.y) {
			cursor = put_text(put_text(put_text(cursor, ", fillcolor=\""), colors[i]),
					  "\"");
			break;
		}
	}
	return put_text(cursor, "];\n");
}

static bool write_map(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	struct cursor cursor = put_seed(put_text(cursor_begin(output), "graph \"dungen"), ": seed ",
					map, "");
	cursor = put_text(cursor, "\" {\n"
				  "\tgraph [inputscale=72, size=\"12,12!\", "
				  "outputorder=edgesfirst, ranksep=.05, nodesep=.05];\n"
				  "\tnode [shape=box, fixedsize=shape, margin=0, style=filled, "
				  "fillcolor=\"#e6dcc3\", penwidth=.1,"
				  " fontname=\"sans-serif\", fontsize=2];\n"
				  "\tedge [penwidth=.2];\n");
	for (uint32_t i = 0; i < map->room_count && !output->error; i++)
		cursor = put_node(cursor, map, i);
	for (uint32_t i = 0; i < map->tunnel_count && !output->error; i++) {
		cursor = put_number(cursor, "\t", map->tunnels[i].from);
		cursor = put_number(cursor, " -- ", map->tunnels[i].to);
		cursor = put_text(cursor, ";\n");
	}
	cursor_end(put_text(cursor, "}\n"));
	return true;
}

/* A graph has nodes, which are rooms. */
static void find_map_fault(const struct style *style, const struct map *map,
			   const struct label *label, struct text *fault)
{
	(void)label;
	(void)style;
	if (map->room_count == 0)
		text_add(fault, "has no rooms, which dot needs; choose --format json or text");
}

const struct format format_dot = {
	.name = "dot",
	.extensions = {{"dot", true}, {"gv", true}},
	.summary = "Graphviz graph of rooms and tunnels, with positions",
	.one_map = true,
	.find_map_fault = find_map_fault,
	.write = write_map,
	.magic = "graph ",
};
