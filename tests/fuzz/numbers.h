/* SPDX-License-Identifier: MIT */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The bytes of an input are a list of numbers; zeros follow its end. */
struct numbers {
	const uint8_t *bytes;
	size_t size;
};

static inline unsigned take(struct numbers *input)
{
	if (input->size == 0)
		return 0;
	input->size--;
	return *input->bytes++;
}
