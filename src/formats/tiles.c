/* SPDX-License-Identifier: MIT */
#include "formats/tiles.h"

bool tiles_write(struct rows *rows, const struct rows_plan *plan, struct output *output)
{
	if (!rows_start(rows, plan))
		return false;
	struct band band;
	while (!output->error && rows_next(rows, &band))
		output_repeat(output, band.bytes, band.length, band.times);
	return true;
}

void tiles_end(void *rows)
{
	rows_free(rows);
}
