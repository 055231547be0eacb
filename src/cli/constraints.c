/* SPDX-License-Identifier: MIT */
#include "cli/constraints.h"

#include "cli/choose_format.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "cli/utf8.h"
#include "io/pattern.h"
#include "system/system.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* A set of options has a bit for each. */
#define OPTION_BIT(id) (UINT64_C(1) << OPTION_##id)

/* Returns the options of a group. */
static uint64_t group_options(enum option_group group)
{
	uint64_t group_set = 0;
	for (int id = 0; id < OPTIONS; id++)
		if (option_table[id].group == group)
			group_set |= UINT64_C(1) << id;
	return group_set;
}

/* Returns the options that generate maps. */
static uint64_t generation_options(void)
{
	return group_options(GROUP_MAP) | group_options(GROUP_RANDOM) | OPTION_BIT(COUNT) |
	       OPTION_BIT(FIND);
}

/* Returns the options that matter only if maps are written. */
static uint64_t writing_options(void)
{
	return group_options(GROUP_OUTPUT) | group_options(GROUP_LOOK);
}

/* Combinations of options. */

/* Rejects the first given option of a set, for a reason that follows "cannot be used with". */
static bool check_exclusion(const struct options *options, uint64_t excluded, const char *reason)
{
	for (enum option_id id = 0; id < OPTIONS; id++) {
		const bool is_excluded = excluded >> id & 1;
		if (!is_excluded || !options->given[id])
			continue;
		(void)refuse_any_value(options, id, "cannot be used with %s", reason);
		return suggest_fix(options, "leave out --%s", option_table[id].name);
	}
	return true;
}

static bool check_tileset_image(const struct options *options)
{
	const uint64_t allowed = OPTION_BIT(TILESET_IMAGE) | OPTION_BIT(OUTPUT) |
				 OPTION_BIT(QUIET) | OPTION_BIT(MESSAGES) | OPTION_BIT(TILE_SIZE);
	if (options->command != COMMAND_TILESET_IMAGE)
		return true;
	if (options->file_count > 0)
		return check_exclusion(options, OPTION_BIT(TILESET_IMAGE),
				       "a FILE, because it does not read maps");
	return check_exclusion(options, ~allowed, "--tileset-image, which does not write maps");
}

/* Checks the options that do not write maps: --check and --compare. */
static bool check_reports(const struct options *options)
{
	/* --glyphs also describes the FILEs. */
	const uint64_t excluded = writing_options() & ~OPTION_BIT(GLYPHS);
	const enum option_id id = options->check ? OPTION_CHECK : OPTION_COMPARE;
	if (!option_needs(options, OPTION_DRAWS, options->compare, "requires --compare",
			  "add --compare"))
		return false;
	if (!options->check && !options->compare)
		return true;
	if (options->check && options->compare)
		return check_exclusion(options, OPTION_BIT(CHECK),
				       "--compare, which reports differences instead of faults");
	if (options->file_count == 0)
		return option_needs(options, id, false, "requires a FILE",
				    "use - for standard input");
	return check_exclusion(options, excluded,
			       options->check ? "--check, which does not write maps"
					      : "--compare, which does not write maps");
}

/* Checks the options that generate maps, if there are FILEs. */
static bool check_files(const struct options *options)
{
	const uint64_t count = OPTION_BIT(COUNT);
	if (options->file_count == 0)
		return true;
	if (!check_exclusion(options, OPTION_BIT(FIND), "a FILE, because it tries seeds"))
		return false;
	if (!options->compare)
		return check_exclusion(options, generation_options(),
				       "a FILE, whose maps are read and not generated");
	if (options->draws)
		return check_exclusion(options, generation_options(),
				       "--draws, which describes the expected map");
	if (options->given[OPTION_SEED])
		return true;
	return check_exclusion(options, generation_options() & ~count,
			       "--compare without --seed, because documents contain their options");
}

/* Checks that standard input is read once, and that --draws expects one map. */
static bool check_file_names(const struct options *options)
{
	size_t input_count = options->draws && strcmp(options->draws, "-") == 0;
	for (size_t i = 0; i < options->file_count; i++)
		input_count += strcmp(options->files[i], "-") == 0;
	if (input_count > 1) {
		options->error->word = "-";
		error_set_problem(options->error, "standard input can be read only once");
		return false;
	}
	return option_needs(options, OPTION_DRAWS, options->file_count == 1,
			    "can be compared with only one FILE", "compare one FILE at a time");
}

static bool check_tunnels(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const bool joins_nearest = recipe->connect == CONNECT_NEAREST;
	if (option_needs(options, OPTION_CONNECT,
			 recipe->tunnels != TUNNELS_AROUND || joins_nearest,
			 "cannot be used with --tunnels around, which connects rooms that are near "
			 "each other",
			 "leave out --connect"))
		return true;
	error_suggest(options->error, "connect", "nearest");
	return false;
}

