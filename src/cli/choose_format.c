/* SPDX-License-Identifier: MIT */
#include "cli/choose_format.h"

#include "cli/table.h"
#include "io/pattern.h"
#include "system/system.h"

#include <string.h>
#include <strings.h>

bool choose_format_refuse_maps(const struct options *options, enum status status,
			       struct message *message)
{
	const bool is_unknown_count = options->format->holds == HOLDS_COUNTED_MAPS;
	fail(message, status, "cannot write %s maps to one %s file",
	     is_unknown_count ? "an unknown number of" : "several", options->format->name);
	if (is_unknown_count && options->file_count == 0)
		return advise(message, "use --find instead of --count");
	return suggest(message, "output", "map-%%%c.%s", options->file_count > 0 ? 'i' : 'd',
		       options->format->extensions[0]);
}

/* Rejects several maps, if their number is known, for a file that can hold only one. */
static bool check_count(const struct options *options)
{
	enum option_id id = OPTION_NONE;
	if (options->file_count > 1 && !options->check && !options->compare)
		id = options->output ? OPTION_OUTPUT : OPTION_FORMAT;
	else if (options->find > 1)
		id = OPTION_FIND;
	else if (options->find == 0 && options->count > 1)
		id = OPTION_COUNT;
	if (id == OPTION_NONE || !options->is_for_one_map)
		return true;
	place_set_option(&options->message->place, &option_table[id], options->given[id]);
	return choose_format_refuse_maps(options, STATUS_USAGE, options->message);
}

/* Rejects --show if it names something that the format cannot draw. */
static bool check_show(const struct options *options)
{
	const unsigned cannot_show = options->format->cannot_show;
	const struct names rejected = table_shown(options->style.show & cannot_show);
	if (!options->style.is_show_chosen || rejected.count == 0)
		return true;
	refuse_option(options, OPTION_SHOW, "%s cannot draw %s on its tiles", options->format->name,
		      rejected.items[0]);
	const struct names names = table_shown(~cannot_show);
	struct text list = {.length = 0};
	for (size_t i = 0; i < names.count; i++)
		text_add(&list, i > 0 ? ",%s" : "%s", names.items[i]);
	advise(options->message, "choose --show %s", list.bytes);
	return suggest(options->message, "show", "%s", list.bytes);
}

/*
 * Rejects the first option about looks that the format does not obey. Suggests the formats that
 * obey all given options about looks.
 */
static bool check_looks(const struct options *options)
{
	enum option_id ignored_id = OPTION_NONE;
	unsigned given_looks = 0;
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const unsigned look = option_table[id].look;
		/* --glyphs also describes FILEs, and may be given only for them. */
		const bool is_for_files = id == OPTION_GLYPHS && options->file_count > 0;
		if (!options->given[id] || is_for_files)
			continue;
		given_looks |= look;
		if (ignored_id == OPTION_NONE && (look & ~options->format->looks))
			ignored_id = id;
	}
	if (ignored_id == OPTION_NONE)
		return true;
	place_set_option(&options->message->place, &option_table[ignored_id], NULL);
	fail(options->message, STATUS_USAGE, "cannot be used with --format %s",
	     options->format->name);
	const struct names formats = table_formats(given_looks);
	if (formats.count == 0)
		return advise(options->message, "leave out --%s", option_table[ignored_id].name);
	struct text list = {.length = 0};
	names_join(&list, &formats, "");
	suggest(options->message, "format", "%s", formats.items[0]);
	return advise(options->message, "choose --format %s", list.bytes);
}

bool choose_format(struct options *options)
{
	const char *name = options->output ? file_name_base(options->output) : "";
	const char *dot = strrchr(name, '.');
	const struct format *format = format_table[options->format_index];
	bool holds_one = false; /* programs expect one map in a file with the extension */
	/* The dot of a hidden file such as .map does not start an extension. */
	if (dot && dot > name && dot[1] && !options->given[OPTION_FORMAT]) {
		format = format_find_extension(dot + 1);
		if (!format) {
			refuse_option(options, OPTION_OUTPUT, "unknown extension");
			return advise(options->message, "see dungen --help=all, or add --format");
		}
		holds_one = format->extension_of_one &&
			    strcasecmp(dot + 1, format->extension_of_one) == 0;
	}
	if (format->holds == HOLDS_ONE_MAP)
		holds_one = true;
	/* Nobody knows how many maps the FILEs contain, or how many maps of a batch will pass. */
	const bool is_counted = options->file_count == 0 &&
				(options->find > 0 || (!options->given[OPTION_WHERE] &&
						       !options->given[OPTION_MIN_ROOMS]));
	if (format->holds == HOLDS_COUNTED_MAPS && !is_counted)
		holds_one = true;
	options->format = format;
	options->is_for_one_map = holds_one && !pattern_has(options->output, "di");
	options->style.is_show_chosen = options->given[OPTION_SHOW] != NULL;
	return check_count(options) && check_looks(options) && check_show(options);
}
