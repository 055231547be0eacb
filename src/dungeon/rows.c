/* SPDX-License-Identifier: MIT */
#include "dungeon/rows.h"

#include <string.h>

enum {
	WHOLE_MOST = 1 << 18,    /* bytes of a map that is drawn whole, so that it stays in the second-level cache */
	TUNNELS_PER_COLUMN = 16, /* with more tunnels, a sweep is faster */
};

bool rows_start(struct rows *rows, const struct dungeon *dungeon, const struct row_bytes *with)
{
	const struct recipe *recipe = &dungeon->recipe;
	rows->dungeon = dungeon;
	rows->with = *with;
	rows->stride = recipe->width + strlen(with->end);
	rows->y = 0;
	rows->whole = (uint64_t)rows->stride * recipe->height <= WHOLE_MOST &&
		      dungeon->tunnel_count / TUNNELS_PER_COLUMN <= recipe->width;
	if (!rows->whole)
		return array_reserve(rows, bytes, (uint64_t)rows->stride + SWEEP_SLACK) &&
		       sweep_start(&rows->sweep, dungeon);
	if (!array_reserve(rows, bytes, rows->stride * recipe->height + rows_whole_slack(rows->stride)))
		return false;
	rows_draw_whole(dungeon, with, rows->bytes);
	return true;
}

bool rows_next(struct rows *rows, struct band *band)
{
	const struct recipe *recipe = &rows->dungeon->recipe;
	if (rows->y >= recipe->height)
		return false;
	*band = (struct band){rows->bytes, 1, 1};
	if (rows->whole) {
		band->rows = recipe->height;
	} else {
		band->times = sweep_row(&rows->sweep, rows->y, rows->with.kind, rows->bytes);
		memcpy(rows->bytes + recipe->width, rows->with.end, rows->stride - recipe->width);
	}
	rows->y += band->rows * band->times;
	return true;
}

void rows_free(struct rows *rows)
{
	sweep_free(&rows->sweep);
	array_free(rows, bytes);
	array_free(rows, text);
}
