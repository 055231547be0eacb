/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "output/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double FIRST_AFTER = 2, AGAIN_AFTER = 0.25, MADE_LASTS = 1; /* seconds */

enum { LINE_MOST = 80 }; /* bytes */

/* Moves to the first column and clears the line. */
#define ERASE "\r\033[K"

/* Updates the progress line, at most four times a second, and adds the time passed. */
__attribute__((format(printf, 2, 3))) static void show(struct progress *progress, const char *format, ...)
{
	if (!progress->wanted)
		return;
	double now = system_seconds(), passed = now - progress->start;
	if (passed < FIRST_AFTER || now - progress->last < AGAIN_AFTER)
		return;
	progress->last = now;
	/* In the background, another program may be using the terminal. */
	if (!system_owns_terminal() || system_has_reader(progress->output->file.descriptor))
		return;
	progress->visible = true;
	system_tell_at_signal(ERASE);

	char what[LINE_MOST], line[2 * LINE_MOST];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(what, sizeof what, format, arguments);
	va_end(arguments);
	(void)snprintf(line, sizeof line, ERASE "dungen: %s in %.0f s", what, passed);
	system_tell(line, strlen(line));
}

static void show_made(void *progress, const char *what, uint64_t done, uint64_t of)
{
	((struct progress *)progress)->made = system_seconds();
	show(progress, "%" PRIu64 " of %" PRIu64 " %s", done, of, what);
}

static void show_written(void *watcher, uint64_t written)
{
	struct progress *progress = watcher;
	/* How much of a map is done says more. */
	if (system_seconds() - progress->made > MADE_LASTS)
		show(progress, "%.1f MB written", (double)written / 1e6);
}

static void show_read(void *progress, uint64_t total)
{
	show(progress, "%.1f MB read", (double)total / 1e6);
}

void progress_found(struct progress *progress, uint64_t found, uint64_t wanted, uint64_t tried)
{
	progress->made = system_seconds();
	show(progress, "%" PRIu64 " of %" PRIu64 " maps found in %" PRIu64 " seeds", found, wanted, tried);
}

void progress_watch_input(struct progress *progress, struct input *input)
{
	if (!progress->wanted)
		return;
	input->watch = show_read;
	input->watcher = progress;
}

void progress_watch(struct progress *progress, struct output *output, bool wanted)
{
	*progress = (struct progress){.output = output, .watch = {show_made, progress, 0}};
	progress->wanted = wanted && system_is_terminal(SYSTEM_STANDARD_ERROR);
	if (!progress->wanted)
		return;
	progress->start = progress->last = system_seconds();
	output->watch = show_written;
	output->watcher = progress;
}

void progress_erase(struct progress *progress)
{
	if (progress->visible && system_owns_terminal())
		system_tell(ERASE, strlen(ERASE));
	progress->visible = false;
	system_tell_at_signal(NULL);
}
