/* SPDX-License-Identifier: MIT */
/*
 * Runs the program many times in one process; tests/lib/helper.py is its other end.
 *
 * The file or pipe named by the first argument has, for each command, the number of its words as a
 * byte, then the words, each ended by a zero byte: the folder to run it in, and the arguments.
 * After each command, a line in the one named by the second argument has its status and where
 * standard output and standard error, which have to be files, ended.
 */
#define main dungen_main
int main(int argc, char **argv);
#include "main.c"
#undef main

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum { WORDS_MOST = 64, LENGTH_MOST = 16384 };

static intmax_t end_of(int descriptor)
{
	return lseek(descriptor, 0, SEEK_CUR);
}

/* Reads a word to `at`; returns what follows it, or NULL. */
static char *read_word(FILE *commands, char *at, const char *end)
{
	while (at < end) {
		int c = getc(commands);
		if (c == EOF)
			return NULL;
		*at++ = (char)c;
		if (c == '\0')
			return at;
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static char text[LENGTH_MOST], name[] = "dungen";
	FILE *commands = argc == 3 ? fopen(argv[1], "rb") : NULL;
	FILE *report = argc == 3 ? fopen(argv[2], "ab") : NULL;
	/* The program closes standard output. */
	int out = dup(STDOUT_FILENO);
	if (!commands || !report || out < 0)
		return 1;
	int count;
	while ((count = getc(commands)) != EOF) {
		char *words[WORDS_MOST + 1] = {NULL}, *at = text;
		for (int i = 0; i < count; i++) {
			words[i] = at;
			at = i < WORDS_MOST ? read_word(commands, at, text + LENGTH_MOST) : NULL;
			if (!at)
				return 1;
		}
		if (count == 0 || chdir(words[0]) != 0)
			return 1;
		words[0] = name;
		/*
		 * 0 makes getopt forget where it was, and go through options as "+" says, like the
		 * program; going through no arguments then makes it 1, which the program expects.
		 */
		optind = 0;
		getopt(1, words, "+");
		if (dup2(out, STDOUT_FILENO) < 0)
			return 1;
		int status = dungen_main(count, words);
		fprintf(report, "%d %jd %jd\n", status, end_of(out), end_of(STDERR_FILENO));
		if (fflush(report) != 0)
			return 1;
	}
	return ferror(commands);
}
