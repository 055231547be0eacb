/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILES_H
#define DUNGEN_TILES_H

#include "dungeon/rows.h"
#include "output/output.h"

/* For formats that write the tiles row by row. */

/* Writes every row of the plan. False when out of memory; write errors are kept by the output. */
bool tiles_write(struct rows *rows, const struct rows_plan *plan, struct output *output);

/* The same for rows that begin with a separator of one byte, which is left out before the first. */
bool tiles_write_list(struct rows *rows, const struct rows_plan *plan, struct output *output);

/* The `end` of a format whose state is a struct rows. */
void tiles_end(void *rows);

#endif
