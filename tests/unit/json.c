/* SPDX-License-Identifier: MIT */
/* The json format against a tree of the same map that cJSON prints. */
#include "dungeon/generate.h"
#include "formats/format.h"
#include "maps.h"
#include "output/map_files.h"

#include <cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

enum { TILES, NO_TILES, HUGE_MAPS, SEEDS, FOUND, PROPERTIES };

static struct property properties[PROPERTIES] = {
	[TILES] = {.what = "documents with tiles are what cJSON prints, byte for byte"},
	[NO_TILES] = {.what = "documents without tiles are, too"},
	[HUGE_MAPS] = {.what = "so are those of maps up to 2147483647 x 2147483647, without tiles"},
	[SEEDS] = {.what = "among them are the seeds 0 and 2^64 - 1, and numbers of 1 to 10 digits"},
	[FOUND] = {.what = "formats are found by name and by extension, and no other"},
};

enum { RUNS = 300, HUGE_RUNS = 100, DOCUMENTS_MOST = 4 * (RUNS + 1 + HUGE_RUNS), TILES_MOST = 500 * 400 };

/* What was asked for, in the order in which it was written, to be compared when the output is closed. */
struct document {
	char *expected; /* from cJSON, which frees it */
	struct property *property;
	struct recipe recipe;
};

static struct document documents[DOCUMENTS_MOST];
static size_t document_count;
static struct map_files files;
static uint64_t lengths_seen; /* bit d: a number of d digits */

static cJSON *need(cJSON *item)
{
	if (!item) {
		printf("no memory for a tree\n");
		exit(1);
	}
	return item;
}

static void add_number(cJSON *object, const char *key, uint32_t number)
{
	unsigned digits = 1;
	for (uint32_t rest = number; rest > 9; rest /= 10)
		digits++;
	lengths_seen |= UINT64_C(1) << digits;
	need(cJSON_AddNumberToObject(object, key, number));
}

static void add_string(cJSON *object, const char *key, const char *text)
{
	need(cJSON_AddStringToObject(object, key, text));
}

static void add_point(cJSON *object, const char *key, struct point point)
{
	cJSON *item = need(cJSON_AddObjectToObject(object, key));
	add_number(item, "x", point.x);
	add_number(item, "y", point.y);
}

static void add_rooms(cJSON *document, const struct dungeon *dungeon)
{
	cJSON *rooms = need(cJSON_AddArrayToObject(document, "rooms"));
	for (uint32_t i = 0; i < dungeon->room_count; i++) {
		struct room room = dungeon->rooms[i];
		cJSON *item = need(cJSON_CreateObject());
		cJSON_AddItemToArray(rooms, item);
		add_number(item, "id", i);
		/* The floor, which the walls surround. */
		add_number(item, "x", room.x1 + 1);
		add_number(item, "y", room.y1 + 1);
		add_number(item, "width", room.x2 - room.x1 - 1);
		add_number(item, "height", room.y2 - room.y1 - 1);
		add_point(item, "center", middle(room));
	}
}

static void add_path_point(cJSON *path, uint32_t x, uint32_t y)
{
	cJSON *item = need(cJSON_CreateObject());
	cJSON_AddItemToArray(path, item);
	add_number(item, "x", x);
	add_number(item, "y", y);
}

static void add_tunnels(cJSON *document, const struct dungeon *dungeon)
{
	cJSON *tunnels = need(cJSON_AddArrayToObject(document, "tunnels"));
	for (uint32_t i = 0; i < dungeon->tunnel_count; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct point from = middle(dungeon->rooms[tunnel.from]), to = middle(dungeon->rooms[tunnel.to]);
		cJSON *item = need(cJSON_CreateObject());
		cJSON_AddItemToArray(tunnels, item);
		add_number(item, "from", tunnel.from);
		add_number(item, "to", tunnel.to);
		cJSON *path = need(cJSON_AddArrayToObject(item, "path"));
		add_path_point(path, from.x, from.y);
		if (from.x != to.x && from.y != to.y)
			add_path_point(path, tunnel.row_first ? to.x : from.x, tunnel.row_first ? from.y : to.y);
		add_path_point(path, to.x, to.y);
	}
}

static void add_tiles(cJSON *document, const struct dungeon *dungeon)
{
	static uint8_t tiles[TILES_MOST];
	static char row[TILES_MOST + 1];
	cJSON *legend = need(cJSON_AddObjectToObject(document, "legend"));
	add_string(legend, "#", "wall");
	add_string(legend, ".", "floor");
	cJSON *rows = need(cJSON_AddArrayToObject(document, "tiles"));
	size_t width = dungeon->recipe.width;
	draw_tiles(dungeon, tiles);
	draw_characters(tiles, width * dungeon->recipe.height);
	for (uint32_t y = 0; y < dungeon->recipe.height; y++) {
		memcpy(row, tiles + y * width, width);
		row[width] = '\0';
		cJSON_AddItemToArray(rows, need(cJSON_CreateString(row)));
	}
}

