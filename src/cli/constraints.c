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
	for (int id = 0; id < OPTION_NONE; id++)
		if (options->given[own] && options->given[id] && useless >> id & 1)
			return refuse("--%s: not with --%s, %s; leave one out",
				      option_table[id].name, option_table[own].name, why);
	return true;
}

static bool check_rules(const struct options *options)
{
	const uint64_t makes = group_bits(GROUP_MAP) | group_bits(GROUP_RANDOM) | BIT(COUNT) |
			       BIT(FIND);
	const uint64_t writes = group_bits(GROUP_OUTPUT) & ~(BIT(COUNT) | BIT(SKIP) | BIT(WHERE));
	const uint64_t looks = writes & ~(BIT(FIRST) | BIT(GLYPHS));
	const struct recipe *recipe = &options->recipe;
	const char *const *given = options->given, *input = options->input,
			  *compare = options->compare;
	const bool expects_documents = options->expected == EXPECTED_FROM_DOCUMENT;
	const enum option_id reads = expects_documents ? OPTION_COMPARE : OPTION_INPUT;
	const bool each = pattern_has(options->source_path, "di");
	const bool seeds = pattern_has(options->source_path, "d");
	const bool numbers = pattern_has(input, "i") ||
			     pattern_has(compare ? compare : options->output, "i");
	const uint64_t most = UINT64_MAX - (options->count - 1);
	const bool asks = given[OPTION_MIN_ROOMS] || given[OPTION_WHERE];
	return excludes(options, OPTION_TILESET_IMAGE,
			~(BIT(TILESET_IMAGE) | BIT(OUTPUT) | BIT(QUIET) | BIT(TILE_SIZE)),
			"which makes no map") &&
	       option_needs(options, OPTION_INPUT_FORMAT, input || compare,
			    "describes the file of --input or --compare; give one of them") &&
	       excludes(options, OPTION_COMPARE, (looks & ~BIT(FIND)) | BIT(CHECK),
			"which writes nothing") &&
	       excludes(options, OPTION_CHECK, input ? looks : writes, "which writes nothing") &&
	       option_needs(options, OPTION_COMPARE,
			    !input || !compare || strcmp(input, "-") != 0 ||
				    strcmp(compare, "-") != 0,
			    "--input reads standard input, too; name a file for one of them") &&
	       option_needs(options, reads, !seeds || given[OPTION_SEED],
			    expects_documents ? "%d is the seed; give --seed"
					      : "%d is the seed; give --seed and --count") &&
	       option_needs(options, reads, !each || given[OPTION_COUNT],
			    seeds ? "has a file for each map; give --count"
				  : "%i is the number of the map; give --count") &&
	       excludes(options, reads,
			makes & ~((each ? BIT(COUNT) : 0) | (seeds ? BIT(SEED) : 0)),
			expects_documents
				? "which without --seed makes the maps of its documents again"
				: "whose maps are made already") &&
	       option_needs(options, OPTION_CONNECT,
			    recipe->tunnels != TUNNELS_AROUND || recipe->connect == CONNECT_NEAREST,
			    "--tunnels around joins rooms to near ones; leave out --connect") &&
	       option_needs(options, OPTION_SKIP, asks,
			    "leaves out seeds without such a map; give --min-rooms or --where") &&
	       excludes(options, OPTION_FIND, BIT(COUNT) | BIT(FIRST) | BIT(SKIP),
			"which tries seeds up to its last map") &&
	       option_needs(options, OPTION_FIND, asks,
			    "looks for maps with --min-rooms or --where; give one, or --count") &&
	       option_needs(options, OPTION_FIRST, numbers,
			    "numbers files; give one a name with %i") &&
	       option_needs(
		       options, OPTION_FIRST, options->first <= most,
		       phrase("no number is left for the last map; try --first %" PRIu64, most));
}

/*
 * Refuses rooms that do not fit the map, or a --room-min above --room-max, and tries to keep what
 * is given.
 */
static bool refuse_rooms(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t least = recipe->room_min, most = recipe->room_max;
	const uint32_t fit = lesser(recipe->width, recipe->height) - 1;
	uint32_t best = lesser(options->given[OPTION_ROOM_MAX] ? most : greater(least, most), fit);
	enum option_id wrong = options->given[OPTION_ROOM_MAX]                   ? OPTION_ROOM_MAX
			       : options->given[OPTION_ROOM_MIN] && least > most ? OPTION_ROOM_MIN
			       : recipe->width <= recipe->height                 ? OPTION_WIDTH
										 : OPTION_HEIGHT;
	const char *why = least <= most ? phrase("rooms of %" PRIu32 " to %" PRIu32 " do not fit",
						 least, most)
			  : wrong == OPTION_ROOM_MIN
				  ? phrase("above --room-max, which is %" PRIu32, most)
				  : phrase("below --room-min, which is %" PRIu32, least);
	return refuse_option(options, wrong, "%s; try%s%s", why,
			     least > best ? phrase(" --room-min %" PRIu32, best) : "",
			     best != most ? phrase(" --room-max %" PRIu32, best) : "");
}

