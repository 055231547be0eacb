/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * The themes of pictures. svg.c and picture.c draw the same layers in the same order, and a theme
 * has a color for each layer.
 */
enum color {
	COLOR_ROCK,
	COLOR_WALL,
	COLOR_EDGE, /* of a wall, beside the floor */
	COLOR_FLOOR,
	COLOR_GRID,
	COLOR_DOOR,
	COLOR_DOOR_FRAME,
	COLOR_SPAWN,
	COLOR_EXIT,
	COLOR_LABEL,
	COLOR_ROUTE,
	COLOR_TITLE, /* of an svg */
	COLORS
};

struct theme {
	const char *name;          /* as in --theme */
	const char *color[COLORS]; /* hexadecimal, RRGGBB */
	uint32_t wall_reach;       /* how far the wall is drawn around the floor, in hundredths of
				      a tile */
	bool has_hatch;            /* the wall consists of strokes */
};

/* The first theme is the default. A theme without a name ends the table. */
extern const struct theme theme_table[];
