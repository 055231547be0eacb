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
				  struct map *map, struct history *history)
{
	struct generator *generator = generator_new(rng, recipe);
	enum generator_result result = generator
					       ? generator_make(generator, seed, map, history, NULL)
					       : GENERATOR_NO_MEMORY;
	generator_free(generator);
	return result;
}

/*
 * Returns the rng of a document, and sets the recipe of `own`; or NULL if its map cannot be made
 * from what it says.
 */
static const struct rng *read_recipe(const struct map *document, struct options *own)
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
			  const struct source *source, const struct map *document,
			  const struct rng **rng)
{
	struct options own = {.command = COMMAND_MAPS};
	enum generator_result made = GENERATOR_TOO_FEW_ROOMS;
	*rng = read_recipe(document, &own);
	if (*rng)
		made = make(*rng, &own.recipe, document->recipe.seed, &comparison->other, NULL);
	if (made == GENERATOR_TOO_FEW_ROOMS)
		return run_fail(
			run, STATUS_USAGE,
			phrase("--compare: %s has no seed and options that make a map; give --seed",
			       source_place(source, document)));
	return made == GENERATOR_MADE ? STATUS_DONE : STATUS_FAILED;
}

/* The two maps of one comparison. */
struct pair {
	const struct map *ours, *theirs;
	const struct rng *rng;             /* that ours is made with; NULL: it cannot be made */
	const struct history *our_history; /* if ours was read with its attempts; or else NULL */
	const struct history *their_history;
};

/*
 * Compares the numbers of the other map, if it is a trace, with those of ours. Sets *draws to a
 * sentence on the first that differs, if any. Returns false if out of memory.
 */
static bool compare_draws(const struct pair *pair, const char **draws)
{
	const struct map *ours = pair->ours;
	if (!pair->rng || pair->their_history->attempt_count == 0)
		return true;
	if (pair->our_history) {
		*draws = draws_text(ours, pair->our_history, pair->theirs, pair->their_history);
		return true;
	}
	struct map again = {.room_count = 0};
	struct history history = {.attempt_count = 0};
	const bool is_made = make(pair->rng, &ours->recipe, ours->recipe.seed, &again, &history) ==
			     GENERATOR_MADE;
	if (is_made)
		*draws = draws_text(&again, &history, pair->theirs, pair->their_history);
	map_free(&again);
	history_free(&history);
	return is_made;
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
static bool tell_missing_glyph(const struct source *source, const struct map *map,
			       const struct difference *difference)
{
	const char *glyph = missing_glyph(source);
	if (!glyph)
		return false;
	message("%s: %" PRIu32 " of %" PRIu32 " rows differ; the map does not contain '%s'; use "
		"--glyphs to define the characters for wall and floor",
		source_place(source, map), difference->rows, map->recipe.height, glyph);
	return true;
}

/*
 * Reads the other map that belongs to a map of the run. Sets *is_read to whether there is one. If
 * not, this has been reported, and the status says whether the run goes on.
 */
static enum status read_other(struct comparison *comparison, struct run *run,
			      const struct source *source, const struct map *map, uint64_t number,
			      bool *is_read)
{
	struct source *other = &comparison->source;
	const enum source_result result = source_next(other, map->recipe.seed, number,
						      &comparison->other);
	*is_read = result == SOURCE_MAP;
	if (result == SOURCE_FAULT)
		return source_fail(other, run);
	if (result == SOURCE_MAP)
		return STATUS_DONE;
	const char *advice = source->path
				     ? phrase("; %s has more", source->input.name)
				     : "; if each file has one map, try --compare with %d in its "
				       "name";
	return run_fail(run, STATUS_NO_MAP,
			phrase("%s: ends after %s%s", other->input.name,
			       count_text(other->number, "map", "maps"), advice));
}

/* Returns how a message names the map that differs: by its file, document, or seed. */
static const char *place_of(const struct comparison *comparison, const struct run *run,
			    const struct source *source, const struct map *map)
{
	const struct options *options = run->options;
	const struct source *other = &comparison->source;
	const bool several = options->count > 1 || options->find > 0;
	if (options->remakes)
		return source_place(source, map);
	/* Among several generated maps, the seed tells which one differs. */
	if (several && !source->path)
		return phrase("%s: %s", other->input.name, source_place(source, map));
	return source_place(other, &comparison->other);
}

/* Prints how two maps differ, and what may be the cause. Returns false if out of memory. */
static bool tell_difference(struct comparison *comparison, const struct run *run,
			    const struct source *source, const struct map *map,
			    const struct pair *pair, const struct difference *difference,
			    const char *draws)
{
	const struct options *options = run->options;
	const struct map *ours = pair->ours, *theirs = pair->theirs;
	const bool most_rows_differ = difference->rows > ours->recipe.height / 2;
	if (most_rows_differ && (tell_missing_glyph(&comparison->source, theirs, difference) ||
				 tell_missing_glyph(source, map, difference)))
		return true;

	struct cause cause = {0};
	const bool tiles_differ = difference->rows > 0 || difference->kind == DIFFERENCE_SIZE;
	if (pair->rng && tiles_differ &&
	    !plain_explain(&comparison->plain, pair->rng, ours, pair->our_history,
			   &comparison->compare, &theirs->recipe, &cause))
		return false;

	const bool several = options->count > 1 || options->find > 0;
	const bool is_first_room_missing = cause.mistakes == 0 && cause.attempt == 1;
	const bool may_need_trace = most_rows_differ && is_first_room_missing && !source->path &&
				    pair->their_history->attempt_count == 0;
	message("%s: %s%s", place_of(comparison, run, source, map),
		difference_text(difference, ours, theirs, &cause, draws, several),
		may_need_trace ? "; if the program has its own random numbers, give its trace to "
				 "--input"
			       : "");
	return true;
}

enum status comparison_take(struct comparison *comparison, struct run *run,
			    const struct source *source, const struct map *map, uint64_t number)
{
	struct pair pair = {.ours = map, .theirs = &comparison->other};
	pair.their_history = &comparison->source.history;
	if (source->path && source->history.attempt_count > 0)
		pair.our_history = &source->history;
	if (pair.our_history || !source->path)
		pair.rng = run->options->rng;

	enum status status;
	bool is_there = true;
	if (run->options->remakes) {
		pair.ours = &comparison->other;
		pair.theirs = map;
		pair.their_history = &source->history;
		status = remake(comparison, run, source, map, &pair.rng);
	} else {
		status = read_other(comparison, run, source, map, number, &is_there);
	}
	if (status != STATUS_DONE || !is_there)
		return status;

	struct difference difference;
	const char *draws = "";
	if (!compare_maps(&comparison->compare, pair.ours, pair.theirs, &difference,
			  &source->progress->watch))
		return STATUS_FAILED;
	if (difference.kind != DIFFERENCE_SIZE && !compare_draws(&pair, &draws))
		return STATUS_FAILED;
	if (difference.kind == DIFFERENCE_NONE && !*draws)
		return STATUS_DONE;
	if (!run_reports(run, STATUS_NO_MAP))
		return STATUS_DONE;
	return tell_difference(comparison, run, source, map, &pair, &difference, draws)
		       ? STATUS_DONE
		       : STATUS_FAILED;
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
	map_free(&comparison->other);
	plain_free(&comparison->plain);
	compare_free(&comparison->compare);
}
