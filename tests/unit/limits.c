/* SPDX-License-Identifier: MIT */
/*
 * Limits of arrays and paths, and errors after errors, that no run of the program reaches. @smoke
 */
#include "io/text.h"
#include "base/memory.h"
#include "io/output.h"
#include "io/pattern.h"
#include "unit.h"

#include <errno.h>
#include <string.h>

/* Makes failing allocations return NULL under the sanitizers, too. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "allocator_may_return_null=1";
}

/*
 * Products of count and size that pass 2^64, wrap around to something small, or are more than any
 * machine has.
 */
static void check_arrays(void)
{
	static const uint64_t counts[] = {UINT64_MAX, UINT64_MAX / 12 + 1, UINT64_MAX / 12,
					  (UINT64_C(1) << 62) + 100};
	struct {
		ARRAY(
			struct { uint32_t number[3]; }, list);
	} owner = {0};
	/* The array is empty at first, and then has elements. */
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		const void *before = owner.list;
		CHECK(!array_reserve(&owner, list, counts[i]) && owner.list == before,
		      "an array that is too large is refused, and nothing changes: %" PRIu64,
		      counts[i]);
		if (!array_reserve(&owner, list, 1))
			unit_no_memory();
	}
	array_free(&owner, list);
}

static void check_path(bool done, const char *joined, const char *expected)
{
	bool fits = strlen(expected) < FILE_NAME_SIZE;
	CHECK(done ? fits && strcmp(joined, expected) == 0 : !fits && errno == ENAMETOOLONG,
	      "a path too long to be opened is refused, and no other: %" PRIu64 " bytes, errno %d",
	      (uint64_t)strlen(expected), errno);
	errno = 0;
}

/* These functions are called directly, since the kernel also refuses a path that is too long. */
static void check_paths(void)
{
	char path[FILE_NAME_SIZE + 1], joined[FILE_NAME_SIZE + 1];
	for (size_t directory = 0; directory <= 10; directory += 5)
		for (size_t length = FILE_NAME_SIZE - 1; length <= FILE_NAME_SIZE; length++) {
			memset(path, 'x', length);
			memcpy(path, "dirs/dirs/", directory);
			path[length] = '\0';
			check_path(file_name_beside(joined, &"dirs/dirs/file"[10 - directory],
						    path + directory),
				   joined, path);
			check_path(pattern_fill(joined, path, 0, 0), joined, path);
		}
}

static void check_long_patterns(void)
{
	char path[FILE_NAME_SIZE + 1];
	memset(path, 'x', FILE_NAME_SIZE);
	path[FILE_NAME_SIZE] = '\0';
	CHECK(!pattern_is_same(path, path), "files that cannot be opened are not the same");
	CHECK(!pattern_may_meet("%d", path), "a file that cannot be opened is no other");
}

static void check_errors(void)
{
	static struct output output;
	static const char bytes[2 * OUTPUT_BUFFER];
	output_start(&output, SYSTEM_STANDARD_OUTPUT, "test");
	output_text(&output, "a few bytes");
	output_fail(&output, EFBIG);
	for (size_t length = 1; length <= sizeof bytes; length *= 2)
		output_write(&output, bytes, length);
	output_fail(&output, EIO);
	CHECK(!output_finish(&output) && output.error == EFBIG,
	      "the first error is kept and reported: %d", output.error);
	CHECK(output.written == 0, "nothing is written after an error");
}

static void check_texts(void)
{
	struct text text = {.length = 0};
	char word[64];
	memset(word, 'x', sizeof word);
	for (size_t added = 0; added <= sizeof text.bytes; added += sizeof word)
		text_add(&text, "%.*s", (int)sizeof word, word);
	CHECK(text.length < sizeof text.bytes && text.length % sizeof word == 0 &&
		      strlen(text.bytes) == text.length,
	      "a word that does not fit into a text is left out: %" PRIu64 " bytes",
	      (uint64_t)text.length);
}

int main(void)
{
	RUN(check_errors());
	RUN(check_texts());
	RUN(check_arrays());
	RUN(check_paths());
	RUN(check_long_patterns());
	return unit_end();
}
