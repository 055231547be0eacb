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

/* Sets of options, as bits. */
#define BIT(id) (UINT64_C(1) << OPTION_##id)

static uint64_t group_bits(enum option_group group)
{
	uint64_t bits = 0;
	for (int id = 0; id < OPTION_NONE; id++)
		bits |= (uint64_t)(option_table[id].group == group) << id;
	return bits;
}

/* Refuses the options that another one, if it is given, has no use for. */
static bool excludes(const struct options *options, enum option_id own, uint64_t useless,
		     const char *why)
{
	if (!options->given[own])
		return true;
	for (enum option_id id = 0; id < OPTION_NONE; id++) {
		if (!options->given[id] || !(useless >> id & 1))
			continue;
		(void)refuse_any_value(options, id, "not with --%s, %s", option_table[own].name,
				       why);
		return suggest_fix(options, "leave one out");
	}
	return true;
}

/* Returns the options that generate maps. */
static uint64_t generation_options(void)
{
	return group_bits(GROUP_MAP) | group_bits(GROUP_RANDOM) | BIT(COUNT) | BIT(FIND);
}

/* Returns the options about what is written, and how. */
static uint64_t writing_options(void)
{
	return group_bits(GROUP_OUTPUT) & ~(BIT(COUNT) | BIT(SKIP) | BIT(WHERE));
}

/* Checks that the tileset image comes without options about maps. */
static bool check_tileset_image(const struct options *options)
{
	const uint64_t useful = BIT(TILESET_IMAGE) | BIT(OUTPUT) | BIT(QUIET) | BIT(TILE_SIZE);
	return excludes(options, OPTION_TILESET_IMAGE, ~useful, "which makes no map");
}

static bool check_input_format(const struct options *options)
{
	return option_needs(options, OPTION_INPUT_FORMAT, options->input || options->compare,
			    "describes the file of --input or --compare", "give one of them");
}

