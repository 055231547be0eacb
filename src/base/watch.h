/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/*
 * A callback that reports the progress of long work on one map. It is called several times a
 * second, but not at all if the work is quick. All functions accept NULL instead of a watch.
 *
 * Usage:
 *
 *     struct watch watch = {.call = show, .watcher = screen};
 *     watch_start(&watch);                                once for each piece of work
 *     while (done < total)
 *             watch_work(&watch, 1, "rows", done, total)  with every step
 */
struct watch {
	/* Reports that `done` of `total` things are done. `what` is their name, in the plural. */
	void (*call)(void *watcher, const char *what, uint64_t done, uint64_t total);
	void *watcher; /* first argument of the callback; not owned */
	uint64_t work; /* amount of work since the start or the last call */
};

enum { WATCH_WORK = 1 << 16 }; /* amount of work after which the callback is called */

/* Starts a piece of work, such as the passes of the generator on a map, or the rows of a map. */
static inline void watch_start(struct watch *watch)
{
	if (watch)
		watch->work = 0;
}

/* Counts work in units of about a microsecond, and calls the callback after enough of it. */
static inline void watch_work(struct watch *watch, uint64_t work, const char *what, uint64_t done,
			      uint64_t total)
{
	if (!watch)
		return;
	watch->work += work;
	if (watch->work < WATCH_WORK)
		return;
	watch->work = 0;
	watch->call(watch->watcher, what, done, total);
}
