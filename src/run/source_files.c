/* SPDX-License-Identifier: MIT */
/* The source that reads maps from one file, or each map from a file of its own. */
#include "run/source.h"

#include "io/pattern.h"
#include "run/label_words.h"

#include <errno.h>
#include <stdlib.h>

enum { GUESS_BYTES_MAX = 1 << 10 }; /* bytes from which the format of a file is guessed */

struct files_source {
	struct source source;
	const struct options *options;
	const char *path;            /* as given; a pattern if is_pattern is set */
	const struct format *format; /* the format of the files; NULL if their first bytes decide */
	struct progress *progress;
	bool is_pattern;         /* `path` is a pattern: each map has a file of its own */
	bool rejects_links;      /* the source rejects files that are symbolic links */
	bool is_open;            /* the file of the next map is open */
	uint64_t index;          /* number of maps that `next` has tried to read */
	uint64_t document_count; /* number of maps in the open file so far, readable or not */
	struct input input;
	struct reader reader;
	struct history history;    /* attempts of the current map, if it is a trace */
	char name[FILE_NAME_SIZE]; /* name of the open file */
};

/* Opening a file. */

/*
 * Returns the format of the open file. Guesses it from the first bytes, unless the command line or
 * the extension has determined it. Text is the format of a file that looks like no other format.
 */
static const struct format *find_format(struct files_source *files)
{
	struct input *input = &files->input;
	if (files->format)
		return files->format;
	const struct format *text = format_table[0];
	const struct format *guess = text;
	/* A pipe may hand over few bytes at once, so guess again after each read. */
	while (input->start < input->end || input_more(input)) {
		const size_t length = input->end - input->start;
		guess = format_guess(input->bytes + input->start, length);
		if (guess != text || length >= GUESS_BYTES_MAX)
			break;
		if (!input_more(input))
			break;
	}
	return guess;
}

static void close_file(struct files_source *files)
{
	reader_close(&files->reader);
	input_close(&files->input);
	files->document_count = 0;
}

/*
 * Opens the file of a map, or standard input. Returns false if the name is too long or if out of
 * memory, and sets the error of the input. A file that cannot be opened is no failure yet: the
 * first read returns its error.
 */
static bool open_file(struct files_source *files, uint64_t seed, uint64_t number)
{
	close_file(files);
	if (!pattern_fill(files->name, files->path, seed, number)) {
		const int error = errno;
		files->name[0] = '\0';
		files->input = (struct input){
			.name = files->path, .error = error, .descriptor = -1};
		return false;
	}
	input_open(&files->input, files->name);
	progress_watch_input(files->progress, &files->input);
	const struct format *format = find_format(files);
	if (!reader_open(&files->reader, format, &files->options->style, &files->input,
			 &files->history)) {
		files->input.error = ENOMEM;
		return false;
	}
	files->reader.keeps_misfits = files->options->compare != NULL;
	return true;
}

/* Failing. */

/* Sets the failure of an open file that does not contain a map, which the reader describes. */
static void set_reader_failure(struct files_source *files)
{
	struct failure *failure = &files->source.failure;
	failure->status = STATUS_NO_MAP;
	failure->error = files->reader.error;
	text_set(&failure->error.file, "%s", files->input.name);
}

/* Sets the failure of a file that cannot be read, from an errno. */
static void set_input_failure(struct files_source *files, int error)
{
	struct failure *failure = &files->source.failure;
	failure->status = STATUS_FAILED;
	error_clear(&failure->error);
	error_set_problem(&failure->error, "%s", system_reason(error));
	text_set(&failure->error.file, "%s", files->input.name);
}

/* Sets why the current map cannot be read. Returns the result for the caller of the source. */
static enum source_result fail_reading(struct files_source *files, const struct label *label)
{
	const int error = files->input.error;
	if (error == ENOMEM)
		label_describe_memory(label, files->options, &files->source.failure);
	else if (error != 0)
		set_input_failure(files, error);
	else
		set_reader_failure(files);
	return files->is_pattern ? SOURCE_UNREADABLE : SOURCE_FAILED;
}

/* Rejects a symbolic link, which could lead to a file that the run has already replaced. */
static enum source_result reject_link(struct files_source *files)
{
	struct failure *failure = &files->source.failure;
	struct error *error = &failure->error;
	failure->status = STATUS_NO_MAP;
	error_clear(error);
	text_set(&error->file, "%s", files->name);
	error_set_problem(error, "is a symbolic link, which could lead to an output file");
	error_set_fix(error, "replace the link with a copy of its target");
	return SOURCE_FAILED;
}

/* Describing a map. */

/*
 * Returns the character of --glyphs for wall or floor that a text does not contain, although it has
 * unknown characters in its place. Returns NULL for any other file.
 */
