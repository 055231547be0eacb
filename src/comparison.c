/* SPDX-License-Identifier: MIT */
#include "comparison.h"

#include "cli/differences.h"
#include "dungeon/generate.h"
#include "output/pattern.h"

#include <errno.h>
#include <inttypes.h>

static bool fail(struct run *run, enum outcome outcome)
{
	run->outcome = outcome;
	return false;
}

/* Gets the map that should be the same. */
static bool read_map(struct comparison *comparison, struct run *run, enum source_result wanted)
{
	struct run *read = &comparison->read;
	enum source_result result = source_next(&comparison->source, read);
	if (result == wanted)
		return true;
	run->input_error = read->input_error;
	run->fault = read->fault;
	if (result == SOURCE_MAP && pattern_has(comparison->options->compare, "di"))
		phrase_add(&run->fault, "has more than one map; a name without %%d is that of one file with all maps");
	else if (result == SOURCE_MAP)
		phrase_add(&run->fault, "has more maps than were made (%" PRIu64 "); ask for more with --count",
			   comparison->compared);
	else if (result == SOURCE_END)
		phrase_add(&run->fault,
			   "ends after %" PRIu64 " %s; if each file has one map, try --compare with %%d in its name",
			   comparison->compared, comparison->compared == 1 ? "map" : "maps");
	return fail(run, result == SOURCE_FAILED ? read->outcome : OUTCOME_NO_MAP);
}

/* Opens the file of the next map, unless the one that is open has it. */
static bool open_file(struct comparison *comparison, struct run *run, uint64_t number)
{
	const char *path = comparison->options->compare;
	bool pattern = pattern_has(path, "di");
	if (comparison->opened && !pattern)
		return true;
	if (comparison->opened && !read_map(comparison, run, SOURCE_END))
		return false;
	source_close(&comparison->source);
	comparison->opened = true;
	if (!pattern_fill(comparison->name, path, run->dungeon.recipe.seed, number)) {
		run->input = excerpt_of(path, PATH_MOST);
		run->input_error = errno;
		return fail(run, OUTCOME_INPUT_FAILED);
	}
	run->input = excerpt_of(comparison->name, PATH_MOST);
	if (!source_open_file(&comparison->source, comparison->options, comparison->name, NULL))
		return fail(run, OUTCOME_NO_MEMORY);
	return true;
}

/* Sets *same to whether the map that was read is the one of this rng and seed. Returns false if out of memory. */
static bool try_map(struct comparison *comparison, struct dungeon *dungeon, const struct rng *rng, uint64_t seed,
		    bool *same)
{
	*same = false;
	if (seed > rng->max_seed)
		return true;
	struct generator *generator = generator_new(rng, &comparison->options->recipe);
	enum generator_result result = generator ? generator_make(generator, seed, dungeon) : GENERATOR_NO_MEMORY;
	generator_free(generator);
	if (result != GENERATOR_MADE)
		return result != GENERATOR_NO_MEMORY;
	return compare_tiles(&comparison->compare, dungeon, same);
}

/*
 * Looks for another rng, or a seed beside this one, whose map is the one that was read, and adds it to the cause. If
 * there is none, the dungeon is made again, with its attempts. Returns false if out of memory.
 */
static bool find_candidate(struct comparison *comparison, struct dungeon *dungeon, struct phrase *cause)
{
	const struct rng *own = comparison->options->rng;
	const uint64_t seed = dungeon->recipe.seed, seeds[] = {seed - (seed > 0), seed + (seed < UINT64_MAX), seed};
	bool same = false;
	for (size_t i = 0; rng_table[i] && !same; i++) {
		if (rng_table[i] != own && !try_map(comparison, dungeon, rng_table[i], seed, &same))
			return false;
		if (same)
			phrase_add(cause, "it is the map of --rng %s", rng_table[i]->name);
	}
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds && !same; i++) {
		if (!try_map(comparison, dungeon, own, seeds[i], &same))
			return false;
		if (same)
			phrase_add(cause, "it is the map of seed %" PRIu64, seeds[i]);
	}
	return true;
}

/* Prints how the maps differ, and why. Returns false if out of memory. */
static bool tell(struct comparison *comparison, struct run *run, struct difference *difference)
{
	const struct options *options = comparison->options;
	struct phrase cause = {""}, seed = {""};
	bool batch = options->count > 1 || options->find > 0;
	if (batch)
		phrase_add(&seed, "seed %" PRIu64 ": ", run->dungeon.recipe.seed);
	run->dungeon.keeps_attempts = true;
	if (difference->rows > 0 && difference->kind != DIFFERENCE_EXCHANGED &&
	    !find_candidate(comparison, &run->dungeon, &cause))
		return false;
	if (difference->kind == DIFFERENCE_TILES && !*cause.text)
		compare_find_cause(&comparison->compare, &run->dungeon, difference);
	run->dungeon.keeps_attempts = false;
	message("%s: %s%s", run->input.text, seed.text,
		difference_text(difference, &run->dungeon, &comparison->read.dungeon, cause.text, batch).text);
	return true;
}

bool comparison_take(struct comparison *comparison, struct run *run, uint64_t number)
{
	struct difference difference;
	if (!open_file(comparison, run, number) || !read_map(comparison, run, SOURCE_MAP))
		return false;
	comparison->compared++;
	if (!compare_maps(&comparison->compare, &run->dungeon, &comparison->read.dungeon, &difference))
		return fail(run, OUTCOME_NO_MEMORY);
	if (difference.kind == DIFFERENCE_NONE)
		return true;
	run->unsound = true;
	if (faults_count(&comparison->faults) && !tell(comparison, run, &difference))
		return fail(run, OUTCOME_NO_MEMORY);
	return true;
}

bool comparison_end(struct comparison *comparison, struct run *run)
{
	return read_map(comparison, run, SOURCE_END);
}

void comparison_close(struct comparison *comparison)
{
	faults_tell_rest(&comparison->faults);
	source_close(&comparison->source);
	dungeon_free(&comparison->read.dungeon);
	compare_free(&comparison->compare);
}
