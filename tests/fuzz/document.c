/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: documents of any rooms, tunnels, doors and marks, through the whole program: every
 * writer with any options about looks, --check, --where and --compare.
 *
 * - The program ends as program.h says. - A document is no other map than itself. - What is written
 * in a format that is read has the tiles of the document, and is no other map. It goes to every
 * writer, too.
 *
 * An input is a list of numbers.
 */
#include "program.h"

#include "cli/table.h"

#include <inttypes.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct numbers input;

static uint32_t choose(uint32_t lo, uint32_t hi)
{
	return lo + take(&input) % (hi - lo + 1);
}

/* Documents. */

enum { SIDE_MOST = 70, ROOMS_MOST = 30, TUNNELS_MOST = 12, CORNERS_MOST = 6, DOORS_MOST = 12 };

static struct words documents;

static void add_rooms(uint32_t width, uint32_t height)
{
	const uint32_t rooms = width < 3 || height < 3 ? 0 : choose(0, choose(0, ROOMS_MOST));
	add(&documents, ",\"rooms\":[");
	for (uint32_t i = 0; i < rooms; i++) {
		uint32_t x = choose(1, width - 2), y = choose(1, height - 2);
		uint32_t across = choose(1, width - 1 - x), down = choose(1, height - 1 - y);
		add(&documents, "%s{\"x\":%u,\"y\":%u,\"width\":%u,\"height\":%u}",
		    i > 0 ? "," : "", x, y, across, down);
	}
	add(&documents, "],\"tunnels\":[");
	for (uint32_t i = 0, count = rooms ? choose(0, TUNNELS_MOST) : 0; i < count; i++) {
		uint32_t from = choose(0, rooms - 1), to = choose(0, rooms - 1);
		uint32_t x = choose(0, width - 1), y = choose(0, height - 1);
		add(&documents, "%s{\"from\":%u,\"to\":%u,\"path\":[{\"x\":%u,\"y\":%u}",
		    i > 0 ? "," : "", from, to, x, y);
		for (uint32_t corners = choose(1, CORNERS_MOST); corners > 0; corners--) {
			if (choose(0, 1))
				x = choose(0, width - 1);
			else
				y = choose(0, height - 1);
			add(&documents, ",{\"x\":%u,\"y\":%u}", x, y);
		}
		add(&documents, "]}");
	}
	add(&documents, "]");
	if (rooms == 0 || choose(0, 1))
		return;
	add(&documents, ",\"doors\":[");
	for (uint32_t i = 0, count = choose(0, DOORS_MOST); i < count; i++) {
		uint32_t x = choose(0, width - 1), y = choose(0, height - 1),
			 room = choose(0, rooms - 1);
		add(&documents, "%s{\"x\":%u,\"y\":%u,\"room\":%u}", i > 0 ? "," : "", x, y, room);
	}
	add(&documents, "]");
}

static void add_tiles(uint32_t width, uint32_t height)
{
	uint32_t state = choose(0, 255), kinds = choose(1, 4);
	add(&documents, ",\"tiles\":[");
	for (uint32_t y = 0; y < height; y++) {
		add(&documents, y > 0 ? ",\"" : "\"");
		for (uint32_t x = 0; x < width; x++) {
			state = state * 1103515245 + 12345;
			add(&documents, "%c", ".#+."[(state >> 16) % kinds]);
		}
		add(&documents, "\"");
	}
	add(&documents, "]");
}

static void add_document(void)
{
	uint32_t width = choose(1, choose(1, SIDE_MOST)), height = choose(1, choose(1, SIDE_MOST));
	unsigned has = take(&input);
	add(&documents, "{\"width\":%u,\"height\":%u", width, height);
	if (has & 1)
		add(&documents,
		    ",\"generator\":{\"name\":\"dungen\",\"algorithm\":\"rooms-and-tunnels/"
		    "1\",\"rng\":\"%s\"},"
		    "\"params\":{\"max_rooms\":%u,\"room_min\":%u,\"room_max\":%u}",
		    rng_table[take(&input) % 2]->name, choose(0, 9), choose(1, 5), choose(4, 9));
	if (has & 2)
		add(&documents, ",\"seed\":\"%" PRIu64 "\"", UINT64_MAX >> choose(0, 63));
	for (size_t i = 0; i < MARK_KINDS; i++)
		if (has & 4u << i) {
			uint32_t x = choose(0, width - 1), y = choose(0, height - 1);
			add(&documents, ",\"%s\":{\"x\":%u,\"y\":%u}", mark_names[i], x, y);
		}
	if (has & 16)
		add(&documents, ",\"exit_distance\":%u", choose(0, 255));
	if (has & 32)
		add_tiles(width, height);
	else
		add_rooms(width, height);
	add(&documents, "}\n");
}

/* Command lines. */

/* Some of a list's names, or all. */
static void say_list(const struct option_row *row, unsigned possible)
{
	struct words list = {0};
	unsigned chosen = take(&input);
	for (size_t i = 0; row->choices(i).name; i++)
		if (chosen & possible & 1u << i)
			add(&list, "%s%s", list.length > 0 ? "," : "", row->choices(i).name);
	say("--%s=%s", row->name, list.length > 0 ? list.bytes : "none");
}

