/* SPDX-License-Identifier: MIT */
/* The output: every byte in its place, and an error is never lost. */
#include "formats/put.h"
#include "output/map_files.h"
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

enum { FILES, PIPES, WATCHED, FIRST, SILENT, AFTER_END, UMASK, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[FILES] = {.what = "writes of all lengths in any mix give exactly their bytes: a file"},
	[PIPES] = {.what = "the same through a pipe that waits and one that does not, while signals interrupt"},
	[WATCHED] = {.what = "a watcher is told of the bytes written, rising, at the end all of them"},
	[FIRST] = {.what = "the first error is kept, and map_files_close returns false"},
	[SILENT] = {.what = "nothing is written after an error"},
	[AFTER_END] = {.what = "a signal after the end removes nothing, whether the file was placed or removed"},
	[UMASK] = {.what = "the umask stays as it is"},
};

enum { PATTERN = 5 * OUTPUT_BUFFER, AT_ONCE_MOST = 1 << 21, OPERATIONS = 60, PIECE_MOST = 1 << 12 };

static struct map_files files;
static struct output *const output = &files.output;
static char pattern[PATTERN]; /* where the bytes that are written come from */
static char folder[] = "/tmp/dungen-unit-XXXXXX";

enum { FILE_MOST = 1 << 28 };

/* How large a file may get: something that is written without end fails, and does not fill the disk. */
static void limit_file(uint32_t most)
{
	struct rlimit limit = {most, FILE_MOST};
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
}

