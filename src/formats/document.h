/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Is the `read` of the formats json and tmj: reads a document of dungen, or a map of Tiled as JSON.
 * The content decides.
 */
void document_read(struct reader *reader);
