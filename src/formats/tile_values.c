/* SPDX-License-Identifier: MIT */
#include "formats/tile_values.h"

#include "base/utf8.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether a value is an index into the table of small values. */
static bool is_small(double value)
{
	return value >= 0 && value < SMALL_VALUES && value == (int)value;
}

/* Returns the symbol of a value. */
static uint8_t find_symbol(const struct tile_values *values, double value)
{
	if (is_small(value))
		return values->symbols[(int)value];
	for (size_t i = 0; i < values->large_count; i++) {
		if (values->large[i].value == value)
			return values->large[i].symbol;
	}
	return values->other;
}

/* Adds a value, unless it has a symbol. */
static void add_value(struct tile_values *values, double value, uint8_t symbol)
{
	if (find_symbol(values, value) != VALUE_UNKNOWN)
		return;
	if (is_small(value))
		values->symbols[(int)value] = symbol;
	else
		values->large[values->large_count++] = (struct tile_value){value, symbol};
}

/* Refuses the list of an option because of one of its values, which has `length` bytes. */
static bool refuse_list(struct reader *reader, const char *option, const char *list,
			const char *value, size_t length, const char *problem)
{
	struct message *message = build_refusal(reader, NULL);
	message->place.option = option;
	message->place.value = list;
	return fail(message, STATUS_NO_MAP, "'%.*s' %s", (int)length, value, problem);
}

/* Adds the values in the list of an option, which may be NULL. */
static bool add_list(struct tile_values *values, struct reader *reader, const char *option,
		     const char *list, enum tile tile)
{
	const char *at = list ? list : "";
	while (*at) {
		uint32_t character = 0;
		double value = 0;
		size_t length;
		if (values->kind == VALUES_ARE_CHARACTERS) {
			length = utf8_read(at, SIZE_MAX, &character);
			value = character;
		} else {
			length = tile_values_parse_number(at, &value);
			if (length == 0 || (at[length] && at[length] != ','))
				return refuse_list(reader, option, list, at, strcspn(at, ","),
						   "is not a number");
		}
		if (tile == TILE_FLOOR && find_symbol(values, value) == TILE_WALL)
			return refuse_list(reader, option, list, at, length, "is also in --walls");
		if (values->large_count == LARGE_VALUES)
			return refuse_list(reader, option, list, at, length, "is one too many");
		add_value(values, value, (uint8_t)tile);
		at += length;
		if (values->kind == VALUES_ARE_NUMBERS && *at == ',')
			at++;
	}
	return true;
}

/* Sets the symbols of all values. The first symbol of a value counts. */
static bool set_values(struct tile_values *values, struct reader *reader)
{
	const struct style *style = reader->style;
	const bool has_lists = style->walls || style->floors;
	const bool has_numbers = values->kind == VALUES_ARE_NUMBERS;
	values->other = VALUE_UNKNOWN;
	memset(values->symbols, VALUE_UNKNOWN, sizeof values->symbols);
	if (!add_list(values, reader, "walls", style->walls, TILE_WALL) ||
	    !add_list(values, reader, "floors", style->floors, TILE_FLOOR))
		return false;
	if (has_numbers) {
		/* The numbers that csv and npy have in common. */
		add_value(values, 2, TILE_DOOR);
		add_value(values, 3, SYMBOL_EXIT);
		add_value(values, 4, SYMBOL_SPAWN);
		if (!has_lists)
			add_value(values, 1, TILE_FLOOR);
	} else {
		for (size_t i = has_lists ? GLYPH_FLOOR + 1 : 0; i < GLYPHS; i++) {
			uint32_t character = 0;
			(void)utf8_read(style->glyph[i], SIZE_MAX, &character);
			add_value(values, character, glyph_symbols[i]);
		}
		for (const char *letter = ROOM_LETTERS; *letter; letter++)
			add_value(values, *letter, SYMBOL_LETTER);
	}
	if (!style->walls || !style->floors)
		add_value(values, has_numbers ? 0 : ' ', VALUE_BLANK);
	if (has_lists && !style->floors)
		values->other = TILE_FLOOR;
	else if (has_lists && !style->walls)
		values->other = TILE_WALL;
	for (size_t i = 0; i < SMALL_VALUES; i++) {
		if (values->symbols[i] == VALUE_UNKNOWN)
			values->symbols[i] = values->other;
	}
	return true;
}

