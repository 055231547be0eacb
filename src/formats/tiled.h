/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILED_H
#define DUNGEN_TILED_H

#include "formats/format.h"

/*
 * A map as the editor Tiled knows it: a layer of tiles and, above it, layers of objects. What is in the map is decided
 * here; the formats tmj and tmx only spell it, one in JSON and one in XML. Positions and sizes of objects are in
 * pixels, up to 2^35.
 */

/* A name and its value: text, or `number` where text is NULL. A list of fields ends with a NULL name. */
struct tiled_field {
	const char *name;
	const char *text;
	uint64_t number;
	bool is_bool; /* the text is "true" or "false", and means it; of properties only */
};

enum { TILED_FIELDS = 14 }; /* the longest list, its end included */

/* What comes before the tiles. */
struct tiled_map {
	struct tiled_field fields[TILED_FIELDS];
	struct tiled_field properties[TILED_FIELDS]; /* how the map was made, by name: Tiled would sort them */
	struct tiled_field tileset[TILED_FIELDS];
	struct tiled_field terrain[TILED_FIELDS]; /* the layer of tiles */
	uint64_t image_width, image_height;       /* of the image style.tileset, in pixels */
	char seed[24];                            /* the text of a property */
};

enum tiled_shape { TILED_RECTANGLE, TILED_POLYLINE, TILED_POINT };

struct tiled_object {
	struct tiled_field fields[TILED_FIELDS];
	struct tiled_field properties[TILED_FIELDS]; /* numbers; there may be none */
	enum tiled_shape shape;
	struct tiled_offset {
		int64_t x, y; /* from the object's position */
	} points[4];          /* of a polyline */
	unsigned point_count;
	char name[24]; /* the text of a field */
};

/* The spelling of a map, in the order in which it is written. */
struct tiled_syntax {
	void (*begin)(const struct tiled_map *, const struct style *, struct output *);
	const char *row_separator; /* before each row of tiles; its first byte is a comma, left out before the first */
	const char *tiles_end;
	void (*layer_begin)(const struct tiled_field *, struct output *);
	void (*object)(const struct tiled_object *, bool is_first, struct output *);
	const char *layer_end;
	const char *end;
};

/* Writes a map for a format whose state is a struct rows. False when out of memory. */
bool tiled_write(const struct writer *writer, const struct dungeon *dungeon, const struct tiled_syntax *syntax);

/* Writes a text in which some characters have to be written otherwise; the list ends with a NUL character. */
struct tiled_escape {
	char character;
	const char *written;
};
void tiled_write_escaped(const char *text, const struct tiled_escape *escapes, struct output *output);

#endif
