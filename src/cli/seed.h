/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_SEED_H
#define DUNGEN_SEED_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Draws a seed from the operating system for `count` maps, of consecutive seeds up to `max_seed`: below 2^32, and
 * where the count allows it all the seeds of the batch too. count - 1 <= max_seed. False with errno.
 */
bool seed_draw(uint64_t count, uint64_t max_seed, uint64_t *seed);

#endif
