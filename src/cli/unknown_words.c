/* SPDX-License-Identifier: MIT */
#include "cli/unknown_words.h"

#include "cli/suggest.h"

#include <inttypes.h>
#include <string.h>

/* Returns whether a number is in the range of an option. */
static bool is_in_range(const struct option_row *row, uint64_t number)
{
	return number >= row->lowest && number <= row->highest;
}

/* Returns the options for a map size such as "80x45", or an empty string for any other word. */
static const char *guess_size(const char *word)
{
	uint64_t columns, rows;
	const char *end = number_read(word, &columns);
	if (!end || *end != 'x')
		return "";
	end = number_read(end + 1, &rows);
	if (!end || *end)
		return "";
	if (!is_in_range(&option_table[OPTION_WIDTH], columns) ||
	    !is_in_range(&option_table[OPTION_HEIGHT], rows))
		return "";
	return phrase("--width %" PRIu64 " --height %" PRIu64, columns, rows);
}

/* Returns the option for a seed, or an empty string if the word is not a number. */
static const char *guess_seed(const char *word)
{
	uint64_t seed;
	const char *end = number_read(word, &seed);
	if (!end || *end)
		return "";
	return phrase("--seed %" PRIu64, seed);
}

/* Returns the option that has a choice of this name, or an empty string: "--format json". */
static const char *guess_choice(const char *word)
{
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		/* All formats of --input-format are formats of --format, which is more common. */
		if (row == &option_table[OPTION_INPUT_FORMAT] || row->kind == KIND_RANGES)
			continue;
		size_t index;
		if (table_find_choice(row, word, strlen(word), &index))
			return phrase("--%s %s", row->name, word);
	}
	return "";
}

/* Returns what a word without its dashes may mean, with dashes, or an empty string. */
static const char *guess_word(const char *word, bool has_dashes)
{
	const size_t length = strcspn(word, "=");
	const struct option_row *option = table_find(word, length);
	if (option)
		return phrase("--%s", option->name);

	const char *guess = guess_choice(word);
	if (!*guess)
		guess = guess_size(word);
	if (!*guess)
		guess = guess_seed(word);
	if (!*guess && has_dashes)
		guess = suggest(NULL, word, length);
	return guess;
}

/* Returns the element after its dashes, of which at most two count. "-" has none. */
static const char *skip_dashes(const char *element)
{
	if (element[0] != '-' || !element[1])
		return element;
	return element + (element[1] == '-' ? 2 : 1);
}

bool refuse_unknown_word(const struct options *options, const char *element,
			 const struct option_row *previous)
{
	struct error *error = options->error;
	const char *word = skip_dashes(element);
	const bool has_dashes = word != element;
	const char *guess = guess_word(word, has_dashes);
	const char *problem = has_dashes ? "no such option" : "not an option";
	error->word = element;
	if (previous && !previous->argument)
		error_set_problem(error, "%s, and --%s takes no value", problem, previous->name);
	else
		error_set_problem(error, "%s", problem);

	if (*guess)
		return suggest_fix(options, "did you mean %s?", guess);
	if (has_dashes)
		return suggest_fix(options, "see dungen --help");
	return suggest_fix(options, "to read or write a file, use --input FILE or --output FILE");
}

bool is_long_name_with_one_dash(const char *element)
{
	const char *name = element + 1;
	return element[0] == '-' && table_find(name, strcspn(name, "=")) != NULL;
}
