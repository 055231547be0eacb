/* SPDX-License-Identifier: MIT */
#include "output/target.h"

#include "output/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/vfs.h>
#endif

enum { LINKS_MOST = 40 }; /* as many as Linux follows */

int above_standard(int descriptor)
{
	if (descriptor < 0 || descriptor > STDERR_FILENO)
		return descriptor;
	int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	int error = errno;
	close(descriptor);
	errno = error;
	return moved;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether the directory lists the open descriptors of a process. On Linux, numbers in /proc are these or processes. */
static bool lists_descriptors(const char *directory)
{
#ifdef __linux__
	static const unsigned long proc = 0x9fa0; /* PROC_SUPER_MAGIC of <linux/magic.h>, which not every system has */
	struct statfs system;
	return statfs(directory, &system) == 0 && (unsigned long)system.f_type == proc;
#else
	struct stat this, descriptors;
	return stat(directory, &this) == 0 && stat("/dev/fd", &descriptors) == 0 && same_file(&this, &descriptors);
#endif
}

/* The number of the descriptor that a path names, here or in another process; -1: it names none. */
static int named_descriptor(const char *path)
{
	const char *digits = path + path_directory_length(path);
	size_t length = strlen(digits);
	char directory[PATH_MAX];
	path_directory(directory, path);
	if (length < 1 || length > 9 || strspn(digits, "0123456789") != length || !lists_descriptors(directory))
		return -1;
	return atoi(digits);
}

/*
 * A duplicate, if it is a descriptor of this process: to open the name would be to write from the start of a file that
 * somebody else is writing to. The file of another process's descriptor is appended to, for the same reason.
 */
static int open_descriptor(int number, const char *path)
{
	struct stat ours, named;
	if (fstat(number, &ours) == 0 && stat(path, &named) == 0 && same_file(&ours, &named))
		return fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	int descriptor = above_standard(open(path, O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC));
	if (descriptor < 0 && errno == ENOENT)
		errno = EBADF;
	return descriptor;
}

/*
 * Whether a symbolic link may be followed. The kernel decides first. Then its rule for directories where everybody
 * may put files (fs.protected_symlinks) is applied again: without it a link planted after the kernel has looked
 * would be followed. Nobody can replace a link that passes: only its owner and that of the directory may.
 */
static bool may_follow(const char *path, const struct stat *link)
{
	struct stat status;
	if (stat(path, &status) != 0 && errno != ENOENT)
		return false;
	char directory[PATH_MAX];
	path_directory(directory, path);
	if (stat(directory, &status) != 0)
		return false;
	bool shared = (status.st_mode & (S_ISVTX | S_IWOTH)) == (S_ISVTX | S_IWOTH);
	if (!shared || link->st_uid == geteuid() || link->st_uid == status.st_uid)
		return true;
	errno = EACCES;
	return false;
}

/* Goes from a symbolic link to what it names. */
static bool follow(char path[PATH_MAX])
{
	char link[PATH_MAX];
	ssize_t length = readlink(path, link, sizeof link - 1);
	if (length < 0)
		return false;
	link[length] = '\0';
	return path_join(path, path, link[0] == '/' ? 0 : path_directory_length(path), link);
}

/* Takes what is there and no link: a file to replace, if it may be written, or something to write to as it is. */
static bool take(struct target *target)
{
	target->exists = S_ISREG(target->status.st_mode);
	if (target->exists)
		return faccessat(AT_FDCWD, target->path, W_OK, AT_EACCESS) == 0;
	target->descriptor = above_standard(open(target->path, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
	return target->descriptor >= 0;
}

bool target_find(struct target *target, const char *path)
{
	target->descriptor = -1;
	target->exists = false;
	if (!path_join(target->path, path, 0, path))
		return false;
	for (int links = 0; links <= LINKS_MOST; links++) {
		int number = named_descriptor(target->path);
		if (number >= 0) {
			target->descriptor = open_descriptor(number, target->path);
			return target->descriptor >= 0;
		}
		if (lstat(target->path, &target->status) != 0)
			return errno == ENOENT;
		if (!S_ISLNK(target->status.st_mode))
			return take(target);
		if (!may_follow(target->path, &target->status) || !follow(target->path))
			return false;
	}
	errno = ELOOP;
	return false;
}
