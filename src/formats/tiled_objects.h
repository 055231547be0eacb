/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/*
 * Reads the objects of the kind tiled->object_kind in a layer: rooms, tunnels, doors, or marks. A
 * visitor of tiled_visit_layers, for a map whose size and tiles were read.
 */
void tiled_read_objects(struct tiled_map *tiled, const cJSON *layer, const char *type);
