/* SPDX-License-Identifier: MIT */
#include "run/source.h"

struct source *source_open(const struct options *options, struct progress *progress,
			   struct label *label, struct outcome *outcome)
{
	*label = (struct label){.note = ""};
	if (options->file_count == 0)
		return seeds_source_open(options, progress, outcome);
	label->file = options->files[0];
	struct source *source = files_source_open(options, NULL, progress);
	if (!source)
		(void)outcome_fail_memory(outcome);
	return source;
}
