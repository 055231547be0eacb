/* SPDX-License-Identifier: MIT */
#include "cli/suggest.h"

#include "base/number.h"
#include "base/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum {
	DIFFERENCE_MAX = 2,    /* how much a similar name may differ, in characters */
	SIMILAR_NAMES_MAX = 4, /* a longer list would not help */
};

/*
 * Words that other programs or earlier versions have for an option, or for a value of an option.
 * Case does not matter. An underscore is the same as a dash.
 */
static const struct {
	const char *words;  /* separated by single spaces */
	const char *advice; /* the option, perhaps with values, or a sentence */
} other_words[] = {
	{"cols columns map-width", "--width"},
	{"rows lines map-height", "--height"},
	{"size map-size dimensions", "--width N --height N"},
	{"attempts num-rooms room-count", "--max-rooms"},
	{"rooms", "--max-rooms or --min-rooms"},
	{"min-room-size room-min-size room-size-min", "--room-min"},
	{"max-room-size room-max-size room-size-max", "--room-max"},
	{"corridors passages hallways", "--tunnels"},
	{"cycles extra-tunnels", "--loops"},
	{"random-seed rng-seed", "--seed"},
	{"cmwc libtcod-cmwc tcod", "--rng libtcod"},
	{"mersenne-twister mt19937", "--rng python or libtcod-mt"},
	{"generator prng random", "--rng"},
	{"ascii plain", "--format text"},
	{"tiled", "--format tmj or tmx"},
	{"foundry foundryvtt roll20 vtt", "--format uvtt"},
	{"godot phaser", "--format tmj"},
	{"markdown room-key", "--format rooms"},
	{"monsters enemies items loot traps treasure",
	 "leave it out, because dungen places rooms, tunnels, doors, and keys only"},
	{"keys", "--locks"},
	{"hidden-rooms secret-doors secret-rooms", "--secrets"},
	{"no-loops", "--loops 0 --loop-percent 0"},
	{"no-halls", "--halls 0"},
	{"no-locks", "--locks 0"},
	{"no-secrets", "--secrets 0"},
	{"no-wings", "--wings 0"},
	{"cave caves cavern caverns",
	 "leave it out, because dungen generates rooms and tunnels only"},
	{"room-size rooms-size", "--room-min N --room-max N"},
	{"graphviz gv", "--format dot"},
	{"bmp eps gif image jpeg jpg pdf picture ppm ps tga tif tiff webp",
	 "--format svg, png or pgm"},
	{"file-format output-format type", "--format"},
	{"dest directory dir file folder out-dir out-file outdir outfile output-dir output-file",
	 "--output"},
	{"amount batch levels maps n num number", "--count"},
	{"player start", "--show spawn"},
	{"end goal stairs", "--show exit"},
	{"labels", "--show spawn,labels"},
	{"ids letters numbers", "--show labels"},
	{"characters chars charset symbols", "--glyphs"},
	{"cell-size pixels scale zoom", "--tile-size"},
	{"color colors colour colours ink paper printing", "--theme"},
	{"border margin padding trim", "--crop"},
	{"silent", "--quiet"},
	{"kind profile style template", "--preset"},
	{"condition conditions filter having if only require", "--where"},
	{"search", "--find"},
	{"connected consistent dungeon-floors link linked-floors", "--linked"},
	{"from i in-file infile input input-file load open read",
	 "name the file without an option: dungen FILE"},
	{"input-format", "leave it out, because the content of a file decides its format"},
	{"skip", "leave it out, because --where only passes maps that meet it"},
	{"first", "leave it out, because %i starts at 1"},
};

/* Words that people write in front of options, as for programs with commands. */
static const struct {
	const char *words;  /* separated by single spaces */
	const char *advice; /* a sentence */
	const char *option; /* that replaces the word; NULL if none does */
} command_words[] = {
	{"help", "did you mean --help?", "help"},
	{"version", "did you mean --version?", "version"},
	{"create generate make new", "leave it out, because dungen without a FILE generates a map",
	 NULL},
	{"cave caves cavern caverns",
	 "leave it out, because dungen generates rooms and tunnels only", NULL},
};

/* Returns the small letter for a capital letter, and a dash for an underscore. */
static char fold(char character)
{
	return character == '_' ? '-' : (char)tolower((unsigned char)character);
}

/* Returns how many characters two words have in common at their beginning. */
static size_t common_length(const char *a, const char *b, size_t length_max)
{
	size_t length = 0;
	while (length < length_max && fold(a[length]) == fold(b[length]))
		length++;
	return length;
}

/*
 * Returns how much a word of `length` bytes differs from a name: how many characters are between
 * what they have in common at the beginning and at the end. So one wrong, missing, or additional
 * character is a difference of 1, and so is a name that only begins with the word. Two characters
 * in the wrong order are a difference of 2. Returns SIZE_MAX if too little is in common.
 */