static const char *in_folder(const char *name)
{
	static char path[sizeof folder + 64];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

/* The bytes that should come out. */
struct bytes {
	char *start;
	size_t length, capacity;
};

static void append(struct bytes *bytes, const char *more, size_t length)
{
	if (length == 0)
		return;
	if (length > bytes->capacity - bytes->length) {
		bytes->capacity = 2 * (bytes->length + length);
		bytes->start = realloc(bytes->start, bytes->capacity);
		if (!bytes->start) {
			printf("no memory for the test\n");
			exit(1);
		}
	}
	memcpy(bytes->start + bytes->length, more, length);
	bytes->length += length;
}

/* Lengths around those at which something changes. */
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

static uint32_t choose_times(uint64_t *random, size_t length)
{
	uint32_t fitting = (uint32_t)(OUTPUT_BUFFER / length), most = (uint32_t)(AT_ONCE_MOST / length) + 3;
	uint32_t starts[] = {0, fitting, 2 * fitting, unit_between(random, 0, most)};
	uint32_t times = starts[unit_between(random, 0, 3)] + unit_between(random, 0, 3);
	return times < most ? times : most;
}

/* Pieces of text and numbers, which end at every distance from the end of the buffer. */
static void put_pieces(uint64_t *random, struct bytes *expected)
{
	struct cursor cursor = cursor_begin(output);
	for (uint32_t count = unit_between(random, 1, 40); count > 0; count--) {
		uint32_t length = unit_between(random, 0, unit_once_in(random, 3) ? PIECE_MOST : 30);
		uint64_t number = unit_random(random) >> unit_between(random, 0, 63);
		const char *source = pattern + unit_between(random, 0, PATTERN - PIECE_MOST);
		char digits[32];
		snprintf(digits, sizeof digits, "=-%" PRIu64, number);
		if (expected) {
			append(expected, source, length);
			append(expected, digits, strlen(digits));
			append(expected, digits + 2, strlen(digits + 2));
		} else {
			cursor = put_pair(put_bytes(cursor, source, length), "=-", number);
			cursor = put_number(cursor, number);
		}
	}
	if (!expected)
		cursor_end(cursor);
}

/* One call, into `expected` or else into the output; which one depends on *random only. */
static void operate(uint64_t *random, struct bytes *expected)
{
	size_t length = choose_length(random);
	const char *source = pattern + unit_between(random, 0, (uint32_t)(PATTERN - length));
	uint32_t kind = unit_between(random, 0, 3), times = 1;
	if (kind == 0) {
		put_pieces(random, expected);
		return;
	}
	if (kind == 1 && length > 0) {
		times = choose_times(random, length);
		if (!expected)
			output_repeat(output, source, length, times);
	} else if (kind == 2) {
		source = "text";
		length = 4;
		if (!expected)
			output_text(output, source);
	} else if (!expected) {
		output_write(output, source, length);
	}
	for (; expected && times > 0; times--)
		append(expected, source, length);
}

static void operate_all(uint64_t random, struct bytes *expected)
{
	uint32_t count = unit_between(&random, 1, OPERATIONS);
	for (uint32_t i = 0; i < count; i++)
		operate(&random, expected);
}

/* What is in a file, or comes out of a pipe, up to its end. Slowly, so that its writer has to wait. */
static struct bytes read_all(int descriptor, bool slowly)
{
	static char buffer[100000];
	struct bytes bytes = {0};
	ssize_t length;
	if (slowly)
		usleep(3000);
	while ((length = read(descriptor, buffer, sizeof buffer)) > 0)
		append(&bytes, buffer, (size_t)length);
	close(descriptor);
	return bytes;
}

static bool same_bytes(const struct bytes *a, const struct bytes *b)
{
	return a->length == b->length && (a->length == 0 || memcmp(a->start, b->start, a->length) == 0);
}

static struct bytes read_file(const char *path)
{
	int descriptor = open(path, O_RDONLY);
	return descriptor < 0 ? (struct bytes){0} : read_all(descriptor, false);
}

/* How much was told last, and whether it ever fell or stood still. */
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

static void check_file(uint64_t random)
{
	const char *path = in_folder("file");
	struct bytes expected = {0};
	struct told told = {0, true};
	operate_all(random, &expected);
	map_files_open(&files, path);
	output->watch = watch;
	output->watcher = &told;
	operate_all(random, NULL);
	bool closed = map_files_close(&files, true);
	struct bytes written = read_file(path);
	CHECK(&properties[FILES], closed && same_bytes(&written, &expected), "%zu bytes, not %zu: start %" PRIu64,
	      written.length, expected.length, random);
	CHECK(&properties[WATCHED], told.rising && told.written == expected.length && output->written == told.written,
	      "%" PRIu64 " of %zu: start %" PRIu64, told.written, expected.length, random);
	free(written.start);
	free(expected.start);
}

static void do_nothing(int signal)
{
	(void)signal;
}

enum { WRONGLY_TOLD = 2 }; /* status: who watched was not told of all bytes */

/*
 * Standard output is a pipe; a signal, whose handler does nothing, comes five thousand times a second. The process
 * ends here; `length` bytes are to be written.
 */
static void write_interrupted(int pipe_end, uint64_t random, size_t length)
{
	dup2(pipe_end, STDOUT_FILENO);
	close(pipe_end);
	struct sigaction action = {.sa_handler = do_nothing};
	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	struct itimerval often = {{0, 200}, {0, 200}};
	setitimer(ITIMER_REAL, &often, NULL);
	struct told told = {0, true};
	map_files_open(&files, NULL);
	output->watch = watch;
	output->watcher = &told;
	operate_all(random, NULL);
	if (!map_files_close(&files, true))
		_exit(1);
	_exit(told.rising && told.written == length && output->written == told.written ? 0 : WRONGLY_TOLD);
}

static void check_pipe(uint64_t random)
{
	struct bytes expected = {0};
	operate_all(random, &expected);
	int ends[2];
	fflush(stdout);
	if (pipe(ends) != 0)
		exit(1);
	pid_t writer = fork();
	if (writer < 0)
		exit(1);
	if (writer == 0) {
		close(ends[0]);
		/* Some pipes wait for their reader, others have to be waited for. */
		if (random % 2)
			fcntl(ends[1], F_SETFL, O_NONBLOCK);
		write_interrupted(ends[1], random, expected.length);
	}
	close(ends[1]);
	struct bytes come = read_all(ends[0], true);
	int status = -1;
	waitpid(writer, &status, 0);
	status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	CHECK(&properties[PIPES], (status == 0 || status == WRONGLY_TOLD) && same_bytes(&come, &expected),
	      "%zu bytes, not %zu, status %d: start %" PRIu64, come.length, expected.length, status, random);
	CHECK(&properties[WATCHED], status != WRONGLY_TOLD, "through a pipe: start %" PRIu64, random);
	free(come.start);
	free(expected.start);
}

static off_t size_of(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 ? status.st_size : -1;
}

/* A byte, or more than the buffer, in each of the ways to write. */
static void write_amount(uint32_t way)
{
	switch (way) {
	case 0:
		output_write(output, pattern, 1);
		break;
	case 1:
		output_write(output, pattern, PATTERN);
		break;
	case 2:
		output_repeat(output, pattern, 10, 100000);
		break;
	case 3:
		output_repeat(output, pattern, PATTERN / 2, 3);
		break;
	default:
		for (uint32_t i = 0; i < 100; i++)
			cursor_end(put_bytes(cursor_begin(output), pattern, PIECE_MOST));
		break;
	}
}

/* Standard output is a file that reaches its largest size, and then that is raised, so that more would fit. */
static void check_errors(void)
{
	const char *path = in_folder("limited");
	for (uint32_t way = 0; way < 5; way++) {
		fflush(stdout);
		int before = dup(STDOUT_FILENO), file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		dup2(file, STDOUT_FILENO);
		close(file);
		map_files_open(&files, NULL);
		limit_file(100000);
		for (uint32_t i = 0; i < 100 && !output->error; i++)
			output_write(output, pattern, PATTERN);
		limit_file(FILE_MOST);
		int error = output->error;
		off_t first = size_of(path);
		write_amount(way);
		output_fail(output, EIO);
		write_amount(way);
		bool closed = map_files_close(&files, true);
		off_t second = size_of(path);
		dup2(before, STDOUT_FILENO);
		close(before);
		CHECK(&properties[SILENT], first == 100000 && second == first,
		      "way %" PRIu32 ": %ld and then %ld bytes", way, (long)first, (long)second);
		CHECK(&properties[FIRST], error == EFBIG && output->error == error && !closed,
		      "way %" PRIu32 ": %d, %d", way, error, output->error);
	}
	unlink(path);
}

/* Whatever has the name of the unfinished file when that is gone is somebody else's. */
static void check_after_end(void)
{
	const char *unfinished = files.file.temporary;
	for (int complete = 0; complete < 2; complete++) {
		mode_t before = umask(027);
		map_files_open(&files, in_folder("new"));
		output_text(output, "new");
		if (!complete)
			output_fail(output, EIO);
		(void)map_files_close(&files, true);
		CHECK(&properties[UMASK], umask(before) == 027, "complete: %d", complete);

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
		CHECK(&properties[AFTER_END], ended && unlink(unfinished) == 0, "complete: %d, status %d", complete,
		      status);
	}
	unlink(in_folder("new"));
}

int main(void)
{
	uint64_t random = UNIT_START;
	limit_file(FILE_MOST);
	for (size_t i = 0; i < PATTERN; i++)
		pattern[i] = (char)unit_between(&random, 'A', 'z');
	if (!mkdtemp(folder)) {
		printf("no folder for the test: %s\n", strerror(errno));
		return 1;
	}
	for (uint32_t i = 0; i < 60; i++) {
		check_file(unit_random(&random));
		check_pipe(unit_random(&random));
	}
	unlink(in_folder("file"));
	check_errors();
	check_after_end();
	rmdir(folder);
	printf("lengths chosen from %d on\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
