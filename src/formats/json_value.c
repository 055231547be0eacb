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

/*
 * Finds the end of the object that begins at input->start, by its brackets outside of strings.
 * Returns its length, or 0 after refusing what is cut off or nested too deep.
 */
static size_t find_end(struct json_place *place)
{
	struct input *input = place->reader->input;
	uint32_t depth = 0;
	bool quoted = false;
	for (size_t at = 0; input->start + at < input->end || input_more(input); at++) {
		const char *byte = input->bytes + input->start + at,
			   *end = input->bytes + input->end;
		if (quoted) {
			const char *quote = memchr(byte, '"', (size_t)(end - byte)),
				   *before = quote;
			while (quote && before[-1] == '\\')
				before--;
			/* After an odd number of backslashes, it is part of the string. */
			quoted = !quote || (quote - before) % 2 > 0;
			at += (size_t)((quote ? quote : end - 1) - byte);
		} else if (*byte == '"') {
			quoted = true;
		} else if (*byte == '{' || *byte == '[') {
			if (++depth > CJSON_NESTING_LIMIT) {
				refuse_text(place, at, "nested too deep");
				return 0;
			}
		} else if ((*byte == '}' || *byte == ']') && --depth == 0) {
			return at + 1;
		}
	}
	refuse_text(place, 0, "the document that begins here is cut off");
	return 0;
}

/* Whether malloc failed. cJSON returns NULL then, as for a text that is wrong. */
static bool exhausted;

static void *allocate(size_t size)
{
	void *memory = malloc(size);
	exhausted = exhausted || !memory;
	return memory;
}

/*
 * Returns the first NUL of a document that was parsed, written as a byte or as \u0000; NULL: there
 * is none.
 */
static const char *find_nul(const char *text, size_t length)
{
	const char *nul = memchr(text, '\0', length), *end = text + length;
	/*
	 * An escape is in a string, and complete. The next one is after the character that it
	 * escapes.
	 */
	for (const char *at = text; !nul && (at = memchr(at, '\\', (size_t)(end - at))); at += 2)
		if (strncmp(at, "\\u0000", 6) == 0)
			nul = at;
	return nul;
}

static void parse(struct json_place *place, size_t length)
{
	struct input *input = place->reader->input;
	const char *text = input->bytes + input->start, *end = text;
	exhausted = false;
	cJSON_InitHooks(&(cJSON_Hooks){allocate, free});
	place->document = cJSON_ParseWithLengthOpts(text, length, &end, false);
	cJSON_InitHooks(NULL);
	const char *nul = place->document ? find_nul(text, length) : NULL;
	if (nul)
		refuse_text(place, (size_t)(nul - text), "a NUL, which would end the string");
	else if (place->document)
		take(place, length);
	else if (exhausted)
		place->result = READ_NO_MEMORY;
	else
		refuse_text(place, (size_t)(end - text), "this is no JSON");
}

bool json_next(struct json_place *place, struct reader *reader)
{
	struct input *input = reader->input;
	size_t length = 0;
	cJSON_Delete(place->document);
	place->document = NULL;
	place->reader = reader;
	place->result = READ_MAP;
	place->list = place->layer = NULL;
	place->byte += place->number == 0;
	while ((input->start < input->end || input_more(input)) && input->bytes[input->start] &&
	       strchr(" \t\r\n", input->bytes[input->start]))
		take(place, 1);
	if (input->start == input->end)
		place->result = place->number > 0 ? READ_END : reader_refuse(reader, "is empty");
	else if (input->bytes[input->start] == '[')
		refuse_text(place, 0,
			    "an array; documents follow one another, as jq '.[]' prints them");
	else if (input->bytes[input->start] != '{')
		refuse_text(place, 0, "no JSON object begins here");
	else
		length = find_end(place);
	if (length > 0)
		parse(place, length);
	place->number++;
	return place->document;
}

void json_read_end(void *own)
{
	struct json_place *place = own;
	cJSON_Delete(place->document);
	rows_free(&place->rows);
	array_free(place, numbers);
}
