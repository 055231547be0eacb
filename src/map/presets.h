/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/recipe.h"

/* Presets: options of a recipe that --preset sets together. */

/* A value of an option. */
struct setting {
	const struct recipe_option *option;
	uint32_t value;
};

enum { PRESET_SETTINGS_MAX = 24 };

struct preset {
	const char *name;
	const char *summary; /* for --help=all */
	/* A setting without an option ends the list. */
	struct setting settings[PRESET_SETTINGS_MAX + 1];
};

/* In the order of --help=all. The first preset is empty. A preset without a name ends the table. */
extern const struct preset preset_table[];
