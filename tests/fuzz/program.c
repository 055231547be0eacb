/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the whole program over command lines, on the system of world.c, which stands in for
 * src/system/posix/. Each input runs twice: first all calls succeed, then some fail. In either run:
 *
 * - What is written is the beginning of what the first run writes, and all of it if the status is
 * 0. - The files have the names and the bytes that the first run gives them. A file of several maps
 * is flushed to disk. No
 *   file is left over but one that could not be removed and is named.
 * - Standard error has one line for a failure, and without one only a seed or a hint: well-formed
 * UTF-8 without control
 *   characters. A progress line is erased again.
 * - Status 1 comes from a call that failed, and the line names its error. - No memory is leaked.
 *
 * An input is the arguments, one per line, a zero byte, and the numbers that `choose_world` reads.
 * With --input, the bytes of that file and a zero byte come before these.
 */
#include "program.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { DIGITS_MOST = 3 };

static struct world quiet; /* the first run */

/* Takes the bytes up to a zero byte, and that. Returns how many they are. */
static size_t take_text(struct numbers *input)
{
	const uint8_t *zero = input->size ? memchr(input->bytes, '\0', input->size) : NULL;
	size_t length = zero ? (size_t)(zero - input->bytes) : input->size;
	input->bytes += length + (zero != NULL);
	input->size -= length + (zero != NULL);
	return length;
}

/* Returns false if there are too many arguments. */
static bool take_line(struct numbers *input)
{
	const uint8_t *text = input->bytes;
	size_t length = take_text(input);
	if (length >= TEXT_MOST)
		return false;
	memcpy(line.text, text, length);
	line.text[length] = '\0';
	static char name[] = "dungen";
	line.argument[0] = name;
	line.count = 1;
	for (char *next = line.text; length > 0 && next;) {
		if (line.count > ARGUMENTS_MOST)
			return false;
		line.argument[line.count++] = next;
		next = strchr(next, '\n');
		if (next)
			*next++ = '\0';
	}
	line.argument[line.count] = NULL;
	return true;
}

/* Whether no number but a seed has more than a few digits, so that maps take little time. */
static bool is_quick(void)
{
	for (int i = 1; i < line.count; i++) {
		const char *argument = line.argument[i], *before = line.argument[i - 1];
		if (strncmp(argument, "-s", 2) == 0 || strncmp(argument, "--seed", 6) == 0 ||
		    strcmp(before, "-s") == 0 || strcmp(before, "--seed") == 0)
			continue;
		for (; *(argument += strcspn(argument, "0123456789"));
		     argument += strspn(argument, "0123456789"))
			if (strspn(argument, "0123456789") > DIGITS_MOST)
				return false;
	}
	return true;
}

static void choose_world(struct numbers *input)
{
	static const double ticks[] = {1e-9, 0.3, 2.5};
	static const int errors[] = {EIO, ENOSPC, EACCES, EROFS, EPIPE, ENOMEM, EDQUOT, EFBIG};
	unsigned flags = take(input);
	world.terminal = flags & 1;
	world.owned = flags & 2;
	world.reader = flags & 4;
	world.in_place = flags & 8;
	world.exists = flags & 16;
	world.tick = ticks[take(input) % 3];
	world.random = take(input) * UINT64_C(0x0123456789abcdef);
	world.error = errors[take(input) % 8];
}

static void choose_failures(struct numbers *input)
{
	unsigned flags = take(input);
	world.stuck = flags & 1;
	world.random_fails = flags & 2;
	world.deaf = (flags & 12) == 12;
	world.open_fails = flags & 16 ? 1 + take(input) % 4 : 0;
	world.close_fails = flags & 32 ? 1 + take(input) % 4 : 0;
	world.short_write = flags & 64 ? 1 + take(input) * 16 : 0;
	world.read_most = world.short_write ? world.short_write : SIZE_MAX;
	if (world.input.bytes && !(flags & 12))
		world.read_fails = take(input) % 4;
	if (flags & 128 && quiet.written)
		world.full_after = (take(input) << 8 | take(input)) % (quiet.written + 1);
}

static void judge_files(int status)
{
	bool temporary_remains = false;
	for (unsigned i = 0; i < world.opened; i++) {
		const struct world_file *file = &world.file[i];
		SAME(file->placed || status != 0);
		SAME(!file->placed || world.in_place || file->durable == !pattern);
		SAME(!file->placed || world.in_place || pattern || status == 0);
		temporary_remains = temporary_remains || file->temporary_remains;
	}
	SAME(pattern || world.opened <= 1);
	SAME(world.deaf || status != 1 || tells(" may be left behind\n") == temporary_remains);
}

/* Compares the second run with the first. */
static void judge_same(int status, int quiet_status)
{
	SAME(world.written <= quiet.written &&
	     memcmp(world.bytes, quiet.bytes, world.written) == 0);
	SAME(world.opened <= quiet.opened);
	SAME(status == quiet_status || status == 1);
	if (status != 0 || !world.failed)
		SAME(status == quiet_status || world.failed);
	SAME(status != 0 ||
	     (!world.failed && world.written == quiet.written && world.opened == quiet.opened));
	for (unsigned i = 0; i < world.opened; i++) {
		const struct world_file *file = &world.file[i], *before = &quiet.file[i];
		SAME(strcmp(file->name, before->name) == 0 || !*file->name);
		if (file->placed && !world.in_place)
			SAME(file->begin == before->begin && file->end == before->end &&
			     file->durable == before->durable);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char written[2][WORLD_BYTES];
	static struct world_file files[2][WORLD_FILES];
	struct numbers input = {bytes, size};
	if (!take_line(&input))
		return -1;
	world = (struct world){.full_after = WORLD_BYTES, .read_most = SIZE_MAX};
	struct options options;
	prepare_arguments();
	bool right = command_line_read(&options, line.count, line.moved);
	if (right && !is_quick())
		return -1;
	pattern = right && options.output && pattern_has(options.output, "di");
	reports = right && (options.check || options.compare);
	notes = right && options.input && !options.quiet;
	if (right && (options.input || options.compare)) {
		world.input.bytes = input.bytes;
		world.input.length = take_text(&input);
	}
	choose_world(&input);
	int quiet_status = run(written[0], files[0]);
	judge_files(quiet_status);
	SAME((quiet_status == 1) == world.failed);
	/* There were too many bytes or files for the world, or a name was too long. */
	if (world.failed)
		return -1;
	quiet = world;
	choose_failures(&input);
	int status = run(written[1], files[1]);
	judge_files(status);
	judge_same(status, quiet_status);
	return 0;
}
