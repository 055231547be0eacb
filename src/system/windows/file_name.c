/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/windows/native.h"

#include <errno.h>
#include <string.h>
#include <wchar.h>

/* The start of a path that may be longer than 260 characters. */
static const wchar_t long_path_prefix[] = L"\\\\?\\";
static const wchar_t long_share_prefix[] = L"\\\\?\\UNC";
static const wchar_t device_prefix[] = L"\\\\.\\";
static const wchar_t share_prefix[] = L"\\\\";

static bool is_separator(char character)
{
	return character == '/' || character == '\\';
}

/* Returns whether a path starts with a letter and a colon, like C:map.json. */
static bool has_drive(const char *path)
{
	return path[0] && path[1] == ':';
}

const char *file_name_base(const char *path)
{
	const char *base = has_drive(path) ? path + 2 : path;
	for (const char *text = base; *text; text++)
		if (is_separator(*text))
			base = text + 1;
	return base;
}

/* Returns the length of the folder in a path, with its last separator, or 0 if it is missing. */
static size_t folder_length(const char *path)
{
	return (size_t)(file_name_base(path) - path);
}

/*
 * Returns whether the folder in a path of this length keeps its last separator, as "\", "C:\", and
 * "C:" do, which would be another folder without it.
 */
static bool is_root(const char *path, size_t length)
{
	return length == 1 || path[length - 1] == ':' || path[length - 2] == ':';
}

void file_name_folder(char folder[FILE_NAME_SIZE], const char *path)
{
	size_t length = folder_length(path);
	if (length == 0) {
		strcpy(folder, ".");
		return;
	}
	if (!is_root(path, length))
		length--;
	memcpy(folder, path, length);
	folder[length] = '\0';
}

bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name)
{
	const bool is_absolute = is_separator(name[0]) || has_drive(name);
	const size_t length = is_absolute ? 0 : folder_length(path);
	if (length + strlen(name) >= FILE_NAME_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}

static bool starts_with(const wchar_t *wide, const wchar_t *prefix)
{
	return wcsncmp(wide, prefix, wcslen(prefix)) == 0;
}

bool file_name_is_device(const char *path)
{
	wchar_t wide[FILE_NAME_SIZE];
	return native_path(wide, path) && starts_with(wide, device_prefix);
}

/*
 * Stores in `full` the absolute form of a path, with fewer than `size` characters. Returns false
 * and sets errno on failure.
 */
static bool make_full_path(wchar_t *full, DWORD size, const char *path)
{
	wchar_t wide[FILE_NAME_SIZE];
	DWORD length = 0;
	if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, FILE_NAME_SIZE) > 0)
		length = GetFullPathNameW(wide, size, full, NULL);
	if (length > 0 && length < size)
		return true;
	errno = length > 0 ? ENAMETOOLONG : ENOENT;
	return false;
}

bool native_path(wchar_t wide[FILE_NAME_SIZE], const char *path)
{
	enum { FULL_SIZE = FILE_NAME_SIZE - sizeof long_share_prefix / sizeof *long_share_prefix };
	wchar_t full[FILE_NAME_SIZE];
	if (!make_full_path(full, FULL_SIZE, path))
		return false;
	if (starts_with(full, device_prefix) || starts_with(full, long_path_prefix)) {
		wcscpy(wide, full);
	} else if (starts_with(full, share_prefix)) {
		/* \\server\share becomes \\?\UNC\server\share. */
		wcscpy(wide, long_share_prefix);
		wcscat(wide, full + 1);
	} else {
		wcscpy(wide, long_path_prefix);
		wcscat(wide, full);
	}
	return true;
}
