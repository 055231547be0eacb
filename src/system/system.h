/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * All use of the operating system. Each folder beneath this one (posix/, windows/, and wasi/)
 * defines the functions of this header for one system, and a build contains one of these folders:
 * make SYSTEM=posix. The systems posix and wasi also share some functions, which are in shared/.
 *
 * Calling sequence, for a program that copies a file:
 *
 *     system_start();                                     first, and once
 *     int input = system_open_input("old.txt");           or NULL for standard input
 *     struct atomic_file file;
 *     atomic_file_open(&file, "new.txt");                 new.txt is unchanged so far
 *     while ((size = system_read(input, bytes, sizeof bytes)) > 0)
 *             while a byte has not been written
 *                     system_write(file.descriptor, ...);
 *     atomic_file_close(&file, ATOMIC_FILE_RENAME);       new.txt is complete
 *     system_close_input(input);
 *
 * Functions that can fail set errno and say below what they return then. system_reason explains
 * that errno. Paths are UTF-8 on Windows and any bytes elsewhere, and end in a NUL character. No
 * function keeps a path after it has returned, unless it says so.
 */

/* Descriptors of the standard streams. */
enum { SYSTEM_STANDARD_INPUT, SYSTEM_STANDARD_OUTPUT, SYSTEM_STANDARD_ERROR };

/*
 * Prepares the process. Call this before any other function. Afterwards, a write beyond the limit
 * on file sizes fails with an errno, like a write to a full disk, instead of ending the program. If
 * a standard stream is closed, its number is never given to a file; using the stream still fails.
 * Returns false and sets errno if that is impossible, because /dev/null is missing.
 */
bool system_start(void);

/* Returns the explanation of an errno, without a period. It stays valid until the next call. */
const char *system_reason(int error);

/* Reading. */

/*
 * Opens a file for reading, and returns its descriptor, which the caller closes with
 * system_close_input. Returns the descriptor of standard input if `path` is NULL. Returns -1 and
 * sets errno on failure. Some systems also open a folder; then the first system_read fails.
 */
int system_open_input(const char *path);

/*
 * Reads from 1 to `length` bytes, and waits for the first of them. Returns the number of bytes.
 * Returns 0 at the end of the file, with an errno of 0, and 0 on failure, with another errno.
 */
size_t system_read(int descriptor, void *bytes, size_t length);

/* Closes a descriptor that system_open_input has opened, but never standard input. */
void system_close_input(int descriptor);

/* Writing. */

/*
 * Writes from 1 to `length` bytes, and waits until the descriptor accepts the first of them.
 * `length` is at least 1. Returns the number of bytes written, or 0 and sets errno on failure.
 */
size_t system_write(int descriptor, const void *bytes, size_t length);

/*
 * Lets a pipe hold more bytes, so that its writer and its reader can work at the same time. Does
 * nothing if the descriptor is not a pipe, or on failure.
 */
void system_widen_pipe(int descriptor);

/*
 * Replaces the first `length` bytes of a regular file that was written, and leaves its position
 * anywhere. Returns false and sets errno on failure.
 */
bool system_rewrite_start(int descriptor, const void *bytes, size_t length);

/* Writes `length` bytes to standard error, in one piece if possible. Ignores failures. */
void system_tell(const char *text, size_t length);

/*
 * Sets a text that is written to standard error when a signal ends the program. It is written only
 * if system_owns_terminal returns true then, and if the terminal accepts it without waiting. The
 * text must stay valid until the next call. NULL removes it.
 */
void system_tell_at_signal(const char *text);

/* Terminals. */

/* Returns whether the descriptor is a terminal. */
bool system_is_terminal(int descriptor);

/*
 * Returns whether the descriptor is a pipe, a socket, or a terminal. Its reader, such as a pager,
 * may be using the screen.
 */
bool system_has_reader(int descriptor);

/* Returns whether standard error is a terminal and the program runs in its foreground. */
bool system_owns_terminal(void);

/* Chance and time. */

/*
 * Fills `bytes` with unpredictable bytes. `length` is at most 256. Returns false and sets errno on
 * failure.
 */
bool system_random(void *bytes, size_t length);

