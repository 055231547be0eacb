/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_FORMAT_H
#define DUNGEN_FORMAT_H

#include "dungeon/dungeon.h"
#include "dungeon/rows.h"
#include "output/output.h"

/* What the user chose about looks. */
struct style {
	bool labels;   /* a letter on each room's center */
	bool no_tiles; /* the map without its tiles */
};

/* What a format keeps from one map of a run to the next. Zeroed at first, freed with scratch_free. */
struct scratch {
	struct rows rows;
	struct mark *marks;
	size_t mark_capacity;
	uint32_t *memory; /* of a sort */
	size_t memory_capacity;
	char *head; /* what all documents of the run begin with; from malloc */
	size_t head_length;
};

/* A way to write a map. */
struct format {
	const char *name;
	const char *extension; /* of file names, without the dot */
	const char *summary;   /* for --help, under 60 columns */
	struct style takes;    /* the choices that mean something to it */

	/*
	 * Writes the map; the maps of a run differ in their seed only. What fails to be written is kept by the output;
	 * false when out of memory.
	 */
	bool (*write)(const struct dungeon *, const struct style *, struct scratch *, struct output *);
};

/* Every format, ending in NULL; the first is the default. */
extern const struct format *const format_table[];

/* The format of that name, or of that extension, or NULL. */
const struct format *format_find(const char *name);
const struct format *format_find_extension(const char *extension);

/* Frees what it holds; a zeroed scratch is legal. */
void scratch_free(struct scratch *scratch);

#endif
