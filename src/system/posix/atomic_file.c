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

/* A build for a 32-bit system needs _FILE_OFFSET_BITS=64 for this. */
_Static_assert(sizeof(off_t) >= 8, "files may be larger than 2 GiB");

/*
 * Returns whether an errno means that the folder or the mount forbids to create or rename a file
 * there.
 */
static bool is_refused_by_folder(int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
	case EROFS:
	case EBUSY:
	case EXDEV:
		return true;
	default:
		return false;
	}
}

/* Removes the temporary file. Returns false and sets errno if it may still exist. */
static bool discard_temporary(struct atomic_file *file)
{
	/* ENOENT does not mean that the file is gone. Its folder may have been renamed. */
	file->temporary_remains = unlink(file->temporary) != 0;
	cleanup_remove(NULL);
	return !file->temporary_remains;
}

/* Removes the temporary file after an error. Sets errno to that error and returns false. */
static bool give_up(struct atomic_file *file, int error)
{
	(void)discard_temporary(file);
	errno = error;
	return false;
}

/*
 * Sets file->temporary to the template .NAME.XXXXXX beside the target. Cuts NAME between two
 * characters if the file system would refuse a name of this length. Returns false and sets errno on
 * failure.
 */
static bool name_temporary(struct atomic_file *file)
{
	const char *base = file_name_base(file->target);
	char name[NAME_MAX + 1];
	const size_t base_length = utf8_cut(base, sizeof name - sizeof "..XXXXXX");
	(void)snprintf(name, sizeof name, ".%.*s.XXXXXX", (int)base_length, base);
	return file_name_beside(file->temporary, file->target, name);
}

/*
 * Creates the temporary file and registers it for cleanup. Blocks signals meanwhile, so that no
 * signal ends the program between these steps. Returns the descriptor, or -1 and sets errno.
 */
static int create_temporary(struct atomic_file *file)
{
	sigset_t all_signals;
	sigset_t old_signals;
	sigfillset(&all_signals);
	sigprocmask(SIG_BLOCK, &all_signals, &old_signals);
	const int descriptor = mkstemp(file->temporary);
	if (descriptor >= 0)
		cleanup_remove(file->temporary);
	const int error = errno;
	sigprocmask(SIG_SETMASK, &old_signals, NULL);
	errno = error;
	return descriptor;
}

/* Returns the mode of a file that does not replace another file. */
static unsigned new_file_mode(void)
{
	const mode_t mask = umask(0);
	umask(mask);
	return 0666u & ~(unsigned)mask;
}

#if defined __linux__ && !defined DUNGEN_PORTABLE
static const char acl_name[] = "system.posix_acl_access";

/* Returns whether an errno means that a file lacks an ACL. */
static bool has_no_acl(int error)
{
	return error == ENODATA || error == EOPNOTSUPP || error == ENOSYS;
}
#endif

/*
 * Copies the POSIX ACL of the target to the new file. If the target lacks one, removes the ACL that
 * the new file inherited from its folder. If the ACL cannot be copied, reduces *mode to the
 * permissions of the owner, because the bits of the group were the mask of the ACL. `is_same_owner`
 * says whether both files have the same owner and group. Returns false and sets errno on failure.
 */
static bool copy_acl(int descriptor, const struct old_file *old, bool is_same_owner, unsigned *mode)
{
#if defined __linux__ && !defined DUNGEN_PORTABLE
	char acl[1 << 16]; /* Linux limits ACLs to this size */
	const ssize_t length = fgetxattr(old->descriptor, acl_name, acl, sizeof acl);
	if (length < 0 && !has_no_acl(errno))
		return false;
	if (length > 0) {
		if (is_same_owner && fsetxattr(descriptor, acl_name, acl, (size_t)length, 0) == 0)
			return true;
		*mode &= 0700;
	}
	return fremovexattr(descriptor, acl_name) == 0 || has_no_acl(errno);
#else
	(void)descriptor, (void)old, (void)is_same_owner, (void)mode;
	return true;
#endif
}

