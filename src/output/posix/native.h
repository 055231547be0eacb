/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_NATIVE_H
#define DUNGEN_NATIVE_H

#include "output/atomic_file.h"

#include <sys/stat.h>

/* Shared by the files of this folder. */

/*
 * Follows symbolic links from `path`. If they lead to an open descriptor (/dev/stdout, /dev/fd/3, /proc/self/fd/1), a
 * device or a pipe, sets in_place and opens file->descriptor, a duplicate of the open descriptor. For a regular file,
 * present or not, sets `target`, exists and, if it is present, *status.
 *
 * Returns false and sets errno if `path` cannot be examined or may not be written; in_place may be set even so. A link
 * that another user planted in a directory like /tmp is not followed (EACCES).
 */
bool resolve(struct atomic_file *file, struct stat *status, const char *path);

/*
 * Moves a newly opened descriptor above 2, so that nobody takes it for a standard one. Returns the new descriptor, or
 * -1 and sets errno if none is free; given -1, returns -1 and keeps errno.
 */
int above_standard(int descriptor);

/*
 * Does the same if the descriptor leads to the file that lstat saw. Closes it otherwise: somebody gave the name to
 * another file between lstat and open (EACCES).
 */
int verify_opened(int descriptor, const struct stat *seen);

/*
 * Sets the file that is removed when a signal ends the program, whichever signal can be caught. The program still ends
 * by that signal; signals that its parent had it ignore stay ignored. The caller keeps the path. NULL: none.
 */
void cleanup_remove(const char *path);

#endif
