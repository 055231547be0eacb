/* SPDX-License-Identifier: MIT */
/*
 * The sink that writes maps to each target of the run, in its format. It also protects files: it
 * never writes two maps to one file of an output pattern, and it never overwrites a FILE that has
 * not been read.
 */
#include "run/sink.h"

#include "cli/choose_format.h"
#include "formats/writer.h"
#include "io/pattern.h"
#include "io/progress.h"
#include "map/route.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Writes the maps of the run to one target. */
struct target_writer {
	const struct target *target;
	struct output_file file;
	struct writer writer;
	bool is_for_one_map; /* also if the target turned out to be a pipe */
	uint64_t file_count; /* number of files that are complete */
};

struct write_sink {
	struct sink sink;
	const struct options *options;
	struct outcome *outcome;
	struct target_writer *writers; /* one for each target */
	struct route route;            /* the route of the current map, if it is written */
	ARRAY(char, title);            /* the title of the current map, if there is one */
	uint64_t written_count;        /* number of maps written */
	ARRAY(uint64_t, seeds); /* the seeds that files are named after, in ascending order */
	size_t seed_count;
};

/* Returns the writer after the last one. */
static struct target_writer *writers_end(const struct write_sink *sink)
{
	return sink->writers + sink->options->target_count;
}

/* Finds the route of the map. Returns false after failing the outcome. */
static bool find_route(struct write_sink *sink, const struct map *map)
{
	static const char *const reasons[] = {
		[ROUTE_LACKS_SPAWN] = "the map has no spawn",
		[ROUTE_LACKS_EXIT] = "the map has no exit",
		[ROUTE_SPAWN_IN_WALL] = "the spawn is in the wall",
		[ROUTE_EXIT_IN_WALL] = "the exit is in the wall",
		[ROUTE_BLOCKED] = "the exit cannot be reached from the spawn",
		[ROUTE_HIDDEN] = "every way to the exit leads through a secret door",
	};
	struct message *message = &sink->outcome->message;
	const enum route_result result = route_find(&sink->route, map);
	if (result == ROUTE_FOUND)
		return true;
	if (result == ROUTE_NO_MEMORY)
		return outcome_stop(sink->outcome);
	fail(message, STATUS_NO_MAP, "cannot show the route, because %s", reasons[result]);
	return advise(message, "leave out --route");
}

/* Returns whether a map has a seed for the %d of an option. Otherwise fails. */
static bool require_seed(const struct origin *origin, const char *option, struct message *message)
{
	if (origin->has_seed)
		return true;
	fail(message, STATUS_NO_MAP, "missing seed for the %%d of --%s", option);
	return advise(message, "use %%i, the number of the map");
}

/* Fills in the title of the map. Returns false after failing the outcome. */
static bool fill_title(struct write_sink *sink, const struct origin *origin)
{
	const char *pattern = sink->options->style.title;
	if (pattern_title_has(pattern, "d") &&
	    !require_seed(origin, "title", &sink->outcome->message))
		return false;
	if (!array_reserve(sink, title, (uint64_t)strlen(pattern) * PATTERN_GROWTH + 1))
		return outcome_stop(sink->outcome);
	pattern_fill_title(sink->title, pattern, origin->seed, origin->number);
	return true;
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
static bool check_target(struct write_sink *sink, const struct output_file *file,
			 const struct origin *origin)
{
	const struct options *options = sink->options;
	const bool replaces_files = !file->is_pattern && !file->atomic.in_place;
	const bool may_replace = replaces_files && options->file_count == 1;
	struct message *message = &sink->outcome->message;
	struct file_identity target;
	if (options->file_count == 0 || !output_file_identify(file, &target))
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
		message->place = (struct place){.file = file->name};
		fail(message, STATUS_NO_MAP, "%s",
		     may_replace ? origin->note : "is also one of the files to read");
		return advise(message, "write to another file");
	}
	return true;
}

/*
 * Checks and prepares what the targets share, unless the map cannot be written. Returns false after
 * failing the outcome.
 */
