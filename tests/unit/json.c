/* SPDX-License-Identifier: MIT */
/* The json format against a tree of the same map that cJSON prints. */
#include "dungeon/generate.h"
#include "formats/format.h"
#include "maps.h"

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
	[FOUND] = {.what = "formats are found by extension, and no other"},
};

enum { LIMITS = 3, PARAMETERS_MOST = LIMITS + 3 }; /* of the parameters, max_rooms, room_min and room_max come first */
enum { RUNS = 300, HUGE_RUNS = 100, DOCUMENTS_MOST = 4 * (RUNS + 1 + HUGE_RUNS), TILES_MOST = 500 * 400 };

/* What was asked for, in the order in which it was written, to be compared when the output is closed. */
struct document {
	char *expected; /* from cJSON, which frees it */
	struct property *property;
	struct recipe recipe;
};

static struct document documents[DOCUMENTS_MOST];
static size_t document_count;
static struct output output;
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
	for (size_t i = LIMITS; i < recipe->parameter_count; i++) {
		const struct parameter *parameter = &recipe->parameters[i];
		if (parameter->kind == PARAMETER_NUMBER)
			add_number(params, parameter->key, (uint32_t)parameter->number);
		else if (parameter->kind == PARAMETER_NAME)
			add_string(params, parameter->key, parameter->name);
		else
			need(cJSON_AddBoolToObject(params, parameter->key, parameter->number != 0));
	}
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

/* What the documents name: the limits, and often options of each kind. */
static size_t choose_parameters(uint64_t *random, const struct recipe *recipe, uint32_t told_tries,
				struct parameter parameters[PARAMETERS_MOST])
{
	static const struct parameter options[] = {{"min_rooms", PARAMETER_NUMBER, 7, NULL},
						   {"connect", PARAMETER_NAME, 0, "nearest"},
						   {"doors", PARAMETER_FLAG, 1, NULL}};
	size_t count = 0;
	parameters[count++] = (struct parameter){"max_rooms", PARAMETER_NUMBER, told_tries, NULL};
	parameters[count++] = (struct parameter){"room_min", PARAMETER_NUMBER, recipe->room_min, NULL};
	parameters[count++] = (struct parameter){"room_max", PARAMETER_NUMBER, recipe->room_max, NULL};
	for (size_t i = 0; i < PARAMETERS_MOST - LIMITS; i++)
		if (unit_once_in(random, 2))
			parameters[count++] = options[i];
	return count;
}

/* Writes up to four maps of one run, and keeps what they should look like; told_tries is what the documents tell. */
static void write_run(uint64_t *random, const struct rng *rng, struct recipe recipe, bool no_tiles, uint32_t told_tries,
		      struct property *property)
{
	struct style style = {.no_tiles = no_tiles};
	struct writer writer;
	struct dungeon dungeon = {0};
	struct parameter parameters[PARAMETERS_MOST];
	const struct extension *extension;
	recipe.parameters = parameters;
	recipe.parameter_count = choose_parameters(random, &recipe, told_tries, parameters);
	struct generator *generator = generator_new(rng, &recipe);
	bool opened = writer_open(&writer, format_find_extension("json", &extension), &style, &output);
	uint32_t count = unit_between(random, 1, 4);
	uint64_t seed = choose_seed(random, rng);
	for (uint32_t i = 0; i < count; i++) {
		if (!opened || !generator || generator_make(generator, seed, &dungeon) != GENERATOR_MADE) {
			printf("no memory for a map\n");
			exit(1);
		}
		/* Of maps with more tries than a test has time for, the document is right all the same. */
		dungeon.recipe.max_rooms = told_tries;
		bool made = writer.format->write(&writer, &dungeon);
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

static void write_some(uint64_t *random, uint32_t run)
{
	bool no_tiles = run % 3 == 2;
	if (run == RUNS) {
		struct recipe crowded = {.width = 500, .height = 400, .max_rooms = 20000, .room_min = 2, .room_max = 3};
		write_run(random, rng_table[0], crowded, false, 20000, &properties[TILES]);
		return;
	}
	const struct rng *rng = choose_rng(random);
	/* Most are small; the others too large to be drawn whole. */
	uint32_t most = unit_once_in(random, 20) ? 400 : 90;
	struct recipe recipe = {.rng = NULL};
	recipe.width = unit_between(random, 3, most + 100);
	recipe.height = unit_between(random, 3, most);
	recipe.max_rooms = unit_between(random, 1, unit_once_in(random, 20) ? 2500 : 60);
	choose_rooms(random, &recipe);
	write_run(random, rng, recipe, no_tiles, recipe.max_rooms, &properties[no_tiles ? NO_TILES : TILES]);
}

static void write_huge(uint64_t *random, uint32_t run)
{
	(void)run;
	const struct rng *rng = choose_rng(random);
	struct recipe recipe = {.rng = NULL};
	recipe.width = choose_digits(random, 3, INT32_MAX);
	recipe.height = choose_digits(random, 3, INT32_MAX);
	recipe.max_rooms = unit_between(random, 1, 100);
	choose_rooms(random, &recipe);
	uint32_t told_tries = unit_once_in(random, 2) ? INT32_MAX : recipe.max_rooms;
	write_run(random, rng, recipe, true, told_tries, &properties[HUGE_MAPS]);
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

static void check_found(void)
{
	static const struct {
		const char *extension, *format; /* NULL: none has it */
		bool one_map;
	} cases[] = {{"txt", "text", false},    {"json", "json", true},   {"JSON", "json", true},
		     {"ndjson", "json", false}, {"JsonL", "json", false}, {"", NULL, false},
		     {"tx", NULL, false},       {"text", NULL, false},    {"txt ", NULL, false},
		     {"json5", NULL, false},    {".json", NULL, false},   {"bmp", NULL, false}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct extension *extension = NULL;
		const struct format *format = format_find_extension(cases[i].extension, &extension);
		bool right = cases[i].format ? format && extension && strcmp(format->name, cases[i].format) == 0 &&
						       extension->one_map == cases[i].one_map
					     : !format && !extension;
		CHECK(&properties[FOUND], right, "'%s'", cases[i].extension);
	}
	CHECK(&properties[FOUND], strcmp(format_table[0]->name, "text") == 0, "the first is %s", format_table[0]->name);
}

/* Writes runs of maps into a file, and reads it. */
static void check_runs(const char *path, uint32_t runs, void (*write)(uint64_t *random, uint32_t run), uint64_t *random)
{
	size_t begin = document_count;
	int descriptor = open(path, O_WRONLY | O_TRUNC);
	output_start(&output, descriptor, path);
	for (uint32_t run = 0; run < runs; run++)
		write(random, run);
	bool written = output_finish(&output) && close(descriptor) == 0;
	CHECK(documents[begin].property, written, "%s", strerror(output.error));
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

	check_runs(path, RUNS + 1, write_some, &random);
	/* Were tiles written where none are wanted, those of a huge map would take all memory. */
	if (properties[NO_TILES].failures == 0 && properties[TILES].failures == 0)
		check_runs(path, HUGE_RUNS, write_huge, &random);
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
