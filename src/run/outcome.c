/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include "cli/messages.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { PART_MOST = MESSAGE_MOST / 5 }; /* bytes of each path in a message with several */

static void tell_memory(const struct run *run)
{
	const struct options *options = run->options;
	const struct recipe *recipe = &options->recipe;
	if (options->command != COMMAND_MAPS) {
		message("out of memory: for the tileset image; a smaller --tile-size takes less");
		return;
	}
	if (run->input) {
		message("out of memory: for the map in %s", run->input);
		return;
	}
	bool loops = recipe->loops > 0;
	message("out of memory: for a map of %s with up to %s%s; fewer --max-rooms%s take less",
		size_text(recipe->width, recipe->height), count_text(recipe_most_rooms(recipe), "room", "rooms"),
		loops ? phrase(" and %" PRIu32 " loops", recipe->loops) : "",
		loops ? " or --loops" : " or a smaller --width");
}

/* Suggests what to change: "another seed, a larger map or --min-rooms 12, which this seed has". */
static const char *room_hint(const struct run *run)
{
	const struct options *options = run->options;
	struct names names = {.count = 0};
	if (!options->skip && !options->find)
		names_add(&names, options->count > 1 ? "--skip" : "another seed");
	names_add(&names, "a larger map");
	const char *seed = run->misses.tried > 1 ? "the last of them" : "this seed";
	/* With tunnels around rooms, nobody knows which of fewer rooms they reach. */
	names_add(&names, options->recipe.tunnels == TUNNELS_AROUND
				  ? "a lower --min-rooms"
				  : phrase("--min-rooms %" PRIu32 ", which %s has", run->sure_rooms, seed));
	return names_join(names, "");
}

static void tell_rooms(const struct run *run)
{
	const struct recipe *recipe = &run->options->recipe;
	const char *hint = room_hint(run), *size = size_text(recipe->width, recipe->height);
	if (run->misses.tried > 1)
		message("--min-rooms %" PRIu32 ": none of %" PRIu64 " seeds has so many rooms on %s; try %s",
			recipe->min_rooms, run->misses.tried, size, hint);
	else
		message("--min-rooms %" PRIu32 ": only %s after %" PRIu64 " attempts on %s with seed %" PRIu64
			"; try %s",
			recipe->min_rooms, count_text(run->rooms, "room fits", "rooms fit"), run->attempts, size,
			run->seed, hint);
}

/* Whether no map met the condition on a measure, if there is one. */
static bool is_missed(const struct run *run, enum measure measure)
{
	return run->options->where.asked & ~run->misses.met & 1u << measure;
}

/* A value that a map has, or the nearest that several have, after `before`. */
static const char *value_text(const struct misses *misses, enum measure measure, const char *before)
{
	bool seen = misses->seen >> measure & 1;
	return seen ? phrase("%s%" PRIu64, before, misses->nearest[measure]) : "it is unknown";
}

/* A seed or map that was read does not meet all conditions, although it has enough rooms. */
static void tell_one(const struct run *run)
{
	const struct options *options = run->options;
	const char *text = "";
	const char *place = !run->input     ? phrase("with seed %" PRIu64, run->seed)
			    : run->document ? phrase("in document %" PRIu64 " of %s", run->document, run->input)
					    : phrase("in %s", run->input);
	const char *hint = options->count > 1 || run->more ? "; try --skip" : "; try another seed, or --find 1";
	for (enum measure i = 0; i < MEASURES; i++)
		if (is_missed(run, i))
			text = phrase("%s%s%s: %s", text, *text ? ", and " : "", where_text(&options->where, i),
				      value_text(&run->misses, i, ""));
	message("--where %s %s%s", text, place, run->input && !run->more ? "" : hint);
}

/* No seed, or no map that was read, meets all conditions. */
static void tell_all(const struct run *run, const struct output *output)
{
	const struct options *options = run->options;
	const struct misses *misses = &run->misses;
	uint64_t first = options->seed + (run->tried - misses->tried), last = first + (misses->tried - 1);
	const char *text = "", *rest = "";
	for (enum measure i = 0; i < MEASURES; i++) {
		struct range range = options->where.range[i];
		const char *which = range.most == UINT64_MAX ? "the largest was "
				    : range.least == 0       ? "the smallest was "
							     : "the nearest was ";
		if (is_missed(run, i))
			text = phrase("%s%s%s; %s", text, *text ? "; nor " : "", where_text(&options->where, i),
				      value_text(misses, i, which));
	}
	if (run->kept > 0 && (output->pattern || output->file.in_place))
		rest = phrase("; %s written before", count_text(run->kept, "map was", "maps were"));
	message("%s: %s has %s%s", options->find ? phrase("--find %" PRIu64, options->find) : "--skip",
		options->input ? phrase("none of %" PRIu64 " maps", misses->tried)
			       : phrase("no seed from %" PRIu64 " to %" PRIu64, first, last),
		*text ? text : "all of it at once", rest);
}

