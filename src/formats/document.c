/* SPDX-License-Identifier: MIT */
#include "formats/document.h"

#include "formats/json_document.h"
#include "formats/json_value.h"
#include "formats/tiled_read.h"
#include "formats/tmx_read.h"

/* Returns whether a document is a map of Tiled: it has layers, and does not name its format. */
static bool is_tiled(struct json_reader *json)
{
	if (!json_member(json, json->document, "layers"))
		return false;
	return !json_member(json, json->document, "format");
}

enum read_result document_read_json(struct reader *reader)
{
	struct json_reader *json = reader->state;
	if (!json_next(json, reader))
		return json->builder.result;
	if (is_tiled(json))
		return tiled_read_document(json);
	return json_read_document(json);
}

enum read_result document_read_tmx(struct reader *reader)
{
	struct json_reader *json = reader->state;
	if (!tmx_parse(json, reader))
		return json->builder.result;
	return tiled_read_document(json);
}
