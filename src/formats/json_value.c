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
	char document[40] = "", element[80] = "", why[256];
	if (place->result != READ_MAP)
		return;
	if (place->number > 1)
		snprintf(document, sizeof document, "document %" PRIu64 ": ", place->number);
	if (place->list)
		snprintf(element, sizeof element, "%s[%" PRIu32 "]%s", place->list, place->index, key ? "." : ": ");
	const char *inside = place->inside && key ? place->inside : "";
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(why, sizeof why, format, arguments);
	va_end(arguments);
	place->result = reader_refuse(place->reader, "%s%s%s%s%s%s%s", document, element, inside, *inside ? "." : "",
				      key ? key : "", key ? ": " : "", why);
}

bool json_pick(struct json_place *place, const cJSON *object, const char *const *names, const cJSON **found)
{
	for (size_t i = 0; names[i]; i++)
		found[i] = NULL;
	if (!cJSON_IsObject(object))
		json_refuse(place, NULL, "takes an object");
	for (const cJSON *member = object ? object->child : NULL; member && place->result == READ_MAP;
	     member = member->next)
		for (size_t i = 0; names[i]; i++) {
			if (!member->string || strcmp(names[i], member->string) != 0)
				continue;
			if (found[i])
				json_refuse(place, names[i], "is there twice");
			found[i] = member;
		}
	return place->result == READ_MAP;
}

uint64_t json_number(struct json_place *place, const char *key, const cJSON *item, uint64_t lowest, uint64_t highest)
{
	double value = cJSON_IsNumber(item) ? item->valuedouble : -1;
	if (value >= 0 && value < NUMBER_END && (double)(uint64_t)value == value && (uint64_t)value >= lowest &&
	    (uint64_t)value <= highest)
		return (uint64_t)value;
	if (highest < lowest)
		json_refuse(place, key, "does not fit the map");
	else
		json_refuse(place, key, "takes a whole number from %" PRIu64 " to %" PRIu64, lowest, highest);
	return lowest;
}

const char *json_string(const cJSON *item)
{
	return cJSON_IsString(item) ? item->valuestring : "";
}

const cJSON *json_first(struct json_place *place, const char *name, const cJSON *array)
{
	if (array && !cJSON_IsArray(array))
		json_refuse(place, name, "takes an array");
	const cJSON *first = cJSON_IsArray(array) ? array->child : NULL;
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

/*
 * Finds the end of the object that begins at input->start, by its brackets outside of strings. Sets *length; returns
 * false if the input ends before.
 */
static bool find_end(struct input *input, size_t *length)
{
	bool quoted = false, escaped = false;
	uint64_t depth = 0;
	for (size_t i = 0; input->start + i < input->end || input_more(input); i++) {
		char c = input->bytes[input->start + i];
		if (quoted) {
			quoted = c != '"' || escaped;
			escaped = c == '\\' && !escaped;
		} else if (c == '"') {
			quoted = true;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if ((c == '}' || c == ']') && --depth == 0) {
			*length = i + 1;
			return true;
		}
	}
	return false;
}

/* Skips white space, counting *byte of the line. Returns the next character, or 0 at the end. */
static char skip_space(struct input *input, uint64_t *byte)
{
	for (; input->start < input->end || input_more(input); input->start++) {
		char c = input->bytes[input->start];
		if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
			return c;
		input->lines += c == '\n';
		*byte = c == '\n' ? 1 : *byte + 1;
	}
	return '\0';
}

/* Refuses the text `offset` bytes after input->start. */
static void refuse_text(struct json_place *place, size_t offset, const char *why)
{
	const struct input *input = place->reader->input;
	uint64_t line = input->lines + 1, byte = place->byte;
	for (const char *at = input->bytes + input->start; offset > 0; at++, offset--) {
		line += *at == '\n';
		byte = *at == '\n' ? 1 : byte + 1;
	}
	place->result = reader_refuse(place->reader, "line %" PRIu64 ", byte %" PRIu64 ": %s", line, byte, why);
}

/* Whether malloc failed. cJSON returns NULL then, as for a text that is wrong. */
static bool exhausted;

static void *allocate(size_t size)
{
	void *memory = malloc(size);
	exhausted = exhausted || !memory;
	return memory;
}

static void parse(struct json_place *place, size_t length)
{
	struct input *input = place->reader->input;
	const char *text = input->bytes + input->start, *end = text;
	exhausted = false;
	cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
	place->document = cJSON_ParseWithLengthOpts(text, length, &end, false);
	cJSON_InitHooks(NULL);
	if (place->document) {
		for (size_t i = 0; i < length; i++) {
			input->lines += text[i] == '\n';
			place->byte = text[i] == '\n' ? 1 : place->byte + 1;
		}
		input->start += length;
	} else if (exhausted) {
		place->result = READ_NO_MEMORY;
	} else {
		refuse_text(place, (size_t)(end - text), "this is no JSON");
	}
}

void json_next(struct json_place *place, struct reader *reader)
{
	size_t length;
	json_free(place);
	place->reader = reader;
	place->result = READ_MAP;
	place->list = NULL;
	if (place->number == 0)
		input_skip_mark(reader->input);
	place->byte += place->number == 0;
	char first = skip_space(reader->input, &place->byte);
	if (!first)
		place->result = place->number > 0 ? READ_END : reader_refuse(reader, "is empty");
	else if (first == '[')
		refuse_text(place, 0, "an array; documents follow one another, as jq '.[]' prints them");
	else if (first != '{')
		refuse_text(place, 0, "no JSON object begins here");
	else if (!find_end(reader->input, &length))
		refuse_text(place, 0, "the document that begins here is cut off");
	else
		parse(place, length);
	place->number++;
}

void json_free(struct json_place *place)
{
	cJSON_Delete(place->document);
	place->document = NULL;
}
