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

enum { BYTES, WATCHED, FIRST, SILENT, AFTER_END, UMASK, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[BYTES] = {.what = "writes of all lengths in any mix give exactly their bytes, while signals interrupt: into a "
			   "file, a pipe that waits and one that does not"},
	[WATCHED] = {.what = "a watcher is called with the bytes written, rising, at the end all of them"},
	[FIRST] = {.what = "the first error is kept, and output_finish returns false"},
	[SILENT] = {.what = "nothing is written after an error"},
	[AFTER_END] = {.what = "a signal after the end removes nothing, whether the file was placed or removed"},
	[UMASK] = {.what = "the umask does not change"},
};

enum { PATTERN = 5 * OUTPUT_BUFFER, AT_ONCE_MOST = 1 << 21, OPERATIONS = 60, PIECE_MOST = 1 << 12 };
enum { FILE_MOST = 1 << 28 };

static struct output output;
static char pattern[PATTERN]; /* the source of everything that is written */
static char folder[] = "/tmp/dungen-unit-XXXXXX";

static const char *in_folder(const char *name)
{
	static char path[sizeof folder + 64];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

/* The bytes that should be written. */
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
		if (!bytes->start)
			unit_no_memory();
	}
	memcpy(bytes->start + bytes->length, more, length);
	bytes->length += length;
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

static uint32_t choose_times(uint64_t *random, size_t length)
{
	uint32_t fitting = (uint32_t)(OUTPUT_BUFFER / length), most = (uint32_t)(AT_ONCE_MOST / length) + 3;
	uint32_t starts[] = {0, fitting, 2 * fitting, unit_between(random, 0, most)};
	uint32_t times = starts[unit_between(random, 0, 3)] + unit_between(random, 0, 3);
	return times < most ? times : most;
}

/* Writes text and numbers through a cursor, so that pieces end anywhere in the buffer. */
static void put_pieces(uint64_t *random, struct bytes *expected)
{
	struct cursor cursor = cursor_begin(&output);
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

/* Appends the bytes of one call to `expected`, or makes the call if `expected` is NULL. *random alone decides which. */
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
			output_repeat(&output, source, length, times);
	} else if (kind == 2) {
		source = "text";
		length = 4;
		if (!expected)
			output_text(&output, source);
	} else if (!expected) {
		output_write(&output, source, length);
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

/* Reads to the end of a file or pipe, and starts late, so that the writer of a pipe has to wait. */
static struct bytes read_all(int descriptor)
{
	static char buffer[100000];
	struct bytes bytes = {0};
	ssize_t length;
	usleep(3000);
	while ((length = read(descriptor, buffer, sizeof buffer)) > 0)
		append(&bytes, buffer, (size_t)length);
	close(descriptor);
	return bytes;
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

enum { WRONGLY_TOLD = 2 }; /* status: the watcher was not called with all bytes */

/* Writes while a signal whose handler does nothing arrives five thousand times a second. Ends the process. */
_Noreturn static void write_interrupted(int descriptor, uint64_t random, size_t length)
{
	struct sigaction action = {.sa_handler = do_nothing};
	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	struct itimerval often = {{0, 200}, {0, 200}};
	setitimer(ITIMER_REAL, &often, NULL);
	struct told told = {0, true};
	output_start(&output, descriptor, "test");
	output.watch = watch;
	output.watcher = &told;
	operate_all(random, NULL);
	if (!output_finish(&output))
		_exit(1);
	_exit(told.rising && told.written == length && output.written == told.written ? 0 : WRONGLY_TOLD);
}

/* Writes in a child process, and compares the bytes that arrive. */
static void check_bytes(uint64_t random, bool to_file)
{
	struct bytes expected = {0};
	operate_all(random, &expected);
	int ends[2];
	const char *path = in_folder("file");
	if (to_file) {
		ends[0] = open(path, O_RDONLY | O_CREAT, 0600);
		ends[1] = open(path, O_WRONLY | O_TRUNC);
	} else if (pipe(ends) != 0) {
		exit(1);
	} else if (random % 2) {
		fcntl(ends[1], F_SETFL, O_NONBLOCK);
	}
	fflush(stdout);
	pid_t writer = fork();
	if (writer < 0)
		exit(1);
	if (writer == 0) {
		close(ends[0]);
		write_interrupted(ends[1], random, expected.length);
	}
	close(ends[1]);
	int status = -1;
	if (to_file)
		waitpid(writer, &status, 0);
	struct bytes come = read_all(ends[0]);
	if (!to_file)
		waitpid(writer, &status, 0);
	status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	bool same = come.length == expected.length &&
		    (come.length == 0 || memcmp(come.start, expected.start, come.length) == 0);
	CHECK(&properties[BYTES], (status == 0 || status == WRONGLY_TOLD) && same,
	      "%zu bytes, not %zu, status %d: start %" PRIu64, come.length, expected.length, status, random);
	CHECK(&properties[WATCHED], status != WRONGLY_TOLD, "start %" PRIu64, random);
	free(come.start);
	free(expected.start);
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
	output_repeat(&output, pattern, 10, 100000);
	output_repeat(&output, pattern, PATTERN / 2, 3);
	for (uint32_t i = 0; i < 100; i++)
		cursor_end(put_bytes(cursor_begin(&output), pattern, PIECE_MOST));
	output_fail(&output, EIO);
	bool finished = output_finish(&output);
	CHECK(&properties[FIRST], !finished && output.error == EFBIG, "%d", output.error);
	off_t size = lseek(descriptor, 0, SEEK_END);
	CHECK(&properties[SILENT], size == 0, "%ld bytes", (long)size);
	close(descriptor);
}

/* Once the unfinished file is gone, a file of its name belongs to somebody else. */
static void check_after_end(void)
{
	static struct map_files files;
	const char *unfinished = files.file.temporary;
	for (int complete = 0; complete < 2; complete++) {
		mode_t before = umask(027);
		map_files_open(&files, in_folder("new"));
		output_text(&files.output, "new");
		if (!complete)
			output_fail(&files.output, EIO);
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
	for (uint32_t i = 0; i < 120; i++)
		check_bytes(unit_random(&random), i % 2);
	check_errors();
	unlink(in_folder("file"));
	check_after_end();
	rmdir(folder);
	printf("lengths chosen from %d on\n", UNIT_START);
	return unit_report(properties, PROPERTIES);
}