/* The document, in the order that its description has. */
static char *print_tree(const struct dungeon *dungeon, bool no_tiles)
{
	const struct recipe *recipe = &dungeon->recipe;
	cJSON *document = need(cJSON_CreateObject());
	add_string(document, "format", "dungen");
	add_number(document, "version", 1);
	cJSON *generator = need(cJSON_AddObjectToObject(document, "generator"));
	add_string(generator, "name", "dungen");
	add_string(generator, "algorithm", "rooms-and-tunnels/1");
	add_string(generator, "rng", recipe->rng);
	cJSON *params = need(cJSON_AddObjectToObject(document, "params"));
	add_number(params, "max_rooms", recipe->max_rooms);
	add_number(params, "room_min", recipe->room_min);
	add_number(params, "room_max", recipe->room_max);
	if (recipe->given & RECIPE_MIN_ROOMS)
		add_number(params, "min_rooms", recipe->min_rooms);
	if (recipe->given & RECIPE_CONNECT)
		add_string(params, "connect", recipe->connect == CONNECT_NEAREST ? "nearest" : "previous");
	add_number(document, "width", recipe->width);
	add_number(document, "height", recipe->height);
	char seed[32];
	snprintf(seed, sizeof seed, "%" PRIu64, recipe->seed);
	add_string(document, "seed", seed);
	add_point(document, "spawn", middle(dungeon->rooms[0]));
	add_point(document, "exit", middle(dungeon->rooms[dungeon->room_count - 1]));
	add_rooms(document, dungeon);
	add_tunnels(document, dungeon);
	if (!no_tiles)
		add_tiles(document, dungeon);
	char *text = cJSON_PrintUnformatted(document);
	cJSON_Delete(document);
	if (!text) {
		printf("no memory for a document\n");
		exit(1);
	}
	return text;
}

/* Writes up to four maps of one run, and keeps what they should look like. */
static void write_run(uint64_t *random, const struct rng *rng, const struct recipe *recipe, bool no_tiles,
		      uint32_t told_tries, struct property *property)
{
	struct style style = {.no_tiles = no_tiles};
	struct writer writer;
	struct dungeon dungeon = {0};
	struct generator *generator = generator_new(rng, recipe);
	bool opened = writer_open(&writer, format_find("json"), &style, &files.output);
	uint32_t count = unit_between(random, 1, 4);
	uint64_t seed = choose_seed(random, rng);
	for (uint32_t i = 0; i < count; i++) {
		if (!opened || !generator || generator_make(generator, seed, &dungeon) != GENERATOR_MADE) {
			printf("no memory for a map\n");
			exit(1);
		}
		/* Of maps with more tries than a test has time for, the document is right all the same. */
		dungeon.recipe.max_rooms = told_tries;
		bool made = writer_write(&writer, &dungeon);
		CHECK(property, made, "%s", describe_recipe(&dungeon.recipe));
		CHECK(&properties[SEEDS], dungeon.recipe.seed == seed, "%" PRIu64, seed);
		documents[document_count++] = (struct document){print_tree(&dungeon, no_tiles), property,
								dungeon.recipe};
		seed = unit_once_in(random, 3) ? choose_seed(random, rng) : seed == rng->max_seed ? 0 : seed + 1;
	}
	writer_close(&writer);
	dungeon_free(&dungeon);
	generator_free(generator);
}

static uint32_t choose_digits(uint64_t *random, uint32_t lo, uint32_t hi)
{
	uint32_t most = unit_once_in(random, 4) ? hi : hi >> unit_between(random, 0, 28);
	return most <= lo ? lo : unit_between(random, unit_once_in(random, 4) ? most : lo, most);
}

/* Options that a document names only where they were given, be it with their defaults. */
static void choose_options(uint64_t *random, struct recipe *recipe)
{
	if (unit_once_in(random, 2)) {
		recipe->given |= RECIPE_MIN_ROOMS;
		recipe->min_rooms = 1;
	}
	if (unit_once_in(random, 2)) {
		recipe->given |= RECIPE_CONNECT;
		recipe->connect = unit_once_in(random, 2) ? CONNECT_NEAREST : CONNECT_PREVIOUS;
	}
}

static void write_some(uint64_t *random, bool no_tiles)
{
	const struct rng *rng = choose_rng(random);
	/* Most are small; the others too large to be drawn whole. */
	uint32_t most = unit_once_in(random, 20) ? 400 : 90;
	struct recipe recipe = {.rng = NULL};
	recipe.width = unit_between(random, 3, most + 100);
	recipe.height = unit_between(random, 3, most);
	recipe.max_rooms = unit_between(random, 1, unit_once_in(random, 20) ? 2500 : 60);
	choose_rooms(random, &recipe);
	choose_options(random, &recipe);
	write_run(random, rng, &recipe, no_tiles, recipe.max_rooms, &properties[no_tiles ? NO_TILES : TILES]);
}

static void write_huge(uint64_t *random)
{
	const struct rng *rng = choose_rng(random);
	struct recipe recipe = {.rng = NULL};
	recipe.width = choose_digits(random, 3, INT32_MAX);
	recipe.height = choose_digits(random, 3, INT32_MAX);
	recipe.max_rooms = unit_between(random, 1, 100);
	choose_rooms(random, &recipe);
	choose_options(random, &recipe);
	uint32_t told_tries = unit_once_in(random, 2) ? INT32_MAX : recipe.max_rooms;
	write_run(random, rng, &recipe, true, told_tries, &properties[HUGE_MAPS]);
}

