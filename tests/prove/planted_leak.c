/* SPDX-License-Identifier: MIT */
/* A leak on a way that is taken on failure only, and an error that nobody looks at: what analyzers have to find. */
#include <stdio.h>
#include <stdlib.h>

char *read_line(FILE *file);

char *read_line(FILE *file)
{
	char *line = malloc(100);
	if (!line)
		return NULL;
	if (!fgets(line, 100, file))
		return NULL;
	fflush(stdout);
	return line;
}
