/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: documents of any rooms, tunnels, doors, keys, marks, tiles, and options of the
 * generator, through the whole program: every writer with any options about looks, --check,
 * --where, and --compare.
 *
 * - The program ends as program.h requires.
 * - A map written in a format that dungen reads has the tiles of the document, also if it is one of
 *   several FILEs, and if --walls lists what the format writes for wall. It then goes to another
 *   writer.
 *
 * - What level.h requires.
 *
 * An input is a list of numbers.
 */
#include "level.h"

#include "cli/table.h"

#include <inttypes.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { SIDE_MAX = 70, ROOMS_MAX = 30, TUNNELS_MAX = 12, CORNERS_MAX = 6, DOORS_MAX = 12 };

/* Which parts a document has. */
enum {
	HAS_GENERATOR = 1 << 0,
	HAS_SEED = 1 << 1,
	HAS_FIRST_MARK = 1 << 2, /* and so on, a bit for each kind of mark */
	HAS_EXIT_DISTANCE = 1 << 4,
	HAS_TILES = 1 << 5,
	HAS_DISTANCES = 1 << 6,
	HAS_ROOMS_AND_TILES = 1 << 7, /* with HAS_TILES; otherwise tiles replace the rooms */
};
_Static_assert(HAS_FIRST_MARK << MARK_KINDS <= HAS_EXIT_DISTANCE, "marks have bits of their own");

static struct numbers input;
static struct words documents;

/* Chooses a number from `min` to `max`, both inclusive, by the next number of the input. */
static uint32_t choose(uint32_t min, uint32_t max)
{
	return min + numbers_take(&input) % (max - min + 1);
}

/* Chooses a number from `min` to `max`. Small numbers are more frequent. */
static uint32_t choose_small(uint32_t min, uint32_t max)
{
	return choose(min, choose(min, max));
}

/* Documents. */

/* Returns what comes before an element of a list. */
static const char *separator(uint32_t index)
{
	return index > 0 ? "," : "";
}

static void add_room(uint32_t index, uint32_t width, uint32_t height, bool has_distance)
{
	const uint32_t x = choose(1, width - 2);
	const uint32_t y = choose(1, height - 2);
	const uint32_t room_width = choose(1, width - 1 - x);
	const uint32_t room_height = choose(1, height - 1 - y);
	words_add(&documents, "%s{\"x\":%u,\"y\":%u,\"width\":%u,\"height\":%u", separator(index),
		  x, y, room_width, room_height);
	if (has_distance)
		words_add(&documents, ",\"distance\":%u", choose(0, 255));
	words_add(&documents, "}");
}

/* Adds a tunnel between any two rooms. Each corner is in the row or column of the one before it. */
static void add_tunnel(uint32_t index, uint32_t width, uint32_t height, uint32_t room_count)
{
	const uint32_t from = choose(0, room_count - 1);
	const uint32_t to = choose(0, room_count - 1);
	uint32_t x = choose(0, width - 1);
	uint32_t y = choose(0, height - 1);
	words_add(&documents, "%s{\"from\":%u,\"to\":%u,\"path\":[{\"x\":%u,\"y\":%u}",
		  separator(index), from, to, x, y);
	for (uint32_t corner_count = choose(1, CORNERS_MAX); corner_count > 0; corner_count--) {
		if (choose(0, 1))
			x = choose(0, width - 1);
		else
			y = choose(0, height - 1);
		words_add(&documents, ",{\"x\":%u,\"y\":%u}", x, y);
	}
	words_add(&documents, "]}");
}

/*
 * Adds a door. One number chooses its room, its lock, and whether it is secret. Returns the number
 * of the lock, or 0.
 */
static uint32_t add_door(uint32_t index, uint32_t width, uint32_t height, uint32_t room_count)
{
	const uint32_t x = choose(0, width - 1);
	const uint32_t y = choose(0, height - 1);
	const uint32_t number = numbers_take(&input);
	const uint32_t lock = number / room_count % 4;
	const bool is_secret = number / room_count / 4 % 2 == 1;
	words_add(&documents, "%s{\"x\":%u,\"y\":%u,\"room\":%u", separator(index), x, y,
		  number % room_count);
	if (lock > 0)
		words_add(&documents, ",\"lock\":%u", lock);
	words_add(&documents, is_secret ? ",\"secret\":true}" : "}");
	return lock;
}

/* Adds keys to doors with up to `lock_count` locks. A key may be missing, or in the wall. */
static void add_keys(uint32_t width, uint32_t height, uint32_t lock_count)
{
	words_add(&documents, ",\"keys\":[");
	const uint32_t key_count = choose(0, 3) == 0 ? lock_count - 1 : lock_count;
	for (uint32_t i = 0; i < key_count; i++) {
		const uint32_t x = choose(0, width - 1);
		const uint32_t y = choose(0, height - 1);
		words_add(&documents, "%s{\"lock\":%u,\"x\":%u,\"y\":%u}", separator(i), i + 1, x,
			  y);
	}
	words_add(&documents, "]");
}