static bool begin_map(struct write_sink *sink, const struct map *map, const struct origin *origin)
{
	const struct options *options = sink->options;
	struct message *message = &sink->outcome->message;
	bool has_only_seed_in_name = false;
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		const bool has_seed_in_name = pattern_has(at->target->path, "d");
		if (has_seed_in_name && !require_seed(origin, "output", message))
			return false;
		if (has_seed_in_name && !pattern_has(at->target->path, "i"))
			has_only_seed_in_name = true;
		if (!at->is_for_one_map || sink->written_count == 0)
			continue;
		/* A stream must not look like an array of one map. */
		if (at->target->format->holds == HOLDS_COUNTED_MAPS)
			at->file.output.used = 0;
		return choose_format_refuse_maps(options, at->target, STATUS_NO_MAP, message);
	}
	if (options->style.shows_route && !find_route(sink, map))
		return false;
	if (options->style.title && !fill_title(sink, origin))
		return false;
	/* The seeds of generated maps do not repeat. */
	return !origin->file || !has_only_seed_in_name || add_seed(sink, origin->seed);
}

/*
 * Opens the file of the map, if each map has its own. Returns false after failing the outcome.
 */
static bool begin_file(struct write_sink *sink, struct target_writer *at,
		       const struct origin *origin)
{
	struct output_file *file = &at->file;
	if (!output_file_begin(file, origin->seed, origin->number))
		return outcome_stop(sink->outcome);
	/* The file for all maps was checked with the first map. Later, only a loss can be new. */
	if (sink->written_count > 0 && !file->is_pattern && !origin->is_lossy)
		return true;
	return check_target(sink, file, origin);
}

/*
 * Ends the run because the format refuses the map, because memory ran out, or because the output
 * failed. Returns false.
 */
static bool fail_writing(struct write_sink *sink, struct target_writer *at,
			 const struct origin *origin)
{
	struct message *message = &at->writer.message;
	if (at->file.output.error || message_is_empty(message))
		return outcome_stop(sink->outcome);
	/* A wrong command line is not the fault of this map. */
	if (message->status != STATUS_USAGE)
		origin_describe(origin, message);
	return outcome_fail_with(sink->outcome, message);
}

static bool write_sink_take(struct sink *base, const struct map *map, const struct origin *origin)
{
	struct write_sink *sink = (struct write_sink *)base;
	const struct options *options = sink->options;
	if (!begin_map(sink, map, origin))
		return false;
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++)
		if (!begin_file(sink, at, origin))
			return false;
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		struct output_file *file = &at->file;
		const struct format *format = at->target->format;
		at->writer.input_file = origin->file;
		at->writer.title = sink->title;
		if (options->style.shows_route && format->looks & LOOK_ROUTE)
			at->writer.route = &sink->route;
		if (!format->write(&at->writer, map) || !output_file_end(file))
			return fail_writing(sink, at, origin);
		at->file_count += file->is_pattern;
	}
	origin_print_note(origin, options);
	sink->written_count++;
	/*
	 * The next map may come through a slow pipe. Do not hold this map back until then, unless
	 * another map would be refused.
	 */
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		const bool is_array = at->target->format->holds == HOLDS_COUNTED_MAPS;
		if (origin->file && at->file.atomic.in_place && !(is_array && at->is_for_one_map) &&
		    !output_file_flush(&at->file))
			return fail_writing(sink, at, origin);
	}
	return true;
}

/* Says how to create the tileset image of the maps, if it does not exist. */
static void print_tileset_notice(const struct write_sink *sink, const struct target_writer *at)
{
	const struct options *options = sink->options;
	const struct output_file *file = &at->file;
	char path[FILE_NAME_SIZE];
	/* The folder of a pipe or device does not contain an image. */
	if (options->quiet || file->atomic.in_place || !(at->target->format->looks & LOOK_TILESET))
		return;
	if (!file_name_beside(path, file->file_name, options->style.tileset) || system_exists(path))
		return;
	struct message note = {.level = LEVEL_NOTE, .place.file = path};
	text_add(&note.problem, "missing tileset image of the map");
	advise(&note, "create the image with --tileset-image");
	if (options->given[OPTION_TILE_SIZE])
		text_add(&note.fix, " --tile-size %u", options->style.tile_size);
	text_add(&note.fix, " --output FILE");
	printer_print(&note);
}

