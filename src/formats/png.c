/* SPDX-License-Identifier: MIT */
#include "formats/picture.h"

static bool png_write(struct writer *writer, const struct map *map)
{
	struct png_target target = png_to_output(writer->output);
	return picture_write(writer->state, writer, map, true, target);
}

static void png_free_state(void *state)
{
	picture_free(state);
}

const struct format format_png = {
	.name = "png",
	.extensions = {{"png", true}},
	.summary = "picture with walls around the floor, labels and marks",
	.one_map = true,
	.binary = true,
	.styles = STYLE_SHOW | STYLE_TILE_SIZE | STYLE_ROUTE,
	.pixels_max = PNG_SIDE_MAX,
	.writer_state_size = sizeof(struct picture),
	.write = png_write,
	.free_writer_state = png_free_state,
	.magics = {"\x89PNG"},
};
