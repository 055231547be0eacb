/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one number per tile, separated by commas: what Tiled exports as CSV, and what
 * spreadsheets read. By default, the numbers are in the order of enum tileset_tile.
 */
#include "formats/format.h"
#include "formats/text.h"
#include "formats/tile_values.h"
#include "formats/tiles.h"
#include "formats/writer.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum { VALUE_LENGTH_MAX = 20 }; /* number of bytes of a wrong value that a message shows */

static bool csv_write(struct writer *writer, const struct map *map)
{
	unsigned show;
	if (!writer_choose_shown(writer, map, &show))
		return false;
	/* Without --show, keep the marks that the input file draws on their tiles. */
	if (!writer->style->is_show_chosen) {
		for (size_t i = 0; i < MARK_KINDS; i++) {
			if (map->marks[i].is_drawn)
				show |= 1u << i;
		}
	}
	if (!writer_check_shown(writer, map, show))
		return false;
	struct tile_spelling spelling = {.tile_separator = ',', .row_separator = "\n"};
	for (size_t i = 0; i < NUMBERED_SYMBOLS; i++)
		spelling.are_numbers |= writer->style->numbers[i] > 9;
	/* Copying digits takes less time than printing numbers. */
	for (size_t i = 0; i < NUMBERED_SYMBOLS; i++)
		spelling.bytes[i] = (char)(writer->style->numbers[i] +
					   (spelling.are_numbers ? 0 : '0'));
	return tiles_write(writer, map, show, &spelling);
}

/* Reading. */

/* Returns whether a line has a separator other than a blank. */
static bool has_separator(const char *line, size_t length)
{
	return memchr(line, ',', length) || memchr(line, ';', length) || memchr(line, '\t', length);
}

/* Returns the length of a cell that is not a number, without the blanks at its end. */
static size_t word_length(const char *word, size_t length_max)
{
	static const char separators[] = {',', ';', '\t'};
	size_t length = 0;
	while (length < length_max && !memchr(separators, word[length], sizeof separators))
		length++;
	while (length > 0 && word[length - 1] == ' ')
		length--;
	return length;
}

/* Returns whether the next line of the input cannot be a row of csv. */
static bool begins_text(struct reader *reader)
{
	double ignored_number;
	const size_t length = input_peek_line(reader->input);
	const char *line = reader->input->bytes + reader->input->start;
	return length > 0 && !has_separator(line, length) &&
	       tile_values_parse_number(line, &ignored_number) == 0;
}

/* Refuses a cell that is not a number, and not in a list. */
static void refuse_word(struct reader *reader, const char *word, size_t length)
{
	const struct style *style = reader->style;
	/* Show a separator only if it stands alone. */
	const int shown = (int)lesser(greater((uint32_t)length, 1), VALUE_LENGTH_MAX);
	if (build_refuse_encoding(reader, word, length))
		return;
	build_refuse(reader, NULL, "expected a number, found '%.*s'", shown, word);
	if (style->walls && style->floors) {
		advise(&reader->message, "add it to --walls or --floors");
	} else if (length > 0 && length == (size_t)shown) {
		advise(&reader->message, "list the cells that are wall, as with --walls '%.*s'",
		       shown, word);
		suggest(&reader->message, "walls", "%.*s", shown, word);
	}
}

static bool csv_read_row(struct reader *reader, const char *line, size_t size, char *tiles,
			 size_t *tile_count)
{
	static const char blanks[] = " \t";
	struct tile_values *values = reader->state;
	const char *line_end = line + size;
	const char *at = line + strspn(line, blanks);
	*tile_count = 0;
	while (at < line_end) {
		const struct point place = {(uint32_t)*tile_count, reader->row_count};
		char *tile = &tiles[(*tile_count)++];
		const bool is_digit = *at >= '0' && *at <= '9';
		const bool is_last = at + 1 == line_end;
		/*
		 * Nearly all numbers are a wall or a floor, and one digit. This reads csv ten times
		 * as fast.
		 */
		if (is_digit && (is_last || at[1] == ',') &&
		    values->symbols[*at - '0'] < TILE_KINDS) {
			*tile = (char)values->symbols[*at - '0'];
			at += is_last ? 1 : 2;
			while (*at == ' ' || *at == '\t')
				at++;
			continue;
		}
		double number = 0;
		size_t length = tile_values_parse_number(at, &number);
		bool is_read = false;
		if (length > 0 && strchr(",; \t\r\n", at[length])) {
			is_read = tile_values_read(values, reader, number, place, tile);
			if (!is_read && reader->row_count == 0 && begins_text(reader))
				return text_refuse_titles(reader, 2, UINT64_MAX, UINT64_MAX);
			if (!is_read)
				tile_values_refuse(values, reader, number, "%.15g", number);
		} else if (reader->row_count > 0 && reader->tile_count == reader->lengths[0] &&
			   at == line && !has_separator(line, size)) {
			/* Only the first line looks like csv: the size of a text map. */
			return text_refuse_titles(reader, reader->row_count + 1, UINT64_MAX,
						  UINT64_MAX);
		} else {
			length = word_length(at, (size_t)(line_end - at));
			is_read = tile_values_read_word(values, reader, at, length, tile);
			if (!is_read)
				refuse_word(reader, at, length);
		}
		if (!is_read) {
			reader->message.place.byte = (uint64_t)(at - line) + 1;
			return false;
		}
		at += length;
		at += strspn(at, blanks);
		if (*at == ',' || *at == ';')
			at++;
		at += strspn(at, blanks);
	}
	return true;
}

static void csv_read(struct reader *reader)
{
	struct tile_values *values = reader->state;
	if (tile_values_start(values, reader, VALUES_ARE_CELLS))
		build_lines(reader, csv_read_row);
	tile_values_end(values, reader);
}

/*
 * Returns whether a line begins with a number, and contains only characters of numbers and
 * separators. If these are only blanks, or if there are none, the line can also be the first row of
 * a text. Then the extension of the file decides, unless the number is longer than a digit.
 */
static bool csv_is_first_line(const char *path, const char *line, size_t length)
{
	const char *dot = strrchr(path, '.');
	const bool is_csv = dot && strcasecmp(dot, ".csv") == 0;
	const bool is_separated = has_separator(line, length);
	/* Even a row of words is not a text then, unless the file has another encoding. */
	if (is_csv && is_separated)
		return !memchr(line, '\0', length);
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '\0' || !strchr(NUMBER_CHARACTERS ",; \t\r", line[i]))
			return false;
	}
	const bool has_sign = length > 0 && (*line == '-' || *line == '+');
	if (length <= has_sign || line[has_sign] < '0' || line[has_sign] > '9')
		return false;
	const char *blank = memchr(line, ' ', length);
	return is_csv || is_separated || (blank && blank > line + 1);
}

const struct format format_csv = {
	.name = "csv",
	.group = "data",
	.extensions = {"csv"},
	.extension_of_one = "csv",
	.summary = "one line per row, comma-separated: 0 wall, 1 floor, 2 door",
	.looks = LOOK_SHOW | LOOK_TILES,
	.cannot_show = SHOW_LABELS | SHOW_LOCKS | SHOW_SECRETS,
	.shows_on_request = true,
	.write = csv_write,
	.read = csv_read,
	.reads_lists = true,
	.reader_state_size = sizeof(struct tile_values),
	.is_first_line = csv_is_first_line,
};
