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
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATTERN = 5 * OUTPUT_BUFFER, OPERATIONS = 30, PIECE_MOST = 1 << 12 };
enum { FILE_MOST = 1 << 28 };

static struct output output;
static FILE *expected;        /* takes the bytes that should be written */
static char pattern[PATTERN]; /* the source of everything that is written */
static char folder[] = "/tmp/dungen-unit-XXXXXX";

static const char *in_folder(const char *name)
{
	static char path[sizeof folder + 64];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

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
		cursor = put_number(cursor, number);
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

/* The number that a watcher was last called with, and whether it always rose. */
struct told {
	uint64_t written;
	bool rising;
};

static void watch(void *watcher, uint64_t written)
{
	struct told *told = watcher;
	told->rising = told->rising && written > told->written;
	told->written = written;
}

static void do_nothing(int signal)
{
	(void)signal;
}

/* Starts or stops a signal that arrives five thousand times a second. */
static void interrupt(bool often)
{
	struct sigaction action = {.sa_handler = do_nothing};
	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	struct itimerval period = {{0, often ? 200 : 0}, {0, often ? 200 : 0}};
	setitimer(ITIMER_REAL, &period, NULL);
}

/* Whether a file has the bytes that were expected. */
static bool is_expected(const char *path, const char *bytes, size_t length)
{
	FILE *file = fopen(path, "rb");
	char *found = unit_memory(length + 1, 1);
	bool same = file && fread(found, 1, length + 1, file) == length && memcmp(found, bytes, length) == 0;
	if (file)
		fclose(file);
	free(found);
	return same;
}

/* Writes to a file, or to a pipe whose reader begins late, so that it is full for a while. */
static void check_bytes(uint64_t random, bool to_file)
{
	uint64_t start = random;
	char *bytes = NULL, command[sizeof folder + 100];
	size_t length = 0;
	const char *path = in_folder("file");
	snprintf(command, sizeof command, "sleep 0.01; cat > %s", path);
	FILE *sink = to_file ? fopen(path, "wb") : popen(command, "w");
	expected = open_memstream(&bytes, &length);
	if (!sink || !expected)
		unit_no_memory();
	if (!to_file && random % 2)
		fcntl(fileno(sink), F_SETFL, O_NONBLOCK);
	struct told told = {0, true};
	output = (struct output){.watch = watch, .watcher = &told};
	output_start(&output, fileno(sink), "test");
	interrupt(true);
	for (uint32_t count = unit_between(&random, 1, OPERATIONS); count > 0; count--)
		put_any(&random);
	bool finished = output_finish(&output);
	interrupt(false);
	fclose(expected);
	if (to_file)
		fclose(sink);
	else
		pclose(sink);
	CHECK(finished && is_expected(path, bytes, length), "all %zu bytes are written: start %" PRIu64, length, start);
	CHECK(told.rising && told.written == length && output.written == length,
	      "a watcher is called with rising numbers up to all bytes: %" PRIu64 " of %zu, start %" PRIu64,
	      told.written, length, start);
	free(bytes);
}

/* After an error, a byte and more than the buffer in each of the ways to write. */
static void check_errors(void)
{
	const char *path = in_folder("file");
	int descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	output = (struct output){0};
	output_start(&output, descriptor, "test");
	output_text(&output, "a few bytes");
	output_fail(&output, EFBIG);
	output_write(&output, pattern, 1);
	output_write(&output, pattern, PATTERN);
	for (uint32_t i = 0; i < 100; i++)
		cursor_end(put_bytes(cursor_begin(&output), pattern, PIECE_MOST));
	output_fail(&output, EIO);
	bool finished = output_finish(&output);
	CHECK(!finished && output.error == EFBIG, "the first error is kept and reported: %d", output.error);
	CHECK(lseek(descriptor, 0, SEEK_END) == 0, "nothing is written after an error");
	close(descriptor);
}

/* Once the unfinished file is gone, a file of its name belongs to somebody else. */
static void check_after_end(void)
{
	static struct output new;
	const char *unfinished = new.file.temporary;
	for (int complete = 0; complete < 2; complete++) {
		mode_t before = umask(027);
		output_open(&new, in_folder("new"));
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
	unlink(in_folder("new"));
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
	if (!mkdtemp(folder)) {
		printf("no folder for the test: %s\n", strerror(errno));
		return 1;
	}
	for (uint32_t i = 0; i < 60; i++)
		RUN(check_bytes(unit_random(&random), i % 2));
	RUN(check_errors());
	unlink(in_folder("file"));
	RUN(check_after_end());
	rmdir(folder);
	return unit_end();
}
