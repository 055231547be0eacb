/* SPDX-License-Identifier: MIT */
#include "rng/mt19937.h"

enum { MIDDLE = 397 };

void mt19937_fill(uint32_t word[MT19937_WORDS], uint32_t seed)
{
	word[0] = seed;
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		word[i] = 1812433253 * (word[i - 1] ^ word[i - 1] >> 30) + i;
}

void mt19937_start(struct mt19937 *mt)
{
	mt->next = MT19937_WORDS;
	mt->ready = MT19937_WORDS;
}

static uint32_t twist(uint32_t here, uint32_t after, uint32_t far)
{
	uint32_t y = (here & 0x80000000) | (after & 0x7fffffff);
	return far ^ y >> 1 ^ ((0 - (y & 1)) & 0x9908b0df);
}

static uint32_t temper(uint32_t y)
{
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680;
	y ^= y << 15 & 0xefc60000;
	return y ^ y >> 18;
}

void mt19937_generate(struct mt19937 *mt)
{
	uint32_t *word = mt->word;
	uint32_t begin = mt->ready;
	if (begin == MT19937_WORDS)
		begin = mt->next = 0;
	uint32_t i = begin;
	/* No word of a part depends on another word of the same part, so the compiler can vectorize these loops. */
	if (i < MT19937_WORDS - MIDDLE) {
		for (; i < MT19937_WORDS - MIDDLE; i++)
			word[i] = twist(word[i], word[i + 1], word[i + MIDDLE]);
	} else {
		uint32_t part = i + (MT19937_WORDS - MIDDLE);
		uint32_t end = part < MT19937_WORDS - 1 ? part : MT19937_WORDS - 1;
		for (; i < end; i++)
			word[i] = twist(word[i], word[i + 1], word[i - (MT19937_WORDS - MIDDLE)]);
		if (i == MT19937_WORDS - 1) {
			word[i] = twist(word[i], word[0], word[MIDDLE - 1]);
			i++;
		}
	}
	for (uint32_t k = begin; k < i; k++)
		mt->number[k] = temper(word[k]);
	mt->ready = i;
}
