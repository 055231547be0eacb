/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_NATIVE_H
#define DUNGEN_NATIVE_H

#include "output/atomic_file.h"

#include <sys/stat.h>

/* What the files of this folder share. */

/*
 * Finds out what `path` leads to once symbolic links are followed, and sets in_place and exists. The name of an open
 * descriptor, however it is reached (/dev/stdout, /dev/fd/3, /proc/self/fd/1, a link to one of these), gives a
 * duplicate of that descriptor; a device or a pipe is opened. For a regular file, there or to come, sets `target`,
 * which is no symbolic link, and *status if it is there.
 *
 * Returns false and sets errno if it cannot be examined or may not be written. A link that another user planted in a
 * directory like /tmp is not followed (EACCES).
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
