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

/*
 * Adds mistakes to a text, each with what is right. `plain` has generated the map with them, and
 * says what they mean on this map. It is NULL if there are several maps.
 */
void mistakes_describe(const struct mistakes *mistakes, const struct plain *plain,
		       struct text *text);
