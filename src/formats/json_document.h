/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Reads json->document, which json_next has parsed, as a document of dungen: with the rooms of the
 * map, with its tiles, or with both. Returns the builder's result.
 */
enum read_result json_read_document(struct json_reader *json);
