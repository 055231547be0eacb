/* SPDX-License-Identifier: MIT */
#include "run/sink.h"

struct sink *sink_open(const struct options *options, struct source *source,
		       struct outcome *outcome)
{
	if (options->compare)
		return compare_sink_open(options, outcome);
	if (options->check)
		return check_sink_open(options, outcome);
	return write_sink_open(options, source, outcome);
}
