/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include "system/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PART_MOST = MESSAGE_MOST / 5 }; /* bytes of each path in a message with several */

static const char *rooms_fault(const struct run *run, const struct map *map)
{
	const struct options *options = run->options;
	const struct recipe *recipe = &map->recipe;
	const bool several = run->misses.tried > 1;
	const char *seed = options->skip || options->find ? ""
			   : options->count > 1           ? "--skip, "
							  : "another seed, ";
	const char *size = size_text(recipe->width, recipe->height);
	const char *found = several ? phrase("none of %" PRIu64 " seeds has so many rooms on %s",
					     run->misses.tried, size)
				    : phrase("only %s after %" PRIu64
					     " attempts on %s with seed %" PRIu64,
					     count_text(map->room_count, "room fits", "rooms fit"),
					     run->attempt_count, size, recipe->seed);
	return phrase("--min-rooms %" PRIu32 ": %s; try %sa larger map or a lower --min-rooms",
		      recipe->min_rooms, found, seed);
}

/*
 * Lists the conditions that no map met, each with the value that came nearest to it; `single`:
 * there was one map.
 */
static const char *missed_text(const struct run *run, bool single)
{
	const struct where *where = &run->options->where;
	const struct misses *misses = &run->misses;
	const char *text = "";
	for (enum measure i = 0; i < MEASURES; i++) {
		const char *which = single                               ? ""
				    : where->range[i].most == UINT64_MAX ? "the largest was "
				    : where->range[i].least == 0         ? "the smallest was "
									 : "the nearest was ";
		const char *value = misses->seen >> i & 1
					    ? phrase("%s%" PRIu64, which, misses->nearest[i])
					    : "it is unknown";
		if (where->asked & ~misses->met & 1u << i)
			text = phrase("%s%s%s%s%s", text,
				      !*text   ? ""
				      : single ? ", and "
					       : "; nor ",
				      where_text(where, i), single ? ": " : "; ", value);
	}
	return text;
}

const char *outcome_fault(const struct run *run, const struct map *map, const struct output *output,
			  const char *place, bool more)
{
	const struct options *options = run->options;
	const bool reads = options->input || options->remakes;
	const uint64_t misses = run->misses.tried, last = options->seed + (run->tried - 1);
	if (options->find && misses == 0)
		return phrase("--find %" PRIu64 ": %s, and seed %" PRIu64
			      " is the last of --rng %s; try a smaller --seed",
			      options->find,
			      count_text(run->kept, "map was found", "maps were found"), last,
			      options->rng->name);
	if (run->misses.measured == 0)
		return rooms_fault(run, map);
	if (misses == 1 && !options->find) {
		const bool try_skip = !options->skip && (options->count > 1 || more);
		return phrase("--where %s %s %s%s", missed_text(run, true), reads ? "in" : "with",
			      place,
			      try_skip ? "; try --skip"
			      : reads  ? ""
				       : "; try another seed, or --find 1");
	}
	const char *missed = missed_text(run, false), *rest = "";
	if (run->kept > 0 && (output->pattern || output->file.in_place))
		rest = phrase("; %s written before", count_text(run->kept, "map was", "maps were"));
	return phrase(
		"%s: %s has %s%s",
		options->find ? phrase("--find %" PRIu64, options->find) : "--skip",
		reads ? phrase("none of %" PRIu64 " maps", misses)
		      : phrase("no seed from %" PRIu64 " to %" PRIu64, last - (misses - 1), last),
		*missed ? missed : "all of it at once", rest);
}

/* After a success: what was left out. */
static void tell_skipped(const struct run *run, const struct options *options)
{
	const uint64_t read_count = run->tried - run->unread_count;
	const uint64_t skipped = read_count - run->kept;
	if (skipped == 0 || options->quiet || !(options->skip || options->find))
		return;
	const char *why = options->find ? phrase("; the last was %" PRIu64,
						 options->seed + (run->tried - 1))
			  : options->where.asked
				  ? ""
				  : phrase(", which have fewer than %" PRIu32 " rooms",
					   options->recipe.min_rooms);
	message("--%s: %" PRIu64 " of %" PRIu64 " %s left out%s", options->find ? "find" : "skip",
		skipped, read_count, options->input ? "maps" : "seeds", why);
}

