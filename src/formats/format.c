/* SPDX-License-Identifier: MIT */
#include "formats/format.h"

#include <stdlib.h>
#include <string.h>

/* Every format, in the order of --help: X(NAME) stands for the `format_NAME` of a file beside this one. */
#define FORMATS(X) \
	X(text)    \
	X(json)

#define DECLARE(name) extern const struct format format_##name;
FORMATS(DECLARE)

#define LIST(name) &format_##name,
const struct format *const format_table[] = {FORMATS(LIST) NULL};

const struct format *format_find(const char *name)
{
	for (size_t i = 0; format_table[i]; i++)
		if (strcmp(format_table[i]->name, name) == 0)
			return format_table[i];
	return NULL;
}

const struct format *format_find_extension(const char *extension)
{
	for (size_t i = 0; format_table[i]; i++)
		if (strcmp(format_table[i]->extension, extension) == 0)
			return format_table[i];
	return NULL;
}

void scratch_free(struct scratch *scratch)
{
	rows_free(&scratch->rows);
	free(scratch->marks);
	free(scratch->memory);
	free(scratch->head);
	*scratch = (struct scratch){0};
}
