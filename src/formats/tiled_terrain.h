/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/tiled_map.h"

/*
 * The tileset of a map of Tiled, and the layer of its tiles:
 *
 *     tiled_find_tileset(tiled);       reads tiled->tilesets
 *     tiled_read_terrain(tiled);       reads tiled->terrain; the map has its size
 *     tiled_compare_tileset(tiled);
 */

/*
 * Finds the tileset that counts, the first of dungen's or else the first, and how many of dungen's
 * tiles it has.
 */
void tiled_find_tileset(struct tiled_map *tiled);

/* Reads the kinds of the tiles, and the exit if a tile is stairs. */
void tiled_read_terrain(struct tiled_map *tiled);

/* Notes what of the tileset that counts is not kept, and that there are others. */
void tiled_compare_tileset(struct tiled_map *tiled);
