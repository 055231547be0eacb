/* SPDX-License-Identifier: MIT */
#include "cli/unknown_words.h"

#include "cli/suggest.h"

#include <inttypes.h>
#include <string.h>

/* Returns whether a number is in the range of an option. */
static bool is_in_range(const struct option_row *row, uint64_t number)
{
	return row->value_min <= number && number <= row->value_max;
}

bool add_size_guess(struct error *error, struct text *guess, const char *word)
{
	uint64_t width;
	uint64_t height;
	const char *end = number_read(word, &width);
	if (!end || *end != 'x')
		return false;
	end = number_read(end + 1, &height);
	if (!end || *end)
		return false;
	if (!is_in_range(&option_table[OPTION_WIDTH], width) ||
	    !is_in_range(&option_table[OPTION_HEIGHT], height))
		return false;
	text_add(guess, "--width %" PRIu64 " --height %" PRIu64, width, height);
	error_suggest(error, "width", "%" PRIu64, width);
	error_suggest(error, "height", "%" PRIu64, height);
	return true;
}

/* Adds the option for a seed. Returns false if the word is not a number. */
static bool add_seed_guess(struct error *error, struct text *guess, const char *word)
{
	uint64_t seed;
	const char *end = number_read(word, &seed);
	if (!end || *end)
		return false;
	text_add(guess, "--seed %" PRIu64, seed);
	error_suggest(error, "seed", "%" PRIu64, seed);
	return true;
}

/*
 * Adds the option that has a choice of this name: "--format json". Returns false if no option has
 * it. Skips --input-format, because its choices are also choices of --format, which is more common,
 * and --where, because its measures need ranges.
 */
static bool add_choice_guess(struct error *error, struct text *guess, const char *word)
{
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		size_t index;
		if (row == &option_table[OPTION_INPUT_FORMAT] || row->kind == KIND_RANGES)
			continue;
		if (table_find_choice(row, word, strlen(word), &index)) {
			text_add(guess, "--%s %s", row->name, word);
			error_suggest(error, row->name, "%s", word);
			return true;
		}
	}
	return false;
}

/*
 * Adds a guess at the meaning of a word without its dashes. Adds nothing if all guesses fail. A
 * word without dashes is more likely a file than a misspelled option.
 */
static void add_guess(struct error *error, struct text *guess, const char *word, bool has_dashes)
{
	const size_t length = strcspn(word, "=");
	const struct option_row *row = table_find(word, length);
	if (row) {
		text_add(guess, "--%s", row->name);
		return;
	}
	if (add_choice_guess(error, guess, word))
		return;
	if (add_size_guess(error, guess, word) || add_seed_guess(error, guess, word))
		return;
	if (has_dashes)
		add_suggestion(guess, NULL, word, length);
}

/* Returns an element without its first dash or first two dashes. "-" alone stays as it is. */
static const char *skip_dashes(const char *element)
{
	if (element[0] != '-' || element[1] == '\0')
		return element;
	if (element[1] == '-')
		return element + 2;
	return element + 1;
}

bool refuse_unknown_word(const struct options *options, const char *element,
			 const struct option_row *previous)
{
	struct error *error = options->error;
	const char *word = skip_dashes(element);
	const bool has_dashes = word != element;
	const char *problem = has_dashes ? "unknown option" : "unexpected word";
	error->word = element;
	if (previous && !previous->argument)
		error_set_problem(error, "%s after --%s, which cannot have a value", problem,
				  previous->name);
	else
		error_set_problem(error, "%s", problem);

	struct text guess = {.length = 0};
	add_guess(error, &guess, word, has_dashes);
	if (guess.length > 0)
		return suggest_fix(options, "did you mean %s?", guess.bytes);
	if (has_dashes)
		return suggest_fix(options, "see dungen --help");
	return suggest_fix(options, "to read or write a file, use --input FILE or --output FILE");
}

bool is_long_name_with_one_dash(const char *element)
{
	const char *name = element + 1;
	return element[0] == '-' && table_find(name, strcspn(name, "=")) != NULL;
}
