/* SPDX-License-Identifier: MIT */
/*
 * The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html
 */
#include "formats/build.h"
#include "formats/format.h"
#include "formats/line.h"
#include "formats/tiles.h"
#include "formats/writer.h"

#include <inttypes.h>
#include <string.h>

static const struct tile_spelling movingai_spelling = {
	.bytes = {[TILE_WALL] = '@', [TILE_FLOOR] = '.', [TILE_DOOR] = '.'},
	.row_separator = "\n",
};

static bool movingai_write(struct writer *writer, const struct map *map)
{
	output_print(writer->output, "type octile\nheight %u\nwidth %u\nmap\n", map->recipe.height,
		     map->recipe.width);
	return tiles_write(writer, map, 0, &movingai_spelling);
}

/* Reading. */

/*
 * The kinds of terrain. Ordinary ground (. and G) and swamp (S) are walkable, because every search
 * starts on ordinary ground, from which swamp is passable. So are the start (S) and the end (E) of
 * a path, which other programs draw. Tiles that are out of bounds (@ and O), trees (T), and water
 * (W) are not walkable.
 */
static const char terrain_kinds[] = ".GSE@OTW";
enum {
	WALKABLE_TERRAIN_KINDS = 4,
	TERRAIN_KINDS = sizeof terrain_kinds - 1,
};

static bool movingai_read_row(struct reader *reader, const char *line, size_t size, char *tiles,
			      size_t *tile_count)
{
	const struct recipe *recipe = &reader->map->recipe;
	/* Empty lines after the map are rows without tiles. */
	if (reader->row_count >= recipe->height && size == 0)
		return true;
	if (reader->row_count >= recipe->height)
		return build_refuse(reader, NULL,
				    "expected height %" PRIu32 " as in the header, found more rows",
				    recipe->height);
	if (size != recipe->width)
		return build_refuse(reader, NULL,
				    "expected %" PRIu32 " tiles as in the header, found %" PRIu64,
				    recipe->width, (uint64_t)size);
	for (size_t x = 0; x < size; x++) {
		const char *kind = memchr(terrain_kinds, line[x], TERRAIN_KINDS);
		if (!kind) {
			struct message *message = build_refusal(reader, NULL);
			message->place.column = x + 1;
			return fail(message, STATUS_NO_MAP, "must be one of the characters %s",
				    terrain_kinds);
		}
		if (*kind != '.' && *kind != '@')
			reader->loses = true;
		tiles[x] = kind - terrain_kinds < WALKABLE_TERRAIN_KINDS ? TILE_FLOOR : TILE_WALL;
	}
	*tile_count = size;
	return true;
}

/* Reads the header, which contains the size of the map. */
static bool read_head(struct reader *reader)
{
	static const char *const patterns[] = {"type *", "height # ", "width # ", "map*"};
	enum { HEIGHT = 1, WIDTH = 2, HEAD_LINES = 4 };
	uint32_t numbers[HEAD_LINES] = {1, 1, 1, 1}; /* by line; 1 if the line has no number */
	struct input *input = reader->input;
	const size_t first_length = input_peek_line(input);
	const char *first_line = input->bytes + input->start;
	/* Some programs leave out the type. */
	const bool has_type = line_matches(first_line, first_length, patterns[0], NULL);
	if (line_matches(first_line, first_length, "type octile-corner*", NULL))
		return build_refuse(reader, NULL, "dungen cannot read maps of type octile-corner");
	for (size_t i = has_type ? 0 : 1; i < HEAD_LINES; i++) {
		const char *line;
		size_t size;
		if (input_line(input, &line, &size) &&
		    line_matches(line, size, patterns[i], &numbers[i]) && numbers[i] > 0)
			continue;
		reader->line = input->lines;
		return build_refuse(reader, NULL,
				    "expected the four lines of the header: type octile, height N, "
				    "width N, and map");
	}
	return build_size(reader, numbers[WIDTH], numbers[HEIGHT]);
}

static void movingai_read(struct reader *reader)
{
	if (read_head(reader))
		build_lines(reader, movingai_read_row);
	build_tiles_end(reader);
	if (reader->loses)
		reader_note(reader, "not kept: terrain other than . and @");
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {"map"},
	.extension_of_one = "map",
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.has_no_doors = true,
	.write = movingai_write,
	.read = movingai_read,
	.magics = {"type ", "height "},
};
