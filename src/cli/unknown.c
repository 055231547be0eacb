/* SPDX-License-Identifier: MIT */
#include "cli/unknown.h"

#include "cli/messages.h"
#include "cli/nearest.h"
#include "cli/number.h"
#include "cli/phrase.h"
#include "cli/table.h"
#include "cli/utf8.h"

#include <inttypes.h>
#include <string.h>

/* An element of the command line without its value. */
static struct excerpt name_of(const char *element)
{
	struct excerpt name = excerpt(*element ? element : "''", EXCERPT_VALUE);
	name.text[strcspn(name.text, "=")] = '\0';
	return name;
}

static bool refuse(const char *what, const struct names *near, const char *before)
{
	if (near->count > 0)
		message("%s: no such option; did you mean %s?", what, names_join(near, before).text);
	else
		message("%s: no such option; see dungen --help", what);
	return false;
}

bool unknown_option(const char *element)
{
	struct names near = nearest(table_option, element + 2, strcspn(element + 2, "="));
	return refuse(name_of(element).text, &near, "--");
}

bool unknown_single_dash(const char *element)
{
	struct excerpt name = name_of(element);
	message("%s: no such option; long options take two dashes: -%s", name.text, name.text);
	return false;
}

bool unknown_letter(const char *element, const char *letter)
{
	/* A whole word is more likely a misspelled long option than letters. */
	size_t length = strcspn(element + 1, "=");
	struct names near = {.count = 0};
	if (letter == element + 1 && length >= 3)
		near = nearest(table_option, letter, length);
	if (near.count > 0)
		return refuse(name_of(element).text, &near, "--");

	char option[] = "-abcd";
	uint32_t character;
	size_t size = utf8_read(letter, &character);
	size += size == 0;
	memcpy(option + 1, letter, size);
	option[1 + size] = '\0';
	char other[] = {(char)(*letter ^ ('a' ^ 'A')), '\0'};
	if (table_find_letter(*other) != OPTION_NONE) {
		names_add(&near, other);
		return refuse(option, &near, "-");
	}
	near = nearest(table_option, letter, 1);
	return refuse(option, &near, "--");
}

bool unknown_after_dashes(const char *argument)
{
	message("%s: not an option; it comes after --", name_of(argument).text);
	return false;
}

static bool in_range(enum option_id id, uint64_t number)
{
	return number >= option_table[id].lowest && number <= option_table[id].highest;
}

/* A size of the map, "80x45", "80 45", or else a seed. */
static bool guess_numbers(const char *argument, const char *next)
{
	uint64_t first, second;
	const char *end = number_read(argument, &first), *height;
	if (!end)
		return false;
	if (*end == '\0')
		height = next ? next : end;
	else if (*end == 'x' || *end == 'X')
		height = end + 1;
	else
		return false;
	const char *rest = number_read(height, &second);
	if (rest && !*rest && in_range(OPTION_WIDTH, first) && in_range(OPTION_HEIGHT, second))
		message("%s: not an option; did you mean --width %" PRIu64 " --height %" PRIu64 "?",
			excerpt(argument, EXCERPT_VALUE).text, first, second);
	else if (!*end)
		message("%s: not an option; did you mean --seed %" PRIu64 "?", excerpt(argument, EXCERPT_VALUE).text,
			first);
	else
		return false;
	return true;
}

/* The name of a choice, such as a format. */
static bool guess_choice(const char *argument)
{
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		for (size_t i = 0; row->choices && row->choices(i).name; i++)
			if (strcmp(row->choices(i).name, argument) == 0) {
				message("%s: not an option; did you mean --%s %s?", argument, row->name, argument);
				return true;
			}
	}
	return false;
}

/* The name of an option without its dashes, or behind those that word processors make of them (U+2010 to U+2015,
 * U+2212). */
static bool guess_option(const char *argument)
{
	const char *name = argument;
	uint32_t character;
	size_t size;
	while ((size = utf8_read(name, &character)) > 0 &&
	       ((character >= 0x2010 && character <= 0x2015) || character == 0x2212 || character == '-'))
		name += size;
	enum option_id id = table_find(name);
	if (id == OPTION_NONE)
		return false;
	message("%s: not an option; did you mean --%s?", name_of(argument).text, option_table[id].name);
	return true;
}

bool unknown_argument(const char *argument, const char *next)
{
	if (guess_numbers(argument, next) || guess_choice(argument) || guess_option(argument))
		return false;
	struct excerpt shown = excerpt(*argument ? argument : "''", EXCERPT_VALUE);
	if (strpbrk(argument, "./"))
		message("%s: not an option; to write to a file, use -o FILE or > FILE", shown.text);
	else if (strcmp(argument, "-") == 0)
		message("-: not an option; did you mean --output -?");
	else
		message("%s: not an option; see dungen --help", shown.text);
	return false;
}
