/* SPDX-License-Identifier: MIT */
#include "run/source.h"

#include "cli/table.h"
#include "io/pattern.h"

#include <errno.h>
#include <inttypes.h>

enum {
	GUESS_MOST = 1 << 10
}; /* bytes without a known beginning, after which it is the text format */

bool source_open(struct source *source, const struct options *options, const char *path,
		 const struct format *format, struct progress *progress)
{
	struct recipe recipe = options->recipe;
	*source = (struct source){
		.options = options, .path = path, .format = format, .progress = progress};
	source->input = (struct input){.name = path, .descriptor = -1};
	/* A file with several maps ends by itself, and a search goes on to the last seed. */
	source->last = path && !source_has_pattern(source) ? UINT64_MAX
		       : options->find                     ? options->rng->max_seed - options->seed
							   : options->count - 1;
	if (path)
		return true;
	recipe.parameters = source->parameters;
	recipe.parameter_count = table_parameters(options, source->parameters);
	source->generator = generator_new(options->rng, &recipe);
	return source->generator;
}

bool source_has_pattern(const struct source *source)
{
	return pattern_has(source->path, "di");
}

bool source_has_more(struct source *source)
{
	return source->reader.format && source->reader.format->reads_on &&
	       input_has_text(&source->input);
}

/* The format of the open input: the one that is known, or what its first bytes look like. */
static const struct format *find_format(struct source *source)
{
	struct input *input = &source->input;
	if (source->format)
		return source->format;
	/* A pipe may hand over few bytes at once, and an empty file has none to point at. */
	const struct format *guess = format_table[0];
	while (input->start < input->end || input_more(input)) {
		size_t length = input->end - input->start;
		guess = format_guess(input->bytes + input->start, length);
		const bool is_known = guess != format_table[0];
		if (is_known || length >= GUESS_MOST || !input_more(input))
			break;
	}
	return guess;
}

static void close_file(struct source *source)
{
	reader_close(&source->reader);
	input_close(&source->input);
}

/*
 * Opens the file of a map. Errors are recorded in the input. Returns false if its name is too long,
 * or out of memory.
 */
static bool open_file(struct source *source, uint64_t seed, uint64_t number)
{
	close_file(source);
	if (!pattern_fill(source->name, source->path, seed, number)) {
		source->input = (struct input){
			.name = source->path, .error = errno, .descriptor = -1};
		return false;
	}
	input_open(&source->input, source->name);
	progress_watch_input(source->progress, &source->input);
	if (reader_open(&source->reader, find_format(source), &source->options->style,
			&source->input, &source->history))
		return true;
	source->input.error = ENOMEM;
	return false;
}

static enum source_result read_map(struct source *source, struct map *map)
{
	enum read_result result = reader_next(&source->reader, map);
	if (result == READ_NO_MEMORY)
		source->input.error = ENOMEM;
	source->number += result != READ_END;
	return result == READ_MAP ? SOURCE_MAP : result == READ_END ? SOURCE_END : SOURCE_FAULT;
}

/* Reads the map of a file that holds no other one. */
static enum source_result read_file(struct source *source, uint64_t seed, uint64_t number,
				    struct map *map)
{
	if (!open_file(source, seed, number))
		return SOURCE_FAULT;
	enum source_result result = read_map(source, map);
	if (result != SOURCE_MAP || !source_has_more(source))
		return result;
	reader_refuse(
		&source->reader,
		"has more than one map; a name without %%d is that of one file with all maps");
	return SOURCE_FAULT;
}

enum source_result source_next(struct source *source, uint64_t seed, uint64_t number,
			       struct map *map)
{
	if (source->generator) {
		struct history *history = source->options->format->needs_attempts ? &source->history
										  : NULL;
		enum generator_result made = generator_make(source->generator, seed, map, history,
							    &source->progress->watch);
		source->input.error = made == GENERATOR_NO_MEMORY ? ENOMEM : 0;
		return made == GENERATOR_MADE ? SOURCE_MAP
		       : source->input.error  ? SOURCE_FAULT
					      : SOURCE_TOO_FEW;
	}
	if (source_has_pattern(source))
		return read_file(source, seed, number, map);
	if (source->number == 0 && !open_file(source, seed, number))
		return SOURCE_FAULT;
	return read_map(source, map);
}

const char *source_memory_fault(const struct source *source)
{
	const struct recipe *recipe = &source->options->recipe;
	if (source->path)
		return phrase("out of memory: for the map in %s",
			      excerpt_of(source->input.name, PATH_MOST));
	bool loops = recipe->loops > 0;
	return phrase(
		"out of memory: for a map of %s with up to %s%s; fewer --max-rooms%s take less",
		size_text(recipe->width, recipe->height),
		count_text(recipe_most_rooms(recipe), "room", "rooms"),
		loops ? phrase(" and %" PRIu32 " loops", recipe->loops) : "",
		loops ? " or --loops" : " or a smaller --width");
}

enum status source_fail(const struct source *source, struct run *run)
{
	const int error = source->input.error;
	const char *fault = error == ENOMEM
				    ? source_memory_fault(source)
				    : phrase("%s: %s", excerpt_of(source->input.name, PATH_MOST),
					     error ? system_reason(error) : source->reader.fault);
	const enum status status = error ? STATUS_FAILED : STATUS_NO_MAP;
	if (!source_has_pattern(source) || !(source->options->check || source->options->compare))
		return run_fail(run, status, fault);
	if (run_reports(run, status))
		message("%s", fault);
	return STATUS_DONE;
}

const char *source_place(const struct source *source, const struct map *map)
{
	if (source->generator)
		return phrase("seed %" PRIu64, map->recipe.seed);
	const char *name = excerpt_of(source->input.name, PATH_MOST);
	const bool first = source->number <= 1 || source_has_pattern(source);
	return first ? name : phrase("%s: document %" PRIu64, name, source->number);
}

void source_close(struct source *source)
{
	generator_free(source->generator);
	close_file(source);
	history_free(&source->history);
}
