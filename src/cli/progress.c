/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "output/cleanup.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double FIRST_AFTER = 2, AGAIN_AFTER = 0.25; /* seconds */

enum { LINE_MOST = 80 }; /* bytes */

/* To the first column, and clear the line. */
#define ERASE "\r\033[K"

static double seconds_between(struct timespec from, struct timespec to)
{
	return (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

/* Not while the program is in the background, where the line belongs to a shell or another program. */
static bool has_terminal(void)
{
	return tcgetpgrp(STDERR_FILENO) == getpgrp();
}

/* Whether the output has a reader who may be using the same screen. */
static bool has_reader(const struct output *output)
{
	struct stat status;
	return fstat(output->descriptor, &status) == 0 &&
	       (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(output->descriptor));
}

static void tell(const char *line)
{
	ssize_t written = write(STDERR_FILENO, line, strlen(line));
	(void)written;
}

/* Shows how far the work is, followed by the time it took, if it is time for that. */
__attribute__((format(printf, 2, 3))) static void show(struct progress *progress, const char *format, ...)
{
	if (!progress->wanted)
		return;
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	double passed = seconds_between(progress->start, now);
	if (passed < FIRST_AFTER || seconds_between(progress->last, now) < AGAIN_AFTER)
		return;
	progress->last = now;
	if (!has_terminal() || has_reader(progress->output))
		return;
	progress->visible = true;
	cleanup_write(ERASE);

	char what[LINE_MOST], line[2 * LINE_MOST];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	snprintf(line, sizeof line, ERASE "dungen: %s in %.0f s", what, passed);
	tell(line);
}

static void show_written(void *progress, uint64_t written)
{
	show(progress, "%.1f MB written", (double)written / 1e6);
}

void progress_attempts(void *progress, uint64_t attempts, uint64_t of)
{
	show(progress, "%" PRIu64 " of %" PRIu64 " room placement attempts", attempts, of);
}

void progress_watch(struct progress *progress, struct output *output, bool wanted)
{
	progress->output = output;
	progress->wanted = wanted && isatty(STDERR_FILENO);
	progress->visible = false;
	if (!progress->wanted)
		return;
	clock_gettime(CLOCK_MONOTONIC, &progress->start);
	progress->last = progress->start;
	output->watch = show_written;
	output->watcher = progress;
}

void progress_erase(struct progress *progress)
{
	if (progress->visible && has_terminal())
		tell(ERASE);
	progress->visible = false;
	cleanup_write(NULL);
}
