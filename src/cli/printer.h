/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/message.h"

#include <stdbool.h>

/*
 * The messages that dungen prints on standard error. Each erases the line of progress. A message is
 * a line that starts with "dungen: " or, with --messages json, an object in JSON.
 *
 *     printer_print(&message);        dungen: map.txt: unexpected byte 0x01
 */

/* Chooses how the next messages are printed: as objects in JSON or, by default, as text. */
void printer_use_json(bool is_json);

/*
 * Prints a message: its place, the problem, and the fix. Without a problem, prints the
 * place only. Replaces control characters, characters that change the direction of the text, and
 * bytes that are not UTF-8 with question marks. Writes the line in one piece if the system accepts
 * that, and ignores write errors.
 */
void printer_print(const struct message *message);
