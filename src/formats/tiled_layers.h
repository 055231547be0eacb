/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/* A function that is called for a layer, after tiled->offset was set. */
typedef void tiled_visit(struct tiled_map *tiled, const cJSON *layer, const char *type);

/* Visits every layer of a map or group, and the layers of groups in it. */
void tiled_visit_layers(struct tiled_map *tiled, const cJSON *owner, tiled_visit *visit);

/* Visitors: */

/* Finds the layer with the tiles: the first called terrain, or else the first. */
void tiled_choose_terrain(struct tiled_map *tiled, const cJSON *layer, const char *type);

/* Notes what of a layer is not kept, once the terrain was chosen. */
void tiled_compare_layer(struct tiled_map *tiled, const cJSON *layer, const char *type);
