/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include <errno.h>
#include <string.h>

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

void path_directory(char directory[PATH_MOST], const char *path)
{
	size_t length = (size_t)(path_base(path) - path);
	/* The slash stays only if it is all of the path. */
	memcpy(directory, path, length);
	directory[length > 1 ? length - 1 : length] = '\0';
	if (length == 0)
		strcpy(directory, ".");
}

bool path_is_device(const char *path)
{
	return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

bool path_beside(char joined[PATH_MOST], const char *path, const char *name)
{
	size_t length = name[0] == '/' ? 0 : (size_t)(path_base(path) - path);
	if (length + strlen(name) >= PATH_MOST) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}
