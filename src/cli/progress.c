/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "cli/messages.h"
#include "system/system.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* Times in seconds. */
static const double FIRST_LINE_TIME = 2;       /* after the start of the work */
static const double LINE_INTERVAL = 0.25;      /* between two updates of the line */
static const double WATCH_REPORT_VALIDITY = 1; /* how long a report of `watch` counts */

/* Size of the amount in the line, such as "5 of 9 maps", in bytes. */
enum { AMOUNT_SIZE_MAX = 128 };

/* Returns whether the line may be shown, because no other program is using the terminal. */
static bool may_show_line(const struct progress *progress)
{
	if (!system_owns_terminal())
		return false;
	return !progress->output || !system_has_reader(progress->output->file.descriptor);
}

/*
 * Returns whether it is time to update the line, and the line may be shown. Remembers the time of
 * each update in line_time.
 */
static bool is_line_due(struct progress *progress)
{
	if (!progress->is_wanted)
		return false;
	const double now = system_seconds();
	if (now - progress->start_time < FIRST_LINE_TIME)
		return false;
	if (now - progress->line_time < LINE_INTERVAL)
		return false;
	progress->line_time = now;
	return may_show_line(progress);
}

/* Updates the line: an amount, formatted like printf, and the time since the start. */
__attribute__((format(printf, 2, 3))) static void show_amount(const struct progress *progress,
							      const char *format, ...)
{
	char amount[AMOUNT_SIZE_MAX];
	char line[2 * AMOUNT_SIZE_MAX];
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(amount, sizeof amount, format, arguments);
	va_end(arguments);
	(void)snprintf(line, sizeof line, "%s in %.0f s", amount,
		       progress->line_time - progress->start_time);
	show_progress_line(line);
}

/* The callback of `watch`: shows how many things of a map are done. */
static void show_count(void *watcher, const char *things, uint64_t done, uint64_t total)
{
	struct progress *progress = watcher;
	progress->watch_time = system_seconds();
	if (is_line_due(progress))
		show_amount(progress, "%" PRIu64 " of %" PRIu64 " %s", done, total, things);
}

/* The callback of an output. */
static void show_bytes_written(void *watcher, uint64_t written)
{
	struct progress *progress = watcher;
	/* Prefer the progress of the map, if `watch` has reported it lately. */
	if (system_seconds() - progress->watch_time <= WATCH_REPORT_VALIDITY)
		return;
	if (is_line_due(progress))
		show_amount(progress, "%.1f MB written", (double)written / 1e6);
}

/* The callback of an input. */
static void show_bytes_read(void *watcher, uint64_t total)
{
	struct progress *progress = watcher;
	if (is_line_due(progress))
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
