/* SPDX-License-Identifier: MIT */
#include "io/error.h"

#include <stdio.h>

void error_clear(struct error *error)
{
	error->level = LEVEL_ERROR;
	error->status = 0;
	error->option = NULL;
	error->value = NULL;
	error->word = NULL;
	text_clear(&error->file);
	error->document = 0;
	error->has_seed = false;
	error->seed = 0;
	error->line = 0;
	error->column = 0;
	error->byte = 0;
	error->element[0] = '\0';
	error->has_tile = false;
	error->suggestion_count = 0;
	text_clear(&error->problem);
	text_clear(&error->fix);
}

bool error_is_empty(const struct error *error)
{
	return error->problem.length == 0;
}

void error_set_problem(struct error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&error->problem, format, arguments);
	va_end(arguments);
}

void error_set_fix(struct error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&error->fix, format, arguments);
	va_end(arguments);
}

void error_set_element(struct error *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(error->element, sizeof error->element, format, arguments);
	va_end(arguments);
}

void error_suggest(struct error *error, const char *option, const char *format, ...)
{
	if (error->suggestion_count == SUGGESTIONS_MAX)
		return;
	struct suggestion *suggestion = &error->suggestions[error->suggestion_count];
	suggestion->option = option;
	va_list arguments;
	va_start(arguments, format);
	const size_t length = (size_t)vsnprintf(suggestion->value, sizeof suggestion->value, format,
						arguments);
	va_end(arguments);
	if (length < sizeof suggestion->value)
		error->suggestion_count++;
}

void error_set_tile(struct error *error, uint32_t x, uint32_t y)
{
	error->has_tile = true;
	error->x = x;
	error->y = y;
}
