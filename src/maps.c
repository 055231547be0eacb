/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "cli/faults.h"
#include "cli/messages.h"
#include "cli/table.h"
#include "dungeon/generate.h"
#include "dungeon/walk.h"
#include "output/pattern.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>

/* A search ends after so many seeds in a row without a map; from a random seed, it has them for so many maps. */
enum { FIND_TRIES = 100000, FIND_ROOM = 10000 };
enum { GUESS_MOST = 1 << 10 }; /* bytes without a known beginning, after which it is the text format */

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

/* Where the maps of a run come from: the generator, or the reader of a format. Zeroed before it is opened. */
struct source {
	struct generator *generator;              /* NULL: maps are read */
	struct parameter parameters[OPTION_NONE]; /* of the generator's recipe */
	struct input input;
	struct reader reader;
};

/* Where the maps of a run go: to the writer of a format, or with --check and --compare to messages. Zeroed at first. */
struct sink {
	struct map_files *files;
	struct writer writer;
	struct walk walk; /* of --where */
	struct check check;
	struct faults faults;
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

/* Starts a source of maps that are read from a file. `progress` may be NULL. Returns false if out of memory. */
static bool source_open_file(struct source *source, const struct options *options, const char *path,
			     struct progress *progress)
{
	input_open(&source->input, path);
	if (progress)
		progress_watch_input(progress, &source->input);
	return reader_open(&source->reader, format_of(&source->input, options), &options->style, &source->input);
}

/* The same for the source that the options choose. */
static bool source_open(struct source *source, const struct options *options, struct progress *progress)
{
	if (options->input)
		return source_open_file(source, options, options->input, progress);
	struct recipe recipe = options->recipe;
	recipe.parameters = source->parameters;
	recipe.parameter_count = table_parameters(options, source->parameters);
	source->generator = generator_new(options->rng, &recipe);
	return source->generator;
}

static enum outcome read_next(struct source *source, struct run *run, struct dungeon *dungeon)
{
	switch (reader_next(&source->reader, dungeon)) {
	case READ_MAP:
		return OUTCOME_DONE;
	case READ_END:
		return OUTCOME_END;
	case READ_NO_MEMORY:
		return OUTCOME_NO_MEMORY;
	default:
		run->input_error = source->input.error;
		phrase_add(&run->fault, "%s", source->reader.fault);
		return run->input_error ? OUTCOME_INPUT_FAILED : OUTCOME_NO_MAP;
	}
}

/*
 * Gets the next map of the run in a dungeon, which is valid until the next call. Returns OUTCOME_NO_SUCH_MAP for a seed
 * that has none, and OUTCOME_END after the last.
 */
static enum outcome source_next(struct source *source, struct run *run, struct dungeon *dungeon)
{
	const struct options *options = run->options;
	if (!source->generator)
		return read_next(source, run, dungeon);
	if (options->find ? run->tried > options->rng->max_seed - options->seed : run->tried == options->count)
		return OUTCOME_END;
	switch (generator_make(source->generator, options->seed + run->tried, dungeon)) {
	case GENERATOR_MADE:
		return OUTCOME_DONE;
	case GENERATOR_NO_MEMORY:
		return OUTCOME_NO_MEMORY;
	default:
		return OUTCOME_NO_SUCH_MAP;
	}
}

/* Also for a source that was not opened, or only in part. */
static void source_close(struct source *source)
{
	generator_free(source->generator);
	reader_close(&source->reader);
	input_close(&source->input);
}

/* What --compare does. */

/* Gets the map that should be the same, or the end of the file if that is wanted. */
static enum outcome read_map(struct sink *sink, struct run *run, enum outcome wanted)
{
	enum outcome result = source_next(&sink->source, run, &sink->theirs);
	if (result == wanted)
		return OUTCOME_DONE;
	if (result == OUTCOME_END)
		phrase_add(&run->fault,
			   "ends after %" PRIu64 " %s; if each file has one map, try --compare with %%d in its name",
			   sink->compared, sink->compared == 1 ? "map" : "maps");
	else if (result != OUTCOME_DONE)
		return result;
	else if (pattern_has(run->options->compare, "di"))
		phrase_add(&run->fault, "has more than one map; a name without %%d is that of one file with all maps");
	else
		phrase_add(&run->fault, "has more maps than were made (%" PRIu64 "); ask for more with --count",
			   sink->compared);
	return OUTCOME_NO_MAP;
}

/* Opens the file of the next map, unless the one that is open has it. */
static enum outcome open_file(struct sink *sink, struct run *run, uint64_t number)
{
	const char *path = run->options->compare;
	if (sink->opened && !pattern_has(path, "di"))
		return OUTCOME_DONE;
	enum outcome ended = sink->opened ? read_map(sink, run, OUTCOME_END) : OUTCOME_DONE;
	if (ended != OUTCOME_DONE)
		return ended;
	source_close(&sink->source);
	sink->opened = true;
	if (!pattern_fill(run->input.text, path, run->dungeon.recipe.seed, number)) {
		run->input_error = errno;
		run->input = excerpt_of(path, PATH_MOST);
		return OUTCOME_INPUT_FAILED;
	}
	return source_open_file(&sink->source, run->options, run->input.text, NULL) ? OUTCOME_DONE : OUTCOME_NO_MEMORY;
}

/*
 * Adds to the cause if the map that was read is the one of this rng and seed, unless there is a cause. Returns false if
 * out of memory.
 */
static bool try_map(struct sink *sink, struct run *run, const struct rng *rng, uint64_t seed, struct phrase *cause)
{
	bool same = false;
	if (*cause->text || seed > rng->max_seed)
		return true;
	struct generator *generator = generator_new(rng, &run->options->recipe);
	enum generator_result result = generator ? generator_make(generator, seed, &run->dungeon) : GENERATOR_NO_MEMORY;
	generator_free(generator);
	if (result == GENERATOR_MADE && !compare_tiles(&sink->compare, &run->dungeon, &same))
		return false;
	if (same && rng != run->options->rng)
		phrase_add(cause, "it is the map of --rng %s", rng->name);
	else if (same)
		phrase_add(cause, "it is the map of seed %" PRIu64, seed);
	return result != GENERATOR_NO_MEMORY;
}

/*
 * Looks for another rng, or a seed beside this one, whose map is the one that was read, and adds it to the cause. If
 * there is none, the dungeon is made again, with its attempts. Returns false if out of memory.
 */
static bool find_candidate(struct sink *sink, struct run *run, struct phrase *cause)
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
	bool batch = options->count > 1 || options->find > 0;
	struct phrase cause = {""}, seed = phrase_of("seed %" PRIu64 ": ", run->dungeon.recipe.seed);
	run->dungeon.keeps_attempts = true;
	if (difference->rows > 0 && difference->kind != DIFFERENCE_EXCHANGED && !find_candidate(sink, run, &cause))
		return false;
	if (difference->kind == DIFFERENCE_TILES && !*cause.text)
		compare_find_cause(&sink->compare, &run->dungeon, difference);
	run->dungeon.keeps_attempts = false;
	message("%s: %s%s", run->input.text, batch ? seed.text : "",
		difference_text(difference, &run->dungeon, &sink->theirs, cause.text, batch).text);
	return true;
}

