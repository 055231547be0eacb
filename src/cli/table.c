/* SPDX-License-Identifier: MIT */
#include "cli/table.h"

#include "base/utf8.h"
#include "io/pattern.h"

#include <inttypes.h>
#include <string.h>

enum { GLYPHS_MIN = 2 }; /* wall and floor */

/* Choices. */

static const struct choice no_choice = {NULL, NULL};

static struct choice choice_preset(size_t index)
{
	return (struct choice){preset_table[index].name, preset_table[index].summary};
}

static struct choice choice_rng(size_t index)
{
	const struct rng *rng = rng_table[index];
	if (!rng)
		return no_choice;
	return (struct choice){rng->name, rng->summary};
}

static struct choice choice_format(size_t index)
{
	const struct format *format = format_table[index];
	if (!format)
		return no_choice;
	return (struct choice){format->name, format->summary};
}

static struct choice choice_theme(size_t index)
{
	return (struct choice){theme_table[index].name, NULL};
}

/* In the order of the SHOW_ bits. */
static const char *const show_names[] = {"spawn", "exit", "labels", "locks", "secrets", NULL};

/* In the order of enum command, after the help without a name. */
static const char *const help_names[] = {"all", "json", NULL};

/* In the order of enum command. */
static const char *const shell_names[] = {"bash", "zsh", "fish", NULL};

static const char *const messages_names[] = {"text", "json", NULL};

