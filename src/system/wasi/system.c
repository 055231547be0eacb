/* SPDX-License-Identifier: MIT */
/*
 * WASI preview 1, which node and other runtimes implement, and web/host.js in a browser. It is used
 * without signals and without files other than the standard streams. The host owns these streams,
 * so they are never closed.
 */
#include "system/system.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

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

bool system_identify(int descriptor, struct file_identity *identity)
{
	(void)descriptor, (void)identity;
	return false;
}

bool system_identify_path(const char *path, struct file_identity *identity)
{
	(void)path, (void)identity;
	return false;
}

bool system_identify_folder(const char *path, struct file_identity *identity)
{
	(void)path, (void)identity;
	return false;
}

bool system_is_link(const char *path)
{
	(void)path;
	return false;
}

void system_close_input(int descriptor)
{
	(void)descriptor;
}

/* WASI does not tell pipes from other files that are not regular. */
bool system_has_reader(int descriptor)
{
	struct stat status;
	return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
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

const char *system_reason(int error)
{
	if (error == ENOTSUP)
		return "this build opens no files; leave out --output, and use - for input";
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
