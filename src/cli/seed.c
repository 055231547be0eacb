/* SPDX-License-Identifier: MIT */
#include "cli/seed.h"

#include "cli/messages.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* The largest seed that may be drawn: every rng takes those below 2^32, and so are written in few digits. */
static uint64_t last_seed(uint64_t count, uint64_t max_seed)
{
	uint64_t last = UINT32_MAX;
	if (count - 1 <= last)
		return last - (count - 1);
	uint64_t room = max_seed - (count - 1);
	return room < last ? room : last;
}

bool seed_draw(struct options *options)
{
	uint64_t random;
	if (getentropy(&random, sizeof random) != 0) {
		message("no seed could be drawn: %s; please give one with --seed", strerror(errno));
		return false;
	}
	uint64_t *seed = &options->number[OPTION_SEED];
	*seed = random % (last_seed(options->number[OPTION_COUNT], options->rng->max_seed) + 1);
	if (!options->given[OPTION_QUIET])
		message("seed %" PRIu64, *seed);
	return true;
}
