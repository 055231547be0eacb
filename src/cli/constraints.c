/* SPDX-License-Identifier: MIT */
#include "cli/constraints.h"

#include "base/hash.h"
#include "base/utf8.h"
#include "cli/choose_format.h"
#include "cli/printer.h"
#include "cli/table.h"
#include "io/input.h"
#include "io/pattern.h"
#include "system/system.h"

#include <errno.h>
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

/*
 * Returns the format that a FILE is meant to be written in, if it has the extension of a format and
 * no map can be read from it: it does not exist, or is a file that only other programs read. Sets
 * the message if it cannot be read.
 */
static const struct format *format_of_output(const char *path, struct message *message)
{
	enum { GUESS_SIZE = 1 << 10 };
	const char *extension = choose_format_extension(path);
	const struct format *format = extension ? format_find_extension(extension) : NULL;
	struct file_identity identity;
	if (!format || !system_exists(path))
		return format;
	/* Reading a pipe would take its bytes away. */
	if (format->read || !system_identify_path(path, &identity))
		return NULL;
	struct input input = {.descriptor = -1};
	input_open(&input, path);
	while (input.end - input.start < GUESS_SIZE && input_more(&input)) {
	}
	const size_t length = input.end - input.start;
	format = length > 0 ? format_guess(path, input.bytes + input.start, length) : NULL;
	if (input.error) {
		fail(message, STATUS_FAILED, "%s",
		     input.error == ENOMEM ? "out of memory" : system_reason(input.error));
		message->place.file = path;
	}
	input_close(&input);
	return format && !format->read ? format : NULL;
}

/*
 * Rejects a FILE that is likely to be meant as an output: dungen cannot read it, and either no FILE
 * is a map, or it has a format that dungen only writes. Also rejects other words if options say how
 * to generate maps.
 */
static bool check_files(const struct options *options)
{
	const char *output = NULL; /* the first such FILE */
	const struct format *output_format = NULL;
	bool has_maps = false;
	bool generates = false;
	if (options->command != COMMAND_MAPS || options->check || options->compare ||
	    options->is_typed[OPTION_OUTPUT])
		return true;
	for (enum option_id id = 0; id < OPTIONS; id++)
		if (options->is_typed[id] && id != OPTION_WHERE &&
		    GENERATING >> option_table[id].group & 1)
			generates = true;
	for (size_t i = 0; i < options->file_count; i++) {
		const char *file = options->files[i];
		const struct format *format = format_of_output(file, options->message);
		if (!message_is_empty(options->message))
			return false;
		const bool is_word = generates && file[0] != '-' && !system_exists(file);
		if (!format && !is_word)
			has_maps = true;
		if (!output || (format && !format->read && output_format && output_format->read)) {
			output = format || is_word ? file : output;
			output_format = format;
		}
	}
	if (!output || (has_maps && (generates || output_format->read)))
		return true;
	/* Without options that generate maps, the word can be a FILE all the same. */
	if (generates)
		options->message->place.word = output;
	else
		options->message->place.file = output;
	if (system_exists(output))
		fail(options->message, generates ? STATUS_USAGE : STATUS_NO_MAP,
		     "is a %s file, which dungen cannot read", output_format->name);
	else
		fail(options->message, generates ? STATUS_USAGE : STATUS_FAILED, "is not a file");
	if (!output_format)
		return advise(options->message, "leave it out, or write to it with --output %s",
			      output);
	/* Each map of a batch gets its own file. */
	if (generates && (options->count > 1 || options->find > 1) && !pattern_has(output, "di"))
		output = choose_format_pattern(output, output_format, 'd');
	advise(options->message, "did you mean --output %s?", output);
	/* Programs could replace only one word. */
	if (options->file_count == 1 || has_maps)
		suggest(options->message, "output", "%s", output);
	return false;
}

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

/* Returns whether an option is given with a value other than its free value. */
static bool has_requirement(const struct options *options,
			    const struct recipe_requirement *requirement)
{
	return options->given[table_option_of(requirement->option)] &&
	       recipe_get(&options->recipe, &recipe_options[requirement->option]) !=
		       requirement->free_value;
}

