/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

#include <cJSON.h>

/* The numbers of a layer of tiles. Zeroed before its first use. */
struct tiled_data {
	ARRAY(uint32_t, numbers);
	ARRAY(uint8_t, bytes); /* what base64 stands for */
};

/*
 * Reads the `count` numbers of a layer: a list, CSV, or base64 that may be compressed by zlib or
 * gzip. Refuses anything else. Returns whether the builder's result still is READ_MAP.
 */
bool tiled_data_read(struct tiled_data *data, struct builder *builder, const cJSON *layer,
		     uint64_t count);

/* Frees the memory of the numbers. Safe on a zeroed struct. */
void tiled_data_free(struct tiled_data *data);
