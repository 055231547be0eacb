/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/windows/native.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* <bcrypt.h> needs <windows.h> before it. */
#include <bcrypt.h>

enum { PIECE_MAX = 1 << 30 }; /* bytes read or written at once; their number is a DWORD */

/* Other programs may do anything with an open file. */
static const DWORD share_mode = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

bool native_failed(void)
{
	static const struct {
		DWORD windows_error;
		int error;
	} errors[] = {
		{ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},
		{ERROR_ACCESS_DENIED, EACCES},     {ERROR_INVALID_HANDLE, EBADF},
		{ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_NO_SYSTEM_RESOURCES, ENOMEM},
		{ERROR_WRITE_PROTECT, EROFS},      {ERROR_SHARING_VIOLATION, EBUSY},
		{ERROR_LOCK_VIOLATION, EBUSY},     {ERROR_USER_MAPPED_FILE, EBUSY},
		{ERROR_HANDLE_DISK_FULL, ENOSPC},  {ERROR_DISK_FULL, ENOSPC},
		{ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EPIPE},
		{ERROR_PIPE_NOT_CONNECTED, EPIPE}, {ERROR_INVALID_DRIVE, ENXIO},
		{ERROR_NOT_READY, ENXIO},          {ERROR_BAD_NETPATH, ENXIO},
		{ERROR_BAD_NET_NAME, ENXIO},       {ERROR_INVALID_NAME, EINVAL},
		{ERROR_BAD_PATHNAME, EINVAL},      {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
		{ERROR_FILE_TOO_LARGE, EFBIG},     {ERROR_FILE_EXISTS, EEXIST},
		{ERROR_ALREADY_EXISTS, EEXIST},
	};
	const DWORD windows_error = GetLastError();
	errno = EIO;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (errors[i].windows_error == windows_error)
			errno = errors[i].error;
	return false;
}

bool native_open_failed(const wchar_t *wide)
{
	native_failed();
	const DWORD attributes = GetFileAttributesW(wide);
	const bool exists = attributes != INVALID_FILE_ATTRIBUTES;
	if (exists && attributes & FILE_ATTRIBUTE_DIRECTORY)
		errno = EISDIR;
	return false;
}

const char *system_reason(int error)
{
	switch (error) {
	case EBUSY:
		return "another program has it open";
	case EINVAL:
		return "Windows does not allow this name";
	default:
		return strerror(error);
	}
}

HANDLE native_handle(int descriptor)
{
	return (HANDLE)_get_osfhandle(descriptor);
}

int system_open_input(const char *path)
{
	wchar_t wide[FILE_NAME_SIZE];
	if (!path)
		return SYSTEM_STANDARD_INPUT;
	if (!native_path(wide, path))
		return -1;
	const HANDLE handle = CreateFileW(wide, GENERIC_READ, share_mode, NULL, OPEN_EXISTING,
					  FILE_ATTRIBUTE_NORMAL, NULL);
	if (handle == INVALID_HANDLE_VALUE) {
		native_open_failed(wide);
		return -1;
	}
	const int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY);
	if (descriptor < 0)
		CloseHandle(handle);
	return descriptor;
}

enum file_kind { KIND_FILE, KIND_FOLDER };

/*
 * Reads what identifies the file or folder of a handle. Returns false if it is of another kind, or
 * on failure.
 */
static bool read_identity(HANDLE handle, enum file_kind kind,
			  BY_HANDLE_FILE_INFORMATION *information)
{
	if (GetFileType(handle) != FILE_TYPE_DISK)
		return false;
	if (!GetFileInformationByHandle(handle, information))
		return false;
	const bool is_folder = information->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
	return is_folder == (kind == KIND_FOLDER);
}

/* Returns whether two handles lead to the same file or folder, by volume and file index. */
static bool lead_to_same(HANDLE handle, HANDLE other_handle, enum file_kind kind)
{
	BY_HANDLE_FILE_INFORMATION file;
	BY_HANDLE_FILE_INFORMATION other_file;
	if (!read_identity(handle, kind, &file) || !read_identity(other_handle, kind, &other_file))
		return false;
	return file.dwVolumeSerialNumber == other_file.dwVolumeSerialNumber &&
	       file.nFileIndexHigh == other_file.nFileIndexHigh &&
	       file.nFileIndexLow == other_file.nFileIndexLow;
}

