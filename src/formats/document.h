/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * The `read` of the formats json, tmj, and tmx, whose state is a struct json_reader:
 *
 *     .read = document_read_json,
 *     .free_reader_state = json_reader_free,
 *     .reader_state_size = sizeof(struct json_reader),
 */

/* Reads a document of dungen, or a map of Tiled as JSON. The content decides. */
void document_read_json(struct builder *builder);

/* Reads a map of Tiled as XML. */
void document_read_tmx(struct builder *builder);
