/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/leaves.h"

/*
 * The strokes along the walls of the theme called hatch: a pattern of square cells, half a tile
 * wide, with three strokes in each. Their direction depends on the column and the row of the cell
 * alone. The pattern repeats.
 */
enum {
	HATCH_TILES = 6,               /* the pattern repeats after so many columns and rows */
	HATCH_CELLS = 2 * HATCH_TILES, /* cells in each direction */
	HATCH_STROKES = 3 * HATCH_CELLS * HATCH_CELLS,
	HATCH_WIDTH = 4, /* of a stroke, in hundredths of a tile */
};

/* Returns the two ends of a stroke, of which there are HATCH_STROKES, as a line from x1,y1 to
 * x2,y2.
 */
struct box hatch_stroke(uint32_t index);
