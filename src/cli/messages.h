/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/error.h"
#include "system/system.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest line: two paths and a few sentences. */
enum { MESSAGE_MOST = 2 * FILE_NAME_SIZE + 1024 };

/*
 * Prints "dungen: " and the text, formatted like printf, as one line on standard error: at most
 * MESSAGE_MOST bytes, in one write if the system accepts that. Control characters, characters that
 * turn the direction of the text, and bytes that are not UTF-8 become question marks. Erases the
 * progress line first. Write errors are ignored.
 */
__attribute__((format(printf, 1, 2))) void message(const char *format, ...);

/* Prints an error as a message: its place, the problem, and the fix. */
void error_print(const struct error *error);

/*
 * Writes "dungen: " and a text of at most 240 bytes to standard error without a line feed, in place
 * of the progress line that was shown before. The next message erases the line, and so does a
 * signal that ends the program. Call it only if standard error is a terminal.
 */
void show_progress_line(const char *text);

/*
 * Erases the progress line if it is visible. Leaves the terminal alone if another program has it by
 * now.
 */
void erase_progress_line(void);

/*
 * A part of a message: a string formatted like printf, of at most a path and a few sentences. It is
 * valid until 60 kB of other phrases are made, far more than one message needs. Copy a phrase that
 * has to outlive its message.
 */
__attribute__((format(printf, 1, 2))) const char *phrase(const char *format, ...);

/* The following are phrases, too. */

enum { EXCERPT_VALUE = 60 }; /* bytes */

/*
 * The beginning of a text from the user, up to EXCERPT_VALUE bytes. Longer text is cut after a
 * whole character and gets "..."; if it is empty, it is shown as a shell reads it: ''.
 */
const char *excerpt(const char *text);

/* The same for up to `most` bytes, at most FILE_NAME_SIZE. */
const char *excerpt_of(const char *text, size_t most);

/* "1 room", "2 rooms" */
const char *count_text(uint64_t count, const char *one, const char *several);

/* "80x45" */
const char *size_text(uint32_t width, uint32_t height);

/* A list of names, not owned; names beyond its capacity are dropped. */
struct names {
	const char *name[32];
	size_t count;
};

void names_add(struct names *names, const char *name);

/* "a, b or c", each with the prefix `before` */
const char *names_join(struct names names, const char *before);
