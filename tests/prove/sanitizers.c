/* SPDX-License-Identifier: MIT */
/*
 * Tells MemorySanitizer which memory some calls write. clang 14 does not know these calls by the
 * names that glibc 2.33 gave them. The build "memory" links this file with --wrap, so that a call
 * of NAME becomes a call of __wrap_NAME, and the original is __real_NAME.
 */
#define _GNU_SOURCE
#include <sanitizer/msan_interface.h>
#include <sys/stat.h>
#include <unistd.h>

int __real_stat64(const char *path, struct stat64 *status);
int __real_lstat64(const char *path, struct stat64 *status);
int __real_fstat64(int descriptor, struct stat64 *status);
int __real_getentropy(void *bytes, size_t length);

/* Marks memory as written if the call that wrote it succeeded. Returns the result of the call. */
static int mark_written(int result, void *memory, size_t length)
{
	if (result == 0)
		__msan_unpoison(memory, length);
	return result;
}

int __wrap_stat64(const char *path, struct stat64 *status)
{
	return mark_written(__real_stat64(path, status), status, sizeof *status);
}

int __wrap_lstat64(const char *path, struct stat64 *status)
{
	return mark_written(__real_lstat64(path, status), status, sizeof *status);
}

int __wrap_fstat64(int descriptor, struct stat64 *status)
{
	return mark_written(__real_fstat64(descriptor, status), status, sizeof *status);
}

int __wrap_getentropy(void *bytes, size_t length)
{
	return mark_written(__real_getentropy(bytes, length), bytes, length);
}
