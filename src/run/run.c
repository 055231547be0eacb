/* SPDX-License-Identifier: MIT */
#include "run/run.h"

#include "cli/choose_format.h"
#include "run/faults.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "generate/generate.h"
#include "model/walk.h"
#include "output/pattern.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>

/* A search ends after so many seeds in a row without a map; from a random seed, it has them for so many maps. */
enum { FIND_TRIES = 100000, FIND_ROOM = 10000 };
enum { FAULTS_MOST = 10 };     /* that are printed */
enum { GUESS_MOST = 1 << 10 }; /* bytes without a known beginning, after which it is the text format */

bool run_draw_seed(struct options *options)
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

/* Where the maps of a run come from: the generator, or the reader of a format. Zeroed before it is opened. */
struct source {
	struct generator *generator;              /* NULL: maps are read */
	struct parameter parameters[OPTION_NONE]; /* of the generator's recipe */
	struct input input;
	struct reader reader;
};

/* Where the maps of a run go: to the writer of a format, or with --check and --compare to messages. Zeroed at first. */
struct sink {
	const struct run *run;
	struct output *output;
	struct writer writer;
	struct walk walk; /* of --where */
	struct check check;
	uint64_t faults; /* or differences */
	/* Of --compare. */
	struct source source;   /* of the maps that are read */
	struct dungeon theirs;  /* the last of them */
	struct compare compare; /* memory */
	bool opened;            /* the source */
	uint64_t compared;
};

/* The format of the input: the one that the options name, or what its first bytes look like. */
static const struct format *format_of(struct input *input, const struct options *options)
{
	input_skip_mark(input);
	if (options->input_format)
		return options->input_format;
	/* A pipe may hand over few bytes at once, and an empty file has none to point at. */
	const struct format *guess = format_table[0];
	while (guess == format_table[0] && input->start < input->end) {
		size_t length = input->end - input->start;
		guess = format_guess(input->bytes + input->start, length);
		if (length >= GUESS_MOST || !input_more(input))
			break;
	}
	return guess;
}

/* Starts a source of maps that are read from an input, which is open. Returns false if out of memory. */
static bool source_open_input(struct source *source, const struct options *options)
{
	const struct format *format = format_of(&source->input, options);
	return reader_open(&source->reader, format, &options->style, &source->input);
}

/* The same for the source that the options choose. */
static bool source_open(struct source *source, struct run *run, struct progress *progress)
{
	const struct options *options = run->options;
	if (options->input) {
		input_open(&source->input, options->input);
		progress_watch_input(progress, &source->input);
		run->input = source->input.name;
		return source_open_input(source, options);
	}
	struct recipe recipe = options->recipe;
	recipe.parameters = source->parameters;
	recipe.parameter_count = table_parameters(options, source->parameters);
	source->generator = generator_new(options->rng, &recipe);
	return source->generator;
}

/*
 * Gets the next map of the run in a dungeon, which is valid until the next call. Returns READ_NO_MAP also for a seed
 * that has none.
 */
static enum read_result source_next(struct source *source, const struct run *run, struct dungeon *dungeon)
{
	const struct options *options = run->options;
	if (!source->generator)
		return reader_next(&source->reader, dungeon);
	if (options->find ? run->tried > options->rng->max_seed - options->seed : run->tried == options->count)
		return READ_END;
	enum generator_result made = generator_make(source->generator, options->seed + run->tried, dungeon);
	return made == GENERATOR_MADE ? READ_MAP : made == GENERATOR_NO_MEMORY ? READ_NO_MEMORY : READ_NO_MAP;
}

/* Also for a source that was not opened, or only in part. */
static void source_close(struct source *source)
{
	generator_free(source->generator);
	reader_close(&source->reader);
	input_close(&source->input);
}

/* Sets the run's fault, which begins with the name of the file that is read. Returns the status. */
static enum status fail(struct run *run, enum status status, const char *fault)
{
	run->fault = phrase("%s: %s", excerpt_of(run->input, PATH_MOST), fault);
	return status;
}

/* The same after a read that failed. If memory ran out, there is no fault. */
static enum status fail_to_read(struct run *run, const struct source *source, enum read_result result)
{
	if (result == READ_NO_MEMORY)
		return STATUS_FAILED;
	int error = source->input.error;
	return error ? fail(run, STATUS_FAILED, system_reason(error)) : fail(run, STATUS_NO_MAP, source->reader.fault);
}

/* Comparing. */

