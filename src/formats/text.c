/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one character per tile: # wall and . floor, or other glyphs; and over them the
 * marks and letters that the user wants to see.
 */
#include "formats/text.h"

#include "base/utf8.h"
#include "formats/format.h"
#include "formats/line.h"
#include "formats/text_write.h"
#include "formats/tile_values.h"

#include <inttypes.h>
#include <string.h>

static bool text_write(struct writer *writer, const struct map *map)
{
	unsigned show;
	return writer_choose_shown(writer, map, &show) && text_write_shown(writer, map, show);
}

/* Reading. */

/* Characters around a row that are no tiles, as C and a shell write them. */
static const char frame_characters[] = {'\t', '"', '\'', ',', ';', '|', '[', ']'};
#define FRAME_SET "\"\\t\\\"',;|[]\""

/* Memory of a reader. */
struct text_reader {
	struct tile_values values;
	bool is_spaced;   /* in all rows, every second character is a blank */
	bool has_margins; /* in all rows, the first and the last tile are at the same columns */
	uint32_t first_column;
	uint32_t end_column; /* after the last tile */
};

/* What a line consists of. */
struct line_facts {
	uint32_t length; /* number of characters */
	bool is_number;  /* has only digits and blanks */
	bool has_words;  /* has words with blanks between them */
	bool has[256];   /* by letter or digit: the line has it */
};

/* Finds the facts about a line. Returns where it ends. */
static const char *find_facts(struct line_facts *facts, const char *line, const char *text_end)
{
	const char *line_feed = memchr(line, '\n', (size_t)(text_end - line));
	const char *end = line_feed ? line_feed : text_end;
	uint32_t letter_count = 0; /* in the current word */
	uint32_t word_count = 0;
	size_t size = (size_t)(end - line);
	size -= size > 0 && line[size - 1] == '\r';
	*facts = (struct line_facts){.is_number = size > 0};
	for (size_t i = 0; i < size; i++) {
		const unsigned char byte = (unsigned char)line[i];
		const bool is_letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
		const bool is_digit = byte >= '0' && byte <= '9';
		/* UTF-8: other bytes continue a character. */
		facts->length += (byte & 0xc0) != 0x80;
		facts->has[byte] = is_letter || is_digit;
		letter_count = is_letter ? letter_count + 1 : 0;
		word_count += letter_count == 2;
		facts->is_number &= is_digit || byte == ' ';
	}
	facts->has_words = word_count >= 2 && memchr(line, ' ', size);
	return end;
}

/* What the lines have in common that surely are rows of tiles. */
struct row_facts {
	uint64_t row_count;
	uint64_t first, last;      /* number of the first and the last of these lines, from 1 */
	bool has_number;           /* one has only digits and blanks */
	bool has[256];             /* by letter or digit: one has it */
	uint64_t line_counts[256]; /* by letter or digit: number of all lines that have it */
	bool is_ragged;            /* the rows have many lengths */
};

/*
 * Returns whether a line of another length is no row, because it has a letter or digit that no
 * other line has. If only titles have a letter, or if the rows have many lengths, it takes three of
 * them, because such a letter can also be a tile.
 */
static bool is_title(const struct line_facts *line, const struct row_facts *rows)
{
	enum { LETTERS_MIN = 3 };
	uint32_t foreign_count = 0; /* number of letters and digits that no row has */
	bool has_unique = false;
	for (size_t i = 0; i < sizeof line->has; i++) {
		const bool is_foreign = line->has[i] && !rows->has[i];
		foreign_count += is_foreign;
		has_unique |= is_foreign && rows->line_counts[i] == 1 && !rows->is_ragged;
	}
	return line->is_number ? !rows->has_number : has_unique || foreign_count >= LETTERS_MIN;
}

/*
 * Finds lines above and below the rows of a text that are no rows, such as a title, a size, or a
 * comment. Without lists, lines of words above the rows are none, either. In a .des file of NetHack
 * or Crawl, the rows are between the lines MAP and ENDMAP. Stores the numbers of the first and the
 * last row, from 1, and returns the number of lines.
 */
