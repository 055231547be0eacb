/* SPDX-License-Identifier: MIT */
#include "system/windows/native.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
/* <bcrypt.h> needs <windows.h> before it. */
#include <bcrypt.h>

void native_widen(wchar_t wide[FILE_NAME_SIZE], const char *path)
{
	if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, FILE_NAME_SIZE) == 0)
		wide[0] = L'\0';
}

HANDLE native_handle(int descriptor)
{
	return (HANDLE)_get_osfhandle(descriptor);
}

/* Returns whether a path leads to anything that has one of some attributes. */
static bool has_attribute(const char *path, DWORD attributes)
{
	wchar_t wide[FILE_NAME_SIZE];
	native_widen(wide, path);
	const DWORD found = GetFileAttributesW(wide);
	return found != INVALID_FILE_ATTRIBUTES && found & attributes;
}

int native_open(const char *path, int flags)
{
	const int descriptor = _open(path, flags | _O_BINARY);
	if (descriptor >= 0)
		return descriptor;
	if (_doserrno == ERROR_SHARING_VIOLATION)
		errno = ETXTBSY;
	else if (has_attribute(path, FILE_ATTRIBUTE_DIRECTORY))
		errno = EISDIR;
	return -1;
}

const char *system_reason(int error)
{
	return error == ETXTBSY ? "the file is in use" : strerror(error);
}

int system_open_input(const char *path)
{
	return path ? native_open(path, _O_RDONLY) : SYSTEM_STANDARD_INPUT;
}

bool system_identify(int descriptor, struct file_identity *identity)
{
	BY_HANDLE_FILE_INFORMATION information;
	const HANDLE handle = descriptor >= 0 ? native_handle(descriptor) : INVALID_HANDLE_VALUE;
	if (GetFileType(handle) != FILE_TYPE_DISK)
		return false;
	if (!GetFileInformationByHandle(handle, &information))
		return false;
	identity->device = information.dwVolumeSerialNumber;
	identity->number = (uint64_t)information.nFileIndexHigh << 32 | information.nFileIndexLow;
	identity->size = (uint64_t)information.nFileSizeHigh << 32 | information.nFileSizeLow;
	return !(information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool system_identify_path(const char *path, struct file_identity *identity)
{
	const int descriptor = native_open(path, _O_RDONLY);
	const bool is_file = system_identify(descriptor, identity);
	if (descriptor >= 0)
		_close(descriptor);
	return is_file;
}

bool system_identify_folder(const char *path, struct file_identity *identity)
{
	char folder[FILE_NAME_SIZE];
	wchar_t wide_folder[FILE_NAME_SIZE];
	BY_HANDLE_FILE_INFORMATION information;
	if (!file_name_beside(folder, path, "."))
		return false;
	native_widen(wide_folder, folder);
	const HANDLE handle = CreateFileW(wide_folder, 0, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
					  OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
	const bool is_known = handle != INVALID_HANDLE_VALUE &&
			      GetFileInformationByHandle(handle, &information);
	if (handle != INVALID_HANDLE_VALUE)
		CloseHandle(handle);
	if (!is_known)
		return false;
	identity->device = information.dwVolumeSerialNumber;
	identity->number = (uint64_t)information.nFileIndexHigh << 32 | information.nFileIndexLow;
	return true;
}

bool system_rewrite_start(int descriptor, const void *bytes, size_t length)
{
	if (_lseeki64(descriptor, 0, SEEK_SET) != 0)
		return false;
	while (length > 0) {
		const size_t written = system_write(descriptor, bytes, length);
		if (written == 0)
			return false;
		bytes = (const char *)bytes + written;
		length -= written;
	}
	return true;
}

size_t system_read(int descriptor, void *bytes, size_t length)
{
	errno = 0;
	const int size = _read(descriptor, bytes, (unsigned)length);
	return size > 0 ? (size_t)size : 0;
}

void system_close_input(int descriptor)
{
	_close(descriptor);
}

size_t system_write(int descriptor, const void *bytes, size_t length)
{
	/* _write of the C library does not know most of these errors. */
	DWORD written = 0;
	if (WriteFile(native_handle(descriptor), bytes, (DWORD)length, &written, NULL) &&
	    written > 0)
		return written;
	switch (GetLastError()) {
	case ERROR_DISK_FULL:
	case ERROR_HANDLE_DISK_FULL:
		errno = ENOSPC;
		break;
	case ERROR_NO_DATA:
	case ERROR_BROKEN_PIPE:
	case ERROR_PIPE_NOT_CONNECTED:
		errno = EPIPE;
		break;
	default:
		errno = EIO;
	}
	return 0;
}

void system_widen_pipe(int descriptor)
{
	(void)descriptor;
}

void system_tell(const char *text, size_t length)
{
	AcquireSRWLockExclusive(&native_exit_lock);
	while (length > 0) {
		const size_t written = system_write(SYSTEM_STANDARD_ERROR, text, length);
		if (written == 0)
			break;
		text += written;
		length -= written;
	}
	ReleaseSRWLockExclusive(&native_exit_lock);
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
	return has_attribute(path, (DWORD)-1);
}

bool system_is_link(const char *path)
{
	return has_attribute(path, FILE_ATTRIBUTE_REPARSE_POINT);
}
