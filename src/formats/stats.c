/* SPDX-License-Identifier: MIT */
/*
 * The measures of a map: one compact JSON object per line. Omits measures that are not known.
 */
#include "map/measure.h"
#include "map/walk.h"
#include "formats/format.h"
#include "formats/put.h"

/* Puts a measure. The seed is a string, because readers of JSON round large numbers. */
static struct cursor put_measure(struct cursor cursor, enum measure measure, uint64_t value)
{
	cursor = put_text(cursor, "\"");
	cursor = put_text(cursor, measure_names[measure]);
	if (measure != MEASURE_SEED)
		return put_number(cursor, "\":", value);
	cursor = put_number(cursor, "\":\"", value);
	return put_text(cursor, "\"");
}

static bool stats_write(struct writer *writer, const struct map *map)
{
	struct stats stats;
	if (!measure_map(writer->state, map, MEASURES_ALL, &stats, writer->watch))
		return false;
	struct cursor cursor = cursor_begin(writer->output);
	/* Width and height are always known, so that something follows the brace. */
	const char *separator = "{";
	for (enum measure i = 0; i < MEASURES; i++) {
		if (!(stats.known & MEASURE_BIT(i)))
			continue;
		cursor = put_text(cursor, separator);
		cursor = put_measure(cursor, i, stats.value[i]);
		separator = ",";
	}
	cursor = put_text(cursor, "}\n");
	cursor_end(cursor);
	return true;
}

static void stats_free(void *state)
{
	walk_free(state);
}

const struct format format_stats = {
	.name = "stats",
	.extensions = {{"stats", false}},
	.summary = "measures such as loops, one JSON object per line",
	.writer_state_size = sizeof(struct walk),
	.write = stats_write,
	.free_writer_state = stats_free,
};
