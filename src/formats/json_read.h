/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_JSON_READ_H
#define DUNGEN_JSON_READ_H

#include "dungeon/rows.h"
#include "formats/grid.h"
#include "formats/json_value.h"

/* How the format json reads; json.c writes. */

/* The state of its reader. */
struct json_reader {
	struct json_place place; /* its document has the strings of the map's recipe */
	struct grid grid;
	struct rows rows;
	ARRAY(struct point, path); /* of a tunnel */
	ARRAY(struct parameter, parameters);
};

/* See struct format. */
enum read_result json_read(struct reader *reader, struct dungeon *dungeon);
void json_read_end(void *state);

#endif
