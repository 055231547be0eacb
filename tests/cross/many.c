/* SPDX-License-Identifier: MIT */
/*
 * Runs the program many times in one process, for tests/lib/helper.py.
 *
 * The first argument is a file or pipe of commands. A command starts with a byte that contains the
 * number of its words, and each word ends in a NUL character. The first word is the folder to run
 * in, the second is the file that becomes standard input, and the others are the arguments of the
 * program.
 *
 * The second argument is a file to which this program adds a line after each command: the exit
 * status, and the positions of standard output and standard error, which must be files.
 */
#define main dungen_main
int main(int argc, char **argv);
#include "main.c"
#undef main

#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

enum {
	WORDS_MAX = 64,    /* the most words of a command */
	TEXT_SIZE = 16384, /* bytes of its words, including NUL characters */
};

struct many_command {
	int word_count;
	char *words[WORDS_MAX + 1]; /* point into `text`; NULL follows the last word */
	char text[TEXT_SIZE];
};

/* Reads a word to `text`. Returns what follows its NUL character, or NULL on failure. */
static char *read_word(FILE *commands, char *text, const char *end)
{
	while (text < end) {
		const int character = getc(commands);
		if (character == EOF)
			return NULL;
		*text++ = (char)character;
		if (character == '\0')
			return text;
	}
	return NULL;
}

/* Reads the words of a command. Returns false if they are missing, too many, or too long. */
static bool read_words(FILE *commands, struct many_command *command)
{
	char *text = command->text;
	if (command->word_count < 2 || command->word_count > WORDS_MAX)
		return false;
	for (int i = 0; i < command->word_count; i++) {
		command->words[i] = text;
		text = read_word(commands, text, command->text + TEXT_SIZE);
		if (!text)
			return false;
	}
	command->words[command->word_count] = NULL;
	return true;
}

/*
 * Makes getopt start again. 0 makes it forget where it was, and go through options in order because
 * of "+", like the program. Going through no arguments then changes 0 to 1, which the program
 * expects.
 */
static void restart_getopt(char **words)
{
	optind = 0;
	getopt(1, words, "+");
}

static intmax_t position_of(int descriptor)
{
	return lseek(descriptor, 0, SEEK_CUR);
}

/* Opens a file as standard input. Returns false on failure. */
static bool open_input(const char *path)
{
	const int input = open(path, O_RDONLY);
	const bool is_open = input >= 0 && dup2(input, STDIN_FILENO) >= 0;
	/* The program may have closed standard input. Then the file is there already. */
	if (input > STDIN_FILENO)
		close(input);
	return is_open;
}

/* Runs a command, whose standard output is a copy of `output`. Returns false on failure. */
static bool run_command(struct many_command *command, int output, FILE *report)
{
	static char program_name[] = "dungen";
	/* The folder and the input are not for the program. Its name takes the second place. */
	const char *folder = command->words[0];
	const char *input = command->words[1];
	if (!open_input(input) || chdir(folder) != 0)
		return false;
	char **arguments = command->words + 1;
	arguments[0] = program_name;
	restart_getopt(arguments);
	/* The program has closed standard output. */
	if (dup2(output, STDOUT_FILENO) < 0)
		return false;
	const int status = dungen_main(command->word_count - 1, arguments);
	fprintf(report, "%d %jd %jd\n", status, position_of(output), position_of(STDERR_FILENO));
	return fflush(report) == 0;
}

int main(int argc, char **argv)
{
	static struct many_command command;
	if (argc != 3)
		return 1;
	FILE *commands = fopen(argv[1], "rb");
	FILE *report = fopen(argv[2], "ab");
	const int output = dup(STDOUT_FILENO);
	if (!commands || !report || output < 0)
		return 1;
	while ((command.word_count = getc(commands)) != EOF) {
		if (!read_words(commands, &command))
			return 1;
		if (!run_command(&command, output, report))
			return 1;
	}
	return ferror(commands);
}
