/* SPDX-License-Identifier: MIT */
#include "run/source.h"

struct source *source_open(const struct options *options, struct progress *progress,
			   struct label *label, struct outcome *outcome)
{
	*label = (struct label){.file = options->source_path, .note = "", .descriptor = -1};
	if (!options->source_path)
		return source_of_seeds(options, progress, outcome);
	struct source *source = source_of_files(options, options->source_path,
						options->source_format, progress);
	if (!source)
		(void)outcome_fail_memory(outcome);
	return source;
}
