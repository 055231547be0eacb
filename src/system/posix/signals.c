/* SPDX-License-Identifier: MIT */
#include "system/posix/native.h"

#include "system/system.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* Paths of temporary files. Unused elements are NULL. */
static const char *volatile paths_to_remove[ATOMIC_FILES_MAX];
static const char *volatile text_to_write; /* text for the terminal, or NULL */

/* Replaces the first of the paths that is `old`. */
static void replace_path(const char *old, const char *new)
{
	size_t i = 0;
	while (i < ATOMIC_FILES_MAX - 1 && paths_to_remove[i] != old)
		i++;
	paths_to_remove[i] = new;
}

void native_remove_at_signal(const char *path)
{
	replace_path(NULL, path);
}

void native_keep_at_signal(const char *path)
{
	replace_path(path, NULL);
}

void system_tell_at_signal(const char *text)
{
	text_to_write = text;
}

/* Handles a signal. May call only functions that are safe in a signal handler. */
static void clean_up(int number)
{
	const char *text = text_to_write;
	for (size_t i = 0; i < ATOMIC_FILES_MAX; i++) {
		const char *path = paths_to_remove[i];
		if (path)
			unlink(path);
	}
	/* After Ctrl-S, a terminal accepts nothing until Ctrl-Q. Do not wait for that. */
	struct pollfd writable = {.fd = STDERR_FILENO, .events = POLLOUT};
	if (text && system_owns_terminal() && poll(&writable, 1, 0) > 0)
		system_tell(text, strlen(text));
	/* The signal is blocked now, and ends the program when this function returns. */
	(void)signal(number, SIG_DFL);
	(void)raise(number);
	/* Process 1 of a container does not end by the default action of a signal. */
	if (getpid() == 1)
		_exit(128 + number);
}

void native_catch_signals(void)
{
	static const int caught_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU};
	/*
	 * Block all signals in the handler. A signal often comes twice: timeout(1) sends TERM to
	 * the process and to its group. SA_RESETHAND would not help, because Linux resets the
	 * handler before it blocks the signal, and the second one could come in between.
	 */
	struct sigaction action = {.sa_handler = clean_up};
	sigfillset(&action.sa_mask);
	for (size_t i = 0; i < sizeof caught_signals / sizeof *caught_signals; i++) {
		/* If the current action cannot be read, the signal keeps it. */
		struct sigaction old = {.sa_handler = SIG_IGN};
		sigaction(caught_signals[i], NULL, &old);
		if (old.sa_handler == SIG_DFL)
			sigaction(caught_signals[i], &action, NULL);
	}
}
