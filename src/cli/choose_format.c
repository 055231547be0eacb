/* SPDX-License-Identifier: MIT */
#include "cli/choose_format.h"

#include "cli/messages.h"
#include "cli/table.h"
#include "io/pattern.h"
#include "system/system.h"

#include <inttypes.h>
#include <string.h>

/* Extensions. */

/* Returns the extension of a path, with its dot, or NULL. The path may be NULL. */
static const char *extension_with_dot(const char *path)
{
	if (!path)
		return NULL;
	const char *name = file_name_base(path);
	const char *dot = strrchr(name, '.');
	/* The dot of a hidden file such as .map does not start an extension. */
	if (!dot || dot == name || dot[1] == '\0')
		return NULL;
	return dot;
}

/* Sets the format to write. If an extension decides, also sets *extension. */
static bool find_output_format(struct options *options, const struct extension **extension)
{
	const char *dot = extension_with_dot(options->output);
	if (options->given[OPTION_FORMAT] || !dot) {
		options->format = format_table[options->format_index];
		return true;
	}
	options->format = format_find_extension(dot + 1, extension);
	if (options->format)
		return true;
	struct names names = {.count = 0};
	struct text list = {.length = 0};
	for (size_t i = 0; format_table[i]; i++) {
		const struct extension *known = format_table[i]->extensions;
		for (; known->name; known++)
			names_add(&names, known->name);
	}
	names_join(&list, &names, ".");
	(void)refuse_option(options, OPTION_OUTPUT, "unknown extension %s", excerpt(dot));
	return advise(options->message, "choose %s, or add --format", list.bytes);
}

/* Files that hold one map. */

/*
 * Sets a text to a value of --output for a file for each map, similar to its value: map-%d.json if
 * that is map.json. Ignores a device and a path that is too long for a message.
 */
static void set_pattern(struct text *pattern, const struct options *options)
{
	const char *path = options->output;
	const char *dot = extension_with_dot(path);
	const char *extension = options->format->extensions[0].name;
	const char conversion = options->file_count > 0 ? 'i' : 'd';
	if (!path || strlen(path) > EXCERPT_LENGTH_MAX || file_name_is_device(path))
		text_set(pattern, "map-%%%c.%s", conversion, extension);
	else if (!*file_name_base(path))
		text_set(pattern, "%s%%%c.%s", path, conversion, extension);
	else if (!dot)
		text_set(pattern, "%s-%%%c", path, conversion);
	else
		text_set(pattern, "%.*s-%%%c%s", (int)(dot - path), path, conversion, dot);
}

/* Suggests how to write several maps if a file can hold only one. */
static bool suggest_file_for_several(const struct options *options, struct message *message)
{
	const struct format *format = options->format;
	const bool holds_several = !format->one_map && !format->needs_map_count;
	const struct extension *extension = format->extensions;
	while (extension->name && extension->read_as_one)
		extension++;
	struct text pattern;
	set_pattern(&pattern, options);
	if (holds_several && extension->name)
		advise(message, "choose .%s, or try --output %s", extension->name, pattern.bytes);
	return suggest(message, "output", "%s", pattern.bytes);
}

/*
 * Checks the name of the output, or else of the only FILE, if the file contains it. Programs that
 * read the file would take white space for the end of the name.
 */
static bool check_map_name(const struct options *options)
{
	const bool has_output = options->output && !file_name_is_device(options->output);
	struct message *message = options->message;
	const char *name = NULL;
	if (has_output)
		name = options->output;
	else if (options->file_count == 1)
		name = options->files[0];
	if (!options->format->names_its_map || !name)
		return true;
	if (!strpbrk(file_name_base(name), " \t\n\v\f\r"))
		return true;
	if (has_output)
		place_set_option(&message->place, &option_table[OPTION_OUTPUT], name);
	else
		message->place.word = name;
	return fail(message, STATUS_USAGE,
		    "must not contain white space, because a %s file contains the name",
		    options->format->name);
}

/*
 * Checks the number of maps, and sets is_for_one_map. The format can limit a file to one map, or
 * only the extension, as .json does.
 */
static bool check_count(struct options *options, const struct extension *extension)
{
	const struct format *format = options->format;
	const bool is_pattern = pattern_has(options->output, "di");
	const bool holds_one = format->one_map || (extension && extension->read_as_one);
	/* Nobody knows how many maps the FILEs contain. */
	const bool lacks_count = format->needs_map_count && options->file_count > 0;
	options->is_for_one_map = (holds_one || lacks_count) && !is_pattern;
	enum option_id id = OPTION_NONE;
	if (options->file_count > 1 && !options->check && !options->compare)
		id = options->output ? OPTION_OUTPUT : OPTION_FORMAT;
	else if (options->find > 1)
		id = OPTION_FIND;
	else if (options->find == 0 && options->count > 1)
		id = OPTION_COUNT;
	if (id == OPTION_NONE)
		return true;
	if (options->is_for_one_map) {
		(void)refuse_option(options, id, "cannot write several maps to one %s file",
				    format->name);
		return suggest_file_for_several(options, options->message);
	}
	/* Seeds that do not match would make the number of maps in the header wrong. */
	const enum option_id condition = options->given[OPTION_WHERE] ? OPTION_WHERE
								      : OPTION_MIN_ROOMS;
	if (!format->needs_map_count || is_pattern || id != OPTION_COUNT ||
	    !options->given[condition])
		return true;
	(void)refuse_any_value(options, condition,
			       "cannot be used with --count and --format %s, whose header "
			       "contains the number of maps",
			       format->name);
	struct text pattern;
	set_pattern(&pattern, options);
	advise(options->message, "replace --count with --find, or try --output %s", pattern.bytes);
	return suggest(options->message, "output", "%s", pattern.bytes);
}

