/* SPDX-License-Identifier: MIT */
/*
 * Holds a file open, so that nobody may remove it, until its standard input ends; prints a line
 * when it has it.
 */
#include <stdio.h>
#include <windows.h>

int main(int argc, char **argv)
{
	HANDLE file = argc == 2 ? CreateFileA(argv[1], GENERIC_READ,
					      FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
					      OPEN_EXISTING, 0, NULL)
				: INVALID_HANDLE_VALUE;
	if (file == INVALID_HANDLE_VALUE)
		return 1;
	puts("held");
	fflush(stdout);
	return getchar() != EOF;
}
