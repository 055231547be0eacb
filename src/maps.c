/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "cli/messages.h"
#include "dungeon/generate.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>

bool maps_draw_seed(struct options *options)
{
	uint64_t random, more = options->count - 1;
	if (!system_random(&random, sizeof random))
		return refuse("random seed: %s; choose one with --seed", system_reason(errno));
	/* If the batch is too large for seeds below 2^32, it still has to end in the rng's range. */
	uint64_t last = (more <= UINT32_MAX ? UINT32_MAX : options->rng->max_seed) - more;
	options->seed = random % ((last < UINT32_MAX ? last : UINT32_MAX) + UINT64_C(1));
	if (!options->quiet)
		message("seed %" PRIu64, options->seed);
	return true;
}

static enum outcome write_maps(const struct options *options, struct map_files *files, struct generator *generator,
			       const struct writer *writer, struct run *run)
{
	if (files->output.error)
		return OUTCOME_OUTPUT_FAILED;
	for (uint64_t i = 0; i < options->count; i++) {
		uint64_t seed = options->seed + i;
		enum generator_result result = generator_make(generator, seed, &run->dungeon);
		if (result == GENERATOR_NO_MEMORY)
			return OUTCOME_NO_MEMORY;
		if (result == GENERATOR_TOO_FEW_ROOMS) {
			if (!options->skip)
				return OUTCOME_TOO_FEW_ROOMS;
			run->skipped++;
			continue;
		}
		if (!map_files_begin(files, seed, options->first + i))
			return OUTCOME_OUTPUT_FAILED;
		if (!writer->format->write(writer, &run->dungeon))
			return OUTCOME_NO_MEMORY;
		if (!map_files_end(files))
			return OUTCOME_OUTPUT_FAILED;
	}
	return run->skipped == options->count ? OUTCOME_TOO_FEW_ROOMS : OUTCOME_DONE;
}

void maps_write(const struct options *options, struct map_files *files, struct progress *progress, struct run *run)
{
	run->outcome = OUTCOME_NO_MEMORY;
	struct writer writer = {0};
	struct generator *generator = generator_new(options->rng, &options->recipe);
	if (generator && writer_open(&writer, options->format, &options->style, &files->output)) {
		generator_watch(generator, (struct watch){progress_made, progress});
		run->outcome = write_maps(options, files, generator, &writer, run);
	}
	writer_close(&writer);
	generator_free(generator);
}
