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

/* Rejects an unknown extension of the output, and lists the known extensions. */
static bool refuse_extension(const struct options *options, const char *dot)
{
	struct names names = {.count = 0};
	struct text list = {.length = 0};
	for (size_t i = 0; format_table[i]; i++) {
		const struct extension *extension = format_table[i]->extensions;
		for (; extension->name; extension++)
			names_add(&names, extension->name);
	}
	names_join(&list, &names, ".");
	(void)refuse_option(options, OPTION_OUTPUT, "unknown extension %s", excerpt(dot));
	return suggest_fix(options, "choose %s, or add --format", list.bytes);
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
	return refuse_extension(options, dot);
}

/* Files that hold one map. */

/*
 * Adds an output pattern with a file for each map, similar to the value of --output: map-%d.json if
 * that is map.json. Ignores a device and a path that is too long for a message.
 */
static void add_pattern(struct text *text, const struct options *options)
{
	const char *path = options->output;
	const char *dot = extension_with_dot(path);
	const char *extension = options->format->extensions[0].name;
	const char conversion = options->file_count > 0 ? 'i' : 'd';
	const bool is_usable = path && strlen(path) <= EXCERPT_LENGTH_MAX &&
			       !file_name_is_device(path);
	if (!is_usable)
		text_add(text, "map-%%%c.%s", conversion, extension);
	else if (!*file_name_base(path))
		text_add(text, "%s%%%c.%s", path, conversion, extension);
	else if (!dot)
		text_add(text, "%s-%%%c", path, conversion);
	else
		text_add(text, "%.*s-%%%c%s", (int)(dot - path), path, conversion, dot);
}

/* Adds the extensions of a format whose files can hold several maps: ".jsonl or .ndjson". */
static void add_extensions_for_several(struct text *text, const struct format *format)
{
	struct names names = {.count = 0};
	if (format->one_map || format->needs_map_count)
		return;
	for (const struct extension *extension = format->extensions; extension->name; extension++)
		if (!extension->read_as_one)
			names_add(&names, extension->name);
	names_join(text, &names, ".");
}

/* Returns the format, or only the extension, whose files hold one map. */
static const char *name_for_one_map(const struct options *options)
{
	if (options->format->one_map || options->format->needs_map_count)
		return options->format->name;
	return extension_with_dot(options->output);
}

/* Sets the fix for several maps in a file that can hold only one. */
static void set_fix_for_several(const struct options *options, struct error *error)
{
	struct text pattern = {.length = 0};
	struct text extensions = {.length = 0};
	add_pattern(&pattern, options);
	add_extensions_for_several(&extensions, options->format);
	error_suggest(error, "output", "%s", pattern.bytes);
	if (extensions.length > 0)
		error_set_fix(error, "choose %s, or try --output %s", extensions.bytes,
			      pattern.bytes);
	else
		error_set_fix(error, "try --output %s", pattern.bytes);
}

/* Sets the fix for a batch in one file whose number of maps is unknown in advance. */
static void set_fix_for_known_count(const struct options *options, struct error *error)
{
	struct text pattern = {.length = 0};
	add_pattern(&pattern, options);
	error_suggest(error, "output", "%s", pattern.bytes);
	error_set_fix(error, "replace --count with --find, or try --output %s", pattern.bytes);
}

/* Rejects an option that asks for several maps in a file that can hold only one. */
static bool refuse_several(const struct options *options, enum option_id id)
{
	(void)refuse_option(options, id, "cannot write several maps to one %s file",
			    name_for_one_map(options));
	set_fix_for_several(options, options->error);
	return false;
}

/* Returns whether the last component of a path contains white space. */
static bool has_white_space(const char *path)
{
	return strpbrk(file_name_base(path), " \t\n\v\f\r") != NULL;
}

/*
 * Checks the name of the output, or else of the only FILE, if the file contains it. Programs that
 * read the file would take white space for the end of the name.
 */
static bool check_map_name(const struct options *options)
{
	const bool has_output = options->output && !file_name_is_device(options->output);
	struct error *error = options->error;
	if (!options->format->names_its_map)
		return true;
	if (has_output && has_white_space(options->output))
		error_set_option(error, &option_table[OPTION_OUTPUT], options->output);
	else if (!has_output && options->file_count == 1 && has_white_space(options->files[0]))
		error->word = options->files[0];
	else
		return true;
	error_set_problem(error,
			  "must not contain white space, because a %s file contains the name",
			  options->format->name);
	return false;
}

/*
 * Checks that the number of maps in the file is known before the first map, if the format needs it.
 * Seeds that do not match would make it smaller.
 */
static bool check_known_count(const struct options *options)
{
	static const enum option_id conditions[] = {OPTION_WHERE, OPTION_MIN_ROOMS};
	const char *format_name = options->format->name;
	if (!options->format->needs_map_count || options->find > 0 || options->count == 1)
		return true;
	if (pattern_has(options->output, "di"))
		return true;
	for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
		if (!options->given[conditions[i]])
			continue;
		(void)refuse_any_value(options, conditions[i],
				       "cannot be used with --count and --format %s, whose header "
				       "contains the number of maps",
				       format_name);
		set_fix_for_known_count(options, options->error);
		return false;
	}
	return true;
}

/*
 * Checks the number of maps, and sets is_for_one_map. The format can limit a file to one map, or
 * only the extension, as .json does.
 */
