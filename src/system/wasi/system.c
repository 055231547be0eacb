/* SPDX-License-Identifier: MIT */
/*
 * WASI preview 1: under node and other runtimes, and in a browser by web/host.js. There are no
 * signals, and no files but the standard streams. These are the host's, and never closed.
 */
#include "system/system.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool system_start(void)
{
	return true;
}

int system_open_input(const char *path)
{
	errno = ENOTSUP;
	return path ? -1 : SYSTEM_STANDARD_INPUT;
}

bool system_same_file(int one, int other)
{
	(void)one, (void)other;
	return false;
}

bool system_leads_to(const char *path, int descriptor)
{
	(void)path, (void)descriptor;
	return false;
}

bool system_same_folder(const char *one, const char *other)
{
	(void)one, (void)other;
	return false;
}

bool system_is_link(const char *path)
{
	(void)path;
	return false;
}

/* Whether to try a call again that failed: node gives its pipes to the module without blocking. */
static bool may_try_again(int descriptor, short events)
{
	struct pollfd ready = {.fd = descriptor, .events = events};
	return errno == EINTR || (errno == EAGAIN && poll(&ready, 1, -1) >= 0);
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
	(void)descriptor;
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	ssize_t written;
	do
		written = write(descriptor, bytes, length);
	while (written < 0 && may_try_again(descriptor, POLLOUT));
	/* To try this again would go on forever. */
	if (written == 0)
		errno = EIO;
	return written > 0 ? (size_t)written : 0;
}

void system_widen_pipe(int descriptor)
{
	(void)descriptor;
}

/* WASI has no type for a pipe. */
bool system_has_reader(int descriptor)
{
	struct stat status;
	return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

void system_tell(const char *text, size_t length)
{
	ssize_t written;
	for (; length > 0 && (written = write(SYSTEM_STANDARD_ERROR, text, length)) > 0;
	     text += written)
		length -= (size_t)written;
}

bool system_is_terminal(int descriptor)
{
	return isatty(descriptor);
}

/* There is one process, so a terminal is its own. */
bool system_owns_terminal(void)
{
	return true;
}

void system_tell_at_signal(const char *text)
{
	(void)text;
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
	return error == ENOTSUP
		       ? "this build opens no files; leave out --output, and give - to --input"
		       : strerror(error);
}

bool system_exists(const char *path)
{
	(void)path;
	return false;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	(void)file, (void)path;
	errno = ENOTSUP;
	return false;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	(void)file, (void)end;
	return true;
}
