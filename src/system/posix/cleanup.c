/* SPDX-License-Identifier: MIT */
#include "system/posix/native.h"

#include "system/system.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const char *volatile unfinished_path;
static const char *volatile text_to_write;

/* The signals that users, shells, and batch systems end a program with, and that limits send. */
static const int caught_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU};

/* After Ctrl-S the terminal takes nothing, and a write would wait for Ctrl-Q. */
static bool terminal_is_ready(void)
{
	struct pollfd writable = {.fd = STDERR_FILENO, .events = POLLOUT};
	return system_owns_terminal() && poll(&writable, 1, 0) > 0;
}

/* Calls only what is safe in a signal handler. */
static void clean_up(int number)
{
	const char *path = unfinished_path, *text = text_to_write;
	if (path)
		unlink(path);
	if (text && terminal_is_ready())
		system_tell(text, strlen(text));
	/* It is blocked while this function runs, and ends the program when it returns. */
	(void)signal(number, SIG_DFL);
	(void)raise(number);
	/* No default action ends process 1 of a container. */
	if (getpid() == 1)
		_exit(128 + number);
}

static void catch_signal(int number)
{
	/* If the current action cannot be read, the signal is left alone. */
	struct sigaction action = {.sa_handler = SIG_IGN};
	sigaction(number, NULL, &action);
	if (action.sa_handler != SIG_DFL)
		return;
	/*
	 * All signals wait until the handler returns: the same one often comes twice, as TERM does
	 * from timeout(1). Not SA_RESETHAND: Linux resets the handler before it blocks the signal,
	 * and the second one may come in between.
	 */
	action = (struct sigaction){.sa_handler = clean_up};
	sigfillset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

static void catch_signals(void)
{
	static bool is_done;
	if (is_done)
		return;
	is_done = true;
	for (size_t i = 0; i < sizeof caught_signals / sizeof *caught_signals; i++)
		catch_signal(caught_signals[i]);
}

void cleanup_remove(const char *path)
{
	unfinished_path = path;
	if (path)
		catch_signals();
}

void system_tell_at_signal(const char *text)
{
	text_to_write = text;
	if (text)
		catch_signals();
}
