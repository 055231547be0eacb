/* SPDX-License-Identifier: MIT */
/*
 * One compact document per line. cJSON prints its beginning, which is the same for every map of a run; the rest is
 * written as cJSON would print it, without a tree in memory.
 */
#include "formats/format.h"
#include "formats/json_read.h"
#include "formats/put.h"
#include "formats/tiles.h"

#include <cJSON.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_VERSION = 1 };

/* Memory that the documents of a run share. */
struct state {
	struct tiles tiles;
	char *head; /* what each of them begins with; cJSON allocated it with malloc */
};

static bool add_parameters(cJSON *params, const struct recipe *recipe)
{
	for (size_t i = 0; i < recipe->parameter_count; i++) {
		const struct parameter *parameter = &recipe->parameters[i];
		const cJSON *added = NULL;
		if (parameter->kind == PARAMETER_NUMBER)
			added = cJSON_AddNumberToObject(params, parameter->key, (double)parameter->number);
		else if (parameter->kind == PARAMETER_NAME)
			added = cJSON_AddStringToObject(params, parameter->key, parameter->name);
		else
			added = cJSON_AddBoolToObject(params, parameter->key, parameter->number != 0);
		if (!added)
			return false;
	}
	return true;
}

/* Makes the keys up to "height", without the closing brace. cJSON adds nothing to NULL, and returns NULL. */
static bool make_head(const struct dungeon *dungeon, struct state *state)
{
	const struct recipe *recipe = &dungeon->recipe;
	cJSON *document = cJSON_CreateObject();
	bool made = cJSON_AddStringToObject(document, "format", "dungen") &&
		    cJSON_AddNumberToObject(document, "version", FORMAT_VERSION);
	if (!(dungeon->lacks & LACKS_RECIPE)) {
		cJSON *generator = cJSON_AddObjectToObject(document, "generator");
		made = made && cJSON_AddStringToObject(generator, "name", "dungen") &&
		       cJSON_AddStringToObject(generator, "algorithm", recipe->algorithm) &&
		       cJSON_AddStringToObject(generator, "rng", recipe->rng);
		cJSON *params = cJSON_AddObjectToObject(document, "params");
		made = made && add_parameters(params, recipe);
	}
	made = made && cJSON_AddNumberToObject(document, "width", recipe->width) &&
	       cJSON_AddNumberToObject(document, "height", recipe->height);
	state->head = made ? cJSON_PrintUnformatted(document) : NULL;
	cJSON_Delete(document);
	if (state->head)
		state->head[strlen(state->head) - 1] = '\0';
	return state->head != NULL;
}

/* Puts a comma before all but the first element of an array. */
static struct cursor put_comma(struct cursor cursor, uint32_t index)
{
	return index > 0 ? put_text(cursor, ",") : cursor;
}

static struct cursor put_point(struct cursor cursor, struct point point)
{
	cursor = put_pair(cursor, "{\"x\":", point.x);
	cursor = put_pair(cursor, ",\"y\":", point.y);
	return put_text(cursor, "}");
}

static struct cursor put_places(struct cursor cursor, const struct dungeon *dungeon)
{
	if (!(dungeon->lacks & LACKS_SEED))
		cursor = put_text(put_pair(cursor, ",\"seed\":\"", dungeon->recipe.seed), "\"");
	if (!(dungeon->lacks & LACKS_SPAWN))
		cursor = put_point(put_text(cursor, ",\"spawn\":"), dungeon->spawn);
	if (!(dungeon->lacks & LACKS_EXIT))
		cursor = put_point(put_text(cursor, ",\"exit\":"), dungeon->exit);
	if (dungeon->recipe.exit == EXIT_FARTHEST)
		cursor = put_pair(cursor, ",\"exit_distance\":", dungeon->exit_distance);
	return cursor;
}

