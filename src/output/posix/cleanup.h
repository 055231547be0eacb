/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_CLEANUP_H
#define DUNGEN_CLEANUP_H

/*
 * Sets the file that is removed when a signal ends the program, whichever signal can be caught. The program still ends
 * by that signal; signals that its parent had it ignore stay ignored. The caller keeps the path. NULL: none.
 */
void cleanup_remove(const char *path);

#endif
