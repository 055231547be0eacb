/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"

/*
 * Maps for the editor Tiled: a layer of tiles and, above it, layers of objects. tiled.c computes
 * what is in a map; the formats tmj and tmx are templates for it, one in JSON and one in XML. In a
 * template #0 to #9 stand for numbers and $0 to $9 for text.
 */
enum tiled_layer {
	TILED_ROOMS,
	TILED_TUNNELS,
	TILED_MARKS,
	TILED_DOORS,
	TILED_LAYERS
}; /* of objects, from the lowest to the topmost */

/* The names of these layers, and the types of their objects; that of a mark is its name. */
extern const char *const tiled_layer_names[TILED_LAYERS], *const tiled_object_types[TILED_LAYERS];

struct tiled_syntax {
	const char *begin;   /* #0 width, #1 height, #2 pixels of a tile's side, #3 next id of a
				layer, #4 of an object */
	const char *between; /* two properties, and two objects */
	const char *property[PARAMETER_FLAG + 1]; /* by kind; $0 name, #0 or $1 value */
	const char *tileset;                      /* up to the image's file name; #2 as above */
	const char *terrain; /* from there to the tiles; #0 to #2 as above, #5 width of the image */
	const char *row_between;
	const char *terrain_end;

	const char *layer; /* #0 id, $0 name */
	/*
	 * #0 id, #1 index, $0 type; in pixels: #2 x, #3 y, #4 width, #5 height; #6 its room, or of
	 * a tunnel #6 from and #7 to. A tunnel's first corner is at its position.
	 */
	const char *object[TILED_LAYERS];
	const char *tunnel_next; /* for each further corner: #0 x, #1 y, in pixels from the first */
	const char *tunnel_end;
	const char *layer_end;
	const char *end;

	/*
	 * Characters that the image's name has to escape, and what is written for them. Ends with a
	 * NUL character.
	 */
	struct tiled_escape {
		char character;
		const char *written;
	} escapes[5];
};

/* Writes a map by a format's template. Returns false if out of memory. */
bool tiled_write(struct writer *writer, const struct map *map, const struct tiled_syntax *syntax);

/*
 * The `find_style_fault` of the format with this name: both have a tile for the exit, and objects
 * instead of other marks.
 */
unsigned tiled_find_style_fault(const struct style *style, const char *name, struct text *fault);

/* What the two formats share; formats/json_reader.h has the state of their readers. */
#define TILED_FORMAT                                                             \
	.one_map = true, .styles = STYLE_SHOW | STYLE_TILESET | STYLE_TILE_SIZE, \
	.free_reader_state = json_reader_free, .reader_state_size = sizeof(struct json_reader)

/*
 * The tileset image, which maps for Tiled refer to: a PNG with one row of square tiles and no gaps.
 */

/* The tiles of the image, from left to right. */
enum tileset_tile { TILESET_WALL, TILESET_FLOOR, TILESET_DOOR, TILESET_STAIRS, TILESET_TILES };

enum { TILESET_SIZE_MOST = 64 };

/*
 * Writes the image with tiles of 1 to TILESET_SIZE_MOST pixels a side. Returns false if out of
 * memory.
 */
bool tileset_write(struct output *output, uint32_t tile_size);
