/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MESSAGES_H
#define DUNGEN_MESSAGES_H

#include "output/path.h"

#include <stdbool.h>
#include <stddef.h>

/* Room for two paths and a few sentences. */
enum { MESSAGE_MOST = 2 * PATH_MOST + 1024 };

/*
 * Prints one line on standard error: "dungen: " and what printf makes of the arguments, together at most MESSAGE_MOST
 * bytes, in one write if the system takes it whole. What is not printable UTF-8 is shown as ?. A standard error that
 * cannot be written to is ignored.
 */
__attribute__((format(printf, 1, 2))) void message(const char *format, ...);

/* The same, to end a check with; returns false. */
__attribute__((format(printf, 1, 2))) bool refuse(const char *format, ...);

/* The parts of a message, by value. */

/* The beginning of a text that a user chose, short enough to leave room for the rest of a message. */
struct excerpt {
	char text[PATH_MOST + 4];
};

enum {
	EXCERPT_VALUE = 60,
	EXCERPT_PATH = PATH_MOST,
};

/* Up to `most` bytes of the text, at most PATH_MOST; where it is longer, cut at a character and followed by "...". */
struct excerpt excerpt(const char *text, size_t most);

/* An element of the command line without its value, "--seed" of "--seed=42", cut as a value is. */
struct excerpt excerpt_name(const char *element);

/* Part of a sentence; what is longer is cut. */
struct phrase {
	char text[1024];
};

/* Appends what printf makes of the arguments. */
__attribute__((format(printf, 2, 3))) void phrase_add(struct phrase *phrase, const char *format, ...);

/* The text as a word of a shell command, quoted if it has to be; "..." if it is too long. */
struct phrase phrase_shell_word(const char *text);

/* Names, as many as fit; they stay the caller's. */
struct names {
	const char *name[32];
	size_t count;
};

void names_add(struct names *names, const char *name);

/* "a, b or c", with `before` in front of each. */
struct phrase names_join(const struct names *names, const char *before);

#endif
