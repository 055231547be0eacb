/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the whole program over command lines, on the system of world.h. Each input runs twice.
 * In the first run all calls of the system succeed, and in the second run some of them fail. In
 * both runs:
 *
 * - The program writes the start of what the first run writes, and all of it if the status is 0.
 * - The files have the names and the bytes of the first run. A file of several maps is flushed to
 *   disk.
 * - The output does not replace one of several FILEs.
 * - Each message is a line of UTF-8 without control characters, and a failure has one. With
 *   --messages json, it is an object, and an error has the status. Progress lines are erased.
 * - The status is 1 only if a call has failed, and the message contains the reason.
 * - All memory is freed.
 *
 * An input contains the arguments, one a line, a NUL character, and the numbers of choose_world and
 * choose_failures. With FILEs, choose_file comes before the numbers, and once more for the trace of
 * --draws, or for the last of several FILEs. The other FILEs and standard input have the same
 * bytes.
 */
#include "program.h"

#include "cli/table.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { DIGITS_MAX = 3 }; /* digits of a number that does not make a map slow */

static const char digits[] = "0123456789";

static struct world quiet_world; /* what the first run did */
static bool replaces_file;       /* --output names one of several FILEs */

/* Files of a small map, one for each format. */
static struct world_input samples[NAMES_MAX];
static size_t sample_count;

/* Removes the next text, and the NUL character at its end. Returns its length. */
static size_t take_text(struct numbers *input)
{
	const uint8_t *nul = NULL;
	if (input->size > 0)
		nul = memchr(input->bytes, '\0', input->size);
	const size_t length = nul ? (size_t)(nul - input->bytes) : input->size;
	const size_t size = nul ? length + 1 : length;
	input->bytes += size;
	input->size -= size;
	return length;
}

/* Splits line.text into arguments. Returns false if it has too many. */
static bool split_line(void)
{
	static char program_name[] = "dungen";
	line.arguments[0] = program_name;
	line.count = 1;
	char *next = *line.text ? line.text : NULL;
	while (next) {
		if (line.count > ARGUMENTS_MAX)
			return false;
		line.arguments[line.count++] = next;
		next = strchr(next, '\n');
		if (next)
			*next++ = '\0';
	}
	line.arguments[line.count] = NULL;
	return true;
}

/* Removes the command line from the input. Returns false if it is too long. */
static bool take_line(struct numbers *input)
{
	const uint8_t *text = input->bytes;
	const size_t length = take_text(input);
	if (length >= LINE_SIZE)
		return false;
	memcpy(line.text, text, length);
	line.text[length] = '\0';
	return split_line();
}

/* Returns whether an argument contains a number with too many digits. */
static bool has_large_number(const char *argument)
{
	while (*(argument += strcspn(argument, digits))) {
		const size_t digit_count = strspn(argument, digits);
		if (digit_count > DIGITS_MAX)
			return true;
		argument += digit_count;
	}
	return false;
}

/* Returns whether an argument contains a seed, or follows the option that requires one. */
static bool is_seed(const char *argument, const char *previous_argument)
{
	if (strncmp(argument, "-s", 2) == 0 || strncmp(argument, "--seed", 6) == 0)
		return true;
	return strcmp(previous_argument, "-s") == 0 || strcmp(previous_argument, "--seed") == 0;
}

/* Returns whether the maps of the command line take little time: only seeds are large. */
static bool is_quick(void)
{
	for (int i = 1; i < line.count; i++) {
		if (is_seed(line.arguments[i], line.arguments[i - 1]))
			continue;
		if (has_large_number(line.arguments[i]))
			return false;
	}
	return true;
}

/*
 * Removes the bytes of a file and a NUL character from the input. Instead of no bytes, the next
 * number can choose a file that dungen writes, which may be binary.
 */
static struct world_input choose_file(struct numbers *input)
{
	struct world_input file = {.bytes = input->bytes};
	file.length = take_text(input);
	if (file.length > 0)
		return file;
	const size_t choice = numbers_take(input) % (sample_count + 1);
	return choice > 0 ? samples[choice - 1] : file;
}

/* Chooses how the world behaves in both runs. */
static void choose_world(struct numbers *input)
{
	static const double ticks[] = {1e-9, 0.3, 2.5};
	static const int errors[] = {EIO, ENOSPC, EACCES, EROFS, EPIPE, ENOMEM, EDQUOT, EFBIG};
	const unsigned flags = numbers_take(input);
	world.is_terminal = flags & 1;
	world.owns_terminal = flags & 2;
	world.has_reader = flags & 4;
	world.in_place = flags & 8;
	world.target_exists = flags & 16;
	world.tick = ticks[numbers_take(input) % 3];
	world.random = numbers_take(input) * UINT64_C(0x0123456789abcdef);
	world.error = errors[numbers_take(input) % 8];
}

