/* SPDX-License-Identifier: MIT */
#include "cli/constraints.h"

#include "base/utf8.h"
#include "cli/choose_format.h"
#include "cli/table.h"
#include "io/pattern.h"
#include "system/system.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* A set of options has a bit for each, and one for FILEs. */
#define BIT(id) (UINT64_C(1) << OPTION_##id)
#define FILES   BIT(NONE)

/* Groups of options, as bits. */
enum {
	GENERATING = 1 << GROUP_MAP | 1 << GROUP_RANDOM | 1 << GROUP_BATCH,
	WRITING = 1 << GROUP_OUTPUT | 1 << GROUP_LOOK,
};

/*
 * Which options cannot be used together, or require another. The first rule that the command line
 * breaks is reported, for the first option of the table that it rejects.
 */
static const struct rule {
	uint64_t given;     /* the rule applies if all of these are given, */
	uint64_t not_given; /* and none of these */
	uint64_t rejected;  /* the options that it rejects */
	unsigned groups;    /* it also rejects the options of these groups, */
	uint64_t accepted;  /* but not these */
	const char *problem;
	const char *fix; /* NULL to leave out the option */
} rules[] = {
	{.given = FILES,
	 .rejected = BIT(TILESET_IMAGE),
	 .problem = "cannot be used with a FILE, because it does not read maps"},
	{.given = BIT(TILESET_IMAGE),
	 .groups = ~0U,
	 .accepted = BIT(TILESET_IMAGE) | BIT(OUTPUT) | BIT(QUIET) | BIT(MESSAGES) | BIT(TILE_SIZE),
	 .problem = "cannot be used with --tileset-image, which does not write maps"},
	{.not_given = BIT(COMPARE),
	 .rejected = BIT(DRAWS),
	 .problem = "requires --compare",
	 .fix = "add --compare"},
	{.given = BIT(COMPARE),
	 .rejected = BIT(CHECK),
	 .problem = "cannot be used with --compare, which reports differences instead of faults"},
	{.not_given = FILES,
	 .rejected = BIT(WALLS) | BIT(FLOORS),
	 .problem = "requires a FILE, whose characters or numbers it lists",
	 .fix = "use - for standard input"},
	{.not_given = FILES,
	 .rejected = BIT(CHECK) | BIT(COMPARE),
	 .problem = "requires a FILE",
	 .fix = "use - for standard input"},
	/* --glyphs also describes the FILEs. */
	{.given = BIT(CHECK),
	 .groups = WRITING,
	 .accepted = BIT(GLYPHS),
	 .problem = "cannot be used with --check, which does not write maps"},
	{.given = BIT(COMPARE),
	 .groups = WRITING,
	 .accepted = BIT(GLYPHS),
	 .problem = "cannot be used with --compare, which does not write maps"},
	{.given = FILES,
	 .rejected = BIT(LINKED),
	 .problem = "cannot be used with a FILE, because it generates maps"},
	{.given = FILES,
	 .rejected = BIT(FIND),
	 .problem = "cannot be used with a FILE, because it tries seeds"},
	{.given = FILES,
	 .not_given = BIT(COMPARE),
	 .groups = GENERATING,
	 .accepted = BIT(WHERE),
	 .problem = "cannot be used with a FILE, whose maps are read and not generated"},
	{.given = BIT(DRAWS),
	 .groups = GENERATING,
	 .accepted = BIT(WHERE),
	 .problem = "cannot be used with --draws, which describes the expected map"},
	{.given = BIT(COMPARE),
	 .not_given = BIT(SEED),
	 .groups = GENERATING,
	 .accepted = BIT(WHERE) | BIT(COUNT),
	 .problem = "cannot be used with --compare without --seed, because documents contain their "
		    "options"},
	{.given = BIT(FIND),
	 .rejected = BIT(COUNT),
	 .problem = "cannot be used with --find, which replaces it"},
	{.not_given = BIT(COUNT) | BIT(FIND),
	 .rejected = BIT(LINKED),
	 .problem = "requires several maps",
	 .fix = "add --count or --find"},
	{.not_given = BIT(WHERE) | BIT(MIN_ROOMS),
	 .rejected = BIT(FIND),
	 .problem = "requires a condition",
	 .fix = "add --min-rooms or --where, or use --count"},
};

