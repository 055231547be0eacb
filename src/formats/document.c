/* SPDX-License-Identifier: MIT */
/* Reads the documents that json.c writes, and recognizes maps of Tiled. */
#include "formats/document.h"

#include "formats/tiled.h"

#include <inttypes.h>
#include <string.h>

/* Refuses the value of a key, a point, if it is not an object. */
static void check_is_point(struct json_reader *json, const char *key, const cJSON *item)
{
	if (!cJSON_IsObject(item))
		build_refuse(json->builder, key, "must be an object with x and y");
}

/* Reads the size, the seed, the marks, and the options of the generator. */
static void read_head(struct json_reader *json)
{
	struct builder *builder = json->builder;
	const cJSON *document = json->document;
	const cJSON *version = json_member(json, document, "version");
	const cJSON *seed = json_member(json, document, "seed");
	const cJSON *generator = json_member(json, document, "generator");
	const cJSON *params = json_member(json, document, "params");
	const cJSON *distance = json_member(json, document, "exit_distance");
	if (version)
		build_check_number(builder, "version", json_number(version), 1, 1);
	const uint64_t width = json_member_number(json, document, "width");
	const uint64_t height = json_member_number(json, document, "height");
	build_size(builder, width, height);
	if (seed)
		build_seed(builder, json_string(seed));
	for (enum mark_kind kind = 0; kind < MARK_KINDS; kind++) {
		const cJSON *mark = json_member(json, document, mark_names[kind]);
		if (!mark)
			continue;
		check_is_point(json, mark_names[kind], mark);
		const uint64_t x = json_member_number(json, mark, "x");
		const uint64_t y = json_member_number(json, mark, "y");
		build_mark(builder, kind, x, y);
	}
	if (cJSON_IsObject(params)) {
		for (const cJSON *item = params->child; item; item = item->next)
			build_parameter(builder, json_parameter(item->string, item));
	}
	/* Otherwise, dungen has not generated the map, and the builder drops the recipe. */
	if (cJSON_IsObject(params) && cJSON_IsObject(generator)) {
		const cJSON *name = json_member(json, generator, "name");
		const cJSON *algorithm = json_member(json, generator, "algorithm");
		const cJSON *rng = json_member(json, generator, "rng");
		if (strcmp(json_string(name), "dungen") == 0)
			build_generator(builder, json_string(algorithm), json_string(rng));
	}
	if (distance)
		build_exit_distance(builder, json_number(distance));
}

/* Reads "tiles". The "legend" can add characters to those of dungen, or redefine these. */
static void read_tiles(struct json_reader *json, const cJSON *tiles)
{
	struct builder *builder = json->builder;
	const struct recipe *recipe = &builder->map->recipe;
	const cJSON *legend = json_member(json, json->document, "legend");
	const cJSON *entry = cJSON_IsObject(legend) ? legend->child : NULL;
	char kinds[256]; /* by character: the kind of tile, or TILE_KINDS */
	memset(kinds, TILE_KINDS, sizeof kinds);
	kinds['#'] = TILE_WALL;
	kinds['.'] = TILE_FLOOR;
	kinds['+'] = TILE_DOOR;
	for (; entry; entry = entry->next) {
		size_t kind = 0;
		while (kind < TILE_KINDS && strcmp(json_string(entry), tile_names[kind]) != 0)
			kind++;
		if (strlen(entry->string) == 1)
			kinds[(unsigned char)*entry->string] = (char)kind;
	}
	json_each (json, item, "tiles", tiles) {
		const char *text = json_string(item);
		const size_t length = strlen(text);
		if (length != recipe->width)
			build_refuse(builder, NULL,
				     "must be a string of %" PRIu32
				     " ASCII characters, the width of the map",
				     recipe->width);
		char *row = build_row(builder, length);
		for (size_t x = 0; row && x < length; x++) {
			row[x] = kinds[(unsigned char)text[x]];
			if (row[x] == TILE_KINDS)
				build_refuse(builder, NULL,
					     "the legend does not contain wall, floor, or door for "
					     "'%c', character %" PRIu64,
					     text[x], (uint64_t)x + 1);
		}
		if (row)
			build_row_end(builder, length);
	}
	if (builder->row_count != recipe->height)
		build_refuse(builder, "tiles",
			     "must contain %" PRIu32 " rows, the height of the map",
			     recipe->height);
	build_rows_end(builder);
}

