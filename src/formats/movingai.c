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
	.bytes = {[TILE_WALL] = '@', [TILE_FLOOR] = '.', [TILE_DOOR] = '.'},
	.row_separator = "\n",
};

static bool write_map(struct writer *writer, const struct map *map)
{
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_number(cursor, "type octile\nheight ", map->recipe.height);
	cursor = put_number(cursor, "\nwidth ", map->recipe.width);
	cursor_end(put_text(cursor, "\nmap\n"));
	return tiles_write(writer, map, 0, &spelling);
}

/*
 * Terrain: ordinary ground, more of it (G), and swamp (S) can be walked. Swamp is passable from
 * ordinary ground, where all starts are. What lies out of bounds (@ and O) cannot be walked, nor
 * can trees (T) or water (W), which is not passable from ordinary ground.
 */
static const char terrain[] = ".GS@OTW";
enum { FLOOR_TERRAINS = 3, TERRAINS = sizeof terrain - 1 };

/* Memory of a reader. */
struct seen {
	bool terrain[TERRAINS]; /* the map that is read has that terrain, by its place in `terrain`
				 */
};

/* Names the terrain that is lost: all that the format has but dungen does not write. */
static void note_terrain(struct reader *reader)
{
	const struct seen *seen = reader->state;
	for (size_t i = 0; i < TERRAINS; i++) {
		if (!seen->terrain[i] || terrain[i] == '.' || terrain[i] == '@')
			continue;
		reader_note(reader, ", ", reader->loses ? "%c" : "not kept: terrain %c",
			    terrain[i]);
		reader->loses = true;
	}
}

/* Refuses the line behind the last row of the map, unless nothing but white space follows. */
static bool end_rows(struct builder *builder, const char *line, size_t size)
{
	struct input *input = builder->reader->input;
	const uint64_t number = input->lines;
	/* Behind an empty line, the next text decides what the message says. */
	if (size == 0 && (!input_has_text(input) || !input_line(input, &line, &size)))
		return false;
	if (line_is_like(line, size, "type *", NULL))
		return build_refuse(builder, NULL,
				    "line %" PRIu64 ": a second map follows; a movingai file "
				    "holds one map",
				    number);
	return build_refuse(builder, NULL,
			    "line %" PRIu64 ": the header says height %" PRIu32
			    ", and here is one more row",
			    number, builder->map->recipe.height);
}

/* Returns the index of a character in `terrain`, or TERRAINS. */
static size_t find_terrain(char character)
{
	const char *found = character ? strchr(terrain, character) : NULL;
	if (!found)
		return TERRAINS;
	return (size_t)(found - terrain);
}

static bool read_row(struct builder *builder, const char *line, size_t size, char *tiles,
		     size_t *count)
{
	const struct recipe *recipe = &builder->map->recipe;
	const uint64_t number = builder->reader->input->lines;
	struct seen *seen = builder->reader->state;
	if (builder->row_count == recipe->height)
		return end_rows(builder, line, size);
	if (size != recipe->width)
		return build_refuse(builder, NULL,
				    "line %" PRIu64 ": has %" PRIu64
				    " tiles; the header says %" PRIu32,
				    number, (uint64_t)size, recipe->width);
	for (size_t x = 0; x < size; x++) {
		const size_t index = find_terrain(line[x]);
		if (index == TERRAINS)
			return build_refuse(builder, NULL,
					    "line %" PRIu64 ", column %" PRIu64 ": takes one of %s",
					    number, (uint64_t)x + 1, terrain);
		seen->terrain[index] = true;
		tiles[x] = index < FLOOR_TERRAINS ? TILE_FLOOR : TILE_WALL;
	}
	*count = size;
	return true;
}

/* Reads a line of the header. Stores its number, if the line has one, which is not 0. */
static bool read_head_line(struct input *input, const char *pattern, uint32_t *number)
{
	const char *line;
	size_t size;
	if (!input_line(input, &line, &size) || !line_is_like(line, size, pattern, number))
		return false;
	return !number || *number > 0;
}

/* Reads the header, which has the size of the map. */
static bool read_head(struct builder *builder)
{
	struct input *input = builder->reader->input;
	uint32_t width = 0;
	uint32_t height = 0;
	if (read_head_line(input, "type *", NULL) && read_head_line(input, "height #", &height) &&
	    read_head_line(input, "width #", &width) && read_head_line(input, "map*", NULL))
		return build_size(builder, width, height);
	return build_refuse(builder, NULL,
			    "line %" PRIu64
			    ": the header is type octile, height N, width N and map",
			    input->lines);
}

static enum read_result read_map(struct reader *reader)
{
	struct builder builder = {0};
	build_start(&builder, reader);
	reader->map->lacks |= LACKS_DOORS;
	if (read_head(&builder))
		grid_read(&builder, read_row);
	build_free(&builder);
	if (builder.result == READ_MAP)
		note_terrain(reader);
	return builder.result;
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {{"map", true}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.write = write_map,
	.read = read_map,
	.reader_state_size = sizeof(struct seen),
	.magic = "type ",
};
