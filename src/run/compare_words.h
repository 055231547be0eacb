/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/diagnose.h"
#include "io/message.h"
#include "map/compare.h"

/*
 * The sentences in which --compare reports how an actual map differs from the expected map:
 *
 *     struct finding finding = {.expected = expected, .actual = actual, ...};
 *     draws_describe(&finding, &finding.draws);    if both maps have attempts
 *     finding_describe(&finding, &message);
 *     printer_print(&message);
 */

/* How an actual map differs from the expected map. */
struct finding {
	const struct map *expected;
	const struct map *actual;
	const struct difference *difference; /* the difference in tiles, or else in the document */
	struct cause cause;                  /* what explains it */
	struct text draws;                   /* the first random number that differs, if any */
	bool reads_lists;                    /* --walls can change how the actual map is read */
	bool is_misread;                     /* a note says that it may be read wrong */
	bool makes_size;                     /* the options make it if they have its size */
	bool repeats_size;                   /* an earlier map that was printed had another size */
};

/*
 * Adds the first random number in which the attempts of two maps differ to a text. Adds nothing if
 * they do not differ.
 */
void draws_describe(const struct finding *finding, struct text *text);

/*
 * Sets the problem: how the actual map differs from the expected map in its random numbers, or else
 * in its size, or else in its tiles, or else in its rooms and other elements, and then the cause,
 * as far as it is known.
 */
void finding_describe(const struct finding *finding, struct message *message);

/* Adds what explains several maps that differ, after all maps were diagnosed. */
void summary_describe(const struct diagnosis *diagnosis, struct text *text);