/* Says which files of a run with several targets were written before it failed. */
static void add_written_files(const struct write_sink *sink)
{
	struct message *message = &sink->outcome->message;
	const char *word = ", after writing";
	if (sink->options->target_count == 1 || message_is_empty(message))
		return;
	for (const struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		if (at->file_count == 0)
			continue;
		text_add(&message->problem, "%s %s", word, at->target->path);
		if (at->file.is_pattern)
			text_add(&message->problem, " (%s)",
				 count_text(at->file_count, "file", "files"));
		word = " and";
	}
}

static void write_sink_end(struct sink *base, const struct origin *origin, bool is_complete)
{
	struct write_sink *sink = (struct write_sink *)base;
	struct target_writer *failed = NULL; /* the first writer whose output failed */
	(void)origin;
	/* Write all bytes before the first file gets its name. A full disk is noticed here. */
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		const struct format *format = at->target->format;
		if (is_complete && at->writer.map_count == 0 && format->complete)
			format->complete(&at->writer);
		if (is_complete)
			(void)output_file_flush(&at->file);
		if (at->file.output.error && !failed)
			failed = at;
	}
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		const bool appears = is_complete && !failed;
		if (output_file_close(&at->file, appears) && appears && !at->file.is_pattern &&
		    !at->file.atomic.in_place)
			at->file_count = 1;
		if (at->file.output.error && !failed)
			failed = at;
	}
	if (failed)
		outcome_fail_output(sink->outcome, &failed->file, sink->options,
				    failed->target->format);
	if (failed || !is_complete)
		add_written_files(sink);
	for (struct target_writer *at = sink->writers; at < writers_end(sink); at++) {
		if (is_complete && !failed)
			print_tileset_notice(sink, at);
		writer_close(&at->writer);
	}
	route_free(&sink->route);
	array_free(sink, seeds);
	array_free(sink, title);
}

/* Opens the writer of a target. Returns false if its output failed, or if out of memory. */
static bool open_writer(struct target_writer *at, const struct options *options)
{
	struct output_file *file = &at->file;
	const struct target *target = at->target;
	output_file_open(file, target->path);
	/* A pager may be using the screen. */
	if (system_has_reader(file->atomic.descriptor))
		progress.is_wanted = false;
	const bool has_memory = writer_open(&at->writer, target->format, &options->style,
					    &file->output);
	const bool is_uncounted = choose_format_is_uncounted(options);
	at->is_for_one_map = target->is_for_one_map;
	if (target->format->holds == HOLDS_COUNTED_MAPS && is_uncounted && !file->is_pattern &&
	    file->atomic.in_place)
		at->is_for_one_map = true;
	/* Each file will contain as many maps, unless the run fails. */
	if (file->is_pattern || at->is_for_one_map)
		at->writer.map_count = 1;
	else if (!is_uncounted)
		at->writer.map_count = options->find > 0 ? options->find : options->count;
	return has_memory && !file->output.error;
}

struct sink *write_sink_open(const struct options *options, struct outcome *outcome)
{
	/* Messages need the names of outputs after the sink has ended, so the next sink frees them.
	 */
	static struct target_writer *writers;
	static struct write_sink sink;
	bool is_open = true;
	free(writers);
	writers = calloc(options->target_count, sizeof *writers);
	if (!writers) {
		(void)outcome_stop(outcome);
		return NULL;
	}
	sink = (struct write_sink){
		.sink = {.take = write_sink_take, .end = write_sink_end},
		.options = options,
		.outcome = outcome,
		.writers = writers,
	};
	for (size_t i = 0; i < options->target_count; i++) {
		struct target_writer *at = &writers[i];
		at->target = &options->targets[i];
		is_open = open_writer(at, options) && is_open;
		if (at->target->format->needs_attempts)
			sink.sink.needs_attempts = true;
	}
	if (is_open)
		return &sink.sink;
	(void)outcome_stop(outcome);
	write_sink_end(&sink.sink, NULL, false);
	return NULL;
}
