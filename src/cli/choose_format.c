/* SPDX-License-Identifier: MIT */
#include "cli/choose_format.h"

#include "cli/messages.h"
#include "cli/table.h"
#include "io/pattern.h"
#include "system/system.h"

#include <inttypes.h>
#include <string.h>

/* Returns the extension of a path with its dot, or NULL. The path may be NULL. */
static const char *extension_in(const char *path)
{
	if (!path)
		return NULL;
	const char *name = file_name_base(path);
	const char *dot = strrchr(name, '.');
	/* A hidden file such as .map has no extension. */
	if (!dot || dot == name || !dot[1])
		return NULL;
	return dot;
}

/*
 * Sets the format of the file of an option, --input or --compare; NULL if its first bytes decide.
 * Returns false after a message.
 */
static bool find_input_format(const struct options *options, enum option_id id, const char *path,
			      const struct format **format)
{
	const struct extension *extension;
	const char *dot = extension_in(path);
	*format = NULL;
	/* With both files, --input-format is about that of --input. */
	const bool is_described = id == OPTION_INPUT || !options->input;
	if (options->given[OPTION_INPUT_FORMAT] && is_described) {
		*format = format_reading(options->input_format_index);
		return true;
	}
	if (!dot)
		return true;
	*format = format_find_extension(dot + 1, &extension);
	if (*format && (*format)->read)
		return true;
	(void)refuse_option(options, id, "%s is not read", excerpt(dot));
	return suggest_fix(options, "name another format with --input-format %s",
			   table_choices(&option_table[OPTION_INPUT_FORMAT]));
}

/* Refuses an extension that no format has, and lists the extensions there are. */
static bool refuse_extension(const struct options *options, const char *dot)
{
	struct names names = {.count = 0};
	for (size_t i = 0; format_table[i]; i++) {
		const struct extension *extension = format_table[i]->extensions;
		for (; extension->name; extension++)
			names_add(&names, extension->name);
	}
	(void)refuse_option(options, OPTION_OUTPUT, "no format has the extension %s", excerpt(dot));
	return suggest_fix(options, "choose %s, or give --format", names_join(names, "."));
}

/* Sets the format and, if it was chosen by an extension, *extension. */
static bool find_format(struct options *options, const struct extension **extension)
{
	const char *dot = extension_in(options->output);
	if (options->given[OPTION_FORMAT] || !dot) {
		options->format = format_table[options->format_index];
		return true;
	}
	options->format = format_find_extension(dot + 1, extension);
	if (options->format)
		return true;
	return refuse_extension(options, dot);
}

/* Returns a pattern for the output, with a file for each map. A phrase. */
static const char *suggest_pattern(const struct options *options)
{
	const char *name = options->output;
	const char *dot = extension_in(name);
	const char *extension = options->format->extensions[0].name;
	const char conversion = options->input ? 'i' : 'd';
	if (!name || strlen(name) > EXCERPT_VALUE || file_name_is_device(name))
		return phrase("map-%%%c.%s", conversion, extension);
	if (!*file_name_base(name))
		return phrase("%s%%%c.%s", name, conversion, extension);
	if (!dot)
		return phrase("%s-%%%c", name, conversion);
	return phrase("%.*s-%%%c%s", (int)(dot - name), name, conversion, dot);
}

/* Returns the format or extension whose files hold one map. */
static const char *single_name(const struct options *options)
{
	if (options->format->one_map)
		return options->format->name;
	return extension_in(options->output);
}

/* Sets how to write several maps, if files of this format or extension hold one map. */
static void suggest_several(const struct options *options, struct error *error)
{
	const struct format *format = options->format;
	const char *pattern = suggest_pattern(options);
	struct names others = {.count = 0};
	for (const struct extension *other = format->extensions; other->name; other++)
		if (!other->read_as_one)
			names_add(&others, other->name);
	if (format->one_map || others.count == 0)
		error_set_fix(error, "try --output %s", pattern);
	else
		error_set_fix(error, "choose %s, or try --output %s", names_join(others, "."),
			      pattern);
}

/* Rejects an option that asks for several maps in a file that holds one. */
static bool refuse_several(const struct options *options, enum option_id id)
{
	(void)refuse_option(options, id, "%s files hold one map each", single_name(options));
	suggest_several(options, options->error);
	return false;
}

/*
 * Refuses several maps in a file that holds one, because of its format or of its extension alone,
 * such as .json.
 */
static bool check_count(struct options *options, const struct extension *extension)
{
	const bool is_for_one = options->format->one_map || (extension && extension->read_as_one);
	options->single = is_for_one && !pattern_has(options->output, "di");
	if (!options->single)
		return true;
	if (options->find > 1)
		return refuse_several(options, OPTION_FIND);
	if (options->find == 0 && options->count > 1)
		return refuse_several(options, OPTION_COUNT);
	return true;
}

