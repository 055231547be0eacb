/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include "cli/messages.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct option_row {
	char letter; /* 0: none */
	const char *name, *argument;
	uint64_t lowest, highest, standard;
	const char *help;
};

static const struct option_row table[] = {
#define OPTION(id, letter, name, argument, lowest, highest, standard, help) \
	[OPTION_##id] = {letter, name, argument, lowest, highest, standard, help},
#include "cli/options.def"
#undef OPTION
};

static bool is_number(const struct option_row *row)
{
	return row->argument && strcmp(row->argument, "N") == 0;
}

/* Refusals: each tells, and returns false. Values are shown up to a length that leaves the message readable. */

#define VALUE "%.60s"

static const char *shown(const char *value)
{
	return *value ? value : "''";
}

static bool refuse_number(const struct option_row *row, const char *text)
{
	message("--%s " VALUE ": takes a number from %" PRIu64 " to %" PRIu64, row->name, shown(text), row->lowest,
		row->highest);
	return false;
}

/* The names of a table, "a, b, c". */
struct names {
	char text[512];
};

static void add_name(struct names *names, const char *before, const char *name)
{
	size_t length = strlen(names->text);
	snprintf(names->text + length, sizeof names->text - length, "%s%s%s", length ? ", " : "", before, name);
}

static struct names rng_names(void)
{
	struct names names = {""};
	for (size_t i = 0; rng_table[i]; i++)
		add_name(&names, "", rng_table[i]->name);
	return names;
}

static struct names format_names(void)
{
	struct names names = {""};
	for (size_t i = 0; format_table[i]; i++)
		add_name(&names, "", format_table[i]->name);
	return names;
}

static struct names extension_names(void)
{
	struct names names = {""};
	for (size_t i = 0; format_table[i]; i++)
		for (const struct extension *own = format_table[i]->extensions; own->name; own++)
			add_name(&names, ".", own->name);
	return names;
}

/* Plain decimal digits, nothing else, in the row's range. */
static bool read_number(const struct option_row *row, const char *text, uint64_t *number)
{
	uint64_t value = 0;
	const char *c = text;
	for (; *c >= '0' && *c <= '9'; c++) {
		uint64_t digit = (uint64_t)(*c - '0');
		if (value > (UINT64_MAX - digit) / 10)
			return refuse_number(row, text);
		value = value * 10 + digit;
	}
	if (c == text || *c != '\0' || value < row->lowest || value > row->highest)
		return refuse_number(row, text);
	*number = value;
	return true;
}

static bool read_output(struct options *options, const char *path)
{
	if (!*path) {
		message("--output '': takes the name of a file, or - for standard output");
		return false;
	}
	if (strchr(path, '%')) {
		message("--output " VALUE ": %% is kept for patterns; take a name without it", path);
		return false;
	}
	options->output = path;
	return true;
}

/* One option, as it stands. */
static bool read_option(struct options *options, enum option_id id, const char *value)
{
	options->given[id] = true;
	if (is_number(&table[id]))
		return read_number(&table[id], value, &options->number[id]);
	switch (id) {
	case OPTION_RNG:
		options->rng = rng_find(value);
		if (!options->rng)
			message("--rng " VALUE ": no such random number generator; there are %s", shown(value),
				rng_names().text);
		return options->rng != NULL;
	case OPTION_FORMAT:
		options->format = format_find(value);
		if (!options->format)
			message("--format " VALUE ": no such format; there are %s", shown(value), format_names().text);
		return options->format != NULL;
	case OPTION_OUTPUT:
		return read_output(options, value);
	case OPTION_NO_TILES:
		options->style.no_tiles = true;
		return true;
	case OPTION_LABELS:
		options->style.show |= SHOW_LABELS;
		return true;
	default:
		return true;
	}
}

/* What was said is put together: defaults that follow from other options, and what contradicts what. */

/* Without --format, the extension of the file decides. */
static bool choose_format(struct options *options)
{
	if (options->format)
		return true;
	options->format = format_table[0];
	if (!options->output)
		return true;
	const char *slash = strrchr(options->output, '/');
	const char *name = slash ? slash + 1 : options->output;
	const char *dot = strrchr(name, '.');
	if (!dot || dot == name || dot[1] == '\0')
		return true;
	const struct extension *extension;
	options->format = format_find_extension(dot + 1, &extension);
	if (!options->format)
		message("--output " VALUE ": no format has the extension " VALUE "; take one of %s, or give --format",
			options->output, dot, extension_names().text);
	return options->format != NULL;
}

static bool check_style(const struct options *options)
{
	const struct format *format = options->format;
	enum option_id wrong;
	unsigned style;
	if (options->given[OPTION_LABELS] && !(format->styles & STYLE_SHOW)) {
		wrong = OPTION_LABELS;
		style = STYLE_SHOW;
	} else if (options->style.no_tiles && !(format->styles & STYLE_NO_TILES)) {
		wrong = OPTION_NO_TILES;
		style = STYLE_NO_TILES;
	} else {
		return true;
	}
	struct names names = {""};
	for (size_t i = 0; format_table[i]; i++)
		if (format_table[i]->styles & style)
			add_name(&names, "--format ", format_table[i]->name);
	message("--%s: not with --format %s; take %s", table[wrong].name, format->name, names.text);
	return false;
}

/* The article of a number as it is read aloud: an 8, an 11, an 18, an 80, an 811, an 11000, but a 1100. */
static const char *article(uint64_t number)
{
	unsigned digits = 1;
	while (number >= 100) {
		number /= 10;
		digits++;
	}
	if (number >= 10)
		digits++;
	bool eight = number == 8 || number / 10 == 8;
	return eight || ((number == 11 || number == 18) && digits % 3 == 2) ? "an" : "a";
}

/* Rooms that do not fit the map. Where they are the defaults, the side of the map is what was asked too much of. */
static bool refuse_fit(const struct options *options, uint64_t fit)
{
	const uint64_t *number = options->number;
	uint64_t width = number[OPTION_WIDTH], height = number[OPTION_HEIGHT];
	uint64_t room_min = number[OPTION_ROOM_MIN], room_max = number[OPTION_ROOM_MAX];
	char both[80] = "";
	if (room_min > fit)
		snprintf(both, sizeof both, "; try --room-min %" PRIu64 " --room-max %" PRIu64, fit, fit);
	if (options->given[OPTION_ROOM_MAX] || (options->given[OPTION_ROOM_MIN] && room_min > fit)) {
		enum option_id id = options->given[OPTION_ROOM_MAX] ? OPTION_ROOM_MAX : OPTION_ROOM_MIN;
		message("--%s %" PRIu64 ": does not fit %s %" PRIu64 "x%" PRIu64
			" map; the largest that fits is %" PRIu64 "%s",
			table[id].name, number[id], article(width), width, height, fit, both);
		return false;
	}
	enum option_id side = width <= height ? OPTION_WIDTH : OPTION_HEIGHT;
	if (!both[0])
		snprintf(both, sizeof both, "; try --room-max %" PRIu64, fit);
	message("--%s %" PRIu64 ": rooms of %" PRIu64 " to %" PRIu64 " do not fit%s", table[side].name, number[side],
		room_min, room_max, both);
	return false;
}

static bool check_rooms(const struct options *options)
{
	const uint64_t *number = options->number;
	uint64_t width = number[OPTION_WIDTH], height = number[OPTION_HEIGHT];
	uint64_t fit = (width < height ? width : height) - 1;
	uint64_t room_min = number[OPTION_ROOM_MIN], room_max = number[OPTION_ROOM_MAX];
	if (room_max > fit || (room_min > fit && !options->given[OPTION_ROOM_MAX]))
		return refuse_fit(options, fit);
	if (room_min <= room_max)
		return true;
	if (!options->given[OPTION_ROOM_MIN])
		message("--room-max %" PRIu64 ": less than --room-min, which is %" PRIu64 "; try --room-min %" PRIu64,
			room_max, room_min, room_max);
	else if (room_min > fit)
		message("--room-min %" PRIu64 ": does not fit the map, nor --room-max, which is %" PRIu64
			"; try --room-min %" PRIu64,
			room_min, room_max, room_max);
	else
		message("--room-min %" PRIu64 ": more than --room-max, which is %" PRIu64 "; try --room-max %" PRIu64,
			room_min, room_max, room_min);
	return false;
}

static bool check_seeds(const struct options *options)
{
	const struct rng *rng = options->rng;
	uint64_t seed = options->number[OPTION_SEED], count = options->number[OPTION_COUNT];
	if (seed > rng->max_seed) {
		message("--seed %" PRIu64 ": --rng %s takes seeds from 0 to %" PRIu64, seed, rng->name, rng->max_seed);
		return false;
	}
	if (count - 1 > rng->max_seed - seed) {
		uint64_t most = rng->max_seed - seed + 1;
		message("--count %" PRIu64 ": from %" PRIu64 " on, the last seed of --rng %s is %" PRIu64
			"; try --count %" PRIu64,
			count, seed, rng->name, rng->max_seed, most);
		return false;
	}
	return true;
}

/* Help and version. */

enum { HELP_COLUMN = 22 };

static void write_option(struct output *output, const struct option_row *row)
{
	char line[128], letter[] = "    ";
	if (row->letter)
		snprintf(letter, sizeof letter, "-%c, ", row->letter);
	snprintf(line, sizeof line, "  %s--%s %s", letter, row->name, row->argument ? row->argument : "");
	output_text(output, line);
	size_t column = strlen(line);
	for (const char *help = row->help; *help;) {
		snprintf(line, sizeof line, "%*s", (int)(HELP_COLUMN - column), "");
		output_text(output, line);
		size_t length = strcspn(help, "\n");
		output_write(output, help, length);
		help += length;
		if (*help == '\n')
			output_write(output, help++, 1);
		column = 0;
	}
	if (is_number(row)) {
		snprintf(line, sizeof line, ", %" PRIu64 " to %" PRIu64, row->lowest, row->highest);
		output_text(output, line);
		if (row->standard)
			snprintf(line, sizeof line, " (%" PRIu64 ")", row->standard);
		else
			snprintf(line, sizeof line, " (drawn and told)");
		output_text(output, line);
	}
	output_text(output, "\n");
}

static void write_entry(struct output *output, const char *name, const char *summary)
{
	char line[128];
	snprintf(line, sizeof line, "  %-*s%s\n", HELP_COLUMN - 2, name, summary);
	output_text(output, line);
}

static void write_help(struct output *output)
{
	output_text(output, "Usage: dungen [OPTION]...\n"
			    "Make a dungeon map of rooms and tunnels and write it to standard output.\n\n");
	for (int id = 0; id < OPTION_NONE; id++)
		write_option(output, &table[id]);
	output_text(output, "\nFormats:\n");
	for (size_t i = 0; format_table[i]; i++)
		write_entry(output, format_table[i]->name, format_table[i]->summary);
	output_text(output, "\nRandom number generators, the same seed and options giving the tiles of:\n");
	for (size_t i = 0; rng_table[i]; i++)
		write_entry(output, rng_table[i]->name, rng_table[i]->summary);
	output_text(output, "\nExit status: 0 every byte was written, 1 writing or memory failed, 2 the\n"
			    "command line was wrong. The manual, man dungen, has examples.\n");
}

static void write_version(struct output *output)
{
	output_text(output, "dungen " DUNGEN_VERSION "\n"
			    "Copyright (C) 2026 the dungen authors\n"
			    "License MIT: <https://spdx.org/licenses/MIT.html>\n"
			    "This is free software: you are free to change and redistribute it.\n"
			    "There is NO WARRANTY, to the extent permitted by law.\n");
}

/* Reading. */

/* How long the name in "--name" or "--name=value" is, with its dashes. */
static size_t name_length(const char *element)
{
	const char *end = element;
	while (*end && *end != '=')
		end++;
	return (size_t)(end - element);
}

/* The option that `element` of argv names in full, "--name" or "--name=value", or else that of the letter. */
static enum option_id identify(const char *element, int letter)
{
	bool is_long = strncmp(element, "--", 2) == 0;
	size_t length = is_long ? name_length(element) - 2 : 0;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &table[id];
		if (is_long ? strlen(row->name) == length && strncmp(row->name, element + 2, length) == 0
			    : row->letter && row->letter == letter)
			return (enum option_id)id;
	}
	return OPTION_NONE;
}

