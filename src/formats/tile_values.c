/* SPDX-License-Identifier: MIT */
#include "formats/tile_values.h"

#include "base/utf8.h"
#include "map/walk.h"

#include <inttypes.h>
#include <math.h>
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
	return values->rest;
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
			const bool is_number = length > 0 && (!at[length] || at[length] == ',');
			const size_t item_length = strcspn(at, ",");
			if (!is_number && values->kind == VALUES_ARE_NUMBERS)
				return refuse_list(reader, option, list, at, item_length,
						   "is not a number");
			if (!is_number) {
				/* tile_values_read_word looks it up in the list itself. */
				if (!values->word_option)
					values->word_option = option;
				at += item_length;
				at += *at == ',';
				continue;
			}
		}
		const bool is_in_walls = find_symbol(values, value) == VALUE_NEW_WALL;
		if (tile == TILE_FLOOR && is_in_walls)
			return refuse_list(reader, option, list, at, length, "is also in --walls");
		if (values->large_count == LARGE_VALUES)
			return refuse_list(reader, option, list, at, length, "is one too many");
		add_value(values, value, (uint8_t)(VALUE_NEW + tile));
		at += length;
		if (values->kind != VALUES_ARE_CHARACTERS && *at == ',')
			at++;
	}
	return true;
}

/* Returns the value that dungen writes for a glyph. */
static double glyph_value(const struct tile_values *values, const struct style *style,
			  enum style_glyph glyph)
{
	/* The numbers that csv and npy have in common. The route has none. */
	static const double numbers[GLYPHS] = {
		[GLYPH_WALL] = 0, [GLYPH_FLOOR] = 1, [GLYPH_DOOR] = 2,
		[GLYPH_EXIT] = 3, [GLYPH_SPAWN] = 4, [GLYPH_ROUTE] = NAN,
	};
	uint32_t character = 0;
	if (values->kind != VALUES_ARE_CHARACTERS)
		return numbers[glyph];
	(void)utf8_read(style->glyph[glyph], SIZE_MAX, &character);
	return character;
}

/* Sets the symbols of all values. The first symbol of a value counts. */
static bool set_values(struct tile_values *values, struct reader *reader)
{
	const struct style *style = reader->style;
	const bool has_characters = values->kind == VALUES_ARE_CHARACTERS;
	values->has_lists = style->walls || style->floors;
	values->rest = VALUE_UNKNOWN;
	memset(values->symbols, VALUE_UNKNOWN, sizeof values->symbols);
	if (!add_list(values, reader, "walls", style->walls, TILE_WALL) ||
	    !add_list(values, reader, "floors", style->floors, TILE_FLOOR))
		return false;
	uint8_t rest = VALUE_UNKNOWN;
	if (values->has_lists && !style->floors)
		rest = TILE_FLOOR;
	else if (values->has_lists && !style->walls)
		rest = TILE_WALL;
	const double door = glyph_value(values, style, GLYPH_DOOR);
	values->is_door_in_list = find_symbol(values, door) != VALUE_UNKNOWN;
	add_value(values, door, VALUE_NEW_DOOR);
	add_value(values, glyph_value(values, style, GLYPH_SPAWN), SYMBOL_SPAWN);
	add_value(values, glyph_value(values, style, GLYPH_EXIT), SYMBOL_EXIT);
	if (!values->has_lists) {
		add_value(values, glyph_value(values, style, GLYPH_WALL),
			  has_characters ? VALUE_NEW_WALL : VALUE_BLANK);
		add_value(values, glyph_value(values, style, GLYPH_FLOOR), VALUE_NEW_FLOOR);
		if (values->kind == VALUES_ARE_CELLS)
			add_value(values, -1, VALUE_NEW_WALL);
	}
	if (has_characters && rest != VALUE_UNKNOWN) {
		/* The note does not name the user's own glyphs of wall and floor. */
		const uint8_t symbol = (uint8_t)(VALUE_NEW + rest);
		add_value(values, glyph_value(values, style, GLYPH_WALL), symbol);
		add_value(values, glyph_value(values, style, GLYPH_FLOOR), symbol);
		if (style->glyph[GLYPH_ROUTE][1] == '\0')
			add_value(values, *style->glyph[GLYPH_ROUTE], VALUE_NAMED);
		for (const char *letter = ROOM_LETTERS; *letter; letter++)
			add_value(values, *letter, VALUE_NAMED);
	}
	if (has_characters && !values->has_lists) {
		add_value(values, glyph_value(values, style, GLYPH_ROUTE), SYMBOL_ROUTE);
		for (const char *letter = ROOM_LETTERS; *letter; letter++)
			add_value(values, *letter, SYMBOL_LETTER);
		add_value(values, ' ', VALUE_BLANK);
	}
	values->rest = rest;
	for (size_t i = 0; i < SMALL_VALUES && rest != VALUE_UNKNOWN; i++) {
		if (values->symbols[i] == VALUE_UNKNOWN)
			values->symbols[i] = (uint8_t)(VALUE_NEW + rest);
	}
	memcpy(values->first_symbols, values->symbols, sizeof values->symbols);
	return true;
}