static bool reads_standard_input(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* Checks which options can be used with --check and --compare, which write no maps. */
static bool check_reports(const struct options *options)
{
	const uint64_t writes = writing_options();
	/* --first and --glyphs also describe input files. */
	const uint64_t useless = writes & ~(BIT(FIRST) | BIT(GLYPHS));
	const uint64_t useless_beside_compare = (useless & ~BIT(FIND)) | BIT(CHECK);
	const uint64_t useless_beside_check = options->input ? useless : writes;
	if (!excludes(options, OPTION_COMPARE, useless_beside_compare, "which writes nothing"))
		return false;
	if (!excludes(options, OPTION_CHECK, useless_beside_check, "which writes nothing"))
		return false;
	const bool read_the_same = reads_standard_input(options->input) &&
				   reads_standard_input(options->compare);
	return option_needs(options, OPTION_COMPARE, !read_the_same,
			    "--input reads standard input, too", "name a file for one of them");
}

/* Checks which options can be used with --input, or with --compare if its file has the maps. */
static bool check_source(const struct options *options)
{
	const bool expects_documents = options->expected == EXPECTED_FROM_DOCUMENT;
	const enum option_id reads = expects_documents ? OPTION_COMPARE : OPTION_INPUT;
	const bool has_pattern = pattern_has(options->source_path, "di");
	const bool has_seed = pattern_has(options->source_path, "d");
	const char *seed_fix = "give --seed and --count";
	const char *count_problem = "%i is the number of the map";
	const char *why = "whose maps are made already";
	if (expects_documents) {
		seed_fix = "give --seed";
		why = "which without --seed makes the maps of its documents again";
	}
	if (has_seed)
		count_problem = "has a file for each map";
	if (!option_needs(options, reads, !has_seed || options->given[OPTION_SEED],
			  "%d is the seed", seed_fix))
		return false;
	if (!option_needs(options, reads, !has_pattern || options->given[OPTION_COUNT],
			  count_problem, "give --count"))
		return false;
	uint64_t useless = generation_options();
	if (has_pattern)
		useless &= ~BIT(COUNT);
	if (has_seed)
		useless &= ~BIT(SEED);
	return excludes(options, reads, useless, why);
}

static bool check_tunnels(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const bool joins_nearest = recipe->connect == CONNECT_NEAREST;
	return option_needs(options, OPTION_CONNECT,
			    recipe->tunnels != TUNNELS_AROUND || joins_nearest,
			    "--tunnels around joins rooms to near ones", "leave out --connect");
}

/* Checks the options of a search. */
static bool check_search(const struct options *options)
{
	const bool has_condition = options->given[OPTION_MIN_ROOMS] || options->given[OPTION_WHERE];
	if (!option_needs(options, OPTION_SKIP, has_condition,
			  "leaves out seeds without such a map", "give --min-rooms or --where"))
		return false;
	if (!excludes(options, OPTION_FIND, BIT(COUNT) | BIT(FIRST) | BIT(SKIP),
		      "which tries seeds up to its last map"))
		return false;
	return option_needs(options, OPTION_FIND, has_condition,
			    "looks for maps with --min-rooms or --where", "give one, or --count");
}

/* Checks --first, which numbers files. */
static bool check_first(const struct options *options)
{
	const char *other_path = options->compare ? options->compare : options->output;
	const bool has_number = pattern_has(options->input, "i") || pattern_has(other_path, "i");
	const uint64_t first_max = UINT64_MAX - (options->count - 1);
	if (!option_needs(options, OPTION_FIRST, has_number, "numbers files",
			  "give one a name with %i"))
		return false;
	return option_needs(options, OPTION_FIRST, options->first <= first_max,
			    "no number is left for the last map",
			    phrase("try --first %" PRIu64, first_max));
}

static bool check_rules(const struct options *options)
{
	return check_tileset_image(options) && check_input_format(options) &&
	       check_reports(options) && check_source(options) && check_tunnels(options) &&
	       check_search(options) && check_first(options);
}

/* Returns the option that a message on rooms names: if possible, an option that the user gave. */
static enum option_id option_of_rooms(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	if (options->given[OPTION_ROOM_MAX])
		return OPTION_ROOM_MAX;
	if (options->given[OPTION_ROOM_MIN] && recipe->room_min > recipe->room_max)
		return OPTION_ROOM_MIN;
	return recipe->width <= recipe->height ? OPTION_WIDTH : OPTION_HEIGHT;
}

/* Adds a fix to the text that keeps as much as possible of what the user gave. */
static void add_rooms_fix(struct text *text, const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t largest_fit = lesser(recipe->width, recipe->height) - 1;
	uint32_t room_max = recipe->room_max;
	if (!options->given[OPTION_ROOM_MAX])
		room_max = greater(recipe->room_min, room_max);
	room_max = lesser(room_max, largest_fit);
	text_add(text, "try");
	if (recipe->room_min > room_max)
		text_add(text, " --room-min %" PRIu32, room_max);
	if (recipe->room_max != room_max)
		text_add(text, " --room-max %" PRIu32, room_max);
}

/* Refuses rooms that do not fit the map, or a --room-min above --room-max. */
static bool refuse_rooms(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t room_min = recipe->room_min;
	const uint32_t room_max = recipe->room_max;
	const enum option_id id = option_of_rooms(options);
	add_rooms_fix(&options->error->fix, options);
	if (room_min <= room_max)
		return refuse_option(options, id, "rooms of %" PRIu32 " to %" PRIu32 " do not fit",
				     room_min, room_max);
	if (id == OPTION_ROOM_MIN)
		return refuse_option(options, id, "above --room-max, which is %" PRIu32, room_max);
	return refuse_option(options, id, "below --room-min, which is %" PRIu32, room_min);
}

static bool check_recipe(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t limit = recipe_limit(recipe);
	enum option_id id = OPTION_MAX_ROOMS;
	if (recipe->min_rooms > recipe->max_rooms)
		id = OPTION_MIN_ROOMS;
	switch (recipe_check(recipe)) {
	case RECIPE_LARGE_ROOMS:
	case RECIPE_REVERSED:
		return refuse_rooms(options);
	case RECIPE_NO_SPACE:
		(void)refuse_option(options, OPTION_MIN_ROOMS,
				    "a map of %s has space for %s at most",
				    size_text(recipe->width, recipe->height),
				    count_text(recipe_space(recipe), "room", "rooms"));
		return suggest_fix(options, "try a larger map or smaller rooms");
	case RECIPE_TOO_MANY:
		(void)refuse_option(options, id, "a map has at most %" PRIu32 " rooms", limit);
		return suggest_fix(options, "try --%s %" PRIu32, option_table[id].name, limit);
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
	if (!option_needs(options, OPTION_SEED, seed_first <= seed_max,
			  phrase("--rng %s takes seeds from 0 to %" PRIu64, rng, seed_max), ""))
		return false;
	if (options->count - 1 <= seed_max - seed_first)
		return true;
	(void)refuse_option(options, OPTION_COUNT,
			    "the first seed is %" PRIu64 ", and the last of --rng %s is %" PRIu64,
			    seed_first, rng, seed_max);
	return suggest_fix(options, "try --count %" PRIu64, seed_max - seed_first + 1);
}

/* Sets the first characters of a style to those of valid glyphs. Returns their number. */
static unsigned split_glyphs(struct style *style, const char *value)
{
	unsigned count = 0;
	for (uint32_t character; *value; count++) {
		size_t length = utf8_read(value, SIZE_MAX, &character);
		memcpy(style->glyph[count], value, length);
		style->glyph[count][length] = '\0';
		value += length;
	}
	return count;
}

/* Prints a note if two characters that can appear on the map are the same. */
static void tell_same_glyphs(const struct options *options, unsigned given_count)
{
	static const char *const names[GLYPHS] = {"wall", "floor", "spawn", "exit", "door"};
	const struct style *style = &options->style;
	const bool shows_exit = style->show & SHOW_EXIT;
	const bool can_appear[GLYPHS] = {
		[GLYPH_WALL] = true,
		[GLYPH_FLOOR] = true,
		[GLYPH_SPAWN] = style->show & SHOW_SPAWN,
		[GLYPH_EXIT] = shows_exit || (options->input && style->shows_drawn_exit),
		[GLYPH_DOOR] = options->recipe.doors || options->input,
	};
	for (unsigned i = 1; i < GLYPHS; i++) {
		for (unsigned j = 0; j < i; j++) {
			const bool both_matter = (i < given_count || can_appear[i]) &&
						 (j < given_count || can_appear[j]);
			if (!both_matter || strcmp(style->glyph[i], style->glyph[j]) != 0)
				continue;
			struct error note = {.line = 0};
			error_set_option(&note, &option_table[OPTION_GLYPHS], options->glyphs);
			error_set_problem(&note, "%s and %s look the same", names[j], names[i]);
			error_print(&note);
			return;
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
		tell_same_glyphs(options, given_count);
	return true;
}

/* Refuses an option that would write binary data to a terminal, and suggests a file. */
static bool check_terminal(const struct options *options, enum option_id id, const char *file)
{
	return option_needs(options, id,
			    options->output || !system_is_terminal(SYSTEM_STANDARD_OUTPUT),
			    "its bytes are not for a terminal", phrase("try --output %s", file));
}

/* Checks that the file of --tileset-image can be a PNG. */
static bool check_image(const struct options *options)
{
	const char *path = options->output;
	bool is_png = true;
	if (path && !file_name_is_device(path)) {
		const char *dot = strrchr(file_name_base(path), '.');
		is_png = dot && strcasecmp(dot, ".png") == 0;
	}
	if (!option_needs(options, OPTION_OUTPUT, is_png && !pattern_has(path, "di"),
			  "the tileset image is one PNG",
			  "choose a name that ends in .png, without %d"))
		return false;
	return check_terminal(options, OPTION_TILESET_IMAGE, "dungen-tiles.png");
}

/*
 * Refuses an output pattern that could name the file of a later input map. The same pattern is
 * fine, since each file is replaced after it has been read.
 */
static bool check_patterns(const struct options *options)
{
	const char *input = options->input, *output = options->output;
	if (!pattern_has(input, "di") || !pattern_has(output, "di"))
		return true;
	if (pattern_is_same(input, output) || !pattern_may_meet(input, output))
		return true;
	(void)refuse_any_value(options, OPTION_OUTPUT, "could overwrite files of --input");
	return suggest_fix(options, "use another folder or extension");
}

/* Decides where the maps of the run come from, and where --compare gets the expected map. */
static void find_source(struct options *options)
{
	options->source_path = options->input;
	options->expected = EXPECTED_FROM_SOURCE;
	if (options->compare && !options->input && !options->given[OPTION_SEED]) {
		options->source_path = options->compare;
		options->expected = EXPECTED_FROM_DOCUMENT;
	}
}

bool constraints_check(struct options *options)
{
	if (options->output && strcmp(options->output, "-") == 0)
		options->output = NULL;
	if (options->command != COMMAND_MAPS && options->command != COMMAND_TILESET_IMAGE)
		return true;
	options->rng = rng_table[options->rng_index];
	find_source(options);
	if (!check_rules(options))
		return false;
	if (options->command == COMMAND_TILESET_IMAGE)
		return check_image(options);
	if (!check_patterns(options))
		return false;
	if (!choose_format(options))
		return false;
	options->source_format = options->input_format;
	if (options->expected == EXPECTED_FROM_DOCUMENT)
		options->source_format = options->compare_format;
	options->style.shows_drawn_exit = !options->given[OPTION_SHOW] &&
					  !options->given[OPTION_LABELS];
	const struct format *format = options->format;
	if (format->binary &&
	    !check_terminal(options, OPTION_FORMAT, phrase("map.%s", format->extensions[0].name)))
		return false;
	if (!options->source_path && (!check_recipe(options) || !check_seeds(options)))
		return false;
	return choose_glyphs(options);
}
