/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Reads a document of dungen, or a map of Tiled as JSON. The content decides. The formats json and
 * tmj share this function.
 */
void document_read(struct reader *reader);
