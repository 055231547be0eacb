/* SPDX-License-Identifier: MIT */
#include "formats/base64.h"

#include <string.h>

enum { GROUP_BYTES = 3, GROUP_DIGITS = 4, DIGIT_BITS = 6, DIGIT_MASK = 63, GROUPS_AT_ONCE = 256 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Encodes three bytes as four digits. */
static void encode_group(char *text, const uint8_t *bytes)
{
	const uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
	for (unsigned i = 0; i < GROUP_DIGITS; i++)
		text[i] = digits[bits >> (GROUP_DIGITS - 1 - i) * DIGIT_BITS & DIGIT_MASK];
}

/* Writes whole groups of three bytes. */
static void write_groups(struct base64 *base64, const uint8_t *bytes, size_t group_count)
{
	char text[GROUPS_AT_ONCE * GROUP_DIGITS];
	while (group_count > 0) {
		const size_t count = group_count < GROUPS_AT_ONCE ? group_count : GROUPS_AT_ONCE;
		for (size_t i = 0; i < count; i++)
			encode_group(text + i * GROUP_DIGITS, bytes + i * GROUP_BYTES);
		output_write(base64->output, text, count * GROUP_DIGITS);
		bytes += count * GROUP_BYTES;
		group_count -= count;
	}
}

void base64_write(struct base64 *base64, const void *bytes, size_t length)
{
	const uint8_t *next = bytes;
	/* Complete a group that has begun. */
	if (base64->waiting_count > 0) {
		while (base64->waiting_count < GROUP_BYTES && length > 0) {
			base64->waiting[base64->waiting_count++] = *next++;
			length--;
		}
		if (base64->waiting_count < GROUP_BYTES)
			return;
		write_groups(base64, base64->waiting, 1);
		base64->waiting_count = 0;
	}
	write_groups(base64, next, length / GROUP_BYTES);
	next += length / GROUP_BYTES * GROUP_BYTES;
	base64->waiting_count = length % GROUP_BYTES;
	memcpy(base64->waiting, next, base64->waiting_count);
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
