/* SPDX-License-Identifier: MIT */
#include "source.h"

#include "cli/table.h"
#include "dungeon/generate.h"

#include <errno.h>

enum { GUESS_MOST = 1 << 10 }; /* bytes without a known beginning, after which it is the text format */

/* The format of the input: the one that the options name, or what its first bytes look like. */
static const struct format *format_of(struct source *source)
{
	struct input *input = &source->input;
	input_skip_mark(input);
	if (source->options->input_format)
		return source->options->input_format;
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

bool source_open_file(struct source *source, const struct options *options, const char *path, struct progress *progress)
{
	*source = (struct source){.options = options, .input.descriptor = -1};
	input_open(&source->input, path);
	if (progress)
		progress_watch_input(progress, &source->input);
	return reader_open(&source->reader, format_of(source), &options->style, &source->input);
}

bool source_open(struct source *source, const struct options *options, struct progress *progress)
{
	if (options->input)
		return source_open_file(source, options, options->input, progress);
	*source = (struct source){.options = options, .input.descriptor = -1};
	struct recipe recipe = options->recipe;
	recipe.parameters = source->parameters;
	recipe.parameter_count = table_parameters(options, source->parameters);
	source->generator = generator_new(options->rng, &recipe);
	return source->generator;
}

static enum source_result fail(struct run *run, enum outcome outcome)
{
	run->outcome = outcome;
	return SOURCE_FAILED;
}

static enum source_result read_next(struct source *source, struct run *run)
{
	switch (reader_next(&source->reader, &run->dungeon)) {
	case READ_MAP:
		return SOURCE_MAP;
	case READ_END:
		return SOURCE_END;
	case READ_NO_MEMORY:
		return fail(run, OUTCOME_NO_MEMORY);
	default:
		run->input_error = source->input.error;
		phrase_add(&run->fault, "%s", source->reader.fault);
		return fail(run, source->input.error ? OUTCOME_INPUT_FAILED : OUTCOME_NO_MAP);
	}
}

static enum source_result make_next(struct source *source, struct run *run)
{
	const struct options *options = source->options;
	if (options->find ? run->tried > options->rng->max_seed - options->seed : run->tried == options->count)
		return SOURCE_END;
	switch (generator_make(source->generator, options->seed + run->tried, &run->dungeon)) {
	case GENERATOR_MADE:
		return SOURCE_MAP;
	case GENERATOR_NO_MEMORY:
		return fail(run, OUTCOME_NO_MEMORY);
	default:
		return SOURCE_NONE;
	}
}

enum source_result source_next(struct source *source, struct run *run)
{
	enum source_result result = source->generator ? make_next(source, run) : read_next(source, run);
	run->tried += result == SOURCE_MAP || result == SOURCE_NONE;
	return result;
}

void source_close(struct source *source)
{
	generator_free(source->generator);
	reader_close(&source->reader);
	input_close(&source->input);
}
