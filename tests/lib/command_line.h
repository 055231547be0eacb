/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/recipe.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * Returns the command line that generates the map of a recipe, with each option whose value is not
 * that of the tutorials. It stays valid until the next call.
 */
static inline const char *command_line(const struct recipe *recipe)
{
	static char text[600];
	const char *rng = recipe->rng ? recipe->rng : "any";
	size_t length = (size_t)snprintf(text, sizeof text, "dungen --seed %" PRIu64 " --rng %s",
					 recipe->seed, rng);
	for (size_t i = 0; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		const uint32_t value = recipe_get(recipe, option);
		uint32_t end = 0;
		for (size_t k = 0; k < RECIPE_RANGES; k++)
			if (recipe_ranges[k].option == option)
				end = recipe_get(recipe, recipe_ranges[k].end);
		if ((value == option->value_of_tutorials && end == 0) ||
		    option->kind == PARAMETER_PART)
			continue;
		const size_t start = length;
		length += (size_t)snprintf(text + length, sizeof text - length, " --%s",
					   option->key);
		/* A document spells the option with underscores. */
		for (size_t k = start; k < length; k++) {
			if (text[k] == '_')
				text[k] = '-';
		}
		if (option->kind == PARAMETER_NAME)
			length += (size_t)snprintf(text + length, sizeof text - length, " %s",
						   option->names[value]);
		else if (option->kind == PARAMETER_NUMBER)
			length += (size_t)snprintf(text + length, sizeof text - length, " %" PRIu32,
						   value);
		if (end > 0)
			length += (size_t)snprintf(text + length, sizeof text - length,
						   "..%" PRIu32, end);
	}
	if (recipe_has_spawn(recipe))
		(void)snprintf(text + length, sizeof text - length, " --spawn %" PRIu32 ",%" PRIu32,
			       recipe->spawn_x, recipe->spawn_y);
	return text;
}