/* After a success: what was left out. */
static void tell_skipped(const struct run *run, const struct options *options)
{
	uint64_t skipped = run->tried - run->kept;
	const char *why = "";
	if (skipped == 0 || options->quiet || !(options->skip || options->find))
		return;
	if (options->find)
		why = phrase("; the last was %" PRIu64, run->seed);
	else if (options->where.asked == 0)
		why = phrase(", which have fewer than %" PRIu32 " rooms", options->recipe.min_rooms);
	message("--%s: %" PRIu64 " of %" PRIu64 " %s left out%s", options->find ? "find" : "skip", skipped, run->tried,
		options->input ? "maps" : "seeds", why);
}

/* What to do if the output file is a folder, or if its folder does not exist; empty otherwise. */
static const char *folder_hint(const struct output *output, const struct options *options)
{
	const char *name = output->name;
	if (output->error == EISDIR && options->command == COMMAND_MAPS)
		return phrase("; for files in it, try --output %s",
			      shell_word(phrase("%s%s%%d.%s", name, *path_base(name) ? "/" : "",
						options->format->extensions[0].name)));
	/* A path too long for `folder` fails with ENAMETOOLONG instead. */
	char folder[PATH_MOST];
	if (output->error == ENOENT)
		path_directory(folder, name);
	if (output->error != ENOENT || system_exists(folder))
		return "";
	return phrase("; its folder does not exist, create it with mkdir %s%s",
		      strchr(folder, '/') ? system_shell.parents : "", shell_word(folder));
}

static void tell_output(const struct output *output, const struct options *options)
{
	const struct atomic_file *file = &output->file;
	const char *why = system_reason(output->error), *left = "";
	if (file->left_behind)
		left = phrase("; %s is left behind", excerpt_of(file->temporary, PART_MOST));
	if (!file->unplaceable) {
		message("%s: %s%s%s", excerpt_of(output->name, PATH_MOST), why, folder_hint(output, options), left);
		return;
	}
	char directory[PATH_MOST];
	path_directory(directory, file->target);
	message("%s: %s; -o writes beside %s, use %s%s to write in place%s", excerpt_of(directory, PART_MOST), why,
		excerpt_of(file->target, PART_MOST), system_shell.into, shell_word(file->target), left);
}

/* Prints how to create the tileset image that the maps refer to, if it does not exist. */
static void remind_of_tileset(const struct options *options, const struct output *output)
{
	/* A pipe or device is in no directory that could contain the image. */
	if (options->command != COMMAND_MAPS || options->quiet || output->file.in_place ||
	    !(options->format->styles & STYLE_TILESET))
		return;
	char path[PATH_MOST];
	if (!path_beside(path, output->file_name, options->style.tileset) || system_exists(path))
		return;
	const char *size = "";
	if (options->given[OPTION_TILE_SIZE])
		size = phrase(" --tile-size %" PRIu32, options->style.tile_size);
	message("%s: the map uses this tileset image, which does not exist; create it with dungen --tileset-image%s %s"
		"%s",
		path, size, system_shell.into, shell_word(path));
}

/* The search came to the last seed. */
static void tell_end_of_seeds(const struct run *run)
{
	const struct options *options = run->options;
	message("--find %" PRIu64 ": %s, and seed %" PRIu64 " is the last of --rng %s; try a smaller --seed",
		options->find, count_text(run->kept, "map was found", "maps were found"), run->seed,
		options->rng->name);
}

enum { REPORTS_MOST = 10 };

bool run_reports(struct run *run, enum status status)
{
	/* What could not be read is worse than what was read and is wrong. */
	if (run->worst != STATUS_FAILED)
		run->worst = status;
	return run->reports++ < REPORTS_MOST;
}

int outcome_tell(const struct run *run, const struct output *output)
{
	const struct options *options = run->options;
	if (output->error) {
		tell_output(output, options);
		return STATUS_FAILED;
	}
	if (run->reports > REPORTS_MOST)
		message("and %" PRIu64 " more", run->reports - REPORTS_MOST);
	if (run->fault) {
		message("%s", run->fault);
	} else if (run->status == STATUS_FAILED && !run->complete) {
		tell_memory(run);
	} else if (run->status == STATUS_IMPOSSIBLE && options->find && run->misses.tried == 0) {
		tell_end_of_seeds(run);
	} else if (run->status == STATUS_IMPOSSIBLE && run->misses.measured == 0) {
		tell_rooms(run);
	} else if (run->status == STATUS_IMPOSSIBLE && run->misses.tried == 1 && !options->find) {
		tell_one(run);
	} else if (run->status == STATUS_IMPOSSIBLE) {
		tell_all(run, output);
	} else {
		tell_skipped(run, options);
		remind_of_tileset(options, output);
	}
	return (int)run->status;
}
