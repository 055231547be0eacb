/* SPDX-License-Identifier: MIT */
#include "io/message.h"

#include <stdio.h>
#include <string.h>

void message_clear(struct message *message)
{
	message->level = LEVEL_ERROR;
	message->status = STATUS_DONE;
	message->place = (struct place){0};
	message->suggestion_count = 0;
	message->map_count = 0;
	message->skipped_count = 0;
	message->has_last_seed = false;
	message->tried_count = 0;
	message->miss_count = 0;
	message->is_advised = false;
	message->is_closed = false;
	message->problem.length = 0;
	message->problem.bytes[0] = '\0';
	message->fix.length = 0;
	message->fix.bytes[0] = '\0';
}

bool message_is_empty(const struct message *message)
{
	return message->problem.length == 0;
}

bool fail_list(struct message *message, enum status status, const char *format, va_list arguments)
{
	message->is_closed = !message_is_empty(message);
	if (message->is_closed)
		return false;
	message->status = status;
	text_set_list(&message->problem, format, arguments);
	return false;
}

bool fail(struct message *message, enum status status, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(message, status, format, arguments);
	va_end(arguments);
	return false;
}

bool advise(struct message *message, const char *format, ...)
{
	if (message->is_closed)
		return false;
	message->is_advised = true;
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&message->fix, format, arguments);
	va_end(arguments);
	return false;
}

bool suggest(struct message *message, const char *option, const char *format, ...)
{
	if (message->is_closed)
		return false;
	struct text value = {.length = 0};
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&value, format, arguments);
	va_end(arguments);
	if (!message->is_advised)
		text_add(&message->fix, "%s --%s%s%s", message->fix.length == 0 ? "try" : "",
			 option, value.length > 0 ? " " : "", value.bytes);
	if (message->suggestion_count < SUGGESTIONS_MAX && value.length < SUGGESTED_VALUE_SIZE) {
		struct suggestion *suggestion = &message->suggestions[message->suggestion_count++];
		suggestion->option = option;
		memcpy(suggestion->value, value.bytes, value.length + 1);
	}
	return false;
}

void place_set_element(struct place *place, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(place->element, sizeof place->element, format, arguments);
	va_end(arguments);
}

void place_set_tile(struct place *place, uint32_t x, uint32_t y)
{
	place->has_tile = true;
	place->x = x;
	place->y = y;
}
