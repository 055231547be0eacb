/* SPDX-License-Identifier: MIT */
#include "run/run.h"

#include "cli/choose_format.h"
#include "map/check.h"
#include "map/walk.h"
#include "io/pattern.h"
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

/*
 * Notes the seed that the file of a map is named after. Refuses the seed of an earlier map, whose
 * file would be replaced.
 */
static enum status take_seed(struct sink *sink, const struct source *source, const struct map *map)
{
	const char *pattern = sink->run->options->output;
	const uint64_t seed = map->recipe.seed;
	if (!pattern_has(pattern, "d") || pattern_has(pattern, "i"))
		return STATUS_DONE;
	if (!array_reserve(sink, seeds, (uint64_t)sink->seed_count + 1))
		return STATUS_FAILED;
	if (note_seed(sink, seed))
		return STATUS_DONE;
	return run_fail(sink->run, STATUS_NO_MAP,
			phrase("%s: has seed %" PRIu64
			       " again, and its file would replace that of an earlier map; use "
			       "%%i, the number of the map",
			       source_place(source, map), seed));
}

/*
 * Checks what the command line could not tell of two patterns: whether the map of an input file
 * would go to a file that has yet to be read. `number` is the number of the map in the batch.
 */
static enum status check_name(const struct sink *sink, const struct source *source,
			      const struct map *map, uint64_t number)
{
	const struct options *options = sink->run->options;
	const uint64_t name_seed = options->seed + sink->run->tried;
	const uint64_t seed = map->recipe.seed;
	if (!pattern_has(options->input, "di") || !pattern_has(options->output, "di"))
		return STATUS_DONE;
	char name[PATH_MOST];
	if (pattern_fill(name, options->output, seed, number) && system_is_link(name))
		return run_fail(sink->run, STATUS_NO_MAP,
				phrase("%s: is a symbolic link, which could lead to a file of "
				       "--input; remove it",
				       excerpt_of(name, PATH_MOST)));
	if (seed == name_seed || !pattern_has(options->output, "d"))
		return STATUS_DONE;
	if (!pattern_is_same(options->input, options->output))
		return STATUS_DONE;
	return run_fail(sink->run, STATUS_NO_MAP,
			phrase("%s: has seed %" PRIu64 ", but its name is that of seed %" PRIu64
			       "; use another folder for --output",
			       source_place(source, map), seed, name_seed));
}

/*
 * Refuses an input file that is a symbolic link if both names are patterns: it could lead to a file
 * that the run has replaced.
 */
static enum status check_input_name(const struct sink *sink, const struct source *source)
{
	const struct options *options = sink->run->options;
	if (!pattern_has(options->input, "di") || !pattern_has(options->output, "di"))
		return STATUS_DONE;
	if (!system_is_link(source->name))
		return STATUS_DONE;
	return run_fail(sink->run, STATUS_NO_MAP,
			phrase("%s: is a symbolic link, which could lead to a file of --output; "
			       "copy the file that it leads to",
			       excerpt_of(source->name, PATH_MOST)));
}

/* Refuses an output that leads to an input file. Drops the maps in its buffer. */
static enum status refuse_target(const struct sink *sink)
{
	struct output *output = sink->output;
	output_drop(output);
	return run_fail(sink->run, STATUS_FAILED,
			phrase("%s: leads to the file that is read; --output with its name "
			       "replaces it",
			       excerpt_of(output->name, PATH_MOST)));
}

/*
 * Refuses to write in place to the file that is being read. It would be destroyed, or grow while it
 * is read.
 */
static enum status check_target(const struct sink *sink, const struct source *source)
{
	const struct atomic_file *file = &sink->output->file;
	if (file->in_place && system_same_file(file->descriptor, source->input.descriptor))
		return refuse_target(sink);
	return STATUS_DONE;
}

/* Does the same for all files of an input pattern, before the first map is written. */
static enum status check_later_targets(const struct sink *sink, const struct source *source)
{
	const struct options *options = sink->run->options;
	const struct atomic_file *file = &sink->output->file;
	if (!file->in_place || !source_has_pattern(source))
		return STATUS_DONE;
	char name[PATH_MOST];
	for (uint64_t i = 0; i < options->count; i++)
		if (pattern_fill(name, source->path, options->seed + i, options->first + i) &&
		    system_leads_to(name, file->descriptor))
			return refuse_target(sink);
	return STATUS_DONE;
}

/* Checks an input file that has just been opened. */
static enum status check_input(const struct sink *sink, const struct source *source)
{
	const bool is_first = sink->run->tried == 0;
	if (!sink->run->options->input || (!is_first && !source_has_pattern(source)))
		return STATUS_DONE;
	enum status status = check_input_name(sink, source);
	if (status == STATUS_DONE)
		status = check_target(sink, source);
	if (status == STATUS_DONE && is_first)
		status = check_later_targets(sink, source);
	return status;
}

