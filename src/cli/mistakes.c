/* SPDX-License-Identifier: MIT */
#include "cli/mistakes.h"

#include "cli/messages.h"
#include "cli/utf8.h"

#include <inttypes.h>
#include <string.h>

/* Each check_ and guess_ function refuses one kind of mistake and returns true for anything else. */

/* A choice in place of an option: "json", "--json" or "-json", whose name is `name`. */
static bool check_choice(const char *element, const char *name, const char *what)
{
	size_t index;
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (table_find_choice(row, name, strlen(name), &index))
			return refuse("%s: %s; did you mean --%s %s?", element, what, row->name, name);
	return true;
}

/* Unknown options. */

/* The options as choices, for suggest. */
static struct choice option_choice(size_t index)
{
	const char *name = index < OPTION_NONE ? option_table[index].name : NULL;
	return (struct choice){.name = name};
}

static bool refuse_unknown(const char *what, struct names near)
{
	if (near.count > 0)
		return refuse("%s: no such option; did you mean %s?", what, names_join(near, "--").text);
	return refuse("%s: no such option; see dungen --help", what);
}

bool unknown_option(const char *element)
{
	const char *name = element + 2;
	size_t length = strcspn(name, " :");
	if (name[length] && table_find(name, length)) {
		const char *value = name + length + strspn(name + length, " :");
		return refuse("%s: no such option; did you mean %.*s %s, as two words?", excerpt(element).text,
			      (int)length + 2, element, excerpt(value).text);
	}
	if (!check_choice(element, name, "no such option"))
		return false;
	return refuse_unknown(excerpt_name(element).text, suggest(option_choice, name, strcspn(name, "=")));
}

static char other_case(char letter)
{
	return (char)(letter ^ ('a' ^ 'A'));
}

/* A long option or a choice after a single dash. `row` is the option of the letter that is read, or NULL. */
static bool check_word(const char *element, const struct option_row *row)
{
	const char *word = element + 1;
	const struct option_row *meant = table_find(word, strcspn(word, "="));
	/* "-seed 42" would be -s with the value "eed". "-help" is allowed, since -h acts at once. */
	if (meant && (meant != row || !meant->at_once)) {
		struct excerpt name = excerpt_name(element);
		return refuse("%s: no such option; long options take two dashes: -%s", name.text, name.text);
	}
	return check_choice(element, word, "no such option");
}

bool unknown_letter(const char *element, const char *letter)
{
	if (!check_word(element, NULL))
		return false;
	/* A whole word is more likely a misspelled long option than letters. */
	size_t length = strcspn(element + 1, "=");
	struct names near = suggest(option_choice, element + 1, length);
	if (letter == element + 1 && length >= 3 && near.count > 0)
		return refuse_unknown(excerpt_name(element).text, near);

	struct phrase option = {"-"};
	uint32_t character;
	size_t size = utf8_read(letter, &character);
	phrase_add(&option, "%.*s", (int)(size + (size == 0)), letter);
	char other = other_case(*letter);
	if (table_find_letter(other))
		return refuse("%s: no such option; did you mean -%c?", option.text, other);
	return refuse_unknown(option.text, suggest(option_choice, letter, 1));
}

bool check_letter(const char *element, const char *letter, const struct option_row *row, const char *next)
{
	if (!check_word(element, row))
		return false;
	if (row->argument && letter[1] == '=') {
		struct excerpt value = excerpt(letter + 2);
		return refuse("-%c=%s: no such option; did you mean -%c %s or --%s=%s?", *letter, value.text, *letter,
			      value.text, row->name, value.text);
	}
	/* A flag before a number, although the same letter in the other case takes one: "-h 20" instead of "-H 20". */
	const struct option_row *other = table_find_letter(other_case(*letter));
	const char *number = letter[1] || !next ? letter + 1 + (letter[1] == '=') : next;
	if (row->argument || !other || *number < '0' || *number > '9')
		return true;
	struct excerpt value = excerpt(number);
	return refuse("-%c %s: -%c is --%s; did you mean -%c %s?", *letter, value.text, *letter, row->name,
		      other->letter, value.text);
}

