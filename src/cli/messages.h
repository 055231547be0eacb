/* SPDX-License-Identifier: MIT */
#pragma once

#include "output/path.h"

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the longest line: two paths and a few sentences. */
enum { MESSAGE_MOST = 2 * PATH_MOST + 1024 };

/*
 * Prints "dungen: " and the text, formatted like printf, as one line on standard error: at most MESSAGE_MOST bytes, in
 * one write if the system accepts that. Anything but printable UTF-8 becomes ?. Write errors are ignored.
 */
__attribute__((format(printf, 1, 2))) void message(const char *format, ...);

/* Prints a message and evaluates to false, so that a function can `return refuse(...)`. */
#define refuse(...) (message(__VA_ARGS__), false)

/* Parts of messages, passed by value. */

/* The beginning of a text from the user. */
struct excerpt {
	char text[PATH_MOST + 4];
};

enum { EXCERPT_VALUE = 60 };

/* Returns up to EXCERPT_VALUE bytes of the text. Longer text is cut after a whole character and gets "...". */
struct excerpt excerpt(const char *text);

/* The same for up to `most` bytes, at most PATH_MOST. */
struct excerpt excerpt_of(const char *text, size_t most);

/* Returns an argument without its value, such as "--seed" for "--seed=42", cut to EXCERPT_VALUE bytes. */
struct excerpt excerpt_name(const char *element);

/* Part of a sentence; longer text is cut. */
struct phrase {
	char text[1024];
};

/* Appends text formatted like printf. Returns the phrase. */
__attribute__((format(printf, 2, 3))) struct phrase *phrase_add(struct phrase *phrase, const char *format, ...);

/* A phrase of text formatted like printf. */
#define phrase_of(...) (*phrase_add(&(struct phrase){""}, __VA_ARGS__))

/* Returns the text as one shell word, quoted if necessary, or "..." if it is too long. */
struct phrase phrase_shell_word(const char *text);

/* A list of names, not owned; names beyond its capacity are dropped. */
struct names {
	const char *name[32];
	size_t count;
};

void names_add(struct names *names, const char *name);

/* Joins names to "a, b or c", each with the prefix `before`. */
struct phrase names_join(struct names names, const char *before);
