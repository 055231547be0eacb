/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

#include <cJSON.h>

/*
 * Reads documents from an input, one after another, and remembers where in a document a reader is.
 *
 * Usage, in the `read` of a format whose state is a struct json_reader:
 *
 *     struct json_reader *json = reader->state;
 *     if (!json_next(json, reader))
 *             return json->builder.result;
 *     hand the parts of json->document to json->builder; see json_value.h
 *     return json->builder.result;
 *
 * json_reader_free is the `free_reader_state` of the format.
 */
struct json_reader {
	struct builder builder;
	cJSON *document;          /* also has the strings of the map's recipe */
	uint64_t document_number; /* documents begun so far */
	uint64_t byte;            /* of its line, starting at 1, at which the input goes on */
	bool is_whole; /* the whole input is in its buffer; otherwise each line is a document */

	/* Where in the document the reader is, for messages. */
	const char *list;  /* the array whose elements are read; NULL: none */
	uint32_t index;    /* index of the element */
	const char *layer; /* the layer of Tiled that is read instead of a list; NULL: none */
	double object;     /* the id of the object in that layer that is read; 0: none */
};

/* Starts a map without a document. The caller sets the document. */
void json_start(struct json_reader *json, struct reader *reader);

/*
 * Starts a map and reads the next document of the input, an object, in place of the one before. If
 * the first line of the input is a document, each line is one, and is read alone. Otherwise the
 * first call reads the whole input. Returns false if there is no document: the builder's result is
 * READ_END if there are no more.
 */
bool json_next(struct json_reader *json, struct reader *reader);

/* Frees the memory of a struct json_reader. Safe on a zeroed struct. */
void json_reader_free(void *json);
