/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"
#include "formats/tiled_loss.h"

/*
 * A map of Tiled that is read. tiled_read.c reads the map and its properties, with the help of one
 * file for each of its parts: tiled_layers.c, tiled_terrain.c, and tiled_objects.c.
 */
struct tiled_map {
	struct json_reader *json;
	struct builder *builder; /* that of json */
	struct tiled_losses losses;
	double tile_size[2]; /* width and height, in pixels */

	/* The layers; see tiled_layers.h. */
	double offset[2]; /* of the layer that is visited, in pixels, with the groups around it */
	double origin[2]; /* of the map's first tile, in pixels */
	const cJSON *terrain;      /* the layer with the tiles; NULL: none */
	uint32_t tile_layer_count; /* number of layers with tiles */
	int top_layer; /* of the layers of dungen that were compared, the place of the topmost */

	/* The tilesets; see tiled_terrain.h. */
	const cJSON *tilesets;
	const cJSON *tileset; /* the tileset whose tiles are read; may be NULL */
	uint32_t first_tile;  /* number of its first tile */
	uint32_t own_count;   /* how many of its tiles are those of dungen */

	/* The objects; see tiled_objects.h. */
	enum tiled_layer object_kind; /* kind of the objects that are read in this pass */
	double mark_ids[MARK_KINDS];  /* ids of the objects of marks, or TILED_STAIRS */
};

#define TILED_STAIRS (-1.0) /* instead of the id of an object: a tile is the mark */

/*
 * Sets spawn or exit. An object, given by its id, overrides a tile. Two objects or two tiles are
 * accepted only at the same place.
 */
void tiled_set_mark(struct tiled_map *tiled, enum mark_kind kind, struct point at, double id);
