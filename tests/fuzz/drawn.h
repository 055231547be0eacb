/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_DRAWN_H
#define DUNGEN_DRAWN_H

#include "dungeon/rows_draw.h"

#include <stdlib.h>
#include <string.h>

/* Whether the dungeon has these tiles, characters row by row, both drawn whole and swept. */
static bool drawn_is(const struct dungeon *dungeon, const char *tiles)
{
	size_t width = dungeon->recipe.width, height = dungeon->recipe.height, stride = width + 1;
	const struct row_bytes with = {.kind = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'}, .end = "\n"};
	char *bytes = malloc(stride * height + rows_whole_slack(stride) + SWEEP_SLACK);
	static struct sweep sweep;
	if (!bytes || !sweep_start(&sweep, dungeon))
		abort();
	rows_draw_whole(dungeon, &with, bytes);
	bool same = true;
	for (size_t y = 0; y < height; y++)
		same = same && memcmp(bytes + y * stride, tiles + y * width, width) == 0 &&
		       bytes[y * stride + width] == '\n';
	for (uint32_t y = 0; same && y < height;) {
		uint32_t times = sweep_row(&sweep, y, with.kind, bytes);
		same = times > 0 && times <= height - y;
		for (; same && times > 0; times--, y++)
			same = memcmp(bytes, tiles + y * width, width) == 0;
	}
	free(bytes);
	return same;
}

#endif
