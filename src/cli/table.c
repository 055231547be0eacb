/* SPDX-License-Identifier: MIT */
#include "cli/table.h"

#include "cli/utf8.h"
#include "io/pattern.h"

#include <string.h>

static struct choice choice_rng(size_t index)
{
	const struct rng *rng = rng_table[index];
	return rng ? (struct choice){rng->name, rng->summary} : (struct choice){0};
}

enum {
#define X(name, kind, lowest, highest, usual)                               \
	RECIPE_LOWEST_##name = (lowest), RECIPE_HIGHEST_##name = (highest), \
	RECIPE_USUAL_##name = (usual),
	RECIPE_OPTIONS(X)
#undef X
};

const struct preset preset_table[] = {
	{"tutorial", "the map of the tutorials", {NULL}},
	{"level",
	 "a level of a game",
	 {"--tunnels", "around", "--loops", "3", "--doors", "--exit", "farthest", "--show",
	  "spawn,exit"}},
	{"warren",
	 "hundreds of small rooms",
	 {"--width", "160", "--height", "90", "--max-rooms", "2000", "--room-min", "3",
	  "--room-max", "9", "--tunnels", "around", "--loops", "30"}},
	{NULL, NULL, {NULL}},
};

static struct choice choice_preset(size_t index)
{
	return (struct choice){preset_table[index].name, preset_table[index].summary};
}

static struct choice choice_format(size_t index)
{
	const struct format *format = format_table[index];
	return format ? (struct choice){format->name, format->summary} : (struct choice){0};
}

static struct choice choice_input_format(size_t index)
{
	const struct format *format = format_reading(index);
	return (struct choice){.name = format ? format->name : NULL};
}

static const char *const show_names[] = {"spawn", "exit", "labels",
					 NULL}; /* in the order of the SHOW_ bits */
static const char *const shell_names[] = {"bash", "zsh", "fish",
					  NULL}; /* in the order of enum command */

/* Defines choice_`option`, for names without summaries. */
#define CHOICE_OF_NAMES(option)                                        \
	static struct choice choice_##option(size_t index)             \
	{                                                              \
		return (struct choice){.name = option##_names[index]}; \
	}
CHOICE_OF_NAMES(exit)
CHOICE_OF_NAMES(tunnels)
CHOICE_OF_NAMES(connect)
CHOICE_OF_NAMES(show)
CHOICE_OF_NAMES(shell)
CHOICE_OF_NAMES(measure)

static void find_pattern_fault(const char *value, struct error *error)
{
	const char *fault = pattern_fault(value);
	if (fault)
		error_set_problem(error, "%s", fault);
}

static void find_tileset_fault(const char *value, struct error *error)
{
	uint32_t character;
	size_t length;
	while ((length = utf8_read(value, SIZE_MAX, &character)) > 0 && !utf8_is_control(character))
		value += length;
	if (*value)
		error_set_problem(error,
				  "takes the name of a file in UTF-8, without control characters");
}

static void find_glyphs_fault(const char *value, struct error *error)
{
	uint32_t character;
	size_t length, count = 0;
	for (; (length = utf8_read(value, SIZE_MAX, &character)) > 0; count++) {
		if (!utf8_is_narrow(character))
			break;
		value += length;
	}
	if (*value || count < 2 || count > GLYPHS)
		error_set_problem(error, "takes 2 to 5 characters of one column each: wall, floor, "
					 "spawn, exit, door");
}

/*
 * Offset and size of a field of struct options. Compiles only if the field has one of the types
 * given as "TYPE: 0".
 */
#define MEMBER(field) ((struct options *)0)->field
#define FIELD(field, ...)                                                                 \
	.offset = offsetof(struct options, field) + _Generic(MEMBER(field), __VA_ARGS__), \
	.size = sizeof MEMBER(field)

/* NOLINTBEGIN(bugprone-macro-parentheses): parentheses would have no effect in initializers. */
#define FLAG(field)          .kind = KIND_FLAG, .value = 1, FIELD(field, bool : 0, uint32_t : 0)
#define SET(field, constant) .kind = KIND_FLAG, .value = constant, FIELD(field, unsigned : 0)
/* A flag that turns another flag off, which has the same field. */
#define COUNTERPART(field, id)                                        \
	.kind = KIND_FLAG, .value = 0, .counterpart_of = OPTION_##id, \
	FIELD(field, bool : 0, uint32_t : 0)
#define NUMBER(field, from, to, normally)                                    \
	.kind = KIND_NUMBER, .argument = "N", .lowest = from, .highest = to, \
	.default_value = normally, FIELD(field, uint32_t : 0, uint64_t : 0)
/* A number of the recipe, with its bounds. */
#define RECIPE(name) \
	NUMBER(recipe.name, RECIPE_LOWEST_##name, RECIPE_HIGHEST_##name, RECIPE_USUAL_##name)
#define CHOICE(field, table, called)                                               \
	.kind = KIND_CHOICE, .argument = "NAME", .choices = table, .noun = called, \
	FIELD(field, unsigned : 0)
#define LIST(field, table, called, all)                                          \
	.kind = KIND_LIST, .argument = "LIST", .choices = table, .noun = called, \
	.default_value = 1, .highest = all, FIELD(field, unsigned : 0)
#define RANGES(field, table, called)                                               \
	.kind = KIND_RANGES, .argument = "LIST", .choices = table, .noun = called, \
	.default_text = "", FIELD(field, unsigned : 0)
#define PATH(field, shown) .kind = KIND_PATH, .argument = shown, FIELD(field, const char * : 0)
#define TEXT(field, shown) .kind = KIND_TEXT, .argument = shown, FIELD(field, const char * : 0)
/* NOLINTEND(bugprone-macro-parentheses) */

const struct option_row option_table[OPTION_NONE] = {
#define OPTION(id, section, short_name, long_name, kind, ...) \
	[OPTION_##id] = {.group = GROUP_##section,            \
			 .letter = short_name,                \
			 .name = long_name,                   \
			 kind,                                \
			 .help = __VA_ARGS__},
#include "cli/options.def"
#undef OPTION
};

/* Returns the field of a number, a choice, or a flag of a recipe, which is a number there. */
static uint64_t table_value(const struct options *options, const struct option_row *row)
{
	const void *field = (const char *)options + row->offset;
	return row->size == sizeof(uint32_t) ? *(const uint32_t *)field : *(const uint64_t *)field;
}

void error_set_option(struct error *error, const struct option_row *row, const char *value)
{
	error->option = row->name;
	error->value = row->argument ? value : NULL;
}

bool refuse_option(const struct options *options, enum option_id id, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&options->error->problem, format, arguments);
	va_end(arguments);
	error_set_option(options->error, &option_table[id], options->given[id]);
	return false;
}

bool refuse_any_value(const struct options *options, enum option_id id, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&options->error->problem, format, arguments);
	va_end(arguments);
	error_set_option(options->error, &option_table[id], NULL);
	return false;
}

