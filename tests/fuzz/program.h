/* SPDX-License-Identifier: MIT */
#pragma once

/*
 * Runs the whole program on the system of world.h, and checks what has to hold for every command
 * line. The fuzzers of command lines, documents, and readers share it.
 *
 * Calling sequence:
 *
 *     world = (struct world){...};                        how the system behaves
 *     line_begin("a.json", "--format=", "csv");           the command line
 *     line_add("--glyphs=%s", "#.");
 *     enum status status = run_line(0, &written);
 *     SAME(status == STATUS_DONE);
 */
#define main program_main
int program_main(int argc, char **argv);
#include "../../src/main.c"
#undef main
#include "numbers.h"
#include "io/pattern.h"
#include "world.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	ARGUMENTS_MAX = 40,   /* the most arguments of a command line */
	LINE_SIZE = 8192,     /* bytes of a command line of program.c */
	WORDS_SIZE = 1 << 16, /* bytes of struct words */
	ARGUMENT_SIZE = 200,  /* bytes of an argument of line_add */
	RUNS_KEPT = 3,        /* number of runs whose output run_line keeps */
};

/* The command line. getopt moves its arguments, so each run has a list of its own. */
static struct {
	int count;
	char *arguments[ARGUMENTS_MAX + 2];
	char *moved_arguments[ARGUMENTS_MAX + 2];
	char text[LINE_SIZE];
} line;

/* What a run has written. */
struct record {
	char bytes[WORLD_BYTES];
	uint16_t descriptors[WORLD_BYTES];
	struct world_file files[WORLD_FILES];
};

/* What the command line makes the program do. */
static unsigned output_count = 1; /* number of outputs, each of which can have a notice */
static bool has_reports;          /* prints faults or differences, one a line */
static bool has_notes;            /* prints notes about input maps, also with status 0 */

/* Makes getopt start again, with a list of the arguments that it may reorder. */
static void prepare_arguments(void)
{
	char *nothing[] = {line.arguments[0], NULL};
	optind = 0;
	getopt(1, nothing, "+:");
	memcpy(line.moved_arguments, line.arguments, sizeof line.moved_arguments);
}

static const char *end_of_told(void)
{
	return world.told + world.told_length;
}

static bool is_printable(char character)
{
	return (uint8_t)character >= ' ' && character != 0x7f;
}

/*
 * Returns the end of the line of standard error at `text`. Returns NULL if the line does not start
 * with `start`, or if it contains control characters.
 */
static const char *find_line_end(const char *text, const char *start)
{
	const char *end = end_of_told();
	const size_t start_length = strlen(start);
	if ((size_t)(end - text) < start_length || memcmp(text, start, start_length) != 0)
		return NULL;
	while (text < end && is_printable(*text))
		text++;
	if (text == end || *text != '\n')
		return NULL;
	return text + 1;
}

/* Returns whether a line ends with a time, as a progress line does: " in 5 s". */
static bool ends_with_time(const char *text, const char *end)
{
	static const char unit[] = " s";
	const size_t unit_length = strlen(unit);
	if ((size_t)(end - text) <= unit_length)
		return false;
	const char *unit_start = end - unit_length;
	return memcmp(unit_start, unit, unit_length) == 0 && isdigit((unsigned char)unit_start[-1]);
}

/*
 * Skips progress lines and returns their end. Each of them erases the line before it. The last one
 * must be erased before a message, and at the end.
 */
static const char *skip_progress(const char *text)
{
	static const char erase[] = "\r\033[K";
	const char *line_feed = memchr(text, '\n', (size_t)(end_of_told() - text));
	const char *end = line_feed ? line_feed : end_of_told();
	const char *last_erase_end = text;
	const char *next = text;
	while ((next = memmem(next, (size_t)(end - next), erase, strlen(erase)))) {
		next += strlen(erase);
		last_erase_end = next;
	}
	const bool has_progress = last_erase_end != text;
	SAME(!has_progress || !ends_with_time(last_erase_end, end));
	return last_erase_end;
}

static bool tells(const char *text)
{
	return memmem(world.told, world.told_length, text, strlen(text)) != NULL;
}

/* Skips the line that ends with the seed, which may follow the word that stands for it. */
static const char *skip_seed(const char *text)
{
	static const char start[] = ": seed ";
	const char *next = find_line_end(text, "dungen: ");
	if (!next)
		return text;
	const char *number = next - 1;
	while (isdigit((unsigned char)number[-1]))
		number--;
	const bool is_seed = memcmp(number - strlen(start), start, strlen(start)) == 0;
	return is_seed && number + 1 < next ? next : text;
}

/*
 * Requires the system's reason for a failure. For ENOMEM, and for a FILE that does not exist and
 * could be meant as an output, dungen has words of its own.
 */
static void judge_reason(void)
{
	SAME(world.error == ENOMEM || tells(": is not a file; did you mean --output ") ||
	     tells(strerror(world.error)) || tells(strerror(ENAMETOOLONG)) ||
	     tells(strerror(EMFILE)));
}

