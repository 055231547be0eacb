/* SPDX-License-Identifier: MIT */
#include "cli/failure.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "output/path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PART_MOST = MESSAGE_MOST / 5 }; /* of each path, where a message has several */

void failure_tell_impossible(const struct dungeon *dungeon)
{
	const struct recipe *recipe = &dungeon->recipe;
	struct phrase map = {""};
	phrase_add(&map, "on %" PRIu32 "x%" PRIu32 " with seed %" PRIu64, recipe->width, recipe->height, recipe->seed);
	if (dungeon->room_count < recipe->min_rooms)
		message("--min-rooms %" PRIu32 ": only %" PRIu32 " %s after %" PRIu64 " attempts %s", recipe->min_rooms,
			dungeon->room_count, dungeon->room_count == 1 ? "room fits" : "rooms fit", dungeon->attempts,
			map.text);
	else
		message("--loops %" PRIu32 ": only %" PRIu64 " %s between the %" PRIu32 " %s %s", recipe->loops,
			dungeon_most_loops(dungeon), dungeon_most_loops(dungeon) == 1 ? "loop fits" : "loops fit",
			dungeon->room_count, dungeon->room_count == 1 ? "room" : "rooms", map.text);
}

void failure_tell(const struct map_files *files)
{
	const struct output *output = &files->output;
	const struct atomic_file *file = &files->file;
	const char *why = strerror(output->error);
	char left[PATH_MOST + 32] = "";
	if (file->left_behind)
		snprintf(left, sizeof left, "; %s is left behind", excerpt(file->temporary, PART_MOST).text);
	if (!file->unplaceable) {
		message("%s: %s%s", excerpt(output->name, EXCERPT_PATH).text, why, left);
		return;
	}
	char directory[PATH_MOST];
	path_directory(directory, file->target);
	struct excerpt target = excerpt(file->target, PART_MOST);
	message("%s: %s; -o writes beside %s, use > %s to write in place%s", excerpt(directory, PART_MOST).text, why,
		target.text, target.text, left);
}
