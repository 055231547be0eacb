/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/posix/native.h"
#include "base/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if defined __linux__ && !defined DUNGEN_PORTABLE
#include <sys/xattr.h>
#endif

/* On 32-bit systems that takes _FILE_OFFSET_BITS=64. */
_Static_assert(sizeof(off_t) >= 8, "files may be larger than 2 GiB");

/*
 * Whether a failed call means that the directory or the mount does not let the target be replaced.
 */
static bool refused_by_directory(int error)
{
	return error == EACCES || error == EPERM || error == EROFS || error == EBUSY ||
	       error == EXDEV;
}

/*
 * Removes the unfinished file. Returns false and sets errno to `error`, or to why the file could
 * not be removed if `error` is 0.
 */
static bool discard(struct atomic_file *file, int error)
{
	/* ENOENT may mean that the folder was renamed. The file is still in it then. */
	file->temporary_remains = unlink(file->temporary) != 0;
	cleanup_remove(NULL);
	errno = error ? error : errno;
	return !error && !file->temporary_remains;
}

/*
 * .NAME.XXXXXX beside the target, with NAME cut at a character if the file system would find it too
 * long.
 */
static bool name_temporary(struct atomic_file *file)
{
	const char *base = file_name_base(file->target);
	char name[NAME_MAX + 1];
	int most = (int)utf8_cut(base, sizeof name - sizeof "..XXXXXX");
	(void)snprintf(name, sizeof name, ".%.*s.XXXXXX", most, base);
	return file_name_beside(file->temporary, file->target, name);
}

/*
 * Creates the file with signals blocked, so that none ends the program before the cleanup knows of
 * it.
 */
static int create(struct atomic_file *file)
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	int descriptor = mkstemp(file->temporary);
	if (descriptor >= 0)
		cleanup_remove(file->temporary);
	int error = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return descriptor;
}

static unsigned new_mode(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666u & ~(unsigned)mask;
}

#if defined __linux__ && !defined DUNGEN_PORTABLE
static const char acl_name[] = "system.posix_acl_access";

static bool has_no_acl(int error)
{
	return error == ENODATA || error == EOPNOTSUPP || error == ENOSYS;
}
#endif

/*
 * Copies the POSIX ACL of the target to the new file, or removes the ACL inherited from the
 * directory if the target has none. If it cannot be kept, cuts the mode to the owner's permissions:
 * the group's bits were a mask. Returns false and sets errno on failure.
 */
static bool keep_acl(int descriptor, const struct old_file *old, bool same_owner, unsigned *mode)
{
#if defined __linux__ && !defined DUNGEN_PORTABLE
	char acl[1 << 16]; /* the most that Linux keeps */
	ssize_t length = fgetxattr(old->descriptor, acl_name, acl, sizeof acl);
	if (length < 0 && !has_no_acl(errno))
		return false;
	if (length > 0 && same_owner &&
	    fsetxattr(descriptor, acl_name, acl, (size_t)length, 0) == 0)
		return true;
	if (length > 0)
		*mode &= 0700;
	return fremovexattr(descriptor, acl_name) == 0 || has_no_acl(errno);
#else
	(void)descriptor, (void)old, (void)same_owner, (void)mode;
	return true;
#endif
}

/*
 * Copies owner and permissions of the target, or grants less if that is not allowed. Returns false
 * and sets errno on failure.
 */
static bool inherit(int descriptor, const struct old_file *old)
{
	struct stat new;
	/*
	 * Only root may give a file away; others may give it to one of their groups. fstat shows
	 * the result.
	 */
	bool given = fchown(descriptor, old->status.st_uid, old->status.st_gid) == 0;
	given = given || fchown(descriptor, (uid_t)-1, old->status.st_gid) == 0;
	(void)given;
	if (fstat(descriptor, &new) != 0)
		return false;
	bool same_owner = new.st_uid == old->status.st_uid,
	     same_group = new.st_gid == old->status.st_gid;
	unsigned mode = old->status.st_mode & 0777u;
	if (!same_owner)
		mode &= new_mode();
	if (!same_group) {
		/*
		 * Members of the old group are among the others now, and those of the new group
		 * were.
		 */
		unsigned both = mode >> 3 & mode & 07;
		mode = (mode & 0700) | both << 3 | both;
	}
	return keep_acl(descriptor, old, same_owner && same_group, &mode) &&
	       fchmod(descriptor, (mode_t)mode) == 0;
}

/* Creates the file beside its target, and returns its descriptor, or -1 and sets errno. */
static int open_temporary(struct atomic_file *file, const struct old_file *old)
{
	int descriptor = name_temporary(file) ? create(file) : -1;
	if (descriptor < 0) {
		file->cannot_replace_target = file->target_exists && refused_by_directory(errno);
		return -1;
	}
	bool is_set_up;
	if (file->target_exists)
		is_set_up = inherit(descriptor, old);
	else
		is_set_up = fchmod(descriptor, (mode_t)new_mode()) == 0;
	if (is_set_up)
		return descriptor;
	close_failed(descriptor);
	discard(file, errno);
	return -1;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	*file = (struct atomic_file){.descriptor = -1};
	struct old_file old;
	if (resolve(file, &old, path) && !file->in_place)
		file->descriptor = open_temporary(file, &old);
	close_failed(old.descriptor);
	return file->descriptor >= 0;
}

/*
 * fsync of macOS leaves the bytes in the drive's cache. Not every file system there has the call
 * that empties it.
 */
static bool sync_to_disk(int descriptor)
{
#ifdef F_FULLFSYNC
	if (fcntl(descriptor, F_FULLFSYNC) == 0)
		return true;
#endif
	return fsync(descriptor) == 0;
}

/*
 * Flushes the new name to disk. Failures are ignored: some file systems cannot, and the file is
 * whole either way.
 */
static void sync_directory(const char *path)
{
	char directory[FILE_NAME_SIZE];
	file_name_folder(directory, path);
	int descriptor = open(directory, O_RDONLY | O_DIRECTORY);
	(void)sync_to_disk(descriptor);
	close_failed(descriptor);
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	if (file->in_place)
		return close(file->descriptor) == 0;
	const bool durable = end == ATOMIC_FILE_SYNC_AND_RENAME;
	int error = durable && !sync_to_disk(file->descriptor) ? errno : 0;
	if (close(file->descriptor) != 0 && !error)
		error = errno;
	if (end == ATOMIC_FILE_DISCARD)
		return discard(file, 0);
	if (!error && rename(file->temporary, file->target) != 0) {
		error = errno;
		file->cannot_replace_target = file->target_exists && refused_by_directory(error);
	}
	if (error)
		return discard(file, error);
	cleanup_remove(NULL);
	if (durable)
		sync_directory(file->target);
	return true;
}