/* Checks that each message of --messages json is a line that looks like an object. */
static void judge_objects(int status)
{
	static const char end[] = "\"}\n";
	static const char error[] = "{\"level\":\"error\"";
	char error_with_status[64];
	const char *text = skip_progress(world.told);
	while (text < end_of_told()) {
		const char *next = find_line_end(text, "{\"level\":\"");
		SAME(next);
		SAME(memcmp(next - strlen(end), end, strlen(end)) == 0);
		text = skip_progress(next);
	}
	(void)snprintf(error_with_status, sizeof error_with_status, "%s,\"status\":%d,", error,
		       status);
	SAME(status == 0 ? !tells(error) : tells(error_with_status));
}

/*
 * Checks that each message is a line. Besides the seed, there is a line for a
 * failure, at most one for each output, and any number of reports and notes.
 */
static void judge_lines(int status)
{
	const char *text = skip_progress(world.told);
	unsigned message_count = 0;
	while (text < end_of_told()) {
		const char *next = skip_seed(text);
		if (next == text) {
			next = find_line_end(text, "dungen: ");
			message_count++;
		}
		SAME(next);
		text = skip_progress(next);
	}
	const bool has_file = world.opened_count > 0 && world.files[0].is_complete;
	const bool may_have_many = has_notes || (has_reports && status != 0);
	SAME(status == 0 || message_count > 0);
	SAME(may_have_many || message_count <= (status != 0 || has_file ? 1 + output_count : 1));
}

/* Checks what the program has written to standard error. */
static void judge_told(int status)
{
	if (world.tells_nothing)
		return;
	if (*skip_progress(world.told) == '{')
		judge_objects(status);
	else
		judge_lines(status);
	if (status == 1)
		judge_reason();
}

/* Forgets what has happened in the last run. */
static void prepare_world(struct record *record)
{
	world.has_failed = false;
	world.lacks_file = false;
	world.bytes = record->bytes;
	world.descriptors = record->descriptors;
	world.written = 0;
	world.files = record->files;
	world.opened_count = 0;
	world.closed_count = 0;
	world.open_count = 0;
	world.read_count = 1;
	world.now = 0;
	world.told_length = 0;
	world.text_at_signal = NULL;
	memset(world.reading, 0, sizeof world.reading);
	world.reading[0] = world.input;
}

/*
 * Runs the command line, and checks what standard error has and that everything is closed. Stores
 * what it writes in *record. Returns the exit status.
 */
static int run_program(struct record *record)
{
	prepare_world(record);
	prepare_arguments();
	const int status = program_main(line.count, line.moved_arguments);
	world.arguments = line.arguments;
	SAME(world.open_count == 0);
	SAME(!world.reading[1].name && !world.reading[2].name);
	SAME(!world.text_at_signal);
	judge_told(status);
	return status;
}

/* Command lines that are put together, for the fuzzers of documents and readers. */

/* A text that grows. */
struct words {
	size_t length;
	char bytes[WORDS_SIZE];
};

/* Adds to a text, formatted like printf. The text must have space for it. */
__attribute__((format(printf, 2, 3))) static inline void words_add(struct words *text,
								   const char *format, ...)
{
	const size_t space = sizeof text->bytes - text->length;
	va_list arguments;
	va_start(arguments, format);
	const int length = vsnprintf(text->bytes + text->length, space, format, arguments);
	va_end(arguments);
	SAME(length >= 0 && (size_t)length < space);
	text->length += (size_t)length;
}

static struct words line_words; /* the arguments of the command line, each with its NUL */

/* Adds an argument to the command line, formatted like printf. */
__attribute__((format(printf, 1, 2))) static inline void line_add(const char *format, ...)
{
	char argument[ARGUMENT_SIZE];
	va_list arguments;
	va_start(arguments, format);
	const int length = vsnprintf(argument, sizeof argument, format, arguments);
	va_end(arguments);
	SAME(length >= 0 && (size_t)length < sizeof argument);
	SAME(line.count < ARGUMENTS_MAX);
	line.arguments[line.count++] = line_words.bytes + line_words.length;
	line.arguments[line.count] = NULL;
	words_add(&line_words, "%s", argument);
	line_words.length++; /* keep the NUL */
}

/* Starts a command line with a FILE, and an option with its value. */
static inline void line_begin(const char *file, const char *option, const char *value)
{
	line_words.length = 0;
	line.count = 0;
	line_add("dungen");
	line_add("%s", file);
	line_add("%s%s", option, value);
}

/*
 * Returns the name of a file in a format. The name matters only if the first line is the same in
 * csv and in text.
 */
static inline const char *file_name(const struct format *format)
{
	return strcmp(format->name, "csv") == 0 ? "b.csv" : "b";
}

/*
 * Runs the command line. Stores what it writes in *written, as a file "b", which stays valid until
 * the next run with the same number. `number` is less than RUNS_KEPT.
 */
static inline enum status run_line(int number, struct world_input *written)
{
	static struct record records[RUNS_KEPT];
	const enum status status = (enum status)run_program(&records[number]);
	SAME((status == STATUS_FAILED) == world.has_failed);
	*written = (struct world_input){"b", world.bytes, world.written};
	return status;
}
