/* SPDX-License-Identifier: MIT */
/* Measures of maps: one compact JSON object per line. */
#include "map/measure.h"
#include "map/walk.h"
#include "formats/format.h"
#include "formats/put.h"

static bool write_map(struct writer *writer, const struct map *map)
{
	struct stats stats;
	if (!measure_map(writer->state, map, MEASURES_ALL, &stats, writer->watch))
		return false;
	struct cursor cursor = cursor_begin(writer->output);
	const char *before = "{\"";
	for (int i = 0; i < MEASURES; i++) {
		if (!(stats.known >> i & 1))
			continue;
		cursor = put_text(put_text(cursor, before), measure_names[i]);
		/* Readers of JSON round large numbers, and seeds can be large. */
		cursor = put_number(cursor, i == MEASURE_SEED ? "\":\"" : "\":", stats.value[i]);
		before = i == MEASURE_SEED ? "\",\"" : ",\"";
	}
	cursor_end(put_text(cursor, "}\n"));
	return true;
}

static void end(void *state)
{
	walk_free(state);
}

const struct format format_stats = {
	.name = "stats",
	.extensions = {{"stats", false}},
	.summary = "measures of the map, one JSON object a line: rooms, loops, ...",
	.writer_state_size = sizeof(struct walk),
	.write = write_map,
	.free_writer_state = end,
};
