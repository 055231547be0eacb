/* SPDX-License-Identifier: MIT */
#include "formats/base64.h"

#include <string.h>

enum { GROUP_BYTES = 3, GROUP_DIGITS = 4, DIGIT_BITS = 6, DIGIT_MASK = 63 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Encodes three bytes as four digits. */
static void encode_group(char *text, const uint8_t *bytes)
{
	const uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
	for (unsigned i = 0; i < GROUP_DIGITS; i++)
		text[i] = digits[bits >> (GROUP_DIGITS - 1 - i) * DIGIT_BITS & DIGIT_MASK];
}

/* Writes the group of bytes that wait. */
static void write_group(struct base64 *base64)
{
	char text[GROUP_DIGITS];
	encode_group(text, base64->waiting);
	output_write(base64->output, text, GROUP_DIGITS);
	base64->waiting_count = 0;
}

void base64_write(struct base64 *base64, const void *bytes, size_t length)
{
	const uint8_t *next = bytes;
	for (size_t i = 0; i < length; i++) {
		base64->waiting[base64->waiting_count] = next[i];
		base64->waiting_count++;
		if (base64->waiting_count == GROUP_BYTES)
			write_group(base64);
	}
}

void base64_end(struct base64 *base64)
{
	uint8_t group[GROUP_BYTES] = {0};
	char text[GROUP_DIGITS];
	if (base64->waiting_count == 0)
		return;
	memcpy(group, base64->waiting, base64->waiting_count);
	encode_group(text, group);
	/* n bytes need n + 1 digits. The rest of the group is padding. */
	memset(text + base64->waiting_count + 1, '=', GROUP_BYTES - base64->waiting_count);
	output_write(base64->output, text, GROUP_DIGITS);
	base64->waiting_count = 0;
}
