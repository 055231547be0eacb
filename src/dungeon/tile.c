/* SPDX-License-Identifier: MIT */
#include "dungeon/tile.h"

#define TILE_GLYPH(kind, glyph, name) [kind] = {{glyph}, 1},
const struct glyph tile_glyphs[TILE_KINDS] = {TILE_LIST(TILE_GLYPH)};

#define TILE_NAME(kind, glyph, name) [kind] = name,
const char *const tile_names[TILE_KINDS] = {TILE_LIST(TILE_NAME)};
