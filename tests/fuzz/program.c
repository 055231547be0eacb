/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the whole program over command lines, on the system of world.h. Each input runs twice.
 * In the first run all calls of the system succeed, and in the second run some of them fail. In
 * both runs:
 *
 * - The program writes the start of what the first run writes, and all of it if the status is 0.
 * - The files have the names and the bytes of the first run. A file of several maps is flushed to
 *   disk.
 * - No output replaces one of several FILEs.
 * - Each message is a line of UTF-8 without control characters, and a failure has one. With
 *   --messages json, it is an object, and an error has the status. Progress lines are erased.
 * - The status is 1 only if a call has failed, and the message contains the reason.
 * - All memory is freed.
 *
 * Each of several outputs has the bytes that it has alone.
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

static struct options options;   /* of the command line, if it is right */
static bool is_right;            /* the command line can be read */
static struct world quiet_world; /* what the first run did */

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

/* Returns whether a file is of an output in which each map has its own. */
static bool has_pattern(const struct world_file *file)
{
	static char name[FILE_NAME_SIZE];
	for (size_t i = 0; i < options.target_count; i++) {
		const char *path = options.targets[i].path;
		if (!pattern_has(path, "di") && pattern_fill(name, path, 0, 0) &&
		    strcmp(name, file->name) == 0)
			return false;
	}
	return true;
}

/* Returns whether an output is one of several FILEs. */
static bool replaces_file(const struct world_file *file)
{
	for (size_t i = 0; i < options.file_count; i++)
		if (options.file_count > 1 && strcmp(options.files[i], file->name) == 0)
			return true;
	return false;
}

static void judge_file(const struct world_file *file, int status)
{
	if (!file->is_complete) {
		SAME(status != 0);
		return;
	}
	if (world.in_place)
		return;
	SAME(!replaces_file(file) || !world.target_exists);
	SAME(file->is_durable == !has_pattern(file));
	/* Outputs get their names one after the other. If one fails, a message names the others. */
	const bool is_one_of_several = options.target_count > 1 && world.failing_close > 0 &&
				       (world.tells_nothing || tells("after writing "));
	SAME(has_pattern(file) || status == 0 || is_one_of_several);
}

static void judge_files(int status)
{
	size_t single_count = 0;
	for (unsigned i = 0; i < world.opened_count; i++) {
		judge_file(&world.files[i], status);
		single_count += !has_pattern(&world.files[i]);
	}
	SAME(single_count <= options.target_count);
}

/* Compares a file of the second run with the file of the first run. */
static void judge_same_file(const struct world_file *file, const struct world_file *quiet_file)
{
	const bool has_name = *file->name;
	SAME(!has_name || strcmp(file->name, quiet_file->name) == 0);
	if (!file->is_complete || world.in_place)
		return;
	SAME(file->length == quiet_file->length);
	SAME(file->is_durable == quiet_file->is_durable);
}

/* Compares the second run with the first run. */
static void judge_same(int status, int quiet_status)
{
	SAME(world.written <= quiet_world.written);
	SAME(memcmp(world.bytes, quiet_world.bytes, world.written) == 0);
	SAME(memcmp(world.descriptors, quiet_world.descriptors,
		    world.written * sizeof *world.descriptors) == 0);
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

/* Requires that two files have the same bytes, which can lie between bytes of other files. */
static void judge_equal(const struct world *run, unsigned index, const struct world *other,
			unsigned other_index)
{
	size_t at = run->files[index].begin;
	size_t other_at = other->files[other_index].begin;
	SAME(run->files[index].length == other->files[other_index].length);
	for (size_t left = run->files[index].length; left > 0; left--) {
		const size_t begin = run->files[index].begin;
		const size_t other_begin = other->files[other_index].begin;
		while (run->descriptors[at] != run->descriptors[begin])
			at++;
		while (other->descriptors[other_at] != other->descriptors[other_begin])
			other_at++;
		SAME(run->bytes[at++] == other->bytes[other_at++]);
	}
}

/* Requires that each file of the world is one file of the first run. */
static void judge_alone(void)
{
	for (unsigned i = 0; i < world.opened_count; i++) {
		unsigned found = 0;
		for (unsigned k = 0; k < quiet_world.opened_count; k++) {
			if (strcmp(world.files[i].name, quiet_world.files[k].name) != 0)
				continue;
			judge_equal(&world, i, &quiet_world, k);
			found++;
		}
		SAME(found == 1);
	}
}

/*
 * Runs the command line with each of its outputs alone. The arguments of outputs begin with
 * --output=. Does nothing if other arguments name outputs, too.
 */
static void judge_each_output(struct record *record)
{
	static const char start[] = "--output=";
	const int count = line.count;
	char *arguments[ARGUMENTS_MAX + 2];
	size_t found = 0;
	memcpy(arguments, line.arguments, sizeof arguments);
	for (int i = 1; i < count; i++) {
		if (strncmp(arguments[i], start, strlen(start)) != 0)
			continue;
		if (found == options.target_count ||
		    strcmp(arguments[i] + strlen(start), options.targets[found++].path) != 0)
			return;
	}
	if (found < options.target_count)
		return;
	for (size_t target = 0; target < found; target++) {
		size_t number = 0;
		line.count = 1;
		for (int i = 1; i < count; i++)
			if (strncmp(arguments[i], start, strlen(start)) != 0 || number++ == target)
				line.arguments[line.count++] = arguments[i];
		line.arguments[line.count] = NULL;
		/* An option can be for the format of another output, and is wrong without that. */
		if (run_program(record) == STATUS_DONE)
			judge_alone();
	}
	line.count = count;
	memcpy(line.arguments, arguments, sizeof arguments);
}

/* Finds out what the command line makes the program do. */
static void read_line(void)
{
	static struct message message;
	prepare_arguments();
	is_right = command_line_read(&options, line.count, line.moved_arguments, &message);
	if (!is_right)
		options = (struct options){0};
	output_count = (unsigned)options.target_count;
	output_count = greater(output_count, 1);
	has_reports = options.check || options.compare;
	const bool is_filtered = options.where.conditions != 0 || options.recipe.min_rooms > 0;
	const bool has_locks = options.recipe.locks > 0;
	has_notes = (options.file_count > 0 || is_filtered || has_locks || options.is_linked) &&
		    !options.quiet;
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
	static struct record records[2];
	struct numbers input = {bytes, size};
	if (!take_line(&input))
		return -1;
	/* A FILE such as 42 exists, or the command line is wrong. */
	world = (struct world){
		.full_after = WORLD_BYTES, .read_max = SIZE_MAX, .target_exists = true};
	read_line();
	if (is_right && !is_quick())
		return -1;
	if (options.file_count > 0)
		world.input = choose_file(&input);
	if (options.draws || options.file_count > 1) {
		world.other = choose_file(&input);
		world.other.name = options.draws ? options.draws
						 : options.files[options.file_count - 1];
	}
	choose_world(&input);
	const int quiet_status = run_program(&records[0]);
	judge_files(quiet_status);
	SAME(quiet_status == 1 || !world.has_failed);
	SAME(quiet_status != 1 || world.has_failed || world.lacks_file);
	/* The world could not hold all bytes or files, or a name was too long, or a FILE is
	 * missing. */
	if (quiet_status == 1)
		return -1;
	quiet_world = world;
	if (quiet_status == STATUS_DONE && options.target_count > 1)
		judge_each_output(&records[1]);
	choose_failures(&input);
	const int status = run_program(&records[1]);
	judge_files(status);
	judge_same(status, quiet_status);
	return 0;
}
