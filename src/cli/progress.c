/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "output/cleanup.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double FIRST_AFTER = 2, AGAIN_AFTER = 0.25; /* seconds */

/* To the first column, and clear the line. */
#define ERASE "\r\033[K"

static void tell(const char *line)
{
	ssize_t written = write(STDERR_FILENO, line, strlen(line));
	(void)written;
}

static double seconds_between(struct timespec from, struct timespec to)
{
	return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

static void show(void *watcher, uint64_t written)
{
	struct progress *progress = watcher;
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	double passed = seconds_between(progress->start, now);
	if (passed < FIRST_AFTER || (progress->visible && seconds_between(progress->shown, now) < AGAIN_AFTER))
		return;
	if (!progress->visible)
		cleanup_write(ERASE);
	progress->visible = true;
	progress->shown = now;
	char line[80];
	snprintf(line, sizeof line, ERASE "dungen: %.1f MB written in %.0f s", (double)written / 1e6, passed);
	tell(line);
}

void progress_watch(struct progress *progress, struct output *output, bool wanted)
{
	progress->visible = false;
	if (!wanted || !isatty(STDERR_FILENO) || isatty(output->descriptor))
		return;
	clock_gettime(CLOCK_MONOTONIC, &progress->start);
	output->watch = show;
	output->watcher = progress;
}

void progress_erase(struct progress *progress)
{
	if (progress->visible)
		tell(ERASE);
	progress->visible = false;
	cleanup_write(NULL);
}
