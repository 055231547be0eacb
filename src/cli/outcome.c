/* SPDX-License-Identifier: MIT */
#include "cli/outcome.h"

#include "cli/messages.h"
#include "cli/suggest.h"
#include "output/path.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PART_MOST = MESSAGE_MOST / 5 }; /* bytes of each path in a message with several */

static void tell_memory(const struct run *run, const struct options *options)
{
	const struct recipe *recipe = &options->recipe;
	if (options->command != COMMAND_MAPS) {
		message("out of memory: for the tileset image; a smaller --tile-size takes less");
		return;
	}
	if (*run->input.text) {
		message("out of memory: for the map in %s", run->input.text);
		return;
	}
	uint32_t most = recipe_most_rooms(recipe);
	struct phrase loops = {""};
	if (recipe->loops > 0)
		phrase_add(&loops, " and %" PRIu32 " loops", recipe->loops);
	message("out of memory: for a map of %" PRIu32 "x%" PRIu32 " with up to %" PRIu32
		" %s%s; fewer --max-rooms%s take less",
		recipe->width, recipe->height, most, most == 1 ? "room" : "rooms", loops.text,
		recipe->loops > 0 ? " or --loops" : " or a smaller --width");
}

/* Suggests what to change: "try another seed, a larger map or --min-rooms 12, which nearly every seed has". */
static struct phrase room_hint(const struct dungeon *dungeon, const struct options *options)
{
	struct names names = {.count = 0};
	if (!options->skip && !options->find)
		names_add(&names, options->count > 1 ? "--skip" : "another seed");
	names_add(&names, "a larger map");
	struct phrase fewer = suggest_min_rooms(&dungeon->recipe, dungeon->room_count);
	names_add(&names, fewer.text);
	return phrase_of("try %s", names_join(names, "").text);
}

static void tell_rooms(const struct run *run, const struct options *options)
{
	const struct dungeon *dungeon = &run->dungeon;
	const struct recipe *recipe = &dungeon->recipe;
	struct phrase hint = room_hint(dungeon, options);
	if (run->misses.tried > 1)
		message("--min-rooms %" PRIu32 ": none of %" PRIu64 " seeds has so many rooms on %" PRIu32 "x%" PRIu32
			"; %s",
			recipe->min_rooms, run->misses.tried, recipe->width, recipe->height, hint.text);
	else
		message("--min-rooms %" PRIu32 ": only %" PRIu32 " %s after %" PRIu64 " attempts on %" PRIu32
			"x%" PRIu32 " with seed %" PRIu64 "; %s",
			recipe->min_rooms, dungeon->room_count, dungeon->room_count == 1 ? "room fits" : "rooms fit",
			dungeon->attempts, recipe->width, recipe->height, recipe->seed, hint.text);
}

/* A value that a map has, or the nearest that several have. */
static struct phrase value_text(const struct misses *misses, int measure)
{
	bool seen = misses->seen >> measure & 1;
	return seen ? phrase_of("%" PRIu64, misses->nearest[measure]) : (struct phrase){"it is unknown"};
}

/* A seed or map that was read does not meet all conditions, although it has enough rooms. */
static void tell_one(const struct run *run, const struct options *options)
{
	struct phrase text = {""};
	struct phrase place = !options->input  ? phrase_of("with seed %" PRIu64, run->dungeon.recipe.seed)
			      : run->tried > 1 ? phrase_of("in document %" PRIu64 " of %s", run->tried, run->input.text)
					       : phrase_of("in %s", run->input.text);
	for (int i = 0; i < MEASURES; i++)
		if (options->where.asked & ~run->misses.met & 1u << i)
			phrase_add(&text, "%s%s: %s", *text.text ? ", and " : "",
				   where_text(&options->where, (enum measure)i).text, value_text(&run->misses, i).text);
	const char *hint = options->count > 1 || options->input ? "; try --skip" : "; try another seed, or --find 1";
	message("--where %s %s%s", text.text, place.text, options->input && options->skip ? "" : hint);
}

/* No seed, or no map that was read, meets all conditions. */
static void tell_all(const struct run *run, const struct map_files *files, const struct options *options)
{
	const struct misses *misses = &run->misses;
	struct phrase who = options->find ? phrase_of("--find %" PRIu64, options->find) : phrase_of("--skip");
	struct phrase text = {""}, rest = {""};
	uint64_t first = options->seed + (run->tried - misses->tried);
	if (options->input)
		phrase_add(&who, ": none of %" PRIu64 " maps", misses->tried);
	else
		phrase_add(&who, ": no seed from %" PRIu64 " to %" PRIu64, first, first + (misses->tried - 1));
	for (int i = 0; i < MEASURES; i++) {
		struct range range = options->where.range[i];
		if (!(options->where.asked & ~misses->met & 1u << i))
			continue;
		phrase_add(&text, "%s %s; ", *text.text ? "; nor" : " has",
			   where_text(&options->where, (enum measure)i).text);
		if (misses->seen >> i & 1)
			phrase_add(&text, "the %s was ",
				   range.most == UINT64_MAX ? "largest"
				   : range.least == 0       ? "smallest"
							    : "nearest");
		phrase_add(&text, "%s", value_text(misses, i).text);
	}
	if (!*text.text)
		phrase_add(&text, " has all of it at once");
	if (run->kept > 0 && (files->pattern || files->file.in_place))
		phrase_add(&rest, "; %" PRIu64 " %s written before", run->kept,
			   run->kept == 1 ? "map was" : "maps were");
	message("%s%s%s", who.text, text.text, rest.text);
}

