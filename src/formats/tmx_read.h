/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Starts a map, and parses a tmx to json->document, the tree that a tmj of the same map would have.
 * Returns whether the builder's result still is READ_MAP. After an error of the input that is so,
 * too, without a document or with a part of one.
 */
bool tmx_parse(struct json_reader *json, struct reader *reader);
