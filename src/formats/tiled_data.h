/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_value.h"

enum { TILED_TILES_PER_BYTE = 1032 / 4 }; /* that a text has at most, compressed by deflate */

/*
 * Sets place->numbers to the `count` numbers of `chunk`, which is a layer of tiles or one of its chunks: a list, CSV,
 * or base64 that may be compressed by zlib or gzip. Refuses anything else. Base64 is decoded over its own text, so it
 * can be read only once.
 */
void tiled_numbers(struct json_place *place, const cJSON *layer, const cJSON *chunk, uint64_t count);