/*
 * Gives the new file to the owner and group of the target, or only to the group, if the system
 * allows it. Only root may give a file to another user. Other users may give it to one of their
 * groups. fstat shows what has happened.
 */
static void copy_owner(int descriptor, const struct stat *old)
{
	if (fchown(descriptor, old->st_uid, old->st_gid) == 0)
		return;
	if (fchown(descriptor, (uid_t)-1, old->st_gid) == 0)
		return;
	/* Neither is allowed, so the file keeps its owner and group. */
}

/*
 * Returns the permissions of the target without those that would open the new file to more people.
 */
static unsigned narrow_mode(const struct stat *old, const struct stat *new)
{
	unsigned mode = old->st_mode & 0777u;
	if (new->st_uid != old->st_uid)
		mode &= new_file_mode();
	if (new->st_gid != old->st_gid) {
		/*
		 * Members of the old group are now among the others. Members of the new group were
		 * among the others. So both get the permissions that both had.
		 */
		const unsigned common = mode >> 3 & mode & 07;
		mode = (mode & 0700) | common << 3 | common;
	}
	return mode;
}

/*
 * Copies owner, group, ACL, and permissions of the target, or grants less if that is not allowed.
 * Returns false and sets errno on failure.
 */
static bool copy_rights(int descriptor, const struct old_file *old)
{
	struct stat new;
	copy_owner(descriptor, &old->status);
	if (fstat(descriptor, &new) != 0)
		return false;
	const bool is_same_user = new.st_uid == old->status.st_uid;
	const bool is_same_group = new.st_gid == old->status.st_gid;
	unsigned mode = narrow_mode(&old->status, &new);
	if (!copy_acl(descriptor, old, is_same_user && is_same_group, &mode))
		return false;
	return fchmod(descriptor, (mode_t)mode) == 0;
}

/*
 * Creates the temporary file with the rights that the complete file will have. Returns its
 * descriptor, or -1 and sets errno.
 */
static int open_temporary(struct atomic_file *file, const struct old_file *old)
{
	if (!name_temporary(file))
		return -1;
	const int descriptor = create_temporary(file);
	if (descriptor < 0) {
		file->cannot_replace_target = file->target_exists && is_refused_by_folder(errno);
		return -1;
	}
	bool is_set_up;
	if (file->target_exists)
		is_set_up = copy_rights(descriptor, old);
	else
		is_set_up = fchmod(descriptor, (mode_t)new_file_mode()) == 0;
	if (is_set_up)
		return descriptor;
	close_quietly(descriptor);
	(void)give_up(file, errno);
	return -1;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	struct old_file old;
	*file = (struct atomic_file){.descriptor = -1};
	if (resolve_target(file, &old, path) && !file->in_place)
		file->descriptor = open_temporary(file, &old);
	close_quietly(old.descriptor);
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
	file_name_folder(folder, path);
	const int descriptor = open(folder, O_RDONLY | O_DIRECTORY);
	if (descriptor < 0)
		return;
	(void)sync_to_disk(descriptor);
	close(descriptor);
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	if (file->in_place)
		return close(file->descriptor) == 0;
	const bool is_durable = end == ATOMIC_FILE_SYNC_AND_RENAME;
	int error = 0;
	if (is_durable && !sync_to_disk(file->descriptor))
		error = errno;
	if (close(file->descriptor) != 0 && !error)
		error = errno;
	if (end == ATOMIC_FILE_DISCARD)
		return discard_temporary(file);
	if (error)
		return give_up(file, error);
	if (rename(file->temporary, file->target) != 0) {
		error = errno;
		file->cannot_replace_target = file->target_exists && is_refused_by_folder(error);
		return give_up(file, error);
	}
	cleanup_remove(NULL);
	if (is_durable)
		sync_folder(file->target);
	return true;
}
