/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * Drops what does not fit the tiles of a map, which stores them, because the tiles were edited:
 * rooms without floor, tunnels that leave the floor, doors that are not on a door tile, and the
 * tunnels and doors of dropped rooms. The other rooms keep their order, and get new indices.
 * Returns false if out of memory; then the map is unusable.
 */
bool misfits_drop(struct map *map);
