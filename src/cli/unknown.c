/* SPDX-License-Identifier: MIT */
#include "cli/unknown.h"

#include "cli/messages.h"
#include "cli/number.h"
#include "cli/phrase.h"
#include "cli/suggest.h"
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

/* The other case of a letter. */
static char other_case(char letter)
{
	return (char)(letter ^ ('a' ^ 'A'));
}

static bool refuse(const char *what, const struct names *near, const char *before)
{
	if (near->count > 0)
		message("%s: no such option; did you mean %s?", what, names_join(near, before).text);
	else
		message("%s: no such option; see dungen --help", what);
	return false;
}

/* The option that has a choice of this name, such as a format; OPTION_NONE: none. */
static enum option_id find_chooser(const char *name, size_t length)
{
	size_t index;
	for (int id = 0; id < OPTION_NONE; id++)
		if (table_find_choice(&option_table[id], name, length, &index))
			return (enum option_id)id;
	return OPTION_NONE;
}

/* A choice in place of an option: "--json", "-json". Returns whether it is one, after a message. */
static bool guess_chooser(const char *element)
{
	const char *name = element + strspn(element, "-");
	enum option_id id = find_chooser(name, strlen(name));
	if (id != OPTION_NONE)
		message("%s: no such option; did you mean --%s %s?", element, option_table[id].name, name);
	return id != OPTION_NONE;
}

bool unknown_option(const char *element)
{
	const char *name = element + 2;
	size_t length = strcspn(name, " :");
	if (name[length] && table_find(name, length) != OPTION_NONE) {
		struct excerpt shown = excerpt(element, EXCERPT_VALUE);
		const char *value = name + length + strspn(name + length, " :");
		message("%s: no such option; did you mean %.*s %s, as two words?", shown.text, (int)length + 2, element,
			excerpt(value, EXCERPT_VALUE).text);
		return false;
	}
	if (guess_chooser(element))
		return false;
	length = strcspn(name, "=");
	struct names near = suggest(table_option, name, length);
	return refuse(name_of(element).text, &near, "--");
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
		return refuse(name_of(element).text, &near, "--");

	char option[] = "-abcd";
	uint32_t character;
	size_t size = utf8_read(letter, &character);
	size += size == 0;
	memcpy(option + 1, letter, size);
	option[1 + size] = '\0';
	char other[] = {other_case(*letter), '\0'};
	if (table_find_letter(*other) != OPTION_NONE) {
		names_add(&near, other);
		return refuse(option, &near, "-");
	}
	near = suggest(table_option, letter, 1);
	return refuse(option, &near, "--");
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
	message("-%c %s: -%c is --%s; did you mean -%c %s?", row->letter, shown.text, row->letter, row->name,
		option_table[other].letter, shown.text);
	return false;
}

bool unknown_letters(const char *element, enum option_id id, const char *value, const char *next)
{
	/* "-seed 42" would be the letters s, e, e, d: the value of -s. But -help does what its first letter says. */
	const char *word = element + 1;
	enum option_id meant = table_find(word, strcspn(word, "="));
	if (meant != OPTION_NONE && !(meant == id && option_table[id].at_once)) {
		struct excerpt name = name_of(element);
		message("%s: no such option; long options take two dashes: -%s", name.text, name.text);
		return false;
	}
	if (guess_chooser(element))
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
		message("-%c=%s: no such option; did you mean -%c %s or --%s=%s?", row->letter, shown.text, row->letter,
			shown.text, row->name, shown.text);
		return false;
	}
	return check_flag(element, row, next);
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
	static const char *const signs[] = {"x", "X", "*", ",", "\u00d7"};
	uint64_t first, second;
	const char *end = number_read(argument, &first);
	if (!end)
		return false;
	const char *height = *end ? NULL : next ? next : end;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strncmp(end, signs[i], strlen(signs[i])) == 0)
			height = end + strlen(signs[i]);
	if (!height)
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

/* What may have been meant as the value of the option before it: "--doors 1", "--show spawn exit". */
static bool guess_value(const char *before, const char *argument, enum option_id last)
{
	static const char *const answers[] = {"0", "1", "yes", "no", "true", "false", "on", "off"};
	size_t index;
	if (last == OPTION_NONE)
		return false;
	const struct option_row *row = &option_table[last];
	for (size_t i = 0; row->kind == KIND_FLAG && i < sizeof answers / sizeof *answers; i++)
		if (strcmp(argument, answers[i]) == 0) {
			message("--%s %s: --%s takes no value", row->name, argument, row->name);
			return true;
		}
	const char *equals = strncmp(before, "--", 2) == 0 ? strchr(before, '=') : NULL;
	const char *first = equals ? equals + 1 : before;
	if (row->kind != KIND_LIST || !table_find_choice(row, argument, strlen(argument), &index) ||
	    !table_find_choice(row, first, strcspn(first, ","), &index))
		return false;
	message("%s: not an option; did you mean --%s %s,%s?", argument, row->name, excerpt(first, EXCERPT_VALUE).text,
		argument);
	return true;
}

static bool is_dash(uint32_t character)
{
	return (character >= 0x2010 && character <= 0x2015) || character == 0x2212 || character == '-';
}

/* An option without its dashes, or behind those that word processors make of them (U+2010 to U+2015, U+2212). */
static bool guess_option(const char *argument)
{
	const char *name = argument;
	uint32_t character;
	size_t size;
	while ((size = utf8_read(name, &character)) > 0 && is_dash(character))
		name += size;
	enum option_id id = table_find(name, strcspn(name, "="));
	enum option_id letter = table_find_letter(*name);
	if (id != OPTION_NONE)
		message("%s: not an option; did you mean --%s?", name_of(argument).text, option_table[id].name);
	else if (name > argument && letter != OPTION_NONE && (!name[1] || option_table[letter].argument))
		message("%s: not an option; did you mean -%s?", excerpt(argument, EXCERPT_VALUE).text,
			excerpt(name, EXCERPT_VALUE).text);
	else
		return false;
	return true;
}

bool unknown_argument(char *const *argument, enum option_id last)
{
	const char *word = *argument;
	if (guess_value(argument[-1], word, last) || guess_numbers(word, argument[1]))
		return false;
	enum option_id chooser = find_chooser(word, strlen(word));
	struct excerpt shown = excerpt(*word ? word : "''", EXCERPT_VALUE);
	if (chooser != OPTION_NONE)
		message("%s: not an option; did you mean --%s %s?", word, option_table[chooser].name, word);
	else if (guess_option(word))
		return false;
	else if (strpbrk(word, "./"))
		message("%s: not an option; to write to a file, use -o FILE or > FILE", shown.text);
	else if (strcmp(word, "-") == 0)
		message("-: not an option; did you mean --output -?");
	else
		message("%s: not an option; see dungen --help", shown.text);
	return false;
}

bool unknown_line_end(const char *element)
{
	size_t length = strlen(element);
	if (length == 0 || element[length - 1] != '\r')
		return true;
	struct excerpt shown = excerpt(element, EXCERPT_VALUE);
	shown.text[strcspn(shown.text, "\r")] = '\0';
	message("%s: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes",
		*shown.text ? shown.text : "''");
	return false;
}
