/* SPDX-License-Identifier: MIT */
/*
 * One line per row, one character per tile: # wall and . floor, or other glyphs; and over them the
 * marks and letters that the user wants to see.
 */
#include "formats/text.h"

#include "base/utf8.h"
#include "formats/format.h"
#include "formats/tile_values.h"
#include "formats/tiles.h"
#include "formats/writer.h"

#include <inttypes.h>
#include <string.h>

/* The text of a symbol, in UTF-8. The size of 8 bytes makes a copy a single store. */
struct symbol_text {
	char bytes[7];
	uint8_t length;
};

/* Writes a map whose glyphs have several bytes. */
static bool write_long_glyphs(struct writer *writer, const struct map *map, unsigned show)
{
	const size_t width = map->recipe.width;
	struct symbol_text texts[SYMBOLS];
	uint32_t count;
	const char *rows;
	for (size_t i = SYMBOL_LETTER; i < SYMBOLS; i++)
		texts[i] = (struct symbol_text){{ROOM_LETTERS[i - SYMBOL_LETTER]}, 1};
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = writer->style->glyph[i];
		struct symbol_text *text = &texts[glyph_symbols[i]];
		memcpy(text->bytes, glyph, sizeof writer->style->glyph[i]);
		text->length = (uint8_t)strlen(glyph);
	}
	if (!painted_rows_start(&writer->rows, map, show, writer->route, NULL, ""))
		return false;
	if (!array_reserve(writer, scratch, width * (uint64_t)sizeof *texts + 1))
		return false;
	while (!writer->output->error && (rows = painted_rows_next(&writer->rows, &count))) {
		for (const char *row = rows; row < rows + count * width; row += width) {
			char *at = writer->scratch;
			for (size_t x = 0; x < width; x++) {
				const struct symbol_text *text = &texts[(unsigned char)row[x]];
				/* Copy it all. The next text overwrites what is not text. */
				memcpy(at, text, sizeof *text);
				at += text->length;
			}
			*at++ = '\n';
			output_write(writer->output, writer->scratch,
				     (size_t)(at - writer->scratch));
		}
	}
	return true;
}

static bool text_write(struct writer *writer, const struct map *map)
{
	struct tile_spelling spelling = {.row_separator = "\n"};
	unsigned show;
	if (!writer_choose_shown(writer, map, &show))
		return false;
	memcpy(spelling.bytes + SYMBOL_LETTER, ROOM_LETTERS, SYMBOLS - SYMBOL_LETTER);
	for (size_t i = 0; i < GLYPHS; i++) {
		const char *glyph = writer->style->glyph[i];
		if (strlen(glyph) > 1)
			return write_long_glyphs(writer, map, show);
		spelling.bytes[glyph_symbols[i]] = glyph[0];
	}
	/* Faster, because all glyphs have one byte. */
	return tiles_write(writer, map, show, &spelling);
}

/* Reading. */

/* Memory of a reader. */
struct text_reader {
	struct tile_values values;
	bool is_spaced; /* in all rows, every second character is a blank */
};

/* What lines consist of. */
struct line_facts {
	uint32_t length;       /* number of characters of the last line */
	bool is_number;        /* the last line has only digits and blanks */
	bool has_words;        /* the last line has words with blanks between them */
	bool has_letters[256]; /* by letter: some line has it */
};