/* Adds rooms, and returns their number. The map has space for at least one. */
static uint32_t add_rooms(uint32_t width, uint32_t height, bool has_distances)
{
	const uint32_t room_count = choose_small(1, ROOMS_MAX);
	words_add(&documents, ",\"rooms\":[");
	for (uint32_t i = 0; i < room_count; i++)
		add_room(i, width, height, has_distances);
	words_add(&documents, "]");
	return room_count;
}

static void add_tunnels(uint32_t width, uint32_t height, uint32_t room_count)
{
	const uint32_t count = room_count > 0 ? choose(0, TUNNELS_MAX) : 0;
	words_add(&documents, ",\"tunnels\":[");
	for (uint32_t i = 0; i < count; i++)
		add_tunnel(i, width, height, room_count);
	words_add(&documents, "]");
}

static void add_doors(uint32_t width, uint32_t height, uint32_t room_count)
{
	if (room_count == 0 || choose(0, 1))
		return;
	words_add(&documents, ",\"doors\":[");
	const uint32_t count = choose(0, DOORS_MAX);
	uint32_t lock_count = 0;
	for (uint32_t i = 0; i < count; i++)
		lock_count = greater(lock_count, add_door(i, width, height, room_count));
	words_add(&documents, "]");
	if (lock_count > 0)
		add_keys(width, height, lock_count);
}

/* Adds tiles that look random. Few numbers of the input decide them. */
static void add_tiles(uint32_t width, uint32_t height)
{
	uint32_t state = choose(0, 255);
	const uint32_t kind_count = choose(1, 4);
	words_add(&documents, ",\"tiles\":[");
	for (uint32_t y = 0; y < height; y++) {
		words_add(&documents, "%s\"", separator(y));
		for (uint32_t x = 0; x < width; x++) {
			state = state * 1103515245 + 12345;
			/* A map needs a tile of floor. */
			const bool is_first = x == 0 && y == 0;
			const uint32_t kind = is_first ? 0 : (state >> 16) % kind_count;
			words_add(&documents, "%c", ".#+."[kind]);
		}
		words_add(&documents, "\"");
	}
	words_add(&documents, "]");
}

/* Adds the options that every document has, and perhaps others, with small values. */
static void add_generator(void)
{
	const struct names rngs = table_names(&option_table[OPTION_RNG]);
	const char *rng = rngs.items[numbers_take(&input) % rngs.count];
	words_add(&documents,
		  ",\"generator\":{\"name\":\"dungen\",\"algorithm\":\"rooms-and-tunnels/1\","
		  "\"rng\":\"%s\"},\"params\":{",
		  rng);
	for (uint32_t i = RECIPE_OPTION_max_rooms; i < RECIPE_OPTION_COUNT; i++) {
		const struct recipe_option *option = &recipe_options[i];
		const uint32_t min = option->value_min;
		const bool is_needed = i <= RECIPE_OPTION_room_max;
		if (option->kind == PARAMETER_PART || (!is_needed && !choose(0, 1)))
			continue;
		words_add(&documents, "%s\"%s\":", separator(i - RECIPE_OPTION_max_rooms),
			  option->key);
		const uint32_t value = choose_small(min, lesser(option->value_max, min + 8));
		if (option->kind == PARAMETER_NAME)
			words_add(&documents, "\"%s\"", option->names[value]);
		else if (option->kind == PARAMETER_FLAG)
			words_add(&documents, "true");
		else
			words_add(&documents, "%u", value);
	}
	words_add(&documents, "}");
}

static void add_mark(size_t kind, uint32_t width, uint32_t height)
{
	const uint32_t x = choose(0, width - 1);
	const uint32_t y = choose(0, height - 1);
	words_add(&documents, ",\"%s\":{\"x\":%u,\"y\":%u}", mark_names[kind], x, y);
}

static void add_document(void)
{
	const uint32_t width = choose_small(1, SIDE_MAX);
	const uint32_t height = choose_small(1, SIDE_MAX);
	const unsigned parts = numbers_take(&input);
	words_add(&documents, "{\"width\":%u,\"height\":%u", width, height);
	if (parts & HAS_GENERATOR)
		add_generator();
	if (parts & HAS_SEED)
		words_add(&documents, ",\"seed\":\"%" PRIu64 "\"", UINT64_MAX >> choose(0, 63));
	for (size_t kind = 0; kind < MARK_KINDS; kind++)
		if (parts & (unsigned)HAS_FIRST_MARK << kind)
			add_mark(kind, width, height);
	if (parts & HAS_EXIT_DISTANCE)
		words_add(&documents, ",\"exit_distance\":%u", choose(0, 255));
	/* A room and its walls need three tiles. */
	const bool has_space = width >= 3 && height >= 3;
	const bool has_tiles = parts & HAS_TILES || !has_space;
	if (has_tiles)
		add_tiles(width, height);
	if (has_space && (!has_tiles || parts & HAS_ROOMS_AND_TILES)) {
		const uint32_t room_count = add_rooms(width, height, parts & HAS_DISTANCES);
		add_tunnels(width, height, room_count);
		add_doors(width, height, room_count);
	}
	words_add(&documents, "}\n");
}

