/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_REPLACEMENT_H
#define DUNGEN_REPLACEMENT_H

#include "output/target.h"

#include <limits.h>
#include <stdbool.h>

/* A file that takes the place of another when it is complete. One at a time: signal handlers know of it. */
struct replacement {
	struct target target;
	char temporary[PATH_MAX]; /* where it is written, beside the target */
	bool unplaceable;         /* failed: the target may be written, but not replaced */
	bool left_behind;         /* failed, and `temporary` could not be removed */
};

/*
 * Creates a file beside the target, which is a regular file or absent; returns its descriptor, above 2, or -1 with
 * errno. Until replacement_finish, a signal that ends the program removes it.
 *
 * It gets the target's permissions without set-id and sticky bits, owner, group and POSIX ACL where the system allows
 * it, and less where not: never is it open to more people. A new one gets mode 0666 less the umask.
 */
int replacement_open(struct replacement *replacement);

/*
 * Closes the descriptor. Where `complete`, flushes the file to disk, if `durable`, and renames it to its place first;
 * otherwise, and where that fails, removes it. False when it was not put in place; errno tells why or, where not
 * `complete`, why it could not be removed.
 */
bool replacement_finish(struct replacement *replacement, int descriptor, bool complete, bool durable);

#endif
