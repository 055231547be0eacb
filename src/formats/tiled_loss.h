/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/text.h"
#include "formats/tiled_value.h"

/*
 * Collects what of a map of Tiled is not kept, for a note:
 *
 *     struct tiled_losses losses = {0};
 *     tiled_lose(&losses, LOST_FLIPS, is_flipped);    any number of times
 *     tiled_lose_looks(&losses, layer);
 *     tiled_lose_layer(&losses, foreign_layer);
 *     tiled_losses_list(&losses, &text);              "layer "notes", objects, properties"
 */

/* In the order in which a note names them. */
enum tiled_loss {
	LOST_LAYERS, /* beyond those that the note names one by one */
	LOST_GROUPS,
	LOST_OBJECTS,
	LOST_TERRAIN_NAME,
	LOST_LAYER_NAMES,
	LOST_LAYER_ORDER,
	LOST_LAYER_OFFSETS,
	LOST_OBJECT_NAMES,
	LOST_OBJECT_PLACES,
	LOST_OBJECT_SHAPES,
	LOST_PROPERTIES,
	LOST_LOOKS,
	LOST_FLIPS,
	LOST_TILE_PROPERTIES,
	LOST_TILE_ANIMATIONS,
	LOST_TILE_SHAPES,
	LOST_TILESETS,
	LOST_TILESET_FILE,
	LOST_IMAGE,
	LOST_TILE_SIZE,
	LOSSES
};

enum { FOREIGN_LAYERS_NAMED = 3 };

struct tiled_losses {
	bool has_lost[LOSSES];

	/* The first foreign layers: those that dungen would not write. */
	const cJSON *foreign_layers[FOREIGN_LAYERS_NAMED];
	size_t foreign_count;
};

/* Notes a loss, if `is_lost`. */
void tiled_lose(struct tiled_losses *losses, enum tiled_loss loss, bool is_lost);

/* Notes that a map, layer or object has a color, or looks that are not the usual ones. */
void tiled_lose_looks(struct tiled_losses *losses, const cJSON *owner);

/* Notes a foreign layer, which dungen would not write. The caller keeps it. */
void tiled_lose_layer(struct tiled_losses *losses, const cJSON *layer);

/* Adds all losses to a text, separated by commas. Adds nothing if there are none. */
void tiled_losses_list(const struct tiled_losses *losses, struct text *list);
