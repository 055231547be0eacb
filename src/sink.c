/* SPDX-License-Identifier: MIT */
#include "maps.h"

#include "output/pattern.h"

#include <inttypes.h>

bool sink_open(struct sink *sink, const struct options *options, struct map_files *files)
{
	sink->files = files;
	return options->check || options->compare ||
	       writer_open(&sink->writer, options->format, &options->style, &files->output);
}

/* Whether the format can write a map that was read, and its file be named; sets run->fault if not. */
static bool suits(struct run *run)
{
	const struct options *options = run->options;
	const struct format *format = options->format;
	const struct dungeon *dungeon = &run->dungeon;
	uint32_t side = greater(dungeon->recipe.width, dungeon->recipe.height);
	uint32_t most = format->pixels_most / options->style.tile_size;
	uint64_t tiles = (uint64_t)dungeon->recipe.width * dungeon->recipe.height;
	if (format->needs_rooms && dungeon->lacks & LACKS_ROOMS)
		phrase_add(&run->fault, "has no rooms, which %s needs; choose --format json or text", format->name);
	else if (format->pixels_most > 0 && side > most)
		phrase_add(&run->fault,
			   "%" PRIu32 " tiles a side; with --tile-size %" PRIu32 " a %s picture has up to %" PRIu32,
			   side, options->style.tile_size, format->name, most);
	else if (format->tiles_most > 0 && tiles > format->tiles_most)
		phrase_add(&run->fault, "%" PRIu64 " tiles; an %s has up to %" PRIu64, tiles, format->name,
			   format->tiles_most);
	else if (options->single && run->kept > 0)
		phrase_add(&run->fault,
			   "holds several maps, but a %s file holds one; try a file for each, --output map-%%i.%s",
			   format->name, format->extensions[0].name);
	else if (dungeon->lacks & LACKS_SEED && pattern_has(options->output, "d"))
		phrase_add(&run->fault, "has no seed for the %%d of --output; use %%i, the number of the map");
	return !*run->fault.text;
}

/* Prints what is wrong with the map. */
static enum outcome check(struct sink *sink, struct run *run, uint64_t number)
{
	const struct options *options = run->options;
	struct faults *faults = &sink->faults;
	faults->where = options->input ? phrase_of("%s", run->input.text)
				       : phrase_of("seed %" PRIu64, run->dungeon.recipe.seed);
	if (options->input && number > options->first)
		phrase_add(&faults->where, ": document %" PRIu64, number);
	bool checked = check_map(&sink->check, &run->dungeon, faults_tell, faults);
	run->unsound = faults->count > 0;
	return checked ? OUTCOME_DONE : OUTCOME_NO_MEMORY;
}

enum outcome sink_take(struct sink *sink, struct run *run, uint64_t number)
{
	const struct options *options = run->options;
	const struct dungeon *dungeon = &run->dungeon;
	if (options->check)
		return check(sink, run, number);
	if (options->compare)
		return comparison_take(sink, run, number);
	if (options->input && !suits(run))
		return OUTCOME_NO_MAP;
	if (!map_files_begin(sink->files, dungeon->recipe.seed, number))
		return OUTCOME_OUTPUT_FAILED;
	if (!sink->writer.format->write(&sink->writer, dungeon))
		return OUTCOME_NO_MEMORY;
	return map_files_end(sink->files) ? OUTCOME_DONE : OUTCOME_OUTPUT_FAILED;
}

void sink_close(struct sink *sink)
{
	faults_tell_rest(&sink->faults);
	writer_close(&sink->writer);
	check_free(&sink->check);
	source_close(&sink->source);
	dungeon_free(&sink->theirs);
	compare_free(&sink->compare);
}
