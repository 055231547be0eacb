/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILE_H
#define DUNGEN_TILE_H

/* The kinds of tile. */
enum tile { TILE_WALL, TILE_FLOOR, TILE_DOOR, TILE_KINDS };

/* The bytes that rows are drawn with: one for each kind of tile, and a string after each row, which may be empty. */
struct row_bytes {
	char kind[TILE_KINDS];
	const char *end; /* not owned */
};

#endif
