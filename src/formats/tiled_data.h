/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

#include <cJSON.h>

/*
 * The numbers in the data of a tile layer:
 *
 *     struct tiled_data data = {0};
 *     if (tiled_data_read(&data, builder, layer, width * height))
 *             use data.numbers, row by row
 *     tiled_data_free(&data);
 */
struct tiled_data {
	ARRAY(uint32_t, numbers);
	ARRAY(uint8_t, bytes); /* the bytes that base64 encodes */
};

/*
 * Reads the `count` numbers of a layer, which may be a JSON array, CSV, or base64. Base64 may be
 * compressed by zlib or gzip. Refuses any other encoding, and another count. Returns whether the
 * builder's result still is READ_MAP.
 */
bool tiled_data_read(struct tiled_data *data, struct builder *builder, const cJSON *layer,
		     uint64_t count);

/* Frees the memory of the numbers. Safe on a zeroed struct. */
void tiled_data_free(struct tiled_data *data);
