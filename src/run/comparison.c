/* SPDX-License-Identifier: MIT */
#include "run/comparison.h"

#include "cli/command_line.h"
#include "run/faults.h"

#include <inttypes.h>
#include <string.h>

bool comparison_open(struct comparison *comparison, const struct options *options,
		     struct progress *progress)
{
	return !options->compare || options->remakes ||
	       source_open(&comparison->source, options, options->compare, options->compare_format,
			   progress);
}

static enum generator_result make(const struct rng *rng, const struct recipe *recipe, uint64_t seed,
				  struct dungeon *dungeon)
{
	struct generator *generator = generator_new(rng, recipe);
	enum generator_result result = generator ? generator_make(generator, seed, dungeon)
						 : GENERATOR_NO_MEMORY;
	generator_free(generator);
	return result;
}

/*
 * Returns the rng of a document, and sets the recipe of `own`; or NULL if its map cannot be made
 * from what it says.
 */
static const struct rng *read_recipe(const struct dungeon *document, struct options *own)
{
	const struct recipe *recipe = &document->recipe;
	if (!recipe->algorithm || document->lacks & LACKS_SEED ||
	    !command_line_read_recipe(own, recipe) || recipe_check(&own->recipe) != RECIPE_SOUND)
		return NULL;
	for (size_t i = 0; rng_table[i]; i++)
		if (strcmp(rng_table[i]->name, recipe->rng) == 0 &&
		    recipe->seed <= rng_table[i]->max_seed)
			return rng_table[i];
	return NULL;
}

/* Makes the map that a document says it is, and sets *rng to that of the document. */
static enum status remake(struct comparison *comparison, struct run *run,
			  const struct source *source, const struct dungeon *document,
			  const struct rng **rng)
{
	struct options own = {.command = COMMAND_MAPS};
	enum generator_result made = GENERATOR_TOO_FEW_ROOMS;
	*rng = read_recipe(document, &own);
	if (*rng)
		made = make(*rng, &own.recipe, document->recipe.seed, &comparison->other);
	if (made == GENERATOR_TOO_FEW_ROOMS)
		return run_fail(
			run, STATUS_USAGE,
			phrase("--compare: %s has no seed and options that make a map; give --seed",
			       source_place(source, document)));
	return made == GENERATOR_MADE ? STATUS_DONE : STATUS_FAILED;
}

/*
 * Compares the numbers of `theirs`, if it is a trace, with those of our map, which was made with
 * `rng` or read as `trace`. Sets *draws to a sentence on the first that differs, if any. Returns
 * false if out of memory.
 */
static bool compare_draws(const struct rng *rng, const struct dungeon *trace,
			  const struct dungeon *ours, const struct dungeon *theirs,
			  const char **draws)
{
	struct dungeon again = {.keeps_attempts = true};
	const bool has_draws = rng && theirs->attempts > 0;
	if (has_draws && !trace &&
	    make(rng, &ours->recipe, ours->recipe.seed, &again) != GENERATOR_MADE)
		return false;
	if (has_draws)
		*draws = draws_text(trace ? trace : &again, theirs);
	dungeon_free(&again);
	return true;
}

/*
 * Returns the character of --glyphs that a text lacks because it has others for walls or floor; or
 * NULL if it is no text or has both.
 */
static const char *missing_glyph(const struct source *source)
{
	const struct reader *reader = &source->reader;
	if (!source->path || !(reader->spellings & SPELLED_OTHERWISE))
		return NULL;
	if (!(reader->spellings & SPELLED_WALL))
		return reader->style->glyph[GLYPH_WALL];
	if (!(reader->spellings & SPELLED_FLOOR))
		return reader->style->glyph[GLYPH_FLOOR];
	return NULL;
}

/* Prints that a map differs because its characters are not dungen's. Returns false if they are. */
static bool tell_missing_glyph(const struct source *source, const struct dungeon *dungeon,
			       const struct difference *difference)
{
	const char *glyph = missing_glyph(source);
	if (!glyph)
		return false;
	message("%s: %" PRIu32 " of %" PRIu32 " rows differ; the map does not contain '%s'; use "
		"--glyphs to define the characters for wall and floor",
		source_place(source, dungeon), difference->rows, dungeon->recipe.height, glyph);
	return true;
}

