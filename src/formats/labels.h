/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/leaves.h"

/*
 * Where pictures draw the numbers of rooms, with --show labels: 1 for the first room, 2 for the
 * next one, and so on. A room and its wings have one number, in the largest of their rectangles. It
 * is in the middle, or beside a mark or key that is there.
 *
 * Usage:
 *
 *     struct labels labels = {0};
 *     if (!labels_place(&labels, map, obstacles, 2))    once for each map
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

enum { LABEL_DIGIT_HEIGHT = 73 }; /* percent of the font size */

/* Places the labels, not on obstacles. Returns false if out of memory. */
bool labels_place(struct labels *labels, const struct map *map, const struct box *obstacles,
		  uint32_t obstacle_count);

/* Frees the memory. Safe on a zeroed struct. */
void labels_free(struct labels *labels);