/* Returns the seconds since some moment in the past. The result never decreases. */
double system_seconds(void);

/* Where paths and descriptors lead. These return false if the system has no files. */

/* Returns whether a path leads to anything, perhaps through links. */
bool system_exists(const char *path);

/*
 * Returns whether the path itself is a symbolic link. Links to folders that it leads through do not
 * count.
 */
bool system_is_link(const char *path);

/*
 * What identifies a regular file. Two names or descriptors lead to the same file if device and
 * number are equal.
 */
struct file_identity {
	uint64_t device;
	uint64_t number; /* number of the file on its device */
	uint64_t size;   /* in bytes */
};

/* Identifies a descriptor's regular file. Returns false if it is not open to one. */
bool system_identify(int descriptor, struct file_identity *identity);

/*
 * Identifies the regular file that a path leads to, perhaps through links. Returns false
 * if it does not lead to one.
 */
bool system_identify_path(const char *path, struct file_identity *identity);

/* Identifies the folder that contains the last component of a path. Its size is unknown. */
bool system_identify_folder(const char *path, struct file_identity *identity);

/*
 * The names of files, as texts. These functions look at the characters of a path and not at the
 * files.
 */

/* Bytes of the longest path that can be opened, including the NUL character at its end. */
enum { FILE_NAME_SIZE = 4096 };

/*
 * Returns the last component of a path, which is a part of `path`. It is empty if the path ends in
 * a slash.
 */
const char *file_name_base(const char *path);

/*
 * Returns whether a path has the form of the name of a device or of an open descriptor, such as
 * /dev/stdout. Another path may still lead to one.
 */
bool file_name_is_device(const char *path);

/*
 * Stores in `joined` the path of `name` as seen from the folder that contains `path`, or `name`
 * itself if it is absolute. `joined` may be the same array as `path`. Returns false and sets errno
 * to ENAMETOOLONG if the result would not fit.
 */
bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name);

/*
 * Files that appear complete or not at all.
 *
 * An atomic file is written under a temporary name in the folder of its target. It gets the name of
 * its target when it is complete, and then replaces the old file of that name. If a signal ends the
 * program before that, the temporary file is removed and the old file stays.
 *
 * At most ATOMIC_FILES_MAX may be open at a time, because the signal handler knows of so many.
 */

/* The temporary name. Random characters replace each X. */
#define ATOMIC_FILE_TEMPORARY ".dungen.XXXXXX"

enum { ATOMIC_FILES_MAX = 24 };

struct atomic_file {
	int descriptor;     /* descriptor to write to, or -1 if the file is not open */
	bool in_place;      /* the descriptor is standard output, a device, a pipe, or an open
			       descriptor, and does not have a temporary file */
	bool target_exists; /* a regular file of this name could be opened for writing */

	char target[FILE_NAME_SIZE];    /* path of the file that will appear; not a link */
	char temporary[FILE_NAME_SIZE]; /* path of the temporary file */
};

/*
 * Opens the file that `path` leads to, perhaps through links. Creates a temporary file if the path
 * leads to a regular file or does not exist yet, and opens anything else as it is (in_place). Sets
 * all fields of *file. Returns false and sets errno on failure; the descriptor is -1 then. A link
 * to a file that does not exist is a failure with ENOENT.
 *
 * The temporary file gets the mode of the target, but not its set-id and sticky bits, and its owner
 * and group. If the system does not allow that, only the owner of the new file may use it. If the
 * target does not exist yet, the mode is 0666 without the bits of the umask.
 */
bool atomic_file_open(struct atomic_file *file, const char *path);

/* What becomes of the temporary file. */
enum atomic_file_end {
	ATOMIC_FILE_DISCARD,         /* remove it */
	ATOMIC_FILE_RENAME,          /* give it the name of the target */
	ATOMIC_FILE_SYNC_AND_RENAME, /* wait until its bytes are on disk, then rename it */
};

/*
 * Closes an open file. Removes a temporary file that is not renamed, as far as the system allows
 * that. Returns true if the file was renamed or discarded as `end` says, or if all bytes written in
 * place have arrived. Otherwise returns false and sets errno.
 */
bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end);
