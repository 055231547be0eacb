/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Reads json->document, which json_next or tmx_parse has parsed, as a map of Tiled: the layer with
 * its tiles, and the objects and properties that dungen writes. The note of the reader names
 * everything else in the map. Returns the builder's result.
 */
enum read_result tiled_read_document(struct json_reader *json);
