/* SPDX-License-Identifier: MIT */
#pragma once

#include "output/system.h"

#include <sys/stat.h>

/* Shared by the files of this folder. */

/* A regular file that is to be replaced. */
struct old_file {
	struct stat status;
	int descriptor; /* open for its ACL, or -1 */
};

/*
 * Follows symbolic links from `path`, for a file that is zeroed. If they lead to an open descriptor
 * (/dev/stdout, /dev/fd/3, /proc/self/fd/1), a device or a pipe, sets in_place and opens
 * file->descriptor, a duplicate of the open descriptor. For a regular file, present or not, sets
 * `target`, exists and, if it is present, *old, whose descriptor the caller closes. One that is
 * replaced or removed meanwhile is looked at again.
 *
 * Returns false and sets errno if `path` cannot be examined or may not be written; in_place may be
 * set even so. A link that another user planted in a directory like /tmp is not followed (EACCES),
 * and no name that was given to anything but a regular file meanwhile is written to (ESTALE).
 */
bool resolve(struct atomic_file *file, struct old_file *old, const char *path);

/*
 * Moves a newly opened descriptor above 2, so that nobody takes it for a standard one. Returns the
 * new descriptor, or -1 and sets errno if none is free; given -1, returns -1 and keeps errno.
 */
int above_standard(int descriptor);

/* Closes a descriptor, unless it is -1, and keeps errno. */
void close_failed(int descriptor);

/*
 * Opens the file that lstat saw, above descriptor 2. Returns -1 and sets errno on failure: ESTALE
 * if somebody gave the name to another file between lstat and open.
 */
int open_seen(const char *path, int flags, const struct stat *seen);

/*
 * Sets the file that is removed when HUP, INT, QUIT, PIPE, TERM, or XCPU ends the program. The
 * program still ends by that signal. Signals that the parent process ignores stay ignored. The
 * caller keeps the path. NULL means that there is no such file.
 */
void cleanup_remove(const char *path);
