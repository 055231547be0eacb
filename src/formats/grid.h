/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

/*
 * For formats whose files have a line for each row of tiles:
 *
 *     struct builder builder = {0};
 *     build_start(&builder, reader);
 *     enum read_result result = grid_read(&builder, read_row);
 *     build_free(&builder);
 */

/*
 * Reads a line. Sets `tiles`, of which there is one for each byte of the line, and *count to how
 * many it has set. Returns false if the map ends before this line, or after refusing it.
 */
typedef bool grid_read_row(struct builder *builder, const char *line, size_t size, char *tiles,
			   size_t *count);

/* Reads the lines of the input up to the end of the map. Returns the builder's result. */
enum read_result grid_read(struct builder *builder, grid_read_row *read_row);
