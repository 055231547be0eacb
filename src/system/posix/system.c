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
	native_catch_signals();
	forget_expat_debugging();
	return occupy_standard_descriptors();
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
