/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/drawing.h"
#include "formats/png_stream.h"
#include "formats/writer.h"
#include "map/row_window.h"

/*
 * The picture that svg describes, as pixels: rock, walls around the floor, doors, marks, and the
 * numbers of rooms, in the colors of a theme. png and uvtt contain it.
 *
 * Usage, for a picture that is the state of a writer and zeroed before its first use:
 *
 *     if (!picture_start(picture, writer, map, tile_size, SHOW_SPAWN))
 *             out of memory, or refused
 *     if (!picture_write(picture, true))
 *             out of memory
 *     picture_free(picture);
 *
 * The picture needs memory for three rows of tiles and for a few rows of pixels.
 */
struct picture {
	/* The first field: after the numbers below, 2000x2000 tiles take a sixth more time. */
	struct png png;

	/* The current map. */
	struct writer *writer;     /* not owned */
	const struct map *map;     /* not owned */
	const struct route *route; /* not owned, NULL if it is not shown */
	const struct theme *theme; /* not owned */
	bool has_grid;             /* the floor has the lines of a grid */
	int64_t tile_size;         /* side of a tile, in pixels */
	struct area frame;         /* the tiles to draw */
	int64_t width;             /* pixels in a row */
	int64_t y;                 /* the current row of pixels, counted from the top of the map */
	struct row_window window;  /* the current row of tiles, and its neighbors */

	struct drawing drawing;
	uint32_t first_shape; /* index into drawing.by_row of the first shape that may not end above
				 the current row of pixels */

	ARRAY(uint8_t, hatch);  /* pixels of the pattern of strokes, row by row: whether they are
				   part of a stroke; only if the theme has one */
	int64_t hatch_side;     /* number of its rows and columns */
	ARRAY(uint8_t, pixels); /* the current row of the frame: an enum color for each pixel */
};

/*
 * Starts the picture of a map, with the marks, labels, and locks of `show`. Refuses a picture that
 * would be too large for a PNG. Returns false after that, or if out of memory.
 */
bool picture_start(struct picture *picture, struct writer *writer, const struct map *map,
		   uint32_t tile_size, unsigned show);

/*
 * Writes the picture as a PNG, in base64 if picture->png.is_base64 is set. Large tiles have a grid
 * if `has_grid` is true. Ends early after an error of the output. Returns false if out of memory.
 */
bool picture_write(struct picture *picture, bool has_grid);

/* Frees the memory. Safe on a zeroed struct. */
void picture_free(struct picture *picture);
