/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/windows/native.h"

#include <errno.h>
#include <string.h>
#include <wchar.h>

const char *path_base(const char *path)
{
	const char *base = path[0] && path[1] == ':' ? path + 2 : path;
	for (const char *at = base; *at; at++)
		if (*at == '/' || *at == '\\')
			base = at + 1;
	return base;
}

void path_directory(char directory[PATH_MOST], const char *path)
{
	size_t length = (size_t)(path_base(path) - path);
	memcpy(directory, path, length);
	/*
	 * The last separator stays in "\", "C:\" and "C:", which are another directory without it.
	 */
	if (length > 1 && path[length - 1] != ':' && path[length - 2] != ':')
		length--;
	directory[length] = '\0';
	if (length == 0)
		strcpy(directory, ".");
}

bool path_beside(char joined[PATH_MOST], const char *path, const char *name)
{
	bool absolute = name[0] == '/' || name[0] == '\\' || (name[0] && name[1] == ':');
	size_t length = absolute ? 0 : (size_t)(path_base(path) - path);
	if (length + strlen(name) >= PATH_MOST) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}

bool path_is_device(const char *path)
{
	wchar_t wide[PATH_MOST];
	return native_path(wide, path) && wcsncmp(wide, L"\\\\.\\", 4) == 0;
}

bool native_path(wchar_t wide[PATH_MOST], const char *path)
{
	static const wchar_t drive[] = L"\\\\?\\", share[] = L"\\\\?\\UNC";
	enum { ROOM = PATH_MOST - sizeof share / sizeof *share };
	wchar_t given[PATH_MOST], full[PATH_MOST];
	DWORD length = 0;
	if (MultiByteToWideChar(CP_UTF8, 0, path, -1, given, PATH_MOST) > 0)
		length = GetFullPathNameW(given, ROOM, full, NULL);
	if (length == 0 || length >= ROOM) {
		errno = length ? ENAMETOOLONG : ENOENT;
		return false;
	}
	/*
	 * With its prefix a path may be longer than 260 characters; \\.\NUL and \\?\C:\map have
	 * theirs.
	 */
	bool prefixed = wcsncmp(full, L"\\\\.\\", 4) == 0 || wcsncmp(full, drive, 4) == 0;
	bool shared = !prefixed && wcsncmp(full, L"\\\\", 2) == 0;
	wcscpy(wide, prefixed ? L"" : shared ? share : drive);
	wcscat(wide, full + shared);
	return true;
}
