/* SPDX-License-Identifier: MIT */
/*
 * The sink that writes maps in a format. It also protects files: it never writes two maps to one
 * file of an output pattern, and it never overwrites a FILE that has not been read.
 */
#include "run/sink.h"

#include "cli/choose_format.h"
#include "formats/writer.h"
#include "io/pattern.h"
#include "io/progress.h"
#include "map/route.h"

#include <inttypes.h>
#include <string.h>

struct write_sink {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct output *output;
	struct writer writer;
	struct route route;     /* the route of the current map, if it is written */
	uint64_t written_count; /* number of maps written */
	ARRAY(uint64_t, seeds); /* the seeds that files are named after, in ascending order */
	size_t seed_count;
};

/* Finds the route of the map. Returns false after failing the outcome. */
static bool find_route(struct write_sink *sink, const struct map *map)
{
	static const char *const reasons[] = {
		[ROUTE_LACKS_SPAWN] = "the map has no spawn",
		[ROUTE_LACKS_EXIT] = "the map has no exit",
		[ROUTE_SPAWN_IN_WALL] = "the spawn is in the wall",
		[ROUTE_EXIT_IN_WALL] = "the exit is in the wall",
		[ROUTE_BLOCKED] = "the exit cannot be reached from the spawn",
	};
	struct message *message = &sink->outcome->message;
	const enum route_result result = route_find(&sink->route, map);
	sink->writer.route = &sink->route;
	if (result == ROUTE_FOUND)
		return true;
	if (result == ROUTE_NO_MEMORY)
		return outcome_stop(sink->outcome);
	fail(message, STATUS_NO_MAP, "cannot show the route, because %s", reasons[result]);
	return advise(message, "leave out --route");
}

/*
 * Adds a seed to the seeds that files are named after. Returns false after failing the outcome, if
 * the seed is already there.
 */
static bool add_seed(struct write_sink *sink, uint64_t seed)
{
	struct message *message = &sink->outcome->message;
	size_t index = sink->seed_count;
	if (!array_reserve(sink, seeds, (uint64_t)sink->seed_count + 1))
		return outcome_stop(sink->outcome);
	while (index > 0 && sink->seeds[index - 1] > seed)
		index--;
	if (index > 0 && sink->seeds[index - 1] == seed) {
		fail(message, STATUS_NO_MAP,
		     "duplicate seed %" PRIu64
		     ", whose file would replace the file of an earlier map",
		     seed);
		return advise(message, "use %%i, the number of the map");
	}
	memmove(sink->seeds + index + 1, sink->seeds + index,
		(sink->seed_count - index) * sizeof seed);
	sink->seeds[index] = seed;
	sink->seed_count++;
	return true;
}

/*
 * Checks that the open output does not overwrite a FILE. It may replace the only FILE, unless a
 * part of that is lost. Returns false after failing the outcome.
 */
static bool check_target(struct write_sink *sink, const struct origin *origin)
{
	const struct options *options = sink->options;
	const struct output *output = sink->output;
	const bool replaces_files = !output->is_pattern && !output->file.in_place;
	const bool may_replace = replaces_files && options->file_count == 1;
	struct message *message = &sink->outcome->message;
	struct file_identity target;
	if (options->file_count == 0 || !output_identify(output, &target))
		return true;
	for (size_t i = 0; i < options->file_count; i++) {
		const char *name = options->files[i];
		struct file_identity input;
		const bool is_file = strcmp(name, "-") == 0
					     ? system_identify(SYSTEM_STANDARD_INPUT, &input)
					     : system_identify_path(name, &input);
		if (!is_file || target.device != input.device || target.number != input.number)
			continue;
		if (may_replace && !origin->is_lossy)
			continue;
		message->place = (struct place){.file = output->name};
		fail(message, STATUS_NO_MAP, "%s",
		     may_replace ? origin->note : "is also one of the files to read");
		return advise(message, "write to another file");
	}
	return true;
}

/*
 * Opens the file of the map, unless the map cannot be written. Returns false after failing the
 * outcome.
 */
