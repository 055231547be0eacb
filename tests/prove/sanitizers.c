/* SPDX-License-Identifier: MIT */
/*
 * Tells MemorySanitizer what these calls write, which that of clang 14 does not know by the names
 * that glibc 2.33 gave them. Linked with --wrap into the build "memory".
 */
#define _GNU_SOURCE
#include <sanitizer/msan_interface.h>
#include <sys/stat.h>
#include <unistd.h>

int __real_stat64(const char *path, struct stat64 *status);
int __real_lstat64(const char *path, struct stat64 *status);
int __real_fstat64(int descriptor, struct stat64 *status);
int __real_getentropy(void *bytes, size_t length);

static int wrote(int result, void *memory, size_t length)
{
	if (result == 0)
		__msan_unpoison(memory, length);
	return result;
}

int __wrap_stat64(const char *path, struct stat64 *status)
{
	return wrote(__real_stat64(path, status), status, sizeof *status);
}

int __wrap_lstat64(const char *path, struct stat64 *status)
{
	return wrote(__real_lstat64(path, status), status, sizeof *status);
}

int __wrap_fstat64(int descriptor, struct stat64 *status)
{
	return wrote(__real_fstat64(descriptor, status), status, sizeof *status);
}

int __wrap_getentropy(void *bytes, size_t length)
{
	return wrote(__real_getentropy(bytes, length), bytes, length);
}
