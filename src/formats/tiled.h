/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/json_reader.h"

/*
 * Writes maps for the editor Tiled: a layer of tiles and, above it, layers of objects.
 *
 * tiled.c decides about the contents of a file. The formats tmj and tmx are templates for it, one
 * in JSON and one in XML, and call tiled_write with their template. In a template, #0 to #9 are
 * blanks for numbers, and $0 and $1 are blanks for texts. The comment of a template says what fills
 * its blanks. Positions and sizes are in pixels.
 */

/* The layers of objects, from the lowest to the topmost. */
enum tiled_layer {
	TILED_ROOMS,
	TILED_TUNNELS,
	TILED_MARKS,
	TILED_DOORS,
	TILED_ROUTE,
	TILED_LAYERS
};

/* A character that is written as something else in the file name of the image. */
struct tiled_escape {
	char character;
	const char *replacement;
};

/*
 * The templates, in the order in which they are written. They do not end where parts of the file
 * end: map_begin opens the list of properties, and tileset_begin closes it.
 */
struct tiled_syntax {
	/* #0 width, #1 height, #2 side of a tile, #3 next id of a layer, #4 next id of an object */
	const char *map_begin;

	/* By enum parameter_kind: $0 name; #0 value of a number, $1 value of a name or a flag. */
	const char *property[PARAMETER_FLAG + 1];

	const char *tileset_begin; /* up to the file name of the image; #2 side of a tile */
	const char *terrain_begin; /* up to the tiles; #0 to #2 as above, #5 width of the image */
	const char *row_separator; /* between rows of tiles */
	const char *terrain_end;
	const char *layer_begin; /* #0 id, $0 name */

	/*
	 * By layer: #0 id, #1 index, $0 type, #2 x, #3 y, #4 width, #5 height. In tunnels and the
	 * route, x and y are the first corner. Tunnels, marks, and the route have the width and
	 * height 0. The properties of rooms, tunnels, and doors follow.
	 */
	const char *object[TILED_LAYERS];
	const char *object_property; /* $0 name, #0 value */
	const char *tunnels_begin;   /* the last property of a door, up to its value */

	/* By layer. In tunnels and the route, up to the first corner, which is always 0, 0. */
	const char *object_end[TILED_LAYERS];

	/* Of tunnels and the route. */
	const char *corner; /* for each further corner; from the first, #0 x, #1 y */
	const char *line_end;

	const char *layer_end;
	const char *map_end;

	const char *separator; /* between two properties of the map, and between two objects */
	struct tiled_escape escapes[5]; /* ends with an escape for a NUL character */
};

/* Is the `write` of a format with these templates. */
bool tiled_write(struct writer *writer, const struct map *map, const struct tiled_syntax *syntax);

/*
 * Fields of struct format that are the same for tmj and tmx. dungen writes one map to a file, but a
 * tmj that it reads may contain several.
 */
#define TILED_FORMAT                                                                             \
	.holds = HOLDS_ONE_MAP, .looks = LOOK_SHOW | LOOK_TILESET | LOOK_TILE_SIZE | LOOK_ROUTE, \
	.cannot_show = SHOW_SPAWN | SHOW_LABELS

/*
 * Reads reader->tree as a map of Tiled: the layer with its tiles, and the objects and properties
 * that dungen writes. The note of the reader names everything else in the map.
 */
void tiled_read(struct reader *reader);

/* Is the `read` of the format tmx: converts the XML to a document, and calls tiled_read. */
void tmx_read(struct reader *reader);

/*
 * The tileset, the image that maps for Tiled refer to: a PNG with one row of square tiles and no
 * gaps.
 */

/* The tiles of the image, from left to right. */
enum tileset_tile { TILESET_WALL, TILESET_FLOOR, TILESET_DOOR, TILESET_STAIRS, TILESET_TILES };

enum { TILESET_SIZE_MAX = 256 }; /* pixels */

/*
 * Writes the image. The side of a tile has 1 to TILESET_SIZE_MAX pixels. Returns false if out of
 * memory. The output records write errors.
 */
bool tileset_write(struct output *output, uint32_t tile_size);
