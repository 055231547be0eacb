/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "cli/messages.h"
#include "dungeon/walk.h"
#include "output/system.h"
#include "sink.h"
#include "source.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

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

/* Whether the map of the run meets all conditions. Sets *failed if out of memory. */
static bool is_kept(const struct options *options, struct walk *walk, struct run *run, bool *failed)
{
	struct stats stats;
	if (options->where.asked == 0)
		return true;
	*failed = !measure_map(walk, &run->dungeon, &stats);
	return !*failed && where_holds(&options->where, &stats, &run->misses);
}

/* Every map of the source that is kept goes to the sink, up to the first failure. */
static void pass_maps(struct source *source, struct sink *sink, struct walk *walk, struct progress *progress,
		      struct run *run)
{
	const struct options *options = source->options;
	const uint64_t find = options->find;
	bool failed = false, stopped = false;
	while (!stopped && !(find && run->kept == find)) {
		enum source_result result = source_next(source, run);
		if (result == SOURCE_FAILED)
			return;
		if (result == SOURCE_END)
			break;
		bool kept = result == SOURCE_MAP && is_kept(options, walk, run, &failed);
		if (failed || (kept && !sink_take(sink, run, options->first + (find ? run->kept : run->tried - 1))))
			return;
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
		run->outcome = OUTCOME_NO_SUCH_MAP;
	else if (sink_end(sink, run))
		run->outcome = OUTCOME_DONE;
}

void maps_write(const struct options *options, struct map_files *files, struct progress *progress, struct run *run)
{
	struct source source;
	struct sink sink = {0};
	struct walk walk = {.left = 0};
	bool opened = source_open(&source, options, progress);
	if (options->input)
		run->input = excerpt_of(strcmp(options->input, "-") == 0 ? "standard input" : options->input,
					PATH_MOST);
	run->dungeon.keeps_attempts = options->format->needs_attempts;
	run->outcome = OUTCOME_NO_MEMORY;
	if (files->output.error)
		run->outcome = OUTCOME_OUTPUT_FAILED;
	else if (sink_open(&sink, options, files) && opened)
		pass_maps(&source, &sink, &walk, progress, run);
	walk_free(&walk);
	sink_close(&sink);
	source_close(&source);
}
