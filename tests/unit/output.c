/* SPDX-License-Identifier: MIT */
/*
 * Proves that output_print and output_number write what printf writes, also where the buffer ends.
 * @smoke
 */
#include "io/output_file.h"
#include "unit.h"

#include <string.h>
#include <unistd.h>

static struct output_file target;
static struct output *const output = &target.output;

/* Checks the text in the buffer, and empties it. */
static void check_text(const char *expected)
{
	output->buffer[output->used] = '\0';
	CHECK(strcmp(output->buffer, expected) == 0, "\"%s\" is \"%s\"", output->buffer, expected);
	output->used = 0;
}

static void check_directives(void)
{
	output_file_start(&target, -1, "a test");
	output_print(output, "plain");
	check_text("plain");
	output_print(output, "%s", "");
	check_text("");
	output_print(output, "%%%c%s|%s%%", 'x', "text", "100%u");
	check_text("%xtext|100%u%");
	output_print(output, "%u %" PRIu64 " %" PRId64 " end", UINT32_MAX, UINT64_MAX, INT64_MIN);
	check_text("4294967295 18446744073709551615 -9223372036854775808 end");
	/* More numbers than fit into registers. */
	output_print(output, "%u,%u,%u,%u,%u,%u,%u,%u", 1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U);
	check_text("1,2,3,4,5,6,7,8");
	output_number(output, "", 0);
	output_number(output, "%u ", UINT64_MAX);
	check_text("0%u 18446744073709551615");
}

/* Checks a number and its neighbors, with both signs. */
static void check_number(uint64_t middle)
{
	char expected[100];
	for (uint64_t number = middle - 2; number != middle + 2; number++) {
		const int64_t negative = (int64_t)(0 - number);
		output_print(output, "%" PRIu64 " %" PRId64 " %u", number, negative,
			     (unsigned)number);
		(void)snprintf(expected, sizeof expected, "%" PRIu64 " %" PRId64 " %u", number,
			       negative, (unsigned)number);
		check_text(expected);
	}
}

static void check_numbers(void)
{
	output_file_start(&target, -1, "a test");
	check_number(0);
	for (uint64_t power = 1; power <= UINT64_MAX / 10; power *= 10)
		check_number(power * 10);
	for (unsigned bit = 31; bit < 64; bit++)
		check_number(UINT64_C(1) << bit);
}

/* Writes a string of `length` bytes and a number to a file, after `used` bytes in the buffer. */
static void check_end_of_buffer(size_t used, size_t length)
{
	static char string[3 * OUTPUT_BUFFER];
	static char written[4 * OUTPUT_BUFFER];
	memset(string, 'b', length);
	string[length] = '\0';
	FILE *file = tmpfile();
	if (!file)
		unit_no_memory();
	output_file_start(&target, fileno(file), "a test");
	memset(output->buffer, 'a', used);
	output->used = used;
	output_print(output, "<%s>%u", string, 12345U);
	CHECK(output_file_flush(&target), "the file is written after %zu and %zu bytes", used,
	      length);
	const ssize_t size = pread(fileno(file), written, sizeof written, 0);
	CHECK(size == (ssize_t)(used + length + 7), "%zd bytes are %zu, %zu, and 7", size, used,
	      length);
	const char *end = written + used;
	CHECK(*end == '<' && memcmp(end + 1, string, length) == 0 &&
		      memcmp(end + 1 + length, ">12345", 6) == 0,
	      "the text follows %zu bytes, with a string of %zu bytes", used, length);
	(void)fclose(file);
}

static void check_strings(void)
{
	static const size_t lengths[] = {0, 1, 2000, OUTPUT_BUFFER, 2 * OUTPUT_BUFFER + 5};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		for (size_t left = 0; left < 3; left++) {
			check_end_of_buffer(left, lengths[i]);
			check_end_of_buffer(OUTPUT_BUFFER - left, lengths[i]);
			check_end_of_buffer(OUTPUT_BUFFER - OUTPUT_PRINT_MAX - left, lengths[i]);
			check_end_of_buffer(OUTPUT_BUFFER - OUTPUT_PRINT_MAX + left, lengths[i]);
		}
	}
}

/* After an error, the output ignores everything, however much it is. */
static void check_error(void)
{
	output_file_start(&target, -1, "a test");
	output_fail(output, 1);
	for (unsigned i = 0; i < OUTPUT_BUFFER; i++) {
		output_print(output, "%u %s", i, "text");
		output_number(output, "number ", i);
	}
	CHECK(!output_file_flush(&target), "the error is kept");
}

int main(void)
{
	RUN(check_directives());
	RUN(check_numbers());
	RUN(check_strings());
	RUN(check_error());
	return unit_end();
}
