/* SPDX-License-Identifier: MIT */
#include "system/system.h"

#include "system/windows/native.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* It takes names from <windows.h>. */
#include <bcrypt.h>

bool native_failed(void)
{
	static const struct {
		DWORD from;
		int to;
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
	DWORD error = GetLastError();
	errno = EIO;
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (errors[i].from == error)
			errno = errors[i].to;
	return false;
}

bool native_open_failed(const wchar_t *wide)
{
	native_failed();
	DWORD attributes = GetFileAttributesW(wide);
	if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY)
		errno = EISDIR;
	return false;
}

const char *system_reason(int error)
{
	switch (error) {
	case EBUSY:
		return "another program has it open";
	case EINVAL:
		return "Windows takes no such name";
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
	DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
	HANDLE handle = CreateFileW(wide, GENERIC_READ, shared, NULL, OPEN_EXISTING,
				    FILE_ATTRIBUTE_NORMAL, NULL);
	if (handle == INVALID_HANDLE_VALUE) {
		native_open_failed(wide);
		return -1;
	}
	int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY);
	if (descriptor < 0)
		CloseHandle(handle);
	return descriptor;
}

/* Returns whether two handles lead to the same file or folder, by volume and file index. */
static bool is_same(HANDLE one, HANDLE other, bool is_folder)
{
	BY_HANDLE_FILE_INFORMATION a, b;
	if (GetFileType(one) != FILE_TYPE_DISK || GetFileType(other) != FILE_TYPE_DISK)
		return false;
	if (!GetFileInformationByHandle(one, &a) || !GetFileInformationByHandle(other, &b))
		return false;
	if (is_folder != ((a.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0))
		return false;
	return a.dwVolumeSerialNumber == b.dwVolumeSerialNumber &&
	       a.nFileIndexHigh == b.nFileIndexHigh && a.nFileIndexLow == b.nFileIndexLow;
}

bool system_same_file(int one, int other)
{
	if (one < 0 || other < 0)
		return false;
	return is_same(native_handle(one), native_handle(other), false);
}

/* Opens a file, folder, or link without rights to its content. */
static HANDLE open_to_examine(const char *path, DWORD flags)
{
	const DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
	wchar_t wide[FILE_NAME_SIZE];
	if (!native_path(wide, path))
		return INVALID_HANDLE_VALUE;
	/* Without FILE_FLAG_BACKUP_SEMANTICS, Windows opens no folder. */
	return CreateFileW(wide, FILE_READ_ATTRIBUTES, shared, NULL, OPEN_EXISTING,
			   FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
}

bool system_leads_to(const char *path, int descriptor)
{
	if (descriptor < 0)
		return false;
	HANDLE file = open_to_examine(path, 0);
	const bool same = file != INVALID_HANDLE_VALUE &&
			  is_same(file, native_handle(descriptor), false);
	if (file != INVALID_HANDLE_VALUE)
		CloseHandle(file);
	return same;
}

bool system_same_folder(const char *one, const char *other)
{
	HANDLE a = open_to_examine(one, 0);
	HANDLE b = open_to_examine(other, 0);
	const bool are_open = a != INVALID_HANDLE_VALUE && b != INVALID_HANDLE_VALUE;
	const bool are_same = are_open && is_same(a, b, true);
	if (a != INVALID_HANDLE_VALUE)
		CloseHandle(a);
	if (b != INVALID_HANDLE_VALUE)
		CloseHandle(b);
	return are_same;
}

bool system_is_link(const char *path)
{
	FILE_ATTRIBUTE_TAG_INFO information;
	HANDLE handle = open_to_examine(path, FILE_FLAG_OPEN_REPARSE_POINT);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	const bool is_known = GetFileInformationByHandleEx(handle, FileAttributeTagInfo,
							   &information, sizeof information);
	CloseHandle(handle);
	if (!is_known || !(information.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT))
		return false;
	/* Files in a cloud are reparse points, too, but no links. */
	return information.ReparseTag == IO_REPARSE_TAG_SYMLINK;
}

size_t system_read(int descriptor, void *bytes, size_t length)
{
	DWORD most = length < 1 << 30 ? (DWORD)length : 1 << 30, size = 0;
	errno = 0;
	/* A pipe is broken when its writer has closed it. */
	if (!ReadFile(native_handle(descriptor), bytes, most, &size, NULL) &&
	    GetLastError() != ERROR_BROKEN_PIPE)
		native_failed();
	return size;
}

void system_close_input(int descriptor)
{
	_close(descriptor);
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	DWORD most = length < 1 << 30 ? (DWORD)length : 1 << 30, written = 0;
	if (!WriteFile(native_handle(descriptor), bytes, most, &written, NULL))
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
	return GetFileType(native_handle(descriptor)) == FILE_TYPE_PIPE ||
	       system_is_terminal(descriptor);
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
