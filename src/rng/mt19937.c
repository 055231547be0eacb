/* SPDX-License-Identifier: MIT */
#include "rng/mt19937.h"

/* Each word is mixed with the word this far after it, which may be in the next block. */
enum { MIDDLE = 397 };

/* Number of words of a block that depend only on the block before. */
enum { FIRST_PART = MT19937_WORDS - MIDDLE };

static void fill_words(uint32_t *word, uint32_t seed)
{
	word[0] = seed;
	for (uint32_t i = 1; i < MT19937_WORDS; i++)
		word[i] = mt19937_fill_next(word[i - 1], i);
}

void mt19937_seed(struct mt19937 *mt, uint32_t seed)
{
	fill_words(mt->word, seed);
	mt19937_start(mt);
}

/*
 * Returns the index of the word after the one at `index`. After the last word, it copies that word
 * to word 0, as init_by_array does, and returns 1.
 */
static uint32_t advance_index(uint32_t *word, uint32_t index)
{
	if (index < MT19937_WORDS - 1)
		return index + 1;
	word[0] = word[MT19937_WORDS - 1];
	return 1;
}

void mt19937_seed_by_array(struct mt19937 *mt, const uint32_t *key, uint32_t key_length)
{
	uint32_t *word = mt->word;
	uint32_t i = 1;
	fill_words(word, 19650218);
	for (uint32_t step = 0; step < MT19937_WORDS; step++) {
		const uint32_t before = word[i - 1];
		const uint32_t k = step % key_length;
		word[i] = (word[i] ^ (before ^ before >> 30) * 1664525) + key[k] + k;
		i = advance_index(word, i);
	}
	for (uint32_t step = 0; step < MT19937_WORDS - 1; step++) {
		const uint32_t before = word[i - 1];
		word[i] = (word[i] ^ (before ^ before >> 30) * 1566083941) - i;
		i = advance_index(word, i);
	}
	word[0] = 0x80000000;
	mt19937_start(mt);
}

/* Returns a word of the next block from three of this one: its own, the next, and a distant one. */
static inline uint32_t twist(uint32_t own, uint32_t next, uint32_t distant)
{
	const uint32_t y = (own & 0x80000000) | (next & 0x7fffffff);
	const uint32_t odd_mask = y & 1 ? 0x9908b0df : 0;
	return distant ^ y >> 1 ^ odd_mask;
}

static inline uint32_t temper(uint32_t y)
{
	y ^= y >> 11;
	y ^= y << 7 & 0x9d2c5680;
	y ^= y << 15 & 0xefc60000;
	return y ^ y >> 18;
}

void mt19937_generate(struct mt19937 *mt)
{
	uint32_t *word = mt->word;
	const uint32_t last = MT19937_WORDS - 1;
	if (mt->number_count == MT19937_WORDS) {
		for (uint32_t i = 0; i < FIRST_PART; i++) {
			word[i] = twist(word[i], word[i + 1], word[i + MIDDLE]);
			mt->number[i] = temper(word[i]);
		}
		mt->number_count = FIRST_PART;
		mt->next = 0;
		return;
	}
	for (uint32_t i = FIRST_PART; i < last; i++) {
		word[i] = twist(word[i], word[i + 1], word[i - FIRST_PART]);
		mt->number[i] = temper(word[i]);
	}
	word[last] = twist(word[last], word[0], word[last - FIRST_PART]);
	mt->number[last] = temper(word[last]);
	mt->number_count = MT19937_WORDS;
}
