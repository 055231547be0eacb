/* SPDX-License-Identifier: MIT */
/*
 * Writes the tiles of maps as an array of NumPy: one byte per tile, row by row. One map is an array
 * of two dimensions, and a batch is an array of three. The header has the number of maps, so the
 * writer must know it before the first map.
 */
#include "formats/npy.h"

#include "formats/put.h"
#include "formats/tiles.h"

enum {
	/*
	 * Size of everything before the tiles. NumPy requires a multiple of 64, so that the tiles
	 * are aligned. The largest header is shorter than this.
	 */
	NPY_START_SIZE = 128,
};

static const struct tile_spelling npy_spelling = {
	.bytes = {[TILE_WALL] = 0, [TILE_FLOOR] = 1, [TILE_DOOR] = 2},
	.row_separator = "",
};

/* Memory of the writer. */
struct npy_writer {
	bool has_header; /* the current file has its header */
};

static void write_header(struct writer *writer, const struct map *map)
{
	char start[NPY_START_SIZE + 1];
	static const char magic[] = NPY_MAGIC "\1\0";
	const size_t header_size = NPY_START_SIZE - NPY_HEADER_1_AT;
	char *at = start;
	memset(start, ' ', sizeof start);
	memcpy(at, magic, sizeof magic - 1);
	at[NPY_LENGTH_AT] = (char)(header_size & 0xff);
	at[NPY_LENGTH_AT + 1] = (char)(header_size >> 8);
	at += NPY_HEADER_1_AT;
	static const char keys[] = "{'descr': '|u1', 'fortran_order': False, 'shape': (";
	memcpy(at, keys, sizeof keys - 1);
	at += sizeof keys - 1;
	if (writer->map_count > 1) {
		at = put_digits(at, writer->map_count);
		*at++ = ',';
		*at++ = ' ';
	}
	at = put_digits(at, map->recipe.height);
	*at++ = ',';
	*at++ = ' ';
	at = put_digits(at, map->recipe.width);
	memcpy(at, "), }", strlen("), }"));
	start[NPY_START_SIZE - 1] = '\n';
	output_write(writer->output, start, NPY_START_SIZE);
}

static bool npy_write(struct writer *writer, const struct map *map)
{
	struct npy_writer *npy = writer->state;
	const bool is_batch = writer->map_count > 1;
	if (!is_batch || !npy->has_header)
		write_header(writer, map);
	npy->has_header = true;
	return tiles_write(writer, map, 0, &npy_spelling);
}

const struct format format_npy = {
	.name = "npy",
	.extensions = {{"npy", false}},
	.summary = "array for NumPy: 0 wall, 1 floor, 2 door",
	.binary = true,
	.needs_map_count = true,
	.writer_state_size = sizeof(struct npy_writer),
	.write = npy_write,
	.read = npy_read,
	.reads_several_maps = true,
	.has_more = npy_reader_has_more,
	.reader_state_size = sizeof(struct npy_reader),
	.free_reader_state = npy_reader_free,
	.magics = {NPY_MAGIC},
};
