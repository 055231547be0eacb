/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/*
 * What is called while a map is made and drawn: several times a second, but not for a map that
 * takes less.
 */
struct watch {
	/* Reports that `done` of at most `of` things are done; `what` is their plural. */
	void (*call)(void *watcher, const char *what, uint64_t done, uint64_t of);
	void *watcher;
	uint64_t work; /* since the last call or the start of the map */
};

enum { WATCH_WORK = 1 << 16 };

/*
 * Counts work, in units of about a microsecond at most, and calls the watch, which may be NULL, if
 * that is enough.
 */
static inline void watch_work(struct watch *watch, uint64_t work, const char *what, uint64_t done,
			      uint64_t of)
{
	if (!watch)
		return;
	watch->work += work;
	if (watch->work < WATCH_WORK)
		return;
	watch->work = 0;
	watch->call(watch->watcher, what, done, of);
}
