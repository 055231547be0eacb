/* SPDX-License-Identifier: MIT */
#include "formats/json_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Starting and ending. */

/* The `describe_place` of the builder. Sets the document, and the element: "rooms[3].width". */
static void describe_place(const void *context, const char *key, struct place *place)
{
	const struct json_reader *json = context;
	const char *separator = ": ";
	if (!key) {
		key = "";
		separator = "";
	}
	place->document = json->document_number;
	if (json->layer && json->object > 0)
		place_set_element(place, "layer \"%.40s\", object %.0f%s%s", json->layer,
				  json->object, separator, key);
	else if (json->layer)
		place_set_element(place, "layer \"%.40s\"%s%s", json->layer, separator, key);
	else if (json->list)
		place_set_element(place, "%s[%" PRIu32 "]%s%s", json->list, json->index,
				  *key ? "." : "", key);
	else
		place_set_element(place, "%s", key);
}

void json_start(struct json_reader *json, struct reader *reader)
{
	build_start(&json->builder, reader);
	json->builder.describe_place = describe_place;
	json->builder.place_context = json;
	json->list = NULL;
	json->layer = NULL;
}

void json_reader_free(void *state)
{
	struct json_reader *json = state;
	cJSON_Delete(json->document);
	build_free(&json->builder);
}

/* Moving through the input. */

/* Moves past the next `length` bytes, and counts their lines. */
static void consume(struct json_reader *json, size_t length)
{
	struct input *input = json->builder.reader->input;
	const char *next = input->bytes + input->start;
	const char *end = next + length;
	const char *line_feed;
	while ((line_feed = memchr(next, '\n', (size_t)(end - next)))) {
		input->lines++;
		json->byte = 1;
		next = line_feed + 1;
	}
	json->byte += (uint64_t)(end - next);
	input->start += length;
}

/*
 * Refuses the text after the next `offset` bytes. Returns the message, so that the caller can set a
 * fix.
 */
static struct message *refuse_text(struct json_reader *json, size_t offset, const char *problem)
{
	struct reader *reader = json->builder.reader;
	consume(json, offset);
	reader->message.place.line = reader->input->lines + 1;
	reader->message.place.byte = json->byte;
	json->builder.result = reader_refuse(reader, "%s", problem);
	return &reader->message;
}

static bool is_space(char character)
{
	static const char spaces[] = {' ', '\t', '\r', '\n'};
	return memchr(spaces, character, sizeof spaces) != NULL;
}

/* Returns the offset of the first byte that is not white space, from `offset` on, or `length`. */
static size_t skip_text_space(const char *text, size_t offset, size_t length)
{
	while (offset < length && is_space(text[offset]))
		offset++;
	return offset;
}

/* Moves past white space. Returns false at the end of the input. */
static bool skip_input_space(struct json_reader *json)
{
	struct input *input = json->builder.reader->input;
	while (input->start < input->end || input_more(input)) {
		if (!is_space(input->bytes[input->start]))
			return true;
		consume(json, 1);
	}
	return false;
}

/* Parsing. */

/* Whether malloc failed. cJSON reports that as a syntax error, and this tells them apart. */
static bool is_memory_exhausted;

static void *allocate(size_t size)
{
	void *memory = malloc(size);
	if (!memory)
		is_memory_exhausted = true;
	return memory;
}

/*
 * Parses the document at the start of the next `length` bytes, which are followed by white space or
 * a NUL. Sets json->document, and returns the offset of its end. If there is no document, returns
 * the offset of the syntax error, which is `length` if the text ends too early.
 */
static size_t parse_document(struct json_reader *json, size_t length)
{
	const struct input *input = json->builder.reader->input;
	const char *text = input->bytes + input->start;
	const char *end = text;
	is_memory_exhausted = false;
	cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
	/* With one more byte, cJSON tells the end of the text from an error in its last byte. */
	json->document = cJSON_ParseWithLengthOpts(text, length + 1, &end, false);
	cJSON_InitHooks(NULL);
	if (!json->document && is_memory_exhausted)
		json->builder.result = READ_NO_MEMORY;
	return (size_t)(end - text);
}

/* Returns whether cJSON stopped at the start of a string that never ends. */
static bool is_in_string(const char *text, size_t length, size_t offset)
{
	/* cJSON then stops after the first quote. */
	if (offset == 0 || text[offset - 1] != '"')
		return false;
	return !memchr(text + offset, '"', length - offset);
}