bool tile_values_start(struct tile_values *values, struct reader *reader, enum tile_value_kind kind)
{
	if (values->has_blank && kind == VALUES_ARE_NUMBERS)
		values->symbols[0] = VALUE_BLANK;
	values->has_blank = false;
	values->has_route = false;
	values->letter_count = 0;
	values->kind = kind;
	values->is_set = values->is_set || set_values(values, reader);
	return values->is_set;
}

bool tile_values_read(struct tile_values *values, struct reader *reader, double value,
		      struct point at, char *tile)
{
	const uint8_t symbol = find_symbol(values, value);
	*tile = TILE_FLOOR;
	switch (symbol) {
	case TILE_WALL:
	case TILE_FLOOR:
	case TILE_DOOR:
		*tile = (char)symbol;
		return true;
	case VALUE_BLANK:
		values->has_blank = true;
		*tile = values->other == TILE_FLOOR ? TILE_FLOOR : TILE_WALL;
		/* Most numbers are 0, so let readers find the kind of the others in the table. */
		if (values->kind == VALUES_ARE_NUMBERS)
			values->symbols[0] = (uint8_t)*tile;
		return true;
	case SYMBOL_ROUTE:
		values->has_route = true;
		return true;
	case SYMBOL_LETTER:
		values->letter_count++;
		return true;
	case VALUE_UNKNOWN:
		return false;
	default:
		/* Of all marks, only the spawn is drawn by default, and only as a character. */
		return build_drawn_mark(reader, (enum mark_kind)(symbol - SYMBOL_MARK), at,
					symbol == SYMBOL_SPAWN &&
						values->kind == VALUES_ARE_CHARACTERS);
	}
}

struct message *tile_values_refuse(const struct tile_values *values, struct reader *reader,
				   double value, const char *format, ...)
{
	const struct style *style = reader->style;
	const uint8_t symbol = find_symbol(values, value);
	const char *noun = values->kind == VALUES_ARE_NUMBERS ? "number" : "character";
	struct message *message = build_refusal(reader, NULL);
	struct text name = {.length = 0};
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&name, format, arguments);
	va_end(arguments);
	if (symbol != VALUE_UNKNOWN) {
		fail(message, STATUS_NO_MAP, "duplicate %s %s", mark_names[symbol - SYMBOL_MARK],
		     name.bytes);
		advise(message,
		       "if it is not the %s, list it in --walls or --floors; "
		       "for several maps in a file, use json",
		       mark_names[symbol - SYMBOL_MARK]);
		return message;
	}
	fail(message, STATUS_NO_MAP, "unknown %s %s", noun, name.bytes);
	if (style->walls && style->floors)
		advise(message, "add it to --walls or --floors");
	else
		advise(message, "list the %ss of walls in --walls, of floor in --floors, or both",
		       noun);
	return message;
}

/* Returns whether the map has floor besides its marks and `letter_count` tiles with letters. */
static bool has_plain_floor(const struct map *map, uint64_t letter_count)
{
	const char *at = map->tiles;
	const char *end = at + recipe_tiles(&map->recipe);
	uint64_t other_count = letter_count;
	for (size_t i = 0; i < MARK_KINDS; i++)
		other_count += map->marks[i].is_set;
	for (uint64_t i = 0; i <= other_count; i++) {
		at = memchr(at, TILE_FLOOR, (size_t)(end - at));
		if (!at)
			return false;
		at++;
	}
	return true;
}

void tile_values_end(const struct tile_values *values, struct reader *reader)
{
	if (reader->lacks_floor && values->has_blank) {
		if (values->kind == VALUES_ARE_NUMBERS) {
			advise(&reader->message, "try --floors 0");
			suggest(&reader->message, "floors", "0");
		} else {
			advise(&reader->message, "try --floors ' '");
			suggest(&reader->message, "floors", " ");
		}
	}
	if (reader->result != READ_MAP)
		return;
	/* dungen itself writes 0 for wall, but no blanks, so only blanks are in doubt. */
	if (values->kind == VALUES_ARE_CHARACTERS && values->has_blank &&
	    !has_plain_floor(reader->map, values->letter_count))
		reader_note(reader, "only marks and letters are floor; if blanks are floor, too, "
				    "add --floors ' '");
	if (values->letter_count > 0) {
		reader->loses = true;
		reader_note(reader, "not kept: letters on %" PRIu64 " %s", values->letter_count,
			    values->letter_count == 1 ? "tile" : "tiles");
	}
	if (values->has_route)
		reader_note_route(reader);
}

size_t tile_values_parse_number(const char *text, double *number)
{
	const size_t length = strspn(text, NUMBER_CHARACTERS);
	char *end;
	*number = strtod(text, &end);
	return end == text + length ? length : 0;
}
