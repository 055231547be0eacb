/* SPDX-License-Identifier: MIT */
#include "cli/choose_format.h"

#include "base/words.h"
#include "cli/printer.h"
#include "cli/suggest.h"
#include "cli/table.h"
#include "io/pattern.h"
#include "system/system.h"

#include <stdarg.h>
#include <string.h>
#include <strings.h>

const char *choose_format_extension(const char *path)
{
	const char *name = file_name_base(path);
	const char *dot = strrchr(name, '.');
	/* The dot of a hidden file such as .map does not start an extension. */
	return dot && dot > name && dot[1] ? dot + 1 : NULL;
}

bool choose_format_is_uncounted(const struct options *options)
{
	if (options->file_count > 0)
		return true;
	const bool has_condition = options->given[OPTION_WHERE] || options->given[OPTION_MIN_ROOMS];
	return options->find == 0 && has_condition;
}

/* Fails because of a target. The message is formatted like printf. Returns false. */
__attribute__((format(printf, 3, 4))) static bool
refuse_target(const struct options *options, const struct target *target, const char *format, ...)
{
	struct message *message = options->message;
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(message, STATUS_USAGE, format, arguments);
	va_end(arguments);
	place_set_option(&message->place, &option_table[OPTION_OUTPUT],
			 target->path ? target->path : "-");
	return false;
}

/*
 * Returns the length of a file name without its extension, and stores the extension of the name, or
 * that of the format if the name has none.
 */
static int split_name(const char *name, const struct format *format, const char **extension)
{
	*extension = choose_format_extension(name);
	if (*extension)
		return (int)(*extension - 1 - name);
	*extension = format->extensions[0];
	return (int)strlen(name);
}

const char *choose_format_pattern(const char *name, const struct format *format, char letter)
{
	const char *extension;
	const int length = split_name(name, format, &extension);
	return phrase("%.*s%s-%%%c.%s", length, name, *file_name_base(name) ? "" : "map", letter,
		      extension);
}

bool choose_format_refuse_maps(const struct options *options, const struct target *target,
			       enum status status, struct message *message)
{
	const struct format *format = target->format;
	const char *target_name = target->path ? target->path : "standard output";
	/* The name of the user, or one for standard output and devices. */
	const bool has_name = target->path && !file_name_is_device(target->path);
	const char *name = has_name ? target->path : "map";
	const char letter = options->file_count > 0 || options->is_linked ? 'i' : 'd';
	const char *better_name = choose_format_pattern(name, format, letter);
	if (format->holds == HOLDS_COUNTED_MAPS) {
		better_name = phrase("maps.%s", format->extensions[0]);
		fail(message, status, "cannot write an unknown number of %s maps to %s",
		     format->name, target_name);
	} else {
		fail(message, status, "cannot write several maps to one %s file", format->name);
	}
	/* Another --output would not replace this one. */
	if (options->target_count > 1)
		return advise(message, "write %s instead of %s", better_name, target_name);
	/* A file with the second extension holds several maps: .ndjson instead of .json. */
	if (has_name && format->holds == HOLDS_MAPS && format->extensions[1]) {
		const char *extension;
		const int length = split_name(name, format, &extension);
		advise(message, "choose --output %s or %.*s.%s", better_name, length, name,
		       format->extensions[1]);
	}
	return suggest(message, "output", "%s", better_name);
}

/* Rejects several maps, if their number is known, for a file that can hold only one. */
static bool check_count(const struct options *options, const struct target *target)
{
	enum option_id id = OPTION_NONE;
	if (options->file_count > 1 && !options->check && !options->compare)
		id = target->path ? OPTION_OUTPUT : OPTION_FORMAT;
	else if (options->find > 1)
		id = OPTION_FIND;
	else if (options->find == 0 && options->count > 1)
		id = OPTION_COUNT;
	if (id == OPTION_NONE || !target->is_for_one_map)
		return true;
	place_set_option(&options->message->place, &option_table[id],
			 id == OPTION_OUTPUT ? target->path : options->given[id]);
	return choose_format_refuse_maps(options, target, STATUS_USAGE, options->message);
}

