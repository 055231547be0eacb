/* SPDX-License-Identifier: MIT */
#include "cli/mistakes.h"

#include "cli/suggest.h"
#include "cli/utf8.h"
#include "output/system.h"

#include <inttypes.h>
#include <string.h>

/* A map size, "80x45" or, with `next`, "80 45"; empty if it is none. */
static const char *meant_size(const char *text, const char *next)
{
	const struct option_row *width = &option_table[OPTION_WIDTH],
				*height = &option_table[OPTION_HEIGHT];
	uint64_t columns, rows;
	const char *end = number_read(text, &columns), *second = end && !*end ? next : end;
	if (end && *end)
		second += strspn(end, "xX*,\u00d7");
	end = second ? number_read(second, &rows) : NULL;
	if (end && !*end && columns >= width->lowest && columns <= width->highest &&
	    rows >= height->lowest && rows <= height->highest)
		return phrase("--width %" PRIu64 " --height %" PRIu64, columns, rows);
	return "";
}

/*
 * What a word without its dashes means, if it is not misspelled: an option, a choice, a size or a
 * seed; empty if it means nothing. `next` is the element after it, or NULL.
 */
static const char *meant(const char *word, const char *next)
{
	size_t length = strcspn(word, "= :"), index;
	const struct option_row *option = table_find(word, length);
	if (option && word[length] && word[length] != '=')
		return phrase("--%s %s, as two words", option->name,
			      excerpt(word + length + strspn(word + length, " :")));
	if (option)
		return phrase("--%s", option->name);
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		/*
		 * What --input-format takes is also a --format, the more likely one; measures are
		 * mostly called as options are.
		 */
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

/*
 * Returns the word after its dashes, which may be those of word processors, and sets *dashes to
 * their number.
 */
static const char *past_dashes(const char *word, int *dashes)
{
	uint32_t character;
	size_t size;
	for (*dashes = 0; (size = utf8_read(word, SIZE_MAX, &character)) > 0; ++*dashes) {
		if (character != '-' && character != 0x2212 &&
		    (character < 0x2010 || character > 0x2015))
			break;
		word += size;
	}
	return word;
}

bool refuse_element(const char *element, const char *next, const struct option_row *last)
{
	int dashes;
	const char *word = past_dashes(element, &dashes), *instead = meant(word, next);
	const char *what = "not an option", *hint = "see dungen --help";
	/* A letter in the wrong case, or after the dash of a word processor: "-w80", "–s 42". */
	const char letter = (char)(table_find_letter(*word) ? *word : *word ^ ('a' ^ 'A'));
	if (strcmp(element, "-") == 0)
		instead = "--output -";
	else if (dashes == 1 && !*instead && word[1] < 'A' && table_find_letter(letter))
		instead = phrase("-%c", letter);
	else if (dashes > 0 && !*instead)
		instead = suggest(NULL, word, strcspn(word, "="));
	if (*element == '-' && element[1])
		what = "no such option";
	else if (last && !last->argument)
		what = phrase("%s, and --%s takes no value", what, last->name);
	else if (last && last->kind == KIND_LIST) {
		what = phrase("%s, and --%s takes a list without blanks", what, last->name);
		instead = "";
	}
	if (*instead)
		hint = phrase("did you mean %s?", instead);
	else if (system_exists(element) || last == &option_table[OPTION_CHECK])
		hint = "to read maps from it, use --input";
	else if (dashes == 0 && strpbrk(element, "./"))
		hint = "to write to a file, use -o FILE or > FILE";
	return refuse("%s: %s; %s", excerpt(element), what, hint);
}

const struct option_row *letter_option(const char *letter, const char *next)
{
	const struct option_row *row = table_find_letter(*letter);
	const char *number = letter[1] ? letter + 1 + (letter[1] == '=') : next;
	/*
	 * "-seed 42" would be -s with the value "eed". "-help" is allowed, since -h acts at once.
	 */
	if (!row || (*meant(letter, NULL) &&
		     !(row->at_once && strncmp(letter, row->name, strlen(row->name)) == 0)))
		(void)refuse_element(phrase("-%s", letter), next, NULL);
	else if (row->argument && letter[1] == '=')
		message("-%s: no such option; did you mean -%c %s?", excerpt(letter), *letter,
			excerpt(letter + 2));
	else if (row == &option_table[OPTION_HELP] && number && *number >= '0' && *number <= '9')
		message("-h %s: -h is --help; did you mean -H %s?", excerpt(number),
			excerpt(number));
	else
		return row;
	return NULL;
}
