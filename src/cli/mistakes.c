/* SPDX-License-Identifier: MIT */
#include "cli/mistakes.h"

#include "cli/suggest.h"
#include "cli/utf8.h"
#include "output/system.h"

#include <inttypes.h>
#include <string.h>

/* Each mistaken_ function recognizes one kind of mistake. */
#define mistaken(...) (message(__VA_ARGS__), true)

/* Each meant_ function returns what may have been meant, or an empty phrase. */

/* A choice in place of an option: "json", "--json" or "-json", whose name is `name`. */
static struct phrase meant_choice(const char *name)
{
	size_t index;
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		/* What --input-format takes is also a --format, the more likely one; measures are mostly called as
		 * options are. */
		if (row != &option_table[OPTION_INPUT_FORMAT] && row->kind != KIND_RANGES &&
		    table_find_choice(row, name, strlen(name), &index))
			return phrase_of("--%s %s", row->name, name);
	return (struct phrase){""};
}

/* A map size, "80x45" or, with `next`, "80 45". */
static struct phrase meant_size(const char *text, const char *next)
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
		return phrase_of("--width %" PRIu64 " --height %" PRIu64, columns, rows);
	return (struct phrase){""};
}

/* Unknown options. */

static void refuse_unknown(const char *what, struct phrase meant)
{
	if (*meant.text)
		message("%s: no such option; did you mean %s?", what, meant.text);
	else
		message("%s: no such option; see dungen --help", what);
}

void unknown_option(const char *element, const char *next)
{
	const char *name = element + 2;
	size_t length = strcspn(name, " :");
	if (name[length] && table_find(name, length)) {
		const char *value = name + length + strspn(name + length, " :");
		message("%s: no such option; did you mean %.*s %s, as two words?", excerpt(element).text,
			(int)length + 2, element, excerpt(value).text);
		return;
	}
	struct phrase meant = meant_choice(name);
	length = strcspn(name, "=");
	const char *value = name[length] ? name + length + 1 : next;
	if (!*meant.text && value)
		meant = meant_size(value, NULL);
	refuse_unknown(excerpt_name(element).text, *meant.text ? meant : suggest(NULL, name, length));
}

static char other_case(char letter)
{
	return (char)(letter ^ ('a' ^ 'A'));
}

/* A long option or a choice after a single dash. `row` is the option of the letter that is read, or NULL. */
static bool mistaken_word(const char *element, const struct option_row *row)
{
	const char *word = element + 1;
	const struct option_row *meant = table_find(word, strcspn(word, "="));
	/* "-seed 42" would be -s with the value "eed". "-help" is allowed, since -h acts at once. */
	if (meant && (meant != row || !meant->at_once)) {
		struct excerpt name = excerpt_name(element);
		return mistaken("%s: no such option; long options take two dashes: -%s", name.text, name.text);
	}
	struct phrase choice = meant_choice(word);
	if (*choice.text)
		refuse_unknown(element, choice);
	return *choice.text;
}

void unknown_letter(const char *element, const char *letter)
{
	if (mistaken_word(element, NULL))
		return;
	/* A whole word is more likely a misspelled long option than letters. */
	size_t length = strcspn(element + 1, "=");
	struct phrase near = suggest(NULL, element + 1, length);
	if (letter == element + 1 && length >= 3 && *near.text) {
		refuse_unknown(excerpt_name(element).text, near);
		return;
	}
	uint32_t character;
	size_t size = utf8_read(letter, &character);
	char other = other_case(*letter);
	refuse_unknown(phrase_of("-%.*s", (int)(size + (size == 0)), letter).text,
		       table_find_letter(other) ? phrase_of("-%c", other) : suggest(NULL, letter, 1));
}

bool mistaken_letter(const char *element, const char *letter, const struct option_row *row, const char *next)
{
	if (mistaken_word(element, row))
		return true;
	if (row->argument && letter[1] == '=') {
		struct excerpt value = excerpt(letter + 2);
		return mistaken("-%c=%s: no such option; did you mean -%c %s or --%s=%s?", *letter, value.text, *letter,
				value.text, row->name, value.text);
	}
	/* A flag before a number, although the same letter in the other case takes one: "-h 20" instead of "-H 20". */
	const struct option_row *other = table_find_letter(other_case(*letter));
	const char *number = letter[1] || !next ? letter + 1 + (letter[1] == '=') : next;
	if (row->argument || !other || *number < '0' || *number > '9')
		return false;
	struct excerpt value = excerpt(number);
	return mistaken("-%c %s: -%c is --%s; did you mean -%c %s?", *letter, value.text, *letter, row->name,
			other->letter, value.text);
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
	if (row->kind != KIND_LIST || !table_find_choice(row, argument, strlen(argument), &index) ||
	    !table_find_choice(row, first, strcspn(first, ","), &index))
		return false;
	return mistaken("%s: not an option; did you mean --%s %s,%s?", argument, row->name, excerpt(first).text,
			argument);
}

static bool is_dash(uint32_t character)
{
	return (character >= 0x2010 && character <= 0x2015) || character == 0x2212 || character == '-';
}

/* An option without dashes, or with the dashes of word processors (U+2010 to U+2015, U+2212). */
static bool mistaken_option(const char *argument)
{
	const char *name = argument;
	uint32_t character;
	size_t size;
	while ((size = utf8_read(name, &character)) > 0 && is_dash(character))
		name += size;
	const struct option_row *row = table_find(name, strcspn(name, "=")), *letter = table_find_letter(*name);
	if (row)
		return mistaken("%s: not an option; did you mean --%s?", excerpt_name(argument).text, row->name);
	if (name > argument && letter && (!name[1] || letter->argument))
		return mistaken("%s: not an option; did you mean -%s?", excerpt(argument).text, excerpt(name).text);
	return false;
}

void unexpected_argument(const char *const *argument, const struct option_row *last)
{
	const char *word = *argument;
	if (mistaken_value(argument[-1], word, last))
		return;
	struct phrase meant = meant_size(word, argument[1]);
	uint64_t seed;
	const char *end = number_read(word, &seed);
	if (!*meant.text)
		meant = end && !*end ? phrase_of("--seed %" PRIu64, seed) : meant_choice(word);
	if (*meant.text)
		message("%s: not an option; did you mean %s?", excerpt(word).text, meant.text);
	if (*meant.text || mistaken_option(word))
		return;
	const char *hint = strcmp(word, "-") == 0 ? "did you mean --output -?"
			   : system_exists(word)  ? "to read maps from it, use --input"
			   : strpbrk(word, "./")  ? "to write to a file, use -o FILE or > FILE"
						  : "see dungen --help";
	message("%s: not an option; %s", excerpt(*word ? word : "''").text, hint);
}

bool mistaken_line_end(const char *element)
{
	size_t length = strlen(element);
	if (length == 0 || element[length - 1] != '\r')
		return false;
	struct excerpt shown = excerpt(element);
	shown.text[strcspn(shown.text, "\r")] = '\0';
	return mistaken("%s: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes",
			*shown.text ? shown.text : "''");
}
