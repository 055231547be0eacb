/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"
#include "io/message.h"
#include "map/compare.h"
#include "map/history.h"

/* The sentences in which --compare reports what it finds. */

/* A map and the attempts to place its rooms. */
struct traced_map {
	const struct map *map;
	const struct history *history;
};

/*
 * Adds the first random number in which the attempts of two maps differ to a text. Adds nothing if
 * they do not differ.
 */
void draws_describe(const struct traced_map *expected, const struct traced_map *actual,
		    struct text *text);

/* How an actual map differs from the expected map. */
struct finding {
	const struct map *expected;
	const struct map *actual;
	const struct difference *difference; /* the difference in tiles, or else in the document */
	const struct cause *cause;           /* the mistakes that explain the difference, if any */
	const char *draws;                   /* text of draws_describe; may be empty */
	bool is_located; /* name the first tile that differs, even if the cause is known */
};

/*
 * Describes how the actual map differs from the expected map: in its random numbers, or else in its
 * tiles, or else in its rooms and other elements. The sentence ends with the cause, or with the
 * first room or tunnel that is missing, if these are known.
 */
void finding_describe(const struct finding *finding, struct message *message);
