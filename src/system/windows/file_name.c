/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/windows/native.h"

#include <errno.h>
#include <string.h>
#include <wchar.h>

const char *file_name_base(const char *path)
{
	const char *base = path[0] && path[1] == ':' ? path + 2 : path;
	for (const char *at = base; *at; at++)
		if (*at == '/' || *at == '\\')
			base = at + 1;
	return base;
}

void file_name_folder(char directory[FILE_NAME_SIZE], const char *path)
{
	size_t length = (size_t)(file_name_base(path) - path);
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

bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name)
{
	bool absolute = name[0] == '/' || name[0] == '\\' || (name[0] && name[1] == ':');
	size_t length = absolute ? 0 : (size_t)(file_name_base(path) - path);
	if (length + strlen(name) >= FILE_NAME_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}

bool file_name_is_device(const char *path)
{
	wchar_t wide[FILE_NAME_SIZE];
	return native_path(wide, path) && wcsncmp(wide, L"\\\\.\\", 4) == 0;
}

bool native_path(wchar_t wide[FILE_NAME_SIZE], const char *path)
{
	static const wchar_t drive[] = L"\\\\?\\", share[] = L"\\\\?\\UNC";
	enum { ROOM = FILE_NAME_SIZE - sizeof share / sizeof *share };
	wchar_t given[FILE_NAME_SIZE], full[FILE_NAME_SIZE];
	DWORD length = 0;
	if (MultiByteToWideChar(CP_UTF8, 0, path, -1, given, FILE_NAME_SIZE) > 0)
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
