/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

enum { MT19937_WORDS = 624 };

/*
 * The Mersenne Twister of Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally
 * equidistributed uniform pseudorandom number generator", ACM TOMACS 8 (1998), with the seedings of
 * its 2002 revision.
 *
 * A map seldom needs all 624 numbers of a block, so a block is generated in parts, as its numbers
 * are drawn.
 */
struct mt19937 {
	uint32_t next;  /* index of the next number to hand out */
	uint32_t ready; /* words and numbers below this index belong to the current block */
	uint32_t
		word[MT19937_WORDS + 4]; /* the last 4 repeat the first ones of the current block */
	uint32_t number[MT19937_WORDS];  /* the words, tempered */
};

/* Word i of init_genrand, from the one before it. */
static inline uint32_t mt19937_fill_next(uint32_t before, uint32_t i)
{
	return 1812433253 * (before ^ before >> 30) + i;
}

/*
 * init_genrand, seeding by a single number: word[0] = seed, then the recurrence with multiplier
 * 1812433253.
 */
void mt19937_fill(uint32_t word[MT19937_WORDS], uint32_t seed);

/* Call it after seeding the words: the first number drawn generates a new block. */
void mt19937_start(struct mt19937 *mt);

/* Generates the next part of a block; afterwards next is below ready. */
void mt19937_generate(struct mt19937 *mt);

/* The next number, 0 to 2^32 - 1. */
static inline uint32_t mt19937_next(struct mt19937 *mt)
{
	if (mt->next == mt->ready)
		mt19937_generate(mt);
	return mt->number[mt->next++];
}
