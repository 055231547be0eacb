/* SPDX-License-Identifier: MIT */
#include "io/output.h"

#include <inttypes.h>
#include <stdarg.h>

_Static_assert(sizeof PRIu64 == sizeof PRId64, "output_print skips either of them");

void output_fail(struct output *output, int error)
{
	if (!output->error)
		output->error = error;
}

void output_empty(struct output *output)
{
	output->drain(output, output->buffer, output->used);
	output->used = 0;
}

void output_write(struct output *output, const void *bytes, size_t length)
{
	if (output->error)
		return;
	if (length > OUTPUT_BUFFER - output->used)
		output_empty(output);
	if (length > OUTPUT_BUFFER) {
		output->drain(output, bytes, length);
		return;
	}
	memcpy(output->buffer + output->used, bytes, length);
	output->used += length;
}

void output_text(struct output *output, const char *text)
{
	output_write(output, text, strlen(text));
}

char *output_print_digits(char *at, uint64_t number)
{
	/*
	 * Most numbers are coordinates of small maps. Do not branch for the number of their digits,
	 * which the processor could not predict.
	 */
	if (number < 100) {
		*at = (char)('0' + number / 10);
		at += number >= 10;
		*at = (char)('0' + number % 10);
		return at + 1;
	}
	size_t length = 1;
	for (uint64_t bound = 1; number / 10 >= bound; bound *= 10)
		length++;
	for (char *digit = at + length; digit > at; number /= 10)
		*--digit = (char)('0' + number % 10);
	return at + length;
}

/*
 * Writes straight into the buffer, because most of its texts are short and vsnprintf takes twice as
 * long. OUTPUT_PRINT_MAX bytes are free at the beginning, and strings leave as many.
 */
void output_print(struct output *output, const char *format, ...)
{
	const char *limit = output->buffer + OUTPUT_BUFFER - OUTPUT_PRINT_MAX;
	if (OUTPUT_BUFFER - output->used < OUTPUT_PRINT_MAX)
		output_empty(output);
	char *at = output->buffer + output->used;
	va_list arguments;
	va_start(arguments, format);
	for (;;) {
		char character;
		while ((character = *format++) != '%' && character)
			*at++ = character;
		if (!character)
			break;
		character = *format++;
		if (character == 'u') {
			at = output_print_digits(at, va_arg(arguments, unsigned));
		} else if (character == 's') {
			for (const char *text = va_arg(arguments, const char *); *text; text++) {
				if (at >= limit) {
					output->used = (size_t)(at - output->buffer);
					output_empty(output);
					at = output->buffer;
				}
				*at++ = *text;
			}
		} else if (character == 'c') {
			*at++ = (char)va_arg(arguments, int);
		} else if (character == '%') {
			*at++ = '%';
		} else {
			/* PRIu64 or PRId64, of which the first character was read already. */
			uint64_t number = va_arg(arguments, uint64_t);
			format += sizeof PRIu64 - 2;
			if (format[-1] == 'd' && number > INT64_MAX) {
				*at++ = '-';
				number = ~number + 1;
			}
			at = output_print_digits(at, number);
		}
	}
	va_end(arguments);
	output->used = (size_t)(at - output->buffer);
}