static bool begin_map(struct write_sink *sink, const struct map *map, const struct origin *origin)
{
	const struct options *options = sink->options;
	struct message *message = &sink->outcome->message;
	const bool has_seed_in_name = pattern_has(options->output, "d");
	const bool has_number_in_name = pattern_has(options->output, "i");
	if (has_seed_in_name && !origin->has_seed) {
		fail(message, STATUS_NO_MAP, "missing seed for the %%d of --output");
		return advise(message, "use %%i, the number of the map");
	}
	if (options->is_for_one_map && sink->written_count > 0)
		return choose_format_refuse_maps(options, STATUS_NO_MAP, message);
	if (options->style.shows_route && !find_route(sink, map))
		return false;
	/* The seeds of generated maps do not repeat. */
	if (origin->file && has_seed_in_name && !has_number_in_name &&
	    !add_seed(sink, origin->seed))
		return false;
	if (!output_begin(sink->output, origin->seed, origin->number))
		return outcome_stop(sink->outcome);
	/* The file for all maps was checked with the first map. Later, only a loss can be new. */
	if (sink->written_count > 0 && !sink->output->is_pattern && !origin->is_lossy)
		return true;
	return check_target(sink, origin);
}

/*
 * Ends the run because the format refuses the map, because memory ran out, or because the output
 * failed. Returns false.
 */
static bool fail_writing(struct write_sink *sink, const struct origin *origin)
{
	struct message *message = &sink->writer.message;
	if (sink->output->error || message_is_empty(message))
		return outcome_stop(sink->outcome);
	/* A wrong command line is not the fault of this map. */
	if (message->status != STATUS_USAGE)
		origin_describe(origin, message);
	return outcome_fail_with(sink->outcome, message);
}

static bool write_sink_take(struct sink *base, const struct map *map, const struct origin *origin)
{
	struct write_sink *sink = (struct write_sink *)base;
	struct output *output = sink->output;
	if (!begin_map(sink, map, origin))
		return false;
	sink->writer.input_file = origin->file;
	if (!sink->options->format->write(&sink->writer, map) || !output_end(output))
		return fail_writing(sink, origin);
	origin_print_note(origin, sink->options);
	sink->written_count++;
	/* The next map may come through a slow pipe. Do not hold this map back until then. */
	if (origin->file && output->file.in_place && !output_flush(output))
		return fail_writing(sink, origin);
	return true;
}

/* Says how to create the tileset image of the maps, if it does not exist. */
static void print_tileset_notice(const struct write_sink *sink)
{
	const struct options *options = sink->options;
	const struct output *output = sink->output;
	char path[FILE_NAME_SIZE];
	/* The folder of a pipe or device does not contain an image. */
	if (options->quiet || output->file.in_place || !(options->format->looks & LOOK_TILESET))
		return;
	if (!file_name_beside(path, output->file_name, options->style.tileset) ||
	    system_exists(path))
		return;
	struct message note = {.level = LEVEL_NOTE, .place.file = path};
	text_add(&note.problem, "missing tileset image of the map");
	advise(&note, "create the image with --tileset-image");
	if (options->given[OPTION_TILE_SIZE])
		text_add(&note.fix, " --tile-size %u", options->style.tile_size);
	text_add(&note.fix, " --output FILE");
	printer_print(&note);
}

static void write_sink_end(struct sink *base, const struct origin *origin, bool is_complete)
{
	struct write_sink *sink = (struct write_sink *)base;
	(void)origin;
	(void)output_close(sink->output, is_complete);
	if (sink->output->error)
		outcome_fail_output(sink->outcome, sink->output, sink->options);
	else if (is_complete)
		print_tileset_notice(sink);
	writer_close(&sink->writer);
	route_free(&sink->route);
	array_free(sink, seeds);
}

struct sink *write_sink_open(const struct options *options, struct outcome *outcome)
{
	static struct output output; /* messages need its name after the sink has ended */
	static struct write_sink sink;
	sink = (struct write_sink){
		.sink = {.take = write_sink_take,
			 .end = write_sink_end,
			 .needs_attempts = options->format->needs_attempts},
		.options = options,
		.outcome = outcome,
		.output = &output,
	};
	output_open(&output, options->output);
	/* A pager may be using the screen. */
	if (system_has_reader(output.file.descriptor))
		progress.is_wanted = false;
	const bool has_memory = writer_open(&sink.writer, options->format, &options->style,
					    &output);
	/* Each file will contain as many maps, unless the run fails. */
	if (output.is_pattern || options->is_for_one_map)
		sink.writer.map_count = 1;
	else
		sink.writer.map_count = options->find > 0 ? options->find : options->count;
	if (has_memory && !output.error)
		return &sink.sink;
	(void)outcome_stop(outcome);
	write_sink_end(&sink.sink, NULL, false);
	return NULL;
}
