/* SPDX-License-Identifier: MIT */
#include "base/words.h"

#include <string.h>

bool words_contain(const char *list, const char *word)
{
	const size_t length = strlen(word);
	while (*list) {
		const size_t item_length = strcspn(list, " ");
		if (item_length == length && memcmp(list, word, length) == 0)
			return true;
		list += item_length;
		list += *list == ' ';
	}
	return false;
}
