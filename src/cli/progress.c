/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "cli/messages.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const double FIRST_AFTER = 2, AGAIN_AFTER = 0.25, MADE_LASTS = 1; /* seconds */

enum { AMOUNT_MOST = 128 }; /* bytes of what show_amount prints before the time */

/* Whether to update the progress line: at most four times a second. */
static bool is_due(struct progress *progress)
{
	if (!progress->wanted)
		return false;
	double now = system_seconds();
	if (now - progress->start < FIRST_AFTER || now - progress->last < AGAIN_AFTER)
		return false;
	progress->last = now;
	/* In the background, another program may be using the terminal. */
	return system_owns_terminal() && !system_has_reader(progress->output->file.descriptor);
}

/* Updates the line: how much is done, formatted like printf, and the time passed. */
__attribute__((format(printf, 2, 3))) static void show_amount(const struct progress *progress,
							      const char *format, ...)
{
	char amount[AMOUNT_MOST], line[2 * AMOUNT_MOST];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(amount, sizeof amount, format, arguments);
	va_end(arguments);
	(void)snprintf(line, sizeof line, "%s in %.0f s", amount, progress->last - progress->start);
	show_progress_line(line);
}

static void show_made(void *watcher, const char *what, uint64_t done, uint64_t of)
{
	struct progress *progress = watcher;
	progress->made = system_seconds();
	if (is_due(progress))
		show_amount(progress, "%" PRIu64 " of %" PRIu64 " %s", done, of, what);
}

static void show_written(void *watcher, uint64_t written)
{
	struct progress *progress = watcher;
	/* How much of a map is done says more. */
	if (system_seconds() - progress->made > MADE_LASTS && is_due(progress))
		show_amount(progress, "%.1f MB written", (double)written / 1e6);
}

static void show_read(void *progress, uint64_t total)
{
	if (is_due(progress))
		show_amount(progress, "%.1f MB read", (double)total / 1e6);
}

void progress_watch_input(struct progress *progress, struct input *input)
{
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
