/* SPDX-License-Identifier: MIT */
/*
 * The maps of the Moving AI Lab's benchmarks for path finding: movingai.com/benchmarks/formats.html
 */
#include "formats/build.h"
#include "formats/tiles.h"

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
 * starts on ordinary ground, from which swamp is passable. Tiles that are out of bounds (@ and O),
 * trees (T), and water (W) are not walkable.
 */
static const char terrain_kinds[] = ".GS@OTW";
enum {
	WALKABLE_TERRAIN_KINDS = 3,
	TERRAIN_KINDS = sizeof terrain_kinds - 1,
};

/* Memory of a reader. */
struct movingai_reader {
	bool has_terrain[TERRAIN_KINDS]; /* by index into terrain_kinds: the map contains it */
};

/*
 * Refuses a line after the last row of the map, unless it is empty and only white space follows.
 * Returns false in either case, because the map has no more rows.
 */
static bool check_line_after_rows(struct builder *builder, const char *line, size_t size)
{
	struct input *input = builder->reader->input;
	/* After an empty line, the message depends on the next line with text. */
	if (size == 0) {
		if (!input_has_text(input) || !input_line(input, &line, &size))
			return false;
	}
	if (line_matches(line, size, "type *", NULL))
		return build_refuse(builder, NULL, "cannot contain a second map");
	return build_refuse(builder, NULL,
			    "expected height %" PRIu32 " as in the header, found another row",
			    builder->map->recipe.height);
}

static bool movingai_read_row(struct builder *builder, const char *line, size_t size, char *tiles,
			      size_t *tile_count)
{
	const struct recipe *recipe = &builder->map->recipe;
	struct movingai_reader *movingai = builder->reader->state;
	if (builder->row_count == recipe->height)
		return check_line_after_rows(builder, line, size);
	if (size != recipe->width)
		return build_refuse(builder, NULL,
				    "expected %" PRIu32 " tiles as in the header, found %" PRIu64,
				    recipe->width, (uint64_t)size);
	for (size_t x = 0; x < size; x++) {
		const char *kind = memchr(terrain_kinds, line[x], TERRAIN_KINDS);
		if (!kind) {
			struct message *message = build_refusal(builder, NULL);
			message->place.column = x + 1;
			return fail(message, STATUS_NO_MAP, "must be one of the characters %s",
				    terrain_kinds);
		}
		const size_t index = (size_t)(kind - terrain_kinds);
		movingai->has_terrain[index] = true;
		tiles[x] = index < WALKABLE_TERRAIN_KINDS ? TILE_FLOOR : TILE_WALL;
	}
	*tile_count = size;
	return true;
}

/* Reads the header, which contains the size of the map. */
static bool read_head(struct builder *builder)
{
	static const char *const patterns[] = {"type *", "height # ", "width # ", "map*"};
	enum { HEIGHT = 1, WIDTH = 2, HEAD_LINES = 4 };
	uint32_t numbers[HEAD_LINES] = {1, 1, 1, 1}; /* by line; 1 if the line has no number */
	struct input *input = builder->reader->input;
	for (size_t i = 0; i < HEAD_LINES; i++) {
		const char *line;
		size_t size;
		if (input_line(input, &line, &size) &&
		    line_matches(line, size, patterns[i], &numbers[i]) && numbers[i] > 0)
			continue;
		builder->line = input->lines;
		return build_refuse(builder, NULL,
				    "expected the four lines of the header: type octile, height N, "
				    "width N, and map");
	}
	return build_size(builder, numbers[WIDTH], numbers[HEIGHT]);
}

static enum read_result movingai_read(struct reader *reader)
{
	const struct movingai_reader *movingai = reader->state;
	struct builder builder = {0};
	build_start(&builder, reader);
	reader->map->lacks |= LACKS_DOORS;
	if (read_head(&builder))
		build_lines(&builder, movingai_read_row);
	build_free(&builder);
	/* Note the terrain that is lost: all but the two kinds that dungen writes. */
	for (size_t i = 0; i < TERRAIN_KINDS && builder.result == READ_MAP; i++) {
		const char kind = terrain_kinds[i];
		if (!movingai->has_terrain[i] || kind == '.' || kind == '@')
			continue;
		reader_note(reader, ", ", reader->loses ? "%c" : "not kept: terrain %c", kind);
		reader->loses = true;
	}
	return builder.result;
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {"map"},
	.extension_of_one = "map",
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.write = movingai_write,
	.read = movingai_read,
	.reader_state_size = sizeof(struct movingai_reader),
	.magics = {"type "},
};
