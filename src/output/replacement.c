/* SPDX-License-Identifier: MIT */
#include "output/replacement.h"

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

/* The unfinished file, for the signal handler; NULL: none. */
static const char *volatile unfinished;

static const int ending[] = {SIGHUP, SIGINT, SIGTERM};
enum { ENDINGS = sizeof ending / sizeof *ending };

static void remove_unfinished(int signal)
{
	if (unfinished)
		unlink(unfinished);
	/* The handler was for one time, so now the signal does what it always does. */
	raise(signal);
}

/* Signals that the parent had ignored, as nohup does, stay ignored. */
static void catch_endings(void)
{
	for (int i = 0; i < ENDINGS; i++) {
		struct sigaction action;
		if (sigaction(ending[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
			continue;
		action = (struct sigaction){.sa_handler = remove_unfinished, .sa_flags = (int)SA_RESETHAND};
		sigemptyset(&action.sa_mask);
		sigaction(ending[i], &action, NULL);
	}
}

static void block_endings(sigset_t *before)
{
	sigset_t set;
	sigemptyset(&set);
	for (int i = 0; i < ENDINGS; i++)
		sigaddset(&set, ending[i]);
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
	int descriptor = above_standard(mkstemp(replacement->temporary));
	if (descriptor >= 0) {
		unfinished = replacement->temporary;
		catch_endings();
	}
	sigprocmask(SIG_SETMASK, &before, NULL);

	if (descriptor >= 0 && fchmod(descriptor, mode) != 0) {
		int error = errno;
		close(descriptor);
		unlink(replacement->temporary);
		unfinished = NULL;
		errno = error;
		return -1;
	}
	return descriptor;
}

int replacement_open(const char *path, struct replacement **replacement)
{
	*replacement = NULL;
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
	unfinished = NULL;
	free(replacement);
	errno = error;
	return done;
}
