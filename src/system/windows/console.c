/* SPDX-License-Identifier: MIT */
/* Arguments and terminal in UTF-8, and the end of a process by Ctrl-C. */
#include "system/system.h"
#include "system/windows/native.h"

#include <stdlib.h>
#include <string.h>

static HANDLE screen;
static DWORD mode_before;
static UINT code_page_before;
static const char *volatile text_to_write;
static SRWLOCK end_lock = SRWLOCK_INIT;

int main(int argc, char **argv);
int wmain(int argc, wchar_t **wide);

/* No name is matched against the files of a directory. */
int _dowildcard = 0;

/* Where the process begins. The arguments stay until it ends. */
int wmain(int argc, wchar_t **wide)
{
	char **argv = calloc((size_t)argc + 1, sizeof *argv);
	for (int i = 0; argv && i < argc; i++) {
		int size = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide[i], -1, NULL, 0,
					       NULL, NULL);
		if (size == 0) {
			static const char text[] = "dungen: an argument is not Unicode\n";
			system_tell(text, sizeof text - 1);
			return 2;
		}
		argv[i] = malloc((size_t)size);
		if (!argv[i])
			return EXIT_FAILURE;
		WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, argv[i], size, NULL, NULL);
	}
	return argv ? main(argc, argv) : EXIT_FAILURE;
}

void native_hold_end(void)
{
	AcquireSRWLockExclusive(&end_lock);
}

void native_allow_end(void)
{
	ReleaseSRWLockExclusive(&end_lock);
}

/*
 * Lets the screen show UTF-8 and colors. It does so for every program that uses it, until
 * restore_screen.
 */
static bool change_screen(void)
{
	/* Not standard output, which is closed before the end. */
	HANDLE console = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE,
				     FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0,
				     NULL);
	if (console == INVALID_HANDLE_VALUE)
		return false;
	if (!GetConsoleMode(console, &mode_before)) {
		CloseHandle(console);
		return false;
	}
	code_page_before = GetConsoleOutputCP();
	screen = console;
	SetConsoleMode(screen,
		       mode_before | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
	SetConsoleOutputCP(CP_UTF8);
	return true;
}

static void restore_screen(void)
{
	if (!screen)
		return;
	SetConsoleMode(screen, mode_before);
	SetConsoleOutputCP(code_page_before);
	CloseHandle(screen);
	screen = NULL;
}

/* Writes to standard error. */
static void tell(const char *text, size_t length)
{
	size_t written;
	/* For this text only: a pager that shows the map may have set the screen for itself. */
	bool changed = !screen && system_is_terminal(SYSTEM_STANDARD_ERROR) && change_screen();
	for (; length > 0 && (written = system_write(SYSTEM_STANDARD_ERROR, text, length)) > 0;
	     text += written)
		length -= written;
	if (changed)
		restore_screen();
}

void system_tell(const char *text, size_t length)
{
	native_hold_end();
	tell(text, length);
	native_allow_end();
}

void system_tell_at_signal(const char *text)
{
	text_to_write = text;
}

/*
 * Ctrl-C or the end of the window, in a thread of its own. The end of the process closes the
 * unfinished file, which removes it. The lock is kept: nothing is written to the screen nor placed
 * from here on.
 */
static BOOL WINAPI clean_up(DWORD event)
{
	(void)event;
	native_hold_end();
	const char *text = text_to_write;
	if (text && system_owns_terminal())
		tell(text, strlen(text));
	restore_screen();
	ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

bool system_start(void)
{
	if (system_is_terminal(SYSTEM_STANDARD_OUTPUT) && change_screen())
		atexit(restore_screen);
	SetConsoleCtrlHandler(clean_up, TRUE);
	return true;
}
