/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Reads reader->tree as a map of Tiled: the layer with its tiles, and the objects and properties
 * that dungen writes. The note of the reader names everything else in the map.
 */
void tiled_read(struct reader *reader);

/* Is the `read` of the format tmx: converts the XML to a tree, and calls tiled_read. */
void tmx_read(struct reader *reader);
