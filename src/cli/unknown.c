/* SPDX-License-Identifier: MIT */
#include "cli/unknown.h"

#include "cli/messages.h"
#include "cli/suggest.h"
#include "cli/utf8.h"

#include <string.h>

/* The other case of a letter. */
static char other_case(char letter)
{
	return (char)(letter ^ ('a' ^ 'A'));
}

static bool refuse_unknown(const char *what, const struct names *near, const char *before)
{
	if (near->count > 0)
		return refuse("%s: no such option; did you mean %s?", what, names_join(near, before).text);
	return refuse("%s: no such option; see dungen --help", what);
}

/* Refuses a choice in place of an option: "--json", "-json". Returns true if it is none. */
static bool is_no_choice(const char *element)
{
	const char *name = element + (element[1] == '-' ? 2 : 1);
	enum option_id id = table_find_chooser(name, strlen(name));
	return id == OPTION_NONE ||
	       refuse("%s: no such option; did you mean --%s %s?", element, option_table[id].name, name);
}

bool unknown_option(const char *element)
{
	const char *name = element + 2;
	size_t length = strcspn(name, " :");
	if (name[length] && table_find(name, length) != OPTION_NONE) {
		struct excerpt shown = excerpt(element, EXCERPT_VALUE);
		const char *value = name + length + strspn(name + length, " :");
		return refuse("%s: no such option; did you mean %.*s %s, as two words?", shown.text, (int)length + 2,
			      element, excerpt(value, EXCERPT_VALUE).text);
	}
	if (!is_no_choice(element))
		return false;
	length = strcspn(name, "=");
	struct names near = suggest(table_option, name, length);
	return refuse_unknown(excerpt_name(element).text, &near, "--");
}

/* An unknown letter, at `letter` in the element. */
static bool refuse_letter(const char *element, const char *letter)
{
	/* A whole word is more likely a misspelled long option than letters. */
	size_t length = strcspn(element + 1, "=");
	struct names near = {.count = 0};
	if (letter == element + 1 && length >= 3)
		near = suggest(table_option, letter, length);
	if (near.count > 0)
		return refuse_unknown(excerpt_name(element).text, &near, "--");

	char option[] = "-abcd";
	uint32_t character;
	size_t size = utf8_read(letter, &character);
	size += size == 0;
	memcpy(option + 1, letter, size);
	option[1 + size] = '\0';
	char other[] = {other_case(*letter), '\0'};
	if (table_find_letter(*other) != OPTION_NONE) {
		names_add(&near, other);
		return refuse_unknown(option, &near, "-");
	}
	near = suggest(table_option, letter, 1);
	return refuse_unknown(option, &near, "--");
}

/* "-h 20": a flag before a number, which the other case of its letter takes. */
static bool check_flag(const char *element, const struct option_row *row, const char *next)
{
	enum option_id other = table_find_letter(other_case(row->letter));
	const char *rest = strchr(element, row->letter) + 1;
	const char *number = *rest || !next ? rest : next;
	number += number == rest && *number == '=';
	if (row->kind != KIND_FLAG || other == OPTION_NONE || *number < '0' || *number > '9')
		return true;
	struct excerpt shown = excerpt(number, EXCERPT_VALUE);
	return refuse("-%c %s: -%c is --%s; did you mean -%c %s?", row->letter, shown.text, row->letter, row->name,
		      option_table[other].letter, shown.text);
}

bool unknown_letters(const char *element, enum option_id id, const char *value, const char *next)
{
	/* "-seed 42" would be the letters s, e, e, d: the value of -s. But -help does what its first letter says. */
	const char *word = element + 1;
	enum option_id meant = table_find(word, strcspn(word, "="));
	if (meant != OPTION_NONE && !(meant == id && option_table[id].at_once)) {
		struct excerpt name = excerpt_name(element);
		return refuse("%s: no such option; long options take two dashes: -%s", name.text, name.text);
	}
	if (!is_no_choice(element))
		return false;
	if (id == OPTION_NONE) {
		/* Not optopt, which in some C libraries is a character of several bytes. */
		while (table_find_letter(*word) != OPTION_NONE)
			word++;
		return refuse_letter(element, word);
	}
	const struct option_row *row = &option_table[id];
	/* "-s=1", where the value would be "=1". */
	if (value && *value == '=' && value != next) {
		struct excerpt shown = excerpt(value + 1, EXCERPT_VALUE);
		return refuse("-%c=%s: no such option; did you mean -%c %s or --%s=%s?", row->letter, shown.text,
			      row->letter, shown.text, row->name, shown.text);
	}
	return check_flag(element, row, next);
}
