/* SPDX-License-Identifier: MIT */
/* Reads the documents that json.c writes. */
#include "formats/json_document.h"

#include "formats/json_value.h"

#include <inttypes.h>
#include <string.h>

/* Rooms, tunnels, and doors. */

/* The coordinates in an object of a document, which the builder checks. */
struct coordinates {
	uint64_t x;
	uint64_t y;
};

static struct coordinates read_coordinates(struct json_reader *json, const cJSON *object)
{
	struct coordinates at;
	at.x = json_member_number(json, object, "x");
	at.y = json_member_number(json, object, "y");
	return at;
}

/* Reads an element of "rooms". Its id, if there is one, must be its index. */
static void read_room(struct json_reader *json, const cJSON *item)
{
	struct builder *builder = &json->builder;
	if (json_member(json, item, "id")) {
		const uint64_t id = json_member_number(json, item, "id");
		build_check_number(builder, "id", id, json->index, json->index);
	}
	const struct coordinates at = read_coordinates(json, item);
	const uint64_t width = json_member_number(json, item, "width");
	const uint64_t height = json_member_number(json, item, "height");
	build_room(builder, at.x, at.y, width, height);
}

/* Refuses the value of a key, a point, if it is not an object. */
static bool check_is_point(struct json_reader *json, const char *key, const cJSON *item)
{
	if (cJSON_IsObject(item))
		return true;
	return build_refuse(&json->builder, key, "must be an object with x and y");
}

/* Reads an element of the "path" of a tunnel. */
static void read_corner(struct json_reader *json, const cJSON *item)
{
	if (!check_is_point(json, "path", item))
		return;
	const struct coordinates at = read_coordinates(json, item);
	build_corner(&json->builder, at.x, at.y);
}

/* Reads an element of "tunnels". */
static void read_tunnel(struct json_reader *json, const cJSON *item)
{
	struct builder *builder = &json->builder;
	/* Without rooms, this says more than a refusal of its numbers. */
	if (!build_check_rooms(builder, "from"))
		return;
	const uint64_t from = json_member_number(json, item, "from");
	const uint64_t to = json_member_number(json, item, "to");
	build_tunnel(builder, from, to);
	const cJSON *path = json_member(json, item, "path");
	const cJSON *corner = NULL;
	if (cJSON_IsArray(path))
		corner = path->child;
	for (; corner && builder->result == READ_MAP; corner = corner->next)
		read_corner(json, corner);
	build_tunnel_end(builder);
}

/* Reads an element of "doors". */
static void read_door(struct json_reader *json, const cJSON *item)
{
	if (!build_check_rooms(&json->builder, "room"))
		return;
	const uint64_t room = json_member_number(json, item, "room");
	const struct coordinates at = read_coordinates(json, item);
	build_door(&json->builder, at.x, at.y, room);
}

/* Reads the lists of rooms, tunnels, and doors. */
static void read_rooms(struct json_reader *json, const cJSON *rooms)
{
	const cJSON *document = json->document;
	const cJSON *tunnels = json_member(json, document, "tunnels");
	const cJSON *doors = json_member(json, document, "doors");
	if (doors)
		build_door_list(&json->builder);
	json_each (json, item, "rooms", rooms)
		read_room(json, item);
	json_each (json, item, "tunnels", tunnels)
		read_tunnel(json, item);
	json_each (json, item, "doors", doors)
		read_door(json, item);
}

/* Tiles. */

/* Stores the kind of tile that an entry of the legend gives to a character, if the kind exists. */
static void read_legend_entry(const cJSON *entry, char kinds[256])
{
	const char *characters = entry->string;
	const char *name = json_string(entry);
	if (strlen(characters) != 1)
		return;
	for (size_t kind = 0; kind < TILE_KINDS; kind++) {
		if (strcmp(name, tile_names[kind]) == 0)
			kinds[(unsigned char)*characters] = (char)kind;
	}
}

/*
 * Sets the kind of tile that each character stands for, or TILE_KINDS for an unknown character. The
 * legend may be NULL; the characters that dungen writes are always known.
 */
static void read_legend(const cJSON *legend, char kinds[256])
{
	memset(kinds, TILE_KINDS, 256);
	kinds['#'] = TILE_WALL;
	kinds['.'] = TILE_FLOOR;
	kinds['+'] = TILE_DOOR;
	if (!cJSON_IsObject(legend))
		return;
	for (const cJSON *entry = legend->child; entry; entry = entry->next)
		read_legend_entry(entry, kinds);
}

