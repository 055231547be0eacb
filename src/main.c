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
#include <signal.h>

/* Makes and writes map after map, until all are written or the output failed. False when out of memory. */
static bool make_maps(const struct options *options, struct output *output, struct progress *progress)
{
	struct recipe recipe = options_recipe(options);
	struct generator *generator = generator_new(options->rng, &recipe);
	struct dungeon dungeon = {0};
	struct writer writer;
	bool made = writer_open(&writer, options->format, &options->style, output) && generator;
	if (generator)
		generator_watch(generator, progress_attempts, progress);
	for (uint64_t i = 0; made && i < options->number[OPTION_COUNT] && !output->error; i++)
		made = generator_make(generator, options->number[OPTION_SEED] + i, &dungeon) == GENERATOR_MADE &&
		       writer_write(&writer, &dungeon);
	writer_close(&writer);
	dungeon_free(&dungeon);
	generator_free(generator);
	return made;
}

int main(int argc, char **argv)
{
	static struct output output;
	struct progress progress;
	struct options options;
	if (!options_read(&options, argc, argv))
		return STATUS_USAGE;
	if (!options.action && !options.given[OPTION_SEED] && !seed_draw(&options))
		return STATUS_FAILED;

	/* A file that grows past its limit is an error of write, like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	output_open(&output, options.output);
	progress_watch(&progress, &output, !options.given[OPTION_QUIET]);
	bool made = true;
	if (options.action)
		options.action(&options, &output);
	else
		made = make_maps(&options, &output, &progress);
	if (!made)
		output_fail(&output, "memory", ENOMEM);
	bool whole = output_close(&output);
	progress_erase(&progress);
	if (!whole)
		failure_tell(&output);
	else
		tileset_remind(&options);
	return whole ? STATUS_DONE : STATUS_FAILED;
}
