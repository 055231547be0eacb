/* SPDX-License-Identifier: MIT */
/*
 * The sink that writes maps in a format. It also protects files: it never writes two maps to one
 * file of an output pattern, and it never overwrites a FILE that has not been read.
 */
#include "run/sink.h"

#include "cli/choose_format.h"
#include "io/pattern.h"
#include "io/progress.h"
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
	struct route route;    /* the route of the current map, if it is written */
	struct source *source; /* where the maps come from */
	/* By FILE: its numbers, or zeros if it is not a regular file. */
	struct file_identity *inputs;
	uint64_t written_count; /* number of maps written */
	ARRAY(uint64_t, seeds); /* the seeds that files are named after, in ascending order */
	size_t seed_count;
};

/* Fails the outcome because a map cannot be written. Returns the message, whose place is set. */
static struct message *reject_map(struct write_sink *sink, const struct label *label)
{
	struct message *message = outcome_fail(sink->outcome);
	label_describe(label, message);
	return message;
}

/* Checks of each map and its file. Each returns false after a failure. */

/* Checks that the output can have another map. */
static bool check_count(struct write_sink *sink, const struct label *label)
{
	if (!sink->options->is_for_one_map || sink->written_count == 0)
		return true;
	struct message *message = reject_map(sink, label);
	(void)fail(message, STATUS_NO_MAP,
		   "contains several maps, which cannot be written to one %s file",
		   sink->options->format->name);
	return choose_format_suggest_file(sink->options, message);
}

/* Returns why a map has no route, as a part of a sentence. */
static const char *missing_route_phrase(enum route_result result)
{
	switch (result) {
	case ROUTE_LACKS_SPAWN:
		return "because the map has no spawn";
	case ROUTE_LACKS_EXIT:
		return "because the map has no exit";
	case ROUTE_SPAWN_IN_WALL:
		return "because the spawn is in the wall";
	case ROUTE_EXIT_IN_WALL:
		return "because the exit is in the wall";
	default:
		return "because the exit cannot be reached from the spawn";
	}
}

/* Finds the route of the map, if it is to be written. */
static bool find_route(struct write_sink *sink, const struct map *map, const struct label *label)
{
	if (!sink->options->style.shows_route)
		return true;
	const enum route_result result = route_find(&sink->route, map);
	sink->writer.route = &sink->route;
	if (result == ROUTE_FOUND)
		return true;
	if (result == ROUTE_NO_MEMORY)
		return outcome_fail_memory(sink->outcome);
	struct message *message = reject_map(sink, label);
	fail(message, STATUS_NO_MAP, "cannot show the route, %s", missing_route_phrase(result));
	return advise(message, "leave out --route");
}

/* Checks that the seed that the file is named after is known. */
static bool check_seed_is_known(struct write_sink *sink, const struct label *label)
{
	if (label->has_seed || !pattern_has(sink->options->output, "d"))
		return true;
	struct message *message = reject_map(sink, label);
	fail(message, STATUS_NO_MAP, "missing seed for the %%d of --output");
	return advise(message, "use %%i, the number of the map");
}

/*
 * Adds a seed to the seeds that files are named after. The caller has reserved memory for it.
 * Returns false if the seed is already there.
 */
static bool add_seed(struct write_sink *sink, uint64_t seed)
{
	size_t index = sink->seed_count;
	while (index > 0 && sink->seeds[index - 1] > seed)
		index--;
	if (index > 0 && sink->seeds[index - 1] == seed)
		return false;
	const size_t greater_count = sink->seed_count - index;
	memmove(sink->seeds + index + 1, sink->seeds + index, greater_count * sizeof seed);
	sink->seeds[index] = seed;
	sink->seed_count++;
	return true;
}