bool tile_values_start(struct tile_values *values, struct reader *reader, enum tile_value_kind kind)
{
	values->kind = kind;
	values->is_set = values->is_set || set_values(values, reader);
	memcpy(values->symbols, values->first_symbols, sizeof values->symbols);
	memset(values->has_value, 0, sizeof values->has_value);
	memset(values->has_several, 0, sizeof values->has_several);
	memset(values->mark_counts, 0, sizeof values->mark_counts);
	memset(values->tile_counts, 0, sizeof values->tile_counts);
	values->has_blank = false;
	values->has_word = false;
	values->has_route = false;
	values->letter_count = 0;
	return values->is_set;
}

/* Remembers that a value is of a kind of tile. */
static void add_kind(struct tile_values *values, enum tile tile, double value)
{
	if (values->has_value[tile] && values->last_value[tile] != value)
		values->has_several[tile] = true;
	values->has_value[tile] = true;
	values->last_value[tile] = value;
}

/* Remembers it, too, and lets readers find a small value in the table from now on. */
static void add_new_value(struct tile_values *values, enum tile tile, double value)
{
	add_kind(values, tile, value);
	if (is_small(value))
		values->symbols[(int)value] = (uint8_t)tile;
}

bool tile_values_read(struct tile_values *values, struct reader *reader, double value,
		      struct point at, char *tile)
{
	const uint8_t symbol = find_symbol(values, value);
	if (at.x == 0 && at.y == 0)
		values->corner = value;
	switch (symbol) {
	case TILE_WALL:
	case TILE_FLOOR:
	case TILE_DOOR:
		/* A large value without a symbol of its own. */
		add_kind(values, (enum tile)symbol, value);
		*tile = (char)symbol;
		return true;
	case VALUE_NEW_WALL:
	case VALUE_NEW_FLOOR:
	case VALUE_NEW_DOOR:
		*tile = (char)(symbol - VALUE_NEW);
		add_new_value(values, (enum tile) * tile, value);
		return true;
	case VALUE_BLANK:
		*tile = TILE_WALL;
		values->has_blank = true;
		add_new_value(values, TILE_WALL, value);
		return true;
	case VALUE_NAMED:
		*tile = (char)values->rest;
		values->tile_counts[(int)value]++;
		add_kind(values, (enum tile)values->rest, value);
		return true;
	case SYMBOL_ROUTE:
		*tile = TILE_FLOOR;
		values->has_route = true;
		return true;
	case SYMBOL_LETTER:
		*tile = TILE_FLOOR;
		values->tile_counts[(int)value]++;
		values->letter_count++;
		return true;
	case SYMBOL_SPAWN:
	case SYMBOL_EXIT: {
		const enum mark_kind kind = symbol - SYMBOL_MARK;
		/* Of both marks, only the spawn is drawn by default, and only as a character. */
		const bool is_default = symbol == SYMBOL_SPAWN &&
					values->kind == VALUES_ARE_CHARACTERS;
		*tile = (char)symbol;
		values->mark_counts[kind]++;
		return build_drawn_mark(reader, kind, at, is_default) ||
		       values->rest != VALUE_UNKNOWN;
	}
	default:
		return false;
	}
}