/* Checks the options against the rules. */
static bool check_rules(const struct options *options)
{
	uint64_t given = options->file_count > 0 ? FILES : 0;
	for (int id = 0; id < OPTIONS; id++)
		if (options->given[id])
			given |= UINT64_C(1) << id;
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		const struct rule *rule = &rules[i];
		if ((rule->given & ~given) || (rule->not_given & given))
			continue;
		for (enum option_id id = 0; id < OPTIONS; id++) {
			const bool is_rejected = rule->rejected >> id & 1 ||
						 rule->groups >> option_table[id].group & 1;
			if (!options->given[id] || !is_rejected || rule->accepted >> id & 1)
				continue;
			place_set_option(&options->message->place, &option_table[id], NULL);
			fail(options->message, STATUS_USAGE, "%s", rule->problem);
			if (rule->fix)
				return advise(options->message, "%s", rule->fix);
			return advise(options->message, "leave out --%s", option_table[id].name);
		}
	}
	return true;
}

/* Options of which a value other than the default is only for --tunnels around. */
static const struct around_rule {
	enum option_id id;
	enum option_id advised_id; /* for --tunnels through: the option that brings the default */
	const struct recipe_option *option;
} around_rules[] = {
	{OPTION_SPACING, OPTION_SPACING, &recipe_options[RECIPE_OPTION_spacing]},
	{OPTION_HALLS, OPTION_HALLS, &recipe_options[RECIPE_OPTION_halls]},
	{OPTION_LOOP_CORNERS, OPTION_NO_LOOP_CORNERS, &recipe_options[RECIPE_OPTION_loop_corners]},
	{OPTION_DOOR_PERCENT, OPTION_DOOR_PERCENT, &recipe_options[RECIPE_OPTION_door_percent]},
	{OPTION_DOOR_GAP, OPTION_DOOR_GAP, &recipe_options[RECIPE_OPTION_door_gap]},
};

/* Checks that --tunnels through has only the options that it obeys. */
static bool check_tunnels(const struct options *options)
{
	if (options->recipe.tunnels == TUNNELS_AROUND)
		return true;
	for (size_t i = 0; i < sizeof around_rules / sizeof *around_rules; i++) {
		const struct around_rule *rule = &around_rules[i];
		const uint32_t usual = rule->option->value_of_tutorials;
		if (recipe_get(&options->recipe, rule->option) == usual)
			continue;
		if (message_is_empty(options->message))
			refuse_option(options, rule->id, "requires --tunnels around");
		/* The user wants --tunnels through, and the values may be those of a preset. */
		if (!options->given[OPTION_TUNNELS])
			return suggest(options->message, "tunnels", "around");
		const char *advised = option_table[rule->advised_id].name;
		if (rule->option->kind == PARAMETER_FLAG)
			suggest(options->message, advised, "%s", "");
		else
			suggest(options->message, advised, "%u", usual);
	}
	return message_is_empty(options->message);
}

/* Checks the rules that depend on the values of options. */
static bool check_values(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	if (options->given[OPTION_CONNECT] && recipe->tunnels == TUNNELS_AROUND &&
	    recipe->connect != CONNECT_NEAREST) {
		refuse_option(options, OPTION_CONNECT,
			      "cannot be used with --tunnels around, which connects rooms "
			      "that are near each other");
		return suggest(options->message, "connect", "nearest");
	}
	if (!check_tunnels(options))
		return false;
	if ((recipe->locks > 0 || recipe->secrets > 0) && !recipe->doors) {
		refuse_option(options, recipe->locks > 0 ? OPTION_LOCKS : OPTION_SECRETS,
			      "requires --doors");
		if (options->given[OPTION_NO_DOORS])
			return advise(options->message, "leave out --no-doors");
		return advise(options->message, "add --doors");
	}
	if (recipe->spawn == SPAWN_FARTHEST && recipe->exit != EXIT_FARTHEST) {
		refuse_option(options, OPTION_SPAWN, "requires --exit farthest");
		if (options->given[OPTION_EXIT])
			return suggest(options->message, "spawn", "first");
		return suggest(options->message, "exit", "farthest");
	}
	return true;
}

/*
 * Without --seed, conditions alone ask for one map that meets them. There is no seed that could
 * fail, so this is a search.
 */
