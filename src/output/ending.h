/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_ENDING_H
#define DUNGEN_ENDING_H

/*
 * What has to be cleared away when HUP, INT, TERM or PIPE end the program, which they still do. Those that its parent
 * had ignored stay ignored.
 */

/* Says which file to remove; it stays the caller's. NULL: none. */
void ending_remove(const char *path);

/* Says what to write to standard error, as to erase a line there; it stays the caller's. NULL: nothing. */
void ending_write(const char *text);

#endif
