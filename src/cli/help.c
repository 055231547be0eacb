/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include "cli/completion.h"
#include "cli/table.h"
#include "dungen.h"

#include <inttypes.h>
#include <string.h>

/* Columns of --help. */
enum {
	EXPLANATION_COLUMN = 23, /* where explanations start; the first column is 0 */
	LINE_LENGTH_MAX = 79,
	GAP_MIN = 2, /* spaces between a term and its explanation */
};

/* What most people need. It fits on 60 lines. */
static const char common_help[] =
	"Usage: dungen [OPTION]... [FILE]...\n"
	"Generate a dungeon map of rooms and tunnels. With FILEs, read maps instead.\n"
	"\n"
	"Examples:\n"
	"  dungen                                        print a random map\n"
	"  dungen --seed 42 --width 60 --height 30       print the same map every time\n"
	"  dungen --preset dungeon --output level.svg    draw a level for a game\n"
	"  dungen --preset dungeon -n 9 -o level-%i.tmj  write nine levels for Tiled\n"
	"  dungen level-1.tmj --output level.png         convert a map\n"
	"\n"
	"Map:\n"
	"  -s, --seed N          set the random seed; the same seed gives the same map\n"
	"  -W, --width N         set the number of columns (default: 80)\n"
	"  -H, --height N        set the number of rows (default: 45)\n"
	"      --max-rooms N     try to place N rooms (default: 30)\n"
	"      --room-min N      set the smallest room side (default: 6)\n"
	"      --room-max N      set the largest room side (default: 10)\n"
	"      --loop-percent N  dig N extra tunnels for every 100 rooms\n"
	"      --doors           put doors where tunnels enter rooms\n"
	"      --preset NAME     start from a set of options, such as dungeon\n"
	"\n"
	"Output:\n"
	"  -f, --format NAME     choose the format, such as text, json, tmj, svg or png\n"
	"  -o, --output FILE     write to FILE, whose extension also chooses the format\n"
	"      --show LIST       choose marks to draw on the map, such as spawn,exit\n"
	"      --tile-size N     set the width and height of a tile in pixels\n"
	"  -q, --quiet           print errors, but no notes and warnings\n"
	"\n"
	"Several maps:\n"
	"  -n, --count N         generate N maps from consecutive seeds\n"
	"      --where LIST      pass only maps that meet conditions such as loops=2..9\n"
	"      --find N          try seeds until N maps meet the conditions\n"
	"\n"
	"Maps in files:\n"
	"      --check           report faults of maps instead of writing them\n"
	"      --compare         report how maps differ from the map of their seed\n"
	"\n"
	"dungen --help=all lists all options, formats, presets, and measures.\n"
	"The manual, man dungen, explains them.\n";

static const char *const group_titles[] = {
	[GROUP_MAP] = "Map",
	[GROUP_RANDOM] = "Random numbers",
	[GROUP_INPUT] = "Reading maps",
	[GROUP_OUTPUT] = "Output",
	[GROUP_BATCH] = "Batches and searches",
	[GROUP_LOOK] = "Appearance",
	[GROUP_TUNING] = "Tuning",
	[GROUP_OTHER] = "Other",
};

/* Returns the heading under which --help=all lists an option. */
static enum option_group group_of(const struct option_row *row)
{
	return row->is_tuning ? GROUP_TUNING : row->group;
}

/* Returns the next option in the order of --help=all, or the first one after NULL. */
static const struct option_row *next_option(const struct option_row *row)
{
	unsigned group = row ? group_of(row) : 0;
	const struct option_row *next = row ? row + 1 : option_table;
	for (; group <= GROUP_OTHER; group++, next = option_table)
		for (; next < option_table + OPTIONS; next++)
			if (group_of(next) == group)
				return next;
	return NULL;
}

/* Returns whether the names that an option accepts have summaries, and a list of their own. */
static bool has_summaries(const struct option_row *row)
{
	return row->choices && row->choices(0).summary;
}

/* Returns the default of an option, perhaps as a phrase. It is empty if the option has none. */
static const char *default_of(const struct option_row *row)
{
	if (row->default_text)
		return row->default_text;
	if (row->kind == KIND_NUMBER)
		return phrase("%" PRIu64, row->default_value);
	return row->choices ? row->choices(0).name : "";
}

/* --help=all */

