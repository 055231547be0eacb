/* SPDX-License-Identifier: MIT */
/* Reads the documents that json.c writes, and recognizes maps of Tiled. */
#include "formats/document.h"

#include "formats/tiled_read.h"

#include <inttypes.h>
#include <string.h>

/* The keys that dungen writes, by the object that contains them. */
static const char map_keys[] = "format version generator params width height seed spawn exit "
			       "exit_distance route rooms tunnels doors keys legend tiles";
static const char room_keys[] = "id x y width height distance center wing_of";
static const char tunnel_keys[] = "from to path";
static const char door_keys[] = "x y room tunnels lock secret";
static const char key_keys[] = "lock x y room";

/* Refuses the value of a key, a point, if it is not an object. */
static void check_is_point(struct reader *reader, const char *key, const cJSON *item)
{
	if (!cJSON_IsObject(item))
		build_refuse(reader, key, "must be an object with x and y");
}

/* Reads the size, the seed, the marks, and the options of the generator. */
static void read_head(struct reader *reader)
{
	const cJSON *root = reader->tree;
	const cJSON *version = json_member(reader, root, "version");
	const cJSON *seed = json_member(reader, root, "seed");
	const cJSON *generator = json_member(reader, root, "generator");
	const cJSON *params = json_member(reader, root, "params");
	const cJSON *distance = json_member(reader, root, "exit_distance");
	if (version)
		build_check_number(reader, "version", json_number(version), 1, 1);
	const uint64_t width = json_member_number(reader, root, "width");
	const uint64_t height = json_member_number(reader, root, "height");
	build_size(reader, width, height);
	if (seed)
		build_seed(reader, json_string(seed));
	for (enum mark_kind kind = 0; kind < MARK_KINDS; kind++) {
		const cJSON *mark = json_member(reader, root, mark_names[kind]);
		if (!mark)
			continue;
		check_is_point(reader, mark_names[kind], mark);
		const uint64_t x = json_member_number(reader, mark, "x");
		const uint64_t y = json_member_number(reader, mark, "y");
		build_mark(reader, kind, x, y);
	}
	if (cJSON_IsObject(params)) {
		for (const cJSON *item = params->child; item; item = item->next)
			build_parameter(reader, json_parameter(item->string, item));
	}
	/* Otherwise, dungen has not generated the map, and the builder drops the recipe. */
	if (cJSON_IsObject(params) && cJSON_IsObject(generator)) {
		const cJSON *name = json_member(reader, generator, "name");
		const cJSON *algorithm = json_member(reader, generator, "algorithm");
		const cJSON *rng = json_member(reader, generator, "rng");
		if (strcmp(json_string(name), "dungen") == 0)
			build_generator(reader, json_string(algorithm), json_string(rng));
	}
	if (distance)
		build_exit_distance(reader, json_number(distance));
}

/* Reads "tiles". The "legend" can add characters to those of dungen, or redefine these. */
static void read_tiles(struct reader *reader, const cJSON *tiles)
{
	const struct recipe *recipe = &reader->map->recipe;
	const cJSON *legend = json_member(reader, reader->tree, "legend");
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
	json_each (reader, item, "tiles", tiles) {
		const char *text = json_string(item);
		const size_t length = strlen(text);
		if (length != recipe->width)
			build_refuse(reader, NULL,
				     "must be a string of %" PRIu32
				     " ASCII characters, the width of the map",
				     recipe->width);
		char *row = build_row(reader, length);
		if (!row)
			break;
		for (size_t x = 0; x < length; x++) {
			row[x] = kinds[(unsigned char)text[x]];
			if (row[x] == TILE_KINDS)
				build_refuse(reader, NULL,
					     "the legend does not contain wall, floor, or door for "
					     "'%c', character %" PRIu64,
					     text[x], (uint64_t)x + 1);
		}
		build_row_end(reader, length);
	}
	if (reader->row_count != recipe->height)
		build_refuse(reader, "tiles",
			     "must contain %" PRIu32 " rows, the height of the map",
			     recipe->height);
	if (build_rows_end(reader))
		build_tiles_end(reader);
}

