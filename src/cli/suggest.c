/* SPDX-License-Identifier: MIT */
#include "cli/suggest.h"

#include <ctype.h>
#include <string.h>

enum {
	WORD_SIZE_MAX = 32,  /* bytes of the longest word or name that is compared */
	SUGGESTIONS_MAX = 4, /* a longer list would not help */
};

/*
 * Other words for an option, or for a value of one. Upper and lower case are the same, and so are
 * underscores and dashes.
 */
static const struct synonym {
	const char *words;   /* separated by single spaces */
	const char *meaning; /* as on the command line, without the dashes before it */
} synonyms[] = {
	{"cols columns map-width", "width"},
	{"rows lines map-height", "height"},
	{"size map-size dimensions", "width N --height N"},
	{"attempts num-rooms room-count", "max-rooms"},
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
	{"from in-file infile input-file load open read", "input"},
};

/* Maps capitals to small letters and underscores to dashes. */
static char fold_character(char c)
{
	return c == '_' ? '-' : (char)tolower((unsigned char)c);
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
 * Returns the number of typing mistakes between a name and a word of `length` bytes: a character
 * added, missing, or wrong, or two neighbors swapped. This is the optimal string alignment distance
 * (Damerau 1964), computed by dynamic programming (Wagner and Fischer 1974). Both have at most
 * WORD_SIZE_MAX bytes.
 */
static uint32_t edit_distance(const char *name, const char *word, size_t length)
{
	const size_t name_length = strnlen(name, WORD_SIZE_MAX);
	/* distances[i][j] is between the first i characters of the word and the first j of the
	 * name. */
	uint32_t distances[WORD_SIZE_MAX + 1][WORD_SIZE_MAX + 1];
	for (size_t j = 0; j <= name_length; j++)
		distances[0][j] = (uint32_t)j;

	for (size_t i = 1; i <= length; i++) {
		distances[i][0] = (uint32_t)i;
		for (size_t j = 1; j <= name_length; j++) {
			const char in_word = fold_character(word[i - 1]);
			const char in_name = fold_character(name[j - 1]);
			const uint32_t added = distances[i - 1][j] + 1;
			const uint32_t missing = distances[i][j - 1] + 1;
			const uint32_t replaced = distances[i - 1][j - 1] + (in_word != in_name);
			distances[i][j] = lesser(lesser(added, missing), replaced);

			const bool is_swap = i > 1 && j > 1 &&
					     in_word == fold_character(name[j - 2]) &&
					     in_name == fold_character(word[i - 2]);
			if (is_swap)
				distances[i][j] = lesser(distances[i][j],
							 distances[i - 2][j - 2] + 1);
		}
	}
	return distances[length][name_length];
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

/*
 * Returns the choice of `row` that a word is a synonym for or, if `row` is NULL, the option.
 * Returns NULL if there is none.
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

/* Returns the i-th choice of `row` or, if that is NULL, the i-th option. NULL ends the names. */
static const char *name_at(const struct option_row *row, size_t i)
{
	if (row)
		return row->choices(i).name;
	return i < OPTION_NONE ? option_table[i].name : NULL;
}

const char *suggest(const struct option_row *row, const char *word, size_t length)
{
	const char *prefix = row ? "" : "--";
	if (length == 0 || length > WORD_SIZE_MAX)
		return "";
	const char *synonym = find_synonym(row, word, length);
	if (synonym)
		return phrase("%s%s", prefix, synonym);

	/* Allow one mistake in three characters. */
	struct names nearest = {.count = 0};
	size_t mistakes_min = length < 3 ? 1 : length / 3;
	const char *name;
	for (size_t i = 0; (name = name_at(row, i)); i++) {
		size_t mistakes = edit_distance(name, word, length);
		if (mistakes > 1 && begins_with(name, word, length))
			mistakes = 1;
		if (mistakes > mistakes_min)
			continue;
		if (mistakes < mistakes_min)
			nearest.count = 0;
		mistakes_min = mistakes;
		names_add(&nearest, name);
	}
	if (nearest.count > SUGGESTIONS_MAX)
		return "";
	return names_join(nearest, prefix);
}
