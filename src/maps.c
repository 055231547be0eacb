/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "cli/messages.h"
#include "output/system.h"
#include "sink.h"
#include "source.h"

#include <errno.h>
#include <inttypes.h>

bool maps_draw_seed(struct options *options)
{
	uint64_t random, more = options->count - 1;
	if (options->given[OPTION_SEED] || options->input)
		return true;
	if (!system_random(&random, sizeof random))
		return refuse("random seed: %s; choose one with --seed", system_reason(errno));
	/* If the batch is too large for seeds below 2^32, it still has to end in the rng's range. */
	uint64_t last = (more <= UINT32_MAX ? UINT32_MAX : options->rng->max_seed) - more;
	options->seed = random % ((last < UINT32_MAX ? last : UINT32_MAX) + UINT64_C(1));
	if (!options->quiet)
		message("seed %" PRIu64, options->seed);
	return true;
}

/* Every map of the source goes to the sink, up to the first failure. */
static void pass_maps(struct source *source, struct sink *sink, struct run *run)
{
	enum source_result result;
	while ((result = source_next(source, run)) != SOURCE_END && result != SOURCE_FAILED) {
		if (result == SOURCE_SKIP)
			run->skipped++;
		else if (!sink_take(sink, run, source->options->first + source->tried - 1))
			return;
	}
	if (result == SOURCE_END)
		run->outcome = run->skipped == source->tried ? OUTCOME_TOO_FEW_ROOMS : OUTCOME_DONE;
}

void maps_write(const struct options *options, struct map_files *files, struct progress *progress, struct run *run)
{
	struct source source;
	struct sink sink = {0};
	bool opened = source_open(&source, options, progress);
	run->dungeon.keeps_attempts = options->format->needs_attempts;
	run->outcome = OUTCOME_NO_MEMORY;
	if (files->output.error)
		run->outcome = OUTCOME_OUTPUT_FAILED;
	else if (sink_open(&sink, options, files) && opened)
		pass_maps(&source, &sink, run);
	sink_close(&sink);
	source_close(&source);
}
