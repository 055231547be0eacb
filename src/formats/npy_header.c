/* SPDX-License-Identifier: MIT */
/*
 * Parses the header of an array. Python evaluates this text, and dungen does not: it accepts a
 * dictionary with the three keys of the format, and nothing else.
 */
#include "formats/npy.h"

#include <inttypes.h>
#include <string.h>

enum { DTYPE_LENGTH_MAX = 40 }; /* bytes of a dtype that a message shows */

/* The rest of a header. */
struct header_text {
	const char *at;
	const char *end;
};

/* The keys, as bits, in the order of accept_key. */
enum {
	KEY_DESCR = 1 << 0,
	KEY_FORTRAN_ORDER = 1 << 1,
	KEY_SHAPE = 1 << 2,
	ALL_KEYS = KEY_DESCR | KEY_FORTRAN_ORDER | KEY_SHAPE,
};

/* Returns whether a character is in a set. No set contains the null character. */
static bool is_one_of(char character, const char *set)
{
	return character != '\0' && strchr(set, character);
}

static void skip_space(struct header_text *text)
{
	while (text->at < text->end && is_one_of(*text->at, " \t\r\n"))
		text->at++;
}

/* Moves past a word after white space. Returns whether it is there. */
static bool accept_word(struct header_text *text, const char *word)
{
	const size_t length = strlen(word);
	skip_space(text);
	if ((size_t)(text->end - text->at) < length || memcmp(text->at, word, length) != 0)
		return false;
	text->at += length;
	return true;
}

/* Moves past a string in quotes. Stores its content. Returns whether it is there. */
static bool accept_string(struct header_text *text, const char **content, size_t *length)
{
	skip_space(text);
	if (text->at == text->end || (*text->at != '\'' && *text->at != '"'))
		return false;
	const char quote = *text->at;
	const char *start = text->at + 1;
	const char *end = memchr(start, quote, (size_t)(text->end - start));
	if (!end)
		return false;
	*content = start;
	*length = (size_t)(end - start);
	text->at = end + 1;
	return true;
}

/* Moves past a number in digits. Numbers that are too large become UINT64_MAX. */
static bool accept_number(struct header_text *text, uint64_t *number)
{
	skip_space(text);
	const char *digits = text->at;
	*number = 0;
	while (text->at < text->end && *text->at >= '0' && *text->at <= '9') {
		const uint64_t digit = (uint64_t)(*text->at - '0');
		if (*number > (UINT64_MAX - digit) / 10)
			*number = UINT64_MAX;
		else
			*number = *number * 10 + digit;
		text->at++;
	}
	return text->at > digits;
}

/* Reads a dtype such as "<i2": the byte order, the kind, and the size of an element in bytes. */
static bool read_dtype(struct npy_header *header, const char *dtype, size_t length)
{
	if (length != 3)
		return false;
	if (!is_one_of(dtype[0], "<>|=") || !is_one_of(dtype[1], "biu"))
		return false;
	const bool is_boolean = dtype[1] == 'b';
	if (!is_one_of(dtype[2], is_boolean ? "1" : "1248"))
		return false;
	header->element_size = (uint32_t)(dtype[2] - '0');
	header->is_signed = dtype[1] == 'i';
	header->is_big_endian = dtype[0] == '>';
	return true;
}

/* Reads the value of 'descr'. */
static bool read_descr(struct builder *builder, struct header_text *text, struct npy_header *header)
{
	const char *dtype = "";
	size_t length = 0;
	if (!accept_string(text, &dtype, &length))
		return build_refuse(builder, NULL,
				    "cannot read an array of records, only booleans and integers");
	if (read_dtype(header, dtype, length))
		return true;
	const int shown_length = length < DTYPE_LENGTH_MAX ? (int)length : DTYPE_LENGTH_MAX;
	struct message *message = build_refusal(builder, NULL);
	fail(message, STATUS_NO_MAP, "cannot read dtype '%.*s', only booleans and integers",
	     shown_length, dtype);
	return advise(message, "convert the array with astype(numpy.uint8)");
}

/* Reads the value of 'shape': a tuple of numbers. */
static bool read_shape(struct header_text *text, struct npy_header *header)
{
	uint64_t number;
	header->dimension_count = 0;
	if (!accept_word(text, "("))
		return false;
	while (accept_number(text, &number)) {
		if (header->dimension_count < NPY_DIMENSIONS_MAX)
			header->shape[header->dimension_count] = number;
		header->dimension_count++;
		if (!accept_word(text, ","))
			break;
	}
	return accept_word(text, ")");
}

static bool refuse_header(struct builder *builder)
{
	return build_refuse(builder, NULL,
			    "invalid header; it must contain descr, fortran_order, and shape");
}

/* Moves past a key in quotes and its colon. Returns its bit, or 0 if no known key is there. */
static unsigned accept_key(struct header_text *text)
{
	static const char *const names[] = {"descr", "fortran_order", "shape"};
	const char *key = "";
	size_t length = 0;
	if (!accept_string(text, &key, &length) || !accept_word(text, ":"))
		return 0;
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		if (length == strlen(names[i]) && memcmp(key, names[i], length) == 0)
			return 1u << i;
	}
	return 0;
}

/* Reads the value of 'fortran_order'. */
static bool read_order(struct header_text *text, struct npy_header *header)
{
	header->is_fortran_order = accept_word(text, "True");
	return header->is_fortran_order || accept_word(text, "False");
}

/* Reads a key and its value. Adds the key to *keys. */
static bool read_member(struct builder *builder, struct header_text *text,
			struct npy_header *header, unsigned *keys)
{
	bool has_value = false;
	const unsigned key = accept_key(text);
	if (key == KEY_DESCR) {
		if (!read_descr(builder, text, header))
			return false;
		has_value = true;
	} else if (key == KEY_FORTRAN_ORDER) {
		has_value = read_order(text, header);
	} else if (key == KEY_SHAPE) {
		has_value = read_shape(text, header);
	}
	const bool is_duplicate = *keys & key;
	if (!has_value || is_duplicate)
		return refuse_header(builder);
	*keys |= key;
	return true;
}

bool npy_parse_header(struct builder *builder, const char *text, size_t length,
		      struct npy_header *header)
{
	struct header_text rest = {text, text + length};
	unsigned keys = 0;
	if (!accept_word(&rest, "{"))
		return refuse_header(builder);
	while (keys != ALL_KEYS) {
		if (!read_member(builder, &rest, header, &keys))
			return false;
		if (!accept_word(&rest, ",") && keys != ALL_KEYS)
			return refuse_header(builder);
	}
	if (!accept_word(&rest, "}"))
		return refuse_header(builder);
	skip_space(&rest);
	if (rest.at < rest.end)
		return refuse_header(builder);
	if (header->dimension_count == 2 || header->dimension_count == NPY_DIMENSIONS_MAX)
		return true;
	return build_refuse(builder, NULL, "must have 2 or 3 dimensions, found %" PRIu32,
			    header->dimension_count);
}
