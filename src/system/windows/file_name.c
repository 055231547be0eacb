/* SPDX-License-Identifier: MIT */
#include "system/windows/native.h"

#include <errno.h>
#include <string.h>

static const char separators[] = "/\\";

const char *file_name_base(const char *path)
{
	const char *separator;
	while ((separator = strpbrk(path, separators)))
		path = separator + 1;
	return path;
}

bool file_name_is_device(const char *path)
{
	/* The full path of NUL is \\.\NUL. */
	char full[FILE_NAME_SIZE] = "";
	(void)GetFullPathNameA(path, sizeof full, full, NULL);
	return strncmp(full, "\\\\.\\", 4) == 0;
}

bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name)
{
	/* C:map.json is relative to another folder. */
	const bool is_absolute = *name && (strchr(separators, *name) || name[1] == ':');
	const size_t length = is_absolute ? 0 : (size_t)(file_name_base(path) - path);
	if (length + strlen(name) >= FILE_NAME_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}
