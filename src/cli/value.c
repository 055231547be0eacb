/* SPDX-License-Identifier: MIT */
#include "cli/value.h"

#include "cli/messages.h"
#include "cli/suggest.h"

#include <inttypes.h>
#include <string.h>

const char *number_read(const char *text, uint64_t *number)
{
	uint64_t value = 0;
	const char *c = text;
	for (; *c >= '0' && *c <= '9'; c++) {
		uint64_t digit = (uint64_t)(*c - '0');
		if (value > (UINT64_MAX - digit) / 10)
			return NULL;
		value = value * 10 + digit;
	}
	*number = value;
	return c == text ? NULL : c;
}

/*
 * A reader for each kind of value, which is NULL if it is missing. Each returns false after a message if it is wrong.
 */

/* The option as given, for a message. */
static struct phrase spelled(const struct option_row *row, const char *value)
{
	struct phrase phrase = {""};
	phrase_add(&phrase, "--%s", row->name);
	if (value)
		phrase_add(&phrase, " %s", *value ? excerpt(value).text : "''");
	return phrase;
}

static bool read_flag(const struct option_row *row, const char *value, uint64_t *result)
{
	*result = row->value;
	if (!value)
		return true;
	/* For programs, and not in --help. */
	if (row == &option_table[OPTION_HELP] && strcmp(value, "json") == 0) {
		*result = COMMAND_HELP_JSON;
		return true;
	}
	return refuse("--%s: takes no value", row->name);
}

static bool read_number(const struct option_row *row, const char *value, uint64_t *result)
{
	const char *end = value ? number_read(value, result) : NULL;
	if (end && !*end && *result >= row->lowest && *result <= row->highest)
		return true;
	return refuse("%s: takes a number from %" PRIu64 " to %" PRIu64, spelled(row, value).text, row->lowest,
		      row->highest);
}

/* Refuses a missing value or an unknown name. */
static bool refuse_choice(const struct option_row *row, const char *value, const char *name, size_t length)
{
	struct phrase why = {""}, guess = {""};
	if (value)
		phrase_add(&why, "unknown %s; ", row->noun);
	struct names near = suggest(row->choices, name, length);
	if (near.count > 0)
		phrase_add(&guess, "; did you mean %s?", names_join(near, "").text);
	else if (row == &option_table[OPTION_FORMAT] && value && table_is_picture(value))
		phrase_add(&guess, "; for a picture choose %s", names_join(table_pictures(), "").text);
	return refuse("%s: %schoose %s%s", spelled(row, value).text, why.text, table_choices(row).text, guess.text);
}

static bool read_choice(const struct option_row *row, const char *value, uint64_t *result)
{
	size_t index, length = value ? strlen(value) : 0;
	if (!value || !table_find_choice(row, value, length, &index))
		return refuse_choice(row, value, value, length);
	*result = row->value + index;
	return true;
}

static bool read_list(const struct option_row *row, const char *value, uint64_t *result)
{
	*result = 0;
	if (value && strcmp(value, "none") == 0)
		return true;
	if (value && strcmp(value, "all") == 0) {
		for (size_t i = 0; row->choices(i).name; i++)
			*result |= UINT64_C(1) << i;
		return true;
	}
	for (const char *name = value;; name++) {
		size_t index, length = name ? strcspn(name, ",") : 0;
		if (!name || !table_find_choice(row, name, length, &index))
			return refuse_choice(row, value, name, length);
		*result |= UINT64_C(1) << index;
		name += length;
		if (!*name)
			return true;
	}
}

static bool read_text(const struct option_row *row, const char *value)
{
	const char *fault = NULL;
	if (row->kind == KIND_PATH && (!value || !*value))
		fault = "takes the name of a file";
	else if (!value)
		fault = "needs a value; see dungen --help";
	else if (row->kind == KIND_PATH && strncmp(value, "--", 2) == 0)
		return refuse("%s: takes the name of a file; for a file of this name, ./%s", spelled(row, value).text,
			      excerpt(value).text);
	else
		fault = row->fault(value);
	if (!fault)
		return true;
	return refuse("%s: %s", spelled(row, value).text, fault);
}

bool value_read(struct options *options, const struct option_row *row, const char *value)
{
	static bool (*const readers[])(const struct option_row *, const char *, uint64_t *) = {
		[KIND_FLAG] = read_flag,
		[KIND_NUMBER] = read_number,
		[KIND_CHOICE] = read_choice,
		[KIND_LIST] = read_list,
	};
	if (row->kind == KIND_PATH || row->kind == KIND_TEXT) {
		void *field = (char *)options + row->offset;
		*(const char **)field = value;
		return read_text(row, value);
	}
	uint64_t number;
	if (!readers[row->kind](row, value, &number))
		return false;
	table_store(options, row, number);
	return true;
}
