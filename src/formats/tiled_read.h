/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Reads json->document as a map of Tiled: a layer of tiles, and objects and properties of dungen.
 * What else is in the map is named in a note. Returns the builder's result.
 */
enum read_result tiled_read_document(struct json_reader *json);
