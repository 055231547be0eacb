/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/writer.h"

/*
 * Writes the JSON document of a map, for the program and the library: what cJSON would print, but
 * without a tree in memory. Without tiles, the map must not store its tiles. Returns false if out
 * of memory.
 */
bool json_write_document(struct writer *writer, const struct map *map);
