/* SPDX-License-Identifier: MIT */
#include "cli/suggest.h"

#include <ctype.h>
#include <string.h>

enum {
	LONGEST = 32, /* bytes of the longest word or name compared */
	MOST = 4,     /* names in a suggestion; more are no help */
};

/*
 * Words that people use for an option or for a value of one. Their case does not matter, nor do
 * underscores.
 */
static const struct synonym {
	const char *words, *meant;
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
static char fold(char c)
{
	return (char)(c == '_' ? '-' : tolower((unsigned char)c));
}

static bool begins(const char *name, const char *word, size_t length)
{
	size_t i = 0;
	while (i < length && name[i] && fold(name[i]) == fold(word[i]))
		i++;
	return i == length;
}

/* Whether the name, or a part of it after a dash, begins with the word. */
static bool abbreviates(const char *name, const char *word, size_t length)
{
	for (; name; name = strchr(name + 1, '-'))
		if (begins(name + (*name == '-'), word, length))
			return true;
	return false;
}

/*
 * The number of typing mistakes between name and word: a character added, missing or wrong, or two
 * neighbors swapped. This is the optimal string alignment distance (Damerau 1964), computed by
 * dynamic programming (Wagner, Fischer 1974).
 */
static uint32_t mistakes(const char *name, const char *word, size_t length)
{
	uint32_t size = (uint32_t)strnlen(name, LONGEST);
	/*
	 * distance[i % 3][j]: between the first i characters of the word and the first j of the
	 * name.
	 */
	uint32_t distance[3][LONGEST + 1];
	for (uint32_t j = 0; j <= size; j++)
		distance[0][j] = j;
	for (uint32_t i = 1; i <= length; i++) {
		uint32_t *now = distance[i % 3], *before = distance[(i + 2) % 3],
			 *earlier = distance[(i + 1) % 3];
		now[0] = i;
		for (uint32_t j = 1; j <= size; j++) {
			char a = fold(word[i - 1]), b = fold(name[j - 1]);
			now[j] = lesser(lesser(before[j], now[j - 1]) + 1,
					before[j - 1] + (a != b));
			if (i > 1 && j > 1 && a == fold(name[j - 2]) && b == fold(word[i - 2]))
				now[j] = lesser(now[j], earlier[j - 2] + 1);
		}
	}
	return distance[length % 3][size];
}

/*
 * Returns what the word means as a choice of `row` or, if that is NULL, as an option; NULL if it is
 * no synonym.
 */
static const char *find_synonym(const struct option_row *row, const char *word, size_t length)
{
	size_t size, before = row ? strlen(row->name) : 0;
	for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
		for (const char *own = synonyms[i].words; *own; own += size + (own[size] != '\0')) {
			const char *meant = synonyms[i].meant;
			size = strcspn(own, " ");
			if (size != length || !begins(own, word, length))
				continue;
			if (!row)
				return meant;
			if (strncmp(meant, row->name, before) == 0 && meant[before] == ' ')
				return meant + before + 1;
		}
	return NULL;
}

const char *suggest(const struct option_row *row, const char *word, size_t length)
{
	struct names close = {.count = 0};
	const char *before = row ? "" : "--", *meant = find_synonym(row, word, length);
	if (length == 0 || length > LONGEST)
		return "";
	if (meant)
		return phrase("%s%s", before, meant);
	/* One mistake in three characters is allowed. */
	size_t fewest = length < 3 ? 1 : length / 3;
	for (size_t i = 0; row || i < OPTION_NONE; i++) {
		const char *name = row ? row->choices(i).name : option_table[i].name;
		if (!name)
			break;
		size_t count = mistakes(name, word, length);
		if (count > 1 && abbreviates(name, word, length))
			count = 1;
		if (count > fewest)
			continue;
		if (count < fewest)
			close.count = 0;
		fewest = count;
		names_add(&close, name);
	}
	return close.count <= MOST ? names_join(close, before) : "";
}
