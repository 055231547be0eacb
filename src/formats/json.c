/* SPDX-License-Identifier: MIT */
/*
 * One compact document a line. cJSON prints the beginning, which is the same for every map of a run; the
 * rest is written as cJSON would print it, without a tree in memory.
 */
#include "formats/format.h"
#include "formats/put.h"
#include "formats/tiles.h"

#include <cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_VERSION = 1 };

/* What the documents of a run share. */
struct state {
	struct rows rows;
	char *head; /* what each of them begins with; cJSON allocated it with malloc */
	size_t head_length;
};

/* The options that were given and have no key in every document. */
static bool add_options(cJSON *params, const struct recipe *recipe)
{
	unsigned given = recipe->given;
	return (!(given & RECIPE_MIN_ROOMS) || cJSON_AddNumberToObject(params, "min_rooms", recipe->min_rooms)) &&
	       (!(given & RECIPE_CONNECT) ||
		cJSON_AddStringToObject(params, "connect", connect_names[recipe->connect])) &&
	       (!(given & RECIPE_LOOPS) || cJSON_AddNumberToObject(params, "loops", recipe->loops)) &&
	       (!(given & RECIPE_EXIT) || cJSON_AddStringToObject(params, "exit", exit_names[recipe->exit])) &&
	       (!(given & RECIPE_DOORS) || cJSON_AddTrueToObject(params, "doors"));
}

/* The keys up to "height", without the closing brace. Adding to NULL is legal in cJSON, and gives NULL. */
static bool make_head(const struct recipe *recipe, struct state *state)
{
	cJSON *document = cJSON_CreateObject();
	bool made = cJSON_AddStringToObject(document, "format", "dungen") &&
		    cJSON_AddNumberToObject(document, "version", FORMAT_VERSION);
	cJSON *generator = cJSON_AddObjectToObject(document, "generator");
	made = made && cJSON_AddStringToObject(generator, "name", "dungen") &&
	       cJSON_AddStringToObject(generator, "algorithm", recipe->algorithm) &&
	       cJSON_AddStringToObject(generator, "rng", recipe->rng);
	cJSON *params = cJSON_AddObjectToObject(document, "params");
	made = made && cJSON_AddNumberToObject(params, "max_rooms", recipe->max_rooms) &&
	       cJSON_AddNumberToObject(params, "room_min", recipe->room_min) &&
	       cJSON_AddNumberToObject(params, "room_max", recipe->room_max) && add_options(params, recipe) &&
	       cJSON_AddNumberToObject(document, "width", recipe->width) &&
	       cJSON_AddNumberToObject(document, "height", recipe->height);
	state->head = made ? cJSON_PrintUnformatted(document) : NULL;
	cJSON_Delete(document);
	if (!state->head)
		return false;
	state->head_length = strlen(state->head) - 1;
	return true;
}

static char *put_point(char *at, struct point point)
{
	at = PUT(at, "{\"x\":");
	at = put_number(at, point.x);
	at = PUT(at, ",\"y\":");
	at = put_number(at, point.y);
	return PUT(at, "}");
}

enum { PIECE_MOST = 512 }; /* bytes; more than a room, a tunnel or the lines between head and rooms can take */

static void write_places(const struct dungeon *dungeon, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, ",\"seed\":\"");
	at = put_number(at, dungeon->recipe.seed);
	at = PUT(at, "\",\"spawn\":");
	at = put_point(at, dungeon->spawn);
	at = PUT(at, ",\"exit\":");
	at = put_point(at, dungeon->exit);
	if (dungeon->recipe.exit == EXIT_FARTHEST) {
		at = PUT(at, ",\"exit_distance\":");
		at = put_number(at, dungeon->exit_distance);
	}
	output_advance(output, (size_t)(at - start));
}

static void write_rooms(const struct dungeon *dungeon, struct output *output)
{
	output_text(output, ",\"rooms\":[");
	for (uint32_t i = 0; i < dungeon->room_count && !output->error; i++) {
		struct area floor = room_floor(dungeon->rooms[i]);
		char *start = output_reserve(output, PIECE_MOST);
		char *at = i == 0 ? start : PUT(start, ",");
		at = PUT(at, "{\"id\":");
		at = put_number(at, i);
		at = PUT(at, ",\"x\":");
		at = put_number(at, floor.x);
		at = PUT(at, ",\"y\":");
		at = put_number(at, floor.y);
		at = PUT(at, ",\"width\":");
		at = put_number(at, floor.width);
		at = PUT(at, ",\"height\":");
		at = put_number(at, floor.height);
		at = PUT(at, ",\"center\":");
		at = put_point(at, room_center(dungeon->rooms[i]));
		at = PUT(at, "}");
		output_advance(output, (size_t)(at - start));
	}
	output_text(output, "]");
}