/* Checks --find, which searches for maps that meet conditions. */
static bool check_find(const struct options *options)
{
	const bool has_condition = options->given[OPTION_MIN_ROOMS] || options->given[OPTION_WHERE];
	if (!options->given[OPTION_FIND])
		return true;
	if (!check_exclusion(options, OPTION_BIT(COUNT), "--find, which replaces it"))
		return false;
	return option_needs(options, OPTION_FIND, has_condition, "requires a condition",
			    "add --min-rooms or --where, or use --count");
}

/* Checks all combinations of options that do not depend on the format. */
static bool check_combinations(const struct options *options)
{
	return check_tileset_image(options) && check_reports(options) && check_files(options) &&
	       check_file_names(options) && check_tunnels(options) && check_find(options);
}

/* The recipe. */

/* Returns the option to blame if rooms do not fit: if possible, an option that the user gave. */
static enum option_id find_option_of_rooms(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	if (options->given[OPTION_ROOM_MAX])
		return OPTION_ROOM_MAX;
	if (options->given[OPTION_ROOM_MIN] && recipe->room_min > recipe->room_max)
		return OPTION_ROOM_MIN;
	return recipe->width <= recipe->height ? OPTION_WIDTH : OPTION_HEIGHT;
}

/* Suggests room sizes that fit, as near as possible to the sizes that the user gave. */
static void add_rooms_fix(struct error *error, const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t largest_fit = lesser(recipe->width, recipe->height) - 1;
	uint32_t room_max = recipe->room_max;
	if (!options->given[OPTION_ROOM_MAX])
		room_max = greater(recipe->room_min, room_max);
	room_max = lesser(room_max, largest_fit);
	text_add(&error->fix, "try");
	if (recipe->room_min > room_max) {
		text_add(&error->fix, " --room-min %" PRIu32, room_max);
		error_suggest(error, "room-min", "%" PRIu32, room_max);
	}
	if (recipe->room_max != room_max) {
		text_add(&error->fix, " --room-max %" PRIu32, room_max);
		error_suggest(error, "room-max", "%" PRIu32, room_max);
	}
}

/* Rejects rooms that do not fit the map, or a --room-min above --room-max. */
static bool refuse_rooms(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t room_min = recipe->room_min;
	const uint32_t room_max = recipe->room_max;
	const enum option_id id = find_option_of_rooms(options);
	add_rooms_fix(options->error, options);
	if (room_min <= room_max)
		return refuse_option(options, id,
				     "rooms of %" PRIu32 " to %" PRIu32 " do not fit on the map",
				     room_min, room_max);
	if (id == OPTION_ROOM_MIN)
		return refuse_option(options, id, "must be at most --room-max, which is %" PRIu32,
				     room_max);
	return refuse_option(options, id, "must be at least --room-min, which is %" PRIu32,
			     room_min);
}

/* Checks whether the generator can make maps from the recipe. */
static bool check_recipe(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t rooms_max = recipe_limit(recipe);
	/* The option that asks for more rooms. */
	enum option_id rooms_id = OPTION_MAX_ROOMS;
	if (recipe->min_rooms > recipe->max_rooms)
		rooms_id = OPTION_MIN_ROOMS;
	switch (recipe_check(recipe)) {
	case RECIPE_LARGE_ROOMS:
	case RECIPE_REVERSED:
		return refuse_rooms(options);
	case RECIPE_NO_SPACE:
		(void)refuse_option(options, OPTION_MIN_ROOMS, "a map of %s can contain at most %s",
				    size_text(recipe->width, recipe->height),
				    count_text(recipe_space(recipe), "room", "rooms"));
		return suggest_fix(options, "try a larger map or smaller rooms");
	case RECIPE_TOO_MANY:
		(void)refuse_option(options, rooms_id,
				    "a map can contain at most %" PRIu32 " rooms", rooms_max);
		error_suggest(options->error, option_table[rooms_id].name, "%" PRIu32, rooms_max);
		return suggest_fix(options, "try --%s %" PRIu32, option_table[rooms_id].name,
				   rooms_max);
	default:
		return true;
	}
}

/* Checks that the rng accepts all seeds of the batch. */
static bool check_seeds(const struct options *options)
{
	const char *rng = options->rng->name;
	const uint64_t seed_first = options->seed;
	const uint64_t seed_max = options->rng->max_seed;
	if (seed_first > seed_max)
		return refuse_option(options, OPTION_SEED,
				     "must be a number from 0 to %" PRIu64 " with --rng %s",
				     seed_max, rng);
	if (options->count - 1 <= seed_max - seed_first)
		return true;
	(void)refuse_option(options, OPTION_COUNT,
			    "the last seed must be at most %" PRIu64 " with --rng %s", seed_max,
			    rng);
	error_suggest(options->error, "count", "%" PRIu64, seed_max - seed_first + 1);
	return suggest_fix(options, "try --count %" PRIu64, seed_max - seed_first + 1);
}

/* Glyphs. */

/* Sets the first glyphs of a style from a valid --glyphs. Returns their number. */
static unsigned split_glyphs(struct style *style, const char *value)
{
	unsigned count = 0;
	while (*value) {
		uint32_t character;
		const size_t length = utf8_read(value, SIZE_MAX, &character);
		memcpy(style->glyph[count], value, length);
		style->glyph[count][length] = '\0';
		value += length;
		count++;
	}
	return count;
}

