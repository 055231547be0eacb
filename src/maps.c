/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "dungeon/generate.h"

#include <errno.h>

bool maps_write(const struct options *options, struct map_files *files, struct progress *progress,
		struct dungeon *dungeon)
{
	struct output *output = &files->output;
	struct recipe recipe = options_recipe(options);
	struct generator *generator = generator_new(options->rng, &recipe);
	struct writer writer;
	bool well = writer_open(&writer, options->format, &options->style, output) && generator && !output->error;
	if (generator)
		generator_watch(generator, progress_attempts, progress);
	enum generator_result result = GENERATOR_MADE;
	for (uint64_t i = 0; well && i < options->number[OPTION_COUNT]; i++) {
		uint64_t seed = options->number[OPTION_SEED] + i;
		result = generator_make(generator, seed, dungeon);
		well = result == GENERATOR_MADE && map_files_begin(files, seed) && writer_write(&writer, dungeon) &&
		       map_files_end(files);
	}
	bool possible = result == GENERATOR_MADE || result == GENERATOR_NO_MEMORY;
	if (!possible)
		map_files_abandon(files);
	else if (!well)
		output_fail(output, "memory", ENOMEM);
	writer_close(&writer);
	generator_free(generator);
	return possible;
}
