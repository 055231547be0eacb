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
/* getentropy is in <unistd.h>, as POSIX has it since 2024, except on these two. */
#if defined __APPLE__ || defined __sun
#include <sys/random.h>
#endif

/*
 * Opens /dev/null on closed standard descriptors, so that no file gets their numbers. Using them
 * still fails: standard input cannot be read then, and the others cannot be written to.
 */
static bool occupy_standard_descriptors(void)
{
	for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
		if (fcntl(number, F_GETFD) >= 0)
			continue;
		/* The system chooses the lowest number that is free. */
		int opened = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
		if (opened < 0)
			return false;
		if (opened > STDERR_FILENO)
			close(opened);
	}
	return true;
}

/* Removes the variables that make Expat print debugging output, whatever its version. */
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

/* Whether to try a call again that failed: some parents hand down a non-blocking pipe. */
static bool may_try_again(int descriptor, short events)
{
	struct pollfd ready = {.fd = descriptor, .events = events};
	return errno == EINTR || (errno == EAGAIN && (poll(&ready, 1, -1) >= 0 || errno == EINTR));
}

int system_open_input(const char *path)
{
	return path ? open(path, O_RDONLY | O_NOCTTY) : STDIN_FILENO;
}

static bool is_same_file(const struct stat *one, const struct stat *other)
{
	return S_ISREG(one->st_mode) && one->st_dev == other->st_dev &&
	       one->st_ino == other->st_ino;
}

bool system_same_file(int one, int other)
{
	struct stat a, b;
	return fstat(one, &a) == 0 && fstat(other, &b) == 0 && is_same_file(&a, &b);
}

bool system_leads_to(const char *path, int descriptor)
{
	struct stat a, b;
	return stat(path, &a) == 0 && fstat(descriptor, &b) == 0 && is_same_file(&a, &b);
}

bool system_same_folder(const char *one, const char *other)
{
	struct stat a, b;
	if (stat(one, &a) != 0 || stat(other, &b) != 0)
		return false;
	return S_ISDIR(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
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
	while (size < 0 && may_try_again(descriptor, POLLIN));
	if (size >= 0)
		errno = 0;
	return size > 0 ? (size_t)size : 0;
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
	while (written < 0 && may_try_again(descriptor, POLLOUT));
	/* Trying this again could go on forever. */
	if (written == 0)
		errno = EIO;
	return written > 0 ? (size_t)written : 0;
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
	return fstat(descriptor, &status) == 0 &&
	       (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(descriptor));
}

void system_tell(const char *text, size_t length)
{
	ssize_t written;
	for (; length > 0 && (written = write(STDERR_FILENO, text, length)) > 0; text += written)
		length -= (size_t)written;
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
