/* SPDX-License-Identifier: MIT */
/* The output: every byte in its place, and an error is never lost. */
#include "formats/put.h"
#include "output/output.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATTERN = 5 * OUTPUT_BUFFER, OPERATIONS = 30, PIECE_MOST = 1 << 12 };
enum { FILE_MOST = 1 << 28 };

static struct output output;
static FILE *expected;        /* takes the bytes that should be written */
static char pattern[PATTERN]; /* the source of everything that is written */

/* Chooses a length close to one at which the output does something else. */
static size_t choose_length(uint64_t *random)
{
	static const uint32_t lengths[] = {0,
					   2,
					   100,
					   PIECE_MOST,
					   OUTPUT_BUFFER / 2,
					   OUTPUT_BUFFER,
					   2 * OUTPUT_BUFFER,
					   3 * OUTPUT_BUFFER,
					   4 * OUTPUT_BUFFER};
	uint32_t length = lengths[unit_between(random, 0, sizeof lengths / sizeof *lengths - 1)];
	if (unit_once_in(random, 4))
		return unit_between(random, 0, length);
	uint32_t near = length + unit_between(random, 0, 2);
	return near > 0 ? near - 1 : 0;
}

/* Writes text and numbers through a cursor, so that pieces end anywhere in the buffer. */
static void put_pieces(uint64_t *random)
{
	struct cursor cursor = cursor_begin(&output);
	for (uint32_t count = unit_between(random, 1, 40); count > 0; count--) {
		uint32_t length = unit_between(random, 0, unit_once_in(random, 3) ? PIECE_MOST : 30);
		uint64_t number = unit_random(random) >> unit_between(random, 0, 63);
		const char *source = pattern + unit_between(random, 0, PATTERN - PIECE_MOST);
		fwrite(source, 1, length, expected);
		fprintf(expected, "=-%" PRIu64 "%" PRIu64, number, number);
		cursor = put_pair(put_bytes(cursor, source, length), "=-", number);
		cursor = put_pair(cursor, "", number);
	}
	cursor_end(cursor);
}

/* Writes in a random one of the ways. */
static void put_any(uint64_t *random)
{
	size_t length = choose_length(random);
	const char *source = pattern + unit_between(random, 0, (uint32_t)(PATTERN - length));
	switch (unit_between(random, 0, 2)) {
	case 0:
		put_pieces(random);
		return;
	case 1:
		source = "text";
		length = strlen(source);
		output_text(&output, source);
		break;
	default:
		output_write(&output, source, length);
		break;
	}
	fwrite(source, 1, length, expected);
}

static void check_bytes(uint64_t random)
{
	uint64_t start = random;
	char *bytes = NULL;
	size_t length = 0;
	FILE *file = tmpfile();
	expected = open_memstream(&bytes, &length);
	if (!file || !expected)
		unit_no_memory();
	output = (struct output){0};
	output_start(&output, fileno(file), "test");
	for (uint32_t count = unit_between(&random, 1, OPERATIONS); count > 0; count--)
		put_any(&random);
	bool finished = output_finish(&output);
	fclose(expected);
	rewind(file);
	char *found = unit_memory(length + 1, 1);
	CHECK(finished && fread(found, 1, length + 1, file) == length && memcmp(found, bytes, length) == 0,
	      "all %zu bytes are written: start %" PRIu64, length, start);
	CHECK(output.written == length, "they are counted: %" PRIu64 " of %zu, start %" PRIu64, output.written, length,
	      start);
	fclose(file);
	free(found);
	free(bytes);
}

/* After an error, a byte and more than the buffer in each of the ways to write. */
static void check_errors(void)
{
	FILE *file = tmpfile();
	if (!file)
		unit_no_memory();
	output = (struct output){0};
	output_start(&output, fileno(file), "test");
	output_text(&output, "a few bytes");
	output_fail(&output, EFBIG);
	output_write(&output, pattern, 1);
	output_write(&output, pattern, PATTERN);
	for (uint32_t i = 0; i < 100; i++)
		cursor_end(put_bytes(cursor_begin(&output), pattern, PIECE_MOST));
	output_fail(&output, EIO);
	bool finished = output_finish(&output);
	CHECK(!finished && output.error == EFBIG, "the first error is kept and reported: %d", output.error);
	CHECK(lseek(fileno(file), 0, SEEK_END) == 0, "nothing is written after an error");
	fclose(file);
}

/* Once the unfinished file is gone, a file of its name belongs to somebody else. */
static void check_after_end(void)
{
	static struct output new;
	const char *unfinished = new.file.temporary;
	for (int complete = 0; complete < 2; complete++) {
		mode_t before = umask(027);
		output_open(&new, "new");
		output_text(&new, "new");
		if (!complete)
			output_fail(&new, EIO);
		(void)output_close(&new, true);
		CHECK(umask(before) == 027, "the umask does not change: complete: %d", complete);

		close(open(unfinished, O_WRONLY | O_CREAT | O_EXCL, 0600));
		fflush(stdout);
		pid_t child = fork();
		if (child < 0)
			exit(1);
		if (child == 0) {
			raise(SIGTERM);
			_exit(1);
		}
		int status = 0;
		waitpid(child, &status, 0);
		bool ended = WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
		CHECK(ended && unlink(unfinished) == 0,
		      "a signal after the end removes nothing: complete: %d, status %d", complete, status);
	}
	unlink("new");
}

int main(void)
{
	uint64_t random = UNIT_START;
	/* Endless writing fails before it fills the disk. */
	struct rlimit limit = {FILE_MOST, FILE_MOST};
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	for (size_t i = 0; i < PATTERN; i++)
		pattern[i] = (char)unit_between(&random, 'A', 'z');
	for (uint32_t i = 0; i < 60; i++)
		RUN(check_bytes(unit_random(&random)));
	RUN(check_errors());
	char folder[] = "/tmp/dungen-unit-XXXXXX";
	if (!mkdtemp(folder) || chdir(folder) != 0)
		return 1;
	RUN(check_after_end());
	rmdir(folder);
	return unit_end();
}
