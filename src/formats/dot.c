/* SPDX-License-Identifier: MIT */
/*
 * The graph of rooms for Graphviz. A room is a node with its place and size, and a tunnel is an
 * edge. A tile is one point, 1/72 of an inch. The attribute "size" lets Graphviz scale the picture
 * to a screen or a page.
 */
#include "formats/format.h"
#include "formats/writer.h"

#include <inttypes.h>

enum { POINTS_PER_INCH = 72 };

static const char *const mark_colors[MARK_KINDS] = {
	[MARK_SPAWN] = ", fillcolor=\"#6cbf73\"",
	[MARK_EXIT] = ", fillcolor=\"#e8835b\"",
};

/*
 * Writes a text and a size in inches, with three decimals and rounded down. Graphviz reads
 * positions in points, but sizes in inches.
 */
static void write_inches(struct output *output, const char *text, uint32_t points)
{
	const uint32_t thousandths = points % POINTS_PER_INCH * 1000 / POINTS_PER_INCH;
	output_print(output, "%s%u.%u%u%u", text, points / POINTS_PER_INCH, thousandths / 100,
		     thousandths / 10 % 10, thousandths % 10);
}

static void write_node(struct output *output, const struct map *map, uint32_t index)
{
	const struct area floor = room_floor(map->rooms[index]);
	const struct point center = room_center(map->rooms[index]);
	/* In Graphviz y grows upward, and is 0 in the last row. */
	const uint32_t y = map->recipe.height - 1 - center.y;
	output_print(output, "\t%u [pos=\"%u,%u", index, center.x, y);
	write_inches(output, "!\", width=", area_width(floor));
	write_inches(output, ", height=", area_height(floor));
	/* The spawn comes first, and its color counts. */
	const char *color = "";
	for (size_t i = 0; i < MARK_KINDS && !*color; i++) {
		if (map->marks[i].is_set && points_are_equal(map->marks[i].at, center))
			color = mark_colors[i];
	}
	output_print(output, "%s];\n", color);
}

static bool dot_write(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	if (!writer_require_rooms(writer, map))
		return false;
	output_text(output, "graph \"dungen");
	if (!(map->lacks & LACKS_SEED))
		output_print(output, ": seed %" PRIu64, map->recipe.seed);
	output_text(output, "\" { // neato -n2 draws the rooms in their places\n"
			    "\tgraph [inputscale=72, size=\"12,12!\", "
			    "outputorder=edgesfirst, ranksep=.05, nodesep=.05];\n"
			    "\tnode [shape=box, fixedsize=shape, margin=0, style=filled, "
			    "fillcolor=\"#e6dcc3\", penwidth=.1, "
			    "fontname=\"sans-serif\", fontsize=2];\n"
			    "\tedge [penwidth=.2];\n");
	for (uint32_t i = 0; i < map->room_count; i++)
		write_node(output, map, i);
	for (uint32_t i = 0; i < map->tunnel_count; i++)
		output_print(output, "\t%u -- %u;\n", map->tunnels[i].from, map->tunnels[i].to);
	output_text(output, "}\n");
	return true;
}

const struct format format_dot = {
	.name = "dot",
	.extensions = {"dot", "gv"},
	.summary = "Graphviz graph of rooms and tunnels, with positions",
	.holds = HOLDS_ONE_MAP,
	.write = dot_write,
	.magics = {"graph "},
};
