/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. The floor is drawn twice: first with a thick stroke, which makes the walls around it,
 * then without. The style sheet names classes, so that a page can override it by the ids of the same elements.
 */
#include "formats/format.h"
#include "formats/put.h"

#include <string.h>

enum {
	TILE_PIXELS = 16, /* the size of a tile where nothing else sets that of the picture */
	PIECE_MOST = 512, /* bytes; more than the root element or a shape takes */
};

static const char style_sheet[] = "<style>\n"
				  ".rock,.walls,.floor{shape-rendering:crispEdges}\n"
				  ".rock{fill:#22252e}\n"
				  ".walls{stroke:#5b6072;stroke-width:.8}\n"
				  ".floor{fill:#e6dcc3}\n"
				  ".grid{fill:none;stroke:#22252e;stroke-opacity:.25;stroke-width:.06}\n"
				  ".spawn{fill:#6cbf73}\n"
				  ".exit{fill:#e8835b}\n"
				  ".labels{fill:#22252e;font:1.2px sans-serif;text-anchor:middle}\n"
				  "</style>\n";

static void write_root(const struct recipe *recipe, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
	at = put_attribute(at, "width", (uint64_t)recipe->width * TILE_PIXELS);
	at = put_attribute(at, "height", (uint64_t)recipe->height * TILE_PIXELS);
	at = PUT(at, " viewBox=\"0 0 ");
	at = put_number(at, recipe->width);
	at = PUT(at, " ");
	at = put_number(at, recipe->height);
	at = PUT(at, "\">\n<title>dungen: seed ");
	at = put_number(at, recipe->seed);
	at = PUT(at, "</title>\n");
	output_advance(output, (size_t)(at - start));
}

static char *put_area(char *at, struct area area)
{
	at = put_attribute(at, "x", area.x);
	at = put_attribute(at, "y", area.y);
	at = put_attribute(at, "width", area.width);
	at = put_attribute(at, "height", area.height);
	return PUT(at, "/>\n");
}

/* A rectangle of the map's size. */
static void write_cover(const struct recipe *recipe, const char *begin, struct output *output)
{
	output_text(output, begin);
	char *start = output_reserve(output, PIECE_MOST);
	char *at = put_area(start, (struct area){0, 0, recipe->width, recipe->height});
	output_advance(output, (size_t)(at - start));
}

static void write_floor(const struct dungeon *dungeon, struct output *output)
{
	output_text(output, "<g id=\"floor\" class=\"floor\">\n<g class=\"tunnels\">\n");
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = dungeon->room_count; i < count && !output->error; i++) {
		char *start = output_reserve(output, PIECE_MOST);
		char *at = put_area(PUT(start, "<rect"), dungeon_area(dungeon, i));
		output_advance(output, (size_t)(at - start));
	}
	output_text(output, "</g>\n<g class=\"rooms\">\n");
	for (uint32_t i = 0; i < dungeon->room_count && !output->error; i++) {
		char *start = output_reserve(output, PIECE_MOST);
		char *at = PUT(start, "<rect id=\"room");
		at = put_number(at, i);
		at = PUT(at, "\"");
		at = put_area(at, dungeon_area(dungeon, i));
		output_advance(output, (size_t)(at - start));
	}
	output_text(output, "</g>\n</g>\n");
}

/* What is not shown is there and hidden: a page may show it. */
static const char *hidden_unless(bool shown)
{
	return shown ? "" : " display=\"none\"";
}

/* In the colors of an attribute, which a page overrides as it does the style sheet. */
static void write_doors(const struct dungeon *dungeon, struct output *output)
{
	output_text(output, "<g id=\"doors\" fill=\"#8a5a2b\">\n");
	for (uint32_t i = 0; i < dungeon->door_count && !output->error; i++) {
		struct point at = dungeon->doors[dungeon->door_order[i]].at;
		char *start = output_reserve(output, PIECE_MOST);
		char *end = put_area(PUT(start, "<rect"), (struct area){at.x, at.y, 1, 1});
		output_advance(output, (size_t)(end - start));
	}
	output_text(output, "</g>\n");
}

static void write_marks(const struct dungeon *dungeon, unsigned show, struct output *output)
{
	output_text(output, "<g id=\"marks\" transform=\"translate(.5 .5)\">\n");
	output_text(output, "<path id=\"exit\" class=\"exit\"");
	output_text(output, hidden_unless(show & SHOW_EXIT));
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, " d=\"M");
	at = put_number(at, dungeon->exit.x);
	at = PUT(at, " ");
	at = put_number(at, dungeon->exit.y);
	at = PUT(at, "m-.7-.7h1.4v1.4h-1.4z\"/>\n");
	output_advance(output, (size_t)(at - start));

	output_text(output, "<circle id=\"spawn\" class=\"spawn\"");
	output_text(output, hidden_unless(show & SHOW_SPAWN));
	start = output_reserve(output, PIECE_MOST);
	at = put_attribute(start, "cx", dungeon->spawn.x);
	at = put_attribute(at, "cy", dungeon->spawn.y);
	at = PUT(at, " r=\".7\"/>\n</g>\n");
	output_advance(output, (size_t)(at - start));
}

static void write_labels(const struct dungeon *dungeon, unsigned show, struct output *output)
{
	/* The numbers stand on a line; this one is where they are in the middle of a tile. */
	output_text(output, "<g id=\"labels\" class=\"labels\" transform=\"translate(.5 .93)\"");
	output_text(output, hidden_unless(show & SHOW_LABELS));
	output_text(output, ">\n");
	for (uint32_t i = 0; i < dungeon->room_count && !output->error; i++) {
		struct point center = room_center(dungeon->rooms[i]);
		char *start = output_reserve(output, PIECE_MOST);
		char *at = PUT(start, "<text");
		at = put_attribute(at, "x", center.x);
		at = put_attribute(at, "y", center.y);
		at = PUT(at, ">");
		at = put_number(at, i);
		at = PUT(at, "</text>\n");
		output_advance(output, (size_t)(at - start));
	}
	output_text(output, "</g>\n");
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	struct output *output = writer->output;
	unsigned show = writer->style->show;
	write_root(recipe, output);
	output_text(output, style_sheet);
	write_cover(recipe, "<rect class=\"rock\"", output);
	output_text(output, "<use class=\"walls\" href=\"#floor\"/>\n");
	write_floor(dungeon, output);
	output_text(output,
		    "<pattern id=\"grid\" class=\"grid\" width=\"1\" height=\"1\" patternUnits=\"userSpaceOnUse\">"
		    "<path d=\"M0 1V0H1\"/></pattern>\n");
	write_cover(recipe, "<rect fill=\"url(#grid) none\"", output);
	if (recipe->doors)
		write_doors(dungeon, output);
	write_marks(dungeon, show, output);
	write_labels(dungeon, show, output);
	output_text(output, "</svg>\n");
	return true;
}

const struct format format_svg = {
	.name = "svg",
	.extensions = {{"svg", true}},
	.summary = "scalable picture with floor, labels and marks as shapes",
	.one_map = true,
	.picture = true,
	.styles = STYLE_SHOW,
	.write = write_map,
};