/* Reads an element of "tunnels". */
static void read_tunnel(struct json_reader *json, const cJSON *item)
{
	struct builder *builder = json->builder;
	const uint64_t from = json_member_number(json, item, "from");
	const uint64_t to = json_member_number(json, item, "to");
	const cJSON *path = json_member(json, item, "path");
	const cJSON *corner = cJSON_IsArray(path) ? path->child : NULL;
	build_tunnel(builder, from, to);
	for (; corner && builder->result == READ_MAP; corner = corner->next) {
		check_is_point(json, "path", corner);
		const uint64_t x = json_member_number(json, corner, "x");
		const uint64_t y = json_member_number(json, corner, "y");
		build_corner(builder, x, y);
	}
	build_tunnel_end(builder);
}

/* Reads the lists of rooms, tunnels, and doors. */
static void read_rooms(struct json_reader *json, const cJSON *rooms)
{
	struct builder *builder = json->builder;
	const cJSON *tunnels = json_member(json, json->document, "tunnels");
	const cJSON *doors = json_member(json, json->document, "doors");
	json_each (json, item, "rooms", rooms) {
		const cJSON *id = json_member(json, item, "id");
		if (id)
			build_check_number(builder, "id", json_number(id), builder->index,
					   builder->index);
		const uint64_t x = json_member_number(json, item, "x");
		const uint64_t y = json_member_number(json, item, "y");
		const uint64_t width = json_member_number(json, item, "width");
		const uint64_t height = json_member_number(json, item, "height");
		const cJSON *distance = json_member(json, item, "distance");
		build_room(builder, x, y, width, height);
		if (distance)
			build_distance(builder, json_number(distance));
	}
	json_each (json, item, "tunnels", tunnels)
		read_tunnel(json, item);
	if (doors)
		build_door_list(builder);
	json_each (json, item, "doors", doors) {
		const uint64_t room = json_member_number(json, item, "room");
		const uint64_t x = json_member_number(json, item, "x");
		const uint64_t y = json_member_number(json, item, "y");
		build_door(builder, x, y, room);
	}
}

/*
 * A document of dungen says so, or has the size of a map and its rooms or tiles. A map of Tiled has
 * an array of layers.
 */
void document_read(struct builder *builder)
{
	struct reader *reader = builder->reader;
	struct json_reader *json = reader->state;
	if (!json_next(json, builder))
		return;
	const cJSON *document = json->document;
	const cJSON *format = json_member(json, document, "format");
	if (!format && cJSON_IsArray(json_member(json, document, "layers"))) {
		tiled_read(json);
		return;
	}
	/* The format called stats has measures instead of a map. */
	if (!format && cJSON_IsNumber(json_member(json, document, "floor"))) {
		build_refuse(builder, NULL, "dungen cannot read stats files");
		advise(&reader->message, "to read maps again, write them as json or text");
		return;
	}
	const cJSON *rooms = json_member(json, document, "rooms");
	const cJSON *tiles = json_member(json, document, "tiles");
	const bool has_size = json_member(json, document, "width") ||
			      json_member(json, document, "height");
	const bool is_of_dungen = format ? strcmp(json_string(format), "dungen") == 0
					 : has_size && (rooms || tiles);
	if (!is_of_dungen)
		build_refuse(builder, NULL, "not a document of dungen or Tiled");
	else if (!rooms && !tiles)
		build_refuse(builder, NULL, "requires rooms or tiles");

	/* Before the head: the builder keeps the recipe of a map with rooms. */
	if (rooms)
		build_room_list(builder);
	if (builder->result == READ_MAP)
		read_head(json);
	if (builder->result == READ_MAP && tiles)
		read_tiles(json, tiles);
	if (builder->result == READ_MAP)
		read_rooms(json, rooms);
	if (!build_end(builder))
		return;
	if (reader->drops_misfits) {
		reader_note(reader, "delete \"tiles\" to draw the map from its rooms");
		reader->note_is_fault = true;
	}
	/* dungen does not read a route. */
	if (json_member(json, document, "route"))
		reader_note_route(reader);
}