/* Reads to the end of the open file, which must have no more maps. */
static enum status read_end(struct sink *sink, struct run *run)
{
	enum read_result result = source_next(&sink->source, run, &sink->theirs);
	if (result == READ_END)
		return STATUS_DONE;
	if (result != READ_MAP)
		return fail_to_read(run, &sink->source, result);
	if (pattern_has(run->options->compare, "di"))
		return fail(run, STATUS_NO_MAP,
			    "has more than one map; a name without %d is that of one file with all maps");
	return fail(run, STATUS_NO_MAP,
		    phrase("has more maps than were made (%" PRIu64 "); ask for more with --count", sink->compared));
}

/* Opens the file of the next map, unless the one that is open has it. */
static enum status open_file(struct sink *sink, struct run *run, uint64_t number)
{
	const char *path = run->options->compare;
	if (sink->opened && !pattern_has(path, "di"))
		return STATUS_DONE;
	enum status ended = sink->opened ? read_end(sink, run) : STATUS_DONE;
	if (ended != STATUS_DONE)
		return ended;
	source_close(&sink->source);
	sink->opened = true;
	run->input = path;
	if (!pattern_fill(run->input_name, path, run->dungeon.recipe.seed, number))
		return fail(run, STATUS_FAILED, system_reason(errno));
	run->input = run->input_name;
	input_open(&sink->source.input, run->input);
	return source_open_input(&sink->source, run->options) ? STATUS_DONE : STATUS_FAILED;
}

/* Reads the next map to compare with. */
static enum status read_map(struct sink *sink, struct run *run, uint64_t number)
{
	enum status opened = open_file(sink, run, number);
	if (opened != STATUS_DONE)
		return opened;
	enum read_result result = source_next(&sink->source, run, &sink->theirs);
	if (result == READ_END)
		return fail(run, STATUS_NO_MAP,
			    phrase("ends after %s; if each file has one map, try --compare with %%d in its name",
				   count_text(sink->compared, "map", "maps")));
	return result == READ_MAP ? STATUS_DONE : fail_to_read(run, &sink->source, result);
}

/*
 * Sets *cause if the map that was read is the one of this rng and seed, unless there is a cause. Returns false if out
 * of memory.
 */
static bool try_map(struct sink *sink, struct run *run, const struct rng *rng, uint64_t seed, const char **cause)
{
	bool same = false;
	if (**cause || seed > rng->max_seed)
		return true;
	struct generator *generator = generator_new(rng, &run->options->recipe);
	enum generator_result result = generator ? generator_make(generator, seed, &run->dungeon) : GENERATOR_NO_MEMORY;
	generator_free(generator);
	if (result == GENERATOR_MADE && !compare_tiles(&sink->compare, &run->dungeon, &same))
		return false;
	if (same && rng != run->options->rng)
		*cause = phrase("it is the map of --rng %s", rng->name);
	else if (same)
		*cause = phrase("it is the map of seed %" PRIu64, seed);
	return result != GENERATOR_NO_MEMORY;
}

/*
 * Looks for another rng, or a seed beside this one, whose map is the one that was read, and sets *cause to that. If
 * there is none, the dungeon is made again, with its attempts. Returns false if out of memory.
 */
static bool find_candidate(struct sink *sink, struct run *run, const char **cause)
{
	const struct rng *own = run->options->rng;
	const uint64_t seed = run->dungeon.recipe.seed;
	for (size_t i = 0; rng_table[i]; i++)
		if (rng_table[i] != own && !try_map(sink, run, rng_table[i], seed, cause))
			return false;
	return try_map(sink, run, own, seed - (seed > 0), cause) &&
	       try_map(sink, run, own, seed + (seed < UINT64_MAX), cause) && try_map(sink, run, own, seed, cause);
}

/* Prints how the maps differ, and why. Returns false if out of memory. */
static bool tell(struct sink *sink, struct run *run, struct difference *difference)
{
	const struct options *options = run->options;
	const uint64_t seed = run->dungeon.recipe.seed;
	bool batch = options->count > 1 || options->find > 0;
	const char *cause = "";
	run->dungeon.keeps_attempts = true;
	if (difference->rows > 0 && difference->kind != DIFFERENCE_EXCHANGED && !find_candidate(sink, run, &cause))
		return false;
	if (difference->kind == DIFFERENCE_TILES && !*cause)
		compare_find_cause(&sink->compare, &run->dungeon, difference);
	run->dungeon.keeps_attempts = false;
	message("%s: %s%s", run->input, batch ? phrase("seed %" PRIu64 ": ", seed) : "",
		difference_text(difference, &run->dungeon, &sink->theirs, cause, batch));
	return true;
}