static uint64_t find_rows(const char *text, const char *text_end, bool has_lists, uint64_t *first,
			  uint64_t *last)
{
	struct line_lengths lengths = {.usual = 0};
	struct line_facts line;
	struct row_facts rows = {.row_count = 0};
	uint64_t line_count = 0;
	uint64_t full_count = 0; /* number of lines that are not empty */
	*first = 1;
	*last = 0;
	for (const char *at = text; at < text_end; at++) {
		const char *start = at;
		at = find_facts(&line, at, text_end);
		line_count++;
		if (line.length > 0) {
			line_count_length(&lengths, line.length);
			full_count++;
		}
		if (*first == 1 && line_matches(start, line.length, "MAP", NULL))
			*first = line_count + 1;
		else if (*last == 0 && line_matches(start, line.length, "ENDMAP", NULL))
			*last = line_count - 1;
	}
	if (*last == 0)
		*last = line_count;
	if (*first > 1)
		return line_count;
	/* Rows of many lengths are hard to tell from titles, so only the first line may be one. */
	rows.is_ragged = lengths.usual_count < full_count / 2;
	uint64_t number = 1;
	for (const char *at = text; at < text_end; at++, number++) {
		at = find_facts(&line, at, text_end);
		const bool is_words = line.has_words && !has_lists && rows.row_count == 0;
		for (size_t i = 0; i < sizeof line.has; i++)
			rows.line_counts[i] += line.has[i];
		if (rows.is_ragged ? number == 1 : line.length != lengths.usual || is_words)
			continue;
		if (rows.row_count == 0)
			rows.first = number;
		rows.last = number;
		rows.row_count++;
		rows.has_number |= line.is_number;
		for (size_t i = 0; i < sizeof line.has; i++)
			rows.has[i] |= line.has[i];
	}
	/* A single row has no usual length. */
	if (rows.row_count < 2)
		return line_count;
	bool has_title_below = false;
	*last = rows.last;
	number = 1;
	for (const char *at = text; at < text_end; at++, number++) {
		at = find_facts(&line, at, text_end);
		const bool is_words = line.length == lengths.usual && line.has_words && !has_lists;
		/* An empty line belongs to the title above it. */
		const bool is_gap = line.length == 0 && number > 1;
		if (number < rows.first && *first == number &&
		    (is_words || is_gap || is_title(&line, &rows)))
			*first = number + 1;
		if (number <= rows.last || is_gap)
			continue;
		if (is_title(&line, &rows))
			has_title_below = true;
		else
			*last = number;
	}
	if (!has_title_below)
		*last = line_count;
	return line_count;
}

/* Returns the names of lines, such as "line 1" or "lines 1 to 3". */
static const char *lines_name(uint64_t first, uint64_t last)
{
	if (first == last)
		return phrase("line %" PRIu64, first);
	return phrase("lines %" PRIu64 " to %" PRIu64, first, last);
}

bool text_refuse_titles(struct reader *reader, uint64_t first, uint64_t last, uint64_t line_count)
{
	struct text names = {.length = 0};
	const char *command = phrase("tail -n +%" PRIu64, first);
	if (first > 1)
		text_add(&names, "%s", lines_name(1, first - 1));
	if (last < line_count) {
		text_add(&names, first > 1 ? " and %s" : "%s", lines_name(last + 1, line_count));
		command = phrase("sed -n %" PRIu64 ",%" PRIu64 "p", first, last);
	}
	const bool is_one = first - 1 + (line_count - last) == 1;
	build_refuse(reader, NULL, is_one ? "%s is not a row of tiles" : "%s are not rows of tiles",
		     names.bytes);
	reader->message.place.line = 0;
	return advise(&reader->message, "remove %s, as with %s FILE | dungen -",
		      is_one ? "it" : "them", command);
}

