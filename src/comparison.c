/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "dungeon/generate.h"
#include "output/pattern.h"

#include <errno.h>
#include <inttypes.h>

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
	struct phrase cause = {""}, seed = phrase_of(batch ? "seed %" PRIu64 ": " : "", run->dungeon.recipe.seed);
	run->dungeon.keeps_attempts = true;
	if (difference->rows > 0 && difference->kind != DIFFERENCE_EXCHANGED && !find_candidate(sink, run, &cause))
		return false;
	if (difference->kind == DIFFERENCE_TILES && !*cause.text)
		compare_find_cause(&sink->compare, &run->dungeon, difference);
	run->dungeon.keeps_attempts = false;
	message("%s: %s%s", run->input.text, seed.text,
		difference_text(difference, &run->dungeon, &sink->theirs, cause.text, batch).text);
	return true;
}

enum outcome comparison_take(struct sink *sink, struct run *run, uint64_t number)
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

enum outcome comparison_end(struct sink *sink, struct run *run)
{
	return read_map(sink, run, OUTCOME_END);
}