/*
 * Returns whether the list of an option contains the word of a cell: as one of its items or, if the
 * word is a single character, anywhere.
 */
static bool list_has_word(const char *list, const char *word, size_t length)
{
	uint32_t character;
	if (!list || length == 0)
		return false;
	const bool is_character = utf8_read(word, length, &character) == length;
	for (const char *item = list; *item; item += *item == ',') {
		const char *end = item + strcspn(item, ",");
		for (const char *at = item; at + length <= end; at++) {
			const bool is_whole = at == item && at + length == end;
			if (memcmp(at, word, length) == 0 && (is_whole || is_character))
				return true;
		}
		item = end;
	}
	return false;
}

bool tile_values_read_word(struct tile_values *values, const struct reader *reader,
			   const char *word, size_t length, char *tile)
{
	uint8_t symbol = values->rest;
	values->has_word = true;
	double hash = 0; /* different words are different values, as good as always */
	if (list_has_word(reader->style->walls, word, length))
		symbol = TILE_WALL;
	else if (list_has_word(reader->style->floors, word, length))
		symbol = TILE_FLOOR;
	if (symbol == VALUE_UNKNOWN)
		return false;
	for (size_t i = 0; i < length; i++)
		hash = hash * 257 + (unsigned char)word[i] + 0.5;
	*tile = (char)symbol;
	add_kind(values, (enum tile)symbol, hash);
	return true;
}

/* Advises how to read a map to compare. The edge of every expected map is wall. */
static bool advise_walls(const struct tile_values *values, struct message *message)
{
	const uint32_t code = (uint32_t)values->corner;
	const bool is_plain = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
			      (code >= 'a' && code <= 'z') || code >= 0x80;
	char text[5] = {(char)code};
	const char *quote = is_plain ? "" : "'";
	if (code == '\'')
		quote = "\"";
	if (code >= 0x10000) {
		text[0] = (char)(0xf0 | code >> 18);
		text[1] = (char)(0x80 | (code >> 12 & 63));
		text[2] = (char)(0x80 | (code >> 6 & 63));
		text[3] = (char)(0x80 | (code & 63));
	} else if (code >= 0x800) {
		text[0] = (char)(0xe0 | code >> 12);
		text[1] = (char)(0x80 | (code >> 6 & 63));
		text[2] = (char)(0x80 | (code & 63));
	} else if (code >= 0x80) {
		text[0] = (char)(0xc0 | code >> 6);
		text[1] = (char)(0x80 | (code & 63));
	}
	advise(message, "add --walls %s%s%s", quote, text, quote);
	return suggest(message, "walls", "%s", text);
}

/* Returns how a file writes the value of a glyph, as a phrase. */
static const char *glyph_name(const struct tile_values *values, const struct style *style,
			      enum style_glyph glyph)
{
	if (values->kind == VALUES_ARE_CHARACTERS)
		return phrase("'%s'", style->glyph[glyph]);
	return phrase("%.0f", glyph_value(values, style, glyph));
}

/* Returns what values are. */
static const char *value_noun(const struct tile_values *values)
{
	return values->kind == VALUES_ARE_CHARACTERS ? "character" : "number";
}

static void advise_lists(const struct tile_values *values, struct message *message)
{
	advise(message, "list the %ss of walls in --walls, of floor in --floors, or both",
	       value_noun(values));
}

