/* SPDX-License-Identifier: MIT */
#include "map/recipe.h"

#include "base/smaller.h"

#include <string.h>

const char *const connect_names[CONNECTS + 1] = {
	[CONNECT_PREVIOUS] = "previous", [CONNECT_NEAREST] = "nearest"};
const char *const tunnels_names[TUNNEL_KINDS + 1] = {
	[TUNNELS_THROUGH] = "through", [TUNNELS_AROUND] = "around"};
const char *const exit_names[EXIT_RULES + 1] = {[EXIT_LAST] = "last", [EXIT_FARTHEST] = "farthest"};

/* The names of an option's values: the array that its name begins, or NULL if it is no choice. */
#define NAMES_NUMBER(name) NULL
#define NAMES_FLAG(name)   NULL
#define NAMES_NAME(name)   name##_names

const struct recipe_option recipe_options[RECIPE_OPTION_COUNT] = {
#define X(name, spelling, lowest, highest, usual)        \
	[RECIPE_OPTION_##name] = {                       \
		.key = #name,                            \
		.kind = PARAMETER_##spelling,            \
		.value_min = (lowest),                   \
		.value_max = (highest),                  \
		.value_of_tutorials = (usual),           \
		.names = NAMES_##spelling(name),         \
		.offset = offsetof(struct recipe, name), \
	},
	RECIPE_OPTIONS(X)
#undef X
};

struct recipe recipe_of_tutorials(void)
{
	struct recipe recipe = {.seed = 0};
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++)
		recipe_set(&recipe, &recipe_options[i], recipe_options[i].value_of_tutorials);
	return recipe;
}

uint32_t recipe_get(const struct recipe *recipe, const struct recipe_option *option)
{
	uint32_t value;
	memcpy(&value, (const char *)recipe + option->offset, sizeof value);
	return value;
}

void recipe_set(struct recipe *recipe, const struct recipe_option *option, uint32_t value)
{
	memcpy((char *)recipe + option->offset, &value, sizeof value);
}

/* Returns the index of a name in a list that ends in NULL, or UINT32_MAX if it is not there. */
static uint32_t index_of_name(const char *const *names, const char *name)
{
	for (uint32_t i = 0; names[i]; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return UINT32_MAX;
}

bool recipe_set_parameter(struct recipe *recipe, const struct parameter *parameter)
{
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		if (strcmp(option->key, parameter->key) != 0)
			continue;
		if (option->kind != parameter->kind)
			return false;
		uint64_t value = parameter->number;
		if (option->kind == PARAMETER_NAME)
			value = index_of_name(option->names, parameter->name);
		if (value < option->value_min || value > option->value_max)
			return false;
		recipe_set(recipe, option, (uint32_t)value);
		return true;
	}
	return false;
}

uint64_t recipe_space(const struct recipe *recipe)
{
	/*
	 * Every room covers a tile whose coordinates are both one less than a multiple of `side`,
	 * and no two the same one.
	 */
	uint32_t side = recipe->room_min + 1;
	return (uint64_t)(recipe->width / side) * (recipe->height / side);
}

uint32_t recipe_rooms_max(const struct recipe *recipe)
{
	uint32_t wanted = recipe->min_rooms > recipe->max_rooms ? recipe->min_rooms
								: recipe->max_rooms;
	uint64_t space = recipe_space(recipe);
	return space < wanted ? (uint32_t)space : wanted;
}

uint32_t recipe_limit(const struct recipe *recipe)
{
	return recipe->tunnels == TUNNELS_AROUND ? MAP_ROOMS_AROUND_MAX : MAP_ROOMS_MAX;
}

enum recipe_fault recipe_check(const struct recipe *recipe)
{
#define X(name, kind, lowest, highest, usual)                                      \
	if ((int64_t)recipe->name < (lowest) || (int64_t)recipe->name > (highest)) \
		return RECIPE_OUT_OF_RANGE;
	RECIPE_OPTIONS(X)
#undef X
	if (recipe->room_max >= lesser(recipe->width, recipe->height))
		return RECIPE_LARGE_ROOMS;
	if (recipe->room_min > recipe->room_max)
		return RECIPE_REVERSED;
	if (recipe->min_rooms > recipe_space(recipe))
		return RECIPE_NO_SPACE;
	return recipe_rooms_max(recipe) > recipe_limit(recipe) ? RECIPE_TOO_MANY : RECIPE_SOUND;
}
