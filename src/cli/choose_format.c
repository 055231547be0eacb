/* SPDX-License-Identifier: MIT */
#include "cli/choose_format.h"

#include "cli/messages.h"
#include "cli/table.h"
#include "output/pattern.h"
#include "output/system.h"

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

/* Suggests a pattern for one file per map, based on the name given. */
static struct phrase pattern_shown(const struct options *options)
{
	const char *name = options->output, *extension = extension_in(options->output);
	struct phrase pattern = {""};
	if (!name || strcmp(name, "-") == 0 || strlen(name) > EXCERPT_VALUE || path_is_device(name))
		phrase_add(&pattern, "map-%%d.%s", options->format->extensions[0].name);
	else if (!*path_base(name))
		phrase_add(&pattern, "%s%%d.%s", name, options->format->extensions[0].name);
	else
		phrase_add(&pattern, "%.*s-%%d%s", (int)(extension ? extension - name : (ptrdiff_t)strlen(name)), name,
			   extension ? extension : "");
	return phrase_shell_word(pattern.text);
}

/* Sets the format of --input or --compare; NULL: its first bytes decide. */
static bool find_input_format(struct options *options)
{
	const struct extension *extension;
	const char *path = options->compare ? options->compare : options->input, *dot = extension_in(path);
	struct phrase given = phrase_of("--%s %s", options->compare ? "compare" : "input",
					path ? excerpt(path).text : "");
	if (options->given[OPTION_INPUT_FORMAT])
		options->input_format = format_reading(options->input_format_index);
	if (options->input_format || !dot)
		return true;
	const struct format *format = format_find_extension(dot + 1, &extension);
	if (format && format->read) {
		options->input_format = format;
		return true;
	}
	struct phrase readers = table_choices(&option_table[OPTION_INPUT_FORMAT]);
	if (format && format->instead)
		return refuse("%s: %s is not read; %s", given.text, format->name, format->instead);
	if (format)
		return refuse("%s: %s is not read; the formats that are: %s", given.text, format->name, readers.text);
	return refuse("%s: no format has the extension %s; name it with --input-format %s", given.text,
		      excerpt(dot).text, readers.text);
}

static bool refuse_extension(const struct options *options, const char *extension)
{
	struct names names = {.count = 0};
	bool picture = table_is_picture(extension + 1);
	for (size_t i = 0; format_table[i]; i++)
		for (const struct extension *own = format_table[i]->extensions; own->name; own++)
			if (!picture || format_table[i]->picture)
				names_add(&names, own->name);
	return refuse("--output %s: no format has the extension %s; %schoose %s, or give --format",
		      excerpt(options->output).text, excerpt(extension).text, picture ? "for a picture " : "",
		      names_join(names, ".").text);
}

/* Sets the format and, if it was chosen by an extension, *extension. */
static bool find_format(struct options *options, const struct extension **extension)
{
	options->format = format_table[options->format_index];
	const char *dot = extension_in(options->output);
	if (options->given[OPTION_FORMAT] || !dot)
		return true;
	options->format = format_find_extension(dot + 1, extension);
	if (!options->format)
		return refuse_extension(options, dot);
	return true;
}

/* Refuses several maps in a file that holds one, because of its format or of its extension alone, such as .json. */
static bool check_count(struct options *options, const struct extension *extension)
{
	options->single = (options->format->one_map || (extension && extension->read_as_one)) &&
			  !pattern_has(options->output, "di");
	uint64_t count = options->find ? options->find : options->count;
	const char *asked = options->find ? "find" : "count";
	if (count == 1 || !options->single)
		return true;
	if (options->format->one_map)
		return refuse("--%s %" PRIu64 ": %s files hold one map each; try --output %s", asked, count,
			      options->format->name, pattern_shown(options).text);
	struct names names = {.count = 0};
	for (const struct extension *other = options->format->extensions; other->name; other++)
		if (!other->read_as_one)
			names_add(&names, other->name);
	struct phrase others = {""};
	if (names.count > 0)
		phrase_add(&others, "for --%s %" PRIu64 " choose %s, or ", asked, count, names_join(names, ".").text);
	return refuse("--output %s: a .%s file holds one map; %stry --output %s", excerpt(options->output).text,
		      extension->name, others.text, pattern_shown(options).text);
}

/* Names the format and the option that chose it. */
static struct phrase format_shown(const struct options *options)
{
	const char *name = options->format->name;
	if (options->given[OPTION_FORMAT])
		return phrase_of("--format %s", name);
	if (extension_in(options->output))
		return phrase_of("--output %s, which is %s", excerpt(options->output).text, name);
	return phrase_of("%s, the default format", name);
}

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
	/* If two options exclude each other, suggesting a format for one would only make the other one wrong. */
	for (int id = 0; id < OPTION_NONE; id++)
		if (options->given[id] && table_formats(wrong->style | option_table[id].style, false).count == 0)
			return refuse("--%s: no format takes it with --%s; leave one out", wrong->name,
				      option_table[id].name);
	/* No two of them exclude each other, so some format takes all. */
	return refuse("--%s: not with %s; choose --format %s", wrong->name, format_shown(options).text,
		      names_join(table_formats(wanted, false), "").text);
}

static bool check_marks(const struct options *options)
{
	unsigned marks = options->format->marks;
	enum option_id id = options->given[OPTION_SHOW] ? OPTION_SHOW : OPTION_LABELS;
	if (!options->given[id] || marks == 0 || !(options->style.show & ~marks))
		return true;
	return refuse("--%s: %s has a tile for the exit only, and objects for the rest; choose --show exit",
		      option_table[id].name, options->format->name);
}

static bool check_attempts(const struct options *options)
{
	if (!options->input || !options->format->needs_attempts)
		return true;
	return refuse("%s: not with --input, whose maps are made already; choose another format",
		      format_shown(options).text);
}

static bool check_pixels(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	uint32_t size = options->style.tile_size,
		 side = recipe->width > recipe->height ? recipe->width : recipe->height;
	uint32_t most = options->format->pixels_most;
	const struct option_row *row = &option_table[recipe->width >= recipe->height ? OPTION_WIDTH : OPTION_HEIGHT];
	uint64_t tiles = options->format->tiles_most;
	if (!options->input && tiles > 0 && (uint64_t)recipe->width * recipe->height > tiles)
		return refuse("--%s %" PRIu32 ": an %s has up to %" PRIu64 " tiles; choose a smaller map", row->name,
			      side, options->format->name, tiles);
	if (options->input || most == 0 || side <= most / size)
		return true;
	return refuse("--%s %" PRIu32 ": with --tile-size %" PRIu32 " a %s picture has up to %" PRIu32
		      " tiles a side; choose a smaller map or tile",
		      row->name, side, size, options->format->name, most / size);
}

bool choose_format(struct options *options)
{
	const struct extension *extension = NULL;
	return find_input_format(options) && find_format(options, &extension) && check_count(options, extension) &&
	       check_style(options) && check_marks(options) && check_attempts(options) && check_pixels(options);
}
