/* SPDX-License-Identifier: MIT */
/*
 * The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html
 */
#include "formats/format.h"
#include "formats/grid.h"
#include "formats/put.h"
#include "formats/tiles.h"

#include <inttypes.h>
#include <string.h>

static const struct tile_spelling spelling = {
	.symbol = {[TILE_WALL] = '@', [TILE_FLOOR] = '.', [TILE_DOOR] = '.'},
	.between = "\n",
};

static bool write_map(struct writer *writer, const struct dungeon *dungeon)
{
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_pair(cursor, "type octile\nheight ", dungeon->recipe.height);
	cursor = put_pair(cursor, "\nwidth ", dungeon->recipe.width);
	cursor_end(put_text(cursor, "\nmap\n"));
	return tiles_write(writer, dungeon, 0, &spelling);
}

/* Terrain that is not open ground is wall: trees, swamp and water, too. */
static const char kinds[] = ".G@OTSW";

static enum read_result read_row(struct reader *reader, const char *line, size_t size, char *tiles,
				 size_t *count)
{
	const struct recipe *recipe = &reader->dungeon->recipe;
	const uint64_t number = reader->input->lines;
	if (reader->grid.height == recipe->height)
		return size == 0 && !input_has_text(reader->input)
			       ? READ_END
			       : reader_refuse(reader,
					       "line %" PRIu64 ": the header says height %" PRIu32
					       ", and here is one more row",
					       number, recipe->height);
	if (size != recipe->width)
		return reader_refuse(
			reader, "line %" PRIu64 ": has %" PRIu64 " tiles; the header says %" PRIu32,
			number, (uint64_t)size, recipe->width);
	for (size_t x = 0; x < size; x++) {
		const char *kind = line[x] ? strchr(kinds, line[x]) : NULL;
		if (!kind)
			return reader_refuse(
				reader, "line %" PRIu64 ", column %" PRIu64 ": takes one of %s",
				number, (uint64_t)x + 1, kinds);
		tiles[x] = kind - kinds < 2 ? TILE_FLOOR : TILE_WALL;
	}
	*count = size;
	return READ_MAP;
}

static enum read_result read_map(struct reader *reader)
{
	struct recipe *recipe = &reader->dungeon->recipe;
	static const char *const head[] = {"type *", "height #", "width #", "map*"};
	uint32_t *const numbers[] = {NULL, &recipe->height, &recipe->width, NULL};
	const char *line;
	size_t size;
	for (size_t i = 0; i < sizeof head / sizeof *head; i++)
		if (!input_line(reader->input, &line, &size) ||
		    !line_is_like(line, size, head[i], numbers[i]) ||
		    (numbers[i] && *numbers[i] == 0))
			return reader_refuse(
				reader,
				"line %" PRIu64
				": the header is type octile, height N, width N and map",
				reader->input->lines);
	reader->dungeon->lacks |= LACKS_DOORS;
	return grid_read(reader);
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {{"map", true}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.write = write_map,
	.read = read_map,
	.read_row = read_row,
	.magic = "type ",
};
