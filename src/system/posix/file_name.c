/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include <errno.h>
#include <string.h>

const char *file_name_base(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Returns the length of the folder in a path, with its last slash, or 0 if a folder is missing. */
static size_t folder_length(const char *path)
{
	return (size_t)(file_name_base(path) - path);
}

void file_name_folder(char folder[FILE_NAME_SIZE], const char *path)
{
	size_t length = folder_length(path);
	if (length == 0) {
		strcpy(folder, ".");
		return;
	}
	/* The root folder keeps its slash. */
	if (length > 1)
		length--;
	memcpy(folder, path, length);
	folder[length] = '\0';
}

bool file_name_is_device(const char *path)
{
	return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

bool file_name_beside(char joined[FILE_NAME_SIZE], const char *path, const char *name)
{
	const bool is_absolute = name[0] == '/';
	const size_t length = is_absolute ? 0 : folder_length(path);
	if (length + strlen(name) >= FILE_NAME_SIZE) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}
