/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/leaves.h"

/*
 * The strokes along the walls of the theme called hatch: a pattern of square cells with three
 * strokes in each. Their direction depends on the column and the row of the cell alone. The pattern
 * repeats.
 */
enum {
	HATCH_TILES = 6, /* the pattern repeats after so many columns and rows */
	HATCH_CELL = 75, /* side of a cell, in hundredths of a tile */
	HATCH_CELLS = HATCH_TILES * 100 / HATCH_CELL, /* cells in each direction */
	HATCH_STROKES = 3 * HATCH_CELLS * HATCH_CELLS,
	HATCH_WIDTH = 7,     /* of a stroke, in hundredths of a tile */
	HATCH_TILE_MIN = 12, /* pixels: smaller tiles have the pattern of tiles of this size */
};

/*
 * Returns the two ends of a stroke, of which there are HATCH_STROKES, as a line from x1,y1 to
 * x2,y2. They can be a little outside of the pattern, and are then inside of the next one.
 */
struct box hatch_stroke(uint32_t index);