/* Command lines. */

/* Adds an option with some or all of its choices. `possible` has a bit for each allowed choice. */
static void add_list_option(const struct option_row *row, unsigned possible)
{
	struct words list = {.length = 0};
	const unsigned chosen = numbers_take(&input) & possible;
	if (chosen == row->value_max) {
		line_add("--%s=all", row->name);
		return;
	}
	for (size_t i = 0; row->choices(i).name; i++) {
		if (!(chosen & 1u << i))
			continue;
		words_add(&list, "%s%s", list.length > 0 ? "," : "", row->choices(i).name);
	}
	line_add("--%s=%s", row->name, list.length > 0 ? list.bytes : "none");
}

/* Adds --where with up to three measures and their ranges. */
static void add_where_option(const struct option_row *row)
{
	struct words list = {.length = 0};
	const struct names measures = table_names(row);
	for (uint32_t n = choose(1, 3); n > 0; n--) {
		const size_t measure = numbers_take(&input) % measures.count;
		const uint32_t min = choose(0, 9);
		const uint32_t max = min + choose(0, 255);
		words_add(&list, "%s%s=%u..", list.length > 0 ? "," : "", measures.items[measure],
			  min);
		if (n % 2)
			words_add(&list, "%u", max);
	}
	line_add("--%s=%s", row->name, list.bytes);
}

/* Returns the SHOW_ bits of the marks that a format can show. Maps for Tiled show only the exit. */
static unsigned marks_of(const struct format *format)
{
	return format->looks & LOOK_TILESET ? SHOW_EXIT : SHOW_SPAWN | SHOW_EXIT | SHOW_LABELS;
}

static void add_number_option(const struct option_row *row, unsigned choice)
{
	const uint64_t offset = choice % (row->value_max - row->value_min + 1) / 8;
	line_add("--%s=%" PRIu64, row->name, row->value_min + offset);
}

static void add_choice_option(const struct option_row *row, unsigned choice)
{
	const struct names names = table_names(row);
	line_add("--%s=%s", row->name, names.items[choice / 2 % names.count]);
}

static const char *add_glyphs_option(const struct option_row *row, unsigned choice)
{
	static const char *const glyphs[] = {
		"\u2588.\u263a\u263b\u00e9",
		" \u00b7;!?",
		"\u00e9\u00b7",
	};
	const char *chosen = glyphs[choice / 2 % 3];
	line_add("--%s=%s", row->name, chosen);
	return chosen;
}

/*
 * Adds options about looks that a format has. Returns the value of --glyphs or, for numbers, of
 * --walls, with which the file has to be read; or NULL.
 */
static const char *add_looks(const struct format *format)
{
	const char *glyphs = NULL;
	for (const struct option_row *row = option_table; row < option_table + OPTIONS; row++) {
		const unsigned choice = numbers_take(&input);
		if (!(row->look & format->looks) || choice % 2)
			continue;
		switch (row->kind) {
		case KIND_LIST:
			add_list_option(row, marks_of(format));
			break;
		case KIND_CHOICE:
			add_choice_option(row, choice);
			break;
		case KIND_NUMBER:
			add_number_option(row, choice);
			break;
		case KIND_TEXT:
			if (row->look == LOOK_TILES) {
				line_add("--tiles=wall=7,floor=%u", 100 + choice / 2);
				glyphs = "7";
				break;
			}
			glyphs = add_glyphs_option(row, choice);
			break;
		case KIND_FLAG:
			line_add("--%s", row->name);
			break;
		default:
			line_add("--%s=tiles.png", row->name);
		}
	}
	return glyphs;
}

/* Checks and compares the documents without writing them. */
static void judge_documents(bool is_filtered)
{
	struct world_input nothing;
	has_reports = true;
	has_notes = true;
	line_begin("a.json", "--check", "");
	line_add("-");
	if (is_filtered)
		add_where_option(&option_table[OPTION_WHERE]);
	enum status status = run_line(0, &nothing);
	SAME(is_filtered || status == STATUS_DONE || status == STATUS_NO_MAP);
	/* Only few inputs look for the mistakes of a port, because that is slow. */
	if (choose(0, 7) == 0) {
		line_begin("a.json", "-q", "");
		line_add("--compare");
		if (choose(0, 1))
			line_add("--seed=%u", choose(0, 255));
		status = run_line(0, &nothing);
		SAME(status == STATUS_DONE || status == STATUS_NO_MAP || status == STATUS_USAGE);
	}
	has_reports = false;
	has_notes = false;
}

