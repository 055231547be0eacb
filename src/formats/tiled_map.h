/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"
#include "formats/tiled_loss.h"

/* A position, an offset, or a size, in pixels. */
struct pixels {
	double x;
	double y;
};

/*
 * The state of reading a map of Tiled. tiled_read.c reads the map and its properties, and calls
 * these files for the other parts, in this order:
 *
 *     struct tiled_map tiled = {.json = json, .builder = &json->builder};
 *     tiled_visit_layers(&tiled, root, tiled_choose_terrain);      tiled_layers.c
 *     tiled_find_tileset(&tiled);                                  tiled_terrain.c
 *     tiled_read_terrain(&tiled);
 *     for each kind of object:
 *             tiled_visit_layers(&tiled, root, tiled_read_objects);  tiled_objects.c
 *     tiled_visit_layers(&tiled, root, tiled_compare_layer);       the losses, for a note
 *     tiled_compare_tileset(&tiled);
 *
 * All JSON values belong to the document.
 */
struct tiled_map {
	struct json_reader *json;
	struct builder *builder; /* &json->builder */
	struct tiled_losses losses;
	struct pixels tile_size;

	/* The layers; see tiled_layers.h. */
	struct pixels offset;      /* offset of the visited layer and the groups around it */
	struct pixels origin;      /* position of the map's first tile */
	const cJSON *terrain;      /* the layer with the tiles, or NULL */
	uint32_t tile_layer_count; /* number of layers with tiles */
	int top_rank; /* highest rank of a layer that was compared; 0 for the terrain */

	/* The tilesets; see tiled_terrain.h. */
	const cJSON *tilesets;
	const cJSON *tileset;      /* the tileset that counts, or NULL */
	uint32_t first_tile;       /* number of its first tile */
	uint32_t known_tile_count; /* number of its tiles that dungen reads, from the first tile */

	/* The objects; see tiled_objects.h. */
	enum tiled_layer object_kind; /* kind of the objects that this pass reads */
	double mark_ids[MARK_KINDS];  /* the ids of the objects of marks, or TILED_STAIRS */
};

#define TILED_STAIRS (-1.0) /* id of a mark that is a tile; ids of objects are not negative */

/*
 * Sets the spawn or the exit from an object, given by its id, or from a tile, given by
 * TILED_STAIRS. An object overrides a tile. Refuses a second object or a second tile for a mark,
 * unless both have the same place.
 */
void tiled_set_mark(struct tiled_map *tiled, enum mark_kind kind, struct point at, double id);
