/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/labels.h"
#include "formats/leaves.h"
#include "formats/symbols.h"
#include "formats/theme.h"

/*
 * What a picture shows above the floor and the route, as a list of shapes. svg.c and picture.c draw
 * them.
 *
 * Usage:
 *
 *     struct drawing drawing = {0};
 *     if (!drawing_start(&drawing, map, SHOW_SPAWN))    once for each map
 *             out of memory
 *     for each layer
 *             draw the shapes of drawing.list that are in it
 *     drawing_free(&drawing);
 */

/* The layers of shapes, from the lowest to the highest. */
enum layer {
	LAYER_DOORS,   /* rectangles with frames, as wide as LINE, on the inside */
	LAYER_LOCKS,   /* of doors */
	LAYER_SECRETS, /* likewise; parts of the wall */
	LAYER_SIGNS,   /* of secret doors */
	LAYER_LABELS,
	LAYER_KEYS,
	LAYER_NUMBERS, /* of locks and keys */
	LAYER_EXIT,    /* a mark may cover the outline of a label, but not the other way around */
	LAYER_SPAWN,
	LAYERS
};

struct layer_look {
	const char *id;         /* of its group in svg */
	const char *class_name; /* likewise */
	enum color color;
	enum color frame; /* of doors, and around the texts of a png */
};

/* By enum layer. */
extern const struct layer_look layer_table[LAYERS];

enum { LINE = 14 }; /* width of the edges of walls, in hundredths of a tile */

/*
 * A shape, in hundredths of a tile: a text or a circle around x,y; or a rectangle, or more
 * generally a trapezoid, with the middle of its top at x,y.
 */
struct shape {
	int64_t x, y;
	int64_t height;      /* of a rectangle or trapezoid; 0 for others */
	int64_t reach;       /* radius, or half of the width at the top; font size of a text */
	int64_t reach_below; /* half of the width at the bottom */
	bool is_text;
	enum layer layer;
	uint32_t number; /* the text; 0 for an S */
	struct point at; /* the tile that it belongs to */
};

struct drawing {
	ARRAY(struct shape, list);
	const uint32_t *by_row; /* indices of shapes, sorted by their rows */
	uint32_t count;         /* number of shapes */
	struct labels labels;
	struct leaves leaves;
	struct memory sort;
};

/* Lists the shapes of a map. `show` has SHOW_ bits. Returns false if out of memory. */
bool drawing_start(struct drawing *drawing, const struct map *map, unsigned show);

/* Frees the memory. Safe on a zeroed struct. */
void drawing_free(struct drawing *drawing);