/* Reads an element of "tunnels". */
static void read_tunnel(struct reader *reader, const cJSON *item)
{
	const uint64_t from = json_member_number(reader, item, "from");
	const uint64_t to = json_member_number(reader, item, "to");
	const cJSON *path = json_member(reader, item, "path");
	const cJSON *corner = cJSON_IsArray(path) ? path->child : NULL;
	build_tunnel(reader, from, to);
	for (; corner && reader->result == READ_MAP; corner = corner->next) {
		check_is_point(reader, "path", corner);
		const uint64_t x = json_member_number(reader, corner, "x");
		const uint64_t y = json_member_number(reader, corner, "y");
		build_corner(reader, x, y);
	}
	build_tunnel_end(reader);
}

/*
 * Reads the lists of rooms, tunnels, doors, and keys. Searches each element for unknown keys while
 * the caches of the processor contain it. A pass of its own would add 6 % to a large document.
 */
static void read_rooms(struct reader *reader, const cJSON *rooms, struct unknown_keys *unknown)
{
	const cJSON *tunnels = json_member(reader, reader->tree, "tunnels");
	const cJSON *doors = json_member(reader, reader->tree, "doors");
	const cJSON *keys = json_member(reader, reader->tree, "keys");
	json_each (reader, item, "rooms", rooms) {
		const cJSON *id = json_member(reader, item, "id");
		if (id)
			build_check_number(reader, "id", json_number(id), reader->index,
					   reader->index);
		const uint64_t x = json_member_number(reader, item, "x");
		const uint64_t y = json_member_number(reader, item, "y");
		const uint64_t width = json_member_number(reader, item, "width");
		const uint64_t height = json_member_number(reader, item, "height");
		const cJSON *distance = json_member(reader, item, "distance");
		build_room(reader, x, y, width, height);
		if (distance)
			build_distance(reader, json_number(distance));
		json_find_unknown(item, room_keys, unknown);
	}
	json_each (reader, item, "tunnels", tunnels) {
		read_tunnel(reader, item);
		json_find_unknown(item, tunnel_keys, unknown);
	}
	if (doors)
		build_door_list(reader);
	json_each (reader, item, "doors", doors) {
		const uint64_t room = json_member_number(reader, item, "room");
		const uint64_t x = json_member_number(reader, item, "x");
		const uint64_t y = json_member_number(reader, item, "y");
		const cJSON *lock = json_member(reader, item, "lock");
		const cJSON *secret = json_member(reader, item, "secret");
		build_door(reader, x, y, room);
		if (lock)
			build_lock(reader, json_number(lock));
		if (cJSON_IsTrue(secret))
			build_secret(reader);
		json_find_unknown(item, door_keys, unknown);
	}
	json_each (reader, item, "keys", keys) {
		const uint64_t lock = json_member_number(reader, item, "lock");
		const uint64_t x = json_member_number(reader, item, "x");
		const uint64_t y = json_member_number(reader, item, "y");
		build_key(reader, lock, x, y);
		json_find_unknown(item, key_keys, unknown);
	}
}

/* Notes the first number of a document to compare that others contradict. */
static void check_derived(struct reader *reader, const cJSON *object, const char *name,
			  const char *key, uint64_t number)
{
	const cJSON *item = json_member(reader, object, key);
	if (!item || json_number(item) == number || reader->note_is_fault)
		return;
	reader->note_is_fault = true;
	reader_note(reader, "%s[%" PRIu32 "]%s%s contradicts the rest of the document",
		    reader->list, reader->index, name, key);
}