bool text_check_titles(struct reader *reader)
{
	static const char zip_magic[] = "PK\3\4";
	struct input *input = reader->input;
	const bool has_lists = reader->style->walls || reader->style->floors;
	const size_t first_size = input_peek_line(input);
	if (first_size >= strlen(zip_magic) &&
	    memcmp(input->bytes + input->start, zip_magic, strlen(zip_magic)) == 0) {
		build_refuse(reader, NULL, "the file is a zip archive");
		return advise(&reader->message, "unpack it, as with unzip -p FILE | dungen -");
	}
	struct line_facts line;
	const char *first_line = input->bytes + input->start;
	find_facts(&line, first_line, first_line + first_size);
	/* Nearly all maps begin with a row of walls, so look no further. */
	bool is_suspect = false;
	for (size_t i = 0; i < sizeof line.has; i++)
		is_suspect |= line.has[i];
	if (!is_suspect || !input_read_all(input))
		return true;
	uint64_t first;
	uint64_t last;
	const uint64_t line_count = find_rows(input->bytes + input->start,
					      input->bytes + input->end, has_lists, &first, &last);
	return (first == 1 && last == line_count) ||
	       text_refuse_titles(reader, first, last, line_count);
}

/* Returns whether every second character of a line is this separator. */
static bool is_separated(const char *line, size_t size, char separator)
{
	for (size_t i = 1; i < size; i += 2) {
		if (line[i] != separator)
			return false;
	}
	return size > 2;
}

/* Refuses a text with a separator after each character. */
static bool refuse_separator(struct reader *reader, char separator, bool has_only_digits)
{
	const char *name = "comma";
	const char *command = "tr -d , <";
	if (separator == ' ') {
		name = "blank";
		command = "sed 's/\\(.\\) /\\1/g'";
	} else if (separator == '\t') {
		name = "tab";
		command = "tr -d '\\t' <";
	}
	build_refuse(reader, NULL, "a %s follows each character", name);
	if (has_only_digits)
		return advise(&reader->message,
			      "write numbers as csv, as with tr ' ' , < FILE | dungen -");
	return advise(&reader->message, "remove the %ss, as with %s FILE | dungen -", name,
		      command);
}

/*
 * For a comparison: returns whether a line consists of one character, and before and after it of
 * others that quote, frame, or end the rows of many programs. The first row of every expected map
 * is wall.
 */
static bool is_framed_wall(const char *line, size_t size)
{
	const char *end = line + size;
	uint32_t ignored_code;
	while (line < end && memchr(frame_characters, *line, sizeof frame_characters))
		line++;
	while (line < end && memchr(frame_characters, end[-1], sizeof frame_characters))
		end--;
	const size_t wall_size = (size_t)(end - line);
	const size_t length = utf8_read(line, wall_size, &ignored_code);
	/* cppcheck-suppress knownConditionTrueFalse; cppcheck takes the length of one call for all
	 */
	return length > 0 && wall_size < size && wall_size > 2 * length &&
	       memcmp(line, line + length, wall_size - length) == 0;
}

/*
 * Refuses a character of `length` bytes in a line. `code` is its code point, and `length` is 0 if
 * it is not UTF-8. `x` is its column, starting at 0.
 */
static bool refuse_character(struct reader *reader, const char *line, size_t size, uint32_t x,
			     const char *character, size_t length, uint32_t code)
{
	const struct text_reader *text = reader->state;
	struct message *message = &reader->message;
	const bool is_separator = code == ' ' || code == ',' || code == '\t';
	if (length == 0 && build_refuse_encoding(reader, character, 1)) {
		/* That explains it. */
	} else if (is_separator && x == 1 && is_separated(line, size, (char)code)) {
		refuse_separator(reader, (char)code, false);
	} else if (reader->keeps_misfits && reader->row_count == 0 && is_framed_wall(line, size)) {
		build_refuse(reader, NULL, "row 1 has other characters around its walls");
		advise(message, "remove them, as with tr -d " FRAME_SET " < FILE | dungen -");
	} else if (code >= ' ') {
		message = tile_values_refuse(&text->values, reader, code, "'%.*s'", (int)length,
					     character);
	} else if (code == '\t') {
		build_refuse(reader, NULL, "unexpected tab");
	} else if (code == '\033') {
		build_refuse(reader, NULL, "unexpected escape sequence");
		advise(message, "print the map without colors");
	} else {
		build_refuse(reader, NULL, "unexpected byte 0x%02x", (unsigned char)*character);
	}
	message->place.column = (uint64_t)x + 1;
	return false;
}

