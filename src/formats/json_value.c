/* SPDX-License-Identifier: MIT */
#include "formats/json_value.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers below are exact in a double, and cJSON prints them without an exponent. */
static const double NUMBER_END = 1e15;

void json_refuse(struct json_place *place, const char *key, const char *format, ...)
{
	char document[40] = "", element[120] = "", why[256];
	if (place->result != READ_MAP)
		return;
	if (place->number > 1)
		(void)snprintf(document, sizeof document, "document %" PRIu64 ": ", place->number);
	if (place->layer && place->object > 0)
		(void)snprintf(element, sizeof element,
			       "layer \"%.40s\", object %.0f: ", place->layer, place->object);
	else if (place->layer)
		(void)snprintf(element, sizeof element, "layer \"%.40s\": ", place->layer);
	else if (place->list)
		(void)snprintf(element, sizeof element, "%s[%" PRIu32 "]%s", place->list,
			       place->index, key ? "." : ": ");
	const char *inside = place->inside ? place->inside : "";
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
	place->result = reader_refuse(place->reader, "%s%s%s%s%s%s%s", document, element, inside,
				      *inside ? "." : "", key ? key : "", key ? ": " : "", why);
}

const cJSON *json_member(struct json_place *place, const cJSON *object, const char *name)
{
	const cJSON *found = NULL;
	if (!cJSON_IsObject(object))
		json_refuse(place, NULL, "takes an object");
	for (const cJSON *member = cJSON_IsObject(object) ? object->child : NULL; member;
	     member = member->next) {
		/* The comparison of a character rules out most of them. */
		if (*name != *member->string || strcmp(name, member->string) != 0)
			continue;
		if (found)
			json_refuse(place, name, "is there twice");
		found = member;
	}
	return found;
}

uint64_t json_number(struct json_place *place, const char *key, const cJSON *item, uint64_t lowest,
		     uint64_t highest)
{
	double value = item && cJSON_IsNumber(item) ? item->valuedouble : -1;
	if (value >= 0 && value < NUMBER_END && (double)(uint64_t)value == value &&
	    (uint64_t)value >= lowest && (uint64_t)value <= highest)
		return (uint64_t)value;
	if (highest < lowest)
		json_refuse(place, key, "does not fit the map");
	else
		json_refuse(place, key, "takes a whole number from %" PRIu64 " to %" PRIu64, lowest,
			    highest);
	return lowest;
}

uint32_t json_read_number(struct json_place *place, const cJSON *object, const char *key,
			  uint32_t lowest, uint32_t highest)
{
	return (uint32_t)json_number(place, key, json_member(place, object, key), lowest, highest);
}

bool json_need(struct json_place *place, bool has_memory)
{
	if (!has_memory)
		place->result = READ_NO_MEMORY;
	return place->result == READ_MAP;
}

const char *json_string(const cJSON *item)
{
	return cJSON_IsString(item) ? item->valuestring : "";
}

const cJSON *json_first(struct json_place *place, const char *name, const cJSON *array)
{
	const cJSON *first = array ? array->child : NULL;
	if (array && !cJSON_IsArray(array))
		json_refuse(place, name, "takes an array");
	place->list = first ? name : NULL;
	place->index = 0;
	return first;
}

const cJSON *json_after(struct json_place *place, const cJSON *item)
{
	place->index++;
	if (!item->next)
		place->list = NULL;
	return item->next;
}

/* The stream. */

/* Takes the next `length` bytes, and counts their lines. */
static void take(struct json_place *place, size_t length)
{
	struct input *input = place->reader->input;
	const char *at = input->bytes + input->start, *end = at + length, *feed;
	for (; (feed = memchr(at, '\n', (size_t)(end - at))); at = feed + 1) {
		input->lines++;
		place->byte = 1;
	}
	place->byte += (uint64_t)(end - at);
	input->start += length;
}

