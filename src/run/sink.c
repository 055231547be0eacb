/* SPDX-License-Identifier: MIT */
#include "run/sink.h"

struct sink *sink_open(const struct options *options, struct progress *progress,
		       struct outcome *outcome)
{
	struct sink *sink;
	if (options->compare)
		sink = compare_sink_open(options, progress, outcome);
	else if (options->check)
		sink = check_sink_open(options, progress, outcome);
	else
		return write_sink_open(options, progress, outcome);
	if (!sink)
		(void)outcome_fail_memory(outcome);
	return sink;
}
