/* SPDX-License-Identifier: MIT */
#include "formats/tiles.h"

static void write_rest(struct rows *rows, struct output *output)
{
	struct band band;
	while (!output->error && rows_next(rows, &band))
		output_repeat(output, band.bytes, band.length, band.times);
}

bool tiles_write(struct rows *rows, const struct rows_plan *plan, struct output *output)
{
	if (!rows_start(rows, plan))
		return false;
	write_rest(rows, output);
	return true;
}

bool tiles_write_list(struct rows *rows, const struct rows_plan *plan, struct output *output)
{
	struct band band;
	if (!rows_start(rows, plan))
		return false;
	(void)rows_next(rows, &band); /* every map has rows */
	output_write(output, band.bytes + 1, band.length - 1);
	output_repeat(output, band.bytes, band.length, band.times - 1);
	write_rest(rows, output);
	return true;
}

void tiles_end(void *rows)
{
	rows_free(rows);
}
