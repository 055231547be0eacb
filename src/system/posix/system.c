/* SPDX-License-Identifier: MIT */
#include "system/posix/native.h"

#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
/* These systems do not declare getentropy in <unistd.h>, as POSIX does since 2024. */
#if defined __APPLE__ || defined __sun
#include <sys/random.h>
#endif

/*
 * Opens /dev/null on standard descriptors that are closed, so that no file gets their numbers. It
 * is opened for the wrong direction, so that reading standard input and writing the others still
 * fail. Returns false and sets errno on failure.
 */
static bool occupy_standard_descriptors(void)
{
	for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
		if (fcntl(number, F_GETFD) >= 0)
			continue;
		/* open returns the lowest free number. */
		const int opened = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
		if (opened < 0)
			return false;
		/* fcntl can also fail for a descriptor that is open. */
		if (opened > STDERR_FILENO)
			close(opened);
	}
	return true;
}

/* Removes the variables that make some versions of Expat print debugging output. */
static void forget_expat_debugging(void)
{
	(void)unsetenv("EXPAT_ACCOUNTING_DEBUG");
	(void)unsetenv("EXPAT_ENTITY_DEBUG");
	(void)unsetenv("EXPAT_ENTROPY_DEBUG");
	(void)unsetenv("EXPAT_MALLOC_DEBUG");
}

bool system_start(void)
{
	(void)signal(SIGXFSZ, SIG_IGN);
	forget_expat_debugging();
	return occupy_standard_descriptors();
}

/*
 * Returns whether to repeat a failed call of read or write. Some parent processes hand down a
 * non-blocking pipe; then this function waits until it is ready for `events`.
 */
static bool may_repeat_call(int descriptor, short events)
{
	struct pollfd ready = {.fd = descriptor, .events = events};
	if (errno == EINTR)
		return true;
	if (errno != EAGAIN)
		return false;
	return poll(&ready, 1, -1) >= 0 || errno == EINTR;
}

int system_open_input(const char *path)
{
	if (!path)
		return STDIN_FILENO;
	return open(path, O_RDONLY | O_NOCTTY);
}

static bool is_same_inode(const struct stat *status, const struct stat *other_status)
{
	return status->st_dev == other_status->st_dev && status->st_ino == other_status->st_ino;
}

bool system_same_file(int descriptor, int other_descriptor)
{
	struct stat status;
	struct stat other_status;
	if (fstat(descriptor, &status) != 0 || fstat(other_descriptor, &other_status) != 0)
		return false;
	return S_ISREG(status.st_mode) && is_same_inode(&status, &other_status);
}

bool system_leads_to(const char *path, int descriptor)
{
	struct stat status;
	struct stat other_status;
	if (stat(path, &status) != 0 || fstat(descriptor, &other_status) != 0)
		return false;
	return S_ISREG(status.st_mode) && is_same_inode(&status, &other_status);
}

bool system_same_folder(const char *path, const char *other_path)
{
	struct stat status;
	struct stat other_status;
	if (stat(path, &status) != 0 || stat(other_path, &other_status) != 0)
		return false;
	return S_ISDIR(status.st_mode) && is_same_inode(&status, &other_status);
}

bool system_is_link(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

size_t system_read(int descriptor, void *bytes, size_t length)
{
	ssize_t size;
	do
		size = read(descriptor, bytes, length);
	while (size < 0 && may_repeat_call(descriptor, POLLIN));
	if (size < 0)
		return 0;
	errno = 0;
	return (size_t)size;
}

void system_close_input(int descriptor)
{
	(void)close(descriptor);
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	ssize_t written;
	do
		written = write(descriptor, bytes, length);
	while (written < 0 && may_repeat_call(descriptor, POLLOUT));
	if (written < 0)
		return 0;
	/* Repeating a write of nothing might never end. */
	if (written == 0)
		errno = EIO;
	return (size_t)written;
}

void system_widen_pipe(int descriptor)
{
#if defined F_SETPIPE_SZ && !defined DUNGEN_PORTABLE
	(void)fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
#else
	(void)descriptor;
#endif
}

bool system_has_reader(int descriptor)
{
	struct stat status;
	if (fstat(descriptor, &status) != 0)
		return false;
	return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(descriptor);
}

void system_tell(const char *text, size_t length)
{
	while (length > 0) {
		const ssize_t written = write(STDERR_FILENO, text, length);
		if (written <= 0)
			return;
		text += written;
		length -= (size_t)written;
	}
}

bool system_is_terminal(int descriptor)
{
	return isatty(descriptor);
}

bool system_owns_terminal(void)
{
	return tcgetpgrp(STDERR_FILENO) == getpgrp();
}

bool system_random(void *bytes, size_t length)
{
	return getentropy(bytes, length) == 0;
}

double system_seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

const char *system_reason(int error)
{
	return strerror(error);
}

bool system_exists(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0;
}