/* The file holds the documents from `begin` on, after each of them a line feed, and nothing else. */
static void compare(const char *path, size_t begin)
{
	int descriptor = open(path, O_RDONLY);
	bool same = true;
	for (size_t i = begin; i < document_count; i++) {
		struct document *document = &documents[i];
		size_t length = strlen(document->expected) + 1;
		char *line = unit_memory(length, 1);
		size_t have = 0;
		ssize_t part = 1;
		while (same && have < length && part > 0) {
			part = read(descriptor, line + have, length - have);
			have += part > 0 ? (size_t)part : 0;
		}
		size_t first = 0;
		while (same && first < have && line[first] == (first + 1 < length ? document->expected[first] : '\n'))
			first++;
		/* After the first that differs, the others are at other places. */
		if (same)
			CHECK(document->property, first == length, "byte %zu of %zu, '%.40s' not '%.40s', %s", first,
			      length, first < have ? line + first : "",
			      first < length ? document->expected + first : "", describe_recipe(&document->recipe));
		same = same && first == length;
		free(line);
		cJSON_free(document->expected);
	}
	char more;
	ssize_t rest = same ? read(descriptor, &more, 1) : 0;
	CHECK(documents[begin].property, rest == 0, "more than the documents");
	close(descriptor);
}

/* The format with that extension; one_map says whether a file of it is to hold a single map. */
static const struct format *find_extension(const char *name, bool one_map)
{
	const struct extension *extension = NULL;
	const struct format *format = format_find_extension(name, &extension);
	CHECK(&properties[FOUND], !format == !extension, "'%s'", name);
	CHECK(&properties[FOUND], !extension || extension->one_map == one_map, "'%s'", name);
	return format;
}

static void check_found(void)
{
	const struct format *text = format_find("text"), *json = format_find("json");
	CHECK(&properties[FOUND], text && strcmp(text->name, "text") == 0 && format_table[0] == text, "text");
	CHECK(&properties[FOUND], json && strcmp(json->name, "json") == 0, "json");
	CHECK(&properties[FOUND], text && find_extension("txt", false) == text, "txt");
	CHECK(&properties[FOUND], json && find_extension("json", true) == json, "json");
	CHECK(&properties[FOUND], json && find_extension("JSON", true) == json, "JSON");
	CHECK(&properties[FOUND], json && find_extension("ndjson", false) == json, "ndjson");
	CHECK(&properties[FOUND], json && find_extension("JsonL", false) == json, "JsonL");
	static const char *const unknown[] = {"", "tex", "text ", "TEXT", "json5", ".json", "png"};
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		CHECK(&properties[FOUND], !format_find(unknown[i]) && !find_extension(unknown[i], false), "'%s'",
		      unknown[i]);
	CHECK(&properties[FOUND], !format_find("txt") && !find_extension("text", false), "name for extension");
}

static void close_and_compare(const char *path, size_t begin)
{
	bool written = map_files_close(&files);
	CHECK(documents[begin].property, written, "%s", strerror(files.output.error));
	compare(path, begin);
}

/* Something that is written without end fails, and does not fill the disk. */
static void limit_file(void)
{
	struct rlimit limit = {1 << 27, 1 << 27};
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
}

int main(void)
{
	uint64_t random = UNIT_START;
	limit_file();
	char path[] = "/tmp/dungen-unit-XXXXXX";
	int made = mkstemp(path);
	if (made < 0) {
		printf("no file for the test: %s\n", strerror(errno));
		return 1;
	}
	close(made);

	map_files_open(&files, path);
	for (uint32_t run = 0; run < RUNS; run++)
		write_some(&random, run % 3 == 2);
	struct recipe crowded = {.width = 500, .height = 400, .max_rooms = 20000, .room_min = 2, .room_max = 3};
	write_run(&random, rng_find("python"), &crowded, false, 20000, &properties[TILES]);
	close_and_compare(path, 0);

	/* Were tiles written where none are wanted, those of a huge map would take all memory. */
	if (properties[NO_TILES].failures == 0 && properties[TILES].failures == 0) {
		size_t begin = document_count;
		map_files_open(&files, path);
		for (uint32_t run = 0; run < HUGE_RUNS; run++)
			write_huge(&random);
		close_and_compare(path, begin);
	}
	unlink(path);

	bool smallest = false, largest = false;
	for (size_t i = 0; i < document_count; i++) {
		smallest = smallest || documents[i].recipe.seed == 0;
		largest = largest || documents[i].recipe.seed == UINT64_MAX;
	}
	CHECK(&properties[SEEDS], smallest && largest, "0 %d, 2^64 - 1 %d", smallest, largest);
	CHECK(&properties[SEEDS], lengths_seen == 0x7fe, "digits %" PRIx64, lengths_seen);
	check_found();
	printf("%zu documents, chosen from %d on\n", document_count, UNIT_START);
	return unit_report(properties, PROPERTIES);
}