/* Compares the map in run->dungeon, where other maps may be made then, with the next one of the file. */
static enum outcome compare(struct sink *sink, struct run *run, uint64_t number)
{
	struct difference difference;
	enum outcome opened = open_file(sink, run, number);
	enum outcome read = opened == OUTCOME_DONE ? read_map(sink, run, OUTCOME_DONE) : opened;
	if (read != OUTCOME_DONE)
		return read;
	sink->compared++;
	if (!compare_maps(&sink->compare, &run->dungeon, &sink->theirs, &difference))
		return OUTCOME_NO_MEMORY;
	if (difference.kind == DIFFERENCE_NONE)
		return OUTCOME_DONE;
	run->unsound = true;
	return !faults_count(&sink->faults) || tell(sink, run, &difference) ? OUTCOME_DONE : OUTCOME_NO_MEMORY;
}

/* What a sink does. */

/* Whether the format can write a map that was read, and its file be named; sets run->fault if not. */
static bool suits(struct run *run)
{
	const struct options *options = run->options;
	const struct format *format = options->format;
	const struct dungeon *dungeon = &run->dungeon;
	uint32_t side = greater(dungeon->recipe.width, dungeon->recipe.height);
	uint32_t most = format->pixels_most / options->style.tile_size;
	uint64_t tiles = (uint64_t)dungeon->recipe.width * dungeon->recipe.height;
	if (format->needs_rooms && dungeon->lacks & LACKS_ROOMS)
		phrase_add(&run->fault, "has no rooms, which %s needs; choose --format json or text", format->name);
	else if (format->pixels_most > 0 && side > most)
		phrase_add(&run->fault,
			   "%" PRIu32 " tiles a side; with --tile-size %" PRIu32 " a %s picture has up to %" PRIu32,
			   side, options->style.tile_size, format->name, most);
	else if (format->tiles_most > 0 && tiles > format->tiles_most)
		phrase_add(&run->fault, "%" PRIu64 " tiles; an %s has up to %" PRIu64, tiles, format->name,
			   format->tiles_most);
	else if (options->single && run->kept > 0)
		phrase_add(&run->fault,
			   "holds several maps, but a %s file holds one; try a file for each, --output map-%%i.%s",
			   format->name, format->extensions[0].name);
	else if (dungeon->lacks & LACKS_SEED && pattern_has(options->output, "d"))
		phrase_add(&run->fault, "has no seed for the %%d of --output; use %%i, the number of the map");
	return !*run->fault.text;
}

