/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/*
 * The layers of a map of Tiled, which groups contain to any depth:
 *
 *     tiled_visit_layers(tiled, root, tiled_choose_terrain);
 *     read the terrain and the objects
 *     tiled_visit_layers(tiled, root, tiled_compare_layer);
 */

/* A function to call for each layer, with its type as Tiled names it. tiled->offset is set. */
typedef void tiled_visit(struct tiled_map *tiled, const cJSON *layer, const char *type);

/* Visits every layer of a map or group, including the layers of its groups. */
void tiled_visit_layers(struct tiled_map *tiled, const cJSON *owner, tiled_visit *visit);

/* A visitor that chooses tiled->terrain: the first tile layer called terrain, or else the first. */
void tiled_choose_terrain(struct tiled_map *tiled, const cJSON *layer, const char *type);

/* A visitor that adds the losses of a layer, after the terrain was chosen. */
void tiled_compare_layer(struct tiled_map *tiled, const cJSON *layer, const char *type);
