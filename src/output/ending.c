/* SPDX-License-Identifier: MIT */
#include "output/ending.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const char *volatile unfinished_path;
static const char *volatile last_words;

static const int endings[] = {SIGHUP, SIGINT, SIGTERM, SIGPIPE};
enum { ENDINGS = sizeof endings / sizeof *endings };

static void clear_away(int number)
{
	const char *path = unfinished_path, *words = last_words;
	if (path)
		unlink(path);
	if (words && write(STDERR_FILENO, words, strlen(words)) < 0) {
		/* Nobody is left to be told. */
	}
	/* The handler was for one time, so now the signal does what it always does. */
	raise(number);
}

static void catch_endings(void)
{
	for (int i = 0; i < ENDINGS; i++) {
		struct sigaction action;
		if (sigaction(endings[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL)
			continue;
		action = (struct sigaction){.sa_handler = clear_away, .sa_flags = (int)SA_RESETHAND};
		sigemptyset(&action.sa_mask);
		sigaction(endings[i], &action, NULL);
	}
}

void ending_remove(const char *path)
{
	unfinished_path = path;
	if (path)
		catch_endings();
}

void ending_write(const char *text)
{
	last_words = text;
	if (text)
		catch_endings();
}
