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

static bool write_map(struct writer *writer, const struct map *map)
{
	struct cursor cursor = cursor_begin(writer->output);
	cursor = put_pair(cursor, "type octile\nheight ", map->recipe.height);
	cursor = put_pair(cursor, "\nwidth ", map->recipe.width);
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
static enum read_result end_rows(struct reader *reader, const char *line, size_t size)
{
	const uint64_t number = reader->input->lines;
	/* Behind an empty line, the next text decides what the message says. */
	if (size == 0 &&
	    (!input_has_text(reader->input) || !input_line(reader->input, &line, &size)))
		return READ_END;
	if (line_is_like(line, size, "type *", NULL))
		return reader_refuse(reader,
				     "line %" PRIu64 ": a second map follows; a movingai file "
				     "holds one map",
				     number);
	return reader_refuse(reader,
			     "line %" PRIu64 ": the header says height %" PRIu32
			     ", and here is one more row",
			     number, reader->map->recipe.height);
}

static enum read_result read_row(struct reader *reader, const char *line, size_t size, char *tiles,
				 size_t *count)
{
	const struct recipe *recipe = &reader->map->recipe;
	const uint64_t number = reader->input->lines;
	struct seen *seen = reader->state;
	if (reader->grid.height == recipe->height)
		return end_rows(reader, line, size);
	if (size != recipe->width)
		return reader_refuse(
			reader, "line %" PRIu64 ": has %" PRIu64 " tiles; the header says %" PRIu32,
			number, (uint64_t)size, recipe->width);
	for (size_t x = 0; x < size; x++) {
		const char *found = line[x] ? strchr(terrain, line[x]) : NULL;
		if (!found)
			return reader_refuse(
				reader, "line %" PRIu64 ", column %" PRIu64 ": takes one of %s",
				number, (uint64_t)x + 1, terrain);
		const size_t index = (size_t)(found - terrain);
		seen->terrain[index] = true;
		tiles[x] = index < FLOOR_TERRAINS ? TILE_FLOOR : TILE_WALL;
	}
	*count = size;
	return READ_MAP;
}

static enum read_result read_map(struct reader *reader)
{
	struct recipe *recipe = &reader->map->recipe;
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
	reader->map->lacks |= LACKS_DOORS;
	enum read_result result = grid_read(reader);
	if (result == READ_MAP)
		note_terrain(reader);
	return result;
}

const struct format format_movingai = {
	.name = "movingai",
	.extensions = {{"map", true}},
	.summary = "Moving AI grid for path finders: @ wall, . floor",
	.write = write_map,
	.read = read_map,
	.read_row = read_row,
	.reader_size = sizeof(struct seen),
	.magic = "type ",
};