/* Refuses a text of `length` bytes that cJSON could not parse, because of the byte at `offset`. */
static void refuse_syntax(struct json_reader *json, size_t length, size_t offset)
{
	const struct input *input = json->builder.reader->input;
	const char *text = input->bytes + input->start;
	if (offset < length && !is_in_string(text, length, offset)) {
		if (text[offset] == '[' || text[offset] == '{')
			refuse_text(json, offset, "JSON is invalid or nested too deep");
		else
			refuse_text(json, offset, "invalid JSON");
		return;
	}
	if (text[length] == '\0') {
		refuse_text(json, length, "unexpected NUL character");
		return;
	}
	struct message *message = refuse_text(json, 0,
					      "the document that starts here is incomplete");
	if (!json->is_whole)
		advise(message, "each line must be a document, like the first line");
}

/*
 * Returns the offset of the first NUL in a document, written as a byte or as \u0000. Returns the
 * length if the document does not contain a NUL.
 */
static size_t find_nul(const char *text, size_t length)
{
	static const char escape[] = "\\u0000";
	const size_t escape_length = sizeof escape - 1;
	const char *nul = memchr(text, '\0', length);
	const char *end = nul ? nul : text + length;
	const char *next = text;
	while (next < end && (next = memchr(next, '\\', (size_t)(end - next)))) {
		const size_t remaining = (size_t)(end - next);
		if (remaining >= escape_length && memcmp(next, escape, escape_length) == 0)
			return (size_t)(next - text);
		/* Skip the escaped character. It may be a backslash. */
		next += 2;
	}
	return (size_t)(end - text);
}

/* Returns whether the next `length` bytes are a document that ends at `end`, and white space. */
static bool is_whole_text(const struct json_reader *json, size_t length, size_t end)
{
	const struct input *input = json->builder.reader->input;
	const char *text = input->bytes + input->start;
	return json->document && skip_text_space(text, end, length) == length;
}

/* Reads the whole input into its buffer. Returns false after an error of the input. */
static bool read_whole_input(struct json_reader *json)
{
	cJSON_Delete(json->document);
	json->document = NULL;
	json->is_whole = true;
	if (input_read_all(json->builder.reader->input))
		return true;
	json->builder.result = READ_NO_MAP;
	return false;
}

/* Moves past a document that ends at `end`, unless the document, or text after it, is refused. */
static void consume_document(struct json_reader *json, size_t length, size_t end)
{
	const struct input *input = json->builder.reader->input;
	const char *text = input->bytes + input->start;
	const size_t nul = find_nul(text, end);
	if (nul < end) {
		refuse_text(json, nul, "unexpected NUL character");
	} else if (!json->is_whole && !is_whole_text(json, length, end)) {
		const size_t offset = skip_text_space(text, end, length);
		struct message *message = refuse_text(json, offset,
						      "unexpected text after a document");
		advise(message, "each line must be a document, like the first line");
	} else {
		consume(json, end);
	}
}

/*
 * Reads the object that begins here. The first line decides how: if it is a document, every line
 * is a document, and later lines need not have arrived yet. Otherwise reads the whole input, in
 * which documents follow one another.
 */
static void read_object(struct json_reader *json)
{
	struct input *input = json->builder.reader->input;
	const bool is_first = json->document_number == 0;
	size_t length = json->is_whole ? input->end - input->start : input_peek_line(input);
	size_t end = parse_document(json, length);
	if (json->builder.result != READ_MAP)
		return;
	if (is_first && !is_whole_text(json, length, end)) {
		if (!read_whole_input(json))
			return;
		length = input->end - input->start;
		end = parse_document(json, length);
		if (json->builder.result != READ_MAP)
			return;
	}
	if (json->document)
		consume_document(json, length, end);
	else
		refuse_syntax(json, length, end);
}

/* Reads the document that begins here. Refuses anything but an object. */
static void read_document(struct json_reader *json)
{
	const struct input *input = json->builder.reader->input;
	const char first_character = input->bytes[input->start];
	if (first_character == '[')
		advise(refuse_text(json, 0, "expected an object, found an array"),
		       "write one document after another, as jq '.[]' does");
	else if (first_character != '{')
		refuse_text(json, 0, "expected a JSON object");
	else
		read_object(json);
}

bool json_next(struct json_reader *json, struct reader *reader)
{
	cJSON_Delete(json->document);
	json->document = NULL;
	json_start(json, reader);
	if (json->document_number == 0)
		json->byte = 1;
	if (skip_input_space(json))
		read_document(json);
	else if (json->document_number > 0)
		json->builder.result = READ_END;
	else
		json->builder.result = reader_refuse(reader, "expected a document, found nothing");
	json->document_number++;
	return json->builder.result == READ_MAP;
}
