/* SPDX-License-Identifier: MIT */
#include "cli/progress.h"

#include "cli/messages.h"
#include "output/system.h"

#include <inttypes.h>
#include <string.h>

static const double FIRST_AFTER = 2, AGAIN_AFTER = 0.25, MADE_LASTS = 1; /* seconds */

/* Moves to the first column and clears the line. */
#define ERASE "\r\033[K"

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

/* Updates the line, and adds the time passed. */
static void show(struct progress *progress, const char *what)
{
	progress->visible = true;
	system_tell_at_signal(ERASE);
	const char *line = phrase(ERASE "dungen: %s in %.0f s", what,
				  progress->last - progress->start);
	system_tell(line, strlen(line));
}

static void show_made(void *watcher, const char *what, uint64_t done, uint64_t of)
{
	struct progress *progress = watcher;
	progress->made = system_seconds();
	if (is_due(progress))
		show(progress, phrase("%" PRIu64 " of %" PRIu64 " %s", done, of, what));
}

static void show_written(void *watcher, uint64_t written)
{
	struct progress *progress = watcher;
	/* How much of a map is done says more. */
	if (system_seconds() - progress->made > MADE_LASTS && is_due(progress))
		show(progress, phrase("%.1f MB written", (double)written / 1e6));
}

static void show_read(void *progress, uint64_t total)
{
	if (is_due(progress))
		show(progress, phrase("%.1f MB read", (double)total / 1e6));
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

void progress_erase(struct progress *progress)
{
	if (progress->visible && system_owns_terminal())
		system_tell(ERASE, strlen(ERASE));
	progress->visible = false;
	system_tell_at_signal(NULL);
}