/* Adds a line to the facts. */
static void add_line(struct line_facts *facts, const char *line, size_t size)
{
	uint32_t letter_count = 0; /* in the current word */
	uint32_t word_count = 0;
	facts->length = 0;
	facts->is_number = size > 0;
	for (size_t i = 0; i < size; i++) {
		const unsigned char byte = (unsigned char)line[i];
		const bool is_letter = (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
		/* UTF-8: other bytes continue a character. */
		facts->length += (byte & 0xc0) != 0x80;
		facts->has_letters[byte] |= is_letter;
		letter_count = is_letter ? letter_count + 1 : 0;
		word_count += letter_count == 2;
		facts->is_number &= byte == ' ' || (byte >= '0' && byte <= '9');
	}
	facts->has_words = word_count >= 2 && memchr(line, ' ', size);
}

/*
 * Returns whether the first line of a text is no row of tiles, but a title or a size: its length is
 * not the usual one, and it has a letter that no other line has, or is the only line of numbers.
 * Without lists, a line of words is a title, too.
 */
static bool is_title(const char *line, const char *text_end, bool has_lists)
{
	enum { LENGTHS_MAX = 64 };
	struct line_facts first = {.length = 0};
	struct line_facts others = {.length = 0};
	uint32_t lengths[LENGTHS_MAX]; /* those of the first lines that differ */
	uint32_t counts[LENGTHS_MAX];  /* number of lines with this length */
	size_t length_count = 0;
	size_t usual = 0; /* index of the most frequent length */
	bool is_only_number = true;
	for (const char *end; line < text_end; line = end + 1) {
		const bool is_first = first.length == 0;
		end = memchr(line, '\n', (size_t)(text_end - line));
		end = end ? end : text_end;
		size_t size = (size_t)(end - line);
		size -= size > 0 && line[size - 1] == '\r';
		add_line(is_first ? &first : &others, line, size);
		if (is_first || size == 0)
			continue;
		is_only_number &= !others.is_number;
		size_t i = 0;
		while (i < length_count && lengths[i] != others.length)
			i++;
		if (i == LENGTHS_MAX)
			continue;
		if (i == length_count) {
			lengths[length_count++] = others.length;
			counts[i] = 0;
		}
		counts[i]++;
		if (counts[i] > counts[usual])
			usual = i;
	}
	/* A single row has no usual length. */
	if (length_count == 0 || (length_count == 1 && counts[0] == 1))
		return false;
	if (first.length == lengths[usual])
		return !has_lists && first.has_words;
	if (first.is_number)
		return is_only_number;
	for (size_t i = 0; i < sizeof first.has_letters; i++) {
		if (first.has_letters[i] && !others.has_letters[i])
			return true;
	}
	return false;
}

bool text_refuse_title(struct reader *reader, uint32_t line_count)
{
	if (line_count == 1)
		build_refuse(reader, NULL, "line 1 is not a row of tiles");
	else
		build_refuse(reader, NULL, "lines 1 to %" PRIu32 " are not rows of tiles",
			     line_count);
	reader->message.place.line = 0;
	return advise(&reader->message, "remove %s, as with tail -n +%" PRIu32 " FILE | dungen -",
		      line_count == 1 ? "it" : "them", line_count + 1);
}

bool text_check_title(struct reader *reader)
{
	static const char zip_magic[] = "PK\3\4";
	struct input *input = reader->input;
	const bool has_lists = reader->style->walls || reader->style->floors;
	struct line_facts first = {.length = 0};
	uint32_t line_count = 0;
	size_t start;
	const size_t first_size = input_peek_line(input);
	if (first_size >= strlen(zip_magic) &&
	    memcmp(input->bytes + input->start, zip_magic, strlen(zip_magic)) == 0) {
		build_refuse(reader, NULL, "the file is a zip archive");
		return advise(&reader->message, "unpack it, as with unzip -p FILE | dungen -");
	}
	add_line(&first, input->bytes + input->start, first_size);
	start = input->start;
	/* Nearly all maps begin with a row of walls, so look no further. */
	bool is_suspect = first.is_number;
	for (size_t i = 0; i < sizeof first.has_letters; i++)
		is_suspect |= first.has_letters[i];
	if (!is_suspect || !input_read_all(input))
		return true;
	start = input->start;
	while (is_title(input->bytes + start, input->bytes + input->end, has_lists)) {
		const char *line = input->bytes + start;
		start = (size_t)((char *)memchr(line, '\n', input->end - start) + 1 - input->bytes);
		line_count++;
	}
	return line_count == 0 || text_refuse_title(reader, line_count);
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
	if (tile_values_start(&text->values, reader, VALUES_ARE_CHARACTERS) &&
	    text_check_title(reader))
		build_lines(reader, text_read_row);
	if (text->is_spaced && reader->columns > 1) {
		uint64_t digit_count = 0;
		for (char digit = '0'; digit <= '9'; digit++)
			digit_count += text->values.tile_counts[(unsigned char)digit];
		/* All tiles but the blanks between them. */
		refuse_separator(reader, ' ', digit_count >= reader->tile_count / 2);
	}
	tile_values_end(&text->values, reader);
}

const struct format format_text = {
	.name = "text",
	.group = "game",
	.extensions = {"txt"},
	.summary = "one line per row: # wall, . floor, @ spawn",
	.looks = LOOK_SHOW | LOOK_GLYPHS | LOOK_ROUTE,
	.write = text_write,
	.read = text_read,
	.reads_lists = true,
	.reader_state_size = sizeof(struct text_reader),
};
