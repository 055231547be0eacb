/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Decides whether a document is one of dungen or a map of Tiled, and has it read. These are the
 * `read` of the formats json, tmj, and tmx; their state is a struct json_reader.
 */

/* Reads a document of dungen, or a map of Tiled, which has layers and does not name its format. */
enum read_result document_read_json(struct reader *reader);

/* Read a map of Tiled. */
enum read_result document_read_tmj(struct reader *reader);
enum read_result document_read_tmx(struct reader *reader);
