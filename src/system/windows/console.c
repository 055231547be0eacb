/* SPDX-License-Identifier: MIT */
/* The console in UTF-8 and with colors, and the end of a process by Ctrl-C. */
#include "system/windows/native.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

/* Lets the C library expand arguments such as *.json, because no shell of Windows does. */
int _dowildcard = -1;

SRWLOCK native_exit_lock = SRWLOCK_INIT;

/* The console while it shows UTF-8 and colors, or NULL, and how it was before. */
static HANDLE screen;
static DWORD old_mode;
static UINT old_code_page;

static const char *volatile text_to_write; /* text for the terminal at the end, or NULL */

void system_tell_at_signal(const char *text)
{
	text_to_write = text;
}

/*
 * Lets the console show UTF-8 and colors, until restore_screen. This changes the console for every
 * program that uses it. Does nothing if the process does not have a console.
 */
static void change_screen(void)
{
	/* Standard output cannot be used for this, because it is closed before the end. */
	HANDLE console = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE,
				     FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0,
				     NULL);
	if (!GetConsoleMode(console, &old_mode))
		return;
	old_code_page = GetConsoleOutputCP();
	screen = console;
	SetConsoleMode(screen,
		       old_mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
	SetConsoleOutputCP(CP_UTF8);
}

/* Undoes change_screen, if that changed the console. */
static void restore_screen(void)
{
	if (!screen)
		return;
	SetConsoleMode(screen, old_mode);
	SetConsoleOutputCP(old_code_page);
}

/*
 * Handles Ctrl-C and the end of the console window, in a thread of its own. Never releases the
 * lock, so that no other thread writes a message or renames a file from now on.
 */
static BOOL WINAPI clean_up(DWORD event)
{
	(void)event;
	AcquireSRWLockExclusive(&native_exit_lock);
	native_remove_temporary();
	const char *text = text_to_write;
	if (text && system_owns_terminal())
		(void)system_write(SYSTEM_STANDARD_ERROR, text, strlen(text));
	restore_screen();
	ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

bool system_start(void)
{
	_setmode(SYSTEM_STANDARD_INPUT, _O_BINARY);
	/* A pager that reads the output changes the console for itself. */
	if (GetFileType(native_handle(SYSTEM_STANDARD_OUTPUT)) != FILE_TYPE_PIPE)
		change_screen();
	atexit(restore_screen);
	SetConsoleCtrlHandler(clean_up, TRUE);
	return true;
}