struct message *tile_values_refuse(const struct tile_values *values, struct reader *reader,
				   double value, const char *format, ...)
{
	const struct style *style = reader->style;
	const uint8_t symbol = find_symbol(values, value);
	struct message *message = build_refusal(reader, NULL);
	struct text name = {.length = 0};
	va_list arguments;
	va_start(arguments, format);
	text_set_list(&name, format, arguments);
	va_end(arguments);
	if (symbol == SYMBOL_SPAWN || symbol == SYMBOL_EXIT) {
		const char *mark_name = mark_names[symbol - SYMBOL_MARK];
		fail(message, STATUS_NO_MAP, "duplicate %s %s", mark_name, name.bytes);
		advise(message,
		       "if it is not the %s, list it in --walls or --floors; "
		       "for several maps in a file, use json",
		       mark_name);
		return message;
	}
	fail(message, STATUS_NO_MAP, "unknown %s %s", value_noun(values), name.bytes);
	/* If the corner is neither known nor refused, the line may be no row. */
	const bool is_corner = value == values->corner ||
			       find_symbol(values, values->corner) == TILE_WALL;
	if (reader->keeps_misfits && !values->has_lists && is_corner &&
	    values->kind == VALUES_ARE_CHARACTERS)
		advise_walls(values, message);
	else if (style->walls && style->floors)
		advise(message, "add it to --walls or --floors");
	else
		advise_lists(values, message);
	return message;
}

/* What the note says about the values of dungen that are an ordinary kind of tile by a list. */
struct named_values {
	struct text names;
	uint32_t name_count;
	uint64_t tile_count;
};

static void add_named(struct named_values *named, const char *name, uint64_t tile_count)
{
	enum { SHOWN_MAX = 4 };
	const char *separator = named->name_count > 0 ? ", " : "";
	if (named->name_count <= SHOWN_MAX)
		text_add(&named->names, "%s%s", separator,
			 named->name_count < SHOWN_MAX ? name : "and others");
	named->name_count++;
	named->tile_count += tile_count;
}

/* Turns the tiles with a symbol into a kind of tile. */
static void replace_tiles(struct map *map, char symbol, char tile)
{
	char *at = map->tiles;
	char *end = at + recipe_tiles(&map->recipe);
	while ((at = memchr(at, symbol, (size_t)(end - at))))
		*at++ = tile;
}

/* Decides what the marks are: the spawn and the exit, or with one list also tiles like named. */
static void decide_marks(struct tile_values *values, struct reader *reader,
			 struct named_values *named)
{
	static const enum style_glyph glyphs[MARK_KINDS] = {
		[MARK_SPAWN] = GLYPH_SPAWN,
		[MARK_EXIT] = GLYPH_EXIT,
	};
	struct map *map = reader->map;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		const double value = glyph_value(values, reader->style, glyphs[i]);
		enum tile tile = TILE_FLOOR;
		if (values->mark_counts[i] == 0)
			continue;
		if (values->mark_counts[i] > 1) {
			tile = (enum tile)values->rest;
			map->marks[i] = (struct mark){0};
			add_kind(values, tile, value);
			add_named(named, glyph_name(values, reader->style, glyphs[i]),
				  values->mark_counts[i]);
		} else if (values->has_lists && values->kind != VALUES_ARE_CHARACTERS) {
			/* In a file of other numbers, it may be anything. */
			reader_note(reader, "%.0f on 1 tile is the %s", value, mark_names[i]);
		}
		replace_tiles(map, (char)(SYMBOL_MARK + i), (char)tile);
	}
}

/*
 * With lists that do not contain the door: if fewer than half of the doors are between two walls
 * and two floor tiles, none is a door.
 */
