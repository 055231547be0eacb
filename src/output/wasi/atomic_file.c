/* SPDX-License-Identifier: MIT */
/* Files have no owner or permissions here. If the module is stopped before main returns, the temporary file stays. */
#include "output/atomic_file.h"

#include "output/path.h"
#include "output/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MOST = 40 };

/* Follows symbolic links until the path is not one. Returns false and sets errno on failure. */
static bool follow(char path[PATH_MOST])
{
	char link[PATH_MOST];
	for (int links = 0; links <= LINKS_MOST; links++) {
		ssize_t length = readlink(path, link, sizeof link - 1);
		if (length < 0)
			return errno == EINVAL || errno == ENOENT;
		link[length] = '\0';
		if (!path_beside(path, path, link))
			return false;
	}
	errno = ELOOP;
	return false;
}

/* Creates .NAME.XXXXXX beside the target and returns its descriptor, or -1 and sets errno. */
static int create(struct atomic_file *file)
{
	enum { UNIQUE = 8, NAME_MOST = 255 };
	uint32_t number;
	char name[NAME_MOST + 1];
	if (!system_random(&number, sizeof number))
		return -1;
	snprintf(name, sizeof name, ".%.*s.%06x", NAME_MOST - UNIQUE, path_base(file->target),
		 (unsigned)number & 0xffffff);
	if (!path_beside(file->temporary, file->target, name))
		return -1;
	return open(file->temporary, O_WRONLY | O_CREAT | O_EXCL);
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	struct stat status;
	file->unplaceable = file->left_behind = file->in_place = false;
	if (!path_beside(file->target, "", path) || !follow(file->target))
		return false;
	file->exists = stat(file->target, &status) == 0;
	if (!file->exists && errno != ENOENT)
		return false;
	file->in_place = file->exists && !S_ISREG(status.st_mode);
	file->descriptor = file->in_place ? open(file->target, O_WRONLY) : create(file);
	return file->descriptor >= 0;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	if (file->in_place)
		return close(file->descriptor) == 0;
	bool placed = end != ATOMIC_FILE_PLACE_DURABLY || fsync(file->descriptor) == 0;
	int error = errno;
	if (close(file->descriptor) != 0 && placed) {
		placed = false;
		error = errno;
	}
	if (placed && end != ATOMIC_FILE_DISCARD) {
		if (rename(file->temporary, file->target) == 0)
			return true;
		error = errno;
	}
	file->left_behind = unlink(file->temporary) != 0 && errno != ENOENT;
	if (end != ATOMIC_FILE_DISCARD)
		errno = error;
	return end == ATOMIC_FILE_DISCARD && !file->left_behind;
}