/* What getopt_long takes. It reports any long option as LONG, abbreviated or not: `identify` tells which it is. */
struct syntax {
	char letters[2 * OPTION_NONE + 3];
	struct option names[OPTION_NONE + 1];
};

enum { LONG = 256 };

static struct syntax make_syntax(void)
{
	/* Stop at what is not an option; tell a missing value from an unknown option. */
	struct syntax syntax = {.letters = "+:"};
	char *next = syntax.letters + 2;
	for (int id = 0; id < OPTION_NONE; id++) {
		bool takes_value = table[id].argument != NULL;
		syntax.names[id] = (struct option){table[id].name, takes_value, NULL, LONG};
		if (table[id].letter)
			*next++ = table[id].letter;
		if (table[id].letter && takes_value)
			*next++ = ':';
	}
	return syntax;
}

static void refuse_unknown(const char *element, int letter)
{
	if (strncmp(element, "--", 2) != 0)
		message("-%c: no such option; see dungen --help", letter);
	else
		message("%.*s: no such option; see dungen --help",
			name_length(element) < 60 ? (int)name_length(element) : 60, element);
}

bool options_read(struct options *options, int argc, char **argv)
{
	*options = (struct options){.rng = rng_table[0], .style = STYLE_DEFAULT};
	for (int id = 0; id < OPTION_NONE; id++)
		options->number[id] = table[id].standard;

	struct syntax syntax = make_syntax();
	opterr = 0;
	for (;;) {
		const char *element = argv[optind];
		int result = getopt_long(argc, argv, syntax.letters, syntax.names, NULL);
		if (result == -1)
			break;
		int letter = result == '?' || result == ':' ? optopt : result;
		enum option_id id = identify(element, letter);
		if (id == OPTION_NONE) {
			refuse_unknown(element, letter);
			return false;
		}
		if (result == '?' || result == ':') {
			message("--%s: %s; see dungen --help", table[id].name,
				result == ':' ? "needs a value" : "takes no value");
			return false;
		}
		if (id == OPTION_HELP || id == OPTION_VERSION) {
			options->information = id == OPTION_HELP ? write_help : write_version;
			options->output = NULL;
			return true;
		}
		if (!read_option(options, id, optarg))
			return false;
	}
	if (optind < argc) {
		message(VALUE ": not an option; see dungen --help", shown(argv[optind]));
		return false;
	}
	return choose_format(options) && check_style(options) && check_rooms(options) && check_seeds(options);
}

struct recipe options_recipe(const struct options *options)
{
	/* Every number but seed and count is below 2^31. */
	const uint64_t *number = options->number;
	return (struct recipe){
		.width = (uint32_t)number[OPTION_WIDTH],
		.height = (uint32_t)number[OPTION_HEIGHT],
		.max_rooms = (uint32_t)number[OPTION_MAX_ROOMS],
		.room_min = (uint32_t)number[OPTION_ROOM_MIN],
		.room_max = (uint32_t)number[OPTION_ROOM_MAX],
	};
}
