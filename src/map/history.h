/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/map.h"

/*
 * How a map came about: all attempts to place a room, in order. The generator fills a history if
 * its caller passes one. The reader of traces fills one from the file. Traces and comparisons of
 * traces need it, and nothing else does.
 *
 * Usage:
 *
 *     struct history history = {0};
 *     history_start(&history);              once for each map
 *     history_add(&history, &attempt);      for each attempt
 *     history_free(&history);
 */
struct history {
	ARRAY(struct attempt, attempts);
	uint64_t attempt_count;
};

/* An attempt to place a room. */
struct attempt {
	struct area room; /* with its walls */
	/*
	 * If the room was placed, its number on the map; otherwise the number of the earliest room
	 * that it overlaps. NO_ROOM if the room with this number was dropped later.
	 */
	uint32_t number;
	bool placed; /* stays set if the room was dropped later */
};

/* Empties the history and keeps its memory. */
static inline void history_start(struct history *history)
{
	history->attempt_count = 0;
}

/* Adds an attempt. Returns false if out of memory. */
static inline bool history_add(struct history *history, const struct attempt *attempt)
{
	if (!array_reserve(history, attempts, history->attempt_count + 1))
		return false;
	history->attempts[history->attempt_count++] = *attempt;
	return true;
}

static inline void history_free(struct history *history)
{
	array_free(history, attempts);
}
