/* SPDX-License-Identifier: MIT */
#pragma once

/*
 * The whole program on the system of world.c, which stands in for src/system/posix/, and what has
 * to hold for whatever it does. Shared by the fuzzers of command lines, documents and readers.
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

enum { ARGUMENTS_MOST = 40, TEXT_MOST = 8192 };

/* The command line. getopt moves its arguments, so each run has its own list of them. */
static struct {
	int count;
	char *argument[ARGUMENTS_MOST + 2], *moved[ARGUMENTS_MOST + 2];
	char text[TEXT_MOST];
} line;

static bool pattern; /* there is a file for each map */
static bool reports; /* faults or differences are printed, each in a line */
static bool notes;   /* what is read has its own lines, also with status 0 */

/* Makes getopt start again, with a list of the arguments that it may reorder. */
static void prepare_arguments(void)
{
	char *nothing[] = {line.argument[0], NULL};
	optind = 0;
	getopt(1, nothing, "+:");
	memcpy(line.moved, line.argument, sizeof line.moved);
}

/*
 * Returns the end of a line of standard error that starts so, or NULL if it does not or has control
 * characters.
 */
static const char *plain_line(const char *at, const char *start)
{
	const char *end = world.told + world.told_length;
	if ((size_t)(end - at) < strlen(start) || memcmp(at, start, strlen(start)) != 0)
		return NULL;
	while (at < end && (uint8_t)*at >= ' ' && *at != 0x7f)
		at++;
	return at < end && *at == '\n' ? at + 1 : NULL;
}

/* Returns whether a line ends with a time, as those about progress do: " in 5 s". */
static bool ends_with_time(const char *text, const char *end)
{
	static const char unit[] = " s";
	const size_t length = strlen(unit);
	if ((size_t)(end - text) <= length || memcmp(end - length, unit, length) != 0)
		return false;
	return isdigit((unsigned char)end[-(ptrdiff_t)length - 1]);
}

/*
 * Returns the end of the progress lines. Each erases the one before, and the last is erased before
 * a message, and at the end.
 */
static const char *past_progress(const char *at)
{
	static const char erase[] = "\r\033[K";
	const char *told_end = world.told + world.told_length;
	const char *line_feed = memchr(at, '\n', (size_t)(told_end - at));
	const char *end = line_feed ? line_feed : told_end;
	const char *after = at, *next = at;
	while ((next = memmem(next, (size_t)(end - next), erase, strlen(erase))))
		after = next += strlen(erase);
	/* It would stay on the screen. */
	SAME(after == at || !ends_with_time(after, end));
	return after;
}

static bool tells(const char *text)
{
	return memmem(world.told, world.told_length, text, strlen(text)) != NULL;
}

static void judge_told(int status)
{
	if (world.deaf)
		return;
	static const char warning[] = " look the same\n";
	const char *at = world.told, *end = at + world.told_length, *next;
	if ((next = plain_line(at, "dungen: --glyphs ")) &&
	    memmem(at, (size_t)(next - at), warning, strlen(warning)))
		at = next;
	/* Not the message about an argument such as "seed 1". */
	static const char seed[] = "dungen: seed ";
	if ((next = plain_line(at, seed)) &&
	    at + strlen(seed) + strspn(at + strlen(seed), "0123456789") + 1 == next)
		at = next;
	at = past_progress(at);
	do {
		next = plain_line(at, "dungen: ");
		at = past_progress(next ? next : at);
	} while ((reports || notes) && next && at < end);
	SAME(at == end);
	SAME(next ? status != 0 || notes || (world.opened > 0 && world.file[0].placed)
		  : status == 0);
	SAME(status != 1 || tells(strerror(world.error)) ||
	     (world.error == ENOMEM && tells("out of memory")) || tells(strerror(ENAMETOOLONG)) ||
	     tells(strerror(EMFILE)));
}

/* Runs the command line and checks what standard error has. */
static int run(char *bytes, struct world_file *files)
{
	world.bytes = bytes;
	world.file = files;
	world.failed = false;
	world.written = world.told_length = 0;
	world.opened = world.closed = 0;
	world.open = 0;
	world.reads = 1;
	memset(world.reading, 0, sizeof world.reading);
	world.reading[0] = world.input;
	world.at_signal = NULL;
	world.now = 0;
	prepare_arguments();
	int status = program_main(line.count, line.moved);
	world.arguments = line.argument;
	SAME(world.open == 0 && !world.reading[1].name && !world.reading[2].name &&
	     !world.at_signal);
	judge_told(status);
	return status;
}

/* Command lines that are put together, for the fuzzers of documents and of readers. */

/* Text that is put together. */
struct words {
	size_t length;
	char bytes[1 << 16];
};

__attribute__((format(printf, 2, 3))) static inline void add(struct words *text, const char *format,
							     ...)
{
	va_list arguments;
	va_start(arguments, format);
	size_t left = sizeof text->bytes - text->length;
	int length = vsnprintf(text->bytes + text->length, left, format, arguments);
	va_end(arguments);
	SAME(length >= 0 && (size_t)length < left);
	text->length += (size_t)length;
}

static struct words words;

/* Adds an argument, formatted like printf. */
__attribute__((format(printf, 1, 2))) static inline void say(const char *format, ...)
{
	char word[200];
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(word, sizeof word, format, arguments);
	va_end(arguments);
	SAME(length >= 0 && (size_t)length < sizeof word && line.count < ARGUMENTS_MOST);
	line.argument[line.count++] = words.bytes + words.length;
	line.argument[line.count] = NULL;
	add(&words, "%s", word);
	words.length++; /* past its end */
}

/* Starts a command line with an input and one more option. */
static inline void begin(const char *in, const char *option, const char *value)
{
	words.length = 0;
	line.count = 0;
	say("dungen");
	say("%s", in);
	say("%s%s", option, value);
}

/* Runs the command line. Sets what it writes, which the next run with this number overwrites. */
static inline enum status judge(int number, struct world_input *written)
{
	static char bytes[3][WORLD_BYTES];
	static struct world_file files[WORLD_FILES];
	enum status status = (enum status)run(bytes[number], files);
	SAME((status == STATUS_FAILED) == world.failed);
	*written = (struct world_input){"b", bytes[number], world.written};
	return status;
}
