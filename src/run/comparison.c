/* SPDX-License-Identifier: MIT */
#include "run/comparison.h"

#include "cli/command_line.h"
#include "output/pattern.h"
#include "run/faults.h"

#include <inttypes.h>
#include <string.h>

void comparison_open(struct comparison *comparison, const struct options *options, struct progress *progress)
{
	comparison->options = options;
	comparison->remakes = options->remakes;
	comparison->source.progress = progress;
	if (!options->remakes)
		source_open_files(&comparison->source, options, options->compare, options->compare_format);
}

static enum status fail(struct run *run, enum status status, const char *fault)
{
	run->fault = fault;
	return status;
}

/* Making the other map. */

/* Makes a map again. Returns STATUS_USAGE if there is none. */
static enum status make(const struct rng *rng, const struct recipe *recipe, uint64_t seed, struct dungeon *dungeon)
{
	struct generator *generator = generator_new(rng, recipe);
	enum generator_result result = generator ? generator_make(generator, seed, dungeon) : GENERATOR_NO_MEMORY;
	generator_free(generator);
	return result == GENERATOR_MADE ? STATUS_DONE : result == GENERATOR_NO_MEMORY ? STATUS_FAILED : STATUS_USAGE;
}

/* Makes the map that a document says it is, and sets *rng to that of the document. */
static enum status remake(struct comparison *comparison, struct run *run, const struct source *source,
			  const struct dungeon *document, const struct rng **rng)
{
	struct options own = {.command = comparison->options->command};
	enum status made = STATUS_USAGE;
	const uint64_t seed = document->recipe.seed;
	*rng = NULL;
	for (size_t i = 0; !(document->lacks & (LACKS_RECIPE | LACKS_SEED)) && rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, document->recipe.rng) == 0)
			*rng = rng_table[i];
	if (*rng && seed <= (*rng)->max_seed && command_line_read_recipe(&own, &document->recipe) &&
	    recipe_check(&own.recipe) == RECIPE_SOUND)
		made = make(*rng, &own.recipe, seed, &comparison->other);
	if (made != STATUS_USAGE)
		return made;
	return fail(run, STATUS_USAGE,
		    phrase("--compare: %s has no seed and options to make its map from; give --seed",
			   source_place(source, document)));
}

/* Reading it. */

/* Reads the next map to compare with. One that is missing among several files is reported, and *missing set. */
static enum status read_other(struct comparison *comparison, struct run *run, const struct source *source,
			      const struct dungeon *dungeon, uint64_t number, bool *missing)
{
	struct source *other = &comparison->source;
	enum status status = STATUS_FAILED;
	if (dungeon->lacks & LACKS_SEED && pattern_has(other->path, "d"))
		return fail(run, STATUS_NO_MAP,
			    phrase("%s: has no seed for the %%d of --compare; use %%i, the number of the map",
				   source_place(source, dungeon)));
	switch (source_next(other, dungeon->recipe.seed, number, &comparison->other)) {
	case SOURCE_END:
		return fail(run, STATUS_NO_MAP,
			    phrase("%s: ends after %s%s", other->input.name,
				   count_text(other->number - 1, "map", "maps"),
				   source->generator ? "; if each file has one map, try --compare with %d in its name"
						     : phrase("; %s has more", source->input.name)));
	case SOURCE_FAULT: {
		const char *fault = source_fault(other, &status);
		if (!source_has_pattern(other))
			return fail(run, status, fault);
		if (run_reports(run, status))
			message("%s", fault);
		*missing = true;
		return STATUS_DONE;
	}
	case SOURCE_MAP:
		return STATUS_DONE;
	default:
		return STATUS_FAILED;
	}
}

/* Comparing. */

/*
 * Prints how the maps differ and why, if ours was made, with the rng, or read as a trace. Returns false if out of
 * memory.
 */
static bool tell(struct comparison *comparison, const struct difference *difference, const struct rng *rng,
		 const struct dungeon *trace, const struct dungeon *ours, const struct dungeon *theirs,
		 const char *place)
{
	bool batch = comparison->options->count > 1 || comparison->options->find > 0;
	struct cause cause = {0};
	struct dungeon again = {.keeps_attempts = true};
	const char *draws = "";
	if (rng && (difference->rows > 0 || difference->kind == DIFFERENCE_SIZE) &&
	    !plain_explain(&comparison->plain, rng, trace, &comparison->compare, &ours->recipe, &theirs->recipe,
			   &cause))
		return false;
	if (rng && theirs->attempts > 0 && difference->kind != DIFFERENCE_SIZE &&
	    (trace || make(rng, &ours->recipe, ours->recipe.seed, &again) == STATUS_DONE))
		draws = draws_text(trace ? trace : &again, theirs);
	dungeon_free(&again);
	message("%s: %s%s", place, batch ? phrase("seed %" PRIu64 ": ", ours->recipe.seed) : "",
		difference_text(difference, ours, theirs, &cause, draws, batch));
	return true;
}

enum status comparison_take(struct comparison *comparison, struct run *run, const struct source *source,
			    const struct dungeon *dungeon, uint64_t number)
{
	const struct rng *rng = source->generator || dungeon->attempts > 0 ? comparison->options->rng : NULL;
	struct difference difference;
	bool missing = false;
	enum status status = comparison->remakes ? remake(comparison, run, source, dungeon, &rng)
						 : read_other(comparison, run, source, dungeon, number, &missing);
	if (status != STATUS_DONE || missing)
		return status;
	const struct dungeon *ours = comparison->remakes ? &comparison->other : dungeon;
	const struct dungeon *theirs = comparison->remakes ? dungeon : &comparison->other;
	const char *place = comparison->remakes ? source_place(source, dungeon)
			    : source->generator ? comparison->source.input.name
						: source_place(&comparison->source, theirs);
	const struct dungeon *trace = source->generator || comparison->remakes ? NULL : dungeon;
	bool compared = compare_maps(&comparison->compare, ours, theirs, &difference);
	if (compared && difference.kind != DIFFERENCE_NONE && run_reports(run, STATUS_NO_MAP))
		compared = tell(comparison, &difference, rng, trace, ours, theirs, place);
	return compared ? STATUS_DONE : STATUS_FAILED;
}

enum status comparison_end(struct comparison *comparison, struct run *run, const struct source *source)
{
	struct source *other = &comparison->source;
	enum status status = STATUS_FAILED;
	if (comparison->remakes || source_has_pattern(other))
		return STATUS_DONE;
	switch (source_next(other, 0, 0, &comparison->other)) {
	case SOURCE_END:
		return STATUS_DONE;
	case SOURCE_FAULT:
		run->fault = source_fault(other, &status);
		return status;
	case SOURCE_MAP:
		run->fault = phrase("%s: has more maps than %s (%" PRIu64 ")%s", other->input.name,
				    source->generator ? "were made" : source->input.name, other->number - 1,
				    source->generator ? "; ask for more with --count" : "");
		return STATUS_NO_MAP;
	default:
		return STATUS_FAILED;
	}
}

void comparison_close(struct comparison *comparison)
{
	source_close(&comparison->source);
	dungeon_free(&comparison->other);
	plain_free(&comparison->plain);
	compare_free(&comparison->compare);
}
