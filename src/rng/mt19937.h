/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdint.h>

/*
 * The Mersenne Twister of Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally
 * equidistributed uniform pseudorandom number generator", ACM TOMACS 8 (1998), with the seedings of
 * its 2002 revision.
 *
 * Usage:
 *
 *     struct mt19937 mt;
 *     mt19937_seed(&mt, 42);           or mt19937_seed_by_array
 *     number = mt19937_next(&mt);      as often as you like
 *
 * A caller that fills mt.word itself calls mt19937_start afterwards.
 */
enum { MT19937_WORDS = 624 };

struct mt19937 {
	uint32_t word[MT19937_WORDS];   /* the state, from which the next block is generated */
	uint32_t number[MT19937_WORDS]; /* the output of the current block */
	uint32_t number_count;          /* how many numbers of the block have been generated */
	uint32_t next;                  /* index of the next number to hand out */
};

/* Returns word `i` of the table that init_genrand fills, from the word before it. */
static inline uint32_t mt19937_fill_next(uint32_t before, uint32_t i)
{
	return 1812433253 * (before ^ before >> 30) + i;
}

/* Starts the sequence of one 32-bit seed (init_genrand in mt19937ar.c). */
void mt19937_seed(struct mt19937 *mt, uint32_t seed);

/* Starts the sequence of a key of 1 to MT19937_WORDS words (init_by_array in mt19937ar.c). */
void mt19937_seed_by_array(struct mt19937 *mt, const uint32_t *key, uint32_t key_length);

/* Makes the next draw begin a block of numbers from the words. */
static inline void mt19937_start(struct mt19937 *mt)
{
	mt->number_count = MT19937_WORDS;
	mt->next = MT19937_WORDS;
}

/*
 * Generates more numbers: the first 227 of the next block, or the rest of the current block. Most
 * maps need only the first part, which saves 4 % of a batch with libtcod-mt, measured with
 * tests/bench/bench.py.
 */
void mt19937_generate(struct mt19937 *mt);

/* Returns the next number, 0 to 2^32 - 1. */
static inline uint32_t mt19937_next(struct mt19937 *mt)
{
	if (mt->next == mt->number_count)
		mt19937_generate(mt);
	return mt->number[mt->next++];
}
