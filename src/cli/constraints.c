/* SPDX-License-Identifier: MIT */
#include "cli/constraints.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "cli/table.h"
#include "cli/tileset.h"
#include "cli/values.h"
#include "output/pattern.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* The format. Without --format, the extension of the output file decides. */

/* The extension of the output file, with its dot; NULL if it has none. */
static const char *extension_of(const struct options *options)
{
	if (!options->output)
		return NULL;
	const char *name = base_name(options->output), *dot = strrchr(name, '.');
	return dot && dot != name && dot[1] ? dot : NULL;
}

/* Whether each map has a file of its own. */
static bool has_pattern(const struct options *options)
{
	return options->output && pattern_has_seed(options->output);
}

/* For a message, a pattern that makes a file for each map, after the name given for one file. */
static struct phrase pattern_shown(const struct options *options)
{
	const char *name = options->output, *extension = extension_of(options);
	struct phrase pattern = {""};
	if (!name || strcmp(name, "-") == 0 || strlen(name) > EXCERPT_VALUE)
		phrase_add(&pattern, "map-%%d.%s", options->format->extensions[0].name);
	else
		phrase_add(&pattern, "%.*s-%%d%s", (int)(extension ? extension - name : (ptrdiff_t)strlen(name)), name,
			   extension ? extension : "");
	return phrase_shell_word(pattern.text);
}

/* Some extensions promise a single map, such as .json: most readers of such a file take one document. */
static bool check_extension(const struct options *options, const struct extension *extension)
{
	if (!extension->one_map || options->format->one_map || options->number[OPTION_COUNT] == 1 ||
	    has_pattern(options))
		return true;
	struct names names = {.count = 0};
	for (const struct extension *other = options->format->extensions; other->name; other++)
		if (!other->one_map)
			names_add(&names, other->name);
	message("--output %s: a .%s file holds one map; for --count %" PRIu64 " choose %s, or try --output %s",
		excerpt(options->output, EXCERPT_VALUE).text, extension->name, options->number[OPTION_COUNT],
		names_join(&names, ".").text, pattern_shown(options).text);
	return false;
}

static bool refuse_extension(const struct options *options, const char *extension)
{
	struct names names = {.count = 0};
	for (size_t i = 0; format_table[i]; i++)
		for (const struct extension *own = format_table[i]->extensions; own->name; own++)
			names_add(&names, own->name);
	message("--output %s: no format has the extension %s; choose %s, or give --format",
		excerpt(options->output, EXCERPT_VALUE).text, excerpt(extension, EXCERPT_VALUE).text,
		names_join(&names, ".").text);
	return false;
}

static bool choose_format(struct options *options)
{
	options->format = format_table[options->number[OPTION_FORMAT]];
	const char *extension = extension_of(options);
	if (options->given[OPTION_FORMAT] || !extension)
		return true;
	const struct extension *found;
	options->format = format_find_extension(extension + 1, &found);
	return options->format ? check_extension(options, found) : refuse_extension(options, extension);
}

/* The format and where it comes from. */
static struct phrase format_shown(const struct options *options)
{
	struct phrase phrase = {""};
	const char *name = options->format->name;
	if (options->given[OPTION_FORMAT])
		phrase_add(&phrase, "--format %s", name);
	else if (extension_of(options))
		phrase_add(&phrase, "--output %s, which is %s", excerpt(options->output, EXCERPT_VALUE).text, name);
	else
		phrase_add(&phrase, "%s, the default format", name);
	return phrase;
}

static bool check_count(const struct options *options)
{
	if (!options->format->one_map || options->number[OPTION_COUNT] == 1 || has_pattern(options))
		return true;
	message("--count %" PRIu64 ": %s files hold one map each; try --output %s", options->number[OPTION_COUNT],
		options->format->name, pattern_shown(options).text);
	return false;
}

/* The options about looks. */

static bool check_style(const struct options *options)
{
	const struct option_row *wrong = NULL;
	unsigned wanted = 0;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (!options->given[id])
			continue;
		wanted |= row->style;
		if (!wrong && (row->style & ~options->format->styles))
			wrong = row;
	}
	if (!wrong)
		return true;
	/* Naming a format for one of two options that exclude each other would send the user back and forth. */
	for (int id = 0; id < OPTION_NONE; id++)
		if (options->given[id] && table_formats(wrong->style | option_table[id].style).count == 0) {
			message("--%s: no format takes it with --%s; leave one out", wrong->name,
				option_table[id].name);
			return false;
		}
	/* There is one: of three options about looks, two exclude each other wherever all three do. */
	struct names names = table_formats(wanted);
	message("--%s: not with %s; choose --format %s", wrong->name, format_shown(options).text,
		names_join(&names, "").text);
	return false;
}

/* Rooms and map. */

