/* SPDX-License-Identifier: MIT */
/* Descriptors that are open, chance, and time. */
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>
/* These systems do not declare getentropy in <unistd.h>, as POSIX does since 2024. */
#if defined __APPLE__ || defined __sun
#include <sys/random.h>
#endif

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

bool system_rewrite_start(int descriptor, const void *bytes, size_t length)
{
#ifdef __wasi__
	/* The page's host has no such call. */
	(void)descriptor, (void)bytes, (void)length;
	errno = ENOTSUP;
	return false;
#else
	size_t done = 0;
	while (done < length) {
		const ssize_t written = pwrite(descriptor, (const char *)bytes + done,
					       length - done, (off_t)done);
		if (written < 0 && errno != EINTR)
			return false;
		if (written > 0)
			done += (size_t)written;
	}
	return true;
#endif
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
