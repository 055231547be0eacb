/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Parses the XML of a tmx to the tree that the JSON of a tmj would have, so that tiled_read.c reads
 * both:
 *
 *     if (!tmx_parse(json, reader))
 *             return json->builder.result;
 *     return tiled_read_document(json);
 */

/*
 * Starts a map, and parses the whole input to json->document, which json owns. Returns whether the
 * builder's result still is READ_MAP. An error of the input does not change the result; the
 * document may then be incomplete.
 */
bool tmx_parse(struct json_reader *json, struct reader *reader);