/* Chooses what fails in the second run. */
static void choose_failures(struct numbers *input)
{
	const unsigned flags = numbers_take(input);
	world.random_fails = flags & 2;
	world.tells_nothing = (flags & 12) == 12;
	world.failing_open = flags & 16 ? 1 + numbers_take(input) % 4 : 0;
	world.failing_close = flags & 32 ? 1 + numbers_take(input) % 4 : 0;
	world.write_max = flags & 64 ? 1 + numbers_take(input) * 16 : 0;
	world.read_max = world.write_max ? world.write_max : SIZE_MAX;
	if (world.input.bytes && !(flags & 12))
		world.failing_read = numbers_take(input) % 4;
	if (flags & 128 && quiet_world.written > 0) {
		const unsigned high = numbers_take(input);
		const unsigned low = numbers_take(input);
		world.full_after = (high << 8 | low) % (quiet_world.written + 1);
	}
}

static void judge_file(const struct world_file *file, int status)
{
	if (!file->is_complete) {
		SAME(status != 0);
		return;
	}
	if (world.in_place)
		return;
	SAME(!replaces_file || !world.target_exists);
	SAME(file->is_durable == !has_pattern);
	SAME(has_pattern || status == 0);
}

static void judge_files(int status)
{
	for (unsigned i = 0; i < world.opened_count; i++)
		judge_file(&world.files[i], status);
	SAME(has_pattern || world.opened_count <= 1);
}

/* Compares a file of the second run with the file of the first run. */
static void judge_same_file(const struct world_file *file, const struct world_file *quiet_file)
{
	const bool has_name = *file->name;
	SAME(!has_name || strcmp(file->name, quiet_file->name) == 0);
	if (!file->is_complete || world.in_place)
		return;
	SAME(file->begin == quiet_file->begin);
	SAME(file->end == quiet_file->end);
	SAME(file->is_durable == quiet_file->is_durable);
}

/* Compares the second run with the first run. */
static void judge_same(int status, int quiet_status)
{
	SAME(world.written <= quiet_world.written);
	SAME(memcmp(world.bytes, quiet_world.bytes, world.written) == 0);
	SAME(world.opened_count <= quiet_world.opened_count);
	SAME(status == quiet_status || status == 1);
	SAME(status == quiet_status || world.has_failed);
	if (status == 0) {
		SAME(!world.has_failed);
		SAME(world.written == quiet_world.written);
		SAME(world.opened_count == quiet_world.opened_count);
	}
	for (unsigned i = 0; i < world.opened_count; i++)
		judge_same_file(&world.files[i], &quiet_world.files[i]);
}

/* Finds out what the command line makes the program do. Returns whether it is right. */
static bool read_line(struct options *options)
{
	static struct message message;
	prepare_arguments();
	const bool is_right = command_line_read(options, line.count, line.moved_arguments,
						&message);
	const char *output = options->output; /* the only one; see LLVMFuzzerTestOneInput */
	has_pattern = is_right && output && pattern_has(output, "di");
	replaces_file = false;
	for (size_t i = 0; is_right && output && i < options->file_count; i++)
		replaces_file |= options->file_count > 1 && strcmp(output, options->files[i]) == 0;
	has_reports = is_right && (options->check || options->compare);
	const bool is_filtered = options->where.conditions != 0 || options->recipe.min_rooms > 0;
	has_notes = is_right && (options->file_count > 0 || is_filtered) && !options->quiet;
	return is_right;
}

/* Writes the samples. libFuzzer calls this first. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	const struct names formats = table_names(&option_table[OPTION_FORMAT]);
	while (sample_count < formats.count) {
		struct world_input *sample = &samples[sample_count];
		world = (struct world){.full_after = WORLD_BYTES};
		line_begin("--seed=7", "--format=", formats.items[sample_count++]);
		line_add("--width=20");
		line_add("--height=12");
		SAME(run_line(0, sample) == STATUS_DONE);
		void *bytes = malloc(sample->length);
		SAME(bytes);
		sample->bytes = memcpy(bytes, sample->bytes, sample->length);
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static char written[2][WORLD_BYTES];
	static struct world_file files[2][WORLD_FILES];
	struct numbers input = {bytes, size};
	struct options options;
	if (!take_line(&input))
		return -1;
	/* A FILE such as 42 exists, or the command line is wrong. */
	world = (struct world){
		.full_after = WORLD_BYTES, .read_max = SIZE_MAX, .target_exists = true};
	const bool is_right = read_line(&options);
	if (is_right && !is_quick())
		return -1;
	/* The world has one output. */
	if (options.target_count > 1)
		return -1;
	/* Conditions without a seed search for a map by themselves, for minutes if none fits. */
	const bool has_condition = options.given[OPTION_MIN_ROOMS] || options.given[OPTION_WHERE];
	if (is_right && has_condition && !options.given[OPTION_SEED])
		return -1;
	if (is_right && options.file_count > 0)
		world.input = choose_file(&input);
	if (is_right && (options.draws || options.file_count > 1)) {
		world.other = choose_file(&input);
		world.other.name = options.draws ? options.draws
						 : options.files[options.file_count - 1];
	}
	choose_world(&input);
	const int quiet_status = run_program(written[0], files[0]);
	judge_files(quiet_status);
	SAME(quiet_status == 1 || !world.has_failed);
	SAME(quiet_status != 1 || world.has_failed || world.lacks_file);
	/* The world could not hold all bytes or files, or a name was too long, or a FILE is
	 * missing. */
	if (quiet_status == 1)
		return -1;
	quiet_world = world;
	choose_failures(&input);
	const int status = run_program(written[1], files[1]);
	judge_files(status);
	judge_same(status, quiet_status);
	return 0;
}
