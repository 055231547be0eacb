/* SPDX-License-Identifier: MIT */
#include "output/replacement.h"

#include "output/cleanup.h"
#include "output/path.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

/* On 32-bit systems that takes _FILE_OFFSET_BITS=64. */
_Static_assert(sizeof(off_t) >= 8, "files may be larger than 2 GiB");

/* Whether a failed call means that the directory or the mount does not let the target be replaced. */
static bool refused_by_directory(int error)
{
	return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == EXDEV;
}

/* Removes the unfinished file. errno becomes `error` or, where that is 0, tells why it cannot be removed. */
static void discard(struct replacement *replacement, int error)
{
	replacement->left_behind = unlink(replacement->temporary) != 0 && errno != ENOENT;
	cleanup_remove(NULL);
	if (error)
		errno = error;
}

/* .NAME.XXXXXX beside the target, NAME cut where the file system would find it too long. */
static bool name_temporary(struct replacement *replacement)
{
	static const char unique[] = ".XXXXXX";
	const char *target = replacement->target.path;
	char name[NAME_MAX + 1];
	size_t length = path_directory_length(target);
	snprintf(name, sizeof name, ".%.*s%s", NAME_MAX - (int)sizeof unique, target + length, unique);
	return path_join(replacement->temporary, target, length, name);
}

/* Creates it so that no signal ends the program before the file is known to the cleanup. */
static int create(struct replacement *replacement)
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	int descriptor = mkstemp(replacement->temporary);
	if (descriptor >= 0)
		cleanup_remove(replacement->temporary);
	int error = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return descriptor;
}

static mode_t new_mode(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Only root may give a file away; others may give it to a group of theirs. What came of it, fstat tells. */
static void keep_owner(int descriptor, const struct stat *old)
{
	if (fchown(descriptor, old->st_uid, old->st_gid) != 0 && fchown(descriptor, (uid_t)-1, old->st_gid) != 0) {
		/* The permissions are cut instead. */
	}
}

#ifdef __linux__
static bool has_no_acl(int error)
{
	return error == ENODATA || error == EOPNOTSUPP || error == ENOSYS;
}
#endif

/*
 * Gives the file the POSIX ACL of the one at `path`, or none, in place of what the directory gives to new files. An ACL
 * that cannot be kept leaves permissions to the owner only: the group's bits were a mask. False with errno on failure.
 */
static bool keep_acl(int descriptor, const char *path, bool same_owner, mode_t *mode)
{
#ifdef __linux__
	static const char name[] = "system.posix_acl_access";
	char acl[1 << 16]; /* the most that Linux keeps */
	ssize_t length = lgetxattr(path, name, acl, sizeof acl);
	if (length < 0 && !has_no_acl(errno))
		return false;
	if (length >= 0 && same_owner && fsetxattr(descriptor, name, acl, (size_t)length, 0) == 0)
		return true;
	if (length >= 0)
		*mode &= 0700;
	return fremovexattr(descriptor, name) == 0 || has_no_acl(errno);
#else
	(void)descriptor, (void)path, (void)same_owner, (void)mode;
	return true;
#endif
}

/* Makes owner and permissions those of the target, or grants less where that is not allowed. False with errno. */
static bool inherit(int descriptor, const struct target *target)
{
	const struct stat *old = &target->status;
	struct stat new;
	keep_owner(descriptor, old);
	if (fstat(descriptor, &new) != 0)
		return false;
	bool same_owner = new.st_uid == old->st_uid, same_group = new.st_gid == old->st_gid;
	mode_t mode = old->st_mode & 0777;
	if (!same_owner)
		mode &= new_mode();
	if (!same_group) {
		/* Members of the old group are among the others now, and those of the new group were. */
		mode_t both = mode >> 3 & mode & 07;
		mode = (mode & 0700) | both << 3 | both;
	}
	return keep_acl(descriptor, target->path, same_owner && same_group, &mode) && fchmod(descriptor, mode) == 0;
}

int replacement_open(struct replacement *replacement)
{
	replacement->unplaceable = false;
	replacement->left_behind = false;
	const struct target *target = &replacement->target;
	if (!name_temporary(replacement))
		return -1;
	int created = create(replacement);
	if (created < 0) {
		replacement->unplaceable = target->exists && refused_by_directory(errno);
		return -1;
	}
	int descriptor = above_standard(created);
	if (descriptor >= 0 && (target->exists ? inherit(descriptor, target) : fchmod(descriptor, new_mode()) == 0))
		return descriptor;
	int error = errno;
	if (descriptor >= 0)
		close(descriptor);
	discard(replacement, error);
	return -1;
}

/* So that the new name is on disk too. Some file systems cannot do it, and the file is whole either way. */
static void sync_directory(const char *path)
{
	char directory[PATH_MAX];
	path_directory(directory, path);
	int descriptor = above_standard(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	if (descriptor < 0)
		return;
	(void)fsync(descriptor);
	close(descriptor);
}

bool replacement_finish(struct replacement *replacement, int descriptor, bool complete, bool durable)
{
	bool placed = complete && (!durable || fsync(descriptor) == 0);
	int error = complete ? errno : 0;
	if (close(descriptor) != 0 && placed) {
		placed = false;
		error = errno;
	}
	if (placed && rename(replacement->temporary, replacement->target.path) != 0) {
		placed = false;
		error = errno;
		replacement->unplaceable = replacement->target.exists && refused_by_directory(error);
	}
	if (!placed) {
		discard(replacement, error);
		return false;
	}
	cleanup_remove(NULL);
	if (durable)
		sync_directory(replacement->target.path);
	return true;
}
