/* SPDX-License-Identifier: MIT */
#include "run/source.h"

struct source *source_open(const struct options *options, struct progress *progress,
			   struct label *label, struct outcome *outcome)
{
	const char *path = options->source_path;
	*label = (struct label){.file = path, .note = "", .descriptor = -1};
	if (!path)
		return seeds_source_open(options, progress, outcome);
	struct source *source = files_source_open(options, path, options->source_format, progress);
	if (!source)
		(void)outcome_fail_memory(outcome);
	return source;
}
