/* SPDX-License-Identifier: MIT */
#include "cli/mistakes.h"

#include "cli/suggest.h"
#include "cli/utf8.h"
#include "output/system.h"

#include <inttypes.h>
#include <string.h>

/* Each mistaken_ function recognizes one kind of mistake. */
#define mistaken(...) (message(__VA_ARGS__), true)

/* A map size, "80x45" or, with `next`, "80 45"; empty if it is none. */
static const char *meant_size(const char *text, const char *next)
{
	static const char *const signs[] = {"x", "X", "*", ",", "\u00d7"};
	const struct option_row *width = &option_table[OPTION_WIDTH], *height = &option_table[OPTION_HEIGHT];
	uint64_t columns, rows;
	const char *end = number_read(text, &columns), *second = end && !*end ? next : NULL;
	for (size_t i = 0; end && i < sizeof signs / sizeof *signs; i++)
		if (strncmp(end, signs[i], strlen(signs[i])) == 0)
			second = end + strlen(signs[i]);
	end = second ? number_read(second, &rows) : NULL;
	if (end && !*end && columns >= width->lowest && columns <= width->highest && rows >= height->lowest &&
	    rows <= height->highest)
		return phrase("--width %" PRIu64 " --height %" PRIu64, columns, rows);
	return "";
}

/*
 * What a word without its dashes means, if it is not misspelled: an option, a choice, a size or a seed; empty if it
 * means nothing. `next` is the element after it, or NULL.
 */
static const char *meant(const char *word, const char *next)
{
	size_t length = strcspn(word, "="), index;
	const struct option_row *option = table_find(word, length);
	if (option)
		return phrase("--%s", option->name);
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		/* What --input-format takes is also a --format, the more likely one; measures are mostly called as
		 * options are. */
		if (row != &option_table[OPTION_INPUT_FORMAT] && row->kind != KIND_RANGES &&
		    table_find_choice(row, word, strlen(word), &index))
			return phrase("--%s %s", row->name, word);
	const char *value = word[length] ? word + length + 1 : next, *size = meant_size(word, next);
	if (!*size && value)
		size = meant_size(value, NULL);
	uint64_t seed;
	const char *end = number_read(word, &seed);
	return !*size && end && !*end ? phrase("--seed %" PRIu64, seed) : size;
}

/* Refuses an element; if `instead` is empty, with a hint. */
static void refuse_element(const char *element, const char *instead, const char *hint)
{
	const char *what = *element == '-' && element[1] ? "no such option" : "not an option";
	if (*instead)
		hint = phrase("did you mean %s?", instead);
	message("%s: %s; %s", excerpt(element), what, hint);
}

static const char see_help[] = "see dungen --help";

void unknown_option(const char *element, const char *next)
{
	const char *name = element + 2, *instead = meant(name, next);
	size_t length = strcspn(name, " :");
	if (name[length] && table_find(name, length))
		instead = phrase("--%.*s %s, as two words", (int)length, name,
				 excerpt(name + length + strspn(name + length, " :")));
	refuse_element(element, *instead ? instead : suggest(NULL, name, strcspn(name, "=")), see_help);
}

static char other_case(char letter)
{
	return (char)(letter ^ ('a' ^ 'A'));
}

void unknown_letter(const char *element, const char *letter)
{
	const char *word = element + 1, *instead = meant(word, NULL);
	size_t length = strcspn(word, "=");
	/* A whole word is more likely a misspelled long option than letters. */
	if (!*instead && letter == word && length >= 3)
		instead = suggest(NULL, word, length);
	if (!*instead) {
		uint32_t character;
		size_t size = utf8_read(letter, SIZE_MAX, &character);
		char other = other_case(*letter);
		element = phrase("-%.*s", (int)(size + (size == 0)), letter);
		instead = table_find_letter(other) ? phrase("-%c", other) : suggest(NULL, letter, 1);
	}
	refuse_element(element, instead, see_help);
}

bool mistaken_letter(const char *element, const char *letter, const struct option_row *row, const char *next)
{
	/* "-seed 42" would be -s with the value "eed". "-help" is allowed, since -h acts at once. */
	const char *instead = meant(element + 1, NULL);
	if (*instead && !(row->at_once && strncmp(element + 1, row->name, strlen(row->name)) == 0)) {
		refuse_element(element, instead, see_help);
		return true;
	}
	if (row->argument && letter[1] == '=') {
		const char *value = excerpt(letter + 2);
		return mistaken("-%c=%s: no such option; did you mean -%c %s or --%s=%s?", *letter, value, *letter,
				value, row->name, value);
	}
	/* A flag before a number, although the same letter in the other case takes one: "-h 20" instead of "-H 20". */
	const struct option_row *other = table_find_letter(other_case(*letter));
	const char *number = letter[1] || !next ? letter + 1 + (letter[1] == '=') : next;
	if (row->argument || !other || *number < '0' || *number > '9')
		return false;
	return mistaken("-%c %s: -%c is --%s; did you mean -%c %s?", *letter, excerpt(number), *letter, row->name,
			other->letter, excerpt(number));
}

/* Arguments that are not options; dungen takes none. */

/* A value that the option before it does not take: "--doors 1", "--show spawn exit". */
static bool mistaken_value(const char *before, const char *argument, const struct option_row *row)
{
	static const char *const answers[] = {"0", "1", "yes", "no", "true", "false", "on", "off"};
	size_t index;
	if (!row)
		return false;
	for (size_t i = 0; row->kind == KIND_FLAG && i < sizeof answers / sizeof *answers; i++)
		if (strcmp(argument, answers[i]) == 0)
			return mistaken("--%s %s: --%s takes no value", row->name, argument, row->name);
	const char *equals = strncmp(before, "--", 2) == 0 ? strchr(before, '=') : NULL;
	const char *first = equals ? equals + 1 : before;
	if (row->kind != KIND_LIST || !table_find_choice(row, argument, strlen(argument), &index))
		return false;
	bool joined = table_find_choice(row, first, strcspn(first, ","), &index);
	return mistaken("%s: not an option; did you mean --%s %s%s?", argument, row->name,
			joined ? phrase("%s,", excerpt(first)) : "", argument);
}

/* Also the dashes of word processors. */
static bool is_dash(uint32_t character)
{
	return (character >= 0x2010 && character <= 0x2015) || character == 0x2212 || character == '-';
}

void unexpected_argument(const char *const *argument, const struct option_row *last)
{
	const char *word = *argument, *name = word;
	uint32_t character;
	size_t size;
	if (mistaken_value(argument[-1], word, last))
		return;
	while ((size = utf8_read(name, SIZE_MAX, &character)) > 0 && is_dash(character))
		name += size;
	const char *instead = meant(name, argument[1]);
	const struct option_row *letter = name > word ? table_find_letter(*name) : NULL;
	if (strcmp(word, "-") == 0)
		instead = "--output -";
	else if (!*instead && letter && (!name[1] || letter->argument))
		instead = phrase("-%s", excerpt(name));
	refuse_element(word, instead,
		       system_exists(word) || last == &option_table[OPTION_CHECK] ? "to read maps from it, use --input"
		       : strpbrk(word, "./") ? "to write to a file, use -o FILE or > FILE"
					     : see_help);
}

bool mistaken_line_end(const char *element)
{
	size_t length = strlen(element);
	if (length == 0 || element[length - 1] != '\r')
		return false;
	return mistaken("%s: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes",
			excerpt(phrase("%.*s", (int)length - 1, element)));
}
