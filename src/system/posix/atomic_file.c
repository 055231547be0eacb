/* SPDX-License-Identifier: MIT */
#include "system/posix/native.h"
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A build for a 32-bit system needs _FILE_OFFSET_BITS=64 for this. */
_Static_assert(sizeof(off_t) >= 8, "files may be larger than 2 GiB");

/* Returns the descriptor that a name such as /dev/stdout or /dev/fd/3 stands for, or -1. */
static int find_named_descriptor(const char *path)
{
	static const char *const streams[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
	char digits[10];
	char rest;
	for (int i = 0; i < 3; i++)
		if (strcmp(path, streams[i]) == 0)
			return i;
	if (sscanf(path, "/dev/fd/%9[0-9]%c", digits, &rest) == 1 ||
	    sscanf(path, "/proc/self/fd/%9[0-9]%c", digits, &rest) == 1)
		return atoi(digits); /* NOLINT(cert-err34-c): only digits, and few */
	return -1;
}

/* Closes a descriptor and preserves errno. Returns false. */
static bool abandon(int descriptor)
{
	const int error = errno;
	close(descriptor);
	errno = error;
	return false;
}

/*
 * Gives a new file its mode, and the owner and group of the file that it replaces (`old`, or NULL).
 * If the system does not allow that, only the owner of the new file keeps rights. Returns false and
 * sets errno if the mode cannot be set.
 */
static bool set_rights(int descriptor, const struct stat *old)
{
	if (!old) {
		const mode_t mask = umask(0);
		umask(mask);
		return fchmod(descriptor, 0666 & ~mask) == 0;
	}
	mode_t mode = old->st_mode & 0777;
	if (fchown(descriptor, old->st_uid, old->st_gid) != 0)
		mode &= 0700;
	return fchmod(descriptor, mode) == 0;
}

/*
 * Creates the temporary file that gets the name `path`, or that replaces the file to which `path`
 * leads. `old` is the status of that file, or NULL. Returns the descriptor, or -1 and sets errno.
 */
static int create_temporary(struct atomic_file *file, const char *path, const struct stat *old)
{
	char real_path[PATH_MAX];
	const char *target = old ? realpath(path, real_path) : path;
	if (!target || !file_name_beside(file->target, "", target) ||
	    !file_name_beside(file->temporary, target, ATOMIC_FILE_TEMPORARY))
		return -1;
	/* A signal may come as soon as the file exists. mkstemp sets its name before that. */
	native_remove_at_signal(file->temporary);
	const int descriptor = mkstemp(file->temporary);
	if (descriptor >= 0 && set_rights(descriptor, old))
		return descriptor;
	const int error = errno;
	if (descriptor >= 0) {
		close(descriptor);
		unlink(file->temporary);
	}
	native_keep_at_signal(file->temporary);
	errno = error;
	return -1;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	struct stat status;
	*file = (struct atomic_file){.descriptor = -1};
	const int named = find_named_descriptor(path);
	if (named >= 0) {
		/* Opening the name would open the file again, and write from its start. */
		file->in_place = true;
		file->descriptor = dup(named);
		return file->descriptor >= 0;
	}
	/* If the old file can be opened for writing, the system has followed links and checked
	 * rights. */
	const int old = open(path, O_WRONLY | O_NOCTTY);
	if (old < 0) {
		/* The target of a broken link is not created. */
		if (errno == ENOENT && !system_is_link(path))
			file->descriptor = create_temporary(file, path, NULL);
		return file->descriptor >= 0;
	}
	if (fstat(old, &status) != 0)
		return abandon(old);
	file->in_place = !S_ISREG(status.st_mode);
	file->target_exists = !file->in_place;
	if (file->in_place) {
		file->descriptor = old;
		return true;
	}
	file->descriptor = create_temporary(file, path, &status);
	(void)abandon(old);
	return file->descriptor >= 0;
}

/* Waits until the bytes of a file are on disk. Returns false and sets errno on failure. */
static bool sync_to_disk(int descriptor)
{
#ifdef F_FULLFSYNC
	/*
	 * fsync of macOS leaves the bytes in the cache of the drive. This call empties the cache,
	 * but not every file system has it.
	 */
	if (fcntl(descriptor, F_FULLFSYNC) == 0)
		return true;
#endif
	return fsync(descriptor) == 0;
}

/*
 * Waits until the new name of a file is on disk. Ignores failures, because some file systems do not
 * support this, and the file is complete either way.
 */
static void sync_folder(const char *path)
{
	char folder[FILE_NAME_SIZE];
	if (!file_name_beside(folder, path, "."))
		return;
	const int descriptor = open(folder, O_RDONLY | O_DIRECTORY);
	if (descriptor < 0)
		return;
	(void)sync_to_disk(descriptor);
	close(descriptor);
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	int error = 0;
	if (file->in_place)
		return close(file->descriptor) == 0;
	if (end == ATOMIC_FILE_SYNC_AND_RENAME && !sync_to_disk(file->descriptor))
		error = errno;
	if (close(file->descriptor) != 0 && !error)
		error = errno;
	if (end != ATOMIC_FILE_DISCARD && !error && rename(file->temporary, file->target) != 0)
		error = errno;
	if (end == ATOMIC_FILE_DISCARD || error)
		unlink(file->temporary);
	native_keep_at_signal(file->temporary);
	if (end == ATOMIC_FILE_SYNC_AND_RENAME && !error)
		sync_folder(file->target);
	errno = error;
	return !error;
}
