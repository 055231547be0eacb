/* SPDX-License-Identifier: MIT */
/*
 * The sink that writes maps in a format. It also guards files: two maps never go to one file, and
 * an input file is never overwritten before it has been read.
 */
#include "run/sink.h"

#include "cli/choose_format.h"
#include "io/pattern.h"
#include "run/label_words.h"
#include "run/output_words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct write_sink {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct output output;
	struct writer writer;
	bool has_two_patterns;  /* each map is read from a file and written to another one */
	uint64_t taken_count;   /* number of maps written */
	ARRAY(uint64_t, seeds); /* that files are named after, in ascending order */
	size_t seed_count;
};

/* Fails the run because a map cannot be written. Returns the error for the caller to fill in. */
static struct error *reject_map(struct write_sink *sink, const struct label *label)
{
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	label_describe(label, error);
	return error;
}

/* Guards on input files, before the first map. */

/*
 * Fails because the output leads to an input file, which would be destroyed, or grow while it is
 * read. Drops the maps in the buffer.
 */
static bool reject_target(struct write_sink *sink)
{
	output_drop(&sink->output);
	struct error *error = outcome_fail(sink->outcome, STATUS_FAILED);
	text_set(&error->file, "%s", sink->output.name);
	error_set_problem(error, "leads to the file that is read");
	error_set_fix(error, "--output with its name replaces it");
	return false;
}

/* Checks that the output does not write directly to any of the files of an input pattern. */
static bool check_input_pattern(struct write_sink *sink)
{
	const struct options *options = sink->options;
	char name[PATH_MOST];
	for (uint64_t i = 0; i < options->count; i++) {
		const uint64_t seed = options->seed + i;
		const uint64_t number = options->first + i;
		if (!pattern_fill(name, options->input, seed, number))
			continue;
		if (output_writes_to_path(&sink->output, name))
			return reject_target(sink);
	}
	return true;
}

/* Checks that the output does not write directly to a file that will be read. */
static bool check_inputs(struct write_sink *sink)
{
	const char *input = sink->options->input;
	/* The files of an output pattern are checked as they are opened. */
	if (!input || sink->output.pattern || !sink->output.file.in_place)
		return true;
	if (pattern_has(input, "di"))
		return check_input_pattern(sink);
	bool is_target;
	if (strcmp(input, "-") == 0)
		is_target = output_writes_to(&sink->output, SYSTEM_STANDARD_INPUT);
	else
		is_target = output_writes_to_path(&sink->output, input);
	if (is_target)
		return reject_target(sink);
	return true;
}

/* Guards on the files of single maps. */

/* Checks that the format can write the map, and the output another one. */
static bool check_format(struct write_sink *sink, const struct map *map, const struct label *label)
{
	const bool is_first = sink->taken_count == 0;
	struct error fault = {.line = 0};
	choose_format_find_fault(sink->options, map, label, is_first, &fault);
	if (error_is_empty(&fault))
		return true;
	label_describe(label, &fault);
	*outcome_fail(sink->outcome, STATUS_NO_MAP) = fault;
	return false;
}

/* Checks that the seed that the file is named after is known. */
static bool check_seed_is_known(struct write_sink *sink, const struct label *label)
{
	if (label->has_seed || !pattern_has(sink->options->output, "d"))
		return true;
	struct error *error = reject_map(sink, label);
	error_set_problem(error, "has no seed for the %%d of --output");
	error_set_fix(error, "use %%i, the number of the map");
	return false;
}

/*
 * Notes the seed that a file is named after. There is space for it. Returns false if it was noted
 * before.
 */
static bool note_seed(struct write_sink *sink, uint64_t seed)
{
	size_t place = sink->seed_count;
	while (place > 0 && sink->seeds[place - 1] > seed)
		place--;
	if (place > 0 && sink->seeds[place - 1] == seed)
		return false;
	const size_t greater_count = sink->seed_count - place;
	memmove(sink->seeds + place + 1, sink->seeds + place, greater_count * sizeof seed);
	sink->seeds[place] = seed;
	sink->seed_count++;
	return true;
}

/* Checks that no earlier map had the seed that the file is named after. */
static bool check_seed_is_new(struct write_sink *sink, const struct label *label)
{
	const struct options *options = sink->options;
	/* Seeds that maps are generated from do not repeat. */
	if (!options->input)
		return true;
	if (!pattern_has(options->output, "d") || pattern_has(options->output, "i"))
		return true;
	if (!array_reserve(sink, seeds, (uint64_t)sink->seed_count + 1))
		return outcome_fail_memory(sink->outcome);
	if (note_seed(sink, label->seed))
		return true;
	struct error *error = reject_map(sink, label);
	error_set_problem(error,
			  "has seed %" PRIu64
			  " again, and its file would replace that of an earlier map",
			  label->seed);
	error_set_fix(error, "use %%i, the number of the map");
	return false;
}

/* Checks that the output file is not a link, which could lead to an input file. */
static bool check_output_is_no_link(struct write_sink *sink, const struct label *label)
{
	char name[PATH_MOST];
	if (!sink->has_two_patterns)
		return true;
	if (!pattern_fill(name, sink->options->output, label->seed, label->number))
		return true;
	if (!system_is_link(name))
		return true;
	struct error *error = outcome_fail(sink->outcome, STATUS_NO_MAP);
	text_set(&error->file, "%s", name);
	error_set_problem(error, "is a symbolic link, which could lead to a file of --input");
	error_set_fix(error, "remove it");
	return false;
}