/* Checks what follows from the rooms, and notes which lists a document to compare lacks. */
static void check_derived_numbers(struct reader *reader, const cJSON *rooms)
{
	struct map *map = reader->map;
	const cJSON *keys = json_member(reader, reader->tree, "keys");
	if (!json_member(reader, reader->tree, "tunnels"))
		map->lacks |= LACKS_TUNNELS;
	if (!json_member(reader, reader->tree, "doors"))
		map->lacks |= LACKS_DOORS;
	if (!keys)
		map->lacks |= LACKS_KEYS;
	json_each (reader, item, "rooms", rooms) {
		const struct point at = room_center(map->rooms[reader->index]);
		const cJSON *center = json_member(reader, item, "center");
		if (cJSON_IsObject(center)) {
			check_derived(reader, center, ".center.", "x", at.x);
			check_derived(reader, center, ".center.", "y", at.y);
		}
		if (!(map->lacks & LACKS_TUNNELS))
			check_derived(reader, item, ".", "wing_of",
				      map_wing_of(map, reader->index));
	}
	json_each (reader, key, "keys", keys) {
		const uint64_t x = json_member_number(reader, key, "x");
		const uint64_t y = json_member_number(reader, key, "y");
		const struct point at = {(uint32_t)x, (uint32_t)y};
		check_derived(reader, key, ".", "room", map_room_at(map, at));
	}
}

/* Notes keys that dungen does not know. */
static void note_unknown_keys(struct reader *reader, const struct unknown_keys *unknown)
{
	if (unknown->count == 0)
		return;
	reader->loses = true;
	if (reader->is_written)
		reader_note(reader, "not kept:%.*s, which dungen does not know",
			    (int)unknown->names.length - 1, unknown->names.bytes);
}

/*
 * A document of dungen says so, or has the size of a map and its rooms or tiles. A map of Tiled has
 * an array of layers.
 */
void document_read(struct reader *reader)
{
	if (!json_next(reader))
		return;
	const cJSON *root = reader->tree;
	const cJSON *format = json_member(reader, root, "format");
	const bool has_layers = cJSON_IsArray(json_member(reader, root, "layers"));
	if (!format && has_layers && json_member(reader, root, "tilewidth")) {
		tiled_read(reader);
		return;
	}
	const char *list = reader->style->walls ? "walls" : "floors";
	if (reader->style->walls || reader->style->floors) {
		struct message *message = build_refusal(reader, NULL);
		message->place.option = list;
		fail(message, STATUS_NO_MAP, "cannot be used with a document of dungen");
		advise(message, "leave out --%s", list);
		return;
	}
	/* The format called stats has measures instead of a map. */
	if (!format && cJSON_IsNumber(json_member(reader, root, "floor"))) {
		build_refuse(reader, NULL, "dungen cannot read stats files");
		advise(&reader->message, "to read maps again, write them as json or text");
		return;
	}
	const cJSON *rooms = json_member(reader, root, "rooms");
	const cJSON *tiles = json_member(reader, root, "tiles");
	const bool has_size = json_member(reader, root, "width") ||
			      json_member(reader, root, "height");
	const bool is_of_dungen = format ? strcmp(json_string(format), "dungen") == 0
					 : has_size && (rooms || tiles);
	if (!is_of_dungen)
		build_refuse(reader, NULL, "not a document of dungen or Tiled");
	else if (!rooms && !tiles)
		build_refuse(reader, NULL, "requires rooms or tiles");

	struct unknown_keys unknown = {.count = 0};
	json_find_unknown(root, map_keys, &unknown);
	/* Before the head: the builder keeps the recipe of a map with rooms. */
	if (rooms)
		build_room_list(reader);
	if (reader->result == READ_MAP)
		read_head(reader);
	if (reader->result == READ_MAP && tiles)
		read_tiles(reader, tiles);
	if (reader->result == READ_MAP)
		read_rooms(reader, rooms, &unknown);
	if (!build_end(reader))
		return;
	if (reader->keeps_misfits)
		check_derived_numbers(reader, rooms);
	if (reader->drops_misfits) {
		reader_note(reader, "delete \"tiles\" to draw the map from its rooms");
		reader->note_is_fault = true;
	}
	note_unknown_keys(reader, &unknown);
	/* dungen does not read a route. */
	if (json_member(reader, root, "route"))
		reader_note_route(reader);
}
