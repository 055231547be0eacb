/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_WATCH_H
#define DUNGEN_WATCH_H

#include <stddef.h>
#include <stdint.h>

/* A function to call while a map is made, every few milliseconds. */
struct watch {
	/* Reports that `done` of at most `of` things are done; `what` is their plural. NULL: no reports. */
	void (*call)(void *watcher, const char *what, uint64_t done, uint64_t of);
	void *watcher;
};

static inline void watch_call(const struct watch *watch, const char *what, uint64_t done, uint64_t of)
{
	if (watch->call)
		watch->call(watch->watcher, what, done, of);
}

#endif
