/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <windows.h>

/*
 * Functions that the files of this folder share. The manifest of the program lets the C library
 * open paths in UTF-8 of any length. Functions of Windows with a path in UTF-8 accept only 260
 * characters, so they get it in UTF-16:
 *
 *     wchar_t wide[FILE_NAME_SIZE];
 *     native_widen(wide, path);
 *     DeleteFileW(wide);
 */

/* Converts a path to UTF-16. The result is empty if the path does not fit. */
void native_widen(wchar_t wide[FILE_NAME_SIZE], const char *path);

/*
 * Opens a file as _open of the C library does, in binary mode. Returns the descriptor, or -1 and
 * sets errno: to EISDIR for a folder, and to ETXTBSY if another program has the file open.
 */
int native_open(const char *path, int flags);

/* Returns the handle of an open descriptor. The descriptor still owns it. */
HANDLE native_handle(int descriptor);

/*
 * The lock that the process needs to exit after Ctrl-C or the end of the console window. Another
 * thread handles these, so whoever holds the lock is not interrupted by them.
 */
extern SRWLOCK native_exit_lock;

/* Removes the temporary file if one is open. The caller holds the lock, and the process exits. */
void native_remove_temporary(void);
