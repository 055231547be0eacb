/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILED_READ_H
#define DUNGEN_TILED_READ_H

#include "formats/grid.h"
#include "formats/json_value.h"

/* How the format tmj reads: the first layer of tiles, and objects of the types spawn and exit. */
struct tiled_reader {
	struct json_place place;
	struct grid grid;
};

/* See struct format. */
enum read_result tiled_read(struct reader *reader, struct dungeon *dungeon);
void tiled_read_end(void *state);

#endif
