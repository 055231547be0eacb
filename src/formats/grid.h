/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

/*
 * Reads files that have a line for each row of tiles.
 *
 * Usage:
 *
 *     struct builder builder = {0};
 *     build_start(&builder, reader);
 *     read the lines before the tiles, if the format has any
 *     enum read_result result = grid_read(&builder, read_row);
 *     build_free(&builder);
 */

/*
 * Reads a line of `size` bytes. Sets one kind of tile for each tile of the line in `tiles`, which
 * has space for `size` tiles, and stores their number in *tile_count. Returns false if the map
 * ends before this line. To report an error, refuses the map (build.h) and returns false, too.
 */
typedef bool grid_read_row(struct builder *builder, const char *line, size_t size, char *tiles,
			   size_t *tile_count);

/* Reads the lines of the input up to the end of the map. Returns the builder's result. */
enum read_result grid_read(struct builder *builder, grid_read_row *read_row);