static void search_without_seed(struct options *options)
{
	const bool has_condition = options->given[OPTION_WHERE] || options->recipe.min_rooms > 0;
	if (has_condition && options->file_count == 0 && !options->given[OPTION_SEED] &&
	    !options->given[OPTION_COUNT] && options->find == 0)
		options->find = 1;
}

/* Fits the sizes of rooms that the user has not typed to the map. */
static void fit_recipe(struct options *options)
{
	uint32_t chosen = 0;
	if (options->is_typed[OPTION_ROOM_MIN])
		chosen |= RECIPE_BIT(room_min);
	if (options->is_typed[OPTION_ROOM_MAX])
		chosen |= RECIPE_BIT(room_max);
	recipe_fit(&options->recipe, chosen);
}

/* Checks whether the generator can make maps from the recipe. */
static bool check_recipe(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t side_max = lesser(recipe->width, recipe->height) - 1;
	const bool is_max_typed = options->is_typed[OPTION_ROOM_MAX];
	uint64_t rooms_max = RECIPE_ROOMS_MAX;
	/* The option that asks for more rooms. */
	enum option_id rooms_id = OPTION_MAX_ROOMS;
	if (recipe->fill > 0)
		rooms_id = OPTION_FILL;
	else if (recipe->min_rooms > recipe->max_rooms)
		rooms_id = OPTION_MIN_ROOMS;
	switch (recipe_check(recipe)) {
	case RECIPE_LARGE_ROOMS:
		/* A size that was not typed is too large only because the other one is. */
		refuse_option(options, is_max_typed ? OPTION_ROOM_MAX : OPTION_ROOM_MIN,
			      "must be less than --width and --height");
		if (recipe->room_min > side_max)
			suggest(options->message, "room-min", "%u", side_max);
		if (is_max_typed)
			suggest(options->message, "room-max", "%u", side_max);
		return false;
	case RECIPE_REVERSED:
		refuse_option(options, OPTION_ROOM_MAX, "must be at least --room-min, which is %u",
			      recipe->room_min);
		if (recipe->room_min > side_max)
			suggest(options->message, "room-min", "%u", side_max);
		return suggest(options->message, "room-max", "%u",
			       lesser(recipe->room_min, side_max));
	case RECIPE_NO_SPACE:
		rooms_id = OPTION_MIN_ROOMS;
		rooms_max = recipe_space(recipe);
		/* fall through */
	case RECIPE_TOO_MANY:
		return refuse_option(options, rooms_id, "a map of %s can contain at most %s",
				     size_text(recipe->width, recipe->height),
				     count_text(rooms_max, "room", "rooms"));
	default:
		return true;
	}
}

/* Returns the seed that a word stands for, by FNV-1a, which dungen-generator(7) defines. */
static uint64_t seed_of_word(const char *word, const struct rng *rng)
{
	uint64_t hash = UINT64_C(14695981039346656037);
	for (; *word; word++)
		hash = (hash ^ (unsigned char)*word) * UINT64_C(1099511628211);
	/* The number of seeds is a power of two. */
	return hash & rng->max_seed;
}

/* Checks that a room fits around the tile of --spawn. */
static bool check_spawn(const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const char *place = options->given[OPTION_SPAWN];
	if (!place || !strchr(place, ','))
		return true;
	const struct spawn_range range = recipe_spawn_range(recipe);
	const uint32_t x = greater(lesser(recipe->spawn_x, range.x_max), range.x_min);
	const uint32_t y = greater(lesser(recipe->spawn_y, range.y_max), range.y_min);
	if (x == recipe->spawn_x && y == recipe->spawn_y)
		return true;
	refuse_option(options, OPTION_SPAWN,
		      "must be from %u,%u to %u,%u, so that a room fits around it", range.x_min,
		      range.y_min, range.x_max, range.y_max);
	return suggest(options->message, "spawn", "%u,%u", x, y);
}