/* After a success: what was left out. */
static void tell_skipped(const struct run *run, const struct options *options)
{
	uint64_t skipped = run->tried - run->kept;
	struct phrase why = {""};
	if (skipped == 0 || options->quiet)
		return;
	if (options->find)
		phrase_add(&why, "; the last was %" PRIu64, run->dungeon.recipe.seed);
	else if (options->where.asked == 0)
		phrase_add(&why, ", which have fewer than %" PRIu32 " rooms", options->recipe.min_rooms);
	message("--%s: %" PRIu64 " of %" PRIu64 " %s left out%s", options->find ? "find" : "skip", skipped, run->tried,
		options->input ? "maps" : "seeds", why.text);
}

/* What to do if the output file is a folder, or if its folder does not exist; empty otherwise. */
static struct phrase folder_hint(const struct output *output, const struct options *options)
{
	char name[PATH_MOST + 32];
	if (output->error == EISDIR && options->command == COMMAND_MAPS) {
		(void)snprintf(name, sizeof name, "%s%s%%d.%s", output->name, *path_base(output->name) ? "/" : "",
			       options->format->extensions[0].name);
		return phrase_of("; for files in it, try --output %s", phrase_shell_word(name).text);
	}
	/* A path too long for `name` fails with ENAMETOOLONG instead. */
	if (output->error == ENOENT)
		path_directory(name, output->name);
	if (output->error != ENOENT || system_exists(name))
		return (struct phrase){""};
	return phrase_of("; its folder does not exist, create it with mkdir %s%s",
			 strchr(name, '/') ? system_shell.parents : "", phrase_shell_word(name).text);
}

static void tell_output(const struct map_files *files, const struct options *options)
{
	const struct output *output = &files->output;
	const struct atomic_file *file = &files->file;
	const char *why = system_reason(output->error);
	char left[PATH_MOST + 32] = "";
	if (file->left_behind)
		(void)snprintf(left, sizeof left, "; %s is left behind", excerpt_of(file->temporary, PART_MOST).text);
	if (!file->unplaceable) {
		message("%s: %s%s%s", excerpt_of(output->name, PATH_MOST).text, why, folder_hint(output, options).text,
			left);
		return;
	}
	char directory[PATH_MOST];
	path_directory(directory, file->target);
	message("%s: %s; -o writes beside %s, use %s%s to write in place%s", excerpt_of(directory, PART_MOST).text, why,
		excerpt_of(file->target, PART_MOST).text, system_shell.into, phrase_shell_word(file->target).text,
		left);
}

/* Prints how to create the tileset image that the maps refer to, if it does not exist. */
static void remind_of_tileset(const struct options *options, const struct map_files *files)
{
	/* A pipe or device is in no directory that could contain the image. */
	if (options->command != COMMAND_MAPS || options->quiet || options->check || files->file.in_place ||
	    !(options->format->styles & STYLE_TILESET))
		return;
	char path[PATH_MOST];
	if (!path_beside(path, files->name, options->style.tileset) || system_exists(path))
		return;
	struct phrase size = {""};
	if (options->given[OPTION_TILE_SIZE])
		phrase_add(&size, " --tile-size %" PRIu32, options->style.tile_size);
	message("%s: the map uses this tileset image, which does not exist; create it with dungen --tileset-image%s %s"
		"%s",
		path, size.text, system_shell.into, phrase_shell_word(path).text);
}

int outcome_tell(const struct run *run, const struct map_files *files)
{
	const struct options *options = run->options;
	switch (run->outcome) {
	case OUTCOME_OUTPUT_FAILED:
		tell_output(files, options);
		return STATUS_FAILED;
	case OUTCOME_NO_MEMORY:
		tell_memory(run, options);
		return STATUS_FAILED;
	case OUTCOME_INPUT_FAILED:
		message("%s: %s", run->input.text, system_reason(run->input_error));
		return STATUS_FAILED;
	case OUTCOME_NO_MAP:
		message("%s: %s", run->input.text, run->fault.text);
		return STATUS_NO_MAP;
	case OUTCOME_NO_SUCH_MAP:
		if (run->misses.measured == 0)
			tell_rooms(run, options);
		else if (run->misses.tried == 1 && !options->find)
			tell_one(run, options);
		else
			tell_all(run, files, options);
		return STATUS_IMPOSSIBLE;
	default:
		tell_skipped(run, options);
		remind_of_tileset(options, files);
		return run->unsound ? STATUS_NO_MAP : STATUS_DONE;
	}
}
