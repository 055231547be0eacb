/* SPDX-License-Identifier: MIT */
#include "system/posix/native.h"

#include "system/system.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
		if (open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
			return false;
	}
	return true;
}

bool system_start(void)
{
	(void)signal(SIGXFSZ, SIG_IGN);
	native_catch_signals();
	/* These variables make some versions of Expat print debugging output. */
	(void)unsetenv("EXPAT_ACCOUNTING_DEBUG");
	(void)unsetenv("EXPAT_ENTITY_DEBUG");
	(void)unsetenv("EXPAT_ENTROPY_DEBUG");
	(void)unsetenv("EXPAT_MALLOC_DEBUG");
	return occupy_standard_descriptors();
}

int system_open_input(const char *path)
{
	if (!path)
		return STDIN_FILENO;
	return open(path, O_RDONLY | O_NOCTTY);
}

/* Identifies a regular file. Returns false for anything else. */
static bool identify(const struct stat *status, struct file_identity *identity)
{
	identity->device = (uint64_t)status->st_dev;
	identity->number = (uint64_t)status->st_ino;
	identity->size = (uint64_t)status->st_size;
	return S_ISREG(status->st_mode);
}

bool system_identify(int descriptor, struct file_identity *identity)
{
	struct stat status;
	return fstat(descriptor, &status) == 0 && identify(&status, identity);
}

bool system_identify_path(const char *path, struct file_identity *identity)
{
	struct stat status;
	return stat(path, &status) == 0 && identify(&status, identity);
}

bool system_identify_folder(const char *path, struct file_identity *identity)
{
	char folder[FILE_NAME_SIZE];
	struct stat status;
	if (!file_name_beside(folder, path, ".") || stat(folder, &status) != 0)
		return false;
	(void)identify(&status, identity);
	return true;
}

bool system_is_link(const char *path)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

void system_close_input(int descriptor)
{
	(void)close(descriptor);
}

bool system_has_reader(int descriptor)
{
	struct stat status;
	if (fstat(descriptor, &status) != 0)
		return false;
	return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(descriptor);
}

bool system_owns_terminal(void)
{
	return tcgetpgrp(STDERR_FILENO) == getpgrp();
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
