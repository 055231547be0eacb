/* SPDX-License-Identifier: MIT */
#include "output/path.h"

#include <errno.h>
#include <string.h>

size_t path_directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash - path) + 1 : 0;
}

void path_directory(char directory[PATH_MAX], const char *path)
{
	size_t length = path_directory_length(path);
	/* The slash stays only where it is all of the path. */
	memcpy(directory, path, length);
	directory[length > 1 ? length - 1 : length] = '\0';
	if (length == 0)
		strcpy(directory, ".");
}

bool path_join(char joined[PATH_MAX], const char *path, size_t length, const char *name)
{
	if (length + strlen(name) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}