/* Checks that no earlier map had the same seed, if files are named after seeds alone. */
static bool check_seed_is_new(struct write_sink *sink, const struct label *label)
{
	const struct options *options = sink->options;
	/* The seeds of generated maps do not repeat. */
	if (options->file_count == 0)
		return true;
	if (!pattern_has(options->output, "d") || pattern_has(options->output, "i"))
		return true;
	if (!array_reserve(sink, seeds, (uint64_t)sink->seed_count + 1))
		return outcome_fail_memory(sink->outcome);
	if (add_seed(sink, label->seed))
		return true;
	struct message *message = reject_map(sink, label);
	fail(message, STATUS_NO_MAP,
	     "duplicate seed %" PRIu64 ", whose file would replace the file of an earlier map",
	     label->seed);
	return advise(message, "use %%i, the number of the map");
}

/* Fails the outcome because of the file that the output would overwrite. Returns false. */
static bool reject_target(struct write_sink *sink, const char *problem, const char *fix)
{
	struct message *message = outcome_fail(sink->outcome);
	message->place.file = outcome_keep_name(sink->outcome, sink->output.name);
	fail(message, STATUS_NO_MAP, "%s", problem);
	return advise(message, "%s", fix);
}

/* Returns whether a file is one of the FILEs, not counting the FILE at an index. */
static bool is_other_input(const struct write_sink *sink, const struct file_identity *file,
			   size_t index)
{
	for (size_t i = 0; i < sink->options->file_count; i++) {
		const struct file_identity *input = &sink->inputs[i];
		if (i != index && file->device == input->device && file->number == input->number)
			return true;
	}
	return false;
}

/*
 * Checks that the open output does not overwrite a FILE. It may replace only the FILE that is being
 * read, and only if nothing of that FILE is lost.
 */
static bool check_target(struct write_sink *sink, const struct label *label)
{
	const struct output *output = &sink->output;
	const size_t none = sink->options->file_count;
	const size_t index = output->is_pattern || none == 1 ? label->file_index : none;
	struct file_identity target;
	if (!label->file || !output_identify(output, &target))
		return true;
	if (!is_other_input(sink, &target, none))
		return true;
	if (output->file.in_place)
		return reject_target(
			sink, "leads to the input file, which dungen cannot overwrite in place",
			"to replace the file, use its name for --output");
	if (is_other_input(sink, &target, index))
		return reject_target(sink, "is also one of the files to read",
				     "choose another name for --output");
	if (label->is_lossy)
		return reject_target(sink, label->note, "choose another file for --output");
	if (output->is_pattern && sink->source->has_more(sink->source))
		return reject_target(sink, "contains several maps, which would be lost",
				     "choose another name for --output");
	return true;
}

/* Checks that the map can be written, and opens its file. Returns false after a failure. */
static bool begin_map(struct write_sink *sink, const struct map *map, const struct label *label)
{
	if (!check_seed_is_known(sink, label))
		return false;
	if (!check_count(sink, label))
		return false;
	if (!find_route(sink, map, label))
		return false;
	if (!check_seed_is_new(sink, label))
		return false;
	if (!output_begin(&sink->output, label->seed, label->number))
		return outcome_fail_output(sink->outcome);
	/* The file for all maps was checked with the first map. Later, only a loss can be new. */
	if (sink->written_count > 0 && !sink->output.is_pattern && !label->is_lossy)
		return true;
	return check_target(sink, label);
}

/* The sink. */

/*
 * Fails the outcome because the output failed, because the format refuses the map, or because
 * memory ran out. Returns false.
 */
static bool fail_writing(struct write_sink *sink, const struct label *label)
{
	struct message *message = &sink->writer.message;
	if (sink->output.error)
		return outcome_fail_output(sink->outcome);
	if (message_is_empty(message))
		return outcome_fail_memory(sink->outcome);
	/* A wrong command line is not the fault of this map. */
	if (message->status != STATUS_USAGE)
		label_describe(label, message);
	return outcome_fail_with(sink->outcome, message);
}

static bool write_sink_take(struct sink *base, const struct map *map, const struct label *label)
{
	struct write_sink *sink = (struct write_sink *)base;
	struct output *output = &sink->output;
	if (!begin_map(sink, map, label))
		return false;
	sink->writer.label = label;
	if (!sink->options->format->write(&sink->writer, map) || !output_end(output))
		return fail_writing(sink, label);
	label_print_note(label, sink->options);
	sink->written_count++;
	/* The next map may come through a slow pipe. Do not hold this map back until then. */
	if (label->file && output->file.in_place && !output_flush(output))
		return fail_writing(sink, label);
	return true;
}

