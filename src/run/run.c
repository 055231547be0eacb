/* SPDX-License-Identifier: MIT */
#include "run/run.h"

#include "cli/choose_format.h"
#include "model/check.h"
#include "model/walk.h"
#include "output/pattern.h"
#include "run/comparison.h"
#include "run/faults.h"
#include "run/source.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * A search ends after so many seeds in a row without a map. A random first seed leaves so many
 * after it.
 */
enum { FIND_TRIES = 100000, FIND_ROOM = 10000 * FIND_TRIES };

bool run_draw_seed(struct options *options)
{
	uint64_t random, more = options->find ? FIND_ROOM : options->count - 1;
	if (options->given[OPTION_SEED] || options->input || options->remakes)
		return true;
	if (!system_random(&random, sizeof random))
		return refuse("random seed: %s; choose one with --seed", system_reason(errno));
	/*
	 * If the batch is too large for seeds below 2^32, it still has to end in the rng's range.
	 */
	uint64_t last = (more <= UINT32_MAX ? UINT32_MAX : options->rng->max_seed) - more;
	options->seed = random % ((last < UINT32_MAX ? last : UINT32_MAX) + UINT64_C(1));
	if (!options->quiet)
		message("seed %" PRIu64, options->seed);
	return true;
}

/*
 * Where the maps go: to the writer of a format, to --check or to --compare. Zeroed before it is
 * opened.
 */
struct sink {
	struct run *run;
	struct output *output;
	struct writer writer;
	ARRAY(uint64_t, seeds); /* that files are named after, in ascending order */
	size_t seed_count;
	struct comparison comparison;
	struct check check;
	char place[PLACE_MOST]; /* of the map that is checked, see source_place */
};

static void tell_fault(void *context, const struct fault *fault)
{
	struct sink *sink = context;
	if (run_reports(sink->run, STATUS_NO_MAP))
		message("%s: %s", sink->place, fault_text(fault));
}

/*
 * Notes the seed that a file is named after. There is space for it. Returns false if it was noted
 * before.
 */
static bool note_seed(struct sink *sink, uint64_t seed)
{
	size_t place = sink->seed_count;
	while (place > 0 && sink->seeds[place - 1] > seed)
		place--;
	if (place > 0 && sink->seeds[place - 1] == seed)
		return false;
	memmove(sink->seeds + place + 1, sink->seeds + place,
		(sink->seed_count++ - place) * sizeof seed);
	sink->seeds[place] = seed;
	return true;
}

/* Whether the output will replace an open file. */
static bool replaces(const struct output *output, int descriptor)
{
	const int target = output->file.exists ? system_open_input(output->file.target) : -1;
	const bool same = target >= 0 && system_same_file(target, descriptor);
	if (target >= 0)
		system_close_input(target);
	return same;
}

/* Whether the output will replace the file of the map at this index of the run. */
static bool replaces_map(const struct output *output, const struct source *source, uint64_t index)
{
	const struct options *options = source->options;
	char name[PATH_MOST];
	const bool named = pattern_fill(name, source->path, options->seed + index,
					options->first + index);
	const int descriptor = named ? system_open_input(name) : -1;
	const bool same = descriptor >= 0 && replaces(output, descriptor);
	if (descriptor >= 0)
		system_close_input(descriptor);
	return same;
}

/*
 * Whether the output will replace the file of a later map, by a name with the seed or number of
 * that map.
 */
static bool replaces_later(const struct output *output, const struct source *source, uint64_t index)
{
	const uint64_t from[] = {source->options->seed, source->options->first};
	if (!output->pattern || !output->file.exists || !source_has_pattern(source))
		return false;
	/* The seed or number may be any run of digits in the name, next to other digits, too. */
	for (const char *first = path_base(output->file.target); *first; first++) {
		uint64_t value = 0;
		for (const char *at = first; *at >= '0' && *at <= '9' && value < UINT64_MAX / 10;
		     at++) {
			value = 10 * value + (uint64_t)(*at - '0');
			for (size_t i = 0; i < 2; i++)
				if (value > from[i] + index && value - from[i] <= source->last &&
				    replaces_map(output, source, value - from[i]))
					return true;
		}
	}
	return false;
}

/* Begins to write a map, unless the format or the name of its file cannot take it. */
static enum status begin(struct sink *sink, const struct source *source,
			 const struct dungeon *dungeon, uint64_t number)
{
	const struct options *options = sink->run->options;
	struct output *output = sink->output;
	const uint64_t seed = dungeon->recipe.seed;
	const char *fault = choose_format_fault(options, dungeon, sink->run->kept == 0);
	/* Seeds that maps are made from do not repeat. */
	if (!*fault && options->input && pattern_has(options->output, "d") &&
	    !pattern_has(options->output, "i")) {
		if (!array_reserve(sink, seeds, (uint64_t)sink->seed_count + 1))
			return STATUS_FAILED;
		if (!note_seed(sink, seed))
			fault = phrase("has seed %" PRIu64
				       " again, and its file would replace that of an earlier map; "
				       "use %%i, the number of the map",
				       seed);
	}
	if (!*fault && !output_begin(output, seed, number))
		return STATUS_FAILED;
	if (!*fault && source->reader.loses && replaces(output, source->input.descriptor))
		fault = phrase("%s; choose another file for --output", source->reader.note);
	if (!*fault && replaces_later(output, source, sink->run->tried))
		fault = phrase("its file would replace %s, which is not read yet; choose another "
			       "name for --output",
			       output->file.target);
	if (*fault)
		return run_fail(sink->run, STATUS_NO_MAP,
				phrase("%s: %s", source_place(source, dungeon), fault));
	/* It would be destroyed, or grow while it is read. */
	if ((sink->run->kept == 0 || output->pattern) && output->file.in_place &&
	    system_same_file(output->file.descriptor, source->input.descriptor))
		output_fail(output, EDEADLK);
	return STATUS_DONE;
}