/* Rooms that do not fit the map. If their size is the default, the size of the map is to blame. */
static bool refuse_fit(const struct options *options, uint64_t fit)
{
	const uint64_t *number = options->number;
	uint64_t width = number[OPTION_WIDTH], height = number[OPTION_HEIGHT];
	uint64_t room_min = number[OPTION_ROOM_MIN], room_max = number[OPTION_ROOM_MAX];
	struct phrase remedy = {""};
	if (room_min > fit)
		phrase_add(&remedy, "; try --room-min %" PRIu64 " --room-max %" PRIu64, fit, fit);
	if (options->given[OPTION_ROOM_MAX] || (options->given[OPTION_ROOM_MIN] && room_min > fit)) {
		enum option_id id = options->given[OPTION_ROOM_MAX] ? OPTION_ROOM_MAX : OPTION_ROOM_MIN;
		message("--%s %" PRIu64 ": too large for a map of %" PRIu64 "x%" PRIu64
			"; the largest that fits is %" PRIu64 "%s",
			option_table[id].name, number[id], width, height, fit, remedy.text);
		return false;
	}
	enum option_id side = width <= height ? OPTION_WIDTH : OPTION_HEIGHT;
	if (room_min <= fit)
		phrase_add(&remedy, "; try --room-max %" PRIu64, fit);
	message("--%s %" PRIu64 ": rooms of %" PRIu64 " to %" PRIu64 " do not fit%s", option_table[side].name,
		number[side], room_min, room_max, remedy.text);
	return false;
}

static bool check_rooms(const struct options *options)
{
	const uint64_t *number = options->number;
	uint64_t width = number[OPTION_WIDTH], height = number[OPTION_HEIGHT];
	uint64_t fit = (width < height ? width : height) - 1;
	uint64_t room_min = number[OPTION_ROOM_MIN], room_max = number[OPTION_ROOM_MAX];
	if (room_max > fit || (room_min > fit && !options->given[OPTION_ROOM_MAX]))
		return refuse_fit(options, fit);
	if (room_min <= room_max)
		return true;
	if (!options->given[OPTION_ROOM_MIN])
		message("--room-max %" PRIu64 ": less than --room-min, which is %" PRIu64 "; try --room-min %" PRIu64,
			room_max, room_min, room_max);
	else if (room_min > fit)
		message("--room-min %" PRIu64 ": too large for the map and for --room-max, which is %" PRIu64
			"; try --room-min %" PRIu64,
			room_min, room_max, room_max);
	else
		message("--room-min %" PRIu64 ": more than --room-max, which is %" PRIu64 "; try --room-max %" PRIu64,
			room_min, room_max, room_min);
	return false;
}

static bool check_room_count(const struct options *options)
{
	struct recipe recipe = options_recipe(options);
	uint64_t space = recipe_space(&recipe);
	if (recipe.min_rooms > space) {
		message("--min-rooms %" PRIu32 ": a map of %" PRIu32 "x%" PRIu32 " has space for %" PRIu64
			" rooms at most; try --min-rooms %" PRIu64,
			recipe.min_rooms, recipe.width, recipe.height, space, space);
		return false;
	}
	if (recipe_most_rooms(&recipe) <= DUNGEON_MOST_ROOMS)
		return true;
	enum option_id id = recipe.min_rooms > recipe.max_rooms ? OPTION_MIN_ROOMS : OPTION_MAX_ROOMS;
	message("--%s %" PRIu64 ": a map has at most %d rooms; try --%s %d", option_table[id].name, options->number[id],
		DUNGEON_MOST_ROOMS, option_table[id].name, DUNGEON_MOST_ROOMS);
	return false;
}

static bool check_seeds(const struct options *options)
{
	const struct rng *rng = options->rng;
	uint64_t seed = options->number[OPTION_SEED], count = options->number[OPTION_COUNT];
	if (seed > rng->max_seed) {
		message("--seed %" PRIu64 ": --rng %s takes seeds from 0 to %" PRIu64, seed, rng->name, rng->max_seed);
		return false;
	}
	if (count - 1 > rng->max_seed - seed) {
		message("--count %" PRIu64 ": the first seed is %" PRIu64 ", and the last of --rng %s is %" PRIu64
			"; try --count %" PRIu64,
			count, seed, rng->name, rng->max_seed, rng->max_seed - seed + 1);
		return false;
	}
	return true;
}

/* --tileset-image, which is an action that heeds -o. */
static bool choose_image(struct options *options)
{
	for (int id = 0; id < OPTION_NONE; id++)
		if (options->given[id] && id != OPTION_TILESET_IMAGE && id != OPTION_OUTPUT && id != OPTION_QUIET) {
			message("--%s: not with --tileset-image, which makes no map; leave one out",
				option_table[id].name);
			return false;
		}
	if (has_pattern(options)) {
		message("--output %s: there is one image, not one for each map; leave out the %%d",
			excerpt(options->output, EXCERPT_VALUE).text);
		return false;
	}
	options->action = tileset_write;
	return true;
}

bool constraints_check(struct options *options)
{
	if (options->given[OPTION_TILESET_IMAGE])
		return choose_image(options);
	options->rng = rng_table[options->number[OPTION_RNG]];
	return choose_format(options) && check_count(options) && check_style(options) && check_rooms(options) &&
	       check_room_count(options) && check_seeds(options);
}
