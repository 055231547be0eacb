/* SPDX-License-Identifier: MIT */
#include "cli/unknown_words.h"

#include "cli/suggest.h"
#include "system/system.h"

#include <inttypes.h>
#include <string.h>

/* Returns whether a number is in the range of an option. */
static bool is_in_range(const struct option_row *row, uint64_t number)
{
	return row->value_min <= number && number <= row->value_max;
}

bool add_size_guess(struct message *message, struct text *guess, const char *word)
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
	suggest(message, "width", "%" PRIu64, width);
	suggest(message, "height", "%" PRIu64, height);
	return true;
}

/* Adds the option for a seed. Returns false if the word is not a number. */
static bool add_seed_guess(struct message *message, struct text *guess, const char *word)
{
	uint64_t seed;
	const char *end = number_read(word, &seed);
	if (!end || *end)
		return false;
	text_add(guess, "--seed %" PRIu64, seed);
	suggest(message, "seed", "%" PRIu64, seed);
	return true;
}

/*
 * Adds the option that has a choice of this name: "--format json". Returns false if no option has
 * it. Skips --where, because its measures need ranges.
 */
static bool add_choice_guess(struct message *message, struct text *guess, const char *word)
{
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		size_t index;
		if (row->kind == KIND_RANGES)
			continue;
		if (table_find_choice(row, word, strlen(word), &index)) {
			text_add(guess, "--%s %s", row->name, word);
			suggest(message, row->name, "%s", word);
			return true;
		}
	}
	return false;
}

/*
 * Adds a guess at the meaning of a word without its dashes. Adds nothing if all guesses fail. A
 * word without dashes is more likely a file than a misspelled option.
 */
static void add_guess(struct message *message, struct text *guess, const char *word,
		      bool has_dashes)
{
	const size_t length = strcspn(word, "=");
	const struct option_row *row = table_find(word, length);
	if (row) {
		text_add(guess, "--%s", row->name);
		return;
	}
	if (add_choice_guess(message, guess, word))
		return;
	if (add_size_guess(message, guess, word) || add_seed_guess(message, guess, word))
		return;
	if (has_dashes)
		add_suggestion(guess, NULL, word, length);
}

bool refuse_word(const struct options *options, const char *word)
{
	struct message *message = options->message;
	struct text guess = {.length = 0};
	add_guess(message, &guess, word, false);
	if (*word != '\0' && (guess.length == 0 || system_exists(word))) {
		message_clear(message);
		return false;
	}
	message->place.word = word;
	fail(message, STATUS_USAGE, "is not a file");
	if (guess.length > 0)
		advise(message, "did you mean %s?", guess.bytes);
	return true;
}

/* Returns an element without its first dash or first two dashes. */
static const char *skip_dashes(const char *element)
{
	return element[1] == '-' ? element + 2 : element + 1;
}

/*
 * Sets the fix for an option that 0.5 had, or that other programs have for input files. Returns
 * false for any other option. `value` may be NULL.
 */
static bool suggest_replacement(const struct options *options, const char *word, const char *value)
{
	static const struct {
		const char *word;
		const char *fix;
	} replacements[] = {
		{"input-format", "leave it out, because the content of a file decides its format"},
		{"skip", "leave it out, because --where only passes maps that meet it"},
		{"first", "leave it out, because %i starts at 1"},
		{"labels", "use --show spawn,labels"},
	};
	const size_t length = strcspn(word, "=");
	for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
		const char *name = replacements[i].word;
		if (strlen(name) == length && strncmp(name, word, length) == 0) {
			advise(options->message, "%s", replacements[i].fix);
			return true;
		}
	}
	if (!is_word_for_input(word, length))
		return false;
	if (word[length] == '=')
		value = word + length + 1;
	/* "--input --check" lacks the file. */
	if (!value || (value[0] == '-' && value[1] != '\0'))
		value = "FILE";
	advise(options->message, "name the file without an option: dungen %s", excerpt(value));
	return true;
}

bool refuse_unknown_option(const struct options *options, const char *element,
			   const char *next_element)
{
	struct message *message = options->message;
	const char *word = skip_dashes(element);
	message->place.word = element;
	fail(message, STATUS_USAGE, "unknown option");
	const char *value = next_element;
	/* "-imap.txt" was --input with a value, but "-in" may be another word. */
	if (element[1] == 'i' && element[2] != 'n') {
		word = "input";
		if (element[2] != '\0')
			value = element + 2;
	}
	if (suggest_replacement(options, word, value))
		return false;

	struct text guess = {.length = 0};
	add_guess(message, &guess, word, true);
	if (guess.length > 0)
		return advise(options->message, "did you mean %s?", guess.bytes);
	return advise(options->message, "see dungen --help");
}

bool is_long_name_with_one_dash(const char *element)
{
	const char *name = element + 1;
	return element[0] == '-' && table_find(name, strcspn(name, "=")) != NULL;
}