/* Checks that the rng accepts all seeds of the batch. */
static bool check_seeds(const struct options *options)
{
	const char *rng = options->rng->name;
	const uint64_t seed_max = options->rng->max_seed;
	const enum option_id id = options->find > 0 ? OPTION_FIND : OPTION_COUNT;
	const uint64_t count = options->find > 0 ? options->find : options->count;
	if (options->seed > seed_max)
		return refuse_option(options, OPTION_SEED,
				     "must be a number from 0 to %" PRIu64 " with --rng %s",
				     seed_max, rng);
	const uint64_t more_seeds = seed_max - options->seed;
	if (count - 1 <= more_seeds)
		return true;
	refuse_option(options, id, "the last seed must be at most %" PRIu64 " with --rng %s",
		      seed_max, rng);
	return suggest(options->message, option_table[id].name, "%" PRIu64, more_seeds + 1);
}

/* Sets the first glyphs of a style from a valid --glyphs. */
static void set_glyphs(struct style *style, const char *value)
{
	for (size_t i = 0; *value; i++) {
		uint32_t character;
		const size_t length = utf8_read(value, SIZE_MAX, &character);
		memcpy(style->glyph[i], value, length);
		style->glyph[i][length] = '\0';
		value += length;
	}
}

/* Rejects an option that would write binary data to a terminal, and suggests a file. */
static bool check_terminal(const struct options *options, enum option_id id, const char *name,
			   const char *extension)
{
	if (!system_is_terminal(SYSTEM_STANDARD_OUTPUT))
		return true;
	refuse_option(options, id, "cannot write binary data to a terminal");
	return suggest(options->message, "output", "%s.%s", name, extension);
}

/* Checks the output of --tileset-image, which is a single PNG or a device. */
static bool check_image_output(const struct options *options)
{
	const char *path = options->targets[0].path;
	if (!path)
		return check_terminal(options, OPTION_TILESET_IMAGE, "dungen-tiles", "png");
	const char *dot = strrchr(file_name_base(path), '.');
	const bool is_png = file_name_is_device(path) || (dot && strcasecmp(dot, ".png") == 0);
	if (is_png && !pattern_has(path, "di") && options->target_count == 1)
		return true;
	refuse_option(options, OPTION_OUTPUT,
		      "must be the name of one PNG file for the tileset image");
	return advise(options->message,
		      "choose a name that ends in .png and does not contain %%d or %%i");
}

/* Checks that a format that writes attempts knows all of them. */
static bool check_attempts(const struct options *options)
{
	const bool has_wings = options->recipe.wings > 0;
	const bool has_halls = options->recipe.halls > 0;
	for (size_t i = 0; i < options->target_count; i++) {
		const struct format *format = options->targets[i].format;
		if (!format->needs_attempts || (!has_wings && !has_halls))
			continue;
		refuse_option(options, has_wings ? OPTION_WINGS : OPTION_HALLS,
			      "cannot be written as %s", format->name);
		if (has_wings)
			suggest(options->message, "wings", "0");
		if (has_halls)
			suggest(options->message, "halls", "0");
		return false;
	}
	return true;
}

bool constraints_check(struct options *options)
{
	if (options->target_count == 0)
		options->targets[options->target_count++].path = "-";
	for (size_t i = 0; i < options->target_count; i++)
		if (strcmp(options->targets[i].path, "-") == 0)
			options->targets[i].path = NULL;
	if (options->command != COMMAND_MAPS && options->command != COMMAND_TILESET_IMAGE)
		return true;
	options->rng = rng_table[options->rng_index];
	if (seed_is_word(options->given[OPTION_SEED]))
		options->seed = seed_of_word(options->given[OPTION_SEED], options->rng);
	set_glyphs(&options->style, option_table[OPTION_GLYPHS].default_text);
	if (options->glyphs)
		set_glyphs(&options->style, options->glyphs);
	/* A route in a file is lost only if the map is written. */
	if (options->check || options->compare)
		options->style.shows_route = true;

	if (!check_rules(options) || !check_values(options))
		return false;
	if (options->command == COMMAND_TILESET_IMAGE)
		return check_image_output(options);
	search_without_seed(options);
	if (!choose_format(options))
		return false;
	for (size_t i = 0; i < options->target_count; i++) {
		const struct format *format = options->targets[i].format;
		if (!options->targets[i].path && format->is_binary &&
		    !check_terminal(options, OPTION_FORMAT, "map", format->extensions[0]))
			return false;
	}
	if (options->file_count > 0 && !options->given[OPTION_SEED])
		return true;
	if (!check_attempts(options))
		return false;
	fit_recipe(options);
	return check_recipe(options) && check_spawn(options) && check_seeds(options);
}
