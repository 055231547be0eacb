/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/message.h"
#include "system/system.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The messages that dungen prints on standard error. Each erases the line of progress. A message is
 * a line that starts with "dungen: " or, with --messages json, an object in JSON.
 *
 *     message_print(&message);        dungen: map.txt: unexpected byte 0x01
 */

/* Chooses how the next messages are printed: as objects in JSON or, by default, as text. */
void messages_use_json(bool is_json);

/*
 * Prints a message: its place, the problem, and the fix. Without a problem, prints the
 * place only. Replaces control characters, characters that change the direction of the text, and
 * bytes that are not UTF-8 with question marks. Writes the line in one piece if the system accepts
 * that, and ignores write errors.
 */
void message_print(const struct message *message);

/*
 * Phrases are short strings for the arguments of one call, mostly of a function that formats a
 * message. A phrase must not be kept after that call: its memory is used again after 60 kB of other
 * phrases. To build a longer text, use struct text. The caller does not free a phrase.
 */

/* Returns a phrase, formatted like printf. Cuts it after FILE_NAME_SIZE + 1023 bytes. */
__attribute__((format(printf, 1, 2))) const char *phrase(const char *format, ...);

/* Returns a number with the right word as a phrase: "1 room" or "2 rooms". */
const char *count_text(uint64_t count, const char *singular, const char *plural);

/* Returns the size of a map as a phrase: "80x45". */
const char *size_text(uint32_t width, uint32_t height);

enum { NAMES_MAX = 64 };

/* A list of names for a message. The strings are not owned. Start with a count of 0. */
struct names {
	size_t count;
	const char *items[NAMES_MAX];
};

/* Adds a name to a list. Ignores the name if the list is full. */
void names_add(struct names *names, const char *name);

/* Adds a list of names to a text, with a prefix before each name: ".a, .b or .c". */
void names_join(struct text *text, const struct names *names, const char *prefix);
