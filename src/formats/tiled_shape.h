/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/* Where an object of a map of Tiled is, how large it is, and whether dungen would write it so. */
struct tiled_shape {
	const cJSON *item;    /* the object */
	const cJSON *points;  /* of a tunnel; NULL: none */
	double origin[2];     /* in pixels: from the first tile of the map to the layer */
	double x, y;          /* in pixels, from the first tile of the map */
	double width, height; /* in pixels */
};

/* Returns the shape of an object in the layer that is visited. */
struct tiled_shape tiled_find_shape(const struct tiled_map *tiled, const cJSON *item);

/* Returns how far the middle of a mark is below its position, in pixels. */
double tiled_middle_below(const struct tiled_map *tiled, const struct tiled_shape *shape);

/*
 * Notes what of an object of the kind tiled->object_kind is not kept. `type` is what dungen calls
 * it.
 */
void tiled_compare_shape(struct tiled_map *tiled, const struct tiled_shape *shape,
			 const char *type);
