/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Every use of the operating system, together with output/atomic_file.h and output/path.h. The folder of a system
 * (posix/, windows/, wasi/) defines all three; a build takes one of them: make SYSTEM=posix.
 */

enum { SYSTEM_STANDARD_INPUT, SYSTEM_STANDARD_OUTPUT, SYSTEM_STANDARD_ERROR }; /* descriptors */

/* How the commands in messages are written for the shell that people use there. */
struct system_shell {
	const char *into;                 /* before the file that standard output goes to: "> " */
	const char *parents;              /* the option of mkdir, with a blank, that creates parents, too */
	const char *plain;                /* the characters of a word without quotation marks */
	const char *quote, *quoted_quote; /* a quotation mark, and how it is written in a quoted word */
};
extern const struct system_shell system_shell;

/* Call this first. Afterwards, exceeding the file-size limit is an error of write, like a full disk. */
void system_start(void);

/*
 * Writes at least one of `length` bytes, which is not 0, to a descriptor and waits as long as that takes. Returns how
 * many were written, or 0 and sets errno.
 */
size_t system_write(int descriptor, const void *bytes, size_t length);

/*
 * Opens a file for reading, on a descriptor above 2, or takes standard input if `path` is NULL. Returns -1 and sets
 * errno on failure. Some systems open a directory, too, and fail to read it; some refuse a file that is standard
 * output, too, which would grow while it is read.
 */
int system_open_input(const char *path);

/*
 * Reads up to `length` bytes, waiting for at least one. Returns how many were read, or 0 and sets errno, which is 0 at
 * the end of the file.
 */
size_t system_read(int descriptor, void *bytes, size_t length);

void system_close_input(int descriptor);

/* Lets a pipe hold more, so that writer and reader can work at the same time. Failures are ignored. */
void system_widen(int descriptor);

/* Whether the output goes to a pipe, a socket or a terminal, whose reader may be using the screen. */
bool system_has_reader(int descriptor);

/* Writes to standard error, all at once if possible. Failures are ignored. */
void system_tell(const char *text, size_t length);

bool system_is_terminal(int descriptor);

/* Whether standard error is a terminal in whose foreground the program runs. */
bool system_owns_terminal(void);

/*
 * Sets the text that is written to standard error when a signal ends the program, if the terminal is owned then and
 * takes it at once. The caller keeps the text. NULL: none.
 */
void system_tell_at_signal(const char *text);

/* Fills `bytes` with unpredictable ones, at most 256. Returns false and sets errno on failure. */
bool system_random(void *bytes, size_t length);

/* Seconds since some moment in the past; never decreases. */
double system_seconds(void);

/* Returns the explanation of an errno. */
const char *system_reason(int error);

/* Whether `path` leads to anything. */
bool system_exists(const char *path);