static size_t difference(const char *name, const char *word, size_t length)
{
	const size_t name_length = strlen(name);
	size_t shorter = name_length;
	size_t longer = length;
	if (shorter > longer) {
		shorter = length;
		longer = name_length;
	}
	const size_t start = common_length(name, word, shorter);
	size_t end = 0;
	while (start + end < shorter &&
	       fold(name[name_length - 1 - end]) == fold(word[length - 1 - end]))
		end++;
	const size_t rest = longer - start - end;
	if (rest > 0 && start == length)
		return 1;
	return rest <= DIFFERENCE_MAX && 2 * rest <= longer ? rest : SIZE_MAX;
}

bool suggest_name(struct message *message, const struct option_row *row, const char *word,
		  size_t length)
{
	const char *prefix = row ? phrase("--%s ", row->name) : "";
	const size_t prefix_length = strlen(prefix);
	char folded[64] = {0}; /* all other words are shorter */
	if (length == 0)
		return false;
	for (size_t i = 0; i < length && i < sizeof folded - 1; i++)
		folded[i] = fold(word[i]);
	for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++) {
		const char *advice = other_words[i].advice;
		const bool is_for_row = strncmp(advice, prefix, prefix_length) == 0;
		if (!is_for_row || !words_contain(other_words[i].words, folded))
			continue;
		if (strncmp(advice, "--", 2) == 0)
			advise(message, "did you mean %s?", advice + prefix_length);
		else
			advise(message, "%s", advice);
		return true;
	}

	/* "--png" is no misspelled --rng, and "--quest" is no --quiet. */
	size_t index;
	if (!row && word[length] == '\0' &&
	    (table_find_choice(&option_table[OPTION_FORMAT], word, length, &index) ||
	     table_find_choice(&option_table[OPTION_PRESET], word, length, &index)))
		return suggest_meaning(message, word);

	struct names names = table_names(row);
	size_t similar_count = 0;
	size_t nearest = SIZE_MAX - 1;
	for (size_t i = 0; i < names.count; i++) {
		const char *name = names.items[i];
		const size_t found = difference(name, word, length);
		/* In "exit,none", the word is a name, but only alone. */
		const bool is_name = row && strncmp(name, word, length) == 0 &&
				     name[length] == '\0';
		if (found > nearest || is_name)
			continue;
		if (found < nearest)
			similar_count = 0;
		nearest = found;
		names.items[similar_count++] = name;
	}
	names.count = similar_count;
	if (similar_count == 0 || similar_count > SIMILAR_NAMES_MAX)
		return false;
	struct text list = {.length = 0};
	names_join(&list, &names, row ? "" : "--");
	advise(message, "did you mean %s?", list.bytes);
	if (row && row->kind == KIND_CHOICE && names.count == 1)
		suggest(message, row->name, "%s", names.items[0]);
	return true;
}

/* Suggests --width and --height if a word is the size of a map, such as 80x45. Returns whether it
 * is. */
static bool suggest_size(struct message *message, const char *word)
{
	const struct option_row *width_row = &option_table[OPTION_WIDTH];
	const struct option_row *height_row = &option_table[OPTION_HEIGHT];
	uint64_t width;
	uint64_t height;
	const char *end = number_read(word, &width);
	if (!end || *end != 'x')
		return false;
	end = number_read(end + 1, &height);
	if (!end || *end || !table_accepts(width_row, width) || !table_accepts(height_row, height))
		return false;
	advise(message, "did you mean --width %" PRIu64 " --height %" PRIu64 "?", width, height);
	suggest(message, width_row->name, "%" PRIu64, width);
	suggest(message, height_row->name, "%" PRIu64, height);
	return true;
}

bool suggest_meaning(struct message *message, const char *word)
{
	for (size_t i = 0; i < sizeof command_words / sizeof *command_words; i++) {
		if (!words_contain(command_words[i].words, word))
			continue;
		advise(message, "%s", command_words[i].advice);
		if (command_words[i].option)
			suggest(message, command_words[i].option, "%s", "");
		return true;
	}
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		size_t index;
		/* A measure needs a range, and the names of --help are not values. */
		if (row->kind == KIND_RANGES || row->kind == KIND_FLAG ||
		    !table_find_choice(row, word, strlen(word), &index))
			continue;
		advise(message, "did you mean --%s %s?", row->name, word);
		suggest(message, row->name, "%s", word);
		return true;
	}
	uint64_t seed;
	const char *end = number_read(word, &seed);
	if (!end || *end)
		return suggest_size(message, word);
	advise(message, "did you mean --seed %" PRIu64 "?", seed);
	suggest(message, "seed", "%" PRIu64, seed);
	return true;
}