static const char *missing_glyph(const struct reader *reader)
{
	if (!(reader->glyphs_found & FOUND_OTHER_GLYPH))
		return NULL;
	if (!(reader->glyphs_found & FOUND_WALL_GLYPH))
		return reader->style->glyph[GLYPH_WALL];
	if (!(reader->glyphs_found & FOUND_FLOOR_GLYPH))
		return reader->style->glyph[GLYPH_FLOOR];
	return NULL;
}

/* Fills in the label as far as it depends on the open file. Resets the rest. */
static void describe_file(const struct files_source *files, struct label *label)
{
	label->file = files->input.name;
	label->document = files->document_count;
	label->is_stream = !files->is_pattern;
	label->descriptor = files->input.descriptor;
	label->history = &files->history;
	label->note = "";
	label->is_suspect = false;
	label->is_lossy = false;
	label->misfits = NULL;
	label->missing_glyph = NULL;
}

/* Fills in the label as far as it depends on the map, after describe_file. */
static void describe_map(const struct files_source *files, const struct map *map,
			 struct label *label)
{
	const struct reader *reader = &files->reader;
	label->seed = map->recipe.seed;
	label->has_seed = !(map->lacks & LACKS_SEED);
	label->note = reader->note;
	label->is_suspect = reader->is_suspect;
	label->is_lossy = reader->loses;
	label->misfits = reader->misfits_are_faults ? &reader->misfits : NULL;
	label->missing_glyph = missing_glyph(reader);
}

/* Reading. */

/* Reads the next map of the open file. */
static enum source_result read_map(struct files_source *files, struct map *map, struct label *label)
{
	const enum read_result result = reader_next(&files->reader, map);
	if (result == READ_END)
		return SOURCE_END;
	files->document_count++;
	describe_file(files, label);
	if (result == READ_MAP) {
		describe_map(files, map, label);
		return SOURCE_MAP;
	}
	if (result == READ_NO_MEMORY)
		files->input.error = ENOMEM;
	return fail_reading(files, label);
}

static bool files_source_has_more(struct source *source)
{
	struct files_source *files = (struct files_source *)source;
	const struct format *format = files->reader.format;
	if (format->has_more)
		return format->has_more(&files->reader);
	return format->reads_several_maps && input_has_text(&files->input);
}

/* Reads the only map of the open file. Fails if the file continues after the map. */
static enum source_result read_single_map(struct files_source *files, struct map *map,
					  struct label *label)
{
	const enum source_result result = read_map(files, map, label);
	if (result != SOURCE_MAP || !files_source_has_more(&files->source))
		return result;
	(void)reader_refuse(&files->reader, "contains more than one map");
	error_set_fix(&files->reader.error, "for one file with all maps, use a name without %%d");
	return fail_reading(files, label);
}

enum source_result files_source_read(struct source *source, uint64_t seed, uint64_t number,
				     struct map *map, struct label *label)
{
	struct files_source *files = (struct files_source *)source;
	if (files->is_pattern || !files->is_open) {
		files->is_open = open_file(files, seed, number);
		describe_file(files, label);
		if (files->rejects_links && system_is_link(files->name))
			return reject_link(files);
		if (!files->is_open)
			return fail_reading(files, label);
	}
	if (files->is_pattern)
		return read_single_map(files, map, label);
	return read_map(files, map, label);
}

static enum source_result files_source_next(struct source *source, struct map *map,
					    struct label *label)
{
	struct files_source *files = (struct files_source *)source;
	const struct options *options = files->options;
	if (files->is_pattern && files->index == options->count)
		return SOURCE_END;
	const uint64_t seed = options->seed + files->index;
	const uint64_t number = options->first + files->index;
	const enum source_result result = files_source_read(source, seed, number, map, label);
	if (result == SOURCE_END)
		return result;
	files->index++;
	label->file_seed = seed;
	label->number = number;
	return result;
}

static void files_source_close(struct source *source)
{
	struct files_source *files = (struct files_source *)source;
	close_file(files);
	history_free(&files->history);
	free(files);
}

struct source *files_source_open(const struct options *options, const char *path,
				 const struct format *format, struct progress *progress)
{
	struct files_source *files = calloc(1, sizeof *files);
	if (!files)
		return NULL;
	files->source = (struct source){.next = files_source_next,
					.has_more = files_source_has_more,
					.close = files_source_close};
	files->options = options;
	files->path = path;
	files->format = format;
	files->progress = progress;
	files->is_pattern = pattern_has(path, "di");
	files->input = (struct input){.name = path, .descriptor = -1};
	files->rejects_links = files->is_pattern && pattern_has(options->output, "di");
	return (struct source *)files;
}