/* Takes a map of the run; `number` is its number there. */
static enum status sink_take(struct sink *sink, const struct source *source,
			     const struct dungeon *dungeon, uint64_t number)
{
	const struct options *options = sink->run->options;
	const bool writes = !options->check && !options->compare;
	if (dungeon->lacks & LACKS_SEED &&
	    pattern_has(writes ? options->output : options->compare, "d"))
		return run_fail(sink->run, STATUS_NO_MAP,
				phrase("%s: has no seed for the %%d of --%s; use %%i, the number "
				       "of the map",
				       source_place(source, dungeon),
				       writes ? "output" : "compare"));
	const enum status begun = writes ? begin(sink, source, dungeon, number) : STATUS_DONE;
	if (begun != STATUS_DONE)
		return begun;
	if (*source->reader.note && !options->quiet)
		message("%s: %s", source_place(source, dungeon), source->reader.note);
	if (options->compare)
		return comparison_take(&sink->comparison, sink->run, source, dungeon, number);
	if (writes)
		return options->format->write(&sink->writer, dungeon) && output_end(sink->output)
			       ? STATUS_DONE
			       : STATUS_FAILED;
	(void)snprintf(sink->place, sizeof sink->place, "%s", source_place(source, dungeon));
	return check_map(&sink->check, dungeon) ? STATUS_DONE : STATUS_FAILED;
}

/*
 * Handles a map that could not be read. Returns STATUS_DONE if the run goes on with the next file
 * of a pattern. Then the map that this one would have been compared with is left out, too.
 */
static enum status pass_over_file(struct sink *sink, const struct source *source)
{
	const enum status status = source_fail(source, sink->run);
	if (status != STATUS_DONE)
		return status;
	return comparison_pass_over(&sink->comparison, sink->run);
}

/*
 * Passes maps from the source through the filter, --min-rooms and --where, to the sink, up to the
 * first failure. `dungeon` and `walk` are memory.
 */
static enum status pass_maps(struct source *source, struct walk *walk, struct sink *sink,
			     struct dungeon *dungeon, struct progress *progress)
{
	struct run *run = sink->run;
	const struct options *options = run->options;
	while (run->tried <= source->last && (!options->find || run->kept < options->find)) {
		const uint64_t number = options->first + (options->find ? run->kept : run->tried);
		const enum source_result result = source_next(source, options->seed + run->tried,
							      number, dungeon);
		enum status status = STATUS_DONE;
		struct stats stats;
		bool kept = result == SOURCE_MAP;
		if (result == SOURCE_END)
			break;
		if (kept && options->where.asked) {
			if (!measure_map(walk, dungeon, &stats))
				return STATUS_FAILED;
			kept = where_holds(&options->where, &stats, &run->misses);
		}
		if (kept)
			status = sink_take(sink, source, dungeon, number);
		else if (result == SOURCE_FAULT)
			status = pass_over_file(sink, source);
		if (status != STATUS_DONE)
			return status;
		run->tried++;
		if (result == SOURCE_FAULT) {
			run->unread_count++;
			continue;
		}
		run->kept += kept;
		run->misses.tried++;
		if (kept)
			run->misses = (struct misses){.tried = 0};
		else if (options->find ? run->misses.tried == FIND_TRIES : !options->skip)
			return STATUS_IMPOSSIBLE;
		if (options->find)
			watch_work(&progress->watch, WATCH_WORK, "maps found", run->kept,
				   options->find);
		else if (!kept && !options->input)
			watch_work(&progress->watch, WATCH_WORK, "seeds", run->tried,
				   options->count);
	}
	if (run->status == STATUS_DONE && (run->kept == 0 || run->kept < options->find))
		return STATUS_IMPOSSIBLE;
	return options->compare ? comparison_end(&sink->comparison, run, source) : STATUS_DONE;
}

enum status run_maps(struct run *run, struct output *output, struct progress *progress)
{
	const struct options *options = run->options;
	struct source source = {.generator = NULL};
	struct walk walk = {.all = 0};
	struct sink sink = {
		.run = run, .output = output, .check = {.report = tell_fault, .context = &sink}};
	struct dungeon dungeon = {.watch = &progress->watch,
				  .keeps_attempts = options->format->needs_attempts};
	enum status status = STATUS_FAILED;
	/* To make the maps of documents again, these are read like those of --input. */
	if (source_open(&source, options, options->remakes ? options->compare : options->input,
			options->remakes ? options->compare_format : options->input_format,
			progress) &&
	    comparison_open(&sink.comparison, options, progress) &&
	    writer_open(&sink.writer, options->format, &options->style, output) && !output->error)
		status = pass_maps(&source, &walk, &sink, &dungeon, progress);
	if (status == STATUS_DONE)
		status = run->status;
	else if (status == STATUS_IMPOSSIBLE)
		(void)run_fail(run, status,
			       outcome_fault(run, &dungeon, output, source_place(&source, &dungeon),
					     run->kept > 0 || source_has_more(&source)));
	else if (!*run->fault)
		(void)run_fail(run, status, source_memory_fault(&source));
	comparison_close(&sink.comparison);
	check_free(&sink.check);
	array_free(&sink, seeds);
	writer_close(&sink.writer);
	walk_free(&walk);
	source_close(&source);
	dungeon_free(&dungeon);
	return status;
}