static bool check_count(struct options *options, const struct extension *extension)
{
	const bool is_pattern = pattern_has(options->output, "di");
	bool file_holds_one = options->format->one_map;
	if (extension && extension->read_as_one)
		file_holds_one = true;
	/* Nobody knows how many maps the FILEs contain. */
	if (options->format->needs_map_count && options->file_count > 0)
		file_holds_one = true;
	options->is_for_one_map = file_holds_one && !is_pattern;
	if (!options->is_for_one_map)
		return check_known_count(options);
	if (options->file_count > 1 && !options->check && !options->compare)
		return refuse_several(options, options->output ? OPTION_OUTPUT : OPTION_FORMAT);
	if (options->find > 1)
		return refuse_several(options, OPTION_FIND);
	if (options->find == 0 && options->count > 1)
		return refuse_several(options, OPTION_COUNT);
	return true;
}

/*
 * Options about looks. Each of them has a STYLE_ bit, and its value becomes part of the style. A
 * format may lack an option, or reject a value of an option that it supports.
 */

/* Returns whether the user gave the option to change how maps are written. */
static bool is_given_for_output(const struct options *options, enum option_id id)
{
	/* --glyphs also describes input files, and may be given only for them. */
	if (id == OPTION_GLYPHS && options->file_count > 0)
		return false;
	return options->given[id] != NULL;
}

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
		if (!is_given_for_output(options, id))
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
		return suggest_fix(options, "leave out --%s", option_table[unsupported_id].name);
	struct text list = {.length = 0};
	names_join(&list, &formats, "");
	error_suggest(options->error, "format", "%s", formats.items[0]);
	return suggest_fix(options, "choose --format %s", list.bytes);
}

/* Returns the first given option with a STYLE_ bit, or OPTION_NONE. */
static enum option_id find_look(const struct options *options, unsigned style)
{
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (options->given[id] && option_table[id].style == style)
			return id;
	return OPTION_NONE;
}

bool choose_format_check_style(const struct options *options)
{
	const struct format *format = options->format;
	struct error fault = {.line = 0};
	if (!format->find_style_fault)
		return true;
	const unsigned style = format->find_style_fault(&options->style, &fault);
	if (style == 0)
		return true;
	const enum option_id id = find_look(options, style);
	/* Formats ignore options about looks that come from a preset. */
	if (id == OPTION_NONE)
		return true;
	*options->error = fault;
	error_set_option(options->error, &option_table[id], options->given[id]);
	return false;
}

/* The size of maps. */

/*
 * Looks for a reason why the format cannot write maps of the recipe's size. If it finds one, it
 * sets the problem and the fix.
 */
static void find_size_fault(const struct options *options, const struct recipe *recipe,
			    struct error *error)
{
	const struct format *format = options->format;
	if (format->tiles_max > 0 && recipe_tiles(recipe) > format->tiles_max) {
		error_set_problem(error,
				  "a map must have at most %" PRIu64 " tiles for --format %s",
				  format->tiles_max, format->name);
		error_set_fix(error, "choose a smaller map");
		return;
	}
	if (format->pixels_max == 0)
		return;
	const uint32_t tile_size = options->style.tile_size;
	const uint32_t side_max = format->pixels_max / tile_size;
	if (greater(recipe->width, recipe->height) <= side_max)
		return;
	error_set_problem(error,
			  "a map must have at most %" PRIu32
			  " tiles per side for --format %s with --tile-size %" PRIu32,
			  side_max, format->name, tile_size);
	error_set_fix(error, "choose a smaller map or smaller tiles");
}

/* Checks whether the format can write generated maps of the given size. */
static bool check_size(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	enum option_id id = OPTION_WIDTH;
	if (recipe->width < recipe->height)
		id = OPTION_HEIGHT;
	/* The default size fits every format. */
	if (options->file_count > 0 || !options->given[id])
		return true;
	find_size_fault(options, recipe, options->error);
	if (error_is_empty(options->error))
		return true;
	error_set_option(options->error, &option_table[id], options->given[id]);
	return false;
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
	return check_size(options);
}

/* Each map. */

/* Says that --no-tiles would lose information, because only the tiles of the map contain it. */
static void set_no_tiles_fault(const struct map *map, struct error *error)
{
	const char *problem = "cannot be written without tiles, because they differ from its rooms";
	if (map->lacks & LACKS_ROOMS)
		problem = "cannot be written without tiles, because it contains nothing else";
	error_set_problem(error, "%s", problem);
	error_set_fix(error, "leave out --no-tiles");
}

/* Says that the input has several maps, and the output file can hold only one. */
static void set_several_fault(const struct options *options, struct error *error)
{
	error_set_problem(error, "contains several maps, which cannot be written to one %s file",
			  name_for_one_map(options));
	set_fix_for_several(options, error);
}

/* Looks for a fault in the size of a map, and says the size of the map before it. */
static void find_map_size_fault(const struct options *options, const struct map *map,
				struct error *error)
{
	const struct recipe *recipe = &map->recipe;
	struct error size_error;
	error_clear(&size_error);
	find_size_fault(options, recipe, &size_error);
	if (error_is_empty(&size_error))
		return;
	error_set_problem(error, "the map has %s tiles, but %s",
			  size_text(recipe->width, recipe->height), size_error.problem.bytes);
	error->fix = size_error.fix;
}

void choose_format_find_fault(const struct options *options, const struct map *map,
			      const struct label *label, bool is_first, struct error *error)
{
	const struct format *format = options->format;
	if (format->find_map_fault)
		format->find_map_fault(&options->style, map, label, error);
	if (!error_is_empty(error))
		return;
	if (options->style.no_tiles && map->stores_tiles)
		set_no_tiles_fault(map, error);
	else if (options->is_for_one_map && !is_first)
		set_several_fault(options, error);
	else
		find_map_size_fault(options, map, error);
}
