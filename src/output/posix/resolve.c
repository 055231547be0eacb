/* SPDX-License-Identifier: MIT */
#include "output/posix/native.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined __linux__ && !defined DUNGEN_PORTABLE
#include <sys/vfs.h>
#endif

enum { LOOKS_MOST = 200 }; /* more than the links that any kernel follows */

void close_failed(int descriptor)
{
	int error = errno;
	if (descriptor >= 0)
		close(descriptor);
	errno = error;
}

/* Descriptors are not closed on exec: the program starts no other. */
int above_standard(int descriptor)
{
	if (descriptor < 0 || descriptor > STDERR_FILENO)
		return descriptor;
	int moved = fcntl(descriptor, F_DUPFD, STDERR_FILENO + 1);
	close_failed(descriptor);
	return moved;
}

/* The type is compared because a removed file's number may be given to a new one. */
static bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino &&
	       (a->st_mode & S_IFMT) == (b->st_mode & S_IFMT);
}

int open_seen(const char *path, int flags, const struct stat *seen)
{
	struct stat opened;
	int descriptor = above_standard(open(path, flags | O_NOFOLLOW | O_NOCTTY));
	if (descriptor >= 0 && fstat(descriptor, &opened) == 0 && same_file(&opened, seen))
		return descriptor;
	if (descriptor >= 0 || errno == ELOOP)
		errno = ESTALE;
	close_failed(descriptor);
	return -1;
}

/*
 * Whether the directory lists the open descriptors of a process. On Linux, numbers in /proc are
 * these or processes.
 */
static bool lists_descriptors(const char *directory)
{
#if defined __linux__ && !defined DUNGEN_PORTABLE
	static const unsigned long proc =
		0x9fa0; /* PROC_SUPER_MAGIC of <linux/magic.h>, which not every system has */
	struct statfs system;
	return statfs(directory, &system) == 0 && (unsigned long)system.f_type == proc;
#else
	struct stat this, descriptors;
	return stat(directory, &this) == 0 && stat("/dev/fd", &descriptors) == 0 &&
	       same_file(&this, &descriptors);
#endif
}

/* The number of the descriptor that a path names, here or in another process; -1: it names none. */
static int named_descriptor(const char *path)
{
	const char *digits = path_base(path);
	size_t length = strlen(digits);
	char directory[PATH_MOST];
	path_directory(directory, path);
	if (length < 1 || length > 9 || strspn(digits, "0123456789") != length ||
	    !lists_descriptors(directory))
		return -1;
	return atoi(digits); /* NOLINT(cert-err34-c): one to nine digits and nothing else */
}

/*
 * Duplicates a descriptor of this process: to open the name would be to write from the start of a
 * file that somebody else is writing to. The file of another process's descriptor is appended to,
 * for the same reason.
 *
 * Nobody else changes the descriptors of this process, and if another process's descriptor leads to
 * the same file as ours of that number, ours is as good. If the other process changes its
 * descriptor between stat and open, or somebody the directory, the file is one that they could have
 * led the name to before.
 */
static int open_descriptor(int number, const char *path)
{
	struct stat ours, named;
	if (fstat(number, &ours) == 0 && stat(path, &named) == 0 && same_file(&ours, &named))
		return fcntl(number, F_DUPFD, STDERR_FILENO + 1);
	int descriptor = above_standard(open(path, O_WRONLY | O_APPEND | O_NOCTTY));
	if (descriptor < 0 && errno == ENOENT)
		errno = EBADF;
	return descriptor;
}

/*
 * Whether a symbolic link may be followed. The kernel decides first. Then its rule for directories
 * in which everybody may put files (fs.protected_symlinks) is applied again: without it a link
 * planted after the kernel has looked would be followed. A link that passes the rule is the same
 * when it is read: in such a directory only its owner and the directory's may replace it. In other
 * directories whoever replaces it could have done so before.
 */
static bool may_follow(const char *path, const struct stat *link)
{
	struct stat status;
	if (stat(path, &status) != 0 && errno != ENOENT)
		return false;
	char directory[PATH_MOST];
	path_directory(directory, path);
	if (stat(directory, &status) != 0)
		return false;
	bool shared = (status.st_mode & (S_ISVTX | S_IWOTH)) == (S_ISVTX | S_IWOTH);
	if (!shared || link->st_uid == geteuid() || link->st_uid == status.st_uid)
		return true;
	errno = EACCES;
	return false;
}

/* Replaces the path of a symbolic link by that of its target. */
static bool follow(char path[PATH_MOST])
{
	char link[PATH_MOST];
	ssize_t length = readlink(path, link, sizeof link - 1);
	if (length < 0) {
		errno = errno == EINVAL ? ESTALE : errno; /* it is no link any more */
		return false;
	}
	link[length] = '\0';
	return path_beside(path, path, link);
}

/*
 * Resolves a target that is not a symbolic link. A regular file must be writable, but perhaps may
 * not be read; it is opened for its ACL. Anything else is opened and compared with what lstat saw:
 * in a directory that others may write to, somebody could have given the name to a file of the
 * user's meanwhile, which would be overwritten.
 */
static bool take(struct atomic_file *file, struct old_file *old)
{
	file->exists = S_ISREG(old->status.st_mode);
	if (file->exists) {
		if (faccessat(AT_FDCWD, file->target, W_OK, AT_EACCESS) != 0)
			return false;
		old->descriptor = open_seen(file->target, O_RDONLY | O_NONBLOCK, &old->status);
		if (old->descriptor < 0 && errno == EACCES)
			old->descriptor = open_seen(file->target, O_WRONLY | O_NONBLOCK,
						    &old->status);
		return old->descriptor >= 0;
	}
	file->in_place = true;
	file->descriptor = open_seen(file->target, O_WRONLY, &old->status);
	return file->descriptor >= 0;
}

/*
 * Whether a call failed because another file has got the name since lstat looked, or none has it
 * any more.
 */
static bool is_outdated(int error)
{
	return error == ESTALE || error == ENOENT;
}

bool resolve(struct atomic_file *file, struct old_file *old, const char *path)
{
	old->descriptor = -1;
	if (!path_beside(file->target, "", path))
		return false;
	for (int looks = 0; looks < LOOKS_MOST; looks++) {
		int number = named_descriptor(file->target);
		if (number >= 0) {
			file->in_place = true;
			file->descriptor = open_descriptor(number, file->target);
			return file->descriptor >= 0;
		}
		if (lstat(file->target, &old->status) != 0) {
			file->exists = false;
			return errno == ENOENT;
		}
		if (file->exists && !S_ISREG(old->status.st_mode)) {
			errno = ESTALE;
			return false;
		}
		if (S_ISLNK(old->status.st_mode)) {
			if (!may_follow(file->target, &old->status) ||
			    (!follow(file->target) && !is_outdated(errno)))
				return false;
		} else if (take(file, old)) {
			return true;
		} else if (!file->exists || !is_outdated(errno)) {
			return false;
		}
	}
	/*
	 * The kernel has refused longer chains already; this ends one that somebody lengthens
	 * meanwhile.
	 */
	if (!file->exists)
		errno = ELOOP;
	return false;
}