static bool check_recipe(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	enum option_id rooms = recipe->min_rooms > recipe->max_rooms ? OPTION_MIN_ROOMS
								     : OPTION_MAX_ROOMS;
	uint32_t limit = recipe_limit(recipe);
	switch (recipe_check(recipe)) {
	case RECIPE_LARGE_ROOMS:
	case RECIPE_REVERSED:
		return refuse_rooms(options);
	case RECIPE_NO_SPACE:
		return refuse_option(
			options, OPTION_MIN_ROOMS,
			"a map of %s has space for %s at most; try a larger map or smaller rooms",
			size_text(recipe->width, recipe->height),
			count_text(recipe_space(recipe), "room", "rooms"));
	case RECIPE_TOO_MANY:
		return refuse_option(options, rooms,
				     "a map has at most %" PRIu32 " rooms; try --%s %" PRIu32,
				     limit, option_table[rooms].name, limit);
	default:
		return true;
	}
}

static bool check_seeds(const struct options *options)
{
	const char *rng = options->rng->name;
	uint64_t first = options->seed, last = options->rng->max_seed;
	return option_needs(options, OPTION_SEED, first <= last,
			    phrase("--rng %s takes seeds from 0 to %" PRIu64, rng, last)) &&
	       (options->count - 1 <= last - first ||
		refuse_option(options, OPTION_COUNT,
			      "the first seed is %" PRIu64 ", and the last of --rng %s is %" PRIu64
			      "; try --count %" PRIu64,
			      first, rng, last, last - first + 1));
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

/*
 * Sets the characters of the style. Refuses one that the format lacks, and warns if two that can
 * appear are the same.
 */
static bool choose_glyphs(struct options *options)
{
	static const char *const names[GLYPHS] = {"wall", "floor", "spawn", "exit", "door"};
	struct style *style = &options->style;
	(void)split_glyphs(style, option_table[OPTION_GLYPHS].default_text);
	if (!options->glyphs)
		return true;
	unsigned given = split_glyphs(style, options->glyphs);
	for (unsigned i = 0; i < given && options->format->find_glyph; i++)
		if (!options->format->find_glyph(style->glyph[i]))
			return refuse_option(options, OPTION_GLYPHS,
					     "%s has no %s, only the characters of code page 437",
					     options->format->name, excerpt(style->glyph[i]));
	const bool drawn[GLYPHS] = {
		[GLYPH_SPAWN] = style->show & SHOW_SPAWN,
		[GLYPH_EXIT] = style->show & SHOW_EXIT ||
			       (options->input && style->shows_drawn_exit),
		[GLYPH_DOOR] = options->recipe.doors || options->input,
	};
	for (unsigned i = 1; i < GLYPHS && !options->quiet; i++)
		for (unsigned j = 0; j < i && (i < given || drawn[i]); j++)
			if ((j < given || drawn[j]) &&
			    strcmp(style->glyph[i], style->glyph[j]) == 0) {
				message("--glyphs %s: %s and %s look the same", options->glyphs,
					names[j], names[i]);
				return true;
			}
	return true;
}

/* Refuses an option that would write binary data to a terminal, and suggests a file. */
static bool check_terminal(const struct options *options, enum option_id id, const char *file)
{
	return option_needs(options, id,
			    options->output || !system_is_terminal(SYSTEM_STANDARD_OUTPUT),
			    phrase("its bytes are not for a terminal; try --output %s", file));
}

static bool check_image(const struct options *options)
{
	const char *path = options->output, *dot = path ? strrchr(path_base(path), '.') : NULL;
	bool is_png = !path || path_is_device(path) || (dot && strcasecmp(dot, ".png") == 0);
	return option_needs(options, OPTION_OUTPUT, is_png && !pattern_has(path, "di"),
			    "the tileset image is one PNG; choose a name that ends in .png, "
			    "without %d") &&
	       check_terminal(options, OPTION_TILESET_IMAGE, "dungen-tiles.png");
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
	return refuse(
		"--output: could overwrite files of --input; use another folder or extension");
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
