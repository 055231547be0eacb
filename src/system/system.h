/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * Every use of the operating system. The folder of a system (posix/, windows/, wasi/) defines all
 * of this; a build takes one of them: make SYSTEM=posix.
 */

enum { SYSTEM_STANDARD_INPUT, SYSTEM_STANDARD_OUTPUT, SYSTEM_STANDARD_ERROR }; /* descriptors */

/*
 * Call this first. Afterwards, exceeding the file-size limit is an error of write, like a full
 * disk, and no file gets the number of a standard descriptor that is closed. Returns false and sets
 * errno if the latter is not possible, because there is no /dev/null.
 */
bool system_start(void);

/*
 * Writes at least one of `length` bytes, which is not 0, to a descriptor and waits as long as that
 * takes. Returns how many were written, or 0 and sets errno.
 */
size_t system_write(int descriptor, const void *bytes, size_t length);

/*
 * Opens a file for reading, or takes standard input if `path` is NULL.
 * Returns -1 and sets errno on failure. Some systems open a directory, too, and fail to read it.
 */
int system_open_input(const char *path);

/*
 * Returns whether two descriptors lead to the same regular file. Returns false if a descriptor is
 * not open, or if the system has no files.
 */
bool system_same_file(int one, int other);

/* Returns whether a path leads, perhaps through links, to the regular file of a descriptor. */
bool system_leads_to(const char *path, int descriptor);

/*
 * Returns whether two paths lead to the same folder, perhaps through links. Returns false if one of
 * them leads to no folder, or if the system has no files.
 */
bool system_same_folder(const char *one, const char *other);

/*
 * Returns whether the path is that of a symbolic link. Links to folders on the way do not count.
 */
bool system_is_link(const char *path);

/*
 * Reads up to `length` bytes, waiting for at least one. Returns how many were read, or 0 and sets
 * errno, which is 0 at the end of the file.
 */
size_t system_read(int descriptor, void *bytes, size_t length);

void system_close_input(int descriptor);

/*
 * Lets a pipe hold more, so that writer and reader can work at the same time. Failures are ignored.
 */
void system_widen_pipe(int descriptor);

/*
 * Whether the output goes to a pipe, a socket or a terminal, whose reader may be using the screen.
 */
bool system_has_reader(int descriptor);

/* Writes to standard error, all at once if possible. Failures are ignored. */
void system_tell(const char *text, size_t length);

bool system_is_terminal(int descriptor);

/* Whether standard error is a terminal in whose foreground the program runs. */
bool system_owns_terminal(void);

/*
 * Sets the text that is written to standard error when a signal ends the program, if the terminal
 * is owned then and takes it at once. The caller keeps the text. NULL: none.
 */
void system_tell_at_signal(const char *text);

/* Fills `bytes` with unpredictable ones, at most 256. Returns false and sets errno on failure. */
bool system_random(void *bytes, size_t length);

/* Seconds since some moment in the past; never decreases. */
double system_seconds(void);

/* Returns the explanation of an errno. */
const char *system_reason(int error);

/* Whether `path` leads to anything. */
bool system_exists(const char *path);

/* Paths. */

/* Bytes of a path, with the zero at its end. */
enum { FILE_NAME_SIZE = 4096 };

/*
 * Returns the last component of a path, which is a part of `path`; empty if the path ends in a
 * slash.
 */
const char *file_name_base(const char *path);

/*
 * Sets `directory` to the directory that holds `path`, "." if it names none. `path` is shorter than
 * FILE_NAME_SIZE.
 */
void file_name_folder(char directory[FILE_NAME_SIZE], const char *path);

/*
 * Whether a path has the form of the name of a device or an open descriptor. Others may lead to
 * one, too.
 */
bool file_name_is_device(const char *path);

/*
 * Sets `joined` to the path of `name` as seen from the directory that holds `path`; that is `name`
 * itself if it is absolute. `joined` may be `path`. Returns false and sets errno to ENAMETOOLONG if
 * there is no room.
 */
bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name);

/* Files. */

/* Why a file cannot be opened, where no errno says it. */
enum atomic_file_problem {
	ATOMIC_FILE_NO_PROBLEM,   /* errno says it */
	ATOMIC_FILE_BROKEN_LINK,  /* links lead to `target`, which does not exist */
	ATOMIC_FILE_FOREIGN_LINK, /* another user may have planted a link */
	ATOMIC_FILE_REPLACED,     /* something else got the name while it was opened */
};

/*
 * A file that gets its name when it is complete: it is written beside its target as .NAME.XXXXXX.
 * One at a time, since signal handlers know of it.
 */
struct atomic_file {
	int descriptor; /* of the file, or standard output itself, which output_open takes; -1: none
			   is open */
	bool in_place;  /* standard output, a device, a pipe or an open descriptor: written to as it
			   is */
	bool target_exists; /* the target was there before */
	enum atomic_file_problem problem;
	bool cannot_replace_target;     /* failed: the target may be written, but not replaced */
	bool temporary_remains;         /* failed, and `temporary` may still be there */
	char target[FILE_NAME_SIZE];    /* the file that the name leads to; not a symbolic link */
	char temporary[FILE_NAME_SIZE]; /* where it is written */
};

/*
 * Opens the file that `path` leads to. If that is a regular file, or there is none, creates a new
 * file beside it; opens anything else as it is. A signal that ends the program removes the new
 * file. Returns false and sets errno on failure; the descriptor is -1 then.
 *
 * The new file gets the target's permissions without set-id and sticky bits, and its owner, group
 * and ACL. If the system does not allow that, it gets fewer permissions: it is never open to more
 * people than the target. Without a target, its mode is 0666 less the umask.
 */
bool atomic_file_open(struct atomic_file *file, const char *path);

enum atomic_file_end {
	ATOMIC_FILE_DISCARD,         /* removes the new file */
	ATOMIC_FILE_RENAME,          /* gives it its name */
	ATOMIC_FILE_SYNC_AND_RENAME, /* the same, when it is on disk */
};

/*
 * Closes the file. One that cannot be placed is removed. Returns false and sets errno on failure: a
 * file was not placed, or could not be removed when it was to be discarded, or what was written in
 * place may be lost.
 */
bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end);
