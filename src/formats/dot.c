/* SPDX-License-Identifier: MIT */
/*
 * The graph of rooms for graphviz: each room is a node, at its place and in its size, and each tunnel an edge. A tile
 * is a point, of which an inch has 72; `size` scales the picture to what a screen or a page shows.
 */
#include "formats/format.h"
#include "formats/put.h"

enum {
	POINTS_PER_INCH = 72,
	PIECE_MOST = 512, /* bytes; more than a node takes */
};

/* Graphviz places nodes in points, but wants their size in inches. */
static char *put_inches(char *at, uint32_t points)
{
	uint32_t thousandths = (uint32_t)(points % POINTS_PER_INCH * 1000 / POINTS_PER_INCH);
	at = put_number(at, points / POINTS_PER_INCH);
	*at++ = '.';
	*at++ = (char)('0' + thousandths / 100);
	*at++ = (char)('0' + thousandths / 10 % 10);
	*at++ = (char)('0' + thousandths % 10);
	return at;
}

static void write_node(const struct dungeon *dungeon, uint32_t index, struct output *output)
{
	struct area floor = room_floor(dungeon->rooms[index]);
	struct point center = room_center(dungeon->rooms[index]);
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "\t");
	at = put_number(at, index);
	at = PUT(at, " [pos=\"");
	at = put_number(at, center.x);
	at = PUT(at, ",");
	/* Up is positive in graphviz; the last row is its 0. */
	at = put_number(at, dungeon->recipe.height - 1 - center.y);
	at = PUT(at, "!\", width=");
	at = put_inches(at, floor.width);
	at = PUT(at, ", height=");
	at = put_inches(at, floor.height);
	if (index == 0)
		at = PUT(at, ", fillcolor=\"#6cbf73\"");
	else if (center.x == dungeon->exit.x && center.y == dungeon->exit.y)
		at = PUT(at, ", fillcolor=\"#e8835b\"");
	at = PUT(at, "];\n");
	output_advance(output, (size_t)(at - start));
}

static void write_edge(struct tunnel tunnel, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "\t");
	at = put_number(at, tunnel.from);
	at = PUT(at, " -- ");
	at = put_number(at, tunnel.to);
	at = PUT(at, ";\n");
	output_advance(output, (size_t)(at - start));
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct output *output = writer->output;
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "graph \"dungen: seed ");
	at = put_number(at, dungeon->recipe.seed);
	at = PUT(at, "\" {\n");
	output_advance(output, (size_t)(at - start));
	output_text(output,
		    "\tgraph [inputscale=72, size=\"12,12!\", outputorder=edgesfirst, ranksep=.05, nodesep=.05];\n"
		    "\tnode [shape=box, fixedsize=shape, margin=0, style=filled, fillcolor=\"#e6dcc3\", penwidth=.1,"
		    " fontname=\"sans-serif\", fontsize=2];\n"
		    "\tedge [penwidth=.2];\n");
	for (uint32_t i = 0; i < dungeon->room_count && !output->error; i++)
		write_node(dungeon, i, output);
	for (uint32_t i = 0; i < dungeon->tunnel_count && !output->error; i++)
		write_edge(dungeon->tunnels[i], output);
	output_text(output, "}\n");
	return true;
}

const struct format format_dot = {
	.name = "dot",
	.extensions = {{"dot", true}, {"gv", true}},
	.summary = "Graphviz graph of rooms and tunnels, with positions",
	.one_map = true,
	.write = write_map,
};
