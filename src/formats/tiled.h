/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TILED_H
#define DUNGEN_TILED_H

#include "formats/format.h"

/*
 * Maps for the editor Tiled: a layer of tiles and, above it, layers of objects. tiled.c decides what is in a map; the
 * formats tmj and tmx spell it, one in JSON and one in XML.
 */

/* A list of properties: each has `between` before it unless it is the first, then `name` and its name. */
struct tiled_properties {
	const char *begin, *between, *name, *end;
};

/* The pieces of text that a document is made of. */
struct tiled_syntax {
	/* A field: `field`, its name, and a value between two pieces. */
	const char *field, *number, *number_end, *text, *text_end;

	/* The document, in order. Fields or a value follow each piece unless the next one does. */
	const char *begin, *map_end;
	struct tiled_properties map_properties;
	const char *tileset, *image, *image_width, *image_height, *terrain, *tiles;
	const char *row_between;
	const char *tiles_end;
	const char *layer, *objects;
	const char *object_between, *object, *object_fields_end;
	struct tiled_properties object_properties;
	const char *point, *polyline, *x, *y, *xy_end, *xy_between, *polyline_end;
	const char *object_end;
	const char *layer_end;
	const char *end;

	/* What goes around the value of a property, by its kind; the first piece follows the name. */
	struct {
		const char *begin, *end;
	} value[PARAMETER_FLAG + 1];

	/* Characters of the image's name that are written otherwise; ends with a NUL character. */
	struct {
		char character;
		const char *written;
	} escapes[5];
};

/* Writes a map for a format whose state is a struct rows. Returns false when out of memory. */
bool tiled_write(const struct writer *writer, const struct dungeon *dungeon, const struct tiled_syntax *syntax);

#endif
