/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/painted_rows.h"
#include "formats/style.h"
#include "io/message.h"
#include "io/output.h"
#include "map/passages.h"

struct format;

/*
 * Writes the maps of a run in a format.
 *
 *     struct writer writer = {0};
 *     if (!writer_open(&writer, format, &style, &output))
 *             out of memory
 *     for each map
 *             writer.input_file = NULL;            or where the map was read from
 *             writer.title = title;                if style.title is set
 *             writer.route = &route;               if style.shows_route is set
 *             if (!format->write(&writer, &map))
 *                     writer.message says why; if it is empty, out of memory
 *     if (writer.map_count == 0 && format->complete)
 *             format->complete(&writer);
 *     writer_close(&writer);
 *
 * The memory of a writer is reused from map to map.
 */
struct writer {
	const struct format *format;
	const struct style *style;
	struct output *output;
	const char *title;      /* of the current map, as in struct style; set by the caller; NULL
				   unless style->title is set */
	const char *input_file; /* name of the file that the current map was read from; NULL if
				   it was generated; set by the caller; not owned */
	const struct route *route; /* the route of the current map; set by the caller; NULL unless
				      style->shows_route is set */
	uint64_t map_count;        /* number of maps in each file, if the format needs it; 0 if it
				      is unknown, and the file can be changed at its start */
	struct message message;    /* why the format refuses the map; empty if it does not */
	struct painted_rows rows;  /* memory for the rows of a map */
	struct map players_map;    /* see writer_players_map */
	ARRAY(char, players_tiles);
	struct passages passages; /* memory for the tunnels through the doors of a map */
	ARRAY(char, scratch);     /* memory for as many rows as the format needs at once */
	void *state; /* memory of the format: writer_state_size bytes, zeroed before use */
};

/*
 * Starts to write maps. The caller keeps style and output, which must outlive the writer.
 * Returns false if out of memory. Call writer_close in either case.
 */
bool writer_open(struct writer *writer, const struct format *format, const struct style *style,
		 struct output *output);

/* Frees the memory of a writer. Safe on a zeroed writer and after writer_close. */
void writer_close(struct writer *writer);

/*
 * Fails writer->message because the format cannot write a map, formatted like printf. If it cannot
 * write any map, because of the value of an option, call `fail` with STATUS_USAGE instead. Returns
 * false.
 */
__attribute__((format(printf, 2, 3))) bool writer_refuse(struct writer *writer, const char *format,
							 ...);

/* Refuses a map without rooms. Returns whether the map has rooms. */
bool writer_require_rooms(struct writer *writer, const struct map *map);

/*
 * Stores the SHOW_ bits of the symbols to show on a map, as style_shown returns them, except those
 * that the format does not show, and without labels if it shows locks or secrets. Refuses the map
 * if a mark that is shown would hide a wall or a door, because readers believe that the tile of a
 * mark is floor. This is for formats that draw marks over tiles; other formats call style_shown.
 */
bool writer_choose_shown(struct writer *writer, const struct map *map, unsigned *shown);

/*
 * Returns the map that players may see: with wall in place of secret doors. It shares the memory of
 * `map`, and is valid until the next call. Returns NULL if out of memory.
 */
const struct map *writer_players_map(struct writer *writer, const struct map *map);

/* Refuses the map as writer_choose_shown does, if the format shows these SHOW_ bits. */
bool writer_check_shown(struct writer *writer, const struct map *map, unsigned shown);
