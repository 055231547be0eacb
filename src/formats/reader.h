/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/style.h"
#include "io/input.h"
#include "io/message.h"
#include "map/rows.h"

#include <stdbool.h>
#include <stddef.h>

struct format;

/*
 * Reads the maps of a run in a format.
 *
 *     struct reader reader = {0};
 *     if (!reader_open(&reader, format, &style, &input))
 *             out of memory
 *     while (reader_next(&reader, &map) == READ_MAP)
 *             use the map, and the reader's note
 *     reader_close(&reader);
 *
 * The strings and parameters of a map's recipe belong to the reader. They stay valid until the next
 * call of reader_next or reader_close.
 *
 * Formats pass the parts of a map to the builder, which completes the reader's map; see build.h.
 */

#define READER_TILES_MAX UINT32_MAX /* number of tiles of an input map, at most */

enum read_result {
	READ_MAP,
	READ_END,       /* the file has no more maps */
	READ_FAILED,    /* see reader->input->error or, if that is 0, reader->message */
	READ_NO_MEMORY, /* out of memory */
};

struct reader {
	const struct format *format;
	const struct style *style;
	struct input *input;
	struct map *map;     /* the current map; not owned */
	void *state;         /* memory of the format: reader_state_size bytes, zeroed before use */
	uint64_t map_number; /* number of the current map in its file, starting at 1 */

	/* For messages of the caller. */
	struct message message; /* why reading failed: the place, the problem, and the fix */
	char note[1536];        /* what to say about the current map; may be empty */
	bool loses;             /* a part of the map was dropped, which the note names */
	bool note_is_fault;     /* --check reports the note as a fault */
	bool drops_misfits;     /* something was dropped because it does not fit the tiles */

	/* Set by the caller. */
	bool keeps_misfits; /* for a comparison: do not drop what does not fit, and note what a
			       document lacks */
	bool drops_locks;   /* the caller writes the maps without their locks and secrets */
	bool is_written;    /* the caller writes the maps, so the note says what it cannot keep */

	/* For documents: their tree, which owns the strings of the recipe. */
	struct cJSON *tree;
	uint64_t byte; /* only for JSON: place of the next byte in its line, starting at 1 */

	/* The current map as far as it is built; see build.h. */
	enum read_result result; /* READ_MAP until the first failure, then the reason */

	/*
	 * Where the reader is in its file, for messages: "rooms[3].width", or "layer "marks",
	 * object 7: x". The format sets it, and build_refusal copies it to the message. Only
	 * build_lines sets the line for its format. A column or a byte is not kept here: the format
	 * sets message->place.column or .byte after build_refusal.
	 */
	uint64_t line;            /* number of the line; 0 if the file has no lines */
	uint64_t document_number; /* 0 if the file does not consist of documents */
	const char *list;  /* name of the array whose elements are read; NULL outside of arrays */
	uint32_t index;    /* index of the element in this array */
	const char *layer; /* name of the Tiled layer that is read; NULL outside of layers */
	double object;     /* id of the object in this layer that is read; 0 outside of objects */

	/* The tiles so far, if they come row by row. The rows can have different lengths. */
	uint32_t columns;         /* length of the longest row */
	uint32_t row_count;       /* number of rows */
	uint64_t tile_count;      /* number of tiles in these rows */
	ARRAY(uint32_t, lengths); /* number of tiles in each row */
	bool lacks_floor; /* the map was refused because all of its tiles are wall or door */

	/* The current tunnel. */
	uint32_t corner_count;
	struct point last_corner;

	bool has_door_list; /* the file has a list of doors, which may be empty */
	struct parameter parameters[RECIPE_OPTION_COUNT];
	size_t parameter_count;
	/* Key of a parameter that dungen does not know, or with a value that it does not accept;
	 * otherwise NULL. */
	const char *strange_parameter;

	/* For build_end. */
	struct point difference; /* the first tile that differs from rooms, tunnels, and doors */
	struct rows rows;        /* memory for drawing rooms, tunnels, and doors */
};

/*
 * Starts to read maps. The caller keeps style and input, which must outlive the reader.
 * Returns false if out of memory. Call reader_close in either case.
 */
bool reader_open(struct reader *reader, const struct format *format, const struct style *style,
		 struct input *input);

/* Frees the memory of a reader. Safe on a zeroed reader and after reader_close. */
void reader_close(struct reader *reader);

/* Reads the next map into `map`, which the caller keeps. Empties the map first. */
enum read_result reader_next(struct reader *reader, struct map *map);

/*
 * Sets why the input is no map, formatted like printf, and returns READ_FAILED. The caller may add
 * the place and the fix to reader->message.
 */
__attribute__((format(printf, 2, 3))) enum read_result reader_refuse(struct reader *reader,
								     const char *format, ...);

/*
 * Adds to the note about the current map, formatted like printf, after a semicolon if the note is
 * not empty. Cuts what does not fit.
 */
__attribute__((format(printf, 2, 3))) void reader_note(struct reader *reader, const char *format,
						       ...);

/* Adds to the note that the route of the file is lost, unless the style asks for a new one. */
void reader_note_route(struct reader *reader);
