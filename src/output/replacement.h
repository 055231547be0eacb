/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_REPLACEMENT_H
#define DUNGEN_REPLACEMENT_H

#include <stdbool.h>

/* A file that takes the place of another when it is complete. One at a time: signal handlers know of it. */
struct replacement;

/*
 * Opens `path` for writing; returns a descriptor above 2, or -1 with errno. A device, a pipe or an open descriptor by
 * its name, such as /dev/stdout, is used itself, and *replacement is NULL. Otherwise *replacement is a new file beside
 * `path`, or beside the file that it links to; until replacement_finish, HUP, INT, TERM and PIPE remove it before they
 * end the program.
 */
int replacement_open(const char *path, struct replacement **replacement);

/*
 * Closes the descriptor. Where `complete`, syncs the new file and renames it to its place first; otherwise, and where
 * that fails, removes it. Frees the replacement. False with errno when it could not be put in place.
 */
bool replacement_finish(struct replacement *replacement, int descriptor, bool complete);

#endif
