/* SPDX-License-Identifier: MIT */
/*
 * Writes the tiles of maps as an array of NumPy: one byte per tile, row by row. One map is an array
 * of two dimensions, and a batch is an array of three. The header has the number of maps, so the
 * writer must know it before the first map.
 */
#include "formats/npy.h"

#include "formats/tiles.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * How a file begins: version 1, and the size of the header. NumPy requires that the tiles begin at
 * a multiple of 64. The largest header is shorter than this.
 */
#define NPY_START NPY_MAGIC "\1\0\166\0"
enum { NPY_HEADER_SIZE = 128 - NPY_HEADER_1_AT };
_Static_assert(NPY_HEADER_SIZE == 0166, "the size in NPY_START");

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
	char header[NPY_HEADER_SIZE];
	char map_count[sizeof "18446744073709551615, "] = "";
	if (writer->map_count > 1)
		(void)snprintf(map_count, sizeof map_count, "%" PRIu64 ", ", writer->map_count);
	const int length = snprintf(
		header, sizeof header,
		"{'descr': '|u1', 'fortran_order': False, 'shape': (%s%u, %u), }", map_count,
		map->recipe.height, map->recipe.width);
	memset(header + length, ' ', sizeof header - (size_t)length);
	header[sizeof header - 1] = '\n';
	output_write(writer->output, NPY_START, NPY_HEADER_1_AT);
	output_write(writer->output, header, sizeof header);
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
	.extensions = {"npy"},
	.summary = "array for NumPy: 0 wall, 1 floor, 2 door",
	.holds = HOLDS_COUNTED_MAPS,
	.is_binary = true,
	.writer_state_size = sizeof(struct npy_writer),
	.write = npy_write,
	.read = npy_read,
	.reads_several_maps = true,
	.has_more = npy_reader_has_more,
	.reader_state_size = sizeof(struct npy_reader),
	.free_reader_state = npy_reader_free,
	.magics = {NPY_MAGIC},
};
