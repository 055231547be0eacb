/* SPDX-License-Identifier: MIT */
/*
 * A picture whose unit is a tile. The floor is drawn twice: first with a thick stroke, which makes the walls around it,
 * then without. The style sheet names classes, so that a page can override it by the ids of the same elements.
 */
#include "formats/format.h"
#include "formats/put.h"

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

static struct cursor put_root(struct cursor cursor, const struct dungeon *dungeon, uint32_t tile_size)
{
	const struct recipe *recipe = &dungeon->recipe;
	cursor = put_text(cursor, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
	cursor = put_attribute(cursor, "width", (uint64_t)recipe->width * tile_size);
	cursor = put_attribute(cursor, "height", (uint64_t)recipe->height * tile_size);
	cursor = put_pair(cursor, " viewBox=\"0 0 ", recipe->width);
	cursor = put_pair(cursor, " ", recipe->height);
	cursor = put_title(put_text(cursor, "\">\n<title>"), dungeon);
	return put_text(cursor, "</title>\n");
}

static struct cursor put_area(struct cursor cursor, struct area area)
{
	cursor = put_attribute(cursor, "x", area.x1);
	cursor = put_attribute(cursor, "y", area.y1);
	cursor = put_attribute(cursor, "width", area_width(area));
	cursor = put_attribute(cursor, "height", area_height(area));
	return put_text(cursor, "/>\n");
}

/* Puts the tiles of a map without rooms that have a byte other than 0, each run along a row as one area. */
static bool put_tiles(struct cursor *cursor, struct rows *rows, const struct dungeon *dungeon,
		      const struct row_bytes *bytes)
{
	const char *tiles;
	if (!rows_start(rows, dungeon, bytes))
		return false;
	for (uint32_t y = 0, width = dungeon->recipe.width; !cursor->output->error && (tiles = rows_next(rows)); y++)
		for (uint32_t x = 0, end; x < width; x = end) {
			for (end = x + 1; end < width && tiles[end] == tiles[x];)
				end++;
			if (tiles[x])
				*cursor = put_area(put_text(*cursor, "<rect"), (struct area){x, y, end - 1, y});
		}
	return true;
}

/* Puts the floor. Returns false if out of memory. */
static bool put_floor(struct cursor *at, struct rows *rows, const struct dungeon *dungeon)
{
	static const struct row_bytes floor = {.kind = {[TILE_FLOOR] = 1, [TILE_DOOR] = 1}, .end = ""};
	struct cursor cursor = put_text(*at, "<g id=\"floor\" class=\"floor\">\n");
	if (dungeon->lacks & LACKS_ROOMS) {
		bool put = put_tiles(&cursor, rows, dungeon, &floor);
		*at = put_text(cursor, "</g>\n");
		return put;
	}
	cursor = put_text(cursor, "<g class=\"tunnels\">\n");
	uint32_t count = dungeon_area_count(dungeon);
	for (uint32_t i = dungeon->room_count; i < count && !cursor.output->error; i++)
		cursor = put_area(put_text(cursor, "<rect"), dungeon_area(dungeon, i));
	cursor = put_text(cursor, "</g>\n<g class=\"rooms\">\n");
	for (uint32_t i = 0; i < dungeon->room_count && !cursor.output->error; i++) {
		cursor = put_pair(cursor, "<rect id=\"room", i);
		cursor = put_area(put_text(cursor, "\""), dungeon_area(dungeon, i));
	}
	*at = put_text(cursor, "</g>\n</g>\n");
	return true;
}

/* Puts the doors. A page can override the attribute as well as the style sheet. */
static struct cursor put_doors(struct cursor cursor, struct rows *rows, const struct dungeon *dungeon)
{
	static const struct row_bytes doors = {.kind = {[TILE_DOOR] = 1}, .end = ""};
	cursor = put_text(cursor, "<g id=\"doors\" fill=\"#8a5a2b\">\n");
	/* The rows have their memory since put_floor. */
	if (dungeon->lacks & LACKS_ROOMS)
		(void)put_tiles(&cursor, rows, dungeon, &doors);
	for (uint32_t i = 0; i < dungeon->door_count && !cursor.output->error; i++) {
		struct point door = dungeon->doors[i].at;
		cursor = put_area(put_text(cursor, "<rect"), area_between(door, door));
	}
	return put_text(cursor, "</g>\n");
}

/* Marks that are not shown are hidden, not left out, so that a page can show them. */
static const char *hidden_unless(bool shown)
{
	return shown ? "" : " display=\"none\"";
}

static struct cursor put_marks(struct cursor cursor, const struct dungeon *dungeon, unsigned show)
{
	cursor = put_text(cursor, "<g id=\"marks\" transform=\"translate(.5 .5)\">\n");
	const struct mark spawn = dungeon->marks[MARK_SPAWN], exit = dungeon->marks[MARK_EXIT];
	if (exit.is_set) {
		cursor = put_text(cursor, "<path id=\"exit\" class=\"exit\"");
		cursor = put_text(cursor, hidden_unless(show & SHOW_EXIT));
		cursor = put_pair(cursor, " d=\"M", exit.at.x);
		cursor = put_pair(cursor, " ", exit.at.y);
		cursor = put_text(cursor, "m-.7-.7h1.4v1.4h-1.4z\"/>\n");
	}
	if (spawn.is_set) {
		cursor = put_text(cursor, "<circle id=\"spawn\" class=\"spawn\"");
		cursor = put_text(cursor, hidden_unless(show & SHOW_SPAWN));
		cursor = put_attribute(cursor, "cx", spawn.at.x);
		cursor = put_attribute(cursor, "cy", spawn.at.y);
		cursor = put_text(cursor, " r=\".7\"/>\n");
	}
	return put_text(cursor, "</g>\n");
}

static struct cursor put_labels(struct cursor cursor, const struct dungeon *dungeon, unsigned show)
{
	/* .93 is the baseline on which the digits are centered in their tile. */
	cursor = put_text(cursor, "<g id=\"labels\" class=\"labels\" transform=\"translate(.5 .93)\"");
	cursor = put_text(put_text(cursor, hidden_unless(show & SHOW_LABELS)), ">\n");
	for (uint32_t i = 0; i < dungeon->room_count && !cursor.output->error; i++) {
		struct point center = room_center(dungeon->rooms[i]);
		cursor = put_attribute(put_text(cursor, "<text"), "x", center.x);
		cursor = put_attribute(cursor, "y", center.y);
		cursor = put_text(put_pair(cursor, ">", i), "</text>\n");
	}
	return put_text(cursor, "</g>\n");
}

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	const struct area whole = {0, 0, recipe->width - 1, recipe->height - 1};
	unsigned show = writer->style->show;
	struct cursor cursor = put_root(cursor_begin(writer->output), dungeon, writer->style->tile_size);
	cursor = put_area(put_text(put_text(cursor, style_sheet), "<rect class=\"rock\""), whole);
	cursor = put_text(cursor, "<use class=\"walls\" href=\"#floor\"/>\n");
	if (!put_floor(&cursor, &writer->marks.rows, dungeon))
		return false;
	cursor = put_text(cursor, "<pattern id=\"grid\" class=\"grid\" width=\"1\" height=\"1\""
				  " patternUnits=\"userSpaceOnUse\"><path d=\"M0 1V0H1\"/></pattern>\n"
				  "<rect fill=\"url(#grid) none\"");
	cursor = put_area(cursor, whole);
	if (recipe->doors)
		cursor = put_doors(cursor, &writer->marks.rows, dungeon);
	cursor = put_marks(cursor, dungeon, show);
	cursor = put_labels(cursor, dungeon, show);
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
