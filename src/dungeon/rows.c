/* SPDX-License-Identifier: MIT */
#include "dungeon/rows.h"

#include "dungeon/memory.h"
#include "dungeon/rows_private.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a map that is drawn whole: it stays in the second-level cache. */
enum { WHOLE_MOST = 1 << 18 };

void rows_reset(struct rows *rows, const struct rows_plan *plan)
{
	rows->plan = *plan;
	rows->before_length = strlen(plan->before);
	rows->after_length = strlen(plan->after);
	rows->glyph_length = 1;
	for (size_t i = 0; i < plan->glyph_count; i++)
		if (rows->glyph_length < plan->glyphs[i].length)
			rows->glyph_length = plan->glyphs[i].length;
	rows->y = 0;
}

bool rows_reserve(struct rows *rows, uint32_t row_count, size_t slack)
{
	uint64_t width = rows->plan.dungeon->recipe.width;
	uint64_t row_most = rows->before_length + width * rows->glyph_length + rows->after_length;
	if (!rows_indexed(rows))
		return memory_reserve(&rows->bytes, &rows->byte_capacity, row_most * row_count + slack, 1, 0);
	return memory_reserve(&rows->drawing, &rows->drawing_capacity, width * row_count + slack, 1, 0) &&
	       memory_reserve(&rows->bytes, &rows->byte_capacity, row_most * row_count + sizeof(struct glyph), 1, 0);
}

char *rows_complete(const struct rows *rows, char *row, const char *tiles)
{
	size_t width = rows->plan.dungeon->recipe.width;
	memcpy(row, rows->plan.before, rows->before_length);
	char *end = row + rows->before_length;
	if (rows_indexed(rows)) {
		const struct glyph *glyphs = rows->plan.glyphs;
		for (size_t x = 0; x < width; x++) {
			/* A copy of constant size is one store; the next one overwrites what was too much. */
			const struct glyph *glyph = &glyphs[(unsigned char)tiles[x]];
			memcpy(end, glyph->bytes, sizeof *glyph);
			end += glyph->length;
		}
		end -= rows->plan.trim;
	} else {
		end += width;
	}
	memcpy(end, rows->plan.after, rows->after_length);
	return end + rows->after_length;
}

bool rows_start(struct rows *rows, const struct rows_plan *plan)
{
	const struct recipe *recipe = &plan->dungeon->recipe;
	uint64_t row_length = strlen(plan->before) + (uint64_t)recipe->width + strlen(plan->after);
	return row_length * recipe->height <= WHOLE_MOST ? rows_start_whole(rows, plan) : rows_start_swept(rows, plan);
}

bool rows_next(struct rows *rows, struct band *band)
{
	uint32_t height = rows->plan.dungeon->recipe.height;
	if (rows->y >= height)
		return false;
	*band = (struct band){.bytes = rows->bytes, .length = rows->whole_length, .times = 1};
	if (rows->whole) {
		rows->y = height;
	} else {
		band->times = sweep_row(rows, &band->length);
		rows->y += band->times;
	}
	return true;
}

void rows_free(struct rows *rows)
{
	sweep_free(rows->sweep);
	free(rows->drawing);
	free(rows->bytes);
	*rows = (struct rows){0};
}