/* Reads a row of "tiles". */
static void read_row(struct json_reader *json, const char *text, const char kinds[256])
{
	struct builder *builder = &json->builder;
	const uint32_t width = builder->map->recipe.width;
	if (strlen(text) != width) {
		build_refuse(builder, NULL,
			     "must be a string of %" PRIu32
			     " ASCII characters, the width of the map",
			     width);
		return;
	}
	char *row = build_row(builder, width);
	if (!row)
		return;
	for (uint32_t x = 0; x < width; x++) {
		row[x] = kinds[(unsigned char)text[x]];
		if (row[x] == TILE_KINDS) {
			build_refuse(builder, NULL,
				     "the legend does not contain character %" PRIu32, x + 1);
			return;
		}
	}
	build_row_end(builder, width);
}

/* Reads "tiles" with the help of "legend". */
static void read_tiles(struct json_reader *json, const cJSON *tiles)
{
	struct builder *builder = &json->builder;
	const uint32_t height = builder->map->recipe.height;
	char kinds[256];
	read_legend(json_member(json, json->document, "legend"), kinds);
	json_each (json, item, "tiles", tiles)
		read_row(json, json_string(item), kinds);
	if (builder->row_count != height)
		build_refuse(builder, "tiles",
			     "must contain %" PRIu32 " rows, the height of the map", height);
	build_rows_end(builder);
}

/* The document. */

/* Reads "params" and "generator". A part that dungen would not write drops the recipe. */
static void read_recipe(struct json_reader *json)
{
	const cJSON *document = json->document;
	const cJSON *generator = json_member(json, document, "generator");
	const cJSON *params = json_member(json, document, "params");
	if (!cJSON_IsObject(params))
		return;
	for (const cJSON *item = params->child; item; item = item->next)
		build_parameter(&json->builder, json_parameter(item->string, item));
	if (!cJSON_IsObject(generator) || !build_keeps_recipe(&json->builder))
		return;
	const char *name = json_string(json_member(json, generator, "name"));
	const char *algorithm = json_string(json_member(json, generator, "algorithm"));
	const char *rng = json_string(json_member(json, generator, "rng"));
	if (strcmp(name, "dungen") == 0)
		build_generator(&json->builder, algorithm, rng);
}

/* Reads "spawn" or "exit", if the document has it. */
static void read_mark(struct json_reader *json, enum mark_kind kind)
{
	const char *key = mark_names[kind];
	const cJSON *mark = json_member(json, json->document, key);
	if (!mark || !check_is_point(json, key, mark))
		return;
	const struct coordinates at = read_coordinates(json, mark);
	build_mark(&json->builder, kind, at.x, at.y);
}

/* Reads everything except the rooms and the tiles. */
static void read_head(struct json_reader *json)
{
	struct builder *builder = &json->builder;
	const cJSON *document = json->document;
	const cJSON *format = json_member(json, document, "format");
	const cJSON *seed = json_member(json, document, "seed");
	const cJSON *distance = json_member(json, document, "exit_distance");
	if (format && strcmp(json_string(format), "dungen") != 0)
		build_refuse(builder, "format", "must be \"dungen\"");
	const cJSON *version = json_member(json, document, "version");
	if (version)
		build_check_number(builder, "version", json_number(version), 1, 1);
	const uint64_t width = json_member_number(json, document, "width");
	const uint64_t height = json_member_number(json, document, "height");
	build_size(builder, width, height);
	if (seed)
		build_seed(builder, json_string(seed));
	for (enum mark_kind kind = 0; kind < MARK_KINDS; kind++)
		read_mark(json, kind);
	read_recipe(json);
	if (distance)
		build_exit_distance(builder, json_number(distance));
}

/* Notes that a route is lost, because dungen does not read it. */
static void note_route(struct json_reader *json)
{
	struct builder *builder = &json->builder;
	if (builder->result == READ_MAP && json_member(json, json->document, "route"))
		reader_note_route(builder->reader);
}

enum read_result json_read_document(struct json_reader *json)
{
	struct builder *builder = &json->builder;
	const cJSON *rooms = json_member(json, json->document, "rooms");
	const cJSON *tiles = json_member(json, json->document, "tiles");
	if (!rooms && !tiles)
		build_refuse(builder, NULL, "requires rooms or tiles");
	/* Before the head: the builder keeps the recipe of a map with rooms. */
	if (rooms)
		build_room_list(builder);
	read_head(json);
	if (builder->result == READ_MAP && tiles)
		read_tiles(json, tiles);
	if (builder->result == READ_MAP)
		read_rooms(json, rooms);
	if (build_settle(builder) && builder->reader->drops_misfits) {
		reader_note(builder->reader, "; ",
			    "delete \"tiles\" to draw the map from its rooms");
		builder->reader->note_is_fault = true;
	}
	note_route(json);
	return builder->result;
}
