/* SPDX-License-Identifier: MIT */
#include "io/progress.h"

#include "io/text.h"
#include "system/system.h"

#include <inttypes.h>
#include <string.h>

/* Times in seconds. */
static const double FIRST_LINE_TIME = 2;  /* after the start of the run */
static const double LINE_INTERVAL = 0.25; /* between two updates of the line */

/* Moves to the first column and clears the line. */
#define ERASE_LINE "\r\033[K"

struct progress progress;

/* True if the cursor is on the line. */
static bool is_visible;

void progress_start(bool is_wanted, const char *things, uint64_t total)
{
	progress = (struct progress){.things = things, .total = total};
	progress.is_wanted = is_wanted && system_is_terminal(SYSTEM_STANDARD_ERROR);
	if (progress.is_wanted)
		progress.start_time = progress.line_time = system_seconds();
}

/* Adds how much is done of how much. */
static void add_amount(struct text *line)
{
	const double megabyte = 1e6;
	const bool is_reading = progress.bytes_read < progress.bytes_to_read;
	if (progress.total > 1 || progress.seed_count > 0)
		text_add(line, "%" PRIu64 " of %" PRIu64 " %s", progress.done, progress.total,
			 progress.things);
	else if (progress.row_count > 0)
		text_add(line, "%u of %u rows", progress.row, progress.row_count);
	else if (is_reading)
		text_add(line, "%.1f of %.1f MB read", (double)progress.bytes_read / megabyte,
			 (double)progress.bytes_to_read / megabyte);
	else if (progress.bytes_written > 0)
		text_add(line, "%.1f MB written", (double)progress.bytes_written / megabyte);
	else
		text_add(line, "%.1f MB read", (double)progress.bytes_read / megabyte);
	if (progress.seed_count > 0)
		text_add(line, ", %" PRIu64 " seeds tried", progress.seed_count);
}

void progress_show(void)
{
	if (!progress.is_wanted)
		return;
	/* Nothing is known of a single generated map before its first row or bytes. */
	if (progress.total <= 1 && progress.seed_count == 0 && progress.row_count == 0 &&
	    progress.bytes_read == 0 && progress.bytes_written == 0)
		return;
	const double now = system_seconds();
	if (now - progress.start_time < FIRST_LINE_TIME || now - progress.line_time < LINE_INTERVAL)
		return;
	progress.line_time = now;
	if (!system_owns_terminal())
		return;
	struct text line = {.length = 0};
	text_add(&line, ERASE_LINE "dungen: ");
	add_amount(&line);
	text_add(&line, " in %.0f s", now - progress.start_time);
	is_visible = true;
	system_tell_at_signal(ERASE_LINE);
	system_tell(line.bytes, line.length);
}

void progress_erase(void)
{
	if (is_visible && system_owns_terminal())
		system_tell(ERASE_LINE, strlen(ERASE_LINE));
	is_visible = false;
	system_tell_at_signal(NULL);
}

void progress_end(void)
{
	progress_erase();
	progress.is_wanted = false;
}
