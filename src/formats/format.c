/* SPDX-License-Identifier: MIT */
#include "formats/format.h"

#include <stdlib.h>
#include <strings.h>

/* Every format, in the order of --help: X(NAME) stands for the `format_NAME` of a file beside this one. */
#define FORMATS(X)  \
	X(text)     \
	X(json)     \
	X(tmj)      \
	X(tmx)      \
	X(csv)      \
	X(svg)      \
	X(png)      \
	X(pgm)      \
	X(movingai) \
	X(dot)      \
	X(ansi)

#define DECLARE(name) extern const struct format format_##name;
FORMATS(DECLARE)

#define LIST(name) &format_##name,
const struct format *const format_table[] = {FORMATS(LIST) NULL};

const struct format *format_find_extension(const char *name, const struct extension **extension)
{
	for (size_t i = 0; format_table[i]; i++)
		for (const struct extension *own = format_table[i]->extensions; own->name; own++)
			if (strcasecmp(own->name, name) == 0) {
				*extension = own;
				return format_table[i];
			}
	return NULL;
}

bool writer_open(struct writer *writer, const struct format *format, const struct style *style, struct output *output)
{
	*writer = (struct writer){.format = format, .style = style, .output = output};
	/* calloc may return NULL for 0 bytes. */
	writer->state = calloc(1, format->state_size + 1);
	return writer->state != NULL;
}

void writer_close(struct writer *writer)
{
	if (writer->state && writer->format->end)
		writer->format->end(writer->state);
	free(writer->state);
	*writer = (struct writer){0};
}
