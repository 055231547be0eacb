/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "cli/messages.h"
#include "dungeon/walk.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>

/* A search ends after so many seeds in a row without a map; from a random seed, it has them for so many maps. */
enum { FIND_TRIES = 100000, FIND_ROOM = 10000 };

bool maps_draw_seed(struct options *options)
{
	uint64_t random, more = options->count - 1;
	if (options->find)
		more = (options->find < FIND_ROOM ? options->find : FIND_ROOM) * FIND_TRIES;
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

/* Every map of the source that is kept goes to the sink, up to the first failure. */
static enum outcome pass_maps(struct source *source, struct sink *sink, struct walk *walk, struct progress *progress,
			      struct run *run)
{
	const struct options *options = run->options;
	const uint64_t find = options->find;
	bool stopped = false;
	while (!stopped && !(find && run->kept == find)) {
		struct stats stats;
		enum outcome result = source_next(source, run, &run->dungeon);
		if (result == OUTCOME_END)
			break;
		bool kept = result == OUTCOME_DONE;
		run->tried += kept || result == OUTCOME_NO_SUCH_MAP;
		if (kept && options->where.asked) {
			if (!measure_map(walk, &run->dungeon, &stats))
				return OUTCOME_NO_MEMORY;
			kept = where_holds(&options->where, &stats, &run->misses);
		}
		if (kept)
			result = sink_take(sink, run, options->first + (find ? run->kept : run->tried - 1));
		if (result != OUTCOME_DONE && result != OUTCOME_NO_SUCH_MAP)
			return result;
		run->kept += kept;
		run->misses.tried++;
		if (kept)
			run->misses = (struct misses){.tried = 0};
		else
			stopped = find ? run->misses.tried == FIND_TRIES : !options->skip;
		if (find)
			progress_found(progress, run->kept, find, run->tried);
		else if (!kept && !options->input)
			watch_work(run->dungeon.watch, WATCH_WORK, "seeds", run->tried, options->count);
	}
	if (stopped || run->kept == 0 || run->kept < find)
		return OUTCOME_NO_SUCH_MAP;
	return options->compare ? comparison_end(sink, run) : OUTCOME_DONE;
}

enum outcome maps_write(struct run *run, struct map_files *files, struct progress *progress)
{
	const struct options *options = run->options;
	struct source source = {.generator = NULL};
	struct sink sink = {.files = NULL};
	struct walk walk = {.left = 0};
	enum outcome outcome = OUTCOME_NO_MEMORY;
	bool opened = source_open(&source, options, progress);
	if (options->input)
		run->input = excerpt_of(source.input.name, PATH_MOST);
	run->dungeon.keeps_attempts = options->format->needs_attempts;
	if (files->output.error)
		outcome = OUTCOME_OUTPUT_FAILED;
	else if (sink_open(&sink, options, files) && opened)
		outcome = pass_maps(&source, &sink, &walk, progress, run);
	walk_free(&walk);
	sink_close(&sink);
	source_close(&source);
	return outcome;
}