/* Some of the measures, with ranges. */
static void say_where(const struct option_row *row)
{
	struct words list = {0};
	size_t count = 0;
	while (row->choices(count).name)
		count++;
	for (uint32_t n = choose(1, 3); n > 0; n--) {
		add(&list, "%s%s=", list.length > 0 ? "," : "",
		    row->choices(take(&input) % count).name);
		uint32_t least = choose(0, 9), most = choose(0, 255);
		add(&list, n % 2 ? "%u..%u" : "%u..", least, least + most);
	}
	say("--%s=%s", row->name, list.bytes);
}

/* Returns the SHOW_ bits of the marks that a format can show. */
static unsigned marks_of(const struct format *format)
{
	unsigned marks = 0;
	for (unsigned mark = SHOW_SPAWN; mark <= SHOW_LABELS; mark <<= 1) {
		const struct style style = {.show = mark};
		struct text fault = {.length = 0};
		if (!format->find_style_fault ||
		    format->find_style_fault(&style, &fault) != STYLE_SHOW)
			marks |= mark;
	}
	return marks;
}

/* Looks that a format has, of the letters of labels none. Returns the glyphs, or NULL. */
static const char *say_looks(const struct format *format)
{
	static const char *const glyphs[] = {"\u2588.\u263a\u263b\u00e9", " \u00b7,!?",
					     "\u00e9\u00b7"};
	const char *named = NULL;
	for (const struct option_row *row = option_table; row < option_table + OPTION_NONE; row++) {
		unsigned chosen = take(&input);
		if (!(row->style & format->styles) || chosen % 2)
			continue;
		switch (row->kind) {
		case KIND_LIST:
			say_list(row, marks_of(format));
			break;
		case KIND_NUMBER:
			say("--%s=%" PRIu64, row->name,
			    row->value_min + chosen % (row->value_max - row->value_min + 1) / 8);
			break;
		case KIND_TEXT:
			named = glyphs[chosen / 2 % 3];
			say("--%s=%s", row->name, named);
			break;
		case KIND_FLAG:
			say("--%s", row->name);
			break;
		default:
			say("--%s=tiles.png", row->name);
		}
	}
	return named;
}

/* Says how to read the other file. */
static void say_format(const struct format *format, const char *glyphs)
{
	say("--input-format=%s", format->name);
	if (glyphs)
		say("--glyphs=%s", glyphs);
}

/* Looks at documents without writing them. */
static void judge_documents(void)
{
	struct world_input none;
	reports = true;
	begin("-ia.json", "--check", "");
	enum status status = judge(0, &none);
	SAME(status == STATUS_DONE || status == STATUS_NO_MAP);
	begin("-ia.json", "--compare=", "a.json");
	SAME(judge(0, &none) == STATUS_DONE);
	/* Mistakes of a port are looked for long. */
	begin("--compare=a.json", "-q", "");
	status = choose(0, 7) == 0 ? judge(0, &none) : STATUS_DONE;
	SAME(status == STATUS_DONE || status == STATUS_NO_MAP || status == STATUS_USAGE);
	reports = false;
}

/*
 * Reads the other file, which was made of all documents, and expects their tiles. They are compared
 * as pgm, because csv has the exit that is drawn in a file, and not the one that a document names.
 */
static void judge_tiles(const struct format *format, const char *glyphs)
{
	struct world_input expected, found;
	begin("-qia.json", "-f", "pgm");
	SAME(judge(1, &expected) == STATUS_DONE);
	begin("-qib", "-f", "pgm");
	say_format(format, glyphs);
	SAME(judge(2, &found) == STATUS_DONE && found.length == expected.length);
	SAME(strcmp(format->name, "movingai") == 0 ||
	     memcmp(found.bytes, expected.bytes, found.length) == 0);
	reports = true;
	begin("-qib", "--compare=", "a.json");
	say_format(format, glyphs);
	SAME(judge(1, &found) == STATUS_DONE);
	reports = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	size_t formats = 0;
	while (format_table[formats])
		formats++;
	input = (struct numbers){bytes, size};
	const struct format *format = format_table[take(&input) % formats];
	const struct format *next = format_table[take(&input) % formats];
	const bool filtered = choose(0, 3) == 0, several = choose(0, 7) == 0;
	documents.length = 0;
	for (int i = 0; i <= several; i++)
		add_document();
	world = (struct world){.error = EIO,
			       .full_after = WORLD_BYTES,
			       .read_most = SIZE_MAX,
			       .input = {"a.json", documents.bytes, documents.length}};
	judge_documents();

	begin("-qia.json", "-f", format->name);
	const char *glyphs = say_looks(format);
	if (filtered)
		say_where(&option_table[OPTION_WHERE]);
	enum status status = judge(0, &world.other);
	if (status != STATUS_DONE || !format->read)
		return status == STATUS_FAILED ? -1 : 0; /* it may have more than the world */
	if (!filtered && (!several || format->reads_on))
		judge_tiles(format, glyphs);
	begin("-qib", "-f", next->name);
	say_format(format, NULL);
	(void)say_looks(next);
	struct world_input last;
	(void)judge(1, &last);
	return 0;
}