enum { PGM_DOOR = 128, PGM_FLOOR = 255 };

/* Requires that a pgm of the other file has the tiles of the documents. */
static void judge_found(const struct format *format, const struct world_input *found,
			const struct world_input *expected)
{
	const uint8_t *found_bytes = found->bytes;
	const uint8_t *expected_bytes = expected->bytes;
	SAME(found->length == expected->length);
	for (size_t i = 0; i < found->length; i++) {
		const bool is_lost = format->has_no_doors && expected_bytes[i] == PGM_DOOR;
		SAME(found_bytes[i] == (is_lost ? PGM_FLOOR : expected_bytes[i]));
	}
}

/*
 * Reads the other file, to which all documents were written, and requires their tiles. Compares
 * them as pgm, which contains tiles and nothing else, and not as csv, because a csv shows the exit
 * only if it is drawn in the file.
 */
static void judge_tiles(const struct format *format, const char *glyphs)
{
	struct world_input expected;
	struct world_input found;
	line_begin("a.json", "-qf", "pgm");
	SAME(run_line(1, &expected) == STATUS_DONE);

	/* Standard input has the documents, too, which --walls does not describe. */
	const bool has_numbers = glyphs && format->looks & LOOK_TILES;
	line_begin("a.json", "-qf", "pgm");
	line_add("-");
	line_add("%s", has_numbers ? "a.json" : file_name(format));
	if (glyphs && !has_numbers)
		line_add("--glyphs=%s", glyphs);
	SAME(run_line(2, &found) == STATUS_DONE);
	for (int i = 0; i < 2; i++) {
		SAME(found.length > expected.length);
		SAME(memcmp(found.bytes, expected.bytes, expected.length) == 0);
		found.bytes = (const char *)found.bytes + expected.length;
		found.length -= expected.length;
	}
	judge_found(format, &found, &expected);

	/*
	 * In documents and maps for Tiled, lists are no characters. With a list, doors that do not
	 * fit are no doors.
	 */
	if (!format->reads_lists || (glyphs && !has_numbers) ||
	    format->looks & (LOOK_NO_TILES | LOOK_TILESET) ||
	    memchr(expected.bytes, PGM_DOOR, expected.length))
		return;
	/* Formats without glyphs have numbers. */
	line_begin(file_name(format), "-qf", "pgm");
	if (has_numbers)
		line_add("--walls=%s", glyphs);
	else
		line_add("--walls=%s", format->looks & LOOK_GLYPHS ? "#" : "0");
	SAME(run_line(2, &found) == STATUS_DONE);
	judge_found(format, &found, &expected);
}

/* Reads the other file and writes its maps in another format. */
static void convert_other(const struct format *format, const struct format *next_format)
{
	struct world_input written;
	line_begin(file_name(format), "-qf", next_format->name);
	(void)add_looks(next_format);
	(void)run_line(1, &written);
}

static const struct format *choose_format_written(void)
{
	size_t count = 0;
	while (format_table[count])
		count++;
	return format_table[numbers_take(&input) % count];
}

/* Returns -1 for a document that is not worth a line of the corpus, and otherwise 0. */
static int judge_document(void)
{
	const struct format *format = choose_format_written();
	const struct format *next_format = choose_format_written();
	const bool is_filtered = choose(0, 3) == 0;
	const bool are_several = choose(0, 7) == 0;
	documents.length = 0;
	add_document();
	if (are_several)
		add_document();
	world = (struct world){
		.error = EIO,
		.full_after = WORLD_BYTES,
		.target_exists = true,
		.read_max = SIZE_MAX,
		.input = {"a.json", documents.bytes, documents.length},
	};
	judge_documents(is_filtered);

	line_begin("a.json", "-qf", format->name);
	const char *glyphs = add_looks(format);
	if (is_filtered)
		add_where_option(&option_table[OPTION_WHERE]);
	const enum status status = run_line(0, &world.other);
	/* The map may be larger than the world. */
	if (status == STATUS_FAILED)
		return -1;
	if (status != STATUS_DONE || !format->read)
		return 0;
	world.other.name = file_name(format);
	if (!is_filtered && (!are_several || format->reads_several_maps))
		judge_tiles(format, glyphs);
	convert_other(format, next_format);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	input = (struct numbers){bytes, size};
	const int result = judge_document();
	/* Older inputs have no numbers left. */
	if (choose(0, 1))
		judge_level(&input);
	return result;
}
