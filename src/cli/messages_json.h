/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/message.h"

/*
 * Messages for programs: with --messages json, each message is an object in JSON on a line of its
 * own. dungen(5) documents its keys, which are an interface.
 *
 *     message_print_json(&message, "map.txt: unexpected byte 0x01");
 */

/* Size of the longest message, in bytes: a place, a problem, and a fix. */
enum { MESSAGE_SIZE_MAX = 3 * TEXT_MAX };

/*
 * Prints a message as an object. `line` is the message as text, without a line feed,
 * of at most MESSAGE_SIZE_MAX bytes. Writes the object in one piece if the system accepts that, and
 * ignores write errors.
 */
void message_print_json(const struct message *message, const char *line);
