/* SPDX-License-Identifier: MIT */
#include "formats/tiles.h"

#include <string.h>

/* Copies the tiles of a row, each followed by a separator. Returns the length of the copy. */
static size_t separate_tiles(char *restrict text, const char *restrict tiles, size_t width,
			     char separator)
{
	for (size_t x = 0; x < width; x++) {
		text[2 * x] = tiles[x];
		text[2 * x + 1] = separator;
	}
	return 2 * width;
}

/* Prints the numbers of a row, each followed by a separator. Returns the length of the text. */
static size_t print_numbers(char *text, const char *numbers, size_t width, char separator)
{
	char *end = text;
	for (size_t x = 0; x < width; x++) {
		const unsigned number = (unsigned char)numbers[x];
		if (number > 99)
			*end++ = (char)('0' + number / 100);
		if (number > 9)
			*end++ = (char)('0' + number / 10 % 10);
		*end++ = (char)('0' + number % 10);
		*end++ = separator;
	}
	return (size_t)(end - text);
}

bool tiles_write(struct writer *writer, const struct map *map, unsigned show,
		 const struct tile_spelling *spelling)
{
	struct output *output = writer->output;
	const bool is_joined = spelling->tile_separator == '\0';
	const char *row_separator = spelling->row_separator;
	const size_t separator_length = strlen(row_separator);
	const size_t width = map->recipe.width;
	const struct route *route = spelling->bytes[SYMBOL_ROUTE] ? writer->route : NULL;
	uint32_t rows_left = map->recipe.height;
	uint32_t count;
	const char *rows;
	/* Joined rows end with the separator already. */
	if (!painted_rows_start(&writer->rows, map, show, route, spelling->bytes,
				is_joined ? row_separator : ""))
		return false;
	/* A number has up to three digits. The last tile also gets a separator. */
	if (!is_joined && !array_reserve(writer, scratch, 4 * (uint64_t)width + separator_length))
		return false;
	while (!output->error && (rows = painted_rows_next(&writer->rows, &count))) {
		rows_left -= count;
		if (is_joined) {
			size_t length = count * (width + separator_length);
			if (rows_left == 0)
				length -= separator_length;
			output_write(output, rows, length);
			continue;
		}
		for (uint32_t i = 0; i < count; i++) {
			const bool is_last = rows_left == 0 && i + 1 == count;
			const char *row = rows + i * width;
			const char separator = spelling->tile_separator;
			size_t length = spelling->are_numbers ? print_numbers(writer->scratch, row,
									      width, separator)
							      : separate_tiles(writer->scratch, row,
									       width, separator);
			length--; /* the last separator */
			if (!is_last) {
				memcpy(writer->scratch + length, row_separator, separator_length);
				length += separator_length;
			}
			output_write(output, writer->scratch, length);
		}
	}
	output_text(output, spelling->last_row_end ? spelling->last_row_end : row_separator);
	return true;
}