static void decide_doors(struct tile_values *values, struct reader *reader,
			 struct named_values *named)
{
	const char *name = glyph_name(values, reader->style, GLYPH_DOOR);
	const double value = glyph_value(values, reader->style, GLYPH_DOOR);
	uint64_t door_count;
	struct point first;
	if (!values->has_lists || values->is_door_in_list)
		return;
	const uint64_t misfit_count = build_count_misfit_doors(reader, &door_count, &first);
	if (misfit_count <= door_count - misfit_count)
		return;
	if (values->rest == VALUE_UNKNOWN) {
		struct message *message = tile_values_refuse(values, reader, value, "%s", name);
		place_set_element(&message->place, "tile %" PRIu32 ",%" PRIu32, first.x, first.y);
		place_set_tile(&message->place, first.x, first.y);
		return;
	}
	replace_tiles(reader->map, TILE_DOOR, (char)values->rest);
	add_kind(values, (enum tile)values->rest, value);
	add_named(named, name, door_count);
}

/*
 * Refuses a map without lists if it has no wall or no floor, because then the blanks, zeros, or
 * letters are something else than dungen guesses.
 */
static void check_guess(const struct tile_values *values, struct reader *reader)
{
	const struct map *map = reader->map;
	const size_t tile_count = (size_t)recipe_tiles(&map->recipe);
	struct message *message = &reader->message;
	const bool has_characters = values->kind == VALUES_ARE_CHARACTERS;
	const double wall = glyph_value(values, reader->style, GLYPH_WALL);
	const bool has_walls = is_small(wall) && values->symbols[(int)wall] == TILE_WALL;
	if (values->has_lists || (!values->has_blank && values->letter_count == 0))
		return;
	uint64_t floor_count = 0;
	uint64_t door_count = 0;
	uint64_t mark_count = 0;
	for (size_t i = 0; i < tile_count; i++) {
		floor_count += map->tiles[i] == TILE_FLOOR;
		door_count += map->tiles[i] == TILE_DOOR;
	}
	for (size_t i = 0; i < MARK_KINDS; i++)
		mark_count += map->marks[i].is_set;
	const bool has_some = floor_count > 0;
	/*
	 * dungen itself writes 0 for wall, but no blanks, so numbers are in doubt only if nothing
	 * can be walked on.
	 */
	const bool is_in_doubt = values->has_blank &&
				 (has_characters || floor_count + door_count == 0);
	if (is_in_doubt && floor_count <= mark_count + values->letter_count) {
		build_refuse(reader, NULL, "%s",
			     has_some ? "only marks and letters are floor"
				      : "the map has no floor");
		if (reader->keeps_misfits && has_characters) {
			advise_walls(values, message);
		} else if (has_some && has_characters && has_walls) {
			suggest(message, "walls", "%s", reader->style->glyph[GLYPH_WALL]);
		} else if (!has_characters && values->has_several[TILE_WALL]) {
			advise_lists(values, message);
		} else {
			advise(message, "try --floors %s", has_characters ? "' '" : "0");
			suggest(message, "floors", "%s", has_characters ? " " : "0");
		}
		return;
	}
	/* Are letters wall? As labels, dungen draws each letter once. */
	size_t letter = 0;
	for (size_t i = 0; i < SMALL_VALUES; i++) {
		if (i != '?' && values->tile_counts[i] > values->tile_counts[letter])
			letter = i;
	}
	if (has_walls || values->tile_counts[letter] < 2)
		return;
	if (values->has_blank && values->letter_count <= (floor_count + door_count) / 2)
		return;
	build_refuse(reader, NULL,
		     values->has_blank ? "only blanks are wall" : "the map has no wall");
	if (reader->keeps_misfits)
		advise_walls(values, message);
	else if (values->tile_counts[letter] < tile_count)
		suggest(message, "walls", "%c", (int)letter);
}

