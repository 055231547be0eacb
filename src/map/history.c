/* SPDX-License-Identifier: MIT */
#include "map/history.h"

void history_start(struct history *history)
{
	history->attempt_count = 0;
}

bool history_add(struct history *history, const struct attempt *attempt)
{
	if (!array_reserve(history, attempts, history->attempt_count + 1))
		return false;
	history->attempts[history->attempt_count++] = *attempt;
	return true;
}

void history_renumber(struct history *history, const uint32_t *new_numbers)
{
	for (uint64_t i = 0; i < history->attempt_count; i++) {
		struct attempt *attempt = &history->attempts[i];
		attempt->number = new_numbers[attempt->number];
	}
}

void history_free(struct history *history)
{
	array_free(history, attempts);
	history->attempt_count = 0;
}