static void write_tunnels(const struct dungeon *dungeon, struct output *output)
{
	output_text(output, ",\"tunnels\":[");
	for (uint32_t i = 0; i < dungeon->tunnel_count && !output->error; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct point path[3];
		unsigned count = tunnel_path(dungeon, tunnel, path);
		char *start = output_reserve(output, PIECE_MOST);
		char *at = i == 0 ? start : PUT(start, ",");
		at = PUT(at, "{\"from\":");
		at = put_number(at, tunnel.from);
		at = PUT(at, ",\"to\":");
		at = put_number(at, tunnel.to);
		at = PUT(at, ",\"path\":[");
		for (unsigned k = 0; k < count; k++) {
			if (k > 0)
				at = PUT(at, ",");
			at = put_point(at, path[k]);
		}
		at = PUT(at, "]}");
		output_advance(output, (size_t)(at - start));
	}
	output_text(output, "]");
}

static void write_doors(const struct dungeon *dungeon, struct output *output)
{
	output_text(output, ",\"doors\":[");
	for (uint32_t i = 0; i < dungeon->door_count && !output->error; i++) {
		const struct door *door = &dungeon->doors[dungeon->door_order[i]];
		char *start = output_reserve(output, PIECE_MOST);
		char *at = i == 0 ? PUT(start, "{\"x\":") : PUT(start, ",{\"x\":");
		at = put_number(at, door->at.x);
		at = PUT(at, ",\"y\":");
		at = put_number(at, door->at.y);
		at = PUT(at, ",\"room\":");
		at = put_number(at, door->room);
		at = PUT(at, "}");
		output_advance(output, (size_t)(at - start));
	}
	output_text(output, "]");
}

static void write_legend(bool doors, struct output *output)
{
	char *start = output_reserve(output, PIECE_MOST);
	char *at = PUT(start, ",\"legend\":{");
	for (size_t kind = 0; kind < TILE_KINDS; kind++) {
		if (kind == TILE_DOOR && !doors)
			continue;
		if (kind > 0)
			at = PUT(at, ",");
		at = PUT(at, "\"");
		at = put_bytes(at, &tile_characters[kind], 1);
		at = PUT(at, "\":\"");
		at = put_bytes(at, tile_names[kind], strlen(tile_names[kind]));
		at = PUT(at, "\"");
	}
	at = PUT(at, "},\"tiles\":[");
	output_advance(output, (size_t)(at - start));
}

static bool write_tiles(const struct dungeon *dungeon, struct rows *rows, struct output *output)
{
	static const struct tile_spelling spelling = {
		.kind = {TILE_LIST(TILE_CHARACTER)}, .before = "\"", .between = "\",\"", .after = "\""};
	write_legend(dungeon->recipe.doors, output);
	if (!tiles_write_list(rows, dungeon, &spelling, output))
		return false;
	output_text(output, "]");
	return true;
}

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	struct output *output = writer->output;
	if (!state->head && !make_head(&dungeon->recipe, state))
		return false;
	output_write(output, state->head, state->head_length);
	write_places(dungeon, output);
	write_rooms(dungeon, output);
	write_tunnels(dungeon, output);
	if (dungeon->recipe.doors)
		write_doors(dungeon, output);
	if (!writer->style->no_tiles && !write_tiles(dungeon, &state->rows, output))
		return false;
	output_text(output, "}\n");
	return true;
}

static void end(void *own)
{
	struct state *state = own;
	rows_free(&state->rows);
	free(state->head);
}

const struct format format_json = {
	.name = "json",
	.extensions = {{"json", true}, {"ndjson", false}, {"jsonl", false}},
	.summary = "one document a line, with rooms, tunnels, spawn and exit",
	.styles = STYLE_NO_TILES,
	.state_size = sizeof(struct state),
	.write = write_map,
	.end = end,
};
