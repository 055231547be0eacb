/* SPDX-License-Identifier: MIT */
#include "io/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH_MAX = 20 }; /* number of digits of the largest seed */

/* A % with the characters that belong to it, such as %05d. */
struct directive {
	char letter; /* 'd' for the seed, 'i' for the number of the map, or '%' */
	int width;   /* least number of digits, or 0 */
	bool is_valid;
	const char *end; /* after the last of its characters */
};

/* Reads the directive that starts at a percent sign. */
static struct directive read_directive(const char *percent)
{
	const char *text = percent + 1;
	struct directive directive = {.width = 0};
	if (*text == '0' && text[1] != '0')
		for (text++; *text >= '0' && *text <= '9' && directive.width <= WIDTH_MAX; text++)
			directive.width = directive.width * 10 + *text - '0';
	const bool is_number = *text == 'd' || *text == 'i';
	directive.letter = *text;
	directive.is_valid = directive.width <= WIDTH_MAX &&
			     (is_number || (*text == '%' && text == percent + 1));
	directive.end = directive.is_valid ? text + 1 : text;
	return directive;
}

/* Sets the message for the first invalid % of a text, which is called `what`. */
static void find_fault(const char *text, const char *what, struct message *message)
{
	const char *percent = text;
	while ((percent = strchr(percent, '%'))) {
		const struct directive directive = read_directive(percent);
		percent = directive.end;
		if (directive.is_valid)
			continue;
		fail(message, STATUS_USAGE, "invalid use of %% in a %s", what);
		advise(message, "use %%d or %%05d for the seed, %%i for the number of the map, or "
				"%%%% for a percent sign");
		return;
	}
}

void pattern_find_fault(const char *path, struct message *message)
{
	find_fault(file_name_base(path), "file name", message);
}

void pattern_find_title_fault(const char *title, struct message *message)
{
	find_fault(title, "title", message);
}

bool pattern_title_has(const char *title, const char *letters)
{
	const char *percent = title;
	while ((percent = strchr(percent, '%'))) {
		const struct directive directive = read_directive(percent);
		if (strchr(letters, directive.letter))
			return true;
		percent = directive.end;
	}
	return false;
}

bool pattern_has(const char *path, const char *letters)
{
	return path && pattern_title_has(file_name_base(path), letters);
}

/* Symbols of a pattern besides its bytes. */
enum {
	ANY_DIGIT = 256,
	MORE_DIGITS,        /* any number of digits, or none */
	SYMBOLS_MAX = 2048, /* no system has longer names */
};

/* Reads the symbols of the last component of a path. Returns their number. */
static size_t read_symbols(short symbols[SYMBOLS_MAX], const char *path)
{
	const char *text = file_name_base(path);
	size_t count = 0;
	while (*text && count < SYMBOLS_MAX - 1) {
		struct directive directive = {.letter = *text, .end = text + 1};
		const bool is_directive = *text == '%';
		if (is_directive)
			directive = read_directive(text);
		text = directive.end;
		if (is_directive && directive.letter != '%') {
			symbols[count++] = ANY_DIGIT;
			symbols[count++] = MORE_DIGITS;
		} else {
			symbols[count++] = (unsigned char)directive.letter;
		}
	}
	return count;
}

static bool is_digit(short symbol)
{
	return symbol == ANY_DIGIT || (symbol >= '0' && symbol <= '9');
}

bool pattern_meets(const char *path_a, const char *path_b)
{
	short a[SYMBOLS_MAX];
	short b[SYMBOLS_MAX];
	/* Whether the symbols of `a` so far and the first k of `b` can stand for the same text. */
	bool meets[SYMBOLS_MAX + 1] = {true};
	const size_t a_count = read_symbols(a, path_a);
	const size_t b_count = read_symbols(b, path_b);
	for (size_t k = 1; k <= b_count; k++)
		meets[k] = meets[k - 1] && b[k - 1] == MORE_DIGITS;
	for (size_t i = 0; i < a_count; i++) {
		const short symbol = a[i];
		bool diagonal = meets[0]; /* without this symbol, and without the last one of b */
		meets[0] = meets[0] && symbol == MORE_DIGITS;
		for (size_t k = 1; k <= b_count; k++) {
			const short other = b[k - 1];
			const bool above = meets[k];
			if (symbol == MORE_DIGITS)
				meets[k] = above || (meets[k - 1] &&
						     (is_digit(other) || other == MORE_DIGITS));
			else if (other == MORE_DIGITS)
				meets[k] = meets[k - 1] || (above && is_digit(symbol));
			else
				meets[k] = diagonal &&
					   (symbol == other ||
					    (is_digit(symbol) && is_digit(other) &&
					     (symbol == ANY_DIGIT || other == ANY_DIGIT)));
			diagonal = above;
		}
	}
	return meets[b_count];
}

/*
 * Stores a text with numbers in place of its directives. Returns its length, or `size` or more if
 * it does not fit.
 */
static size_t fill(char *filled, size_t size, const char *text, uint64_t seed, uint64_t number)
{
	size_t length = 0;
	while (*text && length < size) {
		if (*text != '%') {
			filled[length++] = *text++;
			continue;
		}
		const struct directive directive = read_directive(text);
		const uint64_t value = directive.letter == 'd' ? seed : number;
		if (directive.letter == '%')
			filled[length++] = '%';
		else
			length += (size_t)snprintf(filled + length, size - length, "%0*" PRIu64,
						   directive.width, value);
		text = directive.end;
	}
	if (length < size)
		filled[length] = '\0';
	return length;
}

bool pattern_fill(char name[FILE_NAME_SIZE], const char *path, uint64_t seed, uint64_t number)
{
	const char *base = file_name_base(path);
	const size_t folder = (size_t)(base - path);
	if (folder < FILE_NAME_SIZE) {
		const size_t space = FILE_NAME_SIZE - folder;
		memcpy(name, path, folder);
		if (fill(name + folder, space, base, seed, number) < space)
			return true;
	}
	name[0] = '\0';
	errno = ENAMETOOLONG;
	return false;
}

void pattern_fill_title(char *filled, const char *title, uint64_t seed, uint64_t number)
{
	(void)fill(filled, PATTERN_GROWTH * strlen(title) + 1, title, seed, number);
}
