/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_UNKNOWN_H
#define DUNGEN_UNKNOWN_H

#include "cli/table.h"

/* Elements that begin like options. The messages name what may have been meant. */

/* Refuses "--name" or "--name=value" with an unknown name: prints a message, returns false. */
bool unknown_option(const char *element);

/*
 * Checks an element of letters, "-abc", of which `id` with `value` was just read; OPTION_NONE: its letter is unknown.
 * `next` is the element after it, or NULL. Returns false after a message if it is likely to mean something else.
 */
bool unknown_letters(const char *element, enum option_id id, const char *value, const char *next);

#endif
