/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CLEANUP_H
#define DUNGEN_CLEANUP_H

/*
 * What is cleaned up when a signal ends the program, whichever signal can be caught. The program still ends by that
 * signal; those that its parent had it ignore stay ignored.
 */

/* Sets the file to remove. The path stays the caller's. NULL: none. */
void cleanup_remove(const char *path);

/*
 * Sets what to write to standard error, if that is a terminal that does not make it wait and the program is in its
 * foreground, as to erase a line there. The text stays the caller's. NULL: nothing.
 */
void cleanup_write(const char *text);

#endif