/* Suggests a --show with these SHOW_ bits. Returns false. */
static bool suggest_shown(const struct options *options, unsigned show)
{
	const struct names names = table_shown(show);
	struct text list = {.length = 0};
	for (size_t i = 0; i < names.count; i++)
		text_add(&list, i > 0 ? ",%s" : "%s", names.items[i]);
	advise(options->message, "choose --show %s", list.bytes);
	return suggest(options->message, "show", "%s", list.bytes);
}

/*
 * Rejects --show if it names something that no target can draw, or letters that look alike. What
 * "all" shows of locks, secrets, and labels depends on the format and the map.
 */
static bool check_show(const struct options *options)
{
	const unsigned locks = SHOW_LOCKS | SHOW_SECRETS;
	const struct format *obeying = NULL; /* the first format that obeys --show */
	unsigned cannot_show = ~0U;
	bool are_letters = false;
	for (size_t i = 0; i < options->target_count; i++) {
		const struct format *format = options->targets[i].format;
		if (!(format->looks & LOOK_SHOW))
			continue;
		cannot_show &= format->cannot_show;
		are_letters |= format->locks_are_letters;
		if (!obeying)
			obeying = format;
	}
	if (!options->style.is_show_chosen || !obeying)
		return true;
	unsigned show = options->style.show;
	if (strcmp(options->given[OPTION_SHOW], "all") == 0)
		show &= ~locks;
	const struct names rejected = table_shown(show & cannot_show);
	if (rejected.count > 0) {
		refuse_option(options, OPTION_SHOW, "%s cannot draw %s on its tiles", obeying->name,
			      rejected.items[0]);
		return suggest_shown(options, ~cannot_show);
	}
	if (!are_letters || !(show & SHOW_LABELS) || !(show & locks))
		return true;
	refuse_option(options, OPTION_SHOW,
		      "labels cannot be drawn with locks or secrets, which are letters in text");
	return suggest_shown(options, show & ~(unsigned)SHOW_LABELS);
}

/*
 * Rejects the first option about looks that no target obeys. Suggests the formats that obey all
 * given options about looks.
 */
static bool check_looks(const struct options *options)
{
	struct names written = {.count = 0};
	enum option_id ignored_id = OPTION_NONE;
	unsigned obeyed_looks = 0;
	unsigned given_looks = 0;
	for (size_t i = 0; i < options->target_count; i++) {
		obeyed_looks |= options->targets[i].format->looks;
		names_add(&written, options->targets[i].format->name);
	}
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const unsigned look = option_table[id].look;
		/* --glyphs also describes FILEs, and may be given only for them. */
		const bool is_for_files = id == OPTION_GLYPHS && options->file_count > 0;
		if (!options->given[id] || is_for_files)
			continue;
		given_looks |= look;
		if (ignored_id == OPTION_NONE && (look & ~obeyed_looks))
			ignored_id = id;
	}
	if (ignored_id == OPTION_NONE)
		return true;
	struct text list = {.length = 0};
	names_join(&list, &written, "");
	place_set_option(&options->message->place, &option_table[ignored_id], NULL);
	fail(options->message, STATUS_USAGE, "cannot be used with --format %s", list.bytes);
	const struct names formats = table_formats(given_looks);
	if (formats.count == 0 || options->target_count > 1)
		return advise(options->message, "leave out --%s", option_table[ignored_id].name);
	list = (struct text){.length = 0};
	names_join(&list, &formats, "");
	suggest(options->message, "format", "%s", formats.items[0]);
	return advise(options->message, "choose --format %s", list.bytes);
}