/*
 * Options about looks. Each of them has a STYLE_ bit, and its value becomes part of the style. A
 * format may lack an option, or reject a value of an option that it supports.
 */

/*
 * Rejects the first option about looks that the format does not support. Suggests the formats that
 * support all given options about looks.
 */
static bool check_supported_looks(const struct options *options)
{
	enum option_id unsupported_id = OPTION_NONE;
	unsigned given_styles = 0;
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const unsigned style = option_table[id].style;
		/* --glyphs also describes FILEs, and may be given only for them. */
		const bool is_for_files = id == OPTION_GLYPHS && options->file_count > 0;
		if (!options->given[id] || is_for_files)
			continue;
		given_styles |= style;
		if (unsupported_id == OPTION_NONE && (style & ~options->format->styles))
			unsupported_id = id;
	}
	if (unsupported_id == OPTION_NONE)
		return true;
	(void)refuse_any_value(options, unsupported_id, "cannot be used with --format %s",
			       options->format->name);
	const struct names formats = table_formats(given_styles);
	if (formats.count == 0)
		return advise(options->message, "leave out --%s",
			      option_table[unsupported_id].name);
	struct text list = {.length = 0};
	names_join(&list, &formats, "");
	suggest(options->message, "format", "%s", formats.items[0]);
	return advise(options->message, "choose --format %s", list.bytes);
}

bool choose_format_check_style(const struct options *options)
{
	const struct format *format = options->format;
	if (!format->find_style_fault)
		return true;
	const unsigned style = format->find_style_fault(&options->style, options->message);
	if (style == 0)
		return true;
	for (enum option_id id = 0; id < OPTIONS; id++) {
		if (!options->given[id] || option_table[id].style != style)
			continue;
		place_set_option(&options->message->place, &option_table[id], options->given[id]);
		return false;
	}
	/* Formats ignore options about looks that come from a preset. */
	message_clear(options->message);
	return true;
}

/* The size of maps. */

/*
 * Checks that the format can write maps of the recipe's size. If it cannot, sets the problem and
 * the fix.
 */
static bool check_size(const struct options *options, const struct recipe *recipe,
		       struct message *message)
{
	const struct format *format = options->format;
	const uint32_t tile_size = options->style.tile_size;
	const uint32_t side_max = format->pixels_max / tile_size;
	if (format->tiles_max > 0 && recipe_tiles(recipe) > format->tiles_max) {
		fail(message, STATUS_USAGE,
		     "a map must have at most %" PRIu64 " tiles for --format %s", format->tiles_max,
		     format->name);
		return advise(message, "choose a smaller map");
	}
	if (format->pixels_max > 0 && greater(recipe->width, recipe->height) > side_max) {
		fail(message, STATUS_USAGE,
		     "a map must have at most %" PRIu32
		     " tiles per side for --format %s with --tile-size %" PRIu32,
		     side_max, format->name, tile_size);
		return advise(message, "choose a smaller map or smaller tiles");
	}
	return true;
}

/* Sets the options about looks that the user did not give, if the format has other defaults. */
static void set_defaults_of_format(struct options *options)
{
	const struct format *format = options->format;
	const bool is_shown_by_choice = options->given[OPTION_SHOW] != NULL;
	if (format->default_tile_size > 0 && !options->given[OPTION_TILE_SIZE])
		options->style.tile_size = format->default_tile_size;
	if (format->shows_nothing_by_default && !is_shown_by_choice)
		options->style.show = 0;
	/* Without a choice of marks, an exit that the input draws stays visible. */
	options->style.shows_drawn_exit = !is_shown_by_choice && !format->shows_nothing_by_default;
}

bool choose_format(struct options *options)
{
	const struct extension *extension = NULL;
	if (!find_output_format(options, &extension))
		return false;
	set_defaults_of_format(options);
	if (!check_count(options, extension))
		return false;
	if (!check_supported_looks(options))
		return false;
	if (!check_map_name(options))
		return false;
	const struct recipe *recipe = &options->recipe;
	const enum option_id side = recipe->width < recipe->height ? OPTION_HEIGHT : OPTION_WIDTH;
	/* The default size fits every format. */
	if (options->file_count > 0 || !options->given[side])
		return true;
	if (check_size(options, recipe, options->message))
		return true;
	place_set_option(&options->message->place, &option_table[side], options->given[side]);
	return false;
}

void choose_format_find_fault(const struct options *options, const struct map *map,
			      const struct label *label, bool is_first, struct message *message)
{
	const struct format *format = options->format;
	if (format->find_map_fault)
		format->find_map_fault(&options->style, map, label, message);
	if (!message_is_empty(message))
		return;
	if (options->style.no_tiles && map->stores_tiles) {
		fail(message, STATUS_USAGE,
		     "cannot be written without tiles, because rooms and "
		     "tunnels do not describe them");
		advise(message, "leave out --no-tiles");
	} else if (options->is_for_one_map && !is_first) {
		fail(message, STATUS_USAGE,
		     "contains several maps, which cannot be written to one %s file", format->name);
		(void)suggest_file_for_several(options, message);
	} else {
		(void)check_size(options, &map->recipe, message);
	}
}
