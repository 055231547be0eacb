/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, generate, write, close. */
#include "cli/failure.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/seed.h"
#include "cli/tileset.h"
#include "dungeon/generate.h"

#include <errno.h>

/* Makes and writes map after map, until all are written or something failed, which the output then tells. */
static void make_maps(const struct options *options, struct destination *destination, struct progress *progress)
{
	struct output *output = &destination->output;
	struct recipe recipe = options_recipe(options);
	struct generator *generator = generator_new(options->rng, &recipe);
	struct dungeon dungeon = {0};
	struct writer writer;
	bool well = writer_open(&writer, options->format, &options->style, output) && generator;
	if (generator)
		generator_watch(generator, progress_attempts, progress);
	uint64_t seed = options->number[OPTION_SEED], count = options->number[OPTION_COUNT];
	for (; well && count > 0; seed++, count--)
		well = generator_make(generator, seed, &dungeon) == GENERATOR_MADE &&
		       destination_begin_map(destination, seed) && writer_write(&writer, &dungeon) &&
		       destination_end_map(destination);
	if (!well)
		output_fail(output, "memory", ENOMEM);
	writer_close(&writer);
	dungeon_free(&dungeon);
	generator_free(generator);
}

int main(int argc, char **argv)
{
	static struct destination destination;
	struct progress progress;
	struct options options;
	if (!options_read(&options, argc, argv))
		return STATUS_USAGE;
	if (!options.action && !options.given[OPTION_SEED] && !seed_draw(&options))
		return STATUS_FAILED;

	destination_open(&destination, options.output);
	progress_watch(&progress, &destination.output, !options.given[OPTION_QUIET]);
	if (options.action)
		options.action(&options, &destination.output);
	else
		make_maps(&options, &destination, &progress);
	bool whole = destination_close(&destination);
	progress_erase(&progress);
	if (!whole)
		failure_tell(&destination);
	else
		tileset_remind(&options, &destination);
	return whole ? STATUS_DONE : STATUS_FAILED;
}
