/* SPDX-License-Identifier: MIT */
/*
 * Reads command lines from standard input and writes to standard output what the program would say of each.
 *
 * A command line is its number of arguments, a byte, and the arguments, each ended by a zero byte. A line with a single
 * NUL stands after the messages of each, so that messages and command lines can be told apart.
 *
 * With an argument, it goes on where the command line is right and names an output in a directory that does not exist:
 * "failed" tells how opening it failed; "left", the same as if the directory did not let the file be replaced, nor the
 * unfinished file be removed; "written" ends as if the map had been written.
 */
#include "cli/constraints.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/reminder.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS_MOST = 8, LENGTH_MOST = 4096 };

/* In place of the system call, of which messages make one each: to collect them is quicker. */
ssize_t write(int descriptor, const void *bytes, size_t length)
{
	(void)descriptor;
	return (ssize_t)fwrite(bytes, 1, length, stdout);
}

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

static void open_output(const struct options *options, const char *outcome)
{
	static struct map_files files;
	map_files_open(&files, options->output);
	map_files_begin(&files, 0, 1);
	if (strcmp(outcome, "written") == 0) {
		files.replacing = options->output != NULL;
		reminder_tell(options, &files);
		return;
	}
	bool left = strcmp(outcome, "left") == 0;
	files.file.unplaceable = left;
	files.file.left_behind = left;
	outcome_tell(OUTCOME_OUTPUT_FAILED, &files, NULL, NULL);
}

int main(int argc, char **argv)
{
	static char arguments[ARGUMENTS_MOST][LENGTH_MOST];
	static struct options options;
	int count;
	while ((count = getchar()) != EOF) {
		char *line[ARGUMENTS_MOST + 2] = {"dungen"};
		for (int i = 0; i < count; i++) {
			if (i == ARGUMENTS_MOST || !read_argument(arguments[i]))
				return 2;
			line[i + 1] = arguments[i];
		}
		/* Zero makes glibc and musl begin anew; without arguments they then only do that. */
		optind = 0;
		(void)getopt(1, line, "");
		if (options_read(&options, count + 1, line) && constraints_check(&options) && argc > 1)
			open_output(&options, argv[1]);
		fwrite("\0\n", 1, 2, stdout);
	}
	return fflush(stdout) == 0 ? 0 : 1;
}
