/* SPDX-License-Identifier: MIT */
/*
 * libFuzzer: any bytes, read by the whole program. If they are maps, these are written in a format,
 * and read and written again, which gives the same bytes. Otherwise the program ends as program.h
 * requires. Some inputs are then read in another way:
 *
 * - --check and --compare find no other failure.
 * - A trace makes the map that was written.
 * - Two FILEs with the same bytes give the same map twice.
 *
 * The first byte of an input chooses the format, the second one the looks of its maps, the lists
 * of --walls and --floors, and the other way, and the third one how many bytes are read at once.
 * The other bytes are the file, and their last bit decides whether its name ends in .csv.
 */
#include "program.h"

#include "base/hash.h"
#include "io/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { CHOICES = 3 }; /* number of bytes before the file */

/* How a map looks, for the formats that support it. */
struct look {
	unsigned needed_look; /* LOOK_ bits that the format must support */
	const char *show;     /* value of --show */
	const char *option;   /* another option, or NULL */
};

static const struct look looks[] = {
	{0, "none", NULL},
	{LOOK_NO_TILES, "none", "--no-tiles"},
	{LOOK_SHOW, "spawn", NULL},
	{LOOK_SHOW, "spawn,exit", NULL},
	{LOOK_THEME, "all", "--theme=hatch"},
	{LOOK_GLYPHS, "spawn,exit", "--glyphs=\u2588.\u263a\U00010330\u00e9"},
	{LOOK_GLYPHS, "exit", "--glyphs= \u00b7SED"},
};

/* --walls and --floors for the bytes of the input, or NULL. */
static const struct {
	const char *walls;
	const char *floors;
} lists[] = {
	{NULL, NULL},
	{"--walls=#|-", NULL},
	{NULL, "--floors= ~\u00b7"},
	{"--walls=#\u2588", "--floors=. "},
	{"--walls=100,-1,3", NULL},
	{NULL, "--floors=0,1e2"},
	{"--walls=0,-1,65535", "--floors=1,0.5,2"},
};

/* Adds the lists of an index into `lists` to the command line. */
static void add_lists(size_t list)
{
	if (lists[list].walls)
		line_add("%s", lists[list].walls);
	if (lists[list].floors)
		line_add("%s", lists[list].floors);
}

/*
 * Reads a file, and writes its maps in a format. `list` is an index into `lists`, for a file that
 * dungen did not write.
 */
static enum status rewrite(const struct format *format, const struct look *look, size_t list,
			   const char *file, int number, struct world_input *written)
{
	line_begin(file, "-qf", format->name);
	add_lists(list);
	if (format->looks & LOOK_SHOW)
		line_add("--show=%s", look->show);
	if (look->option)
		line_add("%s", look->option);
	return run_line(number, written);
}

/* Returns whether the file has one map, which is a line of json. */
static bool has_one_map(const char *name, const struct look *look, size_t list)
{
	struct world_input written;
	line_begin(name, "-qf", "json");
	add_lists(list);
	if (look->needed_look == LOOK_GLYPHS)
		line_add("%s", look->option);
	const enum status status = run_line(1, &written);
	const char *line_end = status == STATUS_DONE ? memchr(written.bytes, '\n', written.length)
						     : NULL;
	return line_end && line_end + 1 == (const char *)written.bytes + written.length;
}

/*
 * Chooses one of the formats that dungen reads. Compares hashes and not positions, so that a new
 * format takes only a few choices from each other one, and the corpus keeps its meaning.
 */
static const struct format *choose_format_read(uint8_t choice)
{
	const struct format *chosen = NULL;
	uint64_t least = UINT64_MAX;
	for (size_t i = 0; format_table[i]; i++) {
		const char *name = format_table[i]->name;
		const uint64_t hash = hash_of(phrase("%u%s%u", choice, name, choice));
		if (format_table[i]->read && hash < least) {
			chosen = format_table[i];
			least = hash;
		}
	}
	return chosen;
}

/* Other ways to read the file. */
enum way { WAY_NONE, WAY_CHECK, WAY_SEED, WAY_DRAWS, WAY_TWICE, WAYS };

/*
 * Reads the file in another way. If its maps were written to the other file, `look` is how they
 * look there; otherwise it is NULL.
 */
static void judge_way(enum way way, const char *name, size_t list, const struct look *look)
{
	struct world_input once;
	struct world_input twice;
	enum status status = STATUS_DONE;
	has_reports = way < WAY_TWICE;
	has_notes = has_reports;
	if (way == WAY_CHECK || way == WAY_SEED) {
		line_begin(name, way == WAY_CHECK ? "--check" : "--compare", "");
		add_lists(list);
		if (way == WAY_SEED)
			line_add("--seed=7");
		status = run_line(1, &once);
	} else if (way == WAY_DRAWS && look) {
		line_begin(world.other.name, "--compare", "");
		line_add("--draws=%s", name);
		if (look->option && look->needed_look == LOOK_GLYPHS)
			line_add("%s", look->option);
		status = run_line(1, &once);
		SAME(!tells("expected a map of") && !tells("the first difference"));
	} else if (way == WAY_TWICE && look) {
		line_begin("a", "-qf", "json");
		add_lists(list);
		status = run_line(1, &once);
		line_add("-");
		const enum status twice_status = run_line(2, &twice);
		/* The documents may be larger than the world. */
		if (twice_status == STATUS_FAILED)
			return;
		SAME(twice_status == status);
		if (status == STATUS_DONE) {
			const char *second = (const char *)twice.bytes + once.length;
			SAME(twice.length == 2 * once.length);
			SAME(memcmp(twice.bytes, once.bytes, once.length) == 0);
			SAME(memcmp(second, once.bytes, once.length) == 0);
		}
	}
	SAME(status == STATUS_DONE || status == STATUS_NO_MAP);
	has_reports = false;
	has_notes = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	if (size < CHOICES)
		return -1;
	const struct format *format = choose_format_read(bytes[0]);
	const size_t look_count = sizeof looks / sizeof *looks;
	const struct look *look = &looks[bytes[1] % look_count];
	const size_t list_count = sizeof lists / sizeof *lists;
	const size_t list = bytes[1] / look_count % list_count;
	const enum way way = bytes[1] / look_count / list_count % WAYS;
	if (look->needed_look & ~format->looks)
		return -1;
	world = (struct world){
		.error = EIO,
		.full_after = WORLD_BYTES,
		.target_exists = true,
		.read_max = bytes[2] + 1u,
		.input = {"a", bytes + CHOICES, size - CHOICES},
	};
	const char *name = bytes[size - 1] & 1 ? "a.csv" : "a";
	const enum status status = rewrite(format, look, list, name, 0, &world.other);
	world.other.name = file_name(format);
	/* The format may lack these glyphs, or a map may be larger than the world. */
	if (status != STATUS_DONE && status != STATUS_NO_MAP)
		return -1;
	/* A map without tiles may be too large to look at all of them. */
	if (look->needed_look != LOOK_NO_TILES)
		judge_way(way, name, list, status == STATUS_DONE ? look : NULL);
	if (status == STATUS_NO_MAP)
		return 0;
	/* Some formats cannot hold several maps in a file that dungen reads. */
	if (!format->reads_several_maps && !has_one_map(name, look, list))
		return 0;
	struct world_input written;
	SAME(rewrite(format, look, 0, world.other.name, 1, &written) == STATUS_DONE);
	SAME(written.length == world.other.length);
	SAME(memcmp(written.bytes, world.other.bytes, written.length) == 0);
	return 0;
}