/* Refuses the text behind the next `offset` bytes. */
static void refuse_text(struct json_place *place, size_t offset, const char *why)
{
	take(place, offset);
	place->result = reader_refuse(place->reader, "line %" PRIu64 ", byte %" PRIu64 ": %s",
				      place->reader->input->lines + 1, place->byte, why);
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
static bool skip_space(struct json_place *place)
{
	struct input *input = place->reader->input;
	while (input->start < input->end || input_more(input)) {
		if (!is_space(input->bytes[input->start]))
			return true;
		take(place, 1);
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
 * Parses the document that begins the next `length` bytes, and sets place->document. White space or
 * a NUL follows these bytes. Returns the offset of the document's end. If there is no document,
 * returns the offset of what is wrong instead, which is `length` if the text ends too early.
 */
static size_t parse(struct json_place *place, size_t length)
{
	const struct input *input = place->reader->input;
	const char *text = input->bytes + input->start, *end = text;
	exhausted = false;
	cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
	/* With one byte more, cJSON tells the end of the text from an error in its last byte. */
	place->document = cJSON_ParseWithLengthOpts(text, length + 1, &end, false);
	cJSON_InitHooks(NULL);
	if (!place->document && exhausted)
		place->result = READ_NO_MEMORY;
	return (size_t)(end - text);
}

/* Refuses a text of `length` bytes that cJSON could not parse because of what is at `offset`. */
static void refuse_syntax(struct json_place *place, size_t length, size_t offset)
{
	const struct input *input = place->reader->input;
	const char *text = input->bytes + input->start;
	/* cJSON stops behind the quote that begins the string. */
	const bool is_in_string = offset > 0 && text[offset - 1] == '"' &&
				  !memchr(text + offset, '"', length - offset);
	if (offset < length && !is_in_string) {
		const bool is_bracket = text[offset] == '[' || text[offset] == '{';
		refuse_text(place, offset,
			    is_bracket ? "this is no JSON, or nested too deep" : "this is no JSON");
	} else if (text[length] == '\0') {
		refuse_text(place, length, "a NUL, which would end the string");
	} else if (place->is_whole) {
		refuse_text(place, 0, "the document that begins here is cut off");
	} else {
		refuse_text(place, 0,
			    "the document that begins here is cut off; each line must be a "
			    "document, as the first line is");
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
static void read_object(struct json_place *place)
{
	struct input *input = place->reader->input;
	size_t length = place->is_whole ? input->end - input->start : input_peek_line(input);
	size_t end = parse(place, length);
	const char *text = input->bytes + input->start;
	size_t line_end = place->document ? end + count_space(text + end, length - end) : 0;
	if (place->number == 0 && line_end < length && place->result == READ_MAP) {
		cJSON_Delete(place->document);
		place->document = NULL;
		place->is_whole = true;
		if (!input_read_all(input)) {
			place->result = READ_NO_MAP;
			return;
		}
		length = input->end - input->start;
		end = parse(place, length);
		text = input->bytes + input->start;
	}
	if (place->result != READ_MAP)
		return;
	if (!place->document) {
		refuse_syntax(place, length, end);
		return;
	}
	const size_t nul = find_nul(text, end);
	if (nul < end)
		refuse_text(place, nul, "a NUL, which would end the string");
	else if (!place->is_whole && line_end < length)
		refuse_text(place, line_end,
			    "text after a document; each line must be a document, as the first "
			    "line is");
	else
		take(place, end);
}

bool json_next(struct json_place *place, struct reader *reader)
{
	struct input *input = reader->input;
	cJSON_Delete(place->document);
	place->document = NULL;
	place->reader = reader;
	place->result = READ_MAP;
	place->list = place->layer = NULL;
	if (place->number == 0)
		place->byte = 1;
	if (!skip_space(place))
		place->result = place->number > 0 ? READ_END : reader_refuse(reader, "is empty");
	else if (input->bytes[input->start] == '[')
		refuse_text(place, 0,
			    "an array; documents follow one another, as jq '.[]' prints them");
	else if (input->bytes[input->start] != '{')
		refuse_text(place, 0, "no JSON object begins here");
	else
		read_object(place);
	place->number++;
	return place->result == READ_MAP;
}

void json_read_end(void *own)
{
	struct json_place *place = own;
	cJSON_Delete(place->document);
	rows_free(&place->rows);
	array_free(place, numbers);
}
