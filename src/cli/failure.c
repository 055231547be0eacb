/* SPDX-License-Identifier: MIT */
#include "cli/failure.h"

#include "cli/messages.h"
#include "cli/phrase.h"
#include "output/path.h"

#include <stdio.h>
#include <string.h>

enum { PART_MOST = MESSAGE_MOST / 5 }; /* of each path, where a message has several */

void failure_tell(const struct destination *destination)
{
	const struct output *output = &destination->output;
	const struct replacement *replacement = &destination->replacement;
	const char *why = strerror(output->error);
	char left[PATH_MAX + 32] = "";
	if (replacement->left_behind)
		snprintf(left, sizeof left, "; %s is left behind", excerpt(replacement->temporary, PART_MOST).text);
	if (!replacement->unplaceable) {
		message("%s: %s%s", excerpt(output->name, EXCERPT_PATH).text, why, left);
		return;
	}
	char directory[PATH_MAX];
	path_directory(directory, replacement->target.path);
	struct excerpt target = excerpt(replacement->target.path, PART_MOST);
	message("%s: %s; -o writes beside %s, use > %s to write in place%s", excerpt(directory, PART_MOST).text, why,
		target.text, target.text, left);
}
