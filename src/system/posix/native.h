/* SPDX-License-Identifier: MIT */
#pragma once

/*
 * What atomic_file.c needs of signals.c:
 *
 *     native_remove_at_signal(path);          before the file is created
 *     create the file, write it, and rename it
 *     native_keep_at_signal(path);
 */

/*
 * Adds the path of a file that is removed when a signal ends the program. The path must stay valid
 * until native_keep_at_signal. There are at most ATOMIC_FILES_MAX such paths.
 */
void native_remove_at_signal(const char *path);

/* Takes back native_remove_at_signal for the same pointer. */
void native_keep_at_signal(const char *path);

/*
 * Lets the signals HUP, INT, QUIT, PIPE, TERM, and XCPU remove these files before they end the
 * program. A signal that the parent process told this process to ignore stays ignored.
 */
void native_catch_signals(void);
