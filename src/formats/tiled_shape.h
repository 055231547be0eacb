/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/*
 * Where an object of a map of Tiled is, and how large it is:
 *
 *     const struct tiled_shape shape = tiled_find_shape(tiled, item);
 *     tiled_compare_shape(tiled, &shape, "room");
 *     read the object
 *
 * Positions count from the first tile of the map, because dungen ignores where Tiled puts this
 * tile.
 */
struct tiled_shape {
	const cJSON *item;    /* the object */
	const cJSON *points;  /* the corners of a tunnel; NULL if the object is not a line */
	struct pixels origin; /* position of the layer */
	struct pixels at;     /* position of the object */
	struct pixels size;   /* width and height of the object */
};

/* Returns the shape of an object in the layer that tiled_visit_layers visits. */
struct tiled_shape tiled_find_shape(const struct tiled_map *tiled, const cJSON *item);

/* Returns how many pixels the middle of a mark is below its position. May be negative. */
double tiled_middle_below(const struct tiled_map *tiled, const struct tiled_shape *shape);

/*
 * Adds the losses of an object of the kind tiled->object_kind. `type` is the type of object that
 * dungen would write.
 */
void tiled_compare_shape(struct tiled_map *tiled, const struct tiled_shape *shape,
			 const char *type);
