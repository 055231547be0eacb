/* SPDX-License-Identifier: MIT */
#include "output/replacement.h"

#include "output/ending.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct replacement {
	char target[PATH_MAX];
	char temporary[PATH_MAX];
};

/* While a file is made and not yet known to `ending`, the signals that end the program wait. */
static void block_endings(sigset_t *before)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, before);
}

/* Moves a descriptor above 2, where nothing else is taken for it. */
static int above_standard(int descriptor)
{
	if (descriptor < 0 || descriptor > STDERR_FILENO)
		return descriptor;
	int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	int error = errno;
	close(descriptor);
	errno = error;
	return moved;
}

/* The length of the part of a path that names the directory, with its slash; 0: none. */
static size_t directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Puts directory/name, the directory being the first `length` bytes of `path`, into `joined`. */
static bool join(char joined[PATH_MAX], const char *path, size_t length, const char *name)
{
	if (length + strlen(name) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	memmove(joined, path, length);
	strcpy(joined + length, name);
	return true;
}

/* Follows symbolic links, also to a file that is not there yet: `target` becomes the path that no link stands for. */
static bool follow_links(char target[PATH_MAX])
{
	for (int links = 0; links < 40; links++) {
		char link[PATH_MAX];
		ssize_t length = readlink(target, link, sizeof link - 1);
		if (length < 0)
			return errno == EINVAL || errno == ENOENT;
		link[length] = '\0';
		if (!join(target, target, link[0] == '/' ? 0 : directory_length(target), link))
			return false;
	}
	errno = ELOOP;
	return false;
}

/* .NAME.XXXXXX beside the target, NAME cut where the file system would find it too long. */
static bool name_temporary(struct replacement *replacement)
{
	static const char unique[] = ".XXXXXX";
	char name[NAME_MAX + 1];
	size_t length = directory_length(replacement->target);
	snprintf(name, sizeof name, ".%.*s%s", NAME_MAX - (int)sizeof unique, replacement->target + length, unique);
	return join(replacement->temporary, replacement->target, length, name);
}

static mode_t new_mode(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

static int create(struct replacement *replacement, mode_t mode)
{
	if (!follow_links(replacement->target) || !name_temporary(replacement))
		return -1;

	sigset_t before;
	block_endings(&before);
	int made = mkstemp(replacement->temporary);
	if (made >= 0)
		ending_remove(replacement->temporary);
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (made < 0)
		return -1;

	int descriptor = above_standard(made);
	if (descriptor >= 0 && fchmod(descriptor, mode) == 0)
		return descriptor;
	int error = errno;
	if (descriptor >= 0)
		close(descriptor);
	unlink(replacement->temporary);
	ending_remove(NULL);
	errno = error;
	return -1;
}

/*
 * The descriptor that a path stands for, as /dev/stdout does; -1: none. It has to be used itself: to open such a path
 * again would be to write from the start of a file that somebody else is writing to.
 */
static int named_descriptor(const char *path)
{
	if (strcmp(path, "/dev/stdout") == 0)
		return STDOUT_FILENO;
	if (strcmp(path, "/dev/stderr") == 0)
		return STDERR_FILENO;
	static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
	for (int i = 0; i < 2; i++) {
		size_t length = strlen(folders[i]);
		const char *digits = path + length;
		if (strncmp(path, folders[i], length) == 0 && *digits && strlen(digits) < 10 &&
		    strspn(digits, "0123456789") == strlen(digits))
			return atoi(digits);
	}
	return -1;
}

int replacement_open(const char *path, struct replacement **replacement)
{
	*replacement = NULL;
	int named = named_descriptor(path);
	if (named >= 0)
		return fcntl(named, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	struct stat status;
	bool exists = stat(path, &status) == 0;
	if (exists && !S_ISREG(status.st_mode))
		return above_standard(open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC));
	if (strlen(path) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}

	struct replacement *new = malloc(sizeof *new);
	if (!new)
		return -1;
	strcpy(new->target, path);
	int descriptor = create(new, exists ? status.st_mode & 07777 : new_mode());
	if (descriptor < 0) {
		int error = errno;
		free(new);
		errno = error;
		return -1;
	}
	*replacement = new;
	return descriptor;
}

/* So that the new name is on the disk too; some file systems cannot, and the file is whole either way. */
static void sync_directory(const char *path)
{
	char directory[PATH_MAX];
	if (!join(directory, path, directory_length(path), "."))
		return;
	int descriptor = above_standard(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	if (descriptor < 0)
		return;
	(void)fsync(descriptor);
	close(descriptor);
}

bool replacement_finish(struct replacement *replacement, int descriptor, bool complete)
{
	bool done = complete && fsync(descriptor) == 0;
	int error = errno;
	if (close(descriptor) != 0 && done) {
		done = false;
		error = errno;
	}
	if (done && rename(replacement->temporary, replacement->target) != 0) {
		done = false;
		error = errno;
	}
	if (done)
		sync_directory(replacement->target);
	else
		unlink(replacement->temporary);
	ending_remove(NULL);
	free(replacement);
	errno = error;
	return done;
}
