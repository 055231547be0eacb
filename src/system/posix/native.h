/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <sys/stat.h>

/*
 * Functions that the files of this folder share. atomic_file_open uses them in this order:
 *
 *     resolve_target(&file, &old, path)         where does the path lead?
 *     mkstemp                                   unless file.in_place is true
 *     cleanup_remove(file.temporary)            a signal now removes the temporary file
 *     copy the permissions of `old` if file.target_exists is true
 *     close_quietly(old.descriptor)
 *
 * and atomic_file_close ends with cleanup_remove(NULL).
 */

/* A regular file that is going to be replaced. */
struct old_file {
	struct stat status; /* its owner, group, and mode */
	int descriptor;     /* open for its ACL, or -1; the caller closes it */
};

/*
 * Finds out where the bytes of a file go that `path` names. All fields of *file must be zero,
 * except for the descriptor, which must be -1.
 *
 * - The path names an open descriptor (/dev/stdout, /dev/fd/3, /proc/self/fd/1), or leads to
 *   something other than a regular file: sets in_place, and opens file->descriptor. A descriptor is
 *   duplicated.
 * - The path leads to a regular file, perhaps through links: sets target_exists, target, and *old.
 * - The path does not exist: sets target.
 *
 * Sets old->descriptor in any case, even on failure, and the caller closes it. Returns false and
 * sets errno, and perhaps file->problem, if the path cannot be examined, if the file must not be
 * written, if the path is a link to nothing, or if it leads through a link that another user may
 * have planted in a folder such as /tmp.
 */
bool resolve_target(struct atomic_file *file, struct old_file *old, const char *path);

/* Closes a descriptor, unless it is -1, and preserves errno. */
void close_quietly(int descriptor);

/*
 * Sets the file that is removed when HUP, INT, QUIT, PIPE, TERM, or XCPU ends the program. The
 * program still ends by that signal. A signal that the parent process told this process to ignore
 * stays ignored. `path` must stay valid until the next call. NULL means that nothing is removed.
 */
void cleanup_remove(const char *path);
