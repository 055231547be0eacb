/* SPDX-License-Identifier: MIT */
/*
 * A library for LD_PRELOAD, with which stat does not follow links. So the program's own check of
 * links is tested, as if the kernel let everybody follow all of them.
 */

#include <sys/stat.h>

int stat64(const char *path, struct stat64 *status)
{
	return lstat64(path, status);
}
