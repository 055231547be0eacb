/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/* Reads json->document as a document of dungen. Returns the builder's result. */
enum read_result json_read_document(struct json_reader *json);
