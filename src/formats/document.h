/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * The `read` of the formats json and tmj, whose state is a struct json_reader:
 *
 *     .read = document_read,
 *     .free_reader_state = json_reader_free,
 *     .reader_state_size = sizeof(struct json_reader),
 */

/* Reads a document of dungen, or a map of Tiled as JSON. The content decides. */
void document_read(struct builder *builder);
