/* SPDX-License-Identifier: MIT */
/* dungen: read the command line, generate, write, close. */
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "dungeon/generate.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>

/* Makes the maps, one after the other, until all are written or the output failed. False when out of memory. */
static bool make_maps(const struct options *options, uint64_t seed, struct output *output)
{
	struct recipe recipe = options_recipe(options);
	struct generator *generator = generator_new(options->rng, &recipe);
	struct dungeon dungeon = {0};
	struct scratch scratch = {0};
	bool made = generator != NULL;
	for (uint64_t i = 0; made && i < options->number[OPTION_COUNT] && !output->error; i++)
		made = generator_make(generator, seed + i, &dungeon) &&
		       options->format->write(&dungeon, &options->style, &scratch, output);
	scratch_free(&scratch);
	dungeon_free(&dungeon);
	generator_free(generator);
	return made;
}

static int fail(const char *what, int error)
{
	message("%s: %s", what, strerror(error));
	return STATUS_FAILED;
}

int main(int argc, char **argv)
{
	static struct output output;
	struct options options;
	enum options_outcome outcome = options_read(&options, argc, argv);
	if (outcome == OPTIONS_WRONG)
		return STATUS_USAGE;

	uint64_t seed = options.number[OPTION_SEED];
	if (outcome == OPTIONS_RUN && !options.given[OPTION_SEED]) {
		if (!seed_draw(options.number[OPTION_COUNT], options.rng->max_seed, &seed))
			return fail("--seed: cannot be drawn, please give one", errno);
		if (!options.given[OPTION_QUIET])
			message("seed %" PRIu64, seed);
	}

	/* A file that grows past its limit is an error of write, like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	output_open(&output, outcome == OPTIONS_RUN ? options.output : NULL);
	if (outcome == OPTIONS_HELP) {
		options_write_help(&output);
	} else if (outcome == OPTIONS_VERSION) {
		options_write_version(&output);
	} else if (!make_maps(&options, seed, &output)) {
		output_abandon(&output);
		return fail("memory", ENOMEM);
	}
	return output_close(&output) ? STATUS_DONE : fail(output.name, output.error);
}
