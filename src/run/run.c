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
#include <string.h>

/* A search ends after so many seeds in a row without a map. A random first seed leaves this many after it, for each
 * map. */
enum { FIND_TRIES = 100000, FIND_ROOM = 10000 };

bool run_draw_seed(struct options *options)
{
	uint64_t random, more = options->count - 1;
	if (options->find)
		more = (options->find < FIND_ROOM ? options->find : FIND_ROOM) * FIND_TRIES;
	if (options->given[OPTION_SEED] || options->input || options->remakes)
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

/* Where the maps go: to the writer of a format, to --check or to --compare. Zeroed before it is opened. */
struct sink {
	const struct options *options;
	struct output *output;
	struct writer writer;
	ARRAY(uint64_t, seeds); /* that files are named after, in ascending order */
	size_t seed_count;
	struct comparison comparison;
	struct check check;
	const char *place; /* of the map that is checked */
	struct run *run;
};

/* Returns false if out of memory. */
static bool sink_open(struct sink *sink, struct output *output, struct progress *progress)
{
	const struct options *options = sink->run->options;
	sink->options = options;
	sink->output = output;
	if (options->compare)
		comparison_open(&sink->comparison, options, progress);
	return options->check || options->compare ||
	       writer_open(&sink->writer, options->format, &options->style, output);
}

static void tell_fault(void *context, const struct fault *fault)
{
	struct sink *sink = context;
	if (run_reports(sink->run, STATUS_NO_MAP))
		message("%s: %s", sink->place, fault_text(fault));
}

/* Notes the seed that a file is named after. There is space for it. Returns false if it was noted before. */
static bool note_seed(struct sink *sink, uint64_t seed)
{
	size_t place = sink->seed_count;
	while (place > 0 && sink->seeds[place - 1] > seed)
		place--;
	if (place > 0 && sink->seeds[place - 1] == seed)
		return false;
	memmove(sink->seeds + place + 1, sink->seeds + place, (sink->seed_count++ - place) * sizeof seed);
	sink->seeds[place] = seed;
	return true;
}

/* Whether the output would replace the file that is read, and lose what of it was left out. */
static bool loses(const struct source *source, const struct output *output)
{
	const int target = *source->reader.note && output->file.exists ? system_open_input(output->file.target) : -1;
	const bool same = target >= 0 && system_same_file(target, source->input.descriptor);
	if (target >= 0)
		system_close_input(target);
	return same;
}

/* Writes a map, unless the format or the name of its file cannot take it. */
static enum status write_map(struct sink *sink, const struct source *source, const struct dungeon *dungeon,
			     uint64_t number)
{
	const struct options *options = sink->options;
	const uint64_t seed = dungeon->recipe.seed;
	if (!source->generator) {
		const char *fault = choose_format_fault(options, dungeon, sink->run->kept == 0);
		if (!array_reserve(sink, seeds, (uint64_t)sink->seed_count + 1))
			return STATUS_FAILED;
		if (!*fault && pattern_has(options->output, "d") && !pattern_has(options->output, "i") &&
		    !note_seed(sink, seed))
			fault = phrase("has seed %" PRIu64 " again, and its file would replace that of an earlier map; "
				       "use %%i, the number of the map",
				       seed);
		if (*fault) {
			sink->run->fault = phrase("%s: %s", source_place(source, dungeon), fault);
			return STATUS_NO_MAP;
		}
	}
	struct output *output = sink->output;
	if (!output_begin(output, seed, number))
		return STATUS_FAILED;
	/* It would be destroyed, or grow while it is read. */
	if (!source->generator && (sink->run->kept == 0 || output->pattern) && output->file.in_place &&
	    system_same_file(output->file.descriptor, source->input.descriptor))
		output_fail(output, EDEADLK);
	if (loses(source, output)) {
		sink->run->fault = phrase("%s: %s; choose another file for --output", source_place(source, dungeon),
					  source->reader.note);
		return STATUS_NO_MAP;
	}
	if (!options->quiet)
		source_tell_note(source, dungeon);
	bool written = options->format->write(&sink->writer, dungeon) && output_end(output);
	return written ? STATUS_DONE : STATUS_FAILED;
}

/* Takes a map of the run; `number` is its number there. */
static enum status sink_take(struct sink *sink, const struct source *source, const struct dungeon *dungeon,
			     uint64_t number)
{
	if (!sink->options->quiet && (sink->options->compare || sink->options->check))
		source_tell_note(source, dungeon);
	if (sink->options->compare)
		return comparison_take(&sink->comparison, sink->run, source, dungeon, number);
	if (!sink->options->check)
		return write_map(sink, source, dungeon, number);
	sink->place = source_place(source, dungeon);
	return check_map(&sink->check, dungeon, tell_fault, sink) ? STATUS_DONE : STATUS_FAILED;
}

static void sink_close(struct sink *sink)
{
	writer_close(&sink->writer);
	array_free(sink, seeds);
	check_free(&sink->check);
	comparison_close(&sink->comparison);
}

/* Which maps go there: those that have what --where asks for. */
struct filter {
	const struct where *where;
	struct walk walk;
};

/* Sets *kept, and adds what a map has to the misses. Returns false if out of memory. */
static bool filter_keeps(struct filter *filter, const struct dungeon *dungeon, struct misses *misses, bool *kept)
{
	struct stats stats;
	*kept = true;
	if (!filter->where->asked)
		return true;
	if (!measure_map(&filter->walk, dungeon, &stats))
		return false;
	*kept = where_holds(filter->where, &stats, misses);
	return true;
}

/* Whether the run has a seed, or a file of its own, for another map. Files that hold several end by themselves. */
static bool has_next(const struct run *run, const struct source *source)
{
	const struct options *options = run->options;
	if (options->find)
		return run->kept < options->find && run->tried <= options->rng->max_seed - options->seed;
	return run->tried < options->count || (!source->generator && !source_has_pattern(source));
}

/* Counts a seed or map. Returns whether the run ends without one, because this one has not what is asked. */
static bool count(struct run *run, const struct dungeon *dungeon, enum source_result result, bool kept)
{
	run->tried++;
	run->kept += kept;
	run->misses.tried++;
	if (kept)
		run->misses = (struct misses){.tried = 0};
	run->seed = dungeon->recipe.seed;
	run->rooms = dungeon->room_count;
	run->sure_rooms = dungeon->sure_rooms;
	run->attempts = dungeon->attempts;
	if (kept || result == SOURCE_FAULT)
		return false;
	return run->options->find ? run->misses.tried == FIND_TRIES : !run->options->skip;
}

/* Ends the run because of what was read; but among several files that are looked at, one is only reported. */
static enum status take_fault(struct run *run, const struct source *source)
{
	enum status status;
	const char *fault = source_fault(source, &status);
	if (!source_has_pattern(source) || !(run->options->check || run->options->compare)) {
		run->fault = fault;
		return status;
	}
	if (run_reports(run, status))
		message("%s", fault);
	return STATUS_DONE;
}

static void show_progress(struct progress *progress, const struct run *run, bool kept)
{
	if (run->options->find)
		watch_work(&progress->watch, WATCH_WORK, "maps found", run->kept, run->options->find);
	else if (!kept && !run->options->input)
		watch_work(&progress->watch, WATCH_WORK, "seeds", run->tried, run->options->count);
}

/* Passes maps from the source through the filter to the sink, up to the first failure. `dungeon` is memory for them. */
static enum status pass_maps(struct source *source, struct filter *filter, struct sink *sink, struct dungeon *dungeon,
			     struct progress *progress)
{
	struct run *run = sink->run;
	const struct options *options = run->options;
	while (has_next(run, source)) {
		const uint64_t number = options->first + (options->find ? run->kept : run->tried);
		enum source_result result = source_next(source, options->seed + run->tried, number, dungeon);
		enum status status = STATUS_DONE;
		bool kept = result == SOURCE_MAP;
		if (result == SOURCE_END)
			break;
		if (result == SOURCE_NO_MEMORY || (kept && !filter_keeps(filter, dungeon, &run->misses, &kept)))
			return STATUS_FAILED;
		if (kept)
			status = sink_take(sink, source, dungeon, number);
		else if (result == SOURCE_FAULT)
			status = take_fault(run, source);
		if (status != STATUS_DONE)
			return status;
		if (count(run, dungeon, result, kept))
			return STATUS_IMPOSSIBLE;
		show_progress(progress, run, kept);
	}
	if (run->worst == STATUS_DONE && (run->kept == 0 || run->kept < options->find))
		return STATUS_IMPOSSIBLE;
	enum status ended = options->compare ? comparison_end(&sink->comparison, run, source) : STATUS_DONE;
	run->complete = ended == STATUS_DONE;
	return run->complete ? run->worst : ended;
}

/* Starts with seeds, or with the files of --input or, to make their maps again, of --compare. */
static bool open_source(struct source *source, const struct options *options, struct progress *progress)
{
	const char *path = options->remakes ? options->compare : options->input;
	source->progress = progress;
	if (!path)
		return source_open_seeds(source, options);
	source_open_files(source, options, path, options->remakes ? options->compare_format : options->input_format);
	return true;
}

enum status run_maps(struct run *run, struct output *output, struct progress *progress)
{
	const struct options *options = run->options;
	struct source source = {.generator = NULL};
	struct filter filter = {.where = &options->where};
	struct sink sink = {.run = run};
	struct dungeon dungeon = {.watch = &progress->watch, .keeps_attempts = options->format->needs_attempts};
	enum status status = STATUS_FAILED;
	if (open_source(&source, options, progress) && sink_open(&sink, output, progress) && !output->error)
		status = pass_maps(&source, &filter, &sink, &dungeon, progress);
	if (!source.generator && source.number > 0) {
		run->input = excerpt_of(source.input.name, PATH_MOST);
		run->document = source_document(&source);
		run->more = status == STATUS_IMPOSSIBLE && !options->skip &&
			    (run->kept > 0 || source_has_pattern(&source) ||
			     source_next(&source, 0, 0, &dungeon) == SOURCE_MAP);
	}
	sink_close(&sink);
	walk_free(&filter.walk);
	source_close(&source);
	dungeon_free(&dungeon);
	return status;
}
