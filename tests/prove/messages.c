/* SPDX-License-Identifier: MIT */
/*
 * Reads command lines from standard input and says to standard error what the program would say of each.
 *
 * A command line is its number of arguments, a byte, and the arguments, each ended by a zero byte. A line with a single
 * NUL stands after the messages of each, so that messages and command lines can be told apart.
 */
#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

enum { ARGUMENTS_MOST = 8, LENGTH_MOST = 4096 };

static bool read_argument(char *argument)
{
	for (size_t length = 0; length < LENGTH_MOST; length++) {
		int c = getchar();
		if (c == EOF)
			return false;
		argument[length] = (char)c;
		if (c == '\0')
			return true;
	}
	return false;
}

int main(void)
{
	static char arguments[ARGUMENTS_MOST][LENGTH_MOST];
	static struct options options;
	int count;
	while ((count = getchar()) != EOF) {
		char *argv[ARGUMENTS_MOST + 2] = {"dungen"};
		for (int i = 0; i < count; i++) {
			if (i == ARGUMENTS_MOST || !read_argument(arguments[i]))
				return 2;
			argv[i + 1] = arguments[i];
		}
		/* Zero makes glibc and musl begin anew; without arguments they then only do that. */
		optind = 0;
		(void)getopt(1, argv, "");
		(void)options_read(&options, count + 1, argv);
		if (write(STDERR_FILENO, "\0\n", 2) != 2)
			return 1;
	}
	return 0;
}