/* Arguments that are not options; dungen takes none. */

static bool in_range(enum option_id id, uint64_t number)
{
	return number >= option_table[id].lowest && number <= option_table[id].highest;
}

/* A map size, "80x45" or "80 45", or a seed. */
static bool guess_numbers(const char *argument, const char *next)
{
	static const char *const signs[] = {"x", "X", "*", ",", "\u00d7"};
	uint64_t first, second;
	const char *end = number_read(argument, &first);
	if (!end)
		return true;
	const char *height = *end ? NULL : next ? next : end;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strncmp(end, signs[i], strlen(signs[i])) == 0)
			height = end + strlen(signs[i]);
	if (!height)
		return true;
	const char *rest = number_read(height, &second);
	if (rest && !*rest && in_range(OPTION_WIDTH, first) && in_range(OPTION_HEIGHT, second))
		return refuse("%s: not an option; did you mean --width %" PRIu64 " --height %" PRIu64 "?",
			      excerpt(argument).text, first, second);
	if (!*end)
		return refuse("%s: not an option; did you mean --seed %" PRIu64 "?", excerpt(argument).text, first);
	return true;
}

/* A value that the option before it does not take: "--doors 1", "--show spawn exit". */
static bool guess_value(const char *before, const char *argument, const struct option_row *row)
{
	static const char *const answers[] = {"0", "1", "yes", "no", "true", "false", "on", "off"};
	size_t index;
	if (!row)
		return true;
	for (size_t i = 0; row->kind == KIND_FLAG && i < sizeof answers / sizeof *answers; i++)
		if (strcmp(argument, answers[i]) == 0)
			return refuse("--%s %s: --%s takes no value", row->name, argument, row->name);
	const char *equals = strncmp(before, "--", 2) == 0 ? strchr(before, '=') : NULL;
	const char *first = equals ? equals + 1 : before;
	if (row->kind != KIND_LIST || !table_find_choice(row, argument, strlen(argument), &index) ||
	    !table_find_choice(row, first, strcspn(first, ","), &index))
		return true;
	return refuse("%s: not an option; did you mean --%s %s,%s?", argument, row->name, excerpt(first).text,
		      argument);
}

static bool is_dash(uint32_t character)
{
	return (character >= 0x2010 && character <= 0x2015) || character == 0x2212 || character == '-';
}

/* An option without dashes, or with the dashes of word processors (U+2010 to U+2015, U+2212). */
static bool guess_option(const char *argument)
{
	const char *name = argument;
	uint32_t character;
	size_t size;
	while ((size = utf8_read(name, &character)) > 0 && is_dash(character))
		name += size;
	const struct option_row *row = table_find(name, strcspn(name, "=")), *letter = table_find_letter(*name);
	if (row)
		return refuse("%s: not an option; did you mean --%s?", excerpt_name(argument).text, row->name);
	if (name > argument && letter && (!name[1] || letter->argument))
		return refuse("%s: not an option; did you mean -%s?", excerpt(argument).text, excerpt(name).text);
	return true;
}

bool unexpected_argument(char *const *argument, const struct option_row *last)
{
	const char *word = *argument;
	struct excerpt shown = excerpt(*word ? word : "''");
	if (!guess_value(argument[-1], word, last) || !guess_numbers(word, argument[1]) ||
	    !check_choice(word, word, "not an option") || !guess_option(word))
		return false;
	if (strpbrk(word, "./"))
		return refuse("%s: not an option; to write to a file, use -o FILE or > FILE", shown.text);
	if (strcmp(word, "-") == 0)
		return refuse("-: not an option; did you mean --output -?");
	return refuse("%s: not an option; see dungen --help", shown.text);
}

bool unexpected_after_dashes(const char *element)
{
	return refuse("%s: not an option; it comes after --", excerpt_name(element).text);
}

bool unexpected_line_end(const char *element)
{
	size_t length = strlen(element);
	if (length == 0 || element[length - 1] != '\r')
		return true;
	struct excerpt shown = excerpt(element);
	shown.text[strcspn(shown.text, "\r")] = '\0';
	return refuse("%s: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes",
		      *shown.text ? shown.text : "''");
}
