/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILE_H
#define DUNGEN_TILE_H

/* The kinds of tile, and their characters and names in a map and its legend: TILE(KIND, character, name). */
#define TILE_LIST(TILE)                \
	TILE(TILE_WALL, '#', "wall")   \
	TILE(TILE_FLOOR, '.', "floor") \
	TILE(TILE_DOOR, '+', "door")

#define TILE_ID(kind, character, name)        kind,
#define TILE_CHARACTER(kind, character, name) [kind] = character,
enum tile { TILE_LIST(TILE_ID) TILE_KINDS };

/* By enum tile. */
extern const char tile_characters[TILE_KINDS];
extern const char *const tile_names[TILE_KINDS];

/* The bytes that rows are drawn with: one for each kind of tile, and up to three after each row, as a string. */
struct row_bytes {
	char kind[TILE_KINDS];
	char end[4];
};

#endif
