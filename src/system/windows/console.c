/* SPDX-License-Identifier: MIT */
/* Arguments and terminal in UTF-8, and the end of a process by Ctrl-C. */
#include "system/system.h"
#include "system/windows/native.h"

#include <stdlib.h>
#include <string.h>

enum { STATUS_BAD_ARGUMENT = 2 }; /* the exit status of the program for bad command lines */

/* The console while it shows UTF-8 and colors, or NULL, and how it was before. */
static HANDLE screen;
static DWORD old_mode;
static UINT old_code_page;

static const char *volatile text_to_write; /* text for the terminal at the end, or NULL */
static SRWLOCK exit_lock = SRWLOCK_INIT;   /* held while the process must not exit */

int main(int argc, char **argv);
int wmain(int argc, wchar_t **wide_arguments);

/* Tells the C library not to match arguments such as *.json against the files of a folder. */
int _dowildcard = 0;

/*
 * Returns an argument in UTF-8, which stays allocated until the process ends. Ends the process if
 * the argument is not valid Unicode. Returns NULL if out of memory.
 */
static char *convert_argument(const wchar_t *wide)
{
	const int size = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide, -1, NULL, 0, NULL,
					     NULL);
	if (size == 0) {
		static const char text[] = "dungen: an argument is not Unicode\n";
		system_tell(text, sizeof text - 1);
		exit(STATUS_BAD_ARGUMENT);
	}
	char *argument = malloc((size_t)size);
	if (argument)
		WideCharToMultiByte(CP_UTF8, 0, wide, -1, argument, size, NULL, NULL);
	return argument;
}

/* The entry point of the process. */
int wmain(int argc, wchar_t **wide_arguments)
{
	char **argv = calloc((size_t)argc + 1, sizeof *argv);
	if (!argv)
		return EXIT_FAILURE;
	for (int i = 0; i < argc; i++) {
		argv[i] = convert_argument(wide_arguments[i]);
		if (!argv[i])
			return EXIT_FAILURE;
	}
	return main(argc, argv);
}

void native_lock_exit(void)
{
	AcquireSRWLockExclusive(&exit_lock);
}

void native_unlock_exit(void)
{
	ReleaseSRWLockExclusive(&exit_lock);
}

/*
 * Lets the console show UTF-8 and colors, until restore_screen. This changes the console for every
 * program that uses it. Returns false if the process does not have a console.
 */
static bool change_screen(void)
{
	/* Standard output cannot be used for this, because it is closed before the end. */
	HANDLE console = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE,
				     FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0,
				     NULL);
	if (console == INVALID_HANDLE_VALUE)
		return false;
	if (!GetConsoleMode(console, &old_mode)) {
		CloseHandle(console);
		return false;
	}
	old_code_page = GetConsoleOutputCP();
	screen = console;
	SetConsoleMode(screen,
		       old_mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
	SetConsoleOutputCP(CP_UTF8);
	return true;
}

/* Undoes change_screen, if it was called. */
static void restore_screen(void)
{
	if (!screen)
		return;
	SetConsoleMode(screen, old_mode);
	SetConsoleOutputCP(old_code_page);
	CloseHandle(screen);
	screen = NULL;
}

/* Writes to standard error. The caller holds the lock. */
static void write_to_screen(const char *text, size_t length)
{
	/*
	 * Change the screen for this text only. A pager that shows the map may have changed it for
	 * itself.
	 */
	const bool needs_change = !screen && system_is_terminal(SYSTEM_STANDARD_ERROR);
	const bool is_changed = needs_change && change_screen();
	while (length > 0) {
		const size_t written = system_write(SYSTEM_STANDARD_ERROR, text, length);
		if (written == 0)
			break;
		text += written;
		length -= written;
	}
	if (is_changed)
		restore_screen();
}

void system_tell(const char *text, size_t length)
{
	native_lock_exit();
	write_to_screen(text, length);
	native_unlock_exit();
}

void system_tell_at_signal(const char *text)
{
	text_to_write = text;
}

/*
 * Handles Ctrl-C and the end of the console window, in a thread of its own. The end of the process
 * closes the temporary file, which removes it. This function never releases the lock, so that no
 * other thread writes to the screen or renames a file from now on.
 */
static BOOL WINAPI clean_up(DWORD event)
{
	(void)event;
	native_lock_exit();
	const char *text = text_to_write;
	if (text && system_owns_terminal())
		write_to_screen(text, strlen(text));
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