/* Returns whether most tiles at the edge of the map are not wall. */
static bool edge_is_floor(const struct map *map)
{
	const uint32_t width = map->recipe.width;
	const uint32_t height = map->recipe.height;
	uint64_t edge_count = 0;
	uint64_t floor_count = 0;
	for (uint32_t y = 0; y < height; y++) {
		const bool is_whole = y == 0 || y + 1 == height;
		const char *row = map->tiles + (size_t)y * width;
		for (uint32_t x = 0; x < width; x += is_whole ? 1 : greater(width - 1, 1)) {
			edge_count++;
			floor_count += row[x] != TILE_WALL;
		}
	}
	return floor_count > edge_count / 2;
}

/*
 * Suspects that 1 is the wall, as in most arrays of other programs, if the floor falls into many
 * regions or surrounds the map. It does neither on a map that dungen generates. On a large map,
 * looking for regions would take several times as long as reading it.
 */
static void suspect_numbers(const struct tile_values *values, struct reader *reader)
{
	enum { PERCENT_MIN = 60, SEARCHED_TILES_MAX = 1 << 18 };
	const struct map *map = reader->map;
	struct walk walk = {0};
	if (values->kind == VALUES_ARE_CHARACTERS || values->has_lists || reader->map_number > 1 ||
	    map->marks[MARK_SPAWN].is_set || map->marks[MARK_EXIT].is_set)
		return;
	if (recipe_tiles(&map->recipe) > SEARCHED_TILES_MAX) {
		if (edge_is_floor(map))
			reader_note(reader,
				    "most of the edge is floor; if 1 is wall, add --walls 1");
		return;
	}
	if (build_need(reader, walk_load(&walk, map) && walk_main_region(&walk, map))) {
		const uint64_t region_count = walk.walkable_count - walk.unreached_count;
		const uint64_t percent = region_count * 100 / walk.walkable_count;
		if (percent < PERCENT_MIN || edge_is_floor(map))
			reader_note(reader,
				    "the largest region has %" PRIu64
				    " %% of the floor; if 1 is wall, add --walls 1",
				    percent);
	}
	walk_free(&walk);
}

void tile_values_end(struct tile_values *values, struct reader *reader)
{
	struct named_values named = {.name_count = 0};
	const bool has_characters = values->kind == VALUES_ARE_CHARACTERS;
	if (reader->result != READ_MAP)
		return;
	if (values->word_option && !values->has_word) {
		const bool is_walls = strcmp(values->word_option, "walls") == 0;
		const char *list = is_walls ? reader->style->walls : reader->style->floors;
		refuse_list(reader, values->word_option, list, list, strlen(list),
			    "has a word, but all cells are numbers");
		return;
	}
	decide_marks(values, reader, &named);
	decide_doors(values, reader, &named);
	for (size_t i = 0; i < SMALL_VALUES && values->has_lists; i++) {
		if (values->tile_counts[i] > 0)
			add_named(&named, phrase("'%c'", (int)i), values->tile_counts[i]);
	}
	if (reader->result == READ_MAP)
		check_guess(values, reader);
	if (!build_tiles_end(reader))
		return;
	build_note_misfit_doors(reader);
	suspect_numbers(values, reader);
	if (named.name_count > 0)
		reader_note(reader, "%s on %" PRIu64 " %s %s %s", named.names.bytes,
			    named.tile_count, named.tile_count == 1 ? "tile" : "tiles",
			    named.name_count == 1 ? "is" : "are", tile_names[values->rest]);
	if (values->letter_count > 0) {
		reader->loses = true;
		reader_note(reader, "not kept: letters on %" PRIu64 " %s", values->letter_count,
			    values->letter_count == 1 ? "tile" : "tiles");
	}
	const bool has_several_walls = values->has_several[TILE_WALL];
	const bool has_several_floors = values->has_several[TILE_FLOOR];
	if (has_several_walls || has_several_floors) {
		reader->loses = true;
		if (reader->is_written)
			reader_note(reader, "not kept: different %s of %s%s%s",
				    has_characters ? "characters" : "values",
				    has_several_walls ? "wall" : "",
				    has_several_walls && has_several_floors ? " and " : "",
				    has_several_floors ? "floor" : "");
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
