/* SPDX-License-Identifier: MIT */
#include "cli/seed.h"

#include <sys/random.h>
#include <unistd.h>

bool seed_draw(uint64_t count, uint64_t max_seed, uint64_t *seed)
{
	uint64_t random;
	if (getentropy(&random, sizeof random) != 0)
		return false;
	uint64_t last = UINT32_MAX;
	if (count - 1 <= last)
		last -= count - 1;
	else if (max_seed - (count - 1) < last)
		last = max_seed - (count - 1);
	*seed = random % (last + 1);
	return true;
}