static bool write_sink_missing(struct sink *base, const struct message *failure)
{
	struct write_sink *sink = (struct write_sink *)base;
	return outcome_fail_with(sink->outcome, failure);
}

/* Adds a notice on how to create the tileset image of the maps, if it does not exist. */
static void add_tileset_notice(struct write_sink *sink)
{
	const struct options *options = sink->options;
	const struct output *output = &sink->output;
	if (options->quiet || !(options->format->looks & LOOK_TILESET))
		return;
	/* The folder of a pipe or device does not contain an image. */
	if (output->file.in_place)
		return;
	char path[FILE_NAME_SIZE];
	if (!file_name_beside(path, output->file_name, options->style.tileset) ||
	    system_exists(path))
		return;
	struct message *notice = outcome_notice(sink->outcome);
	notice->place.file = outcome_keep_name(sink->outcome, path);
	text_set(&notice->problem, "missing tileset image of the map");
	advise(notice, "create the image with --tileset-image");
	if (options->given[OPTION_TILE_SIZE])
		text_add(&notice->fix, " --tile-size %" PRIu32, options->style.tile_size);
	text_add(&notice->fix, " --output FILE");
}

static void write_sink_end(struct sink *base, const struct label *label, bool is_complete)
{
	struct write_sink *sink = (struct write_sink *)base;
	(void)label;
	(void)output_close(&sink->output, is_complete);
	if (sink->output.error)
		output_explain(&sink->output, sink->options, sink->outcome);
	else if (is_complete)
		add_tileset_notice(sink);
	writer_close(&sink->writer);
	route_free(&sink->route);
	array_free(sink, seeds);
	free(sink->inputs);
	free(sink);
}

/* Returns how many maps each file will contain, unless the run fails. */
static uint64_t count_maps_of_file(const struct write_sink *sink)
{
	const struct options *options = sink->options;
	if (sink->output.is_pattern || options->is_for_one_map)
		return 1;
	if (options->find > 0)
		return options->find;
	return options->count;
}

/* Opens the writer, if the output is open. Returns false after failing the outcome. */
static bool open_writer(struct write_sink *sink)
{
	const struct options *options = sink->options;
	if (sink->output.error)
		return outcome_fail_output(sink->outcome);
	if (!writer_open(&sink->writer, options->format, &options->style, &sink->output))
		return outcome_fail_memory(sink->outcome);
	sink->writer.map_count = count_maps_of_file(sink);
	return true;
}

/* Finds out what identifies each FILE. Returns false after failing the outcome. */
static bool identify_inputs(struct write_sink *sink)
{
	const struct options *options = sink->options;
	sink->inputs = calloc(options->file_count + 1, sizeof *sink->inputs);
	if (!sink->inputs)
		return outcome_fail_memory(sink->outcome);
	for (size_t i = 0; i < options->file_count; i++) {
		struct file_identity *input = &sink->inputs[i];
		const bool is_file = strcmp(options->files[i], "-") == 0
					     ? system_identify(SYSTEM_STANDARD_INPUT, input)
					     : system_identify_path(options->files[i], input);
		if (!is_file)
			*input = (struct file_identity){0};
	}
	return true;
}

struct sink *write_sink_open(const struct options *options, struct source *source,
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
	sink->source = source;
	sink->sink.needs_history = options->format->needs_history;

	output_open(&sink->output, options->output);
	/* A pager may be using the screen. */
	if (system_has_reader(sink->output.file.descriptor))
		progress.is_wanted = false;
	sink->sink.keeps_maps = output_keeps_maps(&sink->output);
	if (open_writer(sink) && identify_inputs(sink))
		return &sink->sink;
	write_sink_end(&sink->sink, NULL, false);
	return NULL;
}
