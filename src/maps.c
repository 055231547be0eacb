/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "dungeon/generate.h"

#include <errno.h>

enum { PARAMETERS_MOST = 8 };

/* TODO(merge): the options fill this in. */
static void add_parameters(struct recipe *recipe, struct parameter parameters[static PARAMETERS_MOST])
{
	size_t count = 0;
	parameters[count++] = (struct parameter){"max_rooms", PARAMETER_NUMBER, recipe->max_rooms, NULL};
	parameters[count++] = (struct parameter){"room_min", PARAMETER_NUMBER, recipe->room_min, NULL};
	parameters[count++] = (struct parameter){"room_max", PARAMETER_NUMBER, recipe->room_max, NULL};
	if (recipe->given & RECIPE_MIN_ROOMS)
		parameters[count++] = (struct parameter){"min_rooms", PARAMETER_NUMBER, recipe->min_rooms, NULL};
	if (recipe->given & RECIPE_CONNECT)
		parameters[count++] = (struct parameter){"connect", PARAMETER_NAME, 0, connect_names[recipe->connect]};
	if (recipe->given & RECIPE_LOOPS)
		parameters[count++] = (struct parameter){"loops", PARAMETER_NUMBER, recipe->loops, NULL};
	if (recipe->given & RECIPE_EXIT)
		parameters[count++] = (struct parameter){"exit", PARAMETER_NAME, 0, exit_names[recipe->exit]};
	if (recipe->given & RECIPE_DOORS)
		parameters[count++] = (struct parameter){"doors", PARAMETER_FLAG, 1, NULL};
	recipe->parameters = parameters;
	recipe->parameter_count = count;
}

bool maps_write(const struct options *options, struct destination *destination, struct progress *progress,
		struct dungeon *dungeon)
{
	struct output *output = &destination->output;
	struct recipe recipe = options_recipe(options);
	struct parameter parameters[PARAMETERS_MOST];
	add_parameters(&recipe, parameters);
	struct generator *generator = generator_new(options->rng, &recipe);
	struct writer writer;
	bool well = writer_open(&writer, options->format, &options->style, output) && generator && !output->error;
	if (generator)
		generator_watch(generator, progress_attempts, progress);
	enum generator_result result = GENERATOR_MADE;
	for (uint64_t i = 0; well && i < options->number[OPTION_COUNT]; i++) {
		uint64_t seed = options->number[OPTION_SEED] + i;
		result = generator_make(generator, seed, dungeon);
		well = result == GENERATOR_MADE && destination_begin_map(destination, seed) &&
		       writer_write(&writer, dungeon) && destination_end_map(destination);
	}
	bool possible = result == GENERATOR_MADE || result == GENERATOR_NO_MEMORY;
	if (!possible)
		destination_abandon(destination);
	else if (!well)
		output_fail(output, "memory", ENOMEM);
	writer_close(&writer);
	generator_free(generator);
	return possible;
}
