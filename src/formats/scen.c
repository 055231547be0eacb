/* SPDX-License-Identifier: MIT */
/*
 * Scenarios of the Moving AI Lab's benchmarks for path finding: pairs of a start and a goal with
 * the length of the shortest path (movingai.com/benchmarks/formats.html). A scenario belongs to a
 * map in the format called movingai, and contains its name.
 */
#include "formats/format.h"
#include "formats/writer.h"
#include "io/output_file.h"
#include "map/pairs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
	PAIRS_DEFAULT = 100,  /* without --pairs, if the map is large enough */
	LENGTH_OF_BUCKET = 4, /* a bucket has the paths whose lengths, divided by 4, round down to
				 its number */
};

/* Memory of the writer. */
struct scen_writer {
	struct pairs pairs;
	char map_name[FILE_NAME_SIZE + sizeof ".map"]; /* without its folder */
};

/* Lengths. */

/* The square root of 2 times 10^8: this number, and 2^-32 for each unit of the first limb. */
enum { ROOT_UNITS = 141421356, ROOT_LIMBS = 4 };
static const uint32_t root_limbs[ROOT_LIMBS] = {0x3cc050d2, 0x7d82d6f9, 0x4020e0b0, 0x76c862b4};

/*
 * Returns diagonal * sqrt(2) * 10^8, rounded to nearest. The 128 bits of the fraction are more than
 * enough: a product of 32 bits is never closer than 2^-62 to the middle between two numbers.
 */
static uint64_t scaled_diagonals(uint32_t diagonal)
{
	uint64_t carry = 0;
	uint32_t first_limb = 0; /* of the fraction of the product */
	for (int i = ROOT_LIMBS - 1; i >= 0; i--) {
		const uint64_t product = (uint64_t)root_limbs[i] * diagonal + carry;
		first_limb = (uint32_t)product;
		carry = product >> 32;
	}
	const uint64_t rounded_up = first_limb >> 31;
	return (uint64_t)ROOT_UNITS * diagonal + carry + rounded_up;
}

/* Writes a length with eight decimals. */
static void write_length(struct output *output, struct octile_length length)
{
	static const uint64_t scale = 100000000;
	char decimals[sizeof "4294967295"];
	const uint64_t diagonals = scaled_diagonals(length.diagonal);
	(void)snprintf(decimals, sizeof decimals, "%08" PRIu32, (uint32_t)(diagonals % scale));
	output_print(output, "%" PRIu64 ".%s", length.straight + diagonals / scale, decimals);
}

/* The name of the map. */

/*
 * Chooses the name of the map file: that of the output or, on standard output, that of the input
 * file, or a name for the seed of a generated map. Refuses a map if white space in the name would
 * end it.
 */
static bool choose_map_name(struct scen_writer *scen, struct writer *writer, const struct map *map)
{
	const char *output = output_file_name(writer->output);
	const char *file = writer->input_file;
	const bool has_output_name = output && !file_name_is_device(output);
	const char *name = "map";
	char seed_name[sizeof "seed-18446744073709551615"];
	if (has_output_name) {
		name = file_name_base(output);
	} else if (file && strcmp(file, "standard input") != 0) {
		name = file_name_base(file);
	} else if (!(map->lacks & LACKS_SEED)) {
		(void)snprintf(seed_name, sizeof seed_name, "seed-%" PRIu64, map->recipe.seed);
		name = seed_name;
	}
	if (strpbrk(name, " \t\n\v\f\r")) {
		static const char problem[] =
			"must not contain white space, because a scen file contains the name";
		if (!has_output_name)
			return writer_refuse(writer, "%s", problem);
		writer->message.place.option = "output";
		return fail(&writer->message, STATUS_USAGE, "%s", problem);
	}
	const char *dot = strrchr(name, '.');
	const size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
	(void)snprintf(scen->map_name, sizeof scen->map_name, "%.*s.map", (int)length, name);
	return true;
}

/* The scenario. */

static bool scen_write(struct writer *writer, const struct map *map)
{
	struct scen_writer *scen = writer->state;
	struct pairs *pairs = &scen->pairs;
	struct output *output = writer->output;
	if (!pairs_load(pairs, map))
		return false;
	uint64_t count = writer->style->pair_count;
	const uint64_t count_max = pairs->tile_count;
	if (count == 0)
		count = count_max < PAIRS_DEFAULT ? count_max : PAIRS_DEFAULT;
	if (count > count_max) {
		writer->message.place.option = "pairs";
		(void)writer_refuse(writer, "must be at most %" PRIu64, count_max);
		return suggest(&writer->message, "pairs", "%" PRIu64, count_max);
	}
	if (!choose_map_name(scen, writer, map))
		return false;
	if (!pairs_draw(pairs, count))
		return false;
	output_text(output, "version 1\n");
	for (uint64_t i = 0; i < count && !output->error; i++) {
		const struct point start = pairs->drawn[i];
		const struct point goal = pairs->drawn[i + 1];
		struct octile_length length;
		if (!pairs_measure(pairs, i, &length))
			return false;
		output_print(output, "%" PRIu64 "\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t",
			     octile_floor(length) / LENGTH_OF_BUCKET, scen->map_name,
			     map->recipe.width, map->recipe.height, start.x, start.y, goal.x,
			     goal.y);
		write_length(output, length);
		output_text(output, "\n");
	}
	return true;
}

static void scen_writer_free(void *state)
{
	struct scen_writer *scen = state;
	pairs_free(&scen->pairs);
}

const struct format format_scen = {
	.name = "scen",
	.extensions = {"scen"},
	.summary = "Moving AI scenario: pairs of tiles with path lengths",
	.holds = HOLDS_ONE_MAP,
	.looks = LOOK_PAIRS,
	.writer_state_size = sizeof(struct scen_writer),
	.write = scen_write,
	.free_writer_state = scen_writer_free,
	.magics = {"version 1"},
};
