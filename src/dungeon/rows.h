/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_ROWS_H
#define DUNGEN_ROWS_H

#include "dungeon/dungeon.h"
#include "dungeon/tile.h"

/*
 * The tiles of a map from top to bottom, written as glyphs, with marks drawn over them. A small map is drawn whole; a
 * larger one is swept row by row, in memory for its rooms and one row. The bytes are the same.
 */

/* A glyph in place of a tile. */
struct mark {
	struct point at;
	uint32_t glyph; /* index into the plan's glyphs */
};

/* The most glyphs that a plan may have. */
enum { GLYPHS_MOST = 256 };

/* What is wanted. Everything stays the caller's and must not change until the last rows_next. */
struct rows_plan {
	const struct dungeon *dungeon;
	const char *before, *after; /* what each row begins and ends with */
	const struct glyph *glyphs; /* by enum tile, then those of marks; fastest where each is one byte */
	size_t glyph_count;         /* TILE_KINDS to GLYPHS_MOST */
	size_t trim;                /* bytes left out at the end of each row's last glyph; fewer than any glyph has */
	const struct mark *marks;   /* sorted by y; where two share a tile the later one shows */
	size_t mark_count;
};

/* `length` bytes, one or more whole rows, to be written `times` times in succession. */
struct band {
	const char *bytes;
	size_t length;
	uint32_t times;
};

/* Zeroed before the first map, used again for the next, freed with rows_free. The fields are private. */
struct rows {
	struct rows_plan plan;
	size_t before_length, after_length;
	size_t glyph_length; /* of the longest glyph */
	uint32_t y;          /* the next row */
	bool whole;          /* this map was drawn whole */
	size_t whole_length; /* of all its rows */
	char *bytes;         /* the band */
	size_t byte_capacity;
	char *drawing; /* where glyphs have several bytes: the index of each tile's glyph */
	size_t drawing_capacity;
	struct sweep *sweep; /* NULL until a map is swept */
};

/* Begins a map. False when out of memory. */
bool rows_start(struct rows *rows, const struct rows_plan *plan);

/* The next rows, valid until the next call; false after the last. */
bool rows_next(struct rows *rows, struct band *band);

/* Frees what it owns; zeroed rows are legal. */
void rows_free(struct rows *rows);

#endif
