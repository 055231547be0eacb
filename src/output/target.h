/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_TARGET_H
#define DUNGEN_TARGET_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

/* What the name of an output leads to once symbolic links are followed. */
struct target {
	int descriptor;      /* what is written to as it is: open, above 2; -1: a regular file, there or to come */
	char path[PATH_MAX]; /* of that file; not a symbolic link */
	bool exists;         /* it is there, and may be written */
	struct stat status;  /* if so */
};

/*
 * Finds what `path` leads to. The name of an open descriptor, however it is reached (/dev/stdout, /dev/fd/3,
 * /proc/self/fd/1, a link to one of these), gives a duplicate of that descriptor; a device or a pipe is opened.
 *
 * False, with errno, where it cannot be examined or may not be written. A link that another user planted in a
 * directory like /tmp is not followed (EACCES).
 */
bool target_find(struct target *target, const char *path);

/* Moves a descriptor that was just opened above 2, where nobody takes it for a standard one. -1 and errno stay. */
int above_standard(int descriptor);

#endif