bool system_same_file(int descriptor, int other_descriptor)
{
	if (descriptor < 0 || other_descriptor < 0)
		return false;
	return lead_to_same(native_handle(descriptor), native_handle(other_descriptor), KIND_FILE);
}

/*
 * Opens a file, folder, or link without rights to its content. Returns INVALID_HANDLE_VALUE on
 * failure.
 */
static HANDLE open_to_examine(const char *path, DWORD flags)
{
	wchar_t wide[FILE_NAME_SIZE];
	if (!native_path(wide, path))
		return INVALID_HANDLE_VALUE;
	/* Windows does not open folders without FILE_FLAG_BACKUP_SEMANTICS. */
	return CreateFileW(wide, FILE_READ_ATTRIBUTES, share_mode, NULL, OPEN_EXISTING,
			   FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
}

bool system_leads_to(const char *path, int descriptor)
{
	if (descriptor < 0)
		return false;
	const HANDLE file = open_to_examine(path, 0);
	if (file == INVALID_HANDLE_VALUE)
		return false;
	const bool is_same = lead_to_same(file, native_handle(descriptor), KIND_FILE);
	CloseHandle(file);
	return is_same;
}

bool system_same_folder(const char *path, const char *other_path)
{
	const HANDLE folder = open_to_examine(path, 0);
	if (folder == INVALID_HANDLE_VALUE)
		return false;
	const HANDLE other_folder = open_to_examine(other_path, 0);
	bool is_same = false;
	if (other_folder != INVALID_HANDLE_VALUE) {
		is_same = lead_to_same(folder, other_folder, KIND_FOLDER);
		CloseHandle(other_folder);
	}
	CloseHandle(folder);
	return is_same;
}

bool system_is_link(const char *path)
{
	FILE_ATTRIBUTE_TAG_INFO information;
	const HANDLE handle = open_to_examine(path, FILE_FLAG_OPEN_REPARSE_POINT);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	const bool is_known = GetFileInformationByHandleEx(handle, FileAttributeTagInfo,
							   &information, sizeof information);
	CloseHandle(handle);
	if (!is_known || !(information.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT))
		return false;
	/* Files in a cloud are also reparse points, but they are not links. */
	return information.ReparseTag == IO_REPARSE_TAG_SYMLINK;
}

size_t system_read(int descriptor, void *bytes, size_t length)
{
	const DWORD size_wanted = length < PIECE_MAX ? (DWORD)length : PIECE_MAX;
	DWORD size = 0;
	errno = 0;
	if (ReadFile(native_handle(descriptor), bytes, size_wanted, &size, NULL))
		return size;
	/* This is the end of a pipe: its writer has closed it. */
	if (GetLastError() != ERROR_BROKEN_PIPE)
		native_failed();
	return size;
}

void system_close_input(int descriptor)
{
	_close(descriptor);
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	const DWORD size = length < PIECE_MAX ? (DWORD)length : PIECE_MAX;
	DWORD written = 0;
	if (!WriteFile(native_handle(descriptor), bytes, size, &written, NULL))
		native_failed();
	else if (written == 0)
		errno = EIO;
	return written;
}

void system_widen_pipe(int descriptor)
{
	(void)descriptor;
}

bool system_is_terminal(int descriptor)
{
	DWORD mode;
	return GetConsoleMode(native_handle(descriptor), &mode);
}

bool system_has_reader(int descriptor)
{
	if (GetFileType(native_handle(descriptor)) == FILE_TYPE_PIPE)
		return true;
	return system_is_terminal(descriptor);
}

bool system_owns_terminal(void)
{
	return system_is_terminal(SYSTEM_STANDARD_ERROR);
}

bool system_random(void *bytes, size_t length)
{
	if (BCryptGenRandom(NULL, bytes, (ULONG)length, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0)
		return true;
	errno = EIO;
	return false;
}

double system_seconds(void)
{
	return (double)GetTickCount64() / 1e3;
}

bool system_exists(const char *path)
{
	wchar_t wide[FILE_NAME_SIZE];
	return native_path(wide, path) && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
}