enum status comparison_take(struct comparison *comparison, struct run *run,
			    const struct source *source, const struct dungeon *dungeon,
			    uint64_t number)
{
	const struct options *options = run->options;
	const struct dungeon *trace = source->path && dungeon->attempts > 0 ? dungeon : NULL;
	const struct rng *rng = trace || !source->path ? options->rng : NULL;
	const struct dungeon *ours = dungeon, *theirs = &comparison->other;
	struct source *other = &comparison->source;
	struct difference difference;
	struct cause cause = {0};
	const char *draws = "";
	if (options->remakes) {
		enum status made = remake(comparison, run, source, dungeon, &rng);
		if (made != STATUS_DONE)
			return made;
		ours = &comparison->other;
		theirs = dungeon;
	} else {
		enum source_result result = source_next(other, dungeon->recipe.seed, number,
							&comparison->other);
		if (result == SOURCE_FAULT)
			return source_fail(other, run);
		if (result == SOURCE_END)
			return run_fail(run, STATUS_NO_MAP,
					phrase("%s: ends after %s%s", other->input.name,
					       count_text(other->number, "map", "maps"),
					       source->path
						       ? phrase("; %s has more", source->input.name)
						       : "; if each file has one map, try "
							 "--compare with %d in its name"));
	}
	if (!compare_maps(&comparison->compare, ours, theirs, &difference))
		return STATUS_FAILED;
	const bool same_size = difference.kind != DIFFERENCE_SIZE;
	if (same_size && !compare_draws(rng, trace, ours, theirs, &draws))
		return STATUS_FAILED;
	if ((difference.kind == DIFFERENCE_NONE && !*draws) || !run_reports(run, STATUS_NO_MAP))
		return STATUS_DONE;
	const bool several = options->count > 1 || options->find > 0;
	const char *place = options->remakes           ? source_place(source, dungeon)
			    : several && !source->path ? phrase("%s: %s", other->input.name,
								source_place(source, dungeon))
						       : source_place(other, theirs);
	const bool most_rows_differ = difference.rows > ours->recipe.height / 2;
	if (most_rows_differ && tell_missing_glyph(other, theirs, &difference))
		return STATUS_DONE;
	if (most_rows_differ && tell_missing_glyph(source, dungeon, &difference))
		return STATUS_DONE;
	if (rng && (difference.rows > 0 || !same_size) &&
	    !plain_explain(&comparison->plain, rng, trace, &comparison->compare, &ours->recipe,
			   &theirs->recipe, &cause))
		return STATUS_FAILED;
	const bool is_first_room_missing = cause.mistakes == 0 && cause.attempt == 1;
	const bool is_other_map = most_rows_differ && is_first_room_missing;
	const bool may_need_trace = is_other_map && !source->path && theirs->attempts == 0;
	message("%s: %s%s", place,
		difference_text(&difference, ours, theirs, &cause, draws, several),
		may_need_trace ? "; if the program has its own random numbers, give its "
				 "trace to --input"
			       : "");
	return STATUS_DONE;
}

enum status comparison_pass_over(struct comparison *comparison, struct run *run)
{
	struct source *other = &comparison->source;
	/* A file of a pattern belongs to its map by seed or number. */
	if (!run->options->compare || run->options->remakes || source_has_pattern(other))
		return STATUS_DONE;
	if (source_next(other, 0, 0, &comparison->other) == SOURCE_FAULT)
		return source_fail(other, run);
	return STATUS_DONE;
}

enum status comparison_end(struct comparison *comparison, struct run *run,
			   const struct source *source)
{
	struct source *other = &comparison->source;
	if (run->options->remakes || source_has_pattern(other))
		return STATUS_DONE;
	switch (source_next(other, 0, 0, &comparison->other)) {
	case SOURCE_END:
		return STATUS_DONE;
	case SOURCE_FAULT:
		return source_fail(other, run);
	default:
		return run_fail(
			run, STATUS_NO_MAP,
			phrase("%s: has more maps than %s (%" PRIu64 ")%s", other->input.name,
			       source->path ? source->input.name : "were made", other->number - 1,
			       source->path ? "" : "; ask for more with --count"));
	}
}

void comparison_close(struct comparison *comparison)
{
	source_close(&comparison->source);
	dungeon_free(&comparison->other);
	plain_free(&comparison->plain);
	compare_free(&comparison->compare);
}
