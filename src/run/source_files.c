/* SPDX-License-Identifier: MIT */
/* The source that reads maps from files. */
#include "run/source.h"

#include "formats/reader.h"
#include "io/input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GUESS_BYTES_MAX = 1 << 10 }; /* bytes from which the format of a file is guessed */

struct files_source {
	struct source source;
	const struct options *options;
	const char *trace;       /* the only file to read; NULL to read the FILEs */
	size_t index;            /* index of the open file, or of the next one */
	bool is_open;            /* the file at `index` is open */
	uint64_t map_count;      /* number of maps so far, readable or not */
	uint64_t document_count; /* number of them in the open file */
	struct input input;
	struct reader reader;
};

/* Opening a file. */

/* Returns the format of the open file, which its first bytes decide. */
static const struct format *find_format(struct input *input)
{
	const struct format *text = format_table[0];
	const struct format *guess = text;
	bool has_more = input->start < input->end || input_more(input);
	/* A pipe may hand over few bytes at once, so guess again after each read. */
	while (has_more) {
		const size_t length = input->end - input->start;
		guess = format_guess(input->name, input->bytes + input->start, length);
		has_more = guess == text && length < GUESS_BYTES_MAX && input_more(input);
	}
	return guess;
}

/* Returns whether maps are written, and no output has their locks and secrets. */
static bool drops_locks(const struct options *options)
{
	if (options->check || options->compare)
		return false;
	for (size_t i = 0; i < options->target_count; i++) {
		const struct format *format = options->targets[i].format;
		const unsigned shown = options->style.show & ~format->cannot_show;
		const bool draws = format->looks & LOOK_SHOW && shown & (SHOW_LOCKS | SHOW_SECRETS);
		if (format->keeps_locks || draws)
			return false;
	}
	return true;
}

/* Opens the next file. A file that cannot be opened looks empty, and the input has its error. */
static void open_file(struct files_source *files)
{
	const struct format *format = format_find_extension("trace");
	files->is_open = true;
	files->document_count = 0;
	input_open(&files->input,
		   files->trace ? files->trace : files->options->files[files->index]);
	if (!files->trace)
		format = find_format(&files->input);
	if (!reader_open(&files->reader, format, &files->options->style, &files->input))
		files->input.error = ENOMEM;
	files->reader.keeps_misfits = files->options->compare;
	files->reader.drops_locks = drops_locks(files->options);
	files->reader.is_written = !files->options->check && !files->options->compare;
}

/* Closes the open file, and goes on to the next one. */
static void close_file(struct files_source *files)
{
	reader_close(&files->reader);
	input_close(&files->input);
	files->is_open = false;
	files->index++;
}

/* Reads the next map of the open file. */
static enum read_result read_map(struct files_source *files, struct map *map)
{
	const struct input *input = &files->input;
	const struct format *format = files->reader.format;
	const struct style *style = &files->options->style;
	if (input->error)
		return READ_FAILED;
	/* The files of most formats would be incomplete, but a text can have any number of rows. */
	if (files->document_count == 0 && input->start == input->end)
		return reader_refuse(&files->reader, "expected a map, found an empty file");
	if (!files->trace && format->read && !format->reads_lists &&
	    (style->walls || style->floors)) {
		struct message *message = &files->reader.message;
		message->place.option = style->walls ? "walls" : "floors";
		reader_refuse(&files->reader, "cannot be used with a %s file", format->name);
		advise(message, "leave out --%s", message->place.option);
		return READ_FAILED;
	}
	return reader_next(&files->reader, map);
}

/* Lets a command in the fix that pipes a map to dungen compare this map. */
static void compare_in_fix(struct text *fix, const struct options *options, uint64_t index)
{
	const char *pipe = strstr(fix->bytes, " | dungen ");
	if (!pipe || strcmp(fix->bytes + fix->length - 2, " -") != 0)
		return;
	fix->bytes[--fix->length] = '\0';
	if (options->draws)
		text_add(fix, "--draws TRACE ");
	else if (options->given[OPTION_SEED])
		text_add(fix, "--seed %" PRIu64 " ", options->seed + index);
	text_add(fix, "--compare -");
}

static enum source_result files_source_next(struct source *source, struct map *map,
					    struct origin *origin)
{
	struct files_source *files = (struct files_source *)source;
	const struct options *options = files->options;
	const struct reader *reader = &files->reader;
	const struct input *input = &files->input;
	struct message *failure = &source->failure;
	const size_t file_count = files->trace ? 1 : options->file_count;
	for (; files->index < file_count; close_file(files)) {
		if (!files->is_open)
			open_file(files);
		const enum read_result result = read_map(files, map);
		if (result == READ_END)
			continue;
		*origin = (struct origin){
			.seed = map->recipe.seed,
			.has_seed = !(map->lacks & LACKS_SEED),
			.number = ++files->map_count,
			.file = input->name,
			.file_index = files->index,
			.document_number = ++files->document_count,
			.note = reader->note,
			.is_lossy = reader->loses,
			.note_is_fault = reader->note_is_fault,
			.strange_parameter = reader->strange_parameter,
			.reads_lists = reader->format->reads_lists,
		};
		if (result == READ_MAP)
			return SOURCE_MAP;
		/* The rest of the file is not a map. */
		const bool is_out_of_memory = result == READ_NO_MEMORY || input->error == ENOMEM;
		message_clear(failure);
		if (is_out_of_memory)
			fail(failure, STATUS_FAILED, "out of memory");
		else if (input->error)
			fail(failure, STATUS_FAILED, "%s", system_reason(input->error));
		else
			*failure = reader->message;
		if (options->compare && !files->trace)
			compare_in_fix(&failure->fix, options, origin->number - 1);
		failure->place.file = input->name;
		close_file(files);
		return is_out_of_memory ? SOURCE_FAILED : SOURCE_UNREADABLE;
	}
	return SOURCE_END;
}

static void files_source_close(struct source *source)
{
	struct files_source *files = (struct files_source *)source;
	close_file(files);
	free(files);
}

struct source *files_source_open(const struct options *options, const char *trace)
{
	struct files_source *files = calloc(1, sizeof *files);
	if (!files)
		return NULL;
	files->source = (struct source){.next = files_source_next, .close = files_source_close};
	files->options = options;
	files->trace = trace;
	files->input.descriptor = -1;
	return (struct source *)files;
}
