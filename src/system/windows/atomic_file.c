/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/windows/native.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
	TRIES_MAX = 10, /* number of names tried for the temporary file */
	BASE_MAX = 240, /* bytes of the target's name in the name of the temporary file */
	SUFFIX_LENGTH = 6,
	TEMPORARY_NAME_SIZE = sizeof ".." + BASE_MAX + SUFFIX_LENGTH,
};

/* Other programs may do anything with an open file. */
static const DWORD share_mode = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/* Attributes of the old file that the new file gets, too. */
static const DWORD kept_attributes = FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM |
				     FILE_ATTRIBUTE_ENCRYPTED;

/* What the new file inherits from the old file. */
struct old_file {
	DWORD attributes;
	_Alignas(void *) char rights[1 << 17]; /* security descriptor; its list has up to 64 KiB */
};

/*
 * Sets or clears the mark by which Windows removes a file when its handle is closed, even by the
 * end of the process. Returns false on failure.
 */
static bool set_removal_mark(HANDLE handle, bool is_marked)
{
	FILE_DISPOSITION_INFO disposition = {.DeleteFile = is_marked};
	return SetFileInformationByHandle(handle, FileDispositionInfo, &disposition,
					  sizeof disposition);
}

/*
 * Sets file->temporary to .NAME.XXXXXX beside the target, with six random characters. Cuts NAME if
 * it is too long, perhaps within a character, which Windows then replaces. Returns false and sets
 * errno on failure.
 */
static bool name_temporary(struct atomic_file *file)
{
	/* 32 characters, without capitals, because Windows ignores case. */
	static const char digits[] = "0123456789abcdefghijklmnopqrstuv";
	unsigned char random[SUFFIX_LENGTH];
	char suffix[SUFFIX_LENGTH + 1] = "";
	char name[TEMPORARY_NAME_SIZE];
	if (!system_random(random, sizeof random))
		return false;
	for (int i = 0; i < SUFFIX_LENGTH; i++)
		suffix[i] = digits[random[i] % (sizeof digits - 1)];
	snprintf(name, sizeof name, ".%.*s.%s", BASE_MAX, file_name_base(file->target), suffix);
	return file_name_beside(file->temporary, file->target, name);
}

/*
 * Creates a file and marks it for removal, so that the end of the process removes it. The process
 * cannot end between these steps. Returns INVALID_HANDLE_VALUE and sets errno on failure.
 */
static HANDLE create_marked(const wchar_t *wide, SECURITY_ATTRIBUTES *security, DWORD attributes)
{
	native_lock_exit();
	const HANDLE handle = CreateFileW(wide, GENERIC_WRITE | DELETE, share_mode, security,
					  CREATE_NEW, attributes, NULL);
	if (handle == INVALID_HANDLE_VALUE)
		native_failed();
	else
		set_removal_mark(handle, true);
	native_unlock_exit();
	return handle;
}

/*
 * Creates the temporary file, open to the same people as the old file. Returns INVALID_HANDLE_VALUE
 * and sets errno on failure.
 */
static HANDLE create_temporary(struct atomic_file *file, struct old_file *old)
{
	wchar_t temporary[FILE_NAME_SIZE];
	SECURITY_ATTRIBUTES old_security = {sizeof old_security, old->rights, FALSE};
	SECURITY_ATTRIBUTES *security = NULL;
	DWORD attributes = FILE_ATTRIBUTE_NORMAL;
	if (file->target_exists) {
		security = &old_security;
		attributes = old->attributes;
	}
	for (int tries = 0; tries < TRIES_MAX; tries++) {
		if (!name_temporary(file) || !native_path(temporary, file->temporary))
			return INVALID_HANDLE_VALUE;
		const HANDLE handle = create_marked(temporary, security, attributes);
		if (handle != INVALID_HANDLE_VALUE)
			return handle;
		/*
		 * Windows says EACCES instead of EEXIST if a file of this name is marked for
		 * removal, such as the temporary file of another run.
		 */
		if (errno != EEXIST && errno != EACCES)
			return INVALID_HANDLE_VALUE;
	}
	return INVALID_HANDLE_VALUE;
}

/*
 * Sets file->target to the file that links lead to. Keeps the target as it is if Windows cannot
 * tell. Returns false and sets errno if the path does not fit.
 */
static bool follow_links(struct atomic_file *file, HANDLE handle)
{
	wchar_t wide[FILE_NAME_SIZE];
	const DWORD length = GetFinalPathNameByHandleW(handle, wide, FILE_NAME_SIZE,
						       FILE_NAME_NORMALIZED);
	if (length == 0 || length >= FILE_NAME_SIZE)
		return true;
	if (WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide, -1, file->target,
				FILE_NAME_SIZE, NULL, NULL) > 0)
		return true;
	errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL;
	return false;
}

/*
 * Reads what the new file inherits from the old file. Returns false and sets errno on failure, and
 * if the old file is read-only.
 */