/* Returns whether an option about looks was given that concerns the format to be written. */
static bool has_look(const struct options *options, enum option_id id)
{
	/* The characters of --glyphs are also those of a text that is read. */
	const bool is_for_input = id == OPTION_GLYPHS && options->input;
	return options->given[id] && !is_for_input;
}

/*
 * Refuses the first option about looks that the format does not support, and proposes formats that
 * support all of those given.
 */
static bool check_looks(const struct options *options)
{
	enum option_id unsupported = OPTION_NONE;
	unsigned wanted_styles = 0;
	for (enum option_id id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (!has_look(options, id))
			continue;
		wanted_styles |= row->style;
		if (unsupported == OPTION_NONE && (row->style & ~options->format->styles))
			unsupported = id;
	}
	if (unsupported == OPTION_NONE)
		return true;
	const char *formats = names_join(table_formats(wanted_styles), "");
	(void)refuse_any_value(options, unsupported, "not with --format %s", options->format->name);
	if (!*formats)
		return suggest_fix(options, "leave it out");
	return suggest_fix(options, "choose --format %s", formats);
}

/* Sets why the format cannot write maps of the recipe's size, and what would work. */
static void find_size_fault(const struct options *options, const struct recipe *recipe,
			    struct error *error)
{
	const struct format *format = options->format;
	const uint32_t tile_size = options->style.tile_size;
	const uint32_t side = greater(recipe->width, recipe->height);
	if (format->tiles_max > 0 && recipe_tiles(recipe) > format->tiles_max) {
		error_set_problem(error, "an %s has up to %" PRIu64 " tiles", format->name,
				  format->tiles_max);
		error_set_fix(error, "choose a smaller map");
	} else if (format->pixels_max > 0 && side > format->pixels_max / tile_size) {
		error_set_problem(error,
				  "with --tile-size %" PRIu32 " a %s picture has up to %" PRIu32
				  " tiles a side",
				  tile_size, format->name, format->pixels_max / tile_size);
		error_set_fix(error, "choose a smaller map or tile");
	}
}

/* Refuses a size of generated maps that the format cannot write. */
static bool check_size(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const enum option_id id = recipe->width >= recipe->height ? OPTION_WIDTH : OPTION_HEIGHT;
	/* The default size fits. */
	if (options->input || !options->given[id])
		return true;
	find_size_fault(options, recipe, options->error);
	if (error_is_empty(options->error))
		return true;
	error_set_option(options->error, &option_table[id], options->given[id]);
	return false;
}

/* Returns the first option with a STYLE_ bit that was given, or OPTION_NONE. */
static enum option_id find_look(const struct options *options, unsigned style)
{
	for (enum option_id id = 0; id < OPTION_NONE; id++)
		if (options->given[id] && option_table[id].style == style)
			return id;
	return OPTION_NONE;
}

bool choose_format_check_style(const struct options *options)
{
	const struct format *format = options->format;
	struct text fault = {.length = 0};
	if (!format->find_style_fault)
		return true;
	const unsigned style = format->find_style_fault(&options->style, &fault);
	const enum option_id id = find_look(options, style);
	/* The looks of a preset are only proposed. */
	if (style == 0 || id == OPTION_NONE)
		return true;
	return refuse_option(options, id, "%s", fault.bytes);
}

bool choose_format(struct options *options)
{
	const struct extension *extension = NULL;
	if (!find_input_format(options, OPTION_INPUT, options->input, &options->input_format))
		return false;
	if (!find_input_format(options, OPTION_COMPARE, options->compare, &options->compare_format))
		return false;
	if (!find_format(options, &extension))
		return false;
	if (!check_count(options, extension))
		return false;
	if (!check_looks(options))
		return false;
	return check_size(options);
}

void choose_format_find_fault(const struct options *options, const struct map *map,
			      const struct label *label, bool is_first, struct error *error)
{
	const struct format *format = options->format;
	struct text fault;
	text_clear(&fault);
	if (format->find_map_fault)
		format->find_map_fault(&options->style, map, label, &fault);
	if (fault.length > 0) {
		error_set_problem(error, "%s", fault.bytes);
		return;
	}
	if (options->style.no_tiles && map->stores_tiles) {
		const char *problem = map->lacks & LACKS_ROOMS
					      ? "has only tiles"
					      : "has other tiles than its rooms and tunnels make";
		error_set_problem(error, "%s", problem);
		error_set_fix(error, "leave out --no-tiles");
		return;
	}
	if (options->single && !is_first) {
		error_set_problem(error, "holds several maps; %s files hold one map each",
				  single_name(options));
		suggest_several(options, error);
		return;
	}
	struct error size_error;
	error_clear(&size_error);
	find_size_fault(options, &map->recipe, &size_error);
	if (error_is_empty(&size_error))
		return;
	error_set_problem(error, "is %s; %s", size_text(map->recipe.width, map->recipe.height),
			  size_error.problem.bytes);
	error->fix = size_error.fix;
}
