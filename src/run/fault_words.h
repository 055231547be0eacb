/* SPDX-License-Identifier: MIT */
#pragma once

#include "diagnose/plain.h"
#include "io/text.h"
#include "map/check.h"
#include "map/compare.h"
#include "map/history.h"
#include "map/misfits.h"

/* What --check and --compare find, in words. Each function adds to a text. */

/* Adds a fault as a sentence. */
void add_fault(struct text *text, const struct fault *fault);

/* Adds what does not fit the tiles of a document, as a sentence. */
void add_misfit(struct text *text, const struct misfit *misfit);

/* A map and its attempts to place rooms. */
struct traced_map {
	const struct map *map;
	const struct history *history;
};

/*
 * Adds the first random number in which the attempts of two maps differ, or nothing if they do not
 * differ.
 */
void add_draws(struct text *text, const struct traced_map *expected,
	       const struct traced_map *actual);

/* How an actual map differs from the expected one. */
struct finding {
	const struct map *expected;
	const struct map *actual;
	const struct difference *difference; /* in tiles, or in rooms, tunnels, doors, and marks */
	const struct cause *cause;           /* the mistakes that explain it, if any do */
	const char *draws;                   /* what add_draws says; may be empty */
	bool is_located; /* name the first tile that differs, even if the cause is known */
};

/*
 * Adds how the actual map differs from the expected one: in its draws, or else in tiles or rooms.
 * The sentence ends with the cause, if there is one, or with the first room or tunnel that is
 * missing.
 */
void add_finding(struct text *text, const struct finding *finding);
