/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/*
 * A visitor that reads the objects of one kind in a layer. Rooms come before the tunnels and doors
 * that name them, so each kind needs a pass over all layers, after the tiles were read:
 *
 *     for (tiled->object_kind = 0; tiled->object_kind < TILED_LAYERS; tiled->object_kind++)
 *             tiled_visit_layers(tiled, root, tiled_read_objects);
 *
 * Also adds the losses of these objects.
 */
void tiled_read_objects(struct tiled_map *tiled, const cJSON *layer, const char *type);
