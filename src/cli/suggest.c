/* SPDX-License-Identifier: MIT */
#include "cli/suggest.h"

#include <ctype.h>
#include <string.h>

enum {
	WORD_LENGTH_MAX = 32,  /* longest word or name that is compared, in bytes */
	SIMILAR_NAMES_MAX = 4, /* a longer list would not help */
};

/*
 * Other words for an option, or for a value of an option. Case does not matter. An underscore is
 * the same as a dash.
 */
static const struct synonym {
	const char *words;   /* synonyms, separated by single spaces */
	const char *meaning; /* an option, or an option with a value; without the first dashes */
} synonyms[] = {
	{"cols columns map-width", "width"},
	{"rows lines map-height", "height"},
	{"size map-size dimensions", "width N --height N"},
	{"attempts num-rooms room-count", "max-rooms"},
	{"rooms", "max-rooms or --min-rooms"},
	{"min-room-size room-min-size room-size-min", "room-min"},
	{"max-room-size room-max-size room-size-max", "room-max"},
	{"corridors passages hallways", "tunnels"},
	{"cycles extra-tunnels", "loops"},
	{"random-seed rng-seed", "seed"},
	{"cmwc libtcod-cmwc tcod", "rng libtcod"},
	{"mersenne-twister mt19937", "rng python or libtcod-mt"},
	{"generator prng random", "rng"},
	{"ascii plain", "format text"},
	{"tiled", "format tmj or tmx"},
	{"graphviz gv", "format dot"},
	{"bmp eps gif image jpeg jpg pdf picture ppm ps tga tif tiff webp",
	 "format svg, png or pgm"},
	{"file-format output-format type", "format"},
	{"dest directory dir file folder out-dir out-file outdir outfile output-dir output-file",
	 "output"},
	{"amount batch levels maps n num number", "count"},
	{"player start", "show spawn"},
	{"end goal stairs", "show exit"},
	{"ids letters numbers", "show labels"},
	{"characters chars charset symbols", "glyphs"},
	{"cell-size pixels scale zoom", "tile-size"},
	{"silent", "quiet"},
	{"kind profile style template", "preset"},
	{"condition conditions filter having if keep only require", "where"},
	{"search", "find"},
};

/* Returns the small letter for a capital letter, and a dash for an underscore. */
static char fold_character(char character)
{
	if (character == '_')
		return '-';
	return (char)tolower((unsigned char)character);
}

/* Returns whether a name begins with a word of `length` bytes. */
static bool begins_with(const char *name, const char *word, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (fold_character(name[i]) != fold_character(word[i]))
			return false;
	}
	return true;
}

/*
 * Returns the number of edits that turn a word of `length` bytes into a name: a character is added,
 * removed, or replaced, or two neighbors are swapped. This is the optimal string alignment distance
 * (Damerau 1964), computed by dynamic programming (Wagner and Fischer 1974). Compares at most the
 * first WORD_LENGTH_MAX bytes of the name. The word must not be longer than that.
 */
static uint32_t edit_distance(const char *name, const char *word, size_t length)
{
	/* distances[i][j]: from the first i characters of the word to the first j of the name. */
	uint32_t distances[WORD_LENGTH_MAX + 1][WORD_LENGTH_MAX + 1];
	const size_t name_length = strnlen(name, WORD_LENGTH_MAX);
	for (size_t j = 0; j <= name_length; j++)
		distances[0][j] = (uint32_t)j;

	for (size_t i = 1; i <= length; i++) {
		distances[i][0] = (uint32_t)i;
		for (size_t j = 1; j <= name_length; j++) {
			const char in_word = fold_character(word[i - 1]);
			const char in_name = fold_character(name[j - 1]);
			const uint32_t by_removing = distances[i - 1][j] + 1;
			const uint32_t by_adding = distances[i][j - 1] + 1;
			const uint32_t by_replacing = distances[i - 1][j - 1] +
						      (in_word != in_name);
			distances[i][j] = lesser(lesser(by_removing, by_adding), by_replacing);
			if (i == 1 || j == 1)
				continue;

			const bool is_swap = in_word == fold_character(name[j - 2]) &&
					     in_name == fold_character(word[i - 2]);
			if (is_swap) {
				const uint32_t by_swapping = distances[i - 2][j - 2] + 1;
				distances[i][j] = lesser(distances[i][j], by_swapping);
			}
		}
	}
	return distances[length][name_length];
}

/* Returns the edit distance, but at most 1 if the name begins with the word. */
static uint32_t spelling_distance(const char *name, const char *word, size_t length)
{
	const uint32_t distance = edit_distance(name, word, length);
	if (distance > 1 && begins_with(name, word, length))
		return 1;
	return distance;
}

/* Returns whether a word of `length` bytes is in a list that is separated by spaces. */
static bool is_in_list(const char *list, const char *word, size_t length)
{
	while (*list) {
		const size_t item_length = strcspn(list, " ");
		if (item_length == length && begins_with(list, word, length))
			return true;
		list += item_length;
		list += strspn(list, " ");
	}
	return false;
}

bool is_word_for_input(const char *word, size_t length)
{
	return is_in_list("from in-file infile input input-file load open read", word, length);
}

/*
 * Returns the choice of `row` for which a word is a synonym or, if `row` is NULL, the option.
 * Returns NULL if the word is not a synonym.
 */
static const char *find_synonym(const struct option_row *row, const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
		const char *meaning = synonyms[i].meaning;
		if (!is_in_list(synonyms[i].words, word, length))
			continue;
		if (!row)
			return meaning;
		const size_t name_length = strlen(row->name);
		if (strncmp(meaning, row->name, name_length) == 0 && meaning[name_length] == ' ')
			return meaning + name_length + 1;
	}
	return NULL;
}

/* Returns a choice of `row` or, if that is NULL, an option. Returns NULL after the last name. */
static const char *name_at(const struct option_row *row, size_t index)
{
	if (row)
		return row->choices(index).name;
	if (index >= OPTIONS)
		return NULL;
	return option_table[index].name;
}

/* Returns the names with the spelling nearest to a word, or an empty list if all are too far. */
static struct names find_similar_names(const struct option_row *row, const char *word,
				       size_t length)
{
	struct names names = {.count = 0};
	/* Accept one edit in three characters, and then only names that are at least as near. */
	size_t distance_max = length < 3 ? 1 : length / 3;
	for (size_t i = 0; name_at(row, i); i++) {
		const char *name = name_at(row, i);
		const uint32_t distance = spelling_distance(name, word, length);
		if (distance > distance_max)
			continue;
		/* A nearer name replaces the names before it. */
		if (distance < distance_max)
			names.count = 0;
		distance_max = distance;
		names_add(&names, name);
	}
	return names;
}

void add_suggestion(struct text *text, const struct option_row *row, const char *word,
		    size_t length)
{
	const char *prefix = row ? "" : "--";
	if (length == 0 || length > WORD_LENGTH_MAX)
		return;
	const char *synonym = find_synonym(row, word, length);
	if (synonym) {
		text_add(text, "%s%s", prefix, synonym);
		return;
	}
	const struct names names = find_similar_names(row, word, length);
	if (names.count <= SIMILAR_NAMES_MAX)
		names_join(text, &names, prefix);
}
