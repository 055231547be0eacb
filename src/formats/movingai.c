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

/* Notes the kinds of terrain that are lost: all but the two that dungen writes. */
static void note_terrain(struct reader *reader)
{
	const struct movingai_reader *movingai = reader->state;
	for (size_t i = 0; i < TERRAIN_KINDS; i++) {
		const char kind = terrain_kinds[i];
		if (!movingai->has_terrain[i] || kind == '.' || kind == '@')
			continue;
		reader_note(reader, ", ", reader->loses ? "%c" : "not kept: terrain %c", kind);
		reader->loses = true;
	}
}

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
	if (line_is_like(line, size, "type *", NULL))
		return build_refuse(builder, NULL, "cannot contain a second map");
	return build_refuse(builder, NULL,
			    "expected height %" PRIu32 " as in the header, found another row",
			    builder->map->recipe.height);
}

/* Returns the index of a character in terrain_kinds, or TERRAIN_KINDS. */
static size_t find_terrain(char character)
{
	const char *found = character ? strchr(terrain_kinds, character) : NULL;
	if (!found)
		return TERRAIN_KINDS;
	return (size_t)(found - terrain_kinds);
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
		const size_t index = find_terrain(line[x]);
		if (index == TERRAIN_KINDS) {
			struct message *message = build_refusal(builder, NULL);
			message->place.column = x + 1;
			return fail(message, STATUS_NO_MAP, "must be one of the characters %s",
				    terrain_kinds);
		}
		movingai->has_terrain[index] = true;
		tiles[x] = index < WALKABLE_TERRAIN_KINDS ? TILE_FLOOR : TILE_WALL;
	}
	*tile_count = size;
	return true;
}

/* Reads a line of the header. Returns whether it is like the pattern; see line_is_like. */
static bool read_head_line(struct input *input, const char *pattern, uint32_t *number)
{
	const char *line;
	size_t size;
	if (!input_line(input, &line, &size))
		return false;
	return line_is_like(line, size, pattern, number);
}

/* Reads the header. Returns false if it is not a header, or if a number is 0. */
static bool read_head_lines(struct input *input, uint32_t *width, uint32_t *height)
{
	if (!read_head_line(input, "type *", NULL))
		return false;
	if (!read_head_line(input, "height # ", height) || *height == 0)
		return false;
	if (!read_head_line(input, "width # ", width) || *width == 0)
		return false;
	return read_head_line(input, "map*", NULL);
}

/* Reads the header, which contains the size of the map. */
static bool read_head(struct builder *builder)
{
	struct input *input = builder->reader->input;
	uint32_t width = 0;
	uint32_t height = 0;
	if (read_head_lines(input, &width, &height))
		return build_size(builder, width, height);
	builder->line = input->lines;
	return build_refuse(
		builder, NULL,
		"expected the four lines of the header: type octile, height N, width N, and map");
}

static enum read_result movingai_read(struct reader *reader)
{
	struct builder builder = {0};
	build_start(&builder, reader);
	reader->map->lacks |= LACKS_DOORS;
	if (read_head(&builder))
		build_lines(&builder, movingai_read_row);
	build_free(&builder);
	if (builder.result == READ_MAP)
		note_terrain(reader);
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