/* Writes a term and its explanation, which is wrapped between words. */
static void write_entry(struct output *output, const char *term, const char *explanation)
{
	output_text(output, term);
	size_t column = strlen(term);
	size_t gap = GAP_MIN; /* number of blanks before the next word */
	if (column + GAP_MIN < EXPLANATION_COLUMN)
		gap = EXPLANATION_COLUMN - column;

	const char *word = explanation;
	while (*word) {
		const size_t length = strcspn(word, " ");
		if (column + gap + length > LINE_LENGTH_MAX) {
			output_text(output, "\n");
			column = 0;
			gap = EXPLANATION_COLUMN;
		}
		column += gap + length;
		for (; gap > 0; gap--)
			output_text(output, " ");
		output_write(output, word, length);
		gap = 1;
		word += length;
		word += strspn(word, " ");
	}
	output_text(output, "\n");
}

/*
 * Writes an option: how it looks, what it does, and the names that it accepts. Then, in
 * parentheses, its bounds, the formats that support it, and its default.
 */
static void write_option(struct output *output, const struct option_row *row)
{
	struct text term = {.length = 0};
	if (row->letter)
		text_add(&term, "  -%c, --%s", row->letter, row->name);
	else
		text_add(&term, "      --%s", row->name);
	if (row->argument)
		text_add(&term, " %s", row->argument);

	struct text text = {.length = 0};
	text_add(&text, "%s", row->help);
	if (row->choices && !has_summaries(row)) {
		const struct names names = table_names(row);
		text_add(&text, row->kind == KIND_RANGES ? "; MEASURE is " : ": ");
		names_join(&text, &names, "");
	}

	struct text notes = {.length = 0};
	if (row->kind == KIND_NUMBER)
		text_add(&notes, "; %" PRIu64 " to %" PRIu64, row->value_min, row->value_max);
	if (row->end_offset > 0)
		text_add(&notes, "; or a range such as 14..32");
	if (has_summaries(row))
		text_add(&notes, "; see below");
	if (row->look) {
		const struct names formats = table_formats(row->look);
		text_add(&notes, "; ");
		names_join(&notes, &formats, "");
		text_add(&notes, " only");
	}
	const char *default_text = default_of(row);
	if (*default_text)
		text_add(&notes, "; default: %s", default_text);
	if (notes.length > 0)
		text_add(&text, " (%s)", notes.bytes + strlen("; "));
	write_entry(output, term.bytes, text.bytes);
}

/* Returns the extensions of a format, the preferred one first. */
static struct names extensions_of(const struct format *format)
{
	struct names names = {.count = 0};
	for (const char *const *extension = format->extensions; *extension; extension++)
		names_add(&names, *extension);
	return names;
}

/* Writes the names that an option accepts, with their summaries. */
static void write_choices(struct output *output, const struct option_row *row)
{
	output_print(output, "\nChoices of --%s:\n", row->name);
	for (size_t i = 0; row->choices(i).name; i++) {
		const struct choice choice = row->choices(i);
		struct text text = {.length = 0};
		text_add(&text, "%s", choice.summary);
		if (row == &option_table[OPTION_PRESET]) {
			struct text preset = {.length = 0};
			table_preset(i, &preset);
			text_add(&text, "%s%s", preset.length > 0 ? ": " : "", preset.bytes);
		}
		if (row == &option_table[OPTION_FORMAT]) {
			const struct names extensions = extensions_of(format_table[i]);
			text_add(&text, " (");
			names_join(&text, &extensions, ".");
			text_add(&text, ")");
		}
		write_entry(output, phrase("  %s", choice.name), text.bytes);
	}
}

static void write_complete_help(struct output *output)
{
	output_text(
		output,
		"Usage: dungen [OPTION]... [FILE]...\n"
		"Generate a dungeon map of rooms and tunnels, or read the maps in FILEs, and\n"
		"write them. With - as FILE, read standard input. The content of a FILE decides\n"
		"its format.\n");
	const char *title = NULL;
	for (const struct option_row *row = next_option(NULL); row; row = next_option(row)) {
		if (title != group_titles[group_of(row)])
			output_print(output, "\n%s:\n", group_titles[group_of(row)]);
		title = group_titles[group_of(row)];
		write_option(output, row);
	}
	for (int id = 0; id < OPTIONS; id++)
		if (has_summaries(&option_table[id]))
			write_choices(output, &option_table[id]);
	output_text(output,
		    "\nExit status:\n"
		    "  0  success\n"
		    "  1  reading or writing failed, or memory ran out\n"
		    "  2  the command line is wrong\n"
		    "  3  too few maps meet --min-rooms or --where\n"
		    "  4  an input map is invalid, has faults, or differs from the expected map\n"
		    "\nThe manual, man dungen, explains all options.\n");
}

/* --help=json */

/* Writes a further member of a JSON object, unless its value is NULL or empty. */
static void write_json_member(struct output *output, const char *key, const char *value)
{
	if (value && *value)
		output_print(output, ",\"%s\":\"%s\"", key, value);
}