/* Returns whether the value that an option requires is not the value of that option. */
static bool is_broken(const struct options *options, const struct recipe_requirement *requirement)
{
	return has_requirement(options, requirement) &&
	       recipe_get(&options->recipe, &recipe_options[requirement->required_option]) !=
		       requirement->required_value;
}

/* Suggests an option with a value, which is the index of a name if the option has names. */
static void suggest_value(const struct options *options, const struct option_row *row,
			  unsigned value)
{
	if (row->kind == KIND_FLAG)
		suggest(options->message, row->name, "%s", "");
	else if (row->choices)
		suggest(options->message, row->name, "%s", row->choices(value).name);
	else
		suggest(options->message, row->name, "%u", value);
}

/* Rejects an option whose requirement is broken. Both options are typed, or have their defaults. */
static bool refuse_broken(const struct options *options, const struct recipe_requirement *broken)
{
	const enum option_id id = table_option_of(broken->option);
	const struct option_row *required = &option_table[table_option_of(broken->required_option)];
	bool is_contested = table_is_typed(options, required);
	if (required->choices)
		refuse_option(options, id, "requires --%s %s", required->name,
			      required->choices(broken->required_value).name);
	else
		refuse_option(options, id, "requires --%s", required->name);
	for (size_t i = 0; i < RECIPE_REQUIREMENTS; i++)
		if (recipe_requirements[i].required_option == broken->required_option &&
		    recipe_requirements[i].required_value != broken->required_value &&
		    has_requirement(options, &recipe_requirements[i]))
			is_contested = true;
	if (!is_contested)
		suggest_value(options, required, broken->required_value);
	for (size_t i = 0; i < RECIPE_REQUIREMENTS && is_contested; i++) {
		const struct recipe_requirement *other = &recipe_requirements[i];
		const struct option_row *row = &option_table[table_option_of(other->option)];
		/* The counterpart of a flag follows it. */
		if (other->required_option == broken->required_option && is_broken(options, other))
			suggest_value(options, row + (row->kind == KIND_FLAG), other->free_value);
	}
	return false;
}

/*
 * Sets an option back to its default if only the preset has set it, and other options exclude its
 * value. Returns whether only the preset has set it.
 */
static bool drop_preset_option(struct options *options, enum option_id id)
{
	const struct option_row *row = &option_table[id];
	if (!options->given[id] || table_is_typed(options, row))
		return false;
	options->dropped[id] = options->given[id];
	options->given[id] = NULL;
	table_store(options, row, row->default_value);
	return true;
}

/*
 * Checks the values that options require. Drops options of the preset, one after the other, until
 * no requirement is broken by them.
 */
static bool check_requirements(struct options *options)
{
	size_t i = 0;
	while (i < RECIPE_REQUIREMENTS) {
		const struct recipe_requirement *requirement = &recipe_requirements[i++];
		if (!is_broken(options, requirement))
			continue;
		if (!drop_preset_option(options, table_option_of(requirement->option)) &&
		    !drop_preset_option(options, table_option_of(requirement->required_option)))
			return refuse_broken(options, requirement);
		i = 0; /* begin again, because this can break another requirement */
	}
	return true;
}

/* Says which options of the preset were dropped. */
static void print_dropped_options(const struct options *options)
{
	struct message note = {.level = LEVEL_NOTE};
	size_t left_count = 0;
	for (int id = 0; id < OPTIONS; id++)
		left_count += options->dropped[id] != NULL;
	if (left_count == 0 || options->quiet)
		return;
	place_set_option(&note.place, &option_table[OPTION_PRESET], options->given[OPTION_PRESET]);
	text_add(&note.problem, "dropped");
	for (int id = 0; id < OPTIONS; id++) {
		const struct option_row *row = &option_table[id];
		if (!options->dropped[id])
			continue;
		text_add(&note.problem, " --%s%s%s", row->name, row->argument ? " " : "",
			 options->dropped[id]);
		left_count--;
		text_add(&note.problem, "%s", left_count > 1 ? "," : "");
		text_add(&note.problem, "%s", left_count == 1 ? " and" : "");
	}
	text_add(&note.problem, ", which the other options exclude");
	printer_print(&note);
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

/* Suggests a value of --room-max that goes with --room-min and the map, or the typed range of such.
 */
static void suggest_room_max(const struct options *options, uint32_t side_max)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t start = lesser(greater(recipe->room_max, recipe->room_min), side_max);
	const uint32_t end = lesser(recipe->room_max_to, side_max);
	if (start < end)
		suggest(options->message, "room-max", "%u..%u", start, end);
	else
		suggest(options->message, "room-max", "%u", start);
}

