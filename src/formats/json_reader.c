/* SPDX-License-Identifier: MIT */
#include "formats/json_reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The `describe_place` of the builder. Sets the document, and the element: "rooms[3].width". */
static void describe_place(const void *place, const char *key, struct error *error)
{
	const struct json_reader *json = place;
	error->document = json->document_number;
	const char *joint = key ? ": " : "";
	if (!key)
		key = "";
	if (json->layer && json->object > 0)
		error_set_element(error, "layer \"%.40s\", object %.0f%s%s", json->layer,
				  json->object, joint, key);
	else if (json->layer)
		error_set_element(error, "layer \"%.40s\"%s%s", json->layer, joint, key);
	else if (json->list)
		error_set_element(error, "%s[%" PRIu32 "]%s%s", json->list, json->index,
				  *key ? "." : "", key);
	else
		error_set_element(error, "%s", key);
}

void json_start(struct json_reader *json, struct reader *reader)
{
	build_start(&json->builder, reader);
	json->builder.describe_place = describe_place;
	json->builder.place = json;
	json->list = NULL;
	json->layer = NULL;
}

void json_reader_free(void *own)
{
	struct json_reader *json = own;
	cJSON_Delete(json->document);
	build_free(&json->builder);
}

/* Takes the next `length` bytes, and counts their lines. */
static void take(struct json_reader *json, size_t length)
{
	struct input *input = json->builder.reader->input;
	const char *at = input->bytes + input->start, *end = at + length, *feed;
	for (; (feed = memchr(at, '\n', (size_t)(end - at))); at = feed + 1) {
		input->lines++;
		json->byte = 1;
	}
	json->byte += (uint64_t)(end - at);
	input->start += length;
}

/* Refuses the text behind the next `offset` bytes. The fix may be empty. */
static void refuse_text(struct json_reader *json, size_t offset, const char *problem,
			const char *fix)
{
	struct reader *reader = json->builder.reader;
	take(json, offset);
	reader->error.line = reader->input->lines + 1;
	reader->error.byte = json->byte;
	error_set_fix(&reader->error, "%s", fix);
	json->builder.result = reader_refuse(reader, "%s", problem);
}

static bool is_space(char character)
{
	return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

/* Returns how many of the first bytes of a text are white space. */
static size_t count_space(const char *text, size_t length)
{
	size_t count = 0;
	while (count < length && is_space(text[count]))
		count++;
	return count;
}

/* Takes white space. Returns whether there is anything behind it. */
static bool skip_space(struct json_reader *json)
{
	struct input *input = json->builder.reader->input;
	while (input->start < input->end || input_more(input)) {
		if (!is_space(input->bytes[input->start]))
			return true;
		take(json, 1);
	}
	return false;
}

/*
 * Whether malloc failed. cJSON reports that like a syntax error, and has no other way to tell them
 * apart.
 */
static bool exhausted;

static void *allocate(size_t size)
{
	void *memory = malloc(size);
	exhausted = exhausted || !memory;
	return memory;
}

/*
 * Parses the document that begins the next `length` bytes, and sets json->document. White space or
 * a NUL follows these bytes. Returns the offset of the document's end. If there is no document,
 * returns the offset of what is wrong instead, which is `length` if the text ends too early.
 */
static size_t parse(struct json_reader *json, size_t length)
{
	const struct input *input = json->builder.reader->input;
	const char *text = input->bytes + input->start, *end = text;
	exhausted = false;
	cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
	/* With one byte more, cJSON tells the end of the text from an error in its last byte. */
	json->document = cJSON_ParseWithLengthOpts(text, length + 1, &end, false);
	cJSON_InitHooks(NULL);
	if (!json->document && exhausted)
		json->builder.result = READ_NO_MEMORY;
	return (size_t)(end - text);
}

/* Refuses a text of `length` bytes that cJSON could not parse because of what is at `offset`. */
static void refuse_syntax(struct json_reader *json, size_t length, size_t offset)
{
	const struct input *input = json->builder.reader->input;
	const char *text = input->bytes + input->start;
	/* cJSON stops behind the quote that begins the string. */
	const bool is_in_string = offset > 0 && text[offset - 1] == '"' &&
				  !memchr(text + offset, '"', length - offset);
	if (offset < length && !is_in_string) {
		const bool is_bracket = text[offset] == '[' || text[offset] == '{';
		refuse_text(json, offset,
			    is_bracket ? "this is no JSON, or nested too deep" : "this is no JSON",
			    "");
	} else if (text[length] == '\0') {
		refuse_text(json, length, "a NUL, which would end the string", "");
	} else if (json->is_whole) {
		refuse_text(json, 0, "the document that begins here is cut off", "");
	} else {
		refuse_text(json, 0, "the document that begins here is cut off",
			    "each line must be a document, as the first line is");
	}
}

/*
 * Returns the offset of the first NUL of a document, written as a byte or as \u0000; its length if
 * there is none.
 */
static size_t find_nul(const char *text, size_t length)
{
	static const char escape[] = "\\u0000";
	const size_t escape_length = sizeof escape - 1;
	const char *nul = memchr(text, '\0', length);
	const char *end = nul ? nul : text + length;
	const char *at = text;
	while (at < end && (at = memchr(at, '\\', (size_t)(end - at)))) {
		const size_t left = (size_t)(end - at);
		if (left >= escape_length && memcmp(at, escape, escape_length) == 0)
			return (size_t)(at - text);
		/* Skip what is escaped. It may be a backslash. */
		at += 2;
	}
	return (size_t)(end - text);
}

/*
 * Reads the object that begins here. The first line decides how: if it is a document, every line is
 * one, and a later line need not have arrived yet. Otherwise the whole input is read, in which
 * documents follow one another.
 */
static void read_object(struct json_reader *json)
{
	struct input *input = json->builder.reader->input;
	size_t length = json->is_whole ? input->end - input->start : input_peek_line(input);
	size_t end = parse(json, length);
	const char *text = input->bytes + input->start;
	size_t line_end = json->document ? end + count_space(text + end, length - end) : 0;
	if (json->document_number == 0 && line_end < length && json->builder.result == READ_MAP) {
		cJSON_Delete(json->document);
		json->document = NULL;
		json->is_whole = true;
		if (!input_read_all(input)) {
			json->builder.result = READ_NO_MAP;
			return;
		}
		length = input->end - input->start;
		end = parse(json, length);
		text = input->bytes + input->start;
	}
	if (json->builder.result != READ_MAP)
		return;
	if (!json->document) {
		refuse_syntax(json, length, end);
		return;
	}
	const size_t nul = find_nul(text, end);
	if (nul < end)
		refuse_text(json, nul, "a NUL, which would end the string", "");
	else if (!json->is_whole && line_end < length)
		refuse_text(json, line_end, "text after a document",
			    "each line must be a document, as the first line is");
	else
		take(json, end);
}

/* Reads the document that begins here. Refuses anything that is not an object. */
static void read_document(struct json_reader *json)
{
	const struct input *input = json->builder.reader->input;
	const char first = input->bytes[input->start];
	if (first == '[')
		refuse_text(json, 0, "an array",
			    "documents follow one another, as jq '.[]' prints them");
	else if (first != '{')
		refuse_text(json, 0, "no JSON object begins here", "");
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
	if (skip_space(json))
		read_document(json);
	else if (json->document_number > 0)
		json->builder.result = READ_END;
	else
		json->builder.result = reader_refuse(reader, "is empty");
	json->document_number++;
	return json->builder.result == READ_MAP;
}
