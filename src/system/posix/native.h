/* SPDX-License-Identifier: MIT */
#pragma once

/*
 * What atomic_file.c needs of signals.c:
 *
 *     native_remove_at_signal(path);          before the file is created
 *     create the file, write it, and rename it
 *     native_remove_at_signal(NULL);
 */

/*
 * Sets the path of the file that is removed when a signal ends the program. The path must stay
 * valid until the next call. NULL means that nothing is removed.
 */
void native_remove_at_signal(const char *path);

/*
 * Lets the signals HUP, INT, QUIT, PIPE, TERM, and XCPU remove that file before they end the
 * program. A signal that the parent process told this process to ignore stays ignored.
 */
void native_catch_signals(void);
