/* SPDX-License-Identifier: MIT */
#include "run/source.h"

struct source *source_open(const struct options *options, struct label *label,
			   struct outcome *outcome)
{
	*label = (struct label){.note = ""};
	if (options->file_count == 0)
		return seeds_source_open(options, outcome);
	label->file = options->files[0];
	struct source *source = files_source_open(options, NULL);
	if (!source)
		(void)outcome_fail_memory(outcome);
	return source;
}
