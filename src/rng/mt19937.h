/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_MT19937_H
#define DUNGEN_MT19937_H

#include <stdint.h>

enum { MT19937_WORDS = 624 };

/*
 * The Mersenne Twister of Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed
 * uniform pseudorandom number generator", ACM TOMACS 8 (1998), with the seedings of its 2002 revision.
 *
 * A map seldom needs all the numbers of one turn, so a turn is made in parts, when its numbers are asked for.
 */
struct mt19937 {
	uint32_t next;  /* the number to hand out next */
	uint32_t ready; /* words and numbers below this one belong to the current turn */
	uint32_t word[MT19937_WORDS];
	uint32_t number[MT19937_WORDS]; /* the words, tempered */
};

/* The seeding by one number: word[0] = seed, then the recurrence with 1812433253. */
void mt19937_fill(uint32_t word[MT19937_WORDS], uint32_t seed);

/* Says that the words were just seeded: the first number comes from a new turn. */
void mt19937_start(struct mt19937 *mt);

/* Makes the next part of a turn; next is then below ready. */
void mt19937_turn(struct mt19937 *mt);

/* The next number, 0 to 2^32 - 1. */
static inline uint32_t mt19937_next(struct mt19937 *mt)
{
	if (mt->next == mt->ready)
		mt19937_turn(mt);
	return mt->number[mt->next++];
}

#endif
