/* SPDX-License-Identifier: MIT */
#include "formats/format.h"
#include "formats/picture.h"
#include "formats/writer.h"

static bool png_write(struct writer *writer, const struct map *map)
{
	struct picture *picture = writer->state;
	const uint32_t tile_size = style_tile_size(writer->style, TILE_SIZE_DEFAULT);
	const unsigned show = style_shown(writer->style, map);
	picture->png.dpi = writer->style->dpi;
	const struct map *shown = show & SHOW_SECRETS ? map : writer_players_map(writer, map);
	if (!shown || !picture_start(picture, writer, shown, tile_size, show))
		return false;
	return picture_write(picture, true);
}

static void png_free_state(void *state)
{
	picture_free(state);
}

const struct format format_png = {
	.name = "png",
	.keeps_locks = true,
	.group = "picture",
	.extensions = {"png"},
	.summary = "picture with walls around the floor, labels and marks",
	.holds = HOLDS_ONE_MAP,
	.is_binary = true,
	.looks = LOOK_SHOW | LOOK_TILE_SIZE | LOOK_ROUTE | LOOK_THEME | LOOK_CROP | LOOK_DPI,
	.writer_state_size = sizeof(struct picture),
	.write = png_write,
	.free_writer_state = png_free_state,
	.magics = {"\x89PNG"},
};
