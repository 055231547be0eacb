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
	TRIES = 10,      /* of names for the unfinished file */
	BASE_MOST = 240, /* of the target's bytes in the name of the unfinished file */
	SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
	KEPT = FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ENCRYPTED,
};

/* What the new file takes over from the old one. */
struct old_file {
	DWORD attributes;
	_Alignas(void *) char rights[1 << 17]; /* a security descriptor; its list has at most 64 KiB
						*/
};

/*
 * Marks the file to be removed when its handle is closed, whatever closes it, or takes the mark
 * back.
 */
static bool mark(HANDLE handle, bool removed)
{
	FILE_DISPOSITION_INFO disposition = {.DeleteFile = removed};
	return SetFileInformationByHandle(handle, FileDispositionInfo, &disposition,
					  sizeof disposition);
}

/* .NAME.XXXXXX beside the target, with NAME cut if it would be too long. */
static bool name_temporary(struct atomic_file *file)
{
	static const char digits[] =
		"0123456789abcdefghijklmnopqrstuv"; /* names are the same in capitals */
	enum { UNIQUE = 6 };
	unsigned char random[UNIQUE];
	char name[BASE_MOST + UNIQUE + 3], unique[UNIQUE];
	if (!system_random(random, sizeof random))
		return false;
	for (int i = 0; i < UNIQUE; i++)
		unique[i] = digits[random[i] % (sizeof digits - 1)];
	snprintf(name, sizeof name, ".%.*s.%.*s", BASE_MOST, file_name_base(file->target), UNIQUE,
		 unique);
	return file_name_beside(file->temporary, file->target, name);
}

/* Creates the file beside its target, open to the people that the old file is open to. */
static HANDLE create(struct atomic_file *file, struct old_file *old)
{
	wchar_t temporary[FILE_NAME_SIZE];
	SECURITY_ATTRIBUTES security = {sizeof security, old->rights, FALSE};
	HANDLE handle = INVALID_HANDLE_VALUE;
	/*
	 * If the name is that of a marked file, as of another run, Windows refuses it like a
	 * protected one.
	 */
	for (int tries = 0; tries < TRIES && handle == INVALID_HANDLE_VALUE; tries++) {
		if (!name_temporary(file) || !native_path(temporary, file->temporary))
			return INVALID_HANDLE_VALUE;
		native_hold_end();
		handle = CreateFileW(temporary, GENERIC_WRITE | DELETE, SHARED,
				     file->target_exists ? &security : NULL, CREATE_NEW,
				     file->target_exists ? old->attributes : FILE_ATTRIBUTE_NORMAL,
				     NULL);
		if (handle == INVALID_HANDLE_VALUE)
			native_failed();
		else
			mark(handle, true);
		native_allow_end();
		if (handle == INVALID_HANDLE_VALUE && errno != EEXIST && errno != EACCES)
			break;
	}
	return handle;
}

/*
 * Sets the target to where links lead, if that can be found out, and reads what a new file takes
 * over.
 */
static bool read_old(struct atomic_file *file, HANDLE handle, struct old_file *old)
{
	wchar_t path[FILE_NAME_SIZE];
	BY_HANDLE_FILE_INFORMATION information;
	DWORD length = GetFinalPathNameByHandleW(handle, path, FILE_NAME_SIZE,
						 FILE_NAME_NORMALIZED);
	if (length > 0 && length < FILE_NAME_SIZE &&
	    WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, path, -1, file->target,
				FILE_NAME_SIZE, NULL, NULL) == 0) {
		errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL;
		return false;
	}
	if (!GetFileInformationByHandle(handle, &information) ||
	    !GetKernelObjectSecurity(handle, DACL_SECURITY_INFORMATION, old->rights,
				     sizeof old->rights, &length))
		return native_failed();
	/*
	 * Otherwise the new file would inherit its folder's rights in place of those that the old
	 * one had inherited.
	 */
	if (!SetSecurityDescriptorControl(old->rights, SE_DACL_PROTECTED, SE_DACL_PROTECTED))
		return native_failed();
	/* That is how Windows would have refused it already; Wine lets root write to anything. */
	if (information.dwFileAttributes & FILE_ATTRIBUTE_READONLY) {
		errno = EACCES;
		return false;
	}
	old->attributes = information.dwFileAttributes & KEPT;
	return true;
}

