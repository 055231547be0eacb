/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "cli/messages.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* In seconds. */
static const double FIRST_LINE_AFTER = 2;
static const double NEXT_LINE_AFTER = 0.25;
static const double REPORT_LASTS = 1;

enum { AMOUNT_MAX = 128 }; /* bytes of what show_amount prints before the time */

/* Returns whether the line may be shown: another program may be using the terminal. */
static bool may_show(const struct progress *progress)
{
	if (!system_owns_terminal())
		return false;
	return !progress->output || !system_has_reader(progress->output->file.descriptor);
}

/* Returns whether to update the progress line: at most four times a second. */
static bool is_due(struct progress *progress)
{
	if (!progress->is_wanted)
		return false;
	const double now = system_seconds();
	if (now - progress->start_time < FIRST_LINE_AFTER)
		return false;
	if (now - progress->line_time < NEXT_LINE_AFTER)
		return false;
	progress->line_time = now;
	return may_show(progress);
}

/* Updates the line: how much is done, formatted like printf, and the time passed. */
__attribute__((format(printf, 2, 3))) static void show_amount(const struct progress *progress,
							      const char *format, ...)
{
	char amount[AMOUNT_MAX];
	char line[2 * AMOUNT_MAX];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(amount, sizeof amount, format, arguments);
	va_end(arguments);
	(void)snprintf(line, sizeof line, "%s in %.0f s", amount,
		       progress->line_time - progress->start_time);
	show_progress_line(line);
}

static void show_count(void *watcher, const char *things, uint64_t done, uint64_t total)
{
	struct progress *progress = watcher;
	progress->watch_time = system_seconds();
	if (is_due(progress))
		show_amount(progress, "%" PRIu64 " of %" PRIu64 " %s", done, total, things);
}

static void show_bytes_written(void *watcher, uint64_t written)
{
	struct progress *progress = watcher;
	/* How much of a map is done says more. */
	if (system_seconds() - progress->watch_time <= REPORT_LASTS)
		return;
	if (is_due(progress))
		show_amount(progress, "%.1f MB written", (double)written / 1e6);
}

static void show_bytes_read(void *watcher, uint64_t total)
{
	struct progress *progress = watcher;
	if (is_due(progress))
		show_amount(progress, "%.1f MB read", (double)total / 1e6);
}

void progress_start(struct progress *progress, bool is_wanted)
{
	*progress = (struct progress){.watch = {.call = show_count, .watcher = progress}};
	progress->is_wanted = is_wanted && system_is_terminal(SYSTEM_STANDARD_ERROR);
	if (!progress->is_wanted)
		return;
	progress->start_time = system_seconds();
	progress->line_time = progress->start_time;
}

void progress_watch_output(struct progress *progress, struct output *output)
{
	progress->output = output;
	if (!progress->is_wanted)
		return;
	output->watch = show_bytes_written;
	output->watcher = progress;
}

void progress_watch_input(struct progress *progress, struct input *input)
{
	input->watch = show_bytes_read;
	input->watcher = progress;
}
