/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: the generator and its rows against plain searches and drawings, over seeds, rngs, sizes and every option.
 * Built with the sanitizers; a difference ends the process with the command line that shows it.
 */
/* The fuzzer should explore the program; tracing the comparison, too, would take most of the time. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
#include "compare.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct batch batch = choose_batch(bytes, size);
	const char *difference = compare_batch(&batch, NULL);
	if (difference) {
		fprintf(stderr, "%s: %s\n", difference, command_line(&batch.recipe));
		abort();
	}
	return 0;
}

#pragma clang attribute pop