/* Opens what the name leads to, or else the unfinished file. */
static HANDLE open_target(struct atomic_file *file, const char *path)
{
	static struct old_file old;
	wchar_t target[FILE_NAME_SIZE];
	if (!file_name_beside(file->target, "", path) || !native_path(target, path))
		return INVALID_HANDLE_VALUE;
	if (!file_name_is_device(path) && strchr(file_name_base(path), ':')) {
		errno = EINVAL; /* a stream of a file */
		return INVALID_HANDLE_VALUE;
	}
	/* A file that may not be written to or removed is refused now, not when the map is made. */
	DWORD access = file_name_is_device(path) ? GENERIC_WRITE : GENERIC_WRITE | DELETE;
	HANDLE handle = CreateFileW(target, access, SHARED, NULL, OPEN_EXISTING,
				    FILE_ATTRIBUTE_NORMAL, NULL);
	if (handle == INVALID_HANDLE_VALUE) {
		if (GetLastError() == ERROR_FILE_NOT_FOUND)
			return create(file, &old);
		native_open_failed(target);
		return handle;
	}
	file->in_place = GetFileType(handle) != FILE_TYPE_DISK;
	file->target_exists = !file->in_place;
	if (file->in_place)
		return handle;
	bool known = read_old(file, handle, &old);
	CloseHandle(handle);
	return known ? create(file, &old) : INVALID_HANDLE_VALUE;
}

bool atomic_file_open(struct atomic_file *file, const char *path)
{
	*file = (struct atomic_file){.descriptor = -1};
	HANDLE handle = open_target(file, path);
	if (handle == INVALID_HANDLE_VALUE)
		return false;
	file->descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY);
	if (file->descriptor < 0)
		CloseHandle(handle);
	return file->descriptor >= 0;
}

/*
 * Ctrl-C waits while the file has neither the mark nor its name. If the process is killed there,
 * the file stays.
 */
static bool place(struct atomic_file *file, HANDLE handle, bool durable)
{
	wchar_t temporary[FILE_NAME_SIZE], target[FILE_NAME_SIZE];
	if (!native_path(temporary, file->temporary) || !native_path(target, file->target))
		return false;
	if (durable && !FlushFileBuffers(handle))
		return native_failed();
	DWORD flags = MOVEFILE_REPLACE_EXISTING | (durable ? MOVEFILE_WRITE_THROUGH : 0);
	native_hold_end();
	bool placed = (mark(handle, false) && MoveFileExW(temporary, target, flags)) ||
		      native_failed();
	if (!placed)
		file->temporary_remains = !mark(handle, true);
	native_allow_end();
	/*
	 * That is how Windows says that somebody has opened it meanwhile: it could be removed
	 * before.
	 */
	if (!placed && file->target_exists && errno == EACCES)
		errno = EBUSY;
	return placed;
}

bool atomic_file_close(struct atomic_file *file, enum atomic_file_end end)
{
	if (file->in_place)
		return _close(file->descriptor) == 0;
	HANDLE handle = native_handle(file->descriptor);
	bool done;
	if (end == ATOMIC_FILE_DISCARD) {
		done = mark(handle, true) || native_failed();
		file->temporary_remains = !done;
	} else {
		done = place(file, handle, end == ATOMIC_FILE_SYNC_AND_RENAME);
	}
	int error = errno;
	bool closed = _close(file->descriptor) == 0;
	if (!done)
		errno = error;
	return done && closed;
}
