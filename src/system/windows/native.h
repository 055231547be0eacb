/* SPDX-License-Identifier: MIT */
#pragma once

#include "system/system.h"

#include <stdbool.h>
#include <windows.h>

/* What the files of this folder share. Paths are UTF-8 elsewhere in the program. */

/* Sets errno to what comes nearest to GetLastError. Always returns false. */
bool native_failed(void);

/* Does the same after a file could not be opened, which may be a directory. */
bool native_open_failed(const wchar_t *wide);

/*
 * Sets `wide` to the full path, which may be of any length that the file system takes. Returns
 * false and sets errno on failure.
 */
bool native_path(wchar_t wide[FILE_NAME_SIZE], const char *path);

/* The handle of an open descriptor, which keeps it. */
HANDLE native_handle(int descriptor);

/* Between these calls neither Ctrl-C nor closing the window ends the process. */
void native_hold_end(void);
void native_allow_end(void);
