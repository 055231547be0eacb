/* SPDX-License-Identifier: MIT */
/* The source that reads maps from a file, or from one file for each map. */
#include "run/source.h"

#include "io/pattern.h"
#include "run/label_words.h"

#include <errno.h>
#include <stdlib.h>

/* If this many bytes do not look like another format, the file is a text. */
enum { GUESS_BYTES_MAX = 1 << 10 };

struct files {
	struct source source;
	const struct options *options;
	const char *path;            /* as given; a pattern if is_pattern is set */
	const struct format *format; /* the format of the files; NULL if their first bytes decide */
	struct progress *progress;
	bool is_pattern;         /* each map has a file of its own */
	bool rejects_links;      /* files that are symbolic links are rejected */
	bool is_started;         /* the file is ready to be read */
	uint64_t index;          /* number of maps that `next` has tried to read */
	uint64_t document_count; /* number of maps read from the open file */
	struct input input;
	struct reader reader;
	struct history history;    /* attempts of the last map, if it is a trace */
	char name[FILE_NAME_SIZE]; /* name of the open file */
};

/*
 * Returns the format of the open input. If the user and the extension do not tell, the first bytes
 * decide.
 */
static const struct format *find_format(struct files *files)
{
	struct input *input = &files->input;
	if (files->format)
		return files->format;
	/* A pipe may hand over few bytes at once. */
	const struct format *guess = format_table[0];
	while (input->start < input->end || input_more(input)) {
		const size_t length = input->end - input->start;
		guess = format_guess(input->bytes + input->start, length);
		const bool is_known = guess != format_table[0];
		if (is_known || length >= GUESS_BYTES_MAX || !input_more(input))
			break;
	}
	return guess;
}

static void close_file(struct files *files)
{
	reader_close(&files->reader);
	input_close(&files->input);
	files->document_count = 0;
}

/*
 * Sets why there is no map in the open file, from the error of the input or the fault of the
 * reader. Returns the result for the caller of the source.
 */
static enum source_result fail_reading(struct files *files, const struct label *label)
{
	struct failure *failure = &files->source.failure;
	const int error = files->input.error;
	if (error == ENOMEM) {
		label_describe_memory(label, files->options, failure);
	} else {
		failure->status = error ? STATUS_FAILED : STATUS_NO_MAP;
		failure->error = files->reader.error;
		if (error) {
			error_clear(&failure->error);
			error_set_problem(&failure->error, "%s", system_reason(error));
		}
		text_set(&failure->error.file, "%s", files->input.name);
	}
	return files->is_pattern ? SOURCE_UNREADABLE : SOURCE_FAILED;
}

/*
 * Prepares to read the file of a map, or standard input. If it cannot be opened, the first read
 * reports that. Returns false if the name is too long, or if out of memory; the input has the
 * error.
 */
static bool prepare_file(struct files *files, uint64_t seed, uint64_t number)
{
	close_file(files);
	if (!pattern_fill(files->name, files->path, seed, number)) {
		files->name[0] = '\0';
		files->input = (struct input){
			.name = files->path, .error = errno, .descriptor = -1};
		return false;
	}
	input_open(&files->input, files->name);
	progress_watch_input(files->progress, &files->input);
	const struct format *format = find_format(files);
	if (reader_open(&files->reader, format, &files->options->style, &files->input,
			&files->history)) {
		files->reader.keeps_misfits = files->options->compare != NULL;
		return true;
	}
	files->input.error = ENOMEM;
	return false;
}

/* Rejects a file that is a symbolic link: it could lead to a file that the run has replaced. */
static enum source_result reject_link(struct files *files)
{
	struct failure *failure = &files->source.failure;
	struct error *error = &failure->error;
	failure->status = STATUS_NO_MAP;
	error_clear(error);
	text_set(&error->file, "%s", files->name);
	error_set_problem(error, "is a symbolic link, which could lead to a file of --output");
	error_set_fix(error, "copy the file that it leads to");
	return SOURCE_FAILED;
}

/*
 * Returns the character of --glyphs that a text lacks because it has others for walls or floor, or
 * NULL if the file is not a text or has both.
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

/* Describes the open file in the label. */
static void describe_file(const struct files *files, struct label *label)
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

/* Describes a map of that file in the label. */
static void describe_map(const struct files *files, const struct map *map, struct label *label)
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

/* Reads the next map of the open file. */
static enum source_result read_map(struct files *files, struct map *map, struct label *label)
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

static bool files_has_more(struct source *source)
{
	struct files *files = (struct files *)source;
	return files->reader.format->reads_several_maps && input_has_text(&files->input);
}

/* Reads the map of a file that must not contain another one. */
static enum source_result read_single_map(struct files *files, struct map *map, struct label *label)
{
	const enum source_result result = read_map(files, map, label);
	if (result != SOURCE_MAP || !files_has_more(&files->source))
		return result;
	(void)reader_refuse(&files->reader, "has more than one map");
	error_set_fix(&files->reader.error, "a name without %%d is that of one file with all maps");
	return fail_reading(files, label);
}

enum source_result source_of_files_read(struct source *source, uint64_t seed, uint64_t number,
					struct map *map, struct label *label)
{
	struct files *files = (struct files *)source;
	if (files->is_pattern || !files->is_started) {
		const bool is_ready = prepare_file(files, seed, number);
		files->is_started = is_ready;
		describe_file(files, label);
		if (files->rejects_links && system_is_link(files->name))
			return reject_link(files);
		if (!is_ready)
			return fail_reading(files, label);
	}
	if (files->is_pattern)
		return read_single_map(files, map, label);
	return read_map(files, map, label);
}

static enum source_result files_next(struct source *source, struct map *map, struct label *label)
{
	struct files *files = (struct files *)source;
	const struct options *options = files->options;
	if (files->is_pattern && files->index == options->count)
		return SOURCE_END;
	const uint64_t seed = options->seed + files->index;
	const uint64_t number = options->first + files->index;
	const enum source_result result = source_of_files_read(source, seed, number, map, label);
	if (result == SOURCE_END)
		return result;
	files->index++;
	label->file_seed = seed;
	label->number = number;
	return result;
}

static void files_close(struct source *source)
{
	struct files *files = (struct files *)source;
	close_file(files);
	history_free(&files->history);
	free(files);
}

struct source *source_of_files(const struct options *options, const char *path,
			       const struct format *format, struct progress *progress)
{
	struct files *files = calloc(1, sizeof *files);
	if (!files)
		return NULL;
	files->source = (struct source){
		.next = files_next, .has_more = files_has_more, .close = files_close};
	files->options = options;
	files->path = path;
	files->format = format;
	files->progress = progress;
	files->is_pattern = pattern_has(path, "di");
	files->input = (struct input){.name = path, .descriptor = -1};
	files->rejects_links = files->is_pattern && pattern_has(options->output, "di");
	return (struct source *)files;
}
