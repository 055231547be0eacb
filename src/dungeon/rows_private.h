/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_ROWS_PRIVATE_H
#define DUNGEN_ROWS_PRIVATE_H

#include "dungeon/rows.h"

/*
 * The two methods of rows.c, and what they share. A map is drawn with one byte a tile. Where all glyphs are one byte,
 * these are the glyphs, drawn in their places between what each row begins and ends with; otherwise they are indices
 * of glyphs, in a drawing of its own.
 */

/* Draws the whole map: for maps of few tiles. False when out of memory. */
bool rows_start_whole(struct rows *rows, const struct rows_plan *plan);

/* Prepares to draw row by row: for any map. False when out of memory. */
bool rows_start_swept(struct rows *rows, const struct rows_plan *plan);

/* Makes row rows->y of a map that is swept; returns how many rows from there on are the same. */
uint32_t sweep_row(struct rows *rows, size_t *length);

/* Frees it; NULL is legal. */
void sweep_free(struct sweep *sweep);

/* Begins a map with either method. */
void rows_reset(struct rows *rows, const struct rows_plan *plan);

/* Memory for so many rows at a time, and `slack` tiles drawn past the last of them. False when out of memory. */
bool rows_reserve(struct rows *rows, uint32_t row_count, size_t slack);

/* Whether the drawing has indices of glyphs. */
static inline bool rows_indexed(const struct rows *rows)
{
	return rows->glyph_length > 1;
}

/* The byte to draw for a glyph. */
static inline char rows_code(const struct rows *rows, size_t glyph)
{
	return rows_indexed(rows) ? (char)glyph : rows->plan.glyphs[glyph].bytes[0];
}

/* Where the first tile is drawn. */
static inline char *rows_tiles(const struct rows *rows)
{
	return rows_indexed(rows) ? rows->drawing : rows->bytes + rows->before_length;
}

/* How far it is from a drawn tile to the one below. */
static inline size_t rows_stride(const struct rows *rows)
{
	size_t width = rows->plan.dungeon->recipe.width;
	return rows_indexed(rows) ? width : rows->before_length + width + rows->after_length;
}

/* Completes the row that begins at `row`, whose tiles are drawn at `tiles`; returns its end. */
char *rows_complete(const struct rows *rows, char *row, const char *tiles);

#endif
