/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/leaves.h"
#include "formats/symbols.h"

/*
 * Where the labels of rooms are drawn, with --show labels. Text has a letter on the center of a
 * room (see painted_rows.h). Pictures have numbers: 1 for the first room, 2 for the next one, and
 * so on. A room and its wings have one number, in the largest of their rectangles. It is in the
 * middle, or beside a mark or key that is there.
 *
 * Usage:
 *
 *     struct labels labels = {0};
 *     if (!labels_place(&labels, map, show))    once for each map
 *             out of memory
 *     for (uint32_t i = 0; i < labels.count; i++)
 *             if (labels.list[i].owner == i)
 *                     labels.list[i] is the label of room i
 *     labels_free(&labels);
 */

struct label {
	uint32_t owner;   /* the room whose wing this one is, and otherwise the room itself, which
			     has the label */
	uint32_t room;    /* index of the largest rectangle of the room and its wings */
	struct spot spot; /* the middle of the number */
	int64_t size;     /* font size, in hundredths of a tile */
};

struct labels {
	ARRAY(struct label, list); /* by room; those that are their own owners are drawn */
	uint32_t count;            /* number of rooms */
};

/* In hundredths of a tile. */
enum {
	LINE = 10,           /* width of the edges of walls and of the frames of doors */
	SIGN_SIZE = 70,      /* font size of the numbers of locks and keys, and of S */
	KEY_NUMBER_X = 85,   /* from the middle of a key to that of its number */
	LABEL_SIZE_MIN = 70, /* hundredths of a tile */
	LABEL_SIZE_MAX = 120,
	LABEL_DIGIT_HEIGHT = 73, /* percent of the font size */
};

/*
 * Places the labels. `show` has the SHOW_ bits of the marks and keys. Returns false if out of
 * memory.
 */
bool labels_place(struct labels *labels, const struct map *map, unsigned show);

/*
 * Returns how far the marks of a picture reach from the middle of their tile, in hundredths of a
 * tile. Small pictures need large marks. Beside labels, marks must not reach the digits.
 */
int64_t labels_mark_reach(unsigned show);

/* Frees the memory. Safe on a zeroed struct. */
void labels_free(struct labels *labels);
