/* SPDX-License-Identifier: MIT */
#include "system/windows/native.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

/* The files that have a temporary file, or NULL. */
static struct atomic_file *unfinished[ATOMIC_FILES_MAX];

/* Replaces the first `old` among the unfinished files. */
static void set_unfinished(const struct atomic_file *old, struct atomic_file *new)
{
	size_t i = 0;
	while (i < ATOMIC_FILES_MAX - 1 && unfinished[i] != old)
		i++;
	unfinished[i] = new;
}

/* Deletes the temporary file, which is closed. */
static void delete_temporary(const struct atomic_file *file)
{
	wchar_t temporary[FILE_NAME_SIZE];
	native_widen(temporary, file->temporary);
	DeleteFileW(temporary);
}

void native_remove_temporary(void)
{
	for (size_t i = 0; i < ATOMIC_FILES_MAX; i++) {
		if (!unfinished[i])
			continue;
		_close(unfinished[i]->descriptor);
		delete_temporary(unfinished[i]);
	}
}

/* Creates the temporary file beside `path`. Returns false and sets errno on failure. */
static bool create_temporary(struct atomic_file *file, const char *path)
{
	/* map.txt:notes is a part of the file map.txt. */
	if (strchr(file_name_base(path), ':')) {
		errno = EINVAL;
		return false;
	}
	if (!file_name_beside(file->target, "", path) ||
	    !file_name_beside(file->temporary, path, ATOMIC_FILE_TEMPORARY))
		return false;
	AcquireSRWLockExclusive(&native_exit_lock);
	file->descriptor = mkstemp(file->temporary);
	if (file->descriptor >= 0)
		set_unfinished(NULL, file);
	ReleaseSRWLockExclusive(&native_exit_lock);
	return file->descriptor >= 0;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	char target[FILE_NAME_SIZE];
	*file = (struct atomic_file){.descriptor = -1};
	/* By opening the old file for writing, Windows follows links and checks rights. */
	const int old = native_open(path, _O_WRONLY);
	if (old < 0) {
		/* The target of a broken link is not created. */
		return errno == ENOENT && !system_is_link(path) && create_temporary(file, path);
	}
	const HANDLE handle = native_handle(old);
	file->in_place = GetFileType(handle) != FILE_TYPE_DISK;
	file->target_exists = !file->in_place;
	if (file->in_place) {
		file->descriptor = old;
		return true;
	}
	/* Some file systems do not know the path without links. */
	const DWORD length = GetFinalPathNameByHandleA(handle, target, sizeof target, 0);
	if (length > 0 && length < sizeof target)
		path = target;
	_close(old);
	return create_temporary(file, path);
}

/* Gives the temporary file, which is closed, the name of the target. Returns false on failure. */
static bool rename_temporary(const struct atomic_file *file, enum atomic_file_end end)
{
	wchar_t temporary[FILE_NAME_SIZE];
	wchar_t target[FILE_NAME_SIZE];
	DWORD flags = MOVEFILE_REPLACE_EXISTING;
	if (end == ATOMIC_FILE_SYNC_AND_RENAME)
		flags |= MOVEFILE_WRITE_THROUGH;
	native_widen(temporary, file->temporary);
	native_widen(target, file->target);
	return MoveFileExW(temporary, target, flags);
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	int error = 0;
	if (file->in_place)
		return _close(file->descriptor) == 0;
	if (end == ATOMIC_FILE_SYNC_AND_RENAME && _commit(file->descriptor) != 0)
		error = errno;
	AcquireSRWLockExclusive(&native_exit_lock);
	if (_close(file->descriptor) != 0 && !error)
		error = errno;
	/* The target could be opened for writing before, so a program must have it open now. */
	if (end != ATOMIC_FILE_DISCARD && !error && !rename_temporary(file, end))
		error = file->target_exists ? ETXTBSY : EACCES;
	if (end == ATOMIC_FILE_DISCARD || error)
		delete_temporary(file);
	set_unfinished(file, NULL);
	ReleaseSRWLockExclusive(&native_exit_lock);
	errno = error;
	return !error;
}
