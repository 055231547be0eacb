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
	const char *name = path_base(path), *dot = strrchr(name, '.');
	return dot && dot != name && dot[1] ? dot : NULL;
}

/*
 * Sets the format of the file of --input or --compare, if there is one; NULL: its first bytes
 * decide.
 */
static bool find_input_format(const struct options *options, enum option_id id, const char *path,
			      const struct format **format)
{
	const struct extension *extension;
	const char *dot = extension_in(path);
	*format = NULL;
	if (options->given[OPTION_INPUT_FORMAT] && (id == OPTION_INPUT || !options->input))
		*format = format_reading(options->input_format_index);
	if (*format || !dot)
		return true;
	*format = format_find_extension(dot + 1, &extension);
	return option_needs(options, id, *format && (*format)->read,
			    phrase("%s is not read; name another format with --input-format %s",
				   excerpt(dot),
				   table_choices(&option_table[OPTION_INPUT_FORMAT])));
}

/* Sets the format and, if it was chosen by an extension, *extension. */
static bool find_format(struct options *options, const struct extension **extension)
{
	const char *dot = options->given[OPTION_FORMAT] ? NULL : extension_in(options->output);
	options->format = dot ? format_find_extension(dot + 1, extension)
			      : format_table[options->format_index];
	if (options->format)
		return true;
	struct names names = {.count = 0};
	for (size_t i = 0; format_table[i]; i++)
		for (const struct extension *own = format_table[i]->extensions; own->name; own++)
			names_add(&names, own->name);
	return refuse_option(options, OPTION_OUTPUT,
			     "no format has the extension %s; choose %s, or give --format",
			     excerpt(dot), names_join(names, "."));
}

/*
 * Explains that files of this format or extension hold one map, and suggests a file for each map.
 */
static const char *one_each(const struct options *options)
{
	const struct format *format = options->format;
	const char *name = options->output, *dot = extension_in(name),
		   *end = format->extensions[0].name;
	const char *kind = format->one_map ? format->name : dot, *pattern;
	struct names others = {.count = 0};
	for (const struct extension *other = format->extensions; !format->one_map && other->name;
	     other++)
		if (!other->read_as_one)
			names_add(&others, other->name);
	char what = options->input ? 'i' : 'd';
	if (!name || strlen(name) > EXCERPT_VALUE || path_is_device(name))
		pattern = phrase("map-%%%c.%s", what, end);
	else if (!*path_base(name))
		pattern = phrase("%s%%%c.%s", name, what, end);
	else
		pattern = phrase("%.*s-%%%c%s", (int)(dot ? dot - name : (ptrdiff_t)strlen(name)),
				 name, what, dot ? dot : "");
	return phrase("%s files hold one map each; %stry --output %s", kind,
		      others.count > 0 ? phrase("choose %s, or ", names_join(others, ".")) : "",
		      pattern);
}

/*
 * Refuses several maps in a file that holds one, because of its format or of its extension alone,
 * such as .json.
 */
static bool check_count(struct options *options, const struct extension *extension)
{
	options->single = (options->format->one_map || (extension && extension->read_as_one)) &&
			  !pattern_has(options->output, "di");
	uint64_t count = options->find ? options->find : options->count;
	return count == 1 || !options->single ||
	       refuse_option(options, options->find ? OPTION_FIND : OPTION_COUNT, "%s",
			     one_each(options));
}

/*
 * Refuses the first option about looks that the format does not support, and proposes formats that
 * take them all.
 */
static bool check_style(const struct options *options)
{
	const struct option_row *wrong = NULL;
	unsigned wanted = 0;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		/* The characters of --glyphs are also those of a text that is read. */
		if (!options->given[id] || (id == OPTION_GLYPHS && options->input))
			continue;
		wanted |= row->style;
		if (!wrong && (row->style & ~options->format->styles))
			wrong = row;
	}
	if (!wrong)
		return true;
	const char *takers = names_join(table_formats(wanted), "");
	return refuse("--%s: not with --format %s; %s", wrong->name, options->format->name,
		      *takers ? phrase("choose --format %s", takers) : "leave it out");
}

static bool check_marks(const struct options *options)
{
	unsigned marks = options->format->marks;
	return option_needs(options, options->given[OPTION_SHOW] ? OPTION_SHOW : OPTION_LABELS,
			    marks == 0 || !(options->style.show & ~marks),
			    phrase("%s has a tile for the exit only, and objects for the rest; "
				   "choose --show exit",
				   options->format->name));
}

/* Returns why the format cannot write maps of the recipe's size, or an empty string. */
static const char *size_fault(const struct options *options, const struct recipe *recipe)
{
	const struct format *format = options->format;
	uint32_t most = format->pixels_most / options->style.tile_size;
	if (format->tiles_most > 0 && (uint64_t)recipe->width * recipe->height > format->tiles_most)
		return phrase("an %s has up to %" PRIu64 " tiles; choose a smaller map",
			      format->name, format->tiles_most);
	if (format->pixels_most > 0 && greater(recipe->width, recipe->height) > most)
		return phrase("with --tile-size %" PRIu32 " a %s picture has up to %" PRIu32
			      " tiles a side; choose a smaller map or tile",
			      options->style.tile_size, format->name, most);
	return "";
}

static bool check_size(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const char *fault = options->input ? "" : size_fault(options, recipe);
	return option_needs(options, recipe->width >= recipe->height ? OPTION_WIDTH : OPTION_HEIGHT,
			    !*fault, fault);
}

bool choose_format(struct options *options)
{
	const struct extension *extension = NULL;
	return find_input_format(options, OPTION_INPUT, options->input, &options->input_format) &&
	       find_input_format(options, OPTION_COMPARE, options->compare,
				 &options->compare_format) &&
	       find_format(options, &extension) && check_count(options, extension) &&
	       check_style(options) && check_marks(options) && check_size(options);
}

const char *choose_format_fault(const struct options *options, const struct map *map,
				const struct history *history, bool first)
{
	if (options->format->needs_rooms && map->lacks & LACKS_ROOMS)
		return phrase("has no rooms, which %s needs; choose --format json or text",
			      options->format->name);
	if (options->format->needs_attempts && history->attempt_count == 0)
		return phrase(
			"has no attempts to place rooms, which %s writes; choose another format",
			options->format->name);
	if (options->style.no_tiles && map->lacks & LACKS_ROOMS)
		return "has only tiles; leave out --no-tiles";
	if (options->single && !first)
		return phrase("holds several maps; %s", one_each(options));
	unsigned covered = options->format->covers & style_shown(&options->style, map);
	for (size_t i = 0; i < MARK_KINDS; i++) {
		enum tile tile = covered >> i & 1 ? map_tile(map, map->marks[i].at) : TILE_FLOOR;
		if (tile != TILE_FLOOR)
			return phrase("the %s is %s, where %s cannot show it; leave it out with "
				      "--show none",
				      mark_names[i],
				      tile == TILE_WALL ? "in the wall" : "on a door",
				      options->format->name);
	}
	const char *fault = size_fault(options, &map->recipe);
	return *fault ? phrase("is %s; %s", size_text(map->recipe.width, map->recipe.height), fault)
		      : "";
}
