/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

#include <cJSON.h>

/*
 * Reads the documents of an input, one after another, and keeps track of the place in a document
 * for messages.
 *
 * Usage, in the `read` of a format whose state is a struct json_reader:
 *
 *     struct json_reader *json = reader->state;
 *     if (!json_next(json, reader))
 *             return json->builder.result;
 *     pass the parts of json->document to json->builder; see json_value.h
 *     return json->builder.result;
 *
 * json_reader_free is the `free_reader_state` of the format.
 */
struct json_reader {
	struct builder builder;
	cJSON *document;          /* the current document; owns the strings of the map's recipe */
	uint64_t document_number; /* number of the current document, starting at 1 */
	uint64_t byte;            /* place of the next byte in its line, starting at 1 */
	bool is_whole; /* the buffer contains the whole input; otherwise each line is a document */

	/* The place in the document, for messages. */
	const char *list;  /* name of the array whose elements are read; NULL outside of arrays */
	uint32_t index;    /* index of the element in this array */
	const char *layer; /* name of the Tiled layer that is read; NULL outside of layers */
	double object;     /* id of the object in this layer that is read; 0 outside of objects */
};

/* Starts a map without parsing a document. The caller sets json->document, which json owns. */
void json_start(struct json_reader *json, struct reader *reader);

/*
 * Starts a map, frees the current document, and parses the next one, which must be an object. If
 * the first line of the input is a document, every line is a document, and this reads only the next
 * line. Otherwise the first call reads the whole input. Returns false without a document, and sets
 * the builder's result: READ_END if the input has ended.
 */
bool json_next(struct json_reader *json, struct reader *reader);

/* Frees the memory of a struct json_reader, but not the struct. Safe on a zeroed struct. */
void json_reader_free(void *state);
