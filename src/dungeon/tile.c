/* SPDX-License-Identifier: MIT */
#include "dungeon/tile.h"

const char tile_characters[TILE_KINDS] = {TILE_LIST(TILE_CHARACTER)};

#define TILE_NAME(kind, character, name) [kind] = name,
const char *const tile_names[TILE_KINDS] = {TILE_LIST(TILE_NAME)};
