/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"
#include "formats/tile_values.h"

#include <zlib.h>

/*
 * The drawings of REXPaint, which libtcod also loads. xp.c writes them, and xp_read.c reads them.
 *
 * A drawing is packed by gzip. It begins with four numbers of 32 bits, least significant byte
 * first: the version, the number of layers, and the width and height of the first layer. The cells
 * of a layer follow, column by column. A cell has a character of code page 437 as a number of 32
 * bits, the color of the character, and the color of its background. A color has a byte each for
 * red, green, and blue. Every further layer begins with its width and height.
 */
enum {
	XP_HEAD = 16,        /* bytes of the numbers at the beginning */
	XP_CELL = 10,        /* bytes of a cell */
	XP_FOREGROUND = 4,   /* index of the color of the character in these bytes */
	XP_BACKGROUND = 7,   /* index of the color of the background */
	XP_CELLS = 1 << 10,  /* number of cells that are compressed or unpacked together */
	XP_CHARACTERS = 256, /* number of characters in the code page */
	XP_UNKNOWN = 0xfffe, /* at least this number of a character that no code page has */
	XP_NO_CELL = 0xffff, /* all layers are transparent here */
	XP_GZIP = 16,        /* added to the bits of zlib's window to choose the format of gzip */
};

/*
 * The characters of code page 437 in UTF-8, one after another, and a NUL character. The first is
 * number 1, because number 0 is unused.
 */
extern const char xp_characters[];

/* Memory of the reader. */
struct xp_reader {
	z_stream stream;
	struct tile_values values;
	uint32_t code_points[XP_CHARACTERS]; /* by number of a character */
	uint8_t cells[XP_CELLS * XP_CELL];
	ARRAY(uint16_t,
	      characters); /* numbers of characters as all layers show them, column by column */
};

/* The `read` and `free_reader_state` of the format. The state is a struct xp_reader. */
void xp_read(struct reader *reader);
void xp_reader_free(void *state);