static bool text_read_row(struct reader *reader, const char *line, size_t size, char *tiles,
			  size_t *tile_count)
{
	struct text_reader *text = reader->state;
	const uint8_t *symbols = text->values.symbols;
	const char *line_end = line + size;
	const char *at = line;
	uint32_t x = 0;
	uint32_t blank_count = 0; /* number of blanks in every second column */
	for (; at < line_end; x++) {
		const unsigned char byte = (unsigned char)*at;
		/* Nearly all tiles are wall or floor, and in ASCII. */
		if (byte > ' ' && byte <= '~' && symbols[byte] < TILE_KINDS) {
			tiles[x] = (char)symbols[byte];
			at++;
			continue;
		}
		uint32_t code = 0;
		const size_t length = utf8_read(at, (size_t)(line_end - at), &code);
		const struct point place = {x, reader->row_count};
		if (length == 0 || code < ' ' ||
		    !tile_values_read(&text->values, reader, code, place, &tiles[x]))
			return refuse_character(reader, line, size, x, at, length, code);
		if (code == ' ' && x % 2 == 1)
			blank_count++;
		at += length;
	}
	if (blank_count < x / 2)
		text->is_spaced = false;
	uint32_t head = 0; /* number of blanks at the start */
	uint32_t tail = 0; /* and at the end */
	while (head < size && line[head] == ' ')
		head++;
	while (tail < size && line[size - 1 - tail] == ' ')
		tail++;
	if (reader->row_count == 0) {
		text->first_column = head;
		text->end_column = x - tail;
	}
	if (head != text->first_column || x - tail != text->end_column)
		text->has_margins = false;
	*tile_count = x;
	return true;
}

static void text_read(struct reader *reader)
{
	struct text_reader *text = reader->state;
	const struct style *style = reader->style;
	const bool is_blank_listed = (style->walls && strchr(style->walls, ' ')) ||
				     (style->floors && strchr(style->floors, ' '));
	text->is_spaced = !is_blank_listed && *style->glyph[GLYPH_WALL] != ' ' &&
			  *style->glyph[GLYPH_FLOOR] != ' ';
	/* Without a comparison, these blanks are wall, as always. */
	text->has_margins = text->is_spaced && reader->keeps_misfits;
	if (tile_values_start(&text->values, reader, VALUES_ARE_CHARACTERS) &&
	    text_check_titles(reader))
		build_lines(reader, text_read_row);
	if (text->is_spaced && reader->columns > 1) {
		uint64_t digit_count = 0;
		for (int digit = '0'; digit <= '9'; digit++)
			digit_count += text->values.tile_counts[digit];
		/* All tiles but the blanks between them. */
		refuse_separator(reader, ' ', digit_count >= reader->tile_count / 2);
	} else if (text->has_margins && text->end_column > text->first_column &&
		   text->end_column - text->first_column < reader->columns) {
		build_refuse(reader, NULL, "each row begins or ends with blanks");
		advise(&reader->message,
		       "remove them, as with sed 's/^ *//; s/ *$//' FILE | dungen -");
	}
	tile_values_end(&text->values, reader);
}

const struct format format_text = {
	.name = "text",
	.group = "game",
	.extensions = {"txt"},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.looks = LOOK_SHOW | LOOK_GLYPHS | LOOK_ROUTE,
	.locks_are_letters = true,
	.write = text_write,
	.read = text_read,
	.reads_lists = true,
	.reader_state_size = sizeof(struct text_reader),
};