/* Begins to write a map, unless the format or the name of its file cannot take it. */
static enum status begin(struct sink *sink, const struct source *source, const struct map *map,
			 uint64_t number)
{
	struct run *run = sink->run;
	const struct options *options = run->options;
	struct output *output = sink->output;
	const uint64_t seed = map->recipe.seed;
	const char *fault = choose_format_fault(options, map, &source->history, run->kept == 0);
	if (*fault)
		return run_fail(run, STATUS_NO_MAP,
				phrase("%s: %s", source_place(source, map), fault));
	enum status status = STATUS_DONE;
	/* Seeds that maps are generated from do not repeat. */
	if (options->input)
		status = take_seed(sink, source, map);
	if (status == STATUS_DONE)
		status = check_name(sink, source, map, number);
	if (status != STATUS_DONE)
		return status;
	if (!output_begin(output, seed, number))
		return STATUS_FAILED;
	if (source->reader.loses && output->file.exists &&
	    system_leads_to(output->file.target, source->input.descriptor))
		return run_fail(run, STATUS_NO_MAP,
				phrase("%s: %s; choose another file for --output",
				       source_place(source, map), source->reader.note));
	return output->pattern ? check_target(sink, source) : STATUS_DONE;
}

/*
 * Prints what a person should know of a map that was read. With --compare, a mistake of the program
 * that wrote the map is a fault, and not just a note.
 */
static void tell_note(struct run *run, const struct source *source, const struct map *map)
{
	const struct options *options = run->options;
	const struct reader *reader = &source->reader;
	if (!*reader->note)
		return;
	const bool is_fault = options->compare && reader->is_suspect;
	if (is_fault ? run_reports(run, STATUS_NO_MAP) : !options->quiet)
		message("%s: %s", source_place(source, map), reader->note);
}

/* Writes a map. Returns false if out of memory, or if the output has an error. */
static bool write_map(struct sink *sink, const struct source *source, const struct map *map)
{
	struct output *output = sink->output;
	const struct options *options = sink->run->options;
	if (!options->format->write(&sink->writer, map) || !output_end(output))
		return false;
	/* The next map may come through a slow pipe. Who reads this one need not wait for it. */
	const bool reads_stream = source->path && !source_has_pattern(source);
	if (reads_stream && output->file.in_place)
		return output_finish(output);
	return true;
}

/* Takes a map of the run; `number` is its number there. */
static enum status sink_take(struct sink *sink, const struct source *source, const struct map *map,
			     uint64_t number)
{
	const struct options *options = sink->run->options;
	const bool writes = !options->check && !options->compare;
	if (map->lacks & LACKS_SEED &&
	    pattern_has(writes ? options->output : options->compare, "d"))
		return run_fail(sink->run, STATUS_NO_MAP,
				phrase("%s: has no seed for the %%d of --%s; use %%i, the number "
				       "of the map",
				       source_place(source, map), writes ? "output" : "compare"));
	const enum status begun = writes ? begin(sink, source, map, number) : STATUS_DONE;
	if (begun != STATUS_DONE)
		return begun;
	tell_note(sink->run, source, map);
	if (options->compare)
		return comparison_take(&sink->comparison, sink->run, source, map, number);
	if (writes)
		return write_map(sink, source, map) ? STATUS_DONE : STATUS_FAILED;
	(void)snprintf(sink->place, sizeof sink->place, "%s", source_place(source, map));
	return check_map(&sink->check, map) ? STATUS_DONE : STATUS_FAILED;
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
 * first failure. `map` and `walk` are memory.
 */
static enum status pass_maps(struct source *source, struct walk *walk, struct sink *sink,
			     struct map *map, struct progress *progress)
{
	struct run *run = sink->run;
	const struct options *options = run->options;
	while (run->tried <= source->last && (!options->find || run->kept < options->find)) {
		const uint64_t number = options->first + (options->find ? run->kept : run->tried);
		const enum source_result result = source_next(source, options->seed + run->tried,
							      number, map);
		enum status status = STATUS_DONE;
		struct stats stats;
		bool kept = result == SOURCE_MAP;
		if (result == SOURCE_END)
			break;
		status = check_input(sink, source);
		if (status != STATUS_DONE)
			return status;
		if (kept && options->where.asked) {
			if (!measure_map(walk, map, options->where.asked, &stats, &progress->watch))
				return STATUS_FAILED;
			kept = where_holds(&options->where, &stats, &run->misses);
		}
		if (kept)
			status = sink_take(sink, source, map, number);
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
		.run = run,
		.output = output,
		.check = {.report = tell_fault, .context = &sink, .watch = &progress->watch}};
	struct map map = {.room_count = 0};
	enum status status = STATUS_FAILED;
	/* To make the maps of documents again, these are read like those of --input. */
	if (source_open(&source, options, options->remakes ? options->compare : options->input,
			options->remakes ? options->compare_format : options->input_format,
			progress) &&
	    comparison_open(&sink.comparison, options, progress) &&
	    writer_open(&sink.writer, options->format, &options->style, output, &source.history,
			&progress->watch) &&
	    !output->error)
		status = pass_maps(&source, &walk, &sink, &map, progress);
	run->attempt_count = generator_attempt_count(source.generator);
	if (status == STATUS_DONE)
		status = run->status;
	else if (status == STATUS_IMPOSSIBLE)
		(void)run_fail(run, status,
			       outcome_fault(run, &map, output, source_place(&source, &map),
					     run->kept > 0 || source_has_more(&source)));
	else if (!*run->fault)
		(void)run_fail(run, status, source_memory_fault(&source));
	comparison_close(&sink.comparison);
	check_free(&sink.check);
	array_free(&sink, seeds);
	writer_close(&sink.writer);
	walk_free(&walk);
	source_close(&source);
	map_free(&map);
	return status;
}