/* Counts a fault or a difference. Returns whether to print it: people do not read many. */
static bool is_told(struct sink *sink)
{
	return sink->faults++ < FAULTS_MOST;
}

/* Compares the map in run->dungeon, where other maps may be made then, with the next one of the file. */
static enum status compare(struct sink *sink, struct run *run, uint64_t number)
{
	struct difference difference;
	enum status read = read_map(sink, run, number);
	if (read != STATUS_DONE)
		return read;
	sink->compared++;
	bool compared = compare_maps(&sink->compare, &run->dungeon, &sink->theirs, &difference);
	if (compared && difference.kind != DIFFERENCE_NONE && is_told(sink))
		compared = tell(sink, run, &difference);
	return compared ? STATUS_DONE : STATUS_FAILED;
}

/* Sinks. */

/* Prints a fault that --check finds in the map. */
static void tell_fault(void *context, const struct fault *fault)
{
	struct sink *sink = context;
	const struct run *run = sink->run;
	if (!is_told(sink))
		return;
	/* Uncovered: maps that are made have no faults. */
	const char *what = !run->input      ? phrase("seed %" PRIu64, run->dungeon.recipe.seed)
			   : run->tried > 1 ? phrase("%s: document %" PRIu64, run->input, run->tried)
					    : run->input;
	message("%s: %s", what, fault_text(fault));
}

/* Takes the map in run->dungeon; `number` is its number in the run. */
static enum status sink_take(struct sink *sink, struct run *run, uint64_t number)
{
	const struct options *options = run->options;
	const struct dungeon *dungeon = &run->dungeon;
	if (options->check)
		return check_map(&sink->check, dungeon, tell_fault, sink) ? STATUS_DONE : STATUS_FAILED;
	if (options->compare)
		return compare(sink, run, number);
	const char *fault = options->input ? choose_format_fault(options, dungeon, run->kept == 0) : "";
	if (*fault)
		return fail(run, STATUS_NO_MAP, fault);
	bool written = output_begin(sink->output, dungeon->recipe.seed, number) &&
		       options->format->write(&sink->writer, dungeon) && output_end(sink->output);
	return written ? STATUS_DONE : STATUS_FAILED;
}

static void sink_close(struct sink *sink)
{
	if (sink->faults > FAULTS_MOST)
		message("and %" PRIu64 " more", sink->faults - FAULTS_MOST);
	writer_close(&sink->writer);
	walk_free(&sink->walk);
	check_free(&sink->check);
	source_close(&sink->source);
	dungeon_free(&sink->theirs);
	compare_free(&sink->compare);
}

/* Every map of the source that is kept goes to the sink, up to the first failure. */
static enum status pass_maps(struct source *source, struct sink *sink, struct progress *progress, struct run *run)
{
	const struct options *options = run->options;
	const uint64_t find = options->find;
	bool stopped = false;
	while (!stopped && !(find && run->kept == find)) {
		struct stats stats;
		enum read_result result = source_next(source, run, &run->dungeon);
		if (result == READ_END)
			break;
		bool kept = result == READ_MAP;
		if (result == READ_NO_MEMORY || (!kept && options->input))
			return fail_to_read(run, source, result);
		run->tried++;
		if (kept && options->where.asked) {
			if (!measure_map(&sink->walk, &run->dungeon, &stats))
				return STATUS_FAILED;
			kept = where_holds(&options->where, &stats, &run->misses);
		}
		enum status taken = STATUS_DONE;
		if (kept)
			taken = sink_take(sink, run, options->first + (find ? run->kept : run->tried - 1));
		if (taken != STATUS_DONE)
			return taken;
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
		return STATUS_IMPOSSIBLE;
	enum status ended = options->compare ? read_end(sink, run) : STATUS_DONE;
	return ended == STATUS_DONE && sink->faults > 0 ? STATUS_NO_MAP : ended;
}

enum status run_maps(struct run *run, struct output *output, struct progress *progress)
{
	const struct options *options = run->options;
	struct source source = {.generator = NULL};
	struct sink sink = {.run = run, .output = output};
	enum status status = STATUS_FAILED;
	run->dungeon.keeps_attempts = options->format->needs_attempts;
	if (source_open(&source, run, progress) && !output->error &&
	    (options->check || options->compare || writer_open(&sink.writer, options->format, &options->style, output)))
		status = pass_maps(&source, &sink, progress, run);
	sink_close(&sink);
	source_close(&source);
	return status;
}