static struct cursor put_rooms(struct cursor cursor, const struct dungeon *dungeon)
{
	cursor = put_text(cursor, ",\"rooms\":[");
	for (uint32_t i = 0; i < dungeon->room_count && !cursor.output->error; i++) {
		struct area floor = room_floor(dungeon->rooms[i]);
		cursor = put_pair(put_comma(cursor, i), "{\"id\":", i);
		cursor = put_pair(cursor, ",\"x\":", floor.x1);
		cursor = put_pair(cursor, ",\"y\":", floor.y1);
		cursor = put_pair(cursor, ",\"width\":", area_width(floor));
		cursor = put_pair(cursor, ",\"height\":", area_height(floor));
		cursor = put_point(put_text(cursor, ",\"center\":"), room_center(dungeon->rooms[i]));
		cursor = put_text(cursor, "}");
	}
	return put_text(cursor, "]");
}

static struct cursor put_tunnels(struct cursor cursor, const struct dungeon *dungeon)
{
	cursor = put_text(cursor, ",\"tunnels\":[");
	for (uint32_t i = 0; i < dungeon->tunnel_count && !cursor.output->error; i++) {
		struct tunnel tunnel = dungeon->tunnels[i];
		struct path path;
		tunnel_path(dungeon, i, &path);
		cursor = put_pair(put_comma(cursor, i), "{\"from\":", tunnel.from);
		cursor = put_pair(cursor, ",\"to\":", tunnel.to);
		cursor = put_text(cursor, ",\"path\":[");
		for (uint32_t k = 0; k < path.count; k++)
			cursor = put_point(put_comma(cursor, k), path.corners[k]);
		cursor = put_text(cursor, "]}");
	}
	return put_text(cursor, "]");
}

static struct cursor put_doors(struct cursor cursor, const struct dungeon *dungeon)
{
	cursor = put_text(cursor, ",\"doors\":[");
	for (uint32_t i = 0; i < dungeon->door_count && !cursor.output->error; i++) {
		const struct door *door = &dungeon->doors[dungeon->door_order[i]];
		cursor = put_pair(put_comma(cursor, i), "{\"x\":", door->at.x);
		cursor = put_pair(cursor, ",\"y\":", door->at.y);
		cursor = put_pair(cursor, ",\"room\":", door->room);
		cursor = put_text(cursor, "}");
	}
	return put_text(cursor, "]");
}

static const struct tile_spelling spelling = {
	.symbol = {[TILE_WALL] = '#', [TILE_FLOOR] = '.', [TILE_DOOR] = '+'},
	.before = ",\"tiles\":[\"",
	.between = "\",\"",
	.after = "\"]",
};

static bool write_map(const struct writer *writer, const struct dungeon *dungeon)
{
	struct state *state = writer->state;
	struct output *output = writer->output;
	/* Maps that were read differ in what the others have in common. */
	if (state->head && dungeon->read) {
		free(state->head);
		state->head = NULL;
	}
	if (!state->head && !make_head(dungeon, state))
		return false;
	output_text(output, state->head);
	struct cursor cursor = put_places(cursor_begin(output), dungeon);
	if (!(dungeon->lacks & LACKS_ROOMS)) {
		cursor = put_tunnels(put_rooms(cursor, dungeon), dungeon);
		if (dungeon->recipe.doors)
			cursor = put_doors(cursor, dungeon);
	}
	if (!writer->style->no_tiles) {
		cursor = put_text(cursor, ",\"legend\":{\"#\":\"wall\",\".\":\"floor\"");
		cursor = put_text(cursor, dungeon->recipe.doors ? ",\"+\":\"door\"}" : "}");
	}
	cursor_end(cursor);
	if (!writer->style->no_tiles && !tiles_write_list(&state->tiles, dungeon, 0, &spelling, output))
		return false;
	output_text(output, "}\n");
	return true;
}

static void end(void *own)
{
	struct state *state = own;
	tiles_end(&state->tiles);
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
	.read = json_read,
	.read_end = json_read_end,
	.reader_size = sizeof(struct json_reader),
	.magic = "{",
};
