/* SPDX-License-Identifier: MIT */
#include "system/posix/native.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	DIGITS_MAX = 9, /* most digits of a descriptor; a number of this length fits an int */
	LINKS_MAX = 40, /* Linux follows this number of links, and other systems fewer */
};

void close_quietly(int descriptor)
{
	const int error = errno;
	if (descriptor >= 0)
		close(descriptor);
	errno = error;
}

/* Returns the descriptor that a path such as /dev/stdout names, or -1. */
static int find_named_stream(const char *path)
{
	static const struct {
		const char *path;
		int descriptor;
	} streams[] = {
		{"/dev/stdin", STDIN_FILENO},
		{"/dev/stdout", STDOUT_FILENO},
		{"/dev/stderr", STDERR_FILENO},
	};
	for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
		if (strcmp(path, streams[i].path) == 0)
			return streams[i].descriptor;
	return -1;
}

/* Returns the descriptor that a path such as /dev/fd/3 names, or -1. */
static int find_numbered_descriptor(const char *path)
{
	static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		const size_t folder_length = strlen(folders[i]);
		if (strncmp(path, folders[i], folder_length) != 0)
			continue;
		const char *digits = path + folder_length;
		const size_t digit_count = strspn(digits, "0123456789");
		const bool is_number = digit_count > 0 && !digits[digit_count];
		if (is_number && digit_count <= DIGITS_MAX)
			return atoi(digits); /* NOLINT(cert-err34-c): only digits, and few */
	}
	return -1;
}

/* Returns the descriptor that a path names, or -1. */
static int find_named_descriptor(const char *path)
{
	const int descriptor = find_named_stream(path);
	return descriptor >= 0 ? descriptor : find_numbered_descriptor(path);
}

/*
 * Writes to a descriptor that is already open. Opening its name again would write from the start of
 * a file that another program may be writing.
 */
static bool use_descriptor(struct atomic_file *file, int descriptor)
{
	file->in_place = true;
	file->descriptor = dup(descriptor);
	return file->descriptor >= 0;
}

/*
 * Checks a link by the rule that Linux applies for fs.protected_symlinks: in a sticky folder where
 * everybody may create files, another user may have planted it. Returns false and sets errno if the
 * program must not follow the link.
 */
static bool check_link(struct atomic_file *file, const char *path, const struct stat *link)
{
	char folder[FILE_NAME_SIZE];
	struct stat status;
	file_name_folder(folder, path);
	if (stat(folder, &status) != 0)
		return false;
	const bool is_sticky = status.st_mode & S_ISVTX;
	const bool is_open_to_all = status.st_mode & S_IWOTH;
	if (!is_sticky || !is_open_to_all)
		return true;
	if (link->st_uid == geteuid() || link->st_uid == status.st_uid)
		return true;
	file->problem = ATOMIC_FILE_FOREIGN_LINK;
	errno = EACCES;
	return false;
}

/* Records that the name led to another file while it was examined. Sets errno and returns false. */
static bool refuse_replaced(struct atomic_file *file)
{
	file->problem = ATOMIC_FILE_REPLACED;
	errno = EEXIST;
	return false;
}

/*
 * Replaces file->target, which is a link, with the path that the link contains. Returns false and
 * sets errno on failure.
 */
static bool read_link(struct atomic_file *file)
{
	char target[FILE_NAME_SIZE];
	const ssize_t length = readlink(file->target, target, sizeof target - 1);
	if (length < 0 && errno == EINVAL)
		return refuse_replaced(file);
	if (length < 0)
		return false;
	target[length] = '\0';
	return file_name_beside(file->target, file->target, target);
}

/*
 * Checks the links through which file->target leads, one after the other. The system checks links
 * to folders on the way. Stores in *is_link whether file->target is a link, and in file->target the
 * path that the last link contains. The message about a broken link shows this path. If the file
 * exists, follow_links replaces the path with that of the system. Returns false and sets errno if
 * the program must not follow one of the links.
 */
static bool check_links(struct atomic_file *file, bool *is_link)
{
	struct stat status;
	*is_link = false;
	for (int i = 0; i <= LINKS_MAX; i++) {
		/*
		 * A link may lead to nothing. The link /proc/1/fd/1 may lead to a pipe, and then
		 * contains pipe:[123], which is not a path.
		 */
		if (lstat(file->target, &status) != 0)
			return errno == ENOENT;
		if (!S_ISLNK(status.st_mode))
			return true;
		*is_link = true;
		if (!check_link(file, file->target, &status))
			return false;
		if (!read_link(file))
			return false;
	}
	errno = ELOOP;
	return false;
}

/*
 * Opens a device or a pipe for writing. Rejects a regular file that has got its name since it was
 * examined, because writing in place would overwrite only the start of that file. Returns false and
 * sets errno on failure.
 */
static bool open_in_place(struct atomic_file *file, const char *path)
{
	struct stat status;
	file->in_place = true;
	const int descriptor = open(path, O_WRONLY | O_NOCTTY);
	if (descriptor < 0)
		return false;
	bool is_usable = fstat(descriptor, &status) == 0;
	if (is_usable && S_ISREG(status.st_mode))
		is_usable = refuse_replaced(file);
	if (is_usable)
		file->descriptor = descriptor;
	else
		close_quietly(descriptor);
	return is_usable;
}

/*
 * Stores in file->target the path of the file that links lead to, without links. Returns false and
 * sets errno on failure.
 */
static bool follow_links(struct atomic_file *file, const char *path)
{
	char target[PATH_MAX];
	return realpath(path, target) && file_name_beside(file->target, "", target);
}

/*
 * Opens a regular file for its owner, mode, and ACL. Requires that the file is writable, but not
 * that it is readable. Status and ACL belong to the same file, even if another file gets its name
 * meanwhile. Returns false and sets errno on failure.
 */
static bool open_old(struct atomic_file *file, struct old_file *old)
{
	/* If a pipe gets the name meanwhile, do not wait for its other end. */
	const int flags = O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
	file->target_exists = true;
	if (faccessat(AT_FDCWD, file->target, W_OK, AT_EACCESS) != 0)
		return false;
	old->descriptor = open(file->target, O_RDONLY | flags);
	if (old->descriptor < 0 && errno == EACCES)
		old->descriptor = open(file->target, O_WRONLY | flags);
	if (old->descriptor < 0 && errno == ELOOP)
		return refuse_replaced(file);
	if (old->descriptor < 0 || fstat(old->descriptor, &old->status) != 0)
		return false;
	return S_ISREG(old->status.st_mode) || refuse_replaced(file);
}

bool resolve_target(struct atomic_file *file, struct old_file *old, const char *path)
{
	struct stat status;
	bool is_link;
	old->descriptor = -1;
	const int descriptor = find_named_descriptor(path);
	if (descriptor >= 0)
		return use_descriptor(file, descriptor);
	if (!file_name_beside(file->target, "", path))
		return false;
	if (!check_links(file, &is_link))
		return false;
	if (stat(path, &status) != 0) {
		if (errno != ENOENT)
			return false;
		if (is_link)
			file->problem = ATOMIC_FILE_BROKEN_LINK;
		return !is_link;
	}
	if (!S_ISREG(status.st_mode))
		return open_in_place(file, path);
	if (is_link && !follow_links(file, path))
		return false;
	return open_old(file, old);
}
