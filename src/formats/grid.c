/* SPDX-License-Identifier: MIT */
#include "formats/grid.h"

enum read_result grid_read(struct builder *builder, grid_read_row *read_row)
{
	const char *line;
	size_t size;
	while (input_line(builder->reader->input, &line, &size)) {
		size_t tile_count = 0;
		char *tiles = build_row(builder, size);
		if (!tiles || !read_row(builder, line, size, tiles, &tile_count))
			break;
		build_row_end(builder, tile_count);
	}
	build_rows_end(builder);
	return builder->result;
}