/* Writes a further member whose value is an array of names. */
static void write_json_names(struct output *output, const char *key, struct names names)
{
	output_print(output, ",\"%s\":[", key);
	for (size_t i = 0; i < names.count; i++)
		output_print(output, "%s\"%s\"", i > 0 ? "," : "", names.items[i]);
	output_text(output, "]");
}

/* Writes what programs have to know about the files of a format. */
static void write_json_format(struct output *output, const struct format *format)
{
	static const char *const holds_names[] = {
		[HOLDS_MAPS] = "maps",
		[HOLDS_ONE_MAP] = "one map",
		[HOLDS_COUNTED_MAPS] = "counted maps",
	};
	write_json_member(output, "group", format->group);
	write_json_names(output, "extensions", extensions_of(format));
	write_json_member(output, "holds", holds_names[format->holds]);
	if (format->is_binary)
		output_text(output, ",\"binary\":true");
	if (format->read)
		output_text(output, ",\"reads\":true");
	if (format->looks & LOOK_SHOW)
		write_json_names(output, "shows", table_shown(~format->cannot_show));
	if (format->shows_on_request)
		output_text(output, ",\"shows_on_request\":true");
}

static void write_json_option(struct output *output, const struct option_row *row)
{
	static const char *const kind_names[] = {
		[KIND_FLAG] = "flag", [KIND_NUMBER] = "number", [KIND_CHOICE] = "choice",
		[KIND_LIST] = "list", [KIND_RANGES] = "ranges", [KIND_PATH] = "path",
		[KIND_TEXT] = "text",
	};
	output_print(output, "{\"name\":\"%s\"", row->name);
	write_json_member(output, "group", group_titles[group_of(row)]);
	write_json_member(output, "kind", kind_names[row->kind]);
	write_json_member(output, "help", row->help);
	if (row->counterpart_of)
		write_json_member(output, "counterpart_of", option_table[row->counterpart_of].name);
	if (row->letter)
		output_print(output, ",\"letter\":\"%c\"", row->letter);
	write_json_member(output, "argument", row->argument);
	write_json_member(output, "default", default_of(row));
	if (row->kind == KIND_NUMBER)
		output_print(output, ",\"lowest\":\"%" PRIu64 "\",\"highest\":\"%" PRIu64 "\"",
			     row->value_min, row->value_max);
	if (row->end_offset > 0)
		output_text(output, ",\"ranges\":true");
	if (row->look)
		write_json_names(output, "formats", table_formats(row->look));
	if (row->choices) {
		output_text(output, ",\"choices\":[");
		for (size_t i = 0; row->choices(i).name; i++) {
			output_print(output, "%s{\"name\":\"%s\"", i > 0 ? "," : "",
				     row->choices(i).name);
			write_json_member(output, "summary", row->choices(i).summary);
			if (row == &option_table[OPTION_FORMAT])
				write_json_format(output, format_table[i]);
			if (row == &option_table[OPTION_PRESET]) {
				struct text preset = {.length = 0};
				table_preset(i, &preset);
				output_print(output, ",\"options\":\"%s\"", preset.bytes);
			}
			if (row == &option_table[OPTION_RNG])
				output_print(output, ",\"largest_seed\":\"%" PRIu64 "\"",
					     rng_table[i]->max_seed);
			output_text(output, "}");
		}
		output_text(output, "]");
	}
	output_text(output, "}");
}

void help_write(enum command command, struct output *output)
{
	switch (command) {
	case COMMAND_HELP_JSON:
		output_text(output, "{\"version\":\"" DUNGEN_VERSION "\",\"options\":[");
		for (const struct option_row *row = next_option(NULL); row;) {
			write_json_option(output, row);
			row = next_option(row);
			output_text(output, row ? "," : "");
		}
		output_text(output, "]}\n");
		break;
	case COMMAND_VERSION:
		output_text(output,
			    "dungen " DUNGEN_VERSION "\n"
			    "Copyright (C) 2026 the dungen authors\n"
			    "License MIT: <https://spdx.org/licenses/MIT.html>\n"
			    "This is free software: you are free to change and redistribute it.\n"
			    "There is NO WARRANTY, to the extent permitted by law.\n");
		break;
	case COMMAND_COMPLETION_BASH:
		completion_write_bash(output);
		break;
	case COMMAND_COMPLETION_ZSH:
		completion_write_zsh(output);
		break;
	case COMMAND_COMPLETION_FISH:
		completion_write_fish(output);
		break;
	case COMMAND_HELP_ALL:
		write_complete_help(output);
		break;
	default: /* COMMAND_HELP */
		output_text(output, common_help);
	}
}