/* Defines choice_NAME for the strings of NAME_names. These choices do not need summaries. */
#define CHOICE_OF_NAMES(name)                                      \
	static struct choice choice_##name(size_t index)           \
	{                                                          \
		return (struct choice){name##_names[index], NULL}; \
	}
CHOICE_OF_NAMES(exit)
CHOICE_OF_NAMES(spawn)
CHOICE_OF_NAMES(tunnels)
CHOICE_OF_NAMES(connect)
CHOICE_OF_NAMES(show)
CHOICE_OF_NAMES(help)
CHOICE_OF_NAMES(shell)
CHOICE_OF_NAMES(measure)
CHOICE_OF_NAMES(messages)

/* Faults of paths and texts. */

/* Returns the number of characters of a string, or 0 if it contains controls or is not UTF-8. */
static size_t count_characters(const char *text)
{
	size_t count = 0;
	for (; *text; count++) {
		uint32_t character;
		const size_t length = utf8_read(text, SIZE_MAX, &character);
		if (length == 0 || utf8_is_control(character))
			return 0;
		text += length;
	}
	return count;
}

static void find_tileset_fault(const char *value, struct message *message)
{
	if (count_characters(value) == 0)
		fail(message, STATUS_USAGE,
		     "must be a file name in UTF-8 without control characters");
}

static void find_title_fault(const char *value, struct message *message)
{
	if (count_characters(value) == 0)
		fail(message, STATUS_USAGE, "must be text in UTF-8 without control characters");
	else
		pattern_find_title_fault(value, message);
}

static void find_list_fault(const char *value, struct message *message)
{
	if (count_characters(value) == 0)
		fail(message, STATUS_USAGE, "must be characters in UTF-8, or numbers");
}

static void find_glyphs_fault(const char *value, struct message *message)
{
	const size_t count = count_characters(value);
	if (count < GLYPHS_MIN || count > GLYPHS)
		fail(message, STATUS_USAGE,
		     "must be 2 to 6 characters: wall, floor, spawn, exit, door, route");
}

static void find_tiles_fault(const char *value, struct message *message)
{
	uint8_t numbers[NUMBERED_SYMBOLS];
	(void)style_read_numbers(numbers, option_table[OPTION_TILES].default_text);
	if (!style_read_numbers(numbers, value)) {
		fail(message, STATUS_USAGE,
		     "must be numbers from 0 to 255, such as wall=1,floor=0,door=2");
	} else if (numbers[TILE_WALL] == numbers[TILE_FLOOR]) {
		fail(message, STATUS_USAGE, "wall and floor must have different numbers");
		suggest(message, "tiles", "wall=1,floor=0");
	}
}

/* The rows. */

/* Bounds and defaults of the options in RECIPE_OPTIONS. */
enum {
/* clang-format off */
#define X(name, kind, min, max, default_number) \
	RECIPE_MIN_##name = (min), \
	RECIPE_MAX_##name = (max), \
	RECIPE_DEFAULT_##name = (default_number),
	RECIPE_OPTIONS(X)
#undef X
	/* clang-format on */
};

#define MEMBER(field) ((struct options *)0)->field

/*
 * Offset and size of a field of struct options. Compiles only if the field has one of the types
 * that follow as "TYPE: 0".
 */
#define FIELD(field, ...)                                                                       \
	.field_offset = offsetof(struct options, field) + _Generic(MEMBER(field), __VA_ARGS__), \
	.field_size = sizeof MEMBER(field)

/* One macro for each kind of option, for the KIND(...) of a row in options.def. */

/* NOLINTBEGIN(bugprone-macro-parentheses): parentheses would have no effect in initializers. */
/* clang-format off */

#define FLAG(field, value) \
	.kind = KIND_FLAG, \
	.stored_value = value, \
	FIELD(field, bool: 0, uint32_t: 0)

#define NUMBER(field, min, max, default_number) \
	.kind = KIND_NUMBER, \
	.argument = "N", \
	.value_min = min, \
	.value_max = max, \
	.default_value = default_number, \
	FIELD(field, uint32_t: 0, uint64_t: 0)

/* A number of the recipe, with the bounds in RECIPE_OPTIONS. */
#define RECIPE(name) \
	NUMBER(recipe.name, RECIPE_MIN_##name, RECIPE_MAX_##name, RECIPE_DEFAULT_##name)

/* A number of the recipe, or a range. */
#define RANGE(name) \
	RECIPE(name), \
	.end_offset = offsetof(struct options, recipe.name##_to)

/* Names: one of them for KIND_CHOICE, or several for KIND_LIST and KIND_RANGES. */
#define NAMES(names_kind, argument_name, field, function, names_noun) \
	.kind = names_kind, \
	.argument = argument_name, \
	.choices = function, \
	.noun = names_noun, \
	FIELD(field, unsigned: 0)

#define CHOICE(field, function, noun) NAMES(KIND_CHOICE, "NAME", field, function, noun)

/* A string of KIND_PATH or KIND_TEXT. */
#define STRING(string_kind, argument_name, field) \
	.kind = string_kind, \
	.argument = argument_name, \
	FIELD(field, const char *: 0)

/* clang-format on */
/* NOLINTEND(bugprone-macro-parentheses) */

const struct option_row option_table[OPTIONS] = {
#define OPTION(id, group_name, short_name, long_name, kind, ...) \
	[OPTION_##id] = {.group = GROUP_##group_name,            \
			 .letter = short_name,                   \
			 .name = long_name,                      \
			 kind,                                   \
			 .help = __VA_ARGS__},
#include "cli/options.def"
#undef OPTION
};

/* Looking up options and choices. */

/* Returns whether a string is a name of `length` bytes, which need not end there. */
static bool is_name(const char *string, const char *name, size_t length)
{
	return strlen(string) == length && memcmp(string, name, length) == 0;
}

const struct option_row *table_find(const char *name, size_t length)
{
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		if (is_name(row->name, name, length))
			return row;
	return NULL;
}

const struct option_row *table_find_letter(char letter)
{
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++)
		if (row->letter && row->letter == letter)
			return row;
	return NULL;
}

bool table_find_choice(const struct option_row *row, const char *name, size_t length, size_t *index)
{
	if (!row->choices)
		return false;
	for (*index = 0; row->choices(*index).name; ++*index)
		if (is_name(row->choices(*index).name, name, length))
			return true;
	return false;
}

struct names table_names(const struct option_row *row)
{
	struct names names = {.count = 0};
	if (!row) {
		for (int id = 0; id < OPTIONS; id++)
			names_add(&names, option_table[id].name);
		return names;
	}
	for (size_t i = 0; row->choices(i).name; i++)
		names_add(&names, row->choices(i).name);
	if (row->kind == KIND_LIST) {
		names_add(&names, "none");
		names_add(&names, "all");
	}
	return names;
}

struct names table_formats(unsigned looks)
{
	struct names names = {.count = 0};
	for (size_t i = 0; format_table[i]; i++)
		if ((format_table[i]->looks & looks) == looks)
			names_add(&names, format_table[i]->name);
	return names;
}

struct names table_shown(unsigned show)
{
	struct names names = {.count = 0};
	for (size_t i = 0; show_names[i]; i++)
		if (show & 1u << i)
			names_add(&names, show_names[i]);
	return names;
}

/* Values. */

bool table_accepts(const struct option_row *row, uint64_t number)
{
	return row->value_min <= number && number <= row->value_max;
}

void table_store(struct options *options, const struct option_row *row, uint64_t value)
{
	void *field = (char *)options + row->field_offset;
	if (row->field_size == sizeof(bool))
		*(bool *)field = value != 0;
	else if (row->field_size == sizeof(uint32_t))
		*(uint32_t *)field = (uint32_t)value;
	else
		*(uint64_t *)field = value;
	table_store_end(options, row, 0);
}

void table_store_end(struct options *options, const struct option_row *row, uint64_t end)
{
	if (row->end_offset > 0)
		*(uint32_t *)(void *)((char *)options + row->end_offset) = (uint32_t)end;
}

bool table_is_typed(const struct options *options, const struct option_row *row)
{
	for (int id = 0; id < OPTIONS; id++)
		if (options->is_typed[id] && option_table[id].field_offset == row->field_offset)
			return true;
	return false;
}

uint64_t table_end(const struct options *options, const struct option_row *row)
{
	const uint32_t value = *(const uint32_t *)(const void *)((const char *)options +
								 row->field_offset);
	if (row->end_offset == 0)
		return value;
	return greater(value,
		       *(const uint32_t *)(const void *)((const char *)options + row->end_offset));
}

enum option_id table_option_of(unsigned index)
{
	enum option_id id = 0;
	while (option_table[id].field_offset !=
	       offsetof(struct options, recipe) + recipe_options[index].offset)
		id++;
	return id;
}

void table_preset(size_t preset_index, struct text *text)
{
	const struct setting *setting = preset_table[preset_index].settings;
	bool has_exit = false;
	for (; setting->option; setting++) {
		const struct recipe_option *option = setting->option;
		if (option->kind == PARAMETER_PART) {
			text_add(text, "..%" PRIu32, setting->value);
			continue;
		}
		const struct option_row
			*row = &option_table[table_option_of((unsigned)(option - recipe_options))];
		text_add(text, "%s--%s", text->length > 0 ? " " : "", row->name);
		if (option->kind == PARAMETER_NAME)
			text_add(text, " %s", option->names[setting->value]);
		else if (option->kind == PARAMETER_NUMBER)
			text_add(text, " %" PRIu32, setting->value);
		has_exit |= row == &option_table[OPTION_EXIT];
	}
	/* A level for a game shows where it ends. */
	if (has_exit)
		text_add(text, " --show spawn,exit");
}

size_t table_parameters(const struct options *options, const struct recipe *recipe,
			struct parameter list[RECIPE_OPTION_COUNT])
{
	uint32_t given = 0;
	for (unsigned i = 0; i < RECIPE_OPTION_COUNT; i++)
		if (recipe_options[i].kind != PARAMETER_PART && options->given[table_option_of(i)])
			given |= UINT32_C(1) << i;
	return recipe_parameters(recipe, given, options->given[OPTION_SPAWN], list);
}

/* Rejecting options. */

void place_set_option(struct place *place, const struct option_row *row, const char *value)
{
	place->option = row->name;
	place->value = row->argument ? value : NULL;
}

bool refuse_option(const struct options *options, enum option_id id, const char *format, ...)
{
	struct message *message = options->message;
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(message, STATUS_USAGE, format, arguments);
	va_end(arguments);
	place_set_option(&message->place, &option_table[id], options->given[id]);
	return false;
}
