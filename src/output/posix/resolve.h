/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_RESOLVE_H
#define DUNGEN_RESOLVE_H

#include "output/path.h"

#include <stdbool.h>
#include <sys/stat.h>

/* The file that the name of an output leads to once symbolic links are followed. */
struct resolved {
	int descriptor;     /* open, above 2, to be written to as it is; -1: a regular file, there or to come */
	bool exists;        /* the regular file is there, and may be written */
	struct stat status; /* of that file */
};

/*
 * Resolves `path`, and sets `target` to the path of a regular file, which is no symbolic link. The name of an open
 * descriptor, however it is reached (/dev/stdout, /dev/fd/3, /proc/self/fd/1, a link to one of these), gives a
 * duplicate of that descriptor; a device or a pipe is opened.
 *
 * Returns false and sets errno if it cannot be examined or may not be written. A link that another user planted in a
 * directory like /tmp is not followed (EACCES).
 */
bool resolve(struct resolved *resolved, char target[PATH_MOST], const char *path);

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

#endif
