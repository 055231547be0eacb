/* SPDX-License-Identifier: MIT */
#pragma once

#include "output/path.h"

#include <stdbool.h>

/*
 * A file that gets its name when it is complete: it is written beside its target as .NAME.XXXXXX. One at a time, since
 * signal handlers know of it.
 */
struct atomic_file {
	int descriptor;            /* to write to: above 2, or standard output itself, which output_open takes */
	bool in_place;             /* standard output, a device, a pipe or an open descriptor: written to as it is */
	bool exists;               /* the target was there before */
	bool unplaceable;          /* failed: the target may be written, but not replaced */
	bool left_behind;          /* failed, and `temporary` could not be removed */
	char target[PATH_MOST];    /* the file that the name leads to; not a symbolic link */
	char temporary[PATH_MOST]; /* where it is written */
};

/*
 * Opens the file that `path` leads to. If that is a regular file, or there is none, creates a new file beside it; opens
 * anything else as it is. A signal that ends the program removes the new file. Returns false and sets errno on failure.
 *
 * The new file gets the target's permissions without set-id and sticky bits, and its owner, group and ACL. If the
 * system does not allow that, it gets fewer permissions: it is never open to more people than the target. Without a
 * target, its mode is 0666 less the umask.
 */
bool atomic_file_open(struct atomic_file *file, const char *path);

enum atomic_file_end {
	ATOMIC_FILE_DISCARD,       /* removes the new file */
	ATOMIC_FILE_PLACE,         /* gives it its name */
	ATOMIC_FILE_PLACE_DURABLY, /* the same, when it is on disk */
};

/*
 * Closes the file. One that cannot be placed is removed. Returns false and sets errno on failure: a file was not
 * placed, or could not be removed when it was to be discarded, or what was written in place may be lost.
 */
bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end);
