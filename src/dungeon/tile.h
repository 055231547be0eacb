/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILE_H
#define DUNGEN_TILE_H

#include <stdint.h>

/* The kinds of tile, and what stands for each in a map and in a legend: TILE(KIND, glyph, name). */
#define TILE_LIST(TILE)                \
	TILE(TILE_WALL, '#', "wall")   \
	TILE(TILE_FLOOR, '.', "floor") \
	TILE(TILE_DOOR, '+', "door")

#define TILE_ID(kind, glyph, name) kind,
enum tile { TILE_LIST(TILE_ID) TILE_KINDS };
#undef TILE_ID

/* What is written for a tile: `length` bytes, at least 1. */
struct glyph {
	char bytes[7];
	uint8_t length;
};

static inline struct glyph glyph_of_byte(char byte)
{
	return (struct glyph){.bytes = {byte}, .length = 1};
}

/* By enum tile. */
extern const struct glyph tile_glyphs[TILE_KINDS];
extern const char *const tile_names[TILE_KINDS];

#endif
