/* SPDX-License-Identifier: MIT */
#include "cli/unexpected.h"

#include "cli/messages.h"
#include "cli/utf8.h"
#include "cli/value.h"

#include <inttypes.h>
#include <string.h>

bool unexpected_after_dashes(const char *argument)
{
	return refuse("%s: not an option; it comes after --", excerpt_name(argument).text);
}

static bool in_range(enum option_id id, uint64_t number)
{
	return number >= option_table[id].lowest && number <= option_table[id].highest;
}

/* The guesses refuse an argument that may have been meant in one way, and return true if it was not. */

/* A size of the map, "80x45", "80 45", or else a seed. */
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
			      excerpt(argument, EXCERPT_VALUE).text, first, second);
	if (!*end)
		return refuse("%s: not an option; did you mean --seed %" PRIu64 "?",
			      excerpt(argument, EXCERPT_VALUE).text, first);
	return true;
}

/* What may have been meant as the value of the option before it: "--doors 1", "--show spawn exit". */
static bool guess_value(const char *before, const char *argument, enum option_id last)
{
	static const char *const answers[] = {"0", "1", "yes", "no", "true", "false", "on", "off"};
	size_t index;
	if (last == OPTION_NONE)
		return true;
	const struct option_row *row = &option_table[last];
	for (size_t i = 0; row->kind == KIND_FLAG && i < sizeof answers / sizeof *answers; i++)
		if (strcmp(argument, answers[i]) == 0)
			return refuse("--%s %s: --%s takes no value", row->name, argument, row->name);
	const char *equals = strncmp(before, "--", 2) == 0 ? strchr(before, '=') : NULL;
	const char *first = equals ? equals + 1 : before;
	if (row->kind != KIND_LIST || !table_find_choice(row, argument, strlen(argument), &index) ||
	    !table_find_choice(row, first, strcspn(first, ","), &index))
		return true;
	return refuse("%s: not an option; did you mean --%s %s,%s?", argument, row->name,
		      excerpt(first, EXCERPT_VALUE).text, argument);
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
		return refuse("%s: not an option; did you mean --%s?", excerpt_name(argument).text,
			      option_table[id].name);
	if (name > argument && letter != OPTION_NONE && (!name[1] || option_table[letter].argument))
		return refuse("%s: not an option; did you mean -%s?", excerpt(argument, EXCERPT_VALUE).text,
			      excerpt(name, EXCERPT_VALUE).text);
	return true;
}

bool unexpected_argument(char *const *argument, enum option_id last)
{
	const char *word = *argument;
	if (!guess_value(argument[-1], word, last) || !guess_numbers(word, argument[1]))
		return false;
	enum option_id chooser = table_find_chooser(word, strlen(word));
	struct excerpt shown = excerpt(*word ? word : "''", EXCERPT_VALUE);
	if (chooser != OPTION_NONE)
		return refuse("%s: not an option; did you mean --%s %s?", word, option_table[chooser].name, word);
	if (!guess_option(word))
		return false;
	if (strpbrk(word, "./"))
		return refuse("%s: not an option; to write to a file, use -o FILE or > FILE", shown.text);
	if (strcmp(word, "-") == 0)
		return refuse("-: not an option; did you mean --output -?");
	return refuse("%s: not an option; see dungen --help", shown.text);
}

bool unexpected_line_end(const char *element)
{
	size_t length = strlen(element);
	if (length == 0 || element[length - 1] != '\r')
		return true;
	struct excerpt shown = excerpt(element, EXCERPT_VALUE);
	shown.text[strcspn(shown.text, "\r")] = '\0';
	return refuse("%s: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes",
		      *shown.text ? shown.text : "''");
}