/* Prints what is wrong with the map. */
static enum outcome check(struct sink *sink, struct run *run, uint64_t number)
{
	const struct options *options = run->options;
	struct faults *faults = &sink->faults;
	faults->where = options->input ? phrase_of("%s", run->input.text)
				       : phrase_of("seed %" PRIu64, run->dungeon.recipe.seed);
	if (options->input && number > options->first)
		phrase_add(&faults->where, ": document %" PRIu64, number);
	bool checked = check_map(&sink->check, &run->dungeon, faults_tell, faults);
	run->unsound = faults->count > 0;
	return checked ? OUTCOME_DONE : OUTCOME_NO_MEMORY;
}

/* Takes the map in run->dungeon; `number` is its number in the run. */
static enum outcome sink_take(struct sink *sink, struct run *run, uint64_t number)
{
	const struct options *options = run->options;
	const struct dungeon *dungeon = &run->dungeon;
	if (options->check)
		return check(sink, run, number);
	if (options->compare)
		return compare(sink, run, number);
	if (options->input && !suits(run))
		return OUTCOME_NO_MAP;
	if (!map_files_begin(sink->files, dungeon->recipe.seed, number))
		return OUTCOME_OUTPUT_FAILED;
	if (!options->format->write(&sink->writer, dungeon))
		return OUTCOME_NO_MEMORY;
	return map_files_end(sink->files) ? OUTCOME_DONE : OUTCOME_OUTPUT_FAILED;
}

static void sink_close(struct sink *sink)
{
	faults_tell_rest(&sink->faults);
	writer_close(&sink->writer);
	walk_free(&sink->walk);
	check_free(&sink->check);
	source_close(&sink->source);
	dungeon_free(&sink->theirs);
	compare_free(&sink->compare);
}

/* Every map of the source that is kept goes to the sink, up to the first failure. */
static enum outcome pass_maps(struct source *source, struct sink *sink, struct progress *progress, struct run *run)
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
			if (!measure_map(&sink->walk, &run->dungeon, &stats))
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
	return options->compare ? read_map(sink, run, OUTCOME_END) : OUTCOME_DONE;
}

enum outcome maps_write(struct run *run, struct map_files *files, struct progress *progress)
{
	const struct options *options = run->options;
	struct source source = {.generator = NULL};
	struct sink sink = {.files = files};
	enum outcome outcome = OUTCOME_NO_MEMORY;
	bool opened = source_open(&source, options, progress);
	if (options->input)
		run->input = excerpt_of(source.input.name, PATH_MOST);
	run->dungeon.keeps_attempts = options->format->needs_attempts;
	if (files->output.error)
		outcome = OUTCOME_OUTPUT_FAILED;
	else if (opened && (options->check || options->compare ||
			    writer_open(&sink.writer, options->format, &options->style, &files->output)))
		outcome = pass_maps(&source, &sink, progress, run);
	sink_close(&sink);
	source_close(&source);
	return outcome;
}
