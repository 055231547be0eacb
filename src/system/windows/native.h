/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stdbool.h>
#include <windows.h>

/*
 * Functions that the files of this folder share. They are the border between the program, with
 * paths in UTF-8, descriptors, and errno, and Windows, with paths in UTF-16, handles, and
 * GetLastError:
 *
 *     wchar_t wide[FILE_NAME_SIZE];
 *     if (!native_path(wide, path))
 *             return false;                     errno is set
 *     handle = CreateFileW(wide, ...);
 *     if (handle == INVALID_HANDLE_VALUE)
 *             return native_failed();           sets errno
 */

/* Sets errno to the errno that is nearest to GetLastError. Always returns false. */
bool native_failed(void);

/*
 * Sets errno after a file could not be opened: to EISDIR if it is a folder, and otherwise like
 * native_failed. Always returns false.
 */
bool native_open_failed(const wchar_t *wide);

/*
 * Stores the full path in `wide`, in a form that may be as long as the file system permits. Returns
 * false and sets errno on failure.
 */
bool native_path(wchar_t wide[FILE_NAME_SIZE], const char *path);

/* Returns the handle of an open descriptor. The descriptor still owns it. */
HANDLE native_handle(int descriptor);

/*
 * Hold the lock that the process needs to exit after Ctrl-C or the end of the console window.
 * Between these calls, the process does not exit for these reasons. They cannot be nested.
 */
void native_lock_exit(void);
void native_unlock_exit(void);
