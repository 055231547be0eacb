/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include <errno.h>
#include <string.h>

const char *file_name_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool file_name_is_device(const char *path)
{
	return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name)
{
	const bool is_absolute = name[0] == '/';
	const size_t length = is_absolute ? 0 : (size_t)(file_name_base(path) - path);
	if (length + strlen(name) >= FILE_NAME_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}
