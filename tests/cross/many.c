/* SPDX-License-Identifier: MIT */
/*
 * The program, run many times in one process, since starting one under an emulator takes longer than making a map.
 * Standard input holds the arguments, one command a line, separated by blanks. What the commands print goes to standard
 * output and standard error. After each, a line in the file named by the argument has its status and where the two,
 * which have to be files, ended.
 */
#define main dungen_main
int main(int argc, char **argv);
#include "main.c"
#undef main

#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MOST = 64 };

static intmax_t end_of(int descriptor)
{
	return lseek(descriptor, 0, SEEK_CUR);
}

int main(int argc, char **argv)
{
	static char line[4096], name[] = "dungen";
	int report = argc == 2 ? open(argv[1], O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
	/* The program closes standard output. */
	int out = dup(STDOUT_FILENO);
	if (report < 0 || out < 0)
		return 1;
	while (fgets(line, sizeof line, stdin)) {
		char *words[WORDS_MOST + 1] = {name};
		int count = 1;
		for (char *word = strtok(line, " \n"); word && count < WORDS_MOST; word = strtok(NULL, " \n"))
			words[count++] = word;
		/* 0 makes getopt forget where it was; going through no arguments then makes it 1, which the program
		 * expects. */
		optind = 0;
		getopt(1, words, "");
		if (dup2(out, STDOUT_FILENO) < 0)
			return 1;
		int status = dungen_main(count, words);
		if (dprintf(report, "%d %jd %jd\n", status, end_of(out), end_of(STDERR_FILENO)) < 0)
			return 1;
	}
	return ferror(stdin);
}
