/* SPDX-License-Identifier: MIT */
/* Faults that a sanitizer has to see, here, in the program's own parts and in cJSON: one, named by the argument. */
#include "cli/utf8.h"
#include "dungeon/dungeon.h"
#include "output/output.h"

#include <cJSON.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The compiler would see some of them. */
#pragma GCC diagnostic ignored "-Wconversion"

static volatile uint32_t large = UINT32_MAX;

/* Memory of which the compiler does not know that nothing was written to it. */
static void *volatile fresh;

static int uninitialized_field(void)
{
	fresh = malloc(sizeof(struct recipe));
	struct recipe *recipe = fresh;
	recipe->width = 80;
	if (recipe->doors)
		puts("doors");
	free(recipe);
	return 0;
}

static int uninitialized_text(void)
{
	fresh = malloc(16);
	uint32_t character = 0;
	utf8_read(fresh, &character);
	free(fresh);
	return character == 7;
}

static int uninitialized_document(void)
{
	char text[16];
	memset(text, '[', 2);
	cJSON_Delete(cJSON_ParseWithLength(text, sizeof text));
	return 0;
}

static int truncation(void)
{
	uint16_t narrow = large - 1;
	return narrow == 0;
}

static int sign(void)
{
	int32_t number = large;
	return number == 0;
}

static int wrap(void)
{
	return large + 1 == 7;
}

static int shift(void)
{
	return large << 1 == 7;
}

static int overflow(void)
{
	int number = (int)(large / 2);
	return number + 1 == 7;
}

static int wrap_in_output(void)
{
	static struct output output = {.used = OUTPUT_BUFFER + 1};
	output_write(&output, "", 0);
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} faults[] = {
	{"uninitialized_field", uninitialized_field},
	{"uninitialized_text", uninitialized_text},
	{"uninitialized_document", uninitialized_document},
	{"truncation", truncation},
	{"sign", sign},
	{"wrap", wrap},
	{"shift", shift},
	{"overflow", overflow},
	{"wrap_in_output", wrap_in_output},
};

int main(int argc, char **argv)
{
	int result = 0;
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (argc > 1 && strcmp(argv[1], faults[i].name) == 0)
			result = faults[i].run();
	printf("%d\n", result);
	return 0;
}
