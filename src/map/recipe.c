/* SPDX-License-Identifier: MIT */
#include "map/recipe.h"

#include "base/smaller.h"

#include <string.h>

const char *const connect_names[CONNECTS + 1] = {
	[CONNECT_PREVIOUS] = "previous", [CONNECT_NEAREST] = "nearest"};
const char *const tunnels_names[TUNNEL_KINDS + 1] = {
	[TUNNELS_THROUGH] = "through", [TUNNELS_AROUND] = "around"};
const char *const exit_names[EXIT_RULES + 1] = {[EXIT_LAST] = "last", [EXIT_FARTHEST] = "farthest"};
const char *const spawn_names[SPAWN_RULES + 1] = {
	[SPAWN_FIRST] = "first", [SPAWN_FARTHEST] = "farthest"};

/* The names of an option's values, an array such as tunnels_names. NULL if they have none. */
#define NAMES_NUMBER(name) NULL
#define NAMES_FLAG(name)   NULL
#define NAMES_PART(name)   NULL
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

const struct recipe_range recipe_ranges[RECIPE_RANGES] = {
#define RANGE(name)                                                                               \
	{                                                                                         \
		&recipe_options[RECIPE_OPTION_##name], &recipe_options[RECIPE_OPTION_##name##_to] \
	}
	RANGE(fill), RANGE(room_max), RANGE(wings), RANGE(loop_percent), RANGE(door_percent),
#undef RANGE
};

const struct recipe_requirement recipe_requirements[RECIPE_REQUIREMENTS] = {
#define REQUIRE(name, free_value, required, value)                                \
	{                                                                         \
		RECIPE_OPTION_##name, free_value, RECIPE_OPTION_##required, value \
	}
	REQUIRE(connect, CONNECT_NEAREST, tunnels, TUNNELS_THROUGH),
	REQUIRE(spacing, 0, tunnels, TUNNELS_AROUND),
	REQUIRE(halls, 0, tunnels, TUNNELS_AROUND),
	REQUIRE(loop_corners, false, tunnels, TUNNELS_AROUND),
	REQUIRE(door_percent, 100, tunnels, TUNNELS_AROUND),
	REQUIRE(door_gap, 1, tunnels, TUNNELS_AROUND),
	REQUIRE(locks, 0, doors, true),
	REQUIRE(secrets, 0, doors, true),
	REQUIRE(spawn, SPAWN_FIRST, exit, EXIT_FARTHEST),
#undef REQUIRE
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
	for (size_t i = 0; i < RECIPE_RANGES; i++)
		if (option == recipe_ranges[i].option)
			recipe_set(recipe, recipe_ranges[i].end, 0);
}

size_t recipe_parameters(const struct recipe *recipe, uint32_t given, const char *spawn,
			 struct parameter list[RECIPE_OPTION_COUNT])
{
	size_t count = 0;
	given |= RECIPE_BIT(max_rooms) | RECIPE_BIT(room_min) | RECIPE_BIT(room_max);
	for (size_t i = RECIPE_OPTION_max_rooms; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		const uint32_t value = recipe_get(recipe, option);
		const char *name = option->names ? option->names[value] : NULL;
		if (i == RECIPE_OPTION_spawn && recipe_has_spawn(recipe))
			name = spawn;
		if (!(given >> i & 1) || option->kind == PARAMETER_PART ||
		    (option->kind == PARAMETER_FLAG && value == 0))
			continue;
		list[count++] = (struct parameter){option->key, option->kind, value, name};
	}
	return count;
}

static bool accepts_value(const struct recipe_option *option, uint64_t value)
{
	return option->value_min <= value && value <= option->value_max;
}

/*
 * Reads a number from 1 to INT32_MAX that does not begin with 0, and stores it. Returns the text
 * after it, or NULL if there is no such number.
 */
static const char *read_coordinate(const char *text, uint32_t *number)
{
	uint64_t value = 0;
	if (*text == '0')
		return NULL;
	for (; '0' <= *text && *text <= '9' && value <= INT32_MAX; text++)
		value = value * 10 + (uint64_t)(*text - '0');
	*number = (uint32_t)value;
	return 1 <= value && value <= INT32_MAX ? text : NULL;
}

/* Sets the tile of the spawn from a text such as "65,33". Returns false if it is anything else. */
static bool set_spawn_tile(struct recipe *recipe, const char *text)
{
	uint32_t x;
	uint32_t y;
	const char *rest = read_coordinate(text, &x);
	if (!rest || *rest != ',')
		return false;
	rest = read_coordinate(rest + 1, &y);
	if (!rest || *rest != '\0')
		return false;
	recipe->spawn_x = x;
	recipe->spawn_y = y;
	return true;
}

bool recipe_set_parameter(struct recipe *recipe, const struct parameter *parameter)
{
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		if (strcmp(option->key, parameter->key) != 0)
			continue;
		uint64_t value = parameter->number;
		if (option->kind != parameter->kind)
			return false;
		if (option == &recipe_options[RECIPE_OPTION_spawn] &&
		    set_spawn_tile(recipe, parameter->name))
			return true;
		if (option->kind == PARAMETER_NAME) {
			value = 0;
			while (option->names[value] &&
			       strcmp(option->names[value], parameter->name) != 0)
				value++;
		}
		/* An unknown name has led to the NULL after the last name, which is too large. */
		if (!accepts_value(option, value))
			return false;
		recipe_set(recipe, option, (uint32_t)value);
		return true;
	}
	return false;
}

