/* SPDX-License-Identifier: MIT */
/*
 * Universal VTT: a picture with walls and doors, for virtual tabletops. The format has no
 * specification. The keys are those that the map editor Dungeondraft writes, which every importer
 * reads.
 */
#include "formats/format.h"
#include "formats/picture.h"
#include "formats/writer.h"
#include "map/outlines.h"

enum { TILE_SIZE_DEFAULT_UVTT = 70 }; /* in pixels, as tabletops expect */

#define UVTT_BEGIN "{\"format\":0.3,\"resolution\"" /* how a file begins */

/* Memory that the maps of a run share. */
struct uvtt_writer {
	struct picture picture;
	struct outlines outlines;
};

/*
 * Writes the walls: each outline of the floor is a closed line. `start` is the first tile of the
 * picture.
 */
static void write_walls(struct output *output, struct outlines *outlines, struct point start)
{
	const struct point *corner = &outlines->corner;
	const char *separator = "";
	output_text(output, ",\"line_of_sight\":[");
	while (!output->error && outlines_next(outlines)) {
		output_print(output, "%s[{\"x\":%u,\"y\":%u}", separator, corner->x - start.x,
			     corner->y - start.y);
		while (!output->error && outlines_turn(outlines))
			output_print(output, ",{\"x\":%u,\"y\":%u}", corner->x - start.x,
				     corner->y - start.y);
		output_text(output, "]");
		separator = ",";
	}
	output_text(output, "],\"objects_line_of_sight\":[]");
}

/* Writes a point of the picture. */
static void write_point(struct output *output, struct spot spot)
{
	output_number(output, "{\"x\":", (uint64_t)spot.x / 100);
	output_print(output, "%s", spot.x % 100 > 0 ? ".5" : "");
	output_number(output, ",\"y\":", (uint64_t)spot.y / 100);
	output_print(output, "%s}", spot.y % 100 > 0 ? ".5" : "");
}

/* Writes the doors. They are where the picture draws their leaves. */
static void write_doors(struct output *output, const struct leaves *leaves, struct point start)
{
	const char *separator = "";
	output_text(output, ",\"portals\":[");
	for (uint32_t i = 0; !output->error && i < leaves->count; i++) {
		const struct leaf *leaf = &leaves->list[i];
		struct box box = leaf_box(leaf, 0, 0);
		/* It has been drawn for the game master, and is wall for tokens. */
		if (leaf->is_secret)
			continue;
		box.x1 -= start.x * INT64_C(100);
		box.x2 -= start.x * INT64_C(100);
		box.y1 -= start.y * INT64_C(100);
		box.y2 -= start.y * INT64_C(100);
		output_print(output, "%s{\"position\":", separator);
		write_point(output, (struct spot){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2});
		output_text(output, ",\"bounds\":[");
		write_point(output, (struct spot){box.x1, box.y1});
		output_text(output, ",");
		write_point(output, (struct spot){box.x2, box.y2});
		/* The rotation is a quarter turn or none, in radians. */
		output_print(output, "],\"rotation\":%s,\"closed\":true,\"freestanding\":false}",
			     leaf->is_upright ? "1.570796" : "0");
		separator = ",";
	}
	output_text(output, "]");
}

static bool uvtt_write(struct writer *writer, const struct map *map)
{
	struct uvtt_writer *uvtt = writer->state;
	struct output *output = writer->output;
	const uint32_t tile_size = style_tile_size(writer->style, TILE_SIZE_DEFAULT_UVTT);
	unsigned show = 0;
	/* Tabletops have marks and numbers of their own. */
	if (writer->style->is_show_chosen)
		show = style_shown(writer->style, map);
	/* The format has no secret doors. Tokens would see through them. */
	const struct map *players_map = writer_players_map(writer, map);
	const struct map *shown = show & SHOW_SECRETS ? map : players_map;
	if (!players_map || !picture_start(&uvtt->picture, writer, shown, tile_size, show))
		return false;
	if (!outlines_start(&uvtt->outlines, players_map))
		return false;
	const struct area frame = uvtt->picture.frame;
	const struct point start = {frame.x1, frame.y1};
	output_print(output,
		     UVTT_BEGIN
		     ":{\"map_origin\":{\"x\":0,\"y\":0},\"map_size\":{\"x\":%u,\"y\":%u},"
		     "\"pixels_per_grid\":%u}",
		     area_width(frame), area_height(frame), tile_size);
	write_walls(output, &uvtt->outlines, start);
	write_doors(output, &uvtt->picture.drawing.leaves, start);
	output_text(output, ",\"lights\":[],\"environment\":"
			    "{\"baked_lighting\":false,\"ambient_light\":\"ffffffff\"}"
			    ",\"image\":\"");
	/* Tabletops draw a grid of their own over the picture. */
	uvtt->picture.png.is_base64 = true;
	if (!picture_write(&uvtt->picture, false))
		return false;
	output_text(output, "\"}\n");
	return true;
}

static void uvtt_free(void *state)
{
	struct uvtt_writer *uvtt = state;
	picture_free(&uvtt->picture);
	outlines_free(&uvtt->outlines);
}

const struct format format_uvtt = {
	.name = "uvtt",
	.keeps_locks = true,
	.group = "game",
	.extensions = {"uvtt", "dd2vtt"},
	.summary = "picture with walls and doors for virtual tabletops",
	.holds = HOLDS_ONE_MAP,
	.looks = LOOK_SHOW | LOOK_TILE_SIZE | LOOK_THEME | LOOK_CROP,
	.shows_on_request = true,
	.writer_state_size = sizeof(struct uvtt_writer),
	.write = uvtt_write,
	.free_writer_state = uvtt_free,
	.magics = {UVTT_BEGIN},
};
