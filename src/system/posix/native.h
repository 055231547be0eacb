/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <sys/stat.h>

/* Shared by the files of this folder. */

/* A regular file that is to be replaced. */
struct old_file {
	struct stat status;
	int descriptor; /* open for its ACL, or -1 */
};

/*
 * Finds out where a map that goes to `path` is written. The file is zeroed before.
 *
 * - Names of open descriptors (/dev/stdout, /dev/fd/3, /proc/self/fd/1) and whatever is no regular
 *   file: sets in_place, and opens file->descriptor. A name of a descriptor is duplicated.
 * - A regular file, perhaps through links: sets `exists`, `target`, and *old, whose descriptor the
 *   caller closes, also on failure.
 * - A name that does not exist: sets `target`.
 *
 * Returns false and sets errno, and perhaps file->problem, if the path cannot be examined or may
 * not be written, if it is a link to nothing, or if it is a link that another user may have planted
 * in a folder like /tmp.
 */
bool resolve(struct atomic_file *file, struct old_file *old, const char *path);

/* Closes a descriptor, unless it is -1, and keeps errno. */
void close_failed(int descriptor);

/*
 * Sets the file that is removed when HUP, INT, QUIT, PIPE, TERM, or XCPU ends the program. The
 * program still ends by that signal. Signals that the parent process ignores stay ignored. The
 * caller keeps the path. NULL means that there is no such file.
 */
void cleanup_remove(const char *path);
