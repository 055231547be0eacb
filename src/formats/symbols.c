/* SPDX-License-Identifier: MIT */
#include "formats/symbols.h"

const uint8_t glyph_symbols[GLYPHS] = {
	[GLYPH_WALL] = TILE_WALL,   [GLYPH_FLOOR] = TILE_FLOOR, [GLYPH_SPAWN] = SYMBOL_SPAWN,
	[GLYPH_EXIT] = SYMBOL_EXIT, [GLYPH_DOOR] = TILE_DOOR,   [GLYPH_ROUTE] = SYMBOL_ROUTE,
};
