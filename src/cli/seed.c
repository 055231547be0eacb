/* SPDX-License-Identifier: MIT */
#include "cli/seed.h"

#include "cli/messages.h"
#include "output/system.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/*
 * Returns the largest first seed that keeps the batch below 2^32, or, if it is too large for that, in the rng's range.
 */
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
	if (!system_random(&random, sizeof random))
		return refuse("random seed: %s; choose one with --seed", strerror(errno));
	options->seed = random % (last_seed(options->count, options->rng->max_seed) + 1);
	if (!options->quiet)
		message("seed %" PRIu64, options->seed);
	return true;
}