/* Checks whether the generator can make maps from the recipe. */
static bool check_recipe(struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	const uint32_t side_max = lesser(recipe->width, recipe->height) - 1;
	const bool is_max_typed = options->is_typed[OPTION_ROOM_MAX];
	uint64_t rooms_max = RECIPE_ROOMS_MAX;
	const enum recipe_fault fault = recipe_check(recipe);
	const enum option_id rooms_id = table_option_of(recipe_rooms_option(recipe, fault));
	if ((fault == RECIPE_NO_SPACE || fault == RECIPE_TOO_MANY) &&
	    drop_preset_option(options, rooms_id))
		return check_recipe(options);
	switch (fault) {
	case RECIPE_LARGE_ROOMS:
		/* A size that was not typed is too large only because the other one is. */
		refuse_option(options, is_max_typed ? OPTION_ROOM_MAX : OPTION_ROOM_MIN,
			      "must be less than --width and --height");
		if (recipe->room_min > side_max)
			suggest(options->message, "room-min", "%u", side_max);
		if (is_max_typed)
			suggest_room_max(options, side_max);
		return false;
	case RECIPE_REVERSED:
		refuse_option(options, OPTION_ROOM_MAX, "must be at least --room-min, which is %u",
			      recipe->room_min);
		if (recipe->room_min > side_max)
			suggest(options->message, "room-min", "%u", side_max);
		suggest_room_max(options, side_max);
		return false;
	case RECIPE_NO_SPACE:
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

/*
 * Checks that a format that writes attempts knows all of them. Options of a preset do not give way
 * here, because the attempts would be those of another map.
 */
static bool check_attempts(const struct options *options)
{
	static const enum option_id ids[] = {OPTION_WINGS, OPTION_HALLS};
	const struct format *format = NULL;
	for (size_t i = 0; i < options->target_count; i++)
		if (options->targets[i].format->needs_attempts)
			format = options->targets[i].format;
	for (size_t i = 0; format && i < sizeof ids / sizeof *ids; i++) {
		const struct option_row *row = &option_table[ids[i]];
		const enum option_id id = table_is_typed(options, row) ? ids[i] : OPTION_PRESET;
		if (table_end(options, row) == 0)
			continue;
		if (message_is_empty(options->message))
			refuse_option(options, id, "cannot be written as %s", format->name);
		suggest(options->message, row->name, "0");
	}
	return message_is_empty(options->message);
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
		/* The number of seeds is a power of two. */
		options->seed = hash_of(options->given[OPTION_SEED]) & options->rng->max_seed;
	set_glyphs(&options->style, option_table[OPTION_GLYPHS].default_text);
	if (options->glyphs)
		set_glyphs(&options->style, options->glyphs);
	(void)style_read_numbers(options->style.numbers, option_table[OPTION_TILES].default_text);
	if (options->tiles)
		(void)style_read_numbers(options->style.numbers, options->tiles);
	/* A route in a file is lost only if the map is written. */
	if (options->check || options->compare)
		options->style.shows_route = true;

	if (!check_files(options) || !check_rules(options) || !check_requirements(options))
		return false;
	if (options->command == COMMAND_TILESET_IMAGE)
		return check_image_output(options);
	search_without_seed(options);
	const bool has_recipe = options->file_count == 0 || options->given[OPTION_SEED];
	if (has_recipe) {
		fit_recipe(options);
		if (!check_recipe(options) || !check_spawn(options) || !check_seeds(options))
			return false;
	}
	if (!choose_format(options))
		return false;
	for (size_t i = 0; i < options->target_count; i++) {
		const struct format *format = options->targets[i].format;
		if (!options->targets[i].path && format->is_binary &&
		    !check_terminal(options, OPTION_FORMAT, "map", format->extensions[0]))
			return false;
	}
	if (has_recipe && !check_attempts(options))
		return false;
	print_dropped_options(options);
	return true;
}
