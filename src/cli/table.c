/* SPDX-License-Identifier: MIT */
#include "cli/table.h"

#include "cli/completion.h"
#include "cli/help.h"
#include "cli/tileset.h"
#include "cli/values.h"

#include <string.h>

static struct choice table_rng(size_t index)
{
	const struct rng *rng = rng_table[index];
	return rng ? (struct choice){rng->name, rng->summary} : (struct choice){0};
}

static struct choice table_format(size_t index)
{
	const struct format *format = format_table[index];
	return format ? (struct choice){format->name, format->summary} : (struct choice){0};
}

static struct choice table_exit(size_t index)
{
	return (struct choice){exit_names[index], NULL};
}

static struct choice table_tunnels(size_t index)
{
	return (struct choice){tunnels_names[index], NULL};
}

static struct choice table_connect(size_t index)
{
	return (struct choice){connect_names[index], NULL};
}

/* In the order of the SHOW_ bits. */
static struct choice table_show(size_t index)
{
	static const struct choice list[] = {{"spawn", NULL}, {"exit", NULL}, {"labels", NULL}, {0}};
	return list[index];
}

/* In the order of completion.c. */
static struct choice table_shell(size_t index)
{
	static const struct choice list[] = {{"bash", NULL}, {"zsh", NULL}, {"fish", NULL}, {0}};
	return list[index];
}

#define FLAG .kind = KIND_FLAG
#define NUMBER(least, most, usual) \
	.kind = KIND_NUMBER, .argument = "N", .lowest = least, .highest = most, .standard = usual
#define CHOICE(table, called) .kind = KIND_CHOICE, .argument = "NAME", .choices = table, .noun = called
#define LIST(table, called)   .kind = KIND_LIST, .argument = "LIST", .choices = table, .noun = called
#define PATH(shown)           .kind = KIND_PATH, .argument = shown
#define TEXT(shown)           .kind = KIND_TEXT, .argument = shown

const struct option_row option_table[OPTION_NONE] = {
#define OPTION(id, section, short_name, long_name, kind, ...) \
	[OPTION_##id] = {.group = GROUP_##section, .letter = short_name, .name = long_name, kind, .help = __VA_ARGS__},
#include "cli/options.def"
#undef OPTION
};

enum option_id table_find(const char *name)
{
	for (int id = 0; id < OPTION_NONE; id++) {
		size_t length = strlen(option_table[id].name);
		if (strncmp(option_table[id].name, name, length) == 0 && (!name[length] || name[length] == '='))
			return (enum option_id)id;
	}
	return OPTION_NONE;
}

enum option_id table_find_letter(char letter)
{
	for (int id = 0; id < OPTION_NONE; id++)
		if (option_table[id].letter && option_table[id].letter == letter)
			return (enum option_id)id;
	return OPTION_NONE;
}

struct phrase table_choices(const struct option_row *row)
{
	struct names names = {.count = 0};
	for (size_t i = 0; row->choices(i).name; i++)
		names_add(&names, row->choices(i).name);
	if (row->kind != KIND_LIST)
		return names_join(&names, "");
	struct phrase phrase = {"none or any of "};
	for (size_t i = 0; i < names.count; i++)
		phrase_add(&phrase, "%s%s", i > 0 ? "," : "", names.name[i]);
	return phrase;
}

struct names table_formats(unsigned styles)
{
	struct names names = {.count = 0};
	for (size_t i = 0; format_table[i]; i++)
		if ((format_table[i]->styles & styles) == styles)
			names_add(&names, format_table[i]->name);
	return names;
}

struct choice table_option(size_t index)
{
	return index < OPTION_NONE ? (struct choice){option_table[index].name, option_table[index].help}
				   : (struct choice){0};
}