static bool read_old(HANDLE handle, struct old_file *old)
{
	BY_HANDLE_FILE_INFORMATION information;
	DWORD length;
	if (!GetFileInformationByHandle(handle, &information))
		return native_failed();
	if (!GetKernelObjectSecurity(handle, DACL_SECURITY_INFORMATION, old->rights,
				     sizeof old->rights, &length))
		return native_failed();
	/*
	 * Without this, the new file would inherit rights from its folder instead of those that the
	 * old file had inherited.
	 */
	if (!SetSecurityDescriptorControl(old->rights, SE_DACL_PROTECTED, SE_DACL_PROTECTED))
		return native_failed();
	/* Windows has refused to open such a file, but Wine lets root write to any file. */
	if (information.dwFileAttributes & FILE_ATTRIBUTE_READONLY) {
		errno = EACCES;
		return false;
	}
	old->attributes = information.dwFileAttributes & kept_attributes;
	return true;
}

/* Returns whether a path names a stream of a file, such as map.txt:notes. */
static bool names_stream(const char *path)
{
	return !file_name_is_device(path) && strchr(file_name_base(path), ':');
}

/*
 * Opens the existing file, device, or pipe that a path leads to. Returns INVALID_HANDLE_VALUE on
 * failure; then GetLastError is the reason.
 */
static HANDLE open_existing(const wchar_t *wide, bool is_device)
{
	/*
	 * Request DELETE for a file, so that a file that cannot be replaced is refused now and not
	 * after the map has been generated.
	 */
	const DWORD access = is_device ? GENERIC_WRITE : GENERIC_WRITE | DELETE;
	return CreateFileW(wide, access, share_mode, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL,
			   NULL);
}

/*
 * Opens the device or pipe that a path leads to, or else the temporary file. Returns
 * INVALID_HANDLE_VALUE and sets errno on failure.
 */
static HANDLE open_target(struct atomic_file *file, const char *path)
{
	static struct old_file old;
	wchar_t target[FILE_NAME_SIZE];
	if (!file_name_beside(file->target, "", path) || !native_path(target, path))
		return INVALID_HANDLE_VALUE;
	if (names_stream(path)) {
		errno = EINVAL;
		return INVALID_HANDLE_VALUE;
	}
	const HANDLE handle = open_existing(target, file_name_is_device(path));
	if (handle == INVALID_HANDLE_VALUE) {
		if (GetLastError() == ERROR_FILE_NOT_FOUND)
			return create_temporary(file, &old);
		native_open_failed(target);
		return handle;
	}
	file->in_place = GetFileType(handle) != FILE_TYPE_DISK;
	file->target_exists = !file->in_place;
	if (file->in_place)
		return handle;
	const bool is_read = follow_links(file, handle) && read_old(handle, &old);
	CloseHandle(handle);
	return is_read ? create_temporary(file, &old) : INVALID_HANDLE_VALUE;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	*file = (struct atomic_file){.descriptor = -1};
	const HANDLE handle = open_target(file, path);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	file->descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY);
	if (file->descriptor < 0)
		CloseHandle(handle);
	return file->descriptor >= 0;
}

/* Gives the temporary file the name of the target. Returns false and sets errno on failure. */
static bool rename_unmarked(const wchar_t *temporary, const wchar_t *target, HANDLE handle,
			    bool is_durable)
{
	DWORD flags = MOVEFILE_REPLACE_EXISTING;
	if (is_durable)
		flags |= MOVEFILE_WRITE_THROUGH;
	if (!set_removal_mark(handle, false))
		return native_failed();
	if (!MoveFileExW(temporary, target, flags))
		return native_failed();
	return true;
}

/*
 * Completes the file. Ctrl-C waits while the file has neither the mark nor its name. If the process
 * is killed then, the temporary file remains. Returns false and sets errno on failure.
 */
static bool complete_file(struct atomic_file *file, HANDLE handle, bool is_durable)
{
	wchar_t temporary[FILE_NAME_SIZE];
	wchar_t target[FILE_NAME_SIZE];
	if (!native_path(temporary, file->temporary) || !native_path(target, file->target))
		return false;
	if (is_durable && !FlushFileBuffers(handle))
		return native_failed();
	native_lock_exit();
	const bool is_renamed = rename_unmarked(temporary, target, handle, is_durable);
	if (!is_renamed)
		file->temporary_remains = !set_removal_mark(handle, true);
	native_unlock_exit();
	/*
	 * The target could be removed when it was opened, so EACCES means that another program has
	 * opened it since.
	 */
	if (!is_renamed && file->target_exists && errno == EACCES)
		errno = EBUSY;
	return is_renamed;
}

/* Marks the temporary file for removal. Returns false and sets errno on failure. */
static bool discard_file(struct atomic_file *file, HANDLE handle)
{
	file->temporary_remains = !set_removal_mark(handle, true);
	if (file->temporary_remains)
		return native_failed();
	return true;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	if (file->in_place)
		return _close(file->descriptor) == 0;
	const HANDLE handle = native_handle(file->descriptor);
	bool is_done;
	if (end == ATOMIC_FILE_DISCARD)
		is_done = discard_file(file, handle);
	else
		is_done = complete_file(file, handle, end == ATOMIC_FILE_SYNC_AND_RENAME);
	const int error = errno;
	const bool is_closed = _close(file->descriptor) == 0;
	if (!is_done)
		errno = error;
	return is_done && is_closed;
}
