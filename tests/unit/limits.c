/* SPDX-License-Identifier: MIT */
/*
 * Limits of arrays, paths, and texts, and errors after errors, that no run of the program reaches.
 * @smoke
 */
#include "io/text.h"
#include "base/memory.h"
#include "io/output_file.h"
#include "io/pattern.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

/* Lets failing allocations return NULL under the sanitizers, too. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/*
 * Products of count and size that exceed 2^64, that wrap around to something small, or that are
 * larger than the memory of any machine.
 */
static void check_arrays(void)
{
	static const uint64_t counts[] = {UINT64_MAX, UINT64_MAX / 12 + 1, UINT64_MAX / 12,
					  (UINT64_C(1) << 62) + 100};
	struct element {
		uint32_t numbers[3];
	};
	struct {
		ARRAY(struct element, list);
	} owner = {0};
	/* The array is empty in the first round, and has elements in the others. */
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		const void *old_list = owner.list;
		CHECK(!array_reserve(&owner, list, counts[i]),
		      "an array that is too large is refused: %" PRIu64, counts[i]);
		CHECK(owner.list == old_list, "the array does not change: %" PRIu64, counts[i]);
		if (!array_reserve(&owner, list, 1))
			unit_no_memory();
	}
	array_free(&owner, list);
}

/* Checks a path that a function has joined. It must fail if the path does not fit. */
static void check_joined(bool is_joined, const char *joined, const char *expected)
{
	const size_t length = strlen(expected);
	if (length < FILE_NAME_SIZE)
		CHECK(is_joined && strcmp(joined, expected) == 0,
		      "a path of %" PRIu64 " bytes is accepted", (uint64_t)length);
	else
		CHECK(!is_joined && errno == ENAMETOOLONG,
		      "a path of %" PRIu64 " bytes is refused: errno %d", (uint64_t)length, errno);
	errno = 0;
}

/*
 * Calls the functions directly, because the kernel also refuses paths that are too long. The folder
 * of the path has 0, 5, or 10 bytes.
 */
static void check_path_length(size_t length)
{
	static const char folders[] = "dirs/dirs/";
	const size_t folders_length = sizeof folders - 1;
	char path[FILE_NAME_SIZE + 1];
	char joined[FILE_NAME_SIZE + 1];
	for (size_t folder_length = 0; folder_length <= folders_length; folder_length += 5) {
		char beside[sizeof folders + sizeof "file"];
		memset(path, 'x', length);
		memcpy(path, folders, folder_length);
		path[length] = '\0';
		snprintf(beside, sizeof beside, "%.*sfile", (int)folder_length, folders);
		check_joined(file_name_beside(joined, beside, path + folder_length), joined, path);
		check_joined(pattern_fill(joined, path, 0, 0), joined, path);
	}
}

static void check_paths(void)
{
	check_path_length(FILE_NAME_SIZE - 1);
	check_path_length(FILE_NAME_SIZE);
}

static void check_errors(void)
{
	static struct output_file file;
	struct output *output = &file.output;
	static const char bytes[2 * OUTPUT_BUFFER];
	output_file_start(&file, SYSTEM_STANDARD_OUTPUT, "test");
	output_text(output, "a few bytes");
	output_fail(output, EFBIG);
	for (size_t length = 1; length <= sizeof bytes; length *= 2)
		output_write(output, bytes, length);
	output_fail(output, EIO);
	CHECK(!output_file_flush(&file), "an error is reported");
	CHECK(output->error == EFBIG, "the first error is kept: %d", output->error);
	CHECK(file.written == 0, "nothing is written after an error");
}

static void check_texts(void)
{
	struct text text = {.length = 0};
	char word[64];
	memset(word, 'x', sizeof word);
	for (size_t size = 0; size <= sizeof text.bytes; size += sizeof word)
		text_add(&text, "%.*s", (int)sizeof word, word);
	CHECK(text.length < sizeof text.bytes, "a text does not grow too long");
	CHECK(text.length % sizeof word == 0, "a word that does not fit is left out");
	CHECK(strlen(text.bytes) == text.length, "a text ends after its last word: %" PRIu64,
	      (uint64_t)text.length);
}

int main(void)
{
	RUN(check_errors());
	RUN(check_texts());
	RUN(check_arrays());
	RUN(check_paths());
	return unit_end();
}
