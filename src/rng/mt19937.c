/* SPDX-License-Identifier: MIT */
#include "rng/mt19937.h"

#include <string.h>

/* No word of a part depends on another word of the same part, which is a whole number of lanes. */
enum { MIDDLE = 397, PART = 156, LANES = 4 };
_Static_assert(MT19937_WORDS % PART == 0 && PART % LANES == 0 &&
		       PART + LANES <= MT19937_WORDS - MIDDLE,
	       "parts");

typedef uint32_t lanes __attribute__((vector_size(LANES * sizeof(uint32_t))));

void mt19937_fill(uint32_t word[MT19937_WORDS], uint32_t seed)
{
	word[0] = seed;
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		word[i] = mt19937_fill_next(word[i - 1], i);
}

void mt19937_start(struct mt19937 *mt)
{
	mt->next = MT19937_WORDS;
	mt->ready = MT19937_WORDS;
}

static lanes load(const uint32_t *numbers)
{
	lanes four;
	memcpy(&four, numbers, sizeof four);
	return four;
}

static lanes temper(lanes y)
{
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680;
	y ^= y << 15 & 0xefc60000;
	return y ^ y >> 18;
}

void mt19937_generate(struct mt19937 *mt)
{
	uint32_t *word = mt->word;
	if (mt->ready == MT19937_WORDS)
		mt->ready = mt->next = 0;
	uint32_t begin = mt->ready;
	mt->ready += PART;
	for (uint32_t i = begin; i < mt->ready; i += LANES) {
		const uint32_t *far = i < MT19937_WORDS - MIDDLE
					      ? word + i + MIDDLE
					      : word + i + MIDDLE - MT19937_WORDS;
		lanes y = (load(word + i) & 0x80000000) | (load(word + i + 1) & 0x7fffffff);
		y = load(far) ^ y >> 1 ^ (-(y & 1) & 0x9908b0df);
		memcpy(word + i, &y, sizeof y);
		y = temper(y);
		memcpy(mt->number + i, &y, sizeof y);
	}
	/*
	 * The last words of a block depend on its first ones, which are repeated where they are
	 * looked for.
	 */
	if (begin == 0)
		memcpy(word + MT19937_WORDS, word, sizeof(lanes));
}
