/* SPDX-License-Identifier: MIT */
#include "run/sink.h"

struct sink *sink_open(const struct options *options, struct progress *progress,
		       struct outcome *outcome)
{
	struct sink *sink;
	if (options->compare)
		sink = sink_of_compare(options, progress, outcome);
	else if (options->check)
		sink = sink_of_check(options, progress, outcome);
	else
		return sink_of_writer(options, progress, outcome);
	if (!sink)
		(void)outcome_fail_memory(outcome);
	return sink;
}
