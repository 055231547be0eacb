/* SPDX-License-Identifier: MIT */
/*
 * The measures of a map: one compact JSON object per line. Omits measures that are not known.
 */
#include "formats/format.h"
#include "formats/writer.h"
#include "map/measure.h"
#include "map/walk.h"

#include <inttypes.h>

static bool stats_write(struct writer *writer, const struct map *map)
{
	struct output *output = writer->output;
	struct stats stats;
	if (!measure_map(writer->state, map, MEASURES_ALL, &stats))
		return false;
	/* Width and height are always known, so that something follows the brace. */
	const char *separator = "{";
	for (enum measure i = 0; i < MEASURES; i++) {
		if (!(stats.known & MEASURE_BIT(i)))
			continue;
		/* The seed is a string, because readers of JSON round large numbers. */
		const char *quote = i == MEASURE_SEED ? "\"" : "";
		output_print(output, "%s\"%s\":%s%" PRIu64 "%s", separator, measure_names[i], quote,
			     stats.value[i], quote);
		separator = ",";
	}
	output_text(output, "}\n");
	return true;
}

static void stats_free(void *state)
{
	walk_free(state);
}

const struct format format_stats = {
	.name = "stats",
	.keeps_locks = true,
	.group = "data",
	.extensions = {"stats"},
	.summary = "measures such as loops, one JSON object per line",
	.writer_state_size = sizeof(struct walk),
	.write = stats_write,
	.free_writer_state = stats_free,
};