/* Checks that a map goes back to the file that it was read from, if both patterns are the same. */
static bool check_name_has_its_seed(struct write_sink *sink, const struct label *label)
{
	const struct options *options = sink->options;
	if (!sink->has_two_patterns || label->seed == label->file_seed)
		return true;
	if (!pattern_has(options->output, "d"))
		return true;
	if (!pattern_is_same(options->input, options->output))
		return true;
	struct error *error = reject_map(sink, label);
	error_set_problem(error, "has seed %" PRIu64 ", but its name is that of seed %" PRIu64,
			  label->seed, label->file_seed);
	error_set_fix(error, "use another folder for --output");
	return false;
}

/* Checks that a map that lost something while it was read does not replace its own file. */
static bool check_loss(struct write_sink *sink, const struct label *label)
{
	if (!label->is_lossy || !output_replaces(&sink->output, label->descriptor))
		return true;
	struct error *error = reject_map(sink, label);
	error_set_problem(error, "%s", label->note);
	error_set_fix(error, "choose another file for --output");
	return false;
}

/* Checks that the file of an output pattern, such as /dev/fd/%i, is not the input. */
static bool check_target(struct write_sink *sink, const struct label *label)
{
	if (!sink->output.pattern || !output_writes_to(&sink->output, label->descriptor))
		return true;
	return reject_target(sink);
}

/* Makes sure that the map can be written, and opens its file. */
static bool begin_map(struct write_sink *sink, const struct map *map, const struct label *label)
{
	if (!check_seed_is_known(sink, label))
		return false;
	if (!check_format(sink, map, label))
		return false;
	if (!check_seed_is_new(sink, label))
		return false;
	if (!check_output_is_no_link(sink, label))
		return false;
	if (!check_name_has_its_seed(sink, label))
		return false;
	if (!output_begin(&sink->output, label->seed, label->number))
		return outcome_fail_output(sink->outcome);
	/* What the file would replace is known now that it is open. */
	if (!check_loss(sink, label))
		return false;
	return check_target(sink, label);
}

/* The sink. */

/* Fails because the writer or the output did: the output's error is worded when it is closed. */
static bool fail_writing(struct write_sink *sink)
{
	if (sink->output.error)
		return outcome_fail_output(sink->outcome);
	return outcome_fail_memory(sink->outcome);
}

static bool write_sink_take(struct sink *base, const struct map *map, const struct label *label)
{
	struct write_sink *sink = (struct write_sink *)base;
	struct output *output = &sink->output;
	if (!begin_map(sink, map, label))
		return false;
	label_print_note(label, sink->options);
	sink->writer.label = label;
	if (!sink->options->format->write(&sink->writer, map) || !output_end(output))
		return fail_writing(sink);
	sink->taken_count++;
	/* The next map may come through a slow pipe. Do not let the reader wait for it. */
	if (label->is_stream && output->file.in_place && !output_finish(output))
		return fail_writing(sink);
	return true;
}

static bool write_sink_missing(struct sink *base, const struct failure *failure)
{
	struct write_sink *sink = (struct write_sink *)base;
	return outcome_fail_with(sink->outcome, failure);
}

/* Says how to create the tileset image that the maps refer to, if it does not exist. */
static void remind_of_tileset(struct write_sink *sink)
{
	const struct options *options = sink->options;
	const struct output *output = &sink->output;
	if (options->quiet || !(options->format->styles & STYLE_TILESET))
		return;
	/* A pipe or device is in no folder that could contain the image. */
	if (output->file.in_place)
		return;
	char path[PATH_MOST];
	if (!path_beside(path, output->file_name, options->style.tileset) || system_exists(path))
		return;
	struct text command = {.length = 0};
	text_add(&command, "--tileset-image");
	if (options->given[OPTION_TILE_SIZE])
		text_add(&command, " --tile-size %" PRIu32, options->style.tile_size);
	struct error *notice = outcome_notice(sink->outcome);
	text_set(&notice->file, "%s", path);
	error_set_problem(notice, "the map uses this tileset image, which does not exist");
	error_set_fix(notice, "create it with %s --output FILE", command.bytes);
}

static void write_sink_end(struct sink *base, const struct label *label, bool is_complete)
{
	struct write_sink *sink = (struct write_sink *)base;
	(void)label;
	(void)output_close(&sink->output, is_complete);
	if (sink->output.error)
		output_explain(&sink->output, sink->options, sink->outcome);
	else if (is_complete)
		remind_of_tileset(sink);
	writer_close(&sink->writer);
	array_free(sink, seeds);
	free(sink);
}

struct sink *write_sink_open(const struct options *options, struct progress *progress,
			     struct outcome *outcome)
{
	struct write_sink *sink = calloc(1, sizeof *sink);
	if (!sink) {
		(void)outcome_fail_memory(outcome);
		return NULL;
	}
	sink->sink = (struct sink){
		.take = write_sink_take, .missing = write_sink_missing, .end = write_sink_end};
	sink->options = options;
	sink->outcome = outcome;
	sink->has_two_patterns = pattern_has(options->input, "di") &&
				 pattern_has(options->output, "di");
	sink->sink.needs_history = options->format->needs_history;

	output_open(&sink->output, options->output);
	progress_watch_output(progress, &sink->output);
	sink->sink.keeps_maps = output_keeps_maps(&sink->output);
	bool is_open = true;
	if (sink->output.error)
		is_open = outcome_fail_output(outcome);
	else if (!writer_open(&sink->writer, options->format, &options->style, &sink->output,
			      &progress->watch))
		is_open = outcome_fail_memory(outcome);
	else
		is_open = check_inputs(sink);
	if (is_open)
		return &sink->sink;
	write_sink_end(&sink->sink, NULL, false);
	return NULL;
}