bool suggest_fix(const struct options *options, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&options->error->fix, format, arguments);
	va_end(arguments);
	return false;
}

bool option_needs(const struct options *options, enum option_id id, bool holds, const char *problem,
		  const char *fix)
{
	if (holds || !options->given[id])
		return true;
	(void)refuse_option(options, id, "%s", problem);
	return suggest_fix(options, "%s", fix);
}

size_t table_parameters(const struct options *options, struct parameter list[OPTION_NONE])
{
	size_t count = 0;
	for (int id = 0; id < OPTION_NONE; id++) {
		const struct option_row *row = &option_table[id];
		if (!row->key || (!row->always && !options->given[id]))
			continue;
		list[count++] = (struct parameter){
			.key = row->key,
			.kind = row->kind == KIND_NUMBER ? PARAMETER_NUMBER
				: row->kind == KIND_FLAG ? PARAMETER_FLAG
							 : PARAMETER_NAME,
			.number = table_value(options, row),
			.name = options->given[id],
		};
	}
	return count;
}

void table_store(struct options *options, const struct option_row *row, uint64_t value)
{
	void *field = (char *)options + row->offset;
	if (row->size == sizeof(bool))
		*(bool *)field = value != 0;
	else if (row->size == sizeof(uint32_t))
		*(uint32_t *)field = (uint32_t)value;
	else
		*(uint64_t *)field = value;
}

const struct option_row *table_find(const char *name, size_t length)
{
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (strlen(row->name) == length && memcmp(row->name, name, length) == 0)
			return row;
	return NULL;
}

const struct option_row *table_find_letter(char letter)
{
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++)
		if (row->letter && row->letter == letter)
			return row;
	return NULL;
}

bool table_find_choice(const struct option_row *row, const char *name, size_t length, size_t *index)
{
	for (*index = 0; row->choices && row->choices(*index).name; ++*index) {
		const char *own = row->choices(*index).name;
		if (strlen(own) == length && memcmp(own, name, length) == 0)
			return true;
	}
	return false;
}

const char *table_choices(const struct option_row *row)
{
	struct names names = {.count = 0};
	const char *list = "none, all or any of ";
	for (size_t i = 0; row->choices(i).name; i++) {
		names_add(&names, row->choices(i).name);
		list = phrase("%s%s%s", list, i > 0 ? "," : "", row->choices(i).name);
	}
	return row->kind == KIND_LIST ? list : names_join(names, "");
}

struct names table_formats(unsigned styles)
{
	struct names names = {.count = 0};
	for (size_t i = 0; format_table[i]; i++)
		if ((format_table[i]->styles & styles) == styles)
			names_add(&names, format_table[i]->name);
	return names;
}
