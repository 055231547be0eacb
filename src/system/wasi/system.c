/* SPDX-License-Identifier: MIT */
/*
 * WASI preview 1, which node and other runtimes implement, and web/host.js in a browser. It is used
 * without signals and without files other than the standard streams. The host owns these streams,
 * so they are never closed.
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
	if (!path)
		return SYSTEM_STANDARD_INPUT;
	errno = ENOTSUP;
	return -1;
}

bool system_same_file(int descriptor, int other_descriptor)
{
	(void)descriptor, (void)other_descriptor;
	return false;
}

bool system_leads_to(const char *path, int descriptor)
{
	(void)path, (void)descriptor;
	return false;
}

bool system_same_folder(const char *path, const char *other_path)
{
	(void)path, (void)other_path;
	return false;
}

bool system_is_link(const char *path)
{
	(void)path;
	return false;
}

/*
 * Returns whether to repeat a failed call of read or write. The pipes of node are non-blocking;
 * then this function waits until the pipe is ready for `events`.
 */
static bool may_repeat_call(int descriptor, short events)
{
	struct pollfd ready = {.fd = descriptor, .events = events};
	if (errno == EINTR)
		return true;
	if (errno != EAGAIN)
		return false;
	return poll(&ready, 1, -1) >= 0;
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
	(void)descriptor;
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
	(void)descriptor;
}

/* WASI does not tell pipes from other files that are not regular. */
bool system_has_reader(int descriptor)
{
	struct stat status;
	return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

void system_tell(const char *text, size_t length)
{
	while (length > 0) {
		const ssize_t written = write(SYSTEM_STANDARD_ERROR, text, length);
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

/* WASI has only one process, so the terminal belongs to it. */
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
	if (error == ENOTSUP)
		return "this build opens no files; leave out --output, and give - to --input";
	return strerror(error);
}

bool system_exists(const char *path)
{
	(void)path;
	return false;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	(void)path;
	*file = (struct atomic_file){.descriptor = -1};
	errno = ENOTSUP;
	return false;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	(void)file, (void)end;
	return true;
}