/* Chooses the format of a target. */
static bool choose_format_of(struct options *options, struct target *target)
{
	const bool is_single = options->target_count == 1;
	const char *extension = target->path ? choose_format_extension(target->path) : NULL;
	bool holds_one = false; /* programs expect one map in a file with the extension */
	target->format = format_table[options->format_index];
	if (target->path && !extension && !is_single)
		return refuse_target(options, target,
				     "requires an extension, because each --output of several has "
				     "its own format");
	if (extension && !(is_single && options->given[OPTION_FORMAT])) {
		target->format = format_find_extension(extension);
		if (!target->format) {
			refuse_target(options, target, "unknown extension");
			if (is_single &&
			    suggest_name(options->message, &option_table[OPTION_FORMAT], extension,
					 strlen(extension)))
				return false;
			return advise(options->message, "see dungen --help=all%s",
				      is_single ? ", or add --format" : "");
		}
		const char *extension_of_one = target->format->extension_of_one;
		holds_one = extension_of_one && strcasecmp(extension, extension_of_one) == 0;
	}
	if (target->format->holds == HOLDS_ONE_MAP)
		holds_one = true;
	/* The number of maps is before them, and only a file can be changed there later. */
	const bool is_stream = !target->path || file_name_is_device(target->path);
	if (target->format->holds == HOLDS_COUNTED_MAPS && is_stream &&
	    choose_format_is_uncounted(options))
		holds_one = true;
	target->is_for_one_map = holds_one && !pattern_has(target->path, "di");
	return check_count(options, target);
}

/* Returns whether two targets lead to one file, or patterns could do so for some maps. */
static bool is_same_file(const struct target *a, const struct target *b)
{
	struct file_identity identity_a;
	struct file_identity identity_b;
	if (a->path && b->path && pattern_meets(a->path, b->path) &&
	    system_identify_folder(a->path, &identity_a) &&
	    system_identify_folder(b->path, &identity_b) &&
	    identity_a.device == identity_b.device && identity_a.number == identity_b.number)
		return true;
	const bool is_a = a->path ? system_identify_path(a->path, &identity_a)
				  : system_identify(SYSTEM_STANDARD_OUTPUT, &identity_a);
	const bool is_b = b->path ? system_identify_path(b->path, &identity_b)
				  : system_identify(SYSTEM_STANDARD_OUTPUT, &identity_b);
	return is_a && is_b && identity_a.device == identity_b.device &&
	       identity_a.number == identity_b.number;
}

/* Rejects a target that would replace the file of another. */
static bool check_files(const struct options *options)
{
	for (size_t i = 0; i < options->target_count; i++) {
		for (size_t k = 0; k < i; k++) {
			const struct target *earlier = &options->targets[k];
			if (!is_same_file(earlier, &options->targets[i]))
				continue;
			refuse_target(options, &options->targets[i],
				      "would replace the file of --output %s",
				      earlier->path ? earlier->path : "-");
			return advise(options->message, "write to another file");
		}
	}
	return true;
}

/*
 * Notes that --format overrides the extension of the only target. Other formats may also have the
 * extensions of text and JSON, if they are text.
 */
static void note_extension(const struct options *options)
{
	const struct target *target = &options->targets[0];
	const char *dot = target->path ? strrchr(file_name_base(target->path), '.') : NULL;
	const struct format *named = dot ? format_find_extension(dot + 1) : NULL;
	if (options->quiet || !options->given[OPTION_FORMAT] || options->target_count > 1 ||
	    !named || named == target->format)
		return;
	if (!target->format->is_binary && words_contain("text json", named->name))
		return;
	struct message note = {.level = LEVEL_NOTE};
	place_set_option(&note.place, &option_table[OPTION_OUTPUT], target->path);
	text_add(&note.problem, "is written as %s, not as %s", target->format->name, named->name);
	printer_print(&note);
}

bool choose_format(struct options *options)
{
	bool has_stream = false;
	options->style.is_show_chosen = options->given[OPTION_SHOW] != NULL;
	for (size_t i = 0; i < options->target_count; i++) {
		if (!choose_format_of(options, &options->targets[i]))
			return false;
		has_stream = has_stream || !options->targets[i].path;
	}
	if (options->given[OPTION_FORMAT] && options->target_count > 1 && !has_stream) {
		refuse_option(options, OPTION_FORMAT,
			      "cannot be used with several --output, whose extensions choose the "
			      "formats");
		return advise(options->message, "leave out --format");
	}
	if (!check_looks(options) || !check_show(options) || !check_files(options))
		return false;
	note_extension(options);
	return true;
}
