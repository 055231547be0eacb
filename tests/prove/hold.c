/* SPDX-License-Identifier: MIT */
/*
 * Holds a file open, so that no program can remove it, until standard input ends. Prints a line as
 * soon as the file is open. The argument is the name of the file.
 */
#include <stdio.h>
#include <windows.h>

int main(int argc, char **argv)
{
	if (argc != 2)
		return 1;
	const DWORD share_mode = FILE_SHARE_READ | FILE_SHARE_WRITE;
	const HANDLE file = CreateFileA(argv[1], GENERIC_READ, share_mode, NULL, OPEN_EXISTING, 0,
					NULL);
	if (file == INVALID_HANDLE_VALUE)
		return 1;
	puts("held");
	fflush(stdout);
	return getchar() != EOF;
}
