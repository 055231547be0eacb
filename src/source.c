/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "cli/table.h"
#include "dungeon/generate.h"

enum { GUESS_MOST = 1 << 10 }; /* bytes without a known beginning, after which it is the text format */

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

bool source_open_file(struct source *source, const struct options *options, const char *path, struct progress *progress)
{
	input_open(&source->input, path);
	if (progress)
		progress_watch_input(progress, &source->input);
	return reader_open(&source->reader, format_of(&source->input, options), &options->style, &source->input);
}

bool source_open(struct source *source, const struct options *options, struct progress *progress)
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

enum outcome source_next(struct source *source, struct run *run, struct dungeon *dungeon)
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

void source_close(struct source *source)
{
	generator_free(source->generator);
	reader_close(&source->reader);
	input_close(&source->input);
}
