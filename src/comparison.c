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

/* Opens the file of the next map, unless the one that is open has it. */
static bool open_file(struct comparison *comparison, struct run *run, uint64_t number)
{
	const char *path = comparison->options->compare;
	bool pattern = pattern_has(path, "di");
	if (comparison->opened && !pattern)
		return true;
	source_close(&comparison->source);
	comparison->opened = true;
	if (!pattern_fill(comparison->name, path, run->dungeon.recipe.seed, number)) {
		run->input = excerpt_of(path, PATH_MOST);
		run->input_error = errno;
		return fail(run, OUTCOME_INPUT_FAILED);
	}
	run->input = excerpt_of(comparison->name, PATH_MOST);
	return source_open_file(&comparison->source, comparison->options, comparison->name, NULL) ||
	       fail(run, OUTCOME_NO_MEMORY);
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
	if (result == SOURCE_MAP)
		phrase_add(&run->fault, "has more maps than were made (%" PRIu64 "); ask for more with --count",
			   comparison->compared);
	else if (result == SOURCE_END)
		phrase_add(&run->fault,
			   "ends after %" PRIu64 " %s; if each file has one map, try --compare with %%d in its name",
			   comparison->compared, comparison->compared == 1 ? "map" : "maps");
	return fail(run, result == SOURCE_FAILED ? read->outcome : OUTCOME_NO_MAP);
}

/* Makes the map of another rng or seed in comparison->ours. Returns false if out of memory; *made: there is one. */
static bool make(struct comparison *comparison, const struct rng *rng, uint64_t seed, bool *made)
{
	struct generator *generator = generator_new(rng, &comparison->options->recipe);
	enum generator_result result = GENERATOR_NO_MEMORY;
	comparison->ours.keeps_attempts = true;
	if (generator)
		result = generator_make(generator, seed, &comparison->ours);
	*made = result == GENERATOR_MADE;
	generator_free(generator);
	return result != GENERATOR_NO_MEMORY;
}

/* Finds whose map the other one is, if it is that of another rng or of a seed beside this one. */
static bool find_candidate(struct comparison *comparison, uint64_t seed, struct phrase *cause)
{
	const struct rng *own = comparison->options->rng;
	bool same = false, made;
	for (size_t i = 0; rng_table[i] && !same; i++) {
		if (rng_table[i] == own || seed > rng_table[i]->max_seed)
			continue;
		if (!make(comparison, rng_table[i], seed, &made) ||
		    (made &&
		     !compare_candidate(&comparison->compare, &comparison->ours, &comparison->read.dungeon, &same)))
			return false;
		if (same)
			phrase_add(cause, "it is the map of --rng %s", rng_table[i]->name);
	}
	for (int step = -1; step <= 1 && !same; step += 2) {
		uint64_t other = step < 0 ? seed - 1 : seed + 1;
		if (seed == (step < 0 ? 0 : own->max_seed))
			continue;
		if (!make(comparison, own, other, &made) ||
		    (made &&
		     !compare_candidate(&comparison->compare, &comparison->ours, &comparison->read.dungeon, &same)))
			return false;
		if (same)
			phrase_add(cause, "it is the map of seed %" PRIu64, other);
	}
	return true;
}

/* Prints how the maps differ, and why. Returns false if out of memory. */
static bool tell(struct comparison *comparison, const struct run *run, struct difference *difference)
{
	const struct dungeon *theirs = &comparison->read.dungeon;
	const struct options *options = comparison->options;
	struct phrase cause = {""}, seed = {""};
	bool made, batch = options->count > 1 || options->find > 0;
	if (difference->rows > 0 && difference->kind != DIFFERENCE_EXCHANGED) {
		if (!find_candidate(comparison, run->dungeon.recipe.seed, &cause) ||
		    !make(comparison, options->rng, run->dungeon.recipe.seed, &made))
			return false;
		if (difference->kind == DIFFERENCE_TILES && !*cause.text)
			compare_find_cause(&comparison->compare, &comparison->ours, difference);
	}
	if (batch)
		phrase_add(&seed, "seed %" PRIu64 ": ", run->dungeon.recipe.seed);
	bool attempts = difference->rows > 0 && difference->kind > DIFFERENCE_EXIT;
	message("%s: %s%s", run->input.text, seed.text,
		difference_text(difference, attempts ? &comparison->ours : &run->dungeon, theirs,
				*cause.text ? cause.text : NULL, batch)
			.text);
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
	return !faults_count(&comparison->faults) || tell(comparison, run, &difference) || fail(run, OUTCOME_NO_MEMORY);
}

bool comparison_end(struct comparison *comparison, struct run *run)
{
	return !comparison->opened || read_map(comparison, run, SOURCE_END);
}

void comparison_close(struct comparison *comparison)
{
	faults_tell_rest(&comparison->faults);
	source_close(&comparison->source);
	dungeon_free(&comparison->read.dungeon);
	dungeon_free(&comparison->ours);
	compare_free(&comparison->compare);
}
