/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/*
 * The tileset of a map of Tiled, and the layer of its tiles. tiled->tilesets and tiled->terrain are
 * set, and the builder knows the size of the map:
 *
 *     tiled_find_tileset(tiled);
 *     tiled_read_terrain(tiled);
 *     tiled_compare_tileset(tiled);
 */

/*
 * Finds the tileset that counts, which is the first tileset of dungen, or else the first tileset,
 * and the number of its tiles that dungen reads. Refuses wrong tilesets.
 */
void tiled_find_tileset(struct tiled_map *tiled);

/* Reads the tiles, and the exit if a tile is stairs. Refuses tiles that dungen does not know. */
void tiled_read_terrain(struct tiled_map *tiled);

/* Adds the losses of the tileset that counts, and a loss for any other tileset. */
void tiled_compare_tileset(struct tiled_map *tiled);
