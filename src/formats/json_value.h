/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"
#include "formats/format.h"

#include <cJSON.h>

/* What the formats that are read as JSON share: documents and checked values, by cJSON. */

/* Of a document that has more, none is kept; dungen has fewer options. */
enum { PARAMETERS_MOST = 64 };

/*
 * The state of their readers: a document, which has the strings of the map's recipe, and a place in
 * it for messages: "document 2: rooms[3].width: ..."
 */
struct json_reader {
	struct reader *reader;
	enum read_result result; /* READ_MAP, or how reading failed first; what is read afterwards
				    does not count */
	uint64_t number;         /* of the document, from 1 on */
	uint64_t byte;           /* of its line, from 1 on, at which the input goes on */
	bool is_whole; /* the whole input is in its buffer; otherwise each line is a document */
	cJSON *document;
	const char *list;   /* the array whose elements are read; NULL: none */
	uint32_t index;     /* of the element */
	const char *inside; /* the key whose object is read; NULL: none */
	const char *layer;  /* of Tiled, which is read instead of a list; NULL: none */
	double object;      /* the id of the object that is read there; 0: none */
	/* Memory of the formats. */
	struct rows rows;
	ARRAY(uint32_t, numbers); /* of a layer of tiles */
	struct parameter parameters[PARAMETERS_MOST];
};

/* The `read` of the formats json, tmj and tmx. That of json reads maps of Tiled, too. */
enum read_result json_read(struct reader *reader);
enum read_result tiled_read(struct reader *reader);
enum read_result tmx_read(struct reader *reader);

/* Reads json->document as a map of Tiled: a layer of tiles, and our own objects and properties. */
enum read_result tiled_read_document(struct json_reader *json);

/*
 * Sets json->numbers to the `count` numbers of a layer of tiles: a list, CSV, or base64 that may
 * be compressed by zlib or gzip. Refuses anything else. Base64 is decoded over its own text, so it
 * can be read only once.
 */
void tiled_numbers(struct json_reader *json, const cJSON *layer, uint64_t count);

/* Parts of a document, which are checked and added to the map. */
void json_read_room(struct json_reader *json, const cJSON *item, struct map *map);
void json_read_tunnel(struct json_reader *json, const cJSON *item, struct map *map);
void json_read_door(struct json_reader *json, const cJSON *item, struct map *map);

/*
 * Reads its seed, and if the map is `made` from these, generator and params, which are kept if
 * dungen wrote them.
 */
uint64_t json_read_seed(struct json_reader *json, const cJSON *item);
void json_read_recipe(struct json_reader *json, bool made, const cJSON *generator,
		      const cJSON *params, struct map *map);

/*
 * Whether the tiles of a map are those that its rooms, tunnels and doors make. If not, sets *at
 * to the first that is not.
 */
bool json_tiles_agree(struct json_reader *json, const struct map *map, struct point *at);

/* Their `read_end`. */
void json_read_end(void *json);

/*
 * Reads the next document of the input, an object, in place of the one before. If the first line of
 * the input is a document, each line is one, and is read alone. Otherwise the first call reads the
 * whole input. Returns false if there is no document: the result is READ_END if there are no more.
 */
bool json_next(struct json_reader *json, struct reader *reader);

/*
 * Refuses the value of a key, or without one the element or document, unless something was refused
 * already.
 */
__attribute__((format(printf, 3, 4))) void json_refuse(struct json_reader *json, const char *key,
						       const char *format, ...);

/*
 * Returns the member of an object with that name; NULL: there is none. Refuses what is no object,
 * and a name that is there twice.
 */
const cJSON *json_member(struct json_reader *json, const cJSON *object, const char *name);

/*
 * Returns a whole number from `lowest` to `highest`, below 10^15; refuses anything else and returns
 * `lowest`.
 */
uint64_t json_number(struct json_reader *json, const char *key, const cJSON *item, uint64_t lowest,
		     uint64_t highest);

/* The same for the member of an object with that key. */
uint32_t json_read_number(struct json_reader *json, const cJSON *object, const char *key,
			  uint32_t lowest, uint32_t highest);

/* Sets the result if `has_memory` is false. Returns whether it still is READ_MAP. */
bool json_need(struct json_reader *json, bool has_memory);

/* Returns the string, or "" if it is none. */
const char *json_string(const cJSON *item);

/*
 * The loop over the elements of an array, up to the first that is refused. A missing array has
 * none; what is no array is refused. `item` is the element.
 */
/* NOLINTBEGIN(bugprone-macro-parentheses): there are none around the name in a declaration. */
#define json_each(json, item, name, array)                      \
	for (const cJSON *item = json_first(json, name, array); \
	     item && (json)->result == READ_MAP; item = json_after(json, item))
/* NOLINTEND(bugprone-macro-parentheses) */
const cJSON *json_first(struct json_reader *json, const char *name, const cJSON *array);
const cJSON *json_after(struct json_reader *json, const cJSON *item);
