/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"
#include "formats/code_page.h"

#include <zlib.h>

/* What reader and writer of the format xp know of its files. */
enum {
	XP_CELL = 10,       /* bytes of a cell */
	XP_CELLS = 1 << 10, /* number of cells that are compressed or unpacked together */
	XP_GZIP = 16, /* added to the window of 2^15 bytes: how zlib is asked for a gzip header */
};

/* Memory of the reader. */
struct xp_reader {
	z_stream stream;
	uint8_t symbols[CODE_PAGE_CHARACTERS]; /* what a character means; SYMBOLS: nothing */
	uint8_t cells[XP_CELLS * XP_CELL];
	uint64_t letter_count; /* number of tiles whose letter was read as floor */
	ARRAY(char, tiles);    /* column by column */
};

/* The `read` and `free_reader_state` of the format; its state is a struct xp_reader. */
enum read_result xp_read(struct reader *reader);
void xp_read_end(void *own);