/* Prints a warning that two of the glyphs are the same, given by their indices. */
static void print_same_glyphs(const struct options *options, unsigned one, unsigned other)
{
	static const char *const glyph_names[GLYPHS] = {"wall", "floor", "spawn",
							"exit", "door",  "route"};
	struct error warning = {.level = LEVEL_WARNING};
	error_set_option(&warning, &option_table[OPTION_GLYPHS], options->glyphs);
	error_set_problem(&warning, "the characters for %s and %s are equal", glyph_names[one],
			  glyph_names[other]);
	error_print(&warning);
}

/*
 * Prints a warning if two glyphs are the same. Ignores a glyph that the user did not give and that
 * maps cannot contain. The first `given_count` glyphs are those of the user.
 */
static void warn_of_same_glyphs(const struct options *options, unsigned given_count)
{
	const struct style *style = &options->style;
	const bool shows_exit = style->show & SHOW_EXIT;
	const bool has_files = options->file_count > 0;
	/* Which glyphs maps can contain. */
	bool matters[GLYPHS] = {
		[GLYPH_WALL] = true,
		[GLYPH_FLOOR] = true,
		[GLYPH_SPAWN] = style->show & SHOW_SPAWN,
		[GLYPH_EXIT] = shows_exit || (has_files && style->shows_drawn_exit),
		[GLYPH_DOOR] = options->recipe.doors || has_files,
		[GLYPH_ROUTE] = style->shows_route,
	};
	for (unsigned i = 0; i < given_count; i++)
		matters[i] = true;
	for (unsigned i = 1; i < GLYPHS; i++) {
		for (unsigned j = 0; j < i; j++) {
			const bool is_same = strcmp(style->glyph[i], style->glyph[j]) == 0;
			if (matters[i] && matters[j] && is_same) {
				print_same_glyphs(options, j, i);
				return;
			}
		}
	}
}

/* Sets the characters of the style, and checks whether the format can write them. */
static bool choose_glyphs(struct options *options)
{
	struct style *style = &options->style;
	(void)split_glyphs(style, option_table[OPTION_GLYPHS].default_text);
	if (!options->glyphs)
		return choose_format_check_style(options);
	const unsigned given_count = split_glyphs(style, options->glyphs);
	if (!choose_format_check_style(options))
		return false;
	if (!options->quiet)
		warn_of_same_glyphs(options, given_count);
	return true;
}

/* The output. */

/* Rejects an option that would write binary data to a terminal, and suggests a file. */
static bool check_terminal(const struct options *options, enum option_id id, const char *name,
			   const char *extension)
{
	if (options->output || !system_is_terminal(SYSTEM_STANDARD_OUTPUT))
		return true;
	(void)refuse_option(options, id, "cannot write binary data to a terminal");
	error_suggest(options->error, "output", "%s.%s", name, extension);
	return suggest_fix(options, "try --output %s.%s", name, extension);
}

/* Returns whether a path can be the name of a PNG. Devices can. */
static bool is_png_name(const char *path)
{
	if (file_name_is_device(path))
		return true;
	const char *dot = strrchr(file_name_base(path), '.');
	return dot && strcasecmp(dot, ".png") == 0;
}

/* Checks the output of --tileset-image, which is a single PNG. */
static bool check_image_output(const struct options *options)
{
	const char *path = options->output;
	if (!path)
		return check_terminal(options, OPTION_TILESET_IMAGE, "dungen-tiles", "png");
	if (is_png_name(path) && !pattern_has(path, "di"))
		return true;
	(void)refuse_option(options, OPTION_OUTPUT,
			    "must be the name of a PNG file for the tileset image");
	return suggest_fix(options,
			   "choose a name that ends in .png and does not contain %%d or %%i");
}

/* The whole command line. */

/* Checks everything for a run that reads or generates maps. */
static bool check_maps(struct options *options)
{
	if (!choose_format(options))
		return false;
	const struct format *format = options->format;
	/* A route in a file is lost only if the map is written. */
	if (options->check || options->compare)
		options->style.shows_route = true;
	if (format->binary &&
	    !check_terminal(options, OPTION_FORMAT, "map", format->extensions[0].name))
		return false;
	if (options->file_count == 0 || options->given[OPTION_SEED]) {
		if (!check_recipe(options))
			return false;
		if (!check_seeds(options))
			return false;
	}
	return choose_glyphs(options);
}

bool constraints_check(struct options *options)
{
	if (options->output && strcmp(options->output, "-") == 0)
		options->output = NULL;
	if (options->command != COMMAND_MAPS && options->command != COMMAND_TILESET_IMAGE)
		return true;
	options->rng = rng_table[options->rng_index];
	if (!check_combinations(options))
		return false;
	if (options->command == COMMAND_TILESET_IMAGE)
		return check_image_output(options);
	return check_maps(options);
}
