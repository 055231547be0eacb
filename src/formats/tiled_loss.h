/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/text.h"
#include "formats/tiled_value.h"

/*
 * The losses of a map of Tiled: the parts that dungen does not keep, for a note.
 *
 *     struct tiled_losses losses = {0};
 *     tiled_lose(&losses, LOST_FLIPS, is_flipped);    for each part, any number of times
 *     tiled_lose_looks(&losses, layer);
 *     tiled_lose_layer(&losses, foreign_layer);
 *     tiled_losses_list(&losses, &text);              adds: layer "notes", objects, properties
 *
 * Nothing has to be freed.
 */

/* The kinds of parts, in the order in which a note names them. */
enum tiled_loss {
	LOST_LAYERS, /* more layers than the note names one by one */
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
	LOST_ROUTE, /* the last loss, because its text contains a fix */
	LOSSES
};

enum { NAMED_LAYERS_MAX = 3 }; /* number of lost layers that a note names one by one */

struct tiled_losses {
	bool has_lost[LOSSES];
	const cJSON *named_layers[NAMED_LAYERS_MAX]; /* the first lost layers; not owned */
	size_t named_layer_count;
};

/* Adds a loss if `is_lost` is true. */
void tiled_lose(struct tiled_losses *losses, enum tiled_loss loss, bool is_lost);

/* Adds LOST_LOOKS if a map, layer, or object has a color or unusual looks. */
void tiled_lose_looks(struct tiled_losses *losses, const cJSON *owner);

/* Adds a layer that dungen does not read. The document that contains it must outlive the losses. */
void tiled_lose_layer(struct tiled_losses *losses, const cJSON *layer);

/* Adds all losses to a text, separated by commas. Adds nothing without losses. */
void tiled_losses_list(const struct tiled_losses *losses, struct text *list);