/* Returns whether the recipe requests rooms until they cover a percentage of the map. */
static bool has_fill(const struct recipe *recipe)
{
	return recipe->fill > 0 || recipe->fill_to > 0;
}

void recipe_fit(struct recipe *recipe, uint32_t chosen)
{
	const uint32_t side_max = lesser(recipe->width, recipe->height) - 1;
	const uint32_t longer_side = greater(recipe->width, recipe->height);
	const bool fits_min = !(chosen & RECIPE_BIT(room_min));
	const bool fits_max = !(chosen & RECIPE_BIT(room_max));
	if (fits_max && recipe->room_max_to > 0) {
		/*
		 * Wherever the first room is, the smallest room fits beside it. With its walls, it
		 * covers room_min + 1 columns or rows of the longer side.
		 */
		const uint32_t third = greater(2, (longer_side - 2) / 3);
		if (fits_min)
			recipe->room_min = lesser(recipe->room_min, lesser(third, side_max));
		const uint32_t taken = 2 * recipe->room_min + 2;
		const uint32_t left = greater(2, greater(longer_side, taken) - taken);
		recipe->room_max = lesser(recipe->room_max, lesser(left, side_max));
		recipe->room_max_to = lesser(recipe->room_max_to, lesser(left, side_max));
	} else if (fits_max && recipe->room_max > side_max) {
		const uint32_t half_max = longer_side / 2 - 1;
		recipe->room_max = side_max;
		/* One room may cover what `fill` asks for. Leave space for another. */
		if (has_fill(recipe) && half_max >= recipe->room_min)
			recipe->room_max = lesser(side_max, half_max);
	}
	if (fits_max && !fits_min)
		recipe->room_max = greater(recipe->room_max, recipe->room_min);
	if (recipe->room_max_to > 0)
		recipe->room_max_to = greater(recipe->room_max_to, recipe->room_max);
	if (fits_min)
		recipe->room_min = lesser(recipe->room_min, recipe->room_max);
}

struct spawn_range recipe_spawn_range(const struct recipe *recipe)
{
	const uint32_t before = recipe->room_min / 2;
	const uint32_t after = (recipe->room_min + 1) / 2;
	return (struct spawn_range){
		.x_min = before,
		.y_min = before,
		.x_max = recipe->width - 1 - after,
		.y_max = recipe->height - 1 - after,
	};
}

/* Returns whether a recipe's tile of the spawn is in its range. */
static bool spawn_fits(const struct recipe *recipe)
{
	const struct spawn_range range = recipe_spawn_range(recipe);
	return range.x_min <= recipe->spawn_x && recipe->spawn_x <= range.x_max &&
	       range.y_min <= recipe->spawn_y && recipe->spawn_y <= range.y_max;
}

uint64_t recipe_space(const struct recipe *recipe)
{
	/*
	 * With its walls, a room is at least `side` tiles wide and high. So it covers a tile whose
	 * coordinates are both one less than a multiple of `side`. No two rooms cover the same
	 * tile, so there are at most as many rooms as such tiles.
	 */
	const uint32_t side = recipe->room_min + 1;
	const uint64_t columns = recipe->width / side;
	const uint64_t rows = recipe->height / side;
	return columns * rows;
}

enum recipe_fault recipe_check(const struct recipe *recipe)
{
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		if (!accepts_value(option, recipe_get(recipe, option)))
			return RECIPE_OUT_OF_RANGE;
	}
	for (size_t i = 0; i < RECIPE_RANGES; i++) {
		const uint32_t end = recipe_get(recipe, recipe_ranges[i].end);
		if (end > 0 && end < recipe_get(recipe, recipe_ranges[i].option))
			return RECIPE_OUT_OF_RANGE;
	}
	const uint32_t largest = greater(recipe->room_max, recipe->room_max_to);
	if (largest >= lesser(recipe->width, recipe->height))
		return RECIPE_LARGE_ROOMS;
	if (recipe->room_min > recipe->room_max)
		return RECIPE_REVERSED;
	if (recipe_has_spawn(recipe) && !spawn_fits(recipe))
		return RECIPE_WRONG_SPAWN;
	const uint64_t space = recipe_space(recipe);
	if (recipe->min_rooms > space)
		return RECIPE_NO_SPACE;
	/* With --fill, the generator may place as many rooms as there is space for. */
	const uint32_t requested = greater(recipe->min_rooms, recipe->max_rooms);
	if (space > RECIPE_ROOMS_MAX && (requested > RECIPE_ROOMS_MAX || has_fill(recipe)))
		return RECIPE_TOO_MANY;
	return RECIPE_SOUND;
}

unsigned recipe_rooms_option(const struct recipe *recipe, enum recipe_fault fault)
{
	if (fault == RECIPE_NO_SPACE)
		return RECIPE_OPTION_min_rooms;
	if (has_fill(recipe))
		return RECIPE_OPTION_fill;
	return recipe->min_rooms > recipe->max_rooms ? RECIPE_OPTION_min_rooms
						     : RECIPE_OPTION_max_rooms;
}