/* Whether a file could not be created because its folder does not exist. */
static bool lacks_folder(const struct output *output)
{
	/* A path that is too long for a folder fails with ENAMETOOLONG instead. */
	if (output->error != ENOENT)
		return false;
	char folder[PATH_MOST];
	path_directory(folder, output->name);
	return strcmp(folder, ".") != 0 && !system_exists(folder);
}

/* Returns why a file that may be written was not replaced, and what works instead. */
static const char *replacement_hint(int error, const struct options *options)
{
	const bool is_unwritable = error == EACCES || error == EPERM || error == EROFS;
	const char *problem = is_unwritable ? "the folder is not writable"
					    : "the file cannot be replaced";
	/* The shell would empty a file that is read. */
	if (options->input)
		return problem;
	return phrase("%s, use > FILE", problem);
}

/* Returns a hint about why the output failed; empty if there is none. */
static const char *output_hint(const struct output *output, const struct options *options)
{
	if (output->file.unplaceable)
		return replacement_hint(output->error, options);
	if (output->file.problem == ATOMIC_FILE_NO_PROBLEM && lacks_folder(output))
		return "the folder does not exist";
	if (output->error == EISDIR && options->command == COMMAND_MAPS)
		return phrase("add the name of a file, such as %%%c.%s", options->input ? 'i' : 'd',
			      options->format->extensions[0].name);
	return "";
}

/* Returns why the output failed. */
static const char *output_problem(const struct output *output)
{
	switch (output->file.problem) {
	case ATOMIC_FILE_BROKEN_LINK:
		return phrase("is a link to %s, which does not exist",
			      excerpt_of(output->file.target, PART_MOST));
	case ATOMIC_FILE_FOREIGN_LINK:
		return "leads through a link of another user in a folder that is open to all";
	case ATOMIC_FILE_REPLACED:
		return "something else got its name meanwhile";
	case ATOMIC_FILE_NO_PROBLEM:
		break;
	}
	return system_reason(output->error);
}

static void tell_output(const struct output *output, const struct options *options)
{
	const char *hint = output_hint(output, options);
	const char *left = "";
	if (output->file.left_behind)
		left = phrase("; %s may be left behind",
			      excerpt_of(output->file.temporary, PART_MOST));
	message("%s: %s%s%s%s", excerpt_of(output->name, PATH_MOST), output_problem(output),
		*hint ? "; " : "", hint, left);
}

/* Prints how to create the tileset image that the maps refer to, if it does not exist. */
static void remind_of_tileset(const struct options *options, const struct output *output)
{
	/* A pipe or device is in no folder that could contain the image. */
	if (options->command != COMMAND_MAPS || options->quiet || output->file.in_place)
		return;
	if (!(options->format->styles & STYLE_TILESET))
		return;
	char path[PATH_MOST];
	if (!path_beside(path, output->file_name, options->style.tileset) || system_exists(path))
		return;
	const char *size = "";
	if (options->given[OPTION_TILE_SIZE])
		size = phrase(" --tile-size %" PRIu32, options->style.tile_size);
	message("%s: the map uses this tileset image, which does not exist; create it with "
		"--tileset-image%s --output FILE",
		path, size);
}

enum { REPORTS_MOST = 10 };

enum status run_fail(struct run *run, enum status status, const char *fault)
{
	(void)snprintf(run->fault, sizeof run->fault, "%s", fault);
	return status;
}

bool run_reports(struct run *run, enum status status)
{
	/* What could not be read is worse than what was read and is wrong. */
	if (run->status != STATUS_FAILED)
		run->status = status;
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
	if (*run->fault) {
		message("%s", run->fault);
	} else {
		tell_skipped(run, options);
		remind_of_tileset(options, output);
	}
	return (int)run->status;
}
